//! The state, and what a ply or a card from the deck does to it.
//!
//! ```text
//!   sources    bit 0: the deck    bit 1 + c: the pile of colour c; set where there is a card
//!   open       the same for the turn under way, without what is closed; 0 unless a card is to be taken
//!   piles[n]   of source n, its cards as digits of four bits, the top in the lowest digit; 1 + index within
//!              the colour, a wager as 1, so that 0 is an empty pile
//! ```
//!
//! The deck is a set and has no order: which card comes is decided when it is drawn.
//!
//! Invariants, verified by [`State::check`]: hands, deck, piles and rows hold every card once; hands have their
//! size; unseen cards are in the hand; `open` is what the rows leave open; counters fit the cards that have moved.

use crate::cpu::Cpu;
use crate::game::{Seat, TRUNCATED};
use crate::rng::ChanceKey;

use super::actions::Action;
use super::cards::{COLOUR_BITS, CardSet, DIGIT_BITS, MAX_BITS, MAX_SOURCES, with, without};
use super::rules::{RoundStarter, Rules};
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

/// End code of LC-14; also the running game's, which is never asked for it.
const DECK: u8 = 1;

/// What lies before one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Side<W> {
    pub(super) hand: W,
    pub(super) rows: W,
    /// Cards of the hand that the other seat does not know: they came from the deck (LC-23).
    pub(super) unseen: W,
    /// What still fits the rows.
    pub(super) open: W,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<W> {
    pub(super) sides: [Side<W>; 2],
    pub(super) deck: W,
    pub(super) piles: [u64; MAX_SOURCES],
    pub(super) sources: u8,
    pub(super) open: u8,
    pub(super) phase: Phase,
    pub(super) seat: u8,
    /// Who began the round.
    pub(super) starter: u8,
    pub(super) round: u8,
    /// Plies left in this round (LC-22); 0 also when the game is over.
    pub(super) left: u16,
    /// Cards taken from piles in this round by each seat.
    pub(super) taken: [u16; 2],
    /// What the earlier rounds gave.
    pub(super) past: [Tally; 2],
}

