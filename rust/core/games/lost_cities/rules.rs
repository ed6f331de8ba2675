//! Rule values, and the tables made from them.

use crate::error::Problem;
use crate::schema::Resolved;

use super::cards::{COLOUR_BITS, CardSet, DIGIT_BITS, MAX_BITS, MAX_COLOURS};
use super::scoring::{Row, row_points};

/// Who begins a round after the first (LC-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundStarter {
    /// The seat with more points so far; at a tie as `Alternate`.
    Leader,
    /// The seat that did not begin the round before.
    Alternate,
    /// Always seat 1.
    First,
}

/// What placing one card does, on a row or on a pile, so that placing needs no branch.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))] // a power of two, so that finding one is a shift
pub(super) struct Placing<W> {
    /// On a row: the lowest bit of its kind. On a pile: nothing.
    pub(super) unit: W,
    /// What a seat may still add to its rows: after a number only higher ones of the colour, else everything.
    pub(super) keeps: W,
    /// On a row: 0. On a pile: the card as a digit, and the pile's bit among the sources.
    pub(super) digit: u8,
    pub(super) source: u8,
    /// On a row: 0. On a pile: bits of a digit.
    pub(super) shift: u8,
    /// The pile of its colour.
    pub(super) pile: u8,
}

/// The rules of a play.
#[derive(Clone, Debug)]
pub struct Rules<W> {
    pub(super) colours: usize,
    pub(super) low: u8,
    pub(super) high: u8,
    pub(super) wagers: u8,
    pub(super) hand_size: u8,
    pub(super) cost: i16,
    pub(super) bonus_threshold: u32,
    pub(super) bonus_points: i16,
    pub(super) bonus_counts_wagers: bool,
    pub(super) rounds: u8,
    pub(super) round_starter: RoundStarter,
    pub(super) take_back: bool,
    /// Sources that are closed for the rest of a turn when fed: all or none (LC-12).
    pub(super) closes: u8,
    /// Of one round.
    pub(super) max_plies: u16,
    pub(super) remembers_piles: bool,
    /// Every card, and how many they are.
    pub(super) all: W,
    pub(super) cards: u32,
    /// All wagers but the last of each colour: where a bit here is set in a hand, the next higher one is the same card.
    pub(super) lower_wagers: W,
    /// The bits of the same kind as each bit.
    pub(super) kinds: [W; MAX_BITS],
    /// By bit, first all on rows, then all on piles.
    pub(super) placings: [Placing<W>; 2 * MAX_BITS],
    /// What a row with these twelve bits is worth.
    pub(super) rows: Vec<Row>,
}

impl<W: CardSet> Rules<W> {
    pub(super) fn new(values: &Resolved) -> Result<Self, Vec<Problem>> {
        let small = |key: &str| values.int(key) as u8;
        let (low, high, wagers) = (small("low"), small("high"), small("wagers"));
        let mut problems = Vec::new();
        if high < low {
            problems.push(Problem::new("high", format!("{high} is below `low`, which is {low}")));
        }
        let cards = usize::from(high.saturating_sub(low)) + 1 + usize::from(wagers);
        if cards > COLOUR_BITS {
            let why = format!(
                "{wagers} wagers and the numbers {low} to {high} are {cards} cards of a colour; at most {COLOUR_BITS}"
            );
            problems.push(Problem::new("wagers", why));
        }
        let colours = values.int("colours") as usize;
        let (hand_size, deck) = (small("hand_size"), cards * colours);
        if 2 * usize::from(hand_size) >= deck {
            let why = format!(
                "two hands of {hand_size} leave no deck of {deck} cards; at most {}",
                deck.saturating_sub(1) / 2
            );
            problems.push(Problem::new("hand_size", why));
        }
        let (rounds, max_plies) = (small("rounds"), values.int("max_plies"));
        if i64::from(rounds) * max_plies > 60_000 {
            problems
                .push(Problem::new("max_plies", format!("{rounds} rounds of {max_plies} plies are more than 60000")));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut rules = Self {
            colours,
            low,
            high,
            wagers,
            hand_size,
            cost: values.int("cost") as i16,
            bonus_threshold: values.int("bonus_threshold") as u32,
            bonus_points: values.int("bonus_points") as i16,
            bonus_counts_wagers: values.yes("bonus_counts_wagers"),
            rounds,
            round_starter: match values.word("round_starter") {
                "leader" => RoundStarter::Leader,
                "alternate" => RoundStarter::Alternate,
                _ => RoundStarter::First,
            },
            take_back: values.yes("take_back"),
            closes: if values.yes("take_back") { 0 } else { !0 },
            max_plies: max_plies as u16,
            remembers_piles: values.word("pile_memory") == "all",
            all: W::default(),
            cards: deck as u32,
            lower_wagers: W::default(),
            kinds: [W::default(); MAX_BITS],
            placings: [Placing::default(); 2 * MAX_BITS],
            rows: Vec::new(),
        };
        rules.fill_tables(cards as u32);
        Ok(rules)
    }

    fn fill_tables(&mut self, cards: u32) {
        let wagers = u32::from(self.wagers);
        for colour in 0..self.colours {
            let first = (COLOUR_BITS * colour) as u32;
            let up_to = |count: u32| (0..count).fold(W::default(), |set, index| set | W::bit(first + index));
            self.all |= up_to(cards);
            self.lower_wagers |= up_to(wagers.saturating_sub(1));
            for index in 0..cards {
                let bit = (first + index) as usize;
                let is_wager = index < wagers;
                self.kinds[bit] = if is_wager { up_to(wagers) } else { W::bit(first + index) };
                let lowest = self.kinds[bit].lowest();
                let pile = colour as u8 + 1;
                let none = Placing { keeps: !W::default(), pile, ..Placing::default() };
                self.placings[bit] = Placing {
                    unit: W::bit(lowest),
                    // LC-07, LC-08: after a number only higher ones, and no wager.
                    keeps: if is_wager { none.keeps } else { !up_to(index + 1) },
                    ..none
                };
                self.placings[MAX_BITS + bit] =
                    Placing { digit: (lowest - first + 1) as u8, source: 1 << pile, shift: DIGIT_BITS, ..none };
            }
        }
        self.rows = (0..1 << COLOUR_BITS).map(|bits| row_points(self, bits)).collect();
    }

    /// Kinds of cards: numbers and one wager of each colour, if there are wagers.
    pub(super) fn kinds_a_colour(&self) -> u32 {
        u32::from(self.high - self.low) + 1 + u32::from(self.wagers > 0)
    }

    /// Every card of a colour.
    pub(super) fn colour(&self, colour: usize) -> W {
        (0..COLOUR_BITS as u32).fold(W::default(), |set, index| set | W::bit((COLOUR_BITS * colour) as u32 + index))
            & self.all
    }

    /// The card of a bit: the lowest bit of its kind.
    #[inline(always)]
    pub(super) fn card(&self, bit: u32) -> u8 {
        self.kinds[bit as usize % MAX_BITS].lowest() as u8
    }

    /// Bits and lowest bit of a card's kind.
    #[inline(always)]
    pub(super) fn kind(&self, card: u8) -> (W, W) {
        (self.kinds[usize::from(card) % MAX_BITS], W::bit(u32::from(card)))
    }

    /// One bit for each different card of a set: the highest of its kind.
    #[inline(always)]
    pub(super) fn different(&self, set: W) -> W {
        set & !((set >> 1) & self.lower_wagers)
    }
}

/// Colour of a card.
#[inline(always)]
pub(super) fn colour_of(card: u8) -> usize {
    (usize::from(card) / COLOUR_BITS).min(MAX_COLOURS - 1)
}
