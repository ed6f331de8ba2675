//! The state, and what a ply or a card from the deck does to it.
//!
//! ```text
//!   pile       its cards as digits of four bits, the top in the lowest digit; 1 + index within the colour,
//!              a wager as 1, so that 0 is an empty pile
//!   in_piles   bit c: pile c has a card          closed   the pile that may not be drawn from, or NO_PILE
//! ```
//!
//! The deck is a set and has no order: which card comes is decided when it is drawn.
//!
//! Invariants, verified by [`State::check`]: hands, deck, piles and rows hold every card once; hands have their
//! size; known cards are in the hand; `open` is what the rows leave open; counters fit the cards that have moved.

use crate::cpu::Cpu;
use crate::game::{Seat, TRUNCATED};
use crate::rng::ChanceKey;

use super::actions::Action;
use super::cards::{COLOUR_BITS, CardSet, MAX_COLOURS, with, without};
use super::rules::{RoundStarter, Rules, colour_of};
use super::scoring::{Tally, tally};

/// What the seat has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Place a card.
    Place,
    /// Take a card.
    Draw,
    /// Wait for the card it takes from the deck.
    Deck,
    /// Wait for a card of the deal.
    Deal,
}

/// No pile is closed.
pub(super) const NO_PILE: u8 = 7;
/// End code of LC-14; also the running game's, which is never asked for it.
const DECK: u8 = 1;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<W> {
    pub(super) hands: [W; 2],
    /// Cards of each hand that the other seat knows: they came from a pile (LC-23).
    pub(super) known: [W; 2],
    pub(super) rows: [W; 2],
    /// What still fits the rows of each seat.
    pub(super) open: [W; 2],
    pub(super) deck: W,
    pub(super) piles: [u64; MAX_COLOURS],
    pub(super) in_piles: u8,
    pub(super) closed: u8,
    pub(super) phase: Phase,
    pub(super) seat: u8,
    /// Who began the round.
    pub(super) starter: u8,
    pub(super) round: u8,
    /// Whether nobody decides any more.
    over: bool,
    /// Turns ended in this round.
    pub(super) turns: u16,
    /// Cards taken from piles in this round by each seat.
    pub(super) taken: [u16; 2],
    /// What the earlier rounds gave.
    pub(super) past: [Tally; 2],
}

impl<W: CardSet> State<W> {
    /// A round before its deal.
    #[inline(always)]
    pub(super) fn undealt(rules: &Rules<W>, starter: u8, round: u8, past: [Tally; 2]) -> Self {
        let none = W::default();
        Self {
            hands: [none; 2],
            known: [none; 2],
            rows: [none; 2],
            open: [!none; 2],
            deck: rules.all,
            piles: [0; MAX_COLOURS],
            in_piles: 0,
            closed: NO_PILE,
            phase: Phase::Deal,
            seat: starter,
            starter,
            round,
            over: false,
            turns: 0,
            taken: [0; 2],
            past,
        }
    }

    /// The first round, dealt from `chance`.
    #[inline(always)]
    pub(super) fn dealt<C: Cpu>(rules: &Rules<W>, chance: ChanceKey) -> Self {
        let mut state = Self::undealt(rules, 0, 1, [Tally::default(); 2]);
        while state.phase == Phase::Deal {
            let card = state.sample::<C>(rules, chance);
            state.receive(rules, card);
        }
        state
    }

    #[inline(always)]
    pub(super) fn seat_index(&self) -> usize {
        usize::from(self.seat & 1)
    }

    #[inline(always)]
    pub(super) fn over(&self) -> bool {
        self.over
    }

    #[inline(always)]
    pub(super) fn end_code(&self) -> u8 {
        if self.over && self.deck == W::default() { DECK } else { TRUNCATED }
    }

    /// Piles that a card may be taken from, as bits.
    #[inline(always)]
    pub(super) fn open_piles(&self) -> u8 {
        self.in_piles & !(1 << self.closed)
    }

    /// Plies of this round.
    #[inline(always)]
    pub(super) fn round_plies(&self) -> u16 {
        2 * self.turns
            + match self.phase {
                Phase::Place | Phase::Deal => 0,
                Phase::Draw => 1,
                Phase::Deck => 2,
            }
    }

    /// Turns ended in earlier rounds: each drew the whole deck, and took some cards from piles.
    #[inline(always)]
    fn earlier_turns(&self, rules: &Rules<W>) -> u16 {
        let deck = rules.cards() as u16 - 2 * u16::from(rules.hand_size);
        u16::from(self.round - 1) * deck + (self.past[0].facts[2] + self.past[1].facts[2]) as u16
    }

