//! Actions: their order, their codes.
//!
//! Kinds of cards are numbered colour by colour, the wager first (if there are wagers), then the numbers
//! upwards; K is the number of kinds. Legal actions are listed in the order of their codes:
//!
//! ```text
//!   code            placing                        code        taking
//!   kind            play it on the own row         2K          from the deck
//!   K + kind        discard it                     2K + 1 + c  from the pile of colour c
//!                                                              codes < 2K + 1 + colours
//! ```

use std::hint::select_unpredictable;

use crate::cpu::Cpu;

use super::cards::{COLOUR_BITS, CardSet};
use super::rules::{Rules, colour_of};
use super::state::{Phase, State};

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A card of the hand goes to the own row of its colour, or to the pile of its colour.
    Place {
        /// The card, by the lowest bit of its kind.
        card: u8,
        /// Whether to the pile.
        discard: bool,
    },
    /// The next card of the deck is taken.
    Deck,
    /// The top of the pile of this colour is taken.
    Pile(u8),
}

/// The different cards of the hand, and those of them that fit a row.
#[inline(always)]
fn placements<W: CardSet>(rules: &Rules<W>, state: &State<W>) -> (W, W) {
    let seat = state.seat_index();
    let side = &state.sides[seat];
    let cards = rules.different(side.hand);
    (cards, cards & side.open)
}

#[inline(always)]
pub(super) fn legal_count<W: CardSet>(rules: &Rules<W>, state: &State<W>) -> u32 {
    if state.phase == Phase::Place {
        let (cards, fitting) = placements(rules, state);
        cards.count() + fitting.count()
    } else {
        state.open.count_ones()
    }
}

#[inline(always)]
pub(super) fn nth_legal<W: CardSet, C: Cpu>(rules: &Rules<W>, state: &State<W>, n: u32) -> Action {
    if state.phase == Phase::Place {
        let (bit, discard) = nth_placement::<W, C>(placements(rules, state), n);
        Action::Place { card: rules.card(bit), discard }
    } else {
        match C::select_bit(u64::from(state.open), n) {
            0 => Action::Deck,
            source => Action::Pile(source as u8 - 1),
        }
    }
}

/// One of the placements, plays first: a bit of the hand, and whether to the pile.
#[inline(always)]
fn nth_placement<W: CardSet, C: Cpu>((cards, fitting): (W, W), n: u32) -> (u32, bool) {
    // Both choices are equally likely, so the set is chosen without a branch.
    let (beyond, plays) = n.overflowing_sub(fitting.count());
    let set = select_unpredictable(plays, fitting, cards);
    (set.select::<C>(select_unpredictable(plays, n, beyond)), !plays)
}

/// A whole decision; says the same as `legal_count`, `nth_legal` and `State::apply`.
#[inline(always)]
pub(super) fn decide<W: CardSet, C: Cpu>(
    rules: &Rules<W>,
    state: &mut State<W>,
    choose: impl FnOnce(&State<W>, u32) -> u32,
    see: impl FnOnce(&State<W>, Action),
) {
    if state.phase == Phase::Place {
        let (cards, fitting) = placements(rules, state);
        let n = choose(state, cards.count() + fitting.count());
        let (bit, discard) = nth_placement::<W, C>((cards, fitting), n);
        see(state, Action::Place { card: rules.card(bit), discard });
        state.place(rules, bit, discard);
    } else {
        let n = choose(state, state.open.count_ones());
        match C::select_bit(u64::from(state.open), n) {
            0 => {
                see(state, Action::Deck);
                state.ask_deck();
            }
            source => {
                see(state, Action::Pile(source as u8 - 1));
                state.take(source as usize);
            }
        }
    }
}

pub(super) fn legal_actions<W: CardSet>(rules: &Rules<W>, state: &State<W>, out: &mut Vec<Action>) {
    if state.phase == Phase::Place {
        let (cards, fitting) = placements(rules, state);
        for (set, discard) in [(fitting, false), (cards, true)] {
            out.extend(bits(set).map(|bit| Action::Place { card: rules.card(bit), discard }));
        }
    } else {
        out.push(Action::Deck);
        out.extend((0..rules.colours as u8).filter(|colour| state.open >> (colour + 1) & 1 == 1).map(Action::Pile));
    }
}

/// The bits of a set, ascending.
pub(super) fn bits<W: CardSet>(set: W) -> impl Iterator<Item = u32> {
    (0..(COLOUR_BITS * W::COLOURS) as u32).filter(move |&bit| set & W::bit(bit) != W::default())
}

/// The number of a card's kind.
pub(super) fn kind_number<W: CardSet>(rules: &Rules<W>, card: u8) -> u32 {
    let within = u32::from(card) % COLOUR_BITS as u32;
    // All wagers are one kind; without wagers there is none.
    let wagers = u32::from(rules.wagers);
    let place = if within < wagers { 0 } else { within - wagers.saturating_sub(1) };
    colour_of(card) as u32 * rules.kinds_a_colour() + place
}

pub(super) fn codes<W: CardSet>(rules: &Rules<W>) -> u32 {
    let colours = rules.colours as u32;
    2 * colours * rules.kinds_a_colour() + 1 + colours
}

pub(super) fn code<W: CardSet>(rules: &Rules<W>, action: Action) -> u32 {
    let kinds = rules.colours as u32 * rules.kinds_a_colour();
    match action {
        Action::Place { card, discard: false } => kind_number(rules, card),
        Action::Place { card, discard: true } => kinds + kind_number(rules, card),
        Action::Deck => 2 * kinds,
        Action::Pile(colour) => 2 * kinds + 1 + u32::from(colour),
    }
}
