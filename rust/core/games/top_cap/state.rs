//! The state, and what a move does to it.
//!
//! Sets of squares are 64-bit words (the grid of `tables.rs`). What the mover may do is kept beside them, the
//! cap on the lowest square first:
//!
//! ```text
//!   moves     one byte a cap, the first cap in the lowest byte; bit i of it: direction i is open
//!   places    one entry a cap: 64 * distance + square, the distance being its neighbours of either colour
//! ```
//!
//! Invariants, verified by [`State::check`]: the two sides share no square and have as many caps as at the
//! start, none on the own bottle; a bottle is covered exactly when the end is [`End::Bottle`], and then
//! there are no moves; moves and places are those of the squares.

use crate::cpu::{Cpu, Portable};
use crate::game::Seat;

use super::actions::Action;
use super::rules::{MAX_CAPS, Rules};
use super::tables::OpenDirections;

/// How a game ended; the discriminants are the end codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum End {
    /// The ply cap struck: nobody wins (TC-15).
    Truncated = 0,
    /// The winner covered the other side's bottle (TC-11).
    Bottle = 1,
    /// The side to move cannot move and loses (TC-13).
    Blockade = 2,
    /// It still runs.
    None = 3,
}

/// A position with its side to move and the plies so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    own: u64,
    other: u64,
    pub(super) moves: u64,
    pub(super) places: [u16; MAX_CAPS],
    plies: u16,
    /// Whether black is to move.
    black: bool,
    end: End,
}

impl State {
    /// The position with `caps` of white and black, and who is to move.
    pub(super) fn new(rules: &Rules, caps: [u64; 2], black: bool, plies: u16) -> Self {
        let [own, other] = if black { [caps[1], caps[0]] } else { caps };
        let mut state = Self { own, other, moves: 0, places: [0; MAX_CAPS], plies, black, end: End::None };
        state.find_moves::<Portable>(rules);
        state
    }

    /// The caps of white and of black.
    pub fn caps(&self) -> [u64; 2] {
        if self.black { [self.other, self.own] } else { [self.own, self.other] }
    }

    /// Who is to move, or would be if the game were not over: then it is the loser.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        Seat(u8::from(self.black))
    }

    /// Plies played.
    #[inline(always)]
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// How the game ended, if it did.
    #[inline(always)]
    pub fn end(&self) -> End {
        self.end
    }

    /// Moves a cap and hands the turn over.
    #[inline(always)]
    pub(super) fn apply<C: Cpu>(&mut self, rules: &Rules, action: Action) {
        let moved = self.own ^ (1 << (action.from & 63) | 1 << (action.to & 63));
        (self.own, self.other) = (self.other, moved);
        self.black = !self.black;
        self.plies += 1;
        self.find_moves::<C>(rules);
    }

    /// Fills in what the mover may do and how the game ended. A bottle win is decided first (TC-14), then blockade.
    #[inline(always)]
    fn find_moves<C: Cpu>(&mut self, rules: &Rules) {
        let side = usize::from(self.black);
        // TC-10: the own bottle blocks like a cap, but it is no neighbour.
        let blocked = self.own | self.other | rules.bottles[side];
        // The published number of caps has a loop of its own, which the compiler unrolls.
        self.moves = match &rules.tables.look_up {
            Some(look_up) if C::EXTRACTS && rules.caps() == 4 => self.find_caps::<C>(rules, look_up, 4, blocked),
            _ => self.find_caps::<C>(rules, rules.tables, rules.caps(), blocked),
        };
        self.end = if self.other & rules.bottles[side] != 0 {
            self.moves = 0;
            End::Bottle
        } else if self.moves == 0 {
            End::Blockade
        } else if self.plies >= rules.max_plies {
            End::Truncated
        } else {
            End::None
        };
    }

    /// Finds where each of the mover's `count` caps stands and may go.
    #[inline(always)]
    fn find_caps<C: Cpu>(&mut self, rules: &Rules, paths: &impl OpenDirections, count: u8, blocked: u64) -> u64 {
        let caps = self.own | self.other;
        let mut moves = 0;
        let mut rest = self.own;
        for cap in 0..usize::from(count) {
            let square = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            let distance = (rules.tables.neighbours[square] & caps).count_ones() as usize;
            let place = 64 * distance + square;
            self.places[cap % MAX_CAPS] = place as u16;
            moves |= paths.open_directions::<C>(place, blocked) << (8 * cap);
        }
        moves
    }

    pub(super) fn check(&self, rules: &Rules) -> Result<(), String> {
        let caps = self.caps();
        let board = (0..rules.size()).fold(0u64, |board, rank| board | ((1 << rules.size()) - 1) << (8 * rank));
        let holds = [
            (caps[0] & caps[1] == 0, "two caps share a square"),
            ((caps[0] | caps[1]) & !board == 0, "a cap is off the board"),
            (caps.iter().all(|side| side.count_ones() == u32::from(rules.caps())), "a side has lost or gained caps"),
            (caps[0] & rules.bottles[0] == 0 && caps[1] & rules.bottles[1] == 0, "a cap covers its own bottle"),
            (self.own & rules.bottles[usize::from(!self.black)] == 0, "the side to move has already won"),
        ];
        if let Some((_, problem)) = holds.iter().find(|(holds, _)| !holds) {
            return Err((*problem).into());
        }
        let again = Self::new(rules, caps, self.black, self.plies);
        if again == *self { Ok(()) } else { Err(format!("cached fields are {self:?}, recomputed {again:?}")) }
    }
}