    #[inline(always)]
    pub(super) fn turns(&self, rules: &Rules<W>) -> u16 {
        self.earlier_turns(rules) + self.turns
    }

    #[inline(always)]
    pub(super) fn plies(&self, rules: &Rules<W>) -> u16 {
        2 * self.earlier_turns(rules) + self.round_plies()
    }

    /// Plays a ply (LC-03).
    #[inline(always)]
    pub(super) fn apply(&mut self, rules: &Rules<W>, action: Action) {
        match action {
            Action::Place { card, discard } => self.place(rules, card, discard),
            Action::Deck => {
                self.phase = Phase::Deck;
                self.closed = NO_PILE;
            }
            Action::Pile(colour) => self.take(rules, usize::from(colour) % MAX_COLOURS),
        }
    }

    /// LC-04: to the own row or to the pile of its colour. Without a branch: random play chooses either half the time.
    #[inline(always)]
    fn place(&mut self, rules: &Rules<W>, card: u8, discard: bool) {
        let seat = self.seat_index();
        let (kind, unit) = rules.kind(card);
        self.hands[seat] = without(self.hands[seat], kind);
        // LC-23: of equal cards the known ones leave first.
        self.known[seat] = without(self.known[seat], kind);
        let played = W::all_if(!discard);
        self.rows[seat] |= (self.rows[seat] & kind).plus(unit) & kind & played;
        self.open[seat] &= rules.keeps[usize::from(card) % rules.keeps.len()] | !played;
        let colour = colour_of(card);
        let digit = u64::from(card) - (COLOUR_BITS * colour) as u64 + 1;
        self.piles[colour] = (self.piles[colour] << (4 * u32::from(discard))) | (digit * u64::from(discard));
        self.in_piles |= u8::from(discard) << colour;
        // LC-12: the pile just fed is closed for this turn.
        self.closed = if discard && !rules.take_back { colour as u8 } else { NO_PILE };
        self.phase = Phase::Draw;
        self.over = self.round_plies() >= rules.max_plies;
    }

    /// LC-10, LC-13: the top of a pile comes into the hand, seen by the other seat.
    #[inline(always)]
    fn take(&mut self, rules: &Rules<W>, colour: usize) {
        let seat = self.seat_index();
        let pile = self.piles[colour];
        let card = (COLOUR_BITS * colour) as u8 + (pile & 15) as u8 - 1;
        self.piles[colour] = pile >> 4;
        self.in_piles &= !(u8::from(pile >> 4 == 0) << colour);
        let (kind, unit) = rules.kind(card);
        self.hands[seat] = with(self.hands[seat], kind, unit);
        self.known[seat] = with(self.known[seat], kind, unit);
        self.taken[seat] += 1;
        self.pass_turn(rules);
    }

    /// LC-03: the other seat places next, unless the technical limit of the round is reached (LC-22).
    #[inline(always)]
    fn pass_turn(&mut self, rules: &Rules<W>) {
        self.seat ^= 1;
        self.phase = Phase::Place;
        self.closed = NO_PILE;
        self.turns += 1;
        self.over = self.round_plies() >= rules.max_plies;
    }

    /// A card of the deck, each as likely as every other; draw k of a game is answered by `chance` alone.
    #[inline(always)]
    pub(super) fn sample<C: Cpu>(&self, rules: &Rules<W>, chance: ChanceKey) -> u8 {
        let left = self.deck.count();
        let draw = u32::from(self.round) * rules.cards() - left;
        rules.card(self.deck.select::<C>(chance.below(draw, left)))
    }

    /// LC-02, LC-11: a card comes from the deck into the hand that waits for one.
    #[inline(always)]
    pub(super) fn receive(&mut self, rules: &Rules<W>, card: u8) {
        let seat = self.seat_index();
        let (kind, unit) = rules.kind(card);
        self.deck = without(self.deck, kind);
        self.hands[seat] = with(self.hands[seat], kind, unit);
        if self.phase == Phase::Deal {
            self.seat ^= 1;
            if rules.cards() - self.deck.count() == 2 * u32::from(rules.hand_size) {
                self.phase = Phase::Place;
            }
        } else {
            self.pass_turn(rules);
            // LC-14: the last card of the deck ends the round at once, whatever the limit says.
            if self.deck == W::default() {
                self.end_round(rules);
            }
        }
    }

