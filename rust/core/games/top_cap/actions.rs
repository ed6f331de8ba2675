//! Moves: their order, their codes.
//!
//! Legal moves are listed by the square they start from (rank by rank, from a1), then by direction (upwards
//! first, then clockwise), which is the ascending order of their codes:
//!
//! ```text
//!   code = 8 * (board_size * rank + file) + direction  <  8 * board_size^2
//! ```

use crate::cpu::Cpu;

use super::rules::{MAX_CAPS, Rules};
use super::state::State;
use super::tables::DIRECTIONS;

/// A cap goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Where it stands, in the grid of 8x8 squares.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

#[inline(always)]
pub(super) fn legal_count(state: &State) -> u32 {
    state.moves.count_ones()
}

#[inline(always)]
pub(super) fn nth_legal<C: Cpu>(rules: &Rules, state: &State, n: u32) -> Action {
    at_bit(rules, state, C::select_bit(state.moves, n))
}

/// The move of one bit of `state.moves`.
#[inline(always)]
fn at_bit(rules: &Rules, state: &State, bit: u32) -> Action {
    let place = state.places[bit as usize / 8 % MAX_CAPS] as usize;
    Action { from: place as u8 % 64, to: rules.tables.targets[place][bit as usize % 8] }
}

pub(super) fn legal_actions(rules: &Rules, state: &State, out: &mut Vec<Action>) {
    let mut rest = state.moves;
    while rest != 0 {
        out.push(at_bit(rules, state, rest.trailing_zeros()));
        rest &= rest - 1;
    }
}

pub(super) fn codes(rules: &Rules) -> u32 {
    8 * u32::from(rules.size()).pow(2)
}

pub(super) fn code(rules: &Rules, action: Action) -> u32 {
    let [from, to] = [action.from, action.to].map(|square| (square as i8 % 8, square as i8 / 8));
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let direction = DIRECTIONS.iter().position(|&direction| direction == step).expect("a move leaves its square");
    let square = u32::from(action.from / 8) * u32::from(rules.size()) + u32::from(action.from % 8);
    8 * square + direction as u32
}
