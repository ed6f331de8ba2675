//! Actions: their order, their codes, and which are legal.
//!
//! ```text
//!   code        176 * block + cell      blocks 0-3 building by colour, 4 stable, 5 merchant, 6 own roof, 7 neutral roof
//!               1408 + arm              wall
//!               1416                    tea tile
//! ```
//!
//! Legal actions are listed in the order of their codes.

use crate::cpu::Cpu;

use super::cells::{CELLS, Cells};
use super::rules::{COLOURS, Rules};
use super::state::{MERCHANTS, ROOF_LANE, SETS, STABLES, State, WALL_LANE, lane};

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A building of a colour, by number, on a cell.
    Building {
        /// 0 orange, 1 black, 2 grey, 3 brown.
        colour: u8,
        /// Where.
        cell: u8,
    },
    /// A stable on a cell.
    Stable(u8),
    /// A merchant on a cell.
    Merchant(u8),
    /// A roof on the palace with this first cell.
    Roof {
        /// The lowest cell with a building of the palace.
        cell: u8,
        /// Whether the roof is neutral.
        neutral: bool,
    },
    /// A wall that lengthens this arm.
    Wall(u8),
    /// A tea tile is spent.
    Tea,
}

const BLOCK_WALL: u32 = 8 * CELLS as u32;
const CODE_TEA: u32 = BLOCK_WALL + 8;

/// Codes are below this number.
pub(super) const CODES: u32 = CODE_TEA + 1;

pub(super) fn code(action: Action) -> u32 {
    let in_block = |block: u32, cell: u8| block * CELLS as u32 + u32::from(cell);
    match action {
        Action::Building { colour, cell } => in_block(u32::from(colour), cell),
        Action::Stable(cell) => in_block(4, cell),
        Action::Merchant(cell) => in_block(5, cell),
        Action::Roof { cell, neutral } => in_block(6 + u32::from(neutral), cell),
        Action::Wall(arm) => BLOCK_WALL + u32::from(arm),
        Action::Tea => CODE_TEA,
    }
}

/// Ones in each lane: a word times this has in each lane the sum of the lanes up to it.
const SUMS: u64 = 0x0001_0001_0001_0001;
const HIGHS: u64 = 0x8000_8000_8000_8000;

#[inline(always)]
pub(super) fn legal_count(state: &State) -> u32 {
    let [first, second] = state.table.menu;
    u32::from(lane(first.wrapping_mul(SUMS), 3)) + u32::from(lane(second.wrapping_mul(SUMS), 3))
}

#[inline(always)]
pub(super) fn nth_legal<C: Cpu>(rules: &Rules, state: &State, n: u32) -> Action {
    let table = &state.table;
    let buildings = u32::from(lane(table.menu[0].wrapping_mul(SUMS), 3));
    let second = n >= buildings;
    let n = if second { n - buildings } else { n };
    // In each lane the sum up to it; the high bit of a lane stays where n is not below that sum.
    let sums = table.menu[usize::from(second)].wrapping_mul(SUMS);
    let kind = (((u64::from(n) * SUMS) | HIGHS).wrapping_sub(sums) & HIGHS).count_ones();
    let n = n - u32::from(lane(sums << 16, kind));
    if !second {
        let set = usize::from(table.source[kind as usize % COLOURS]);
        return Action::Building { colour: kind as u8, cell: table.sets[set % SETS].nth::<C>(n) };
    }
    match kind {
        0 => Action::Stable(table.sets[STABLES].nth::<C>(n)),
        1 => Action::Merchant(table.sets[MERCHANTS].nth::<C>(n)),
        ROOF_LANE => nth_roof::<C>(rules, state, n),
        _ => {
            let arms = if rules_out_walls(state) { 0 } else { table.growing_arms };
            if n < arms.count_ones() { Action::Wall(C::select_bit(u64::from(arms), n) as u8) } else { Action::Tea }
        }
    }
}

/// Whether the seat to move has no wall.
#[inline(always)]
fn rules_out_walls(state: &State) -> bool {
    lane(state.table.sides[usize::from(state.table.seat) % 4].supply[1], WALL_LANE) == 0
}

/// First cells of palaces without roof whose colour has no 0xff byte in `closed`.
pub(super) fn roof_cells(state: &State, closed: u32) -> Cells {
    let mut cells = Cells::NONE;
    for (_, palace) in state.palaces.unroofed() {
        if closed >> (8 * palace.colour) & 1 == 0 {
            cells.insert(state.first_cell(palace));
        }
    }
    cells
}

/// Where the seat to move may put its own roofs, and neutral ones.
fn roofs(rules: &Rules, state: &State) -> [Cells; 2] {
    let side = &state.table.sides[usize::from(state.table.seat) % 4];
    let own = if lane(side.supply[1], ROOF_LANE) > 0 { roof_cells(state, side.owned) } else { Cells::NONE };
    let closed = if rules.one_neutral_a_colour { state.table.neutral } else { 0 };
    [own, if side.neutral_roofs > 0 { roof_cells(state, closed) } else { Cells::NONE }]
}

#[inline(never)]
fn nth_roof<C: Cpu>(rules: &Rules, state: &State, n: u32) -> Action {
    let [own, neutral] = roofs(rules, state);
    match n.checked_sub(own.count()) {
        None => Action::Roof { cell: own.nth::<C>(n), neutral: false },
        Some(n) => Action::Roof { cell: neutral.nth::<C>(n), neutral: true },
    }
}

pub(super) fn legal_actions(rules: &Rules, state: &State, out: &mut Vec<Action>) {
    let table = &state.table;
    let [buildings, others] = table.menu;
    for colour in 0..COLOURS as u8 {
        if lane(buildings, u32::from(colour)) > 0 {
            let set = table.sets[usize::from(table.source[usize::from(colour)])];
            out.extend(set.iter().map(|cell| Action::Building { colour, cell }));
        }
    }
    if lane(others, 0) > 0 {
        out.extend(table.sets[STABLES].iter().map(Action::Stable));
    }
    if lane(others, 1) > 0 {
        out.extend(table.sets[MERCHANTS].iter().map(Action::Merchant));
    }
    if lane(others, ROOF_LANE) > 0 {
        for (cells, neutral) in roofs(rules, state).into_iter().zip([false, true]) {
            out.extend(cells.iter().map(|cell| Action::Roof { cell, neutral }));
        }
    }
    let mut last = u32::from(lane(others, WALL_LANE));
    if last > 0 && !rules_out_walls(state) {
        out.extend((0..8).filter(|arm| table.growing_arms >> arm & 1 == 1).map(Action::Wall));
        last -= table.growing_arms.count_ones();
    }
    if last > 0 {
        out.push(Action::Tea);
    }
}