    /// LC-20: the last round ends the game; after another, all cards are gathered and dealt anew.
    #[cold]
    fn end_round(&mut self, rules: &Rules<W>) {
        if self.round >= rules.rounds {
            self.over = true;
            return;
        }
        let past = [0, 1].map(|seat| tally(rules, self, seat));
        let (first, second) = (past[0].points(), past[1].points());
        let starter = match rules.round_starter {
            RoundStarter::First => 0,
            RoundStarter::Leader if first != second => u8::from(second > first),
            RoundStarter::Leader | RoundStarter::Alternate => self.starter ^ 1,
        };
        *self = Self::undealt(rules, starter, self.round + 1, past);
    }

    /// Sets what the other fields decide: for a state read from text.
    pub(super) fn complete(&mut self, rules: &Rules<W>) {
        for seat in 0..2 {
            self.open[seat] = open_after(rules, self.rows[seat]);
        }
        self.in_piles = (0..MAX_COLOURS).fold(0, |set, colour| set | u8::from(self.piles[colour] != 0) << colour);
        let decides = matches!(self.phase, Phase::Place | Phase::Draw);
        self.over = decides && (self.deck == W::default() || self.round_plies() >= rules.max_plies);
    }

    /// Puts a card on a pile.
    pub(super) fn push(&mut self, colour: usize, card: u8) {
        self.piles[colour] = self.piles[colour] << 4 | (u64::from(card) - (COLOUR_BITS * colour) as u64 + 1);
    }

    /// The cards of a pile, bottom first.
    pub(super) fn pile(&self, colour: usize) -> Vec<u8> {
        let digits = (0..16).map(|place| self.piles[colour] >> (4 * place) & 15).take_while(|&digit| digit != 0);
        let mut cards: Vec<u8> = digits.map(|digit| (COLOUR_BITS * colour) as u8 + digit as u8 - 1).collect();
        cards.reverse();
        cards
    }

    pub(super) fn check(&self, rules: &Rules<W>) -> Result<(), String> {
        let mut held = [0u8; super::cards::MAX_BITS];
        let sets = [self.hands[0], self.hands[1], self.rows[0], self.rows[1], self.deck];
        for set in sets {
            super::actions::bits(set).for_each(|bit| held[usize::from(rules.card(bit))] += 1);
            let again = super::actions::bits(set).fold(W::default(), |again, bit| {
                let (kind, unit) = rules.kind(rules.card(bit));
                with(again, kind, unit)
            });
            ensure(again == set, "a set does not count wagers from below")?;
        }
        (0..rules.colours).flat_map(|colour| self.pile(colour)).for_each(|card| held[usize::from(card)] += 1);
        for bit in super::actions::bits(rules.all) {
            let card = rules.card(bit);
            let expected = rules.kinds[usize::from(card)].count();
            ensure(u32::from(held[usize::from(card)]) == expected, "a card is missing or there twice")?;
        }
        let full = u32::from(rules.hand_size);
        for seat in 0..2 {
            let waits = self.seat_index() == seat && matches!(self.phase, Phase::Draw | Phase::Deck);
            let size = self.hands[seat].count();
            ensure(self.phase == Phase::Deal || size == full - u32::from(waits), "a hand has a wrong size")?;
            ensure(self.known[seat] & !self.hands[seat] == W::default(), "a known card is not in the hand")?;
        }
        let dealt = 2 * full;
        let drawn = (rules.cards() - self.deck.count()).saturating_sub(dealt) as u16;
        let turns = if self.phase == Phase::Deal { 0 } else { drawn + self.taken[0] + self.taken[1] };
        ensure(turns == self.turns, "turns are not the cards taken")?;
        ensure(self.starter == self.seat ^ (self.starter_parity(rules)), "the starter does not fit the turns")?;
        let mut again = self.clone();
        again.complete(rules);
        ensure(again == *self, "cached fields are not what the cards say")
    }

    /// 1 if the seat to move did not begin the round.
    pub(super) fn starter_parity(&self, rules: &Rules<W>) -> u8 {
        let moved = if self.phase == Phase::Deal { rules.cards() - self.deck.count() } else { u32::from(self.turns) };
        (moved & 1) as u8
    }

    #[inline(always)]
    pub(super) fn seat(&self) -> Seat {
        Seat(self.seat)
    }
}

/// What a seat with these rows may still add: above the last number of a colour, or anything.
fn open_after<W: CardSet>(rules: &Rules<W>, rows: W) -> W {
    super::actions::bits(rows).fold(!W::default(), |open, bit| open & rules.keeps[bit as usize])
}

fn ensure(holds: bool, problem: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem.into()) }
}
