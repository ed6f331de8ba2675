//! What rows are worth, and the result.

use crate::game::Outcome;

use super::cards::{COLOUR_BITS, CardSet, MAX_COLOURS};
use super::rules::Rules;
use super::state::State;

/// The points of one row by source, and what it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// Numbers, cost, what the wagers multiplied, bonus.
    pub(super) components: [i16; 4],
    /// 1 if it has any card.
    pub(super) opened: i16,
    /// Wagers in it.
    pub(super) wagers: i16,
}

impl Row {
    /// Its value.
    pub(super) fn points(&self) -> i16 {
        self.components.iter().sum()
    }
}

/// LC-15 to LC-18: the row with these twelve bits. Bits that no row can have give something, and nobody asks.
pub(super) fn row_points<W: CardSet>(rules: &Rules<W>, bits: u32) -> Row {
    if bits == 0 {
        return Row::default(); // LC-16: no card, no row, no cost
    }
    let wagers = (bits & ((1 << rules.wagers) - 1)).count_ones();
    let numbers: i16 = (u32::from(rules.wagers)..COLOUR_BITS as u32)
        .filter(|index| bits >> index & 1 == 1)
        .map(|index| i16::from(rules.low) + index as i16 - i16::from(rules.wagers))
        .sum();
    let length = if rules.bonus_counts_wagers { bits.count_ones() } else { bits.count_ones() - wagers };
    let bonus = if length >= rules.bonus_threshold { rules.bonus_points } else { 0 };
    Row {
        components: [numbers, -rules.cost, wagers as i16 * (numbers - rules.cost), bonus],
        opened: 1,
        wagers: wagers as i16,
    }
}

/// Everything that counts for one seat: components, points by colour, facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) components: [i16; 4],
    pub(super) by_colour: [i16; MAX_COLOURS],
    /// Rows opened, wagers played, cards taken from piles.
    pub(super) facts: [i16; 3],
}

impl Tally {
    #[inline(always)]
    pub(super) fn points(&self) -> i16 {
        self.components.iter().sum()
    }
}

/// What a seat has: earlier rounds (LC-20) and the table as it stands.
#[inline(always)]
pub(super) fn tally<W: CardSet>(rules: &Rules<W>, state: &State<W>, seat: usize) -> Tally {
    let mut tally = state.past[seat];
    for colour in 0..rules.colours {
        let row = &rules.rows[state.sides[seat].rows.colour(colour) % (1 << COLOUR_BITS)];
        for (sum, points) in tally.components.iter_mut().zip(row.components) {
            *sum += points;
        }
        tally.by_colour[colour] += row.points();
        tally.facts[0] += row.opened;
        tally.facts[1] += row.wagers;
    }
    tally.facts[2] += state.taken[seat] as i16;
    tally
}

/// LC-19: the sums of both seats; the higher wins, equal ones share.
#[inline(always)]
pub(super) fn outcome<W: CardSet>(rules: &Rules<W>, state: &State<W>) -> Outcome {
    let mut outcome = Outcome::new(state.end_code(), state.turns(rules));
    for seat in 0..2 {
        let tally = tally(rules, state, seat);
        let part = &mut outcome.seats[seat];
        part.score = tally.points();
        part.columns[..4].copy_from_slice(&tally.components);
        part.columns[4..4 + MAX_COLOURS].copy_from_slice(&tally.by_colour);
        part.columns[4 + MAX_COLOURS..7 + MAX_COLOURS].copy_from_slice(&tally.facts);
    }
    outcome.rank_by_points(2);
    outcome
}