impl<W: CardSet> State<W> {
    /// A round before its deal.
    #[inline(always)]
    pub(super) fn undealt(rules: &Rules<W>, starter: u8, round: u8, past: [Tally; 2]) -> Self {
        Self {
            sides: [Side { open: !W::default(), ..Side::default() }; 2],
            deck: rules.all,
            piles: [0; MAX_SOURCES],
            sources: 1,
            open: 0,
            phase: Phase::Deal,
            seat: starter,
            starter,
            round,
            left: rules.max_plies,
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

    /// Whether nobody decides any more: a card that is still to come from the deck comes first.
    #[inline(always)]
    pub(super) fn over(&self) -> bool {
        self.left == 0 && matches!(self.phase, Phase::Place | Phase::Draw)
    }

    #[inline(always)]
    pub(super) fn end_code(&self) -> u8 {
        if self.phase == Phase::Place && self.deck == W::default() { DECK } else { TRUNCATED }
    }

    /// The pile that is closed in this turn (LC-12), as a colour.
    pub(super) fn closed_pile(&self) -> Option<usize> {
        let closed = self.sources & !self.open;
        (self.phase == Phase::Draw && closed != 0).then(|| closed.trailing_zeros() as usize - 1)
    }

    /// Cards of a seat's hand that the other seat knows: they came from a pile (LC-23).
    pub(super) fn known(&self, rules: &Rules<W>, seat: usize) -> W {
        let Side { hand, unseen, .. } = self.sides[seat];
        super::actions::bits(unseen).fold(hand, |known, bit| without(known, rules.kinds[bit as usize]))
    }

    /// Turns ended in this round: in each a card was taken.
    #[inline(always)]
    pub(super) fn round_turns(&self, rules: &Rules<W>) -> u16 {
        let dealt = 2 * u32::from(rules.hand_size);
        let drawn = (rules.cards - self.deck.count()).saturating_sub(dealt) as u16;
        drawn + self.taken[0] + self.taken[1]
    }

    /// Plies of this round, counted by the cards that have moved.
    #[inline(always)]
    pub(super) fn round_plies(&self, rules: &Rules<W>) -> u16 {
        let begun = match self.phase {
            Phase::Place | Phase::Deal => 0,
            Phase::Draw => 1,
            Phase::Deck => 2,
        };
        2 * self.round_turns(rules) + begun
    }

    /// Turns ended in earlier rounds: each drew the whole deck, and took some cards from piles.
    #[inline(always)]
    fn earlier_turns(&self, rules: &Rules<W>) -> u16 {
        let deck = rules.cards as u16 - 2 * u16::from(rules.hand_size);
        u16::from(self.round - 1) * deck + (self.past[0].facts[2] + self.past[1].facts[2]) as u16
    }

    #[inline(always)]
    pub(super) fn turns(&self, rules: &Rules<W>) -> u16 {
        self.earlier_turns(rules) + self.round_turns(rules)
    }

    #[inline(always)]
    pub(super) fn plies(&self, rules: &Rules<W>) -> u16 {
        2 * self.earlier_turns(rules) + self.round_plies(rules)
    }

    /// Plays a ply (LC-03).
    #[inline(always)]
    pub(super) fn apply(&mut self, rules: &Rules<W>, action: Action) {
        match action {
            Action::Place { card, discard } => {
                let held = self.sides[self.seat_index()].hand;
                let bit = (held ^ without(held, rules.kind(card).0)).lowest();
                self.place(rules, bit, discard);
            }
            Action::Deck => self.ask_deck(),
            Action::Pile(colour) => self.take(usize::from(colour) + 1),
        }
    }

    /// LC-04: to the own row or to the pile of its colour; `bit` is the highest of its kind in the hand. Without a
    /// branch: random play chooses either half the time.
    #[inline(always)]
    pub(super) fn place(&mut self, rules: &Rules<W>, bit: u32, discard: bool) {
        let placing = &rules.placings[bit as usize % MAX_BITS + usize::from(discard) * MAX_BITS];
        let side = &mut self.sides[usize::from(self.seat & 1)];
        side.hand ^= W::bit(bit);
        // LC-23: of equal cards the known ones leave first, so the unseen ones are as many as before, or all.
        side.unseen &= side.hand;
        side.rows = with(side.rows, placing.unit);
        side.open &= placing.keeps;
        let pile = &mut self.piles[usize::from(placing.pile) % MAX_SOURCES];
        *pile = *pile << (placing.shift & 63) | u64::from(placing.digit);
        self.sources |= placing.source;
        // LC-12: the pile just fed is closed for this turn.
        self.open = self.sources & !(placing.source & rules.closes);
        self.phase = Phase::Draw;
        self.left -= 1;
    }

    #[inline(always)]
    pub(super) fn ask_deck(&mut self) {
        self.phase = Phase::Deck;
        self.open = 0;
        self.left -= 1;
    }

    /// LC-10, LC-13: the top of a pile comes into the hand, seen by the other seat.
    #[inline(always)]
    pub(super) fn take(&mut self, source: usize) {
        let (seat, source) = (self.seat_index(), source % MAX_SOURCES);
        let pile = self.piles[source];
        let rest = pile >> DIGIT_BITS;
        self.piles[source] = rest;
        self.sources ^= u8::from(rest == 0) << source;
        let side = &mut self.sides[seat];
        side.hand = with(side.hand, W::bit(lowest_bit(source, pile)));
        self.taken[seat] += 1;
        self.left -= 1;
        self.pass_turn();
    }

    /// LC-03: the other seat places next.
    #[inline(always)]
    fn pass_turn(&mut self) {
        self.seat ^= 1;
        self.phase = Phase::Place;
        self.open = 0;
    }

    /// A card of the deck, each as likely as every other; draw k of a game is answered by `chance` alone.
    #[inline(always)]
    pub(super) fn sample<C: Cpu>(&self, rules: &Rules<W>, chance: ChanceKey) -> u8 {
        let left = self.deck.count();
        let draw = u32::from(self.round) * rules.cards - left;
        rules.card(self.deck.select::<C>(chance.below(draw, left)))
    }

    /// LC-02, LC-11: a card comes from the deck into the hand that waits for one.
    #[inline(always)]
    pub(super) fn receive(&mut self, rules: &Rules<W>, card: u8) {
        let (kind, unit) = rules.kind(card);
        self.deck = without(self.deck, kind);
        let side = &mut self.sides[usize::from(self.seat & 1)];
        side.hand = with(side.hand, unit);
        side.unseen = with(side.unseen, unit);
        if self.phase == Phase::Deal {
            self.seat ^= 1;
            if rules.cards - self.deck.count() == 2 * u32::from(rules.hand_size) {
                self.phase = Phase::Place;
            }
        } else {
            self.pass_turn();
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
            self.left = 0;
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
        for side in &mut self.sides {
            side.open = open_after(rules, side.rows);
        }
        self.sources = (1..MAX_SOURCES).fold(1, |set, source| set | u8::from(self.piles[source] != 0) << source);
        let ended = self.phase == Phase::Place && self.deck == W::default();
        self.left = if ended { 0 } else { rules.max_plies.saturating_sub(self.round_plies(rules)) };
    }

    /// Puts a card on a pile.
    pub(super) fn push(&mut self, colour: usize, card: u8) {
        let digit = u64::from(card) - (COLOUR_BITS * colour) as u64 + 1;
        self.piles[colour + 1] = self.piles[colour + 1] << DIGIT_BITS | digit;
    }

    /// The cards of a pile, bottom first.
    pub(super) fn pile(&self, colour: usize) -> Vec<u8> {
        let rests = std::iter::successors(Some(self.piles[colour + 1]), |pile| Some(pile >> DIGIT_BITS));
        let tops = rests.take_while(|&pile| pile != 0).map(|pile| lowest_bit(colour + 1, pile) as u8);
        let mut cards: Vec<u8> = tops.collect();
        cards.reverse();
        cards
    }

    pub(super) fn check(&self, rules: &Rules<W>) -> Result<(), String> {
        let mut held = [0u8; MAX_BITS];
        let [first, second] = self.sides;
        for set in [first.hand, second.hand, first.rows, second.rows, self.deck] {
            super::actions::bits(set).for_each(|bit| held[usize::from(rules.card(bit))] += 1);
            let again =
                super::actions::bits(set).fold(W::default(), |again, bit| with(again, rules.kind(rules.card(bit)).1));
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
            let Side { hand, unseen, .. } = self.sides[seat];
            ensure(self.phase == Phase::Deal || hand.count() == full - u32::from(waits), "a hand has a wrong size")?;
            ensure(unseen & !hand == W::default(), "an unseen card is not in the hand")?;
        }
        let closed = self.sources & !self.open;
        let fits = if self.phase == Phase::Draw { closed & 1 == 0 && closed.count_ones() <= 1 } else { self.open == 0 };
        ensure(fits && self.open & !self.sources == 0, "open sources do not fit the turn")?;
        ensure(self.starter == self.seat ^ (self.starter_parity(rules)), "the starter does not fit the turns")?;
        let mut again = self.clone();
        again.complete(rules);
        ensure(again == *self, "cached fields are not what the cards say")
    }

    /// 1 if the seat to move did not begin the round.
    pub(super) fn starter_parity(&self, rules: &Rules<W>) -> u8 {
        let dealt = rules.cards - self.deck.count();
        let moved = if self.phase == Phase::Deal { dealt } else { u32::from(self.round_turns(rules)) };
        (moved & 1) as u8
    }

    #[inline(always)]
    pub(super) fn seat(&self) -> Seat {
        Seat(self.seat)
    }
}

/// The card on top of a pile that is not empty, by the lowest bit of its kind.
#[inline(always)]
fn lowest_bit(source: usize, pile: u64) -> u32 {
    (COLOUR_BITS * source) as u32 + (pile & 15) as u32 - (COLOUR_BITS as u32 + 1)
}

/// What a seat with these rows may still add: above the last number of a colour, or anything.
fn open_after<W: CardSet>(rules: &Rules<W>, rows: W) -> W {
    super::actions::bits(rows).fold(!W::default(), |open, bit| open & rules.placings[bit as usize].keeps)
}

fn ensure(holds: bool, problem: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem.into()) }
}
