//! What palaces and tiles are worth, and the result.

use crate::game::Outcome;

use super::cells::Cells;
use super::rules::{ARMS, COLOURS, Rules};
use super::state::{NEUTRAL, NOBODY, Palace, ROOF_LANE, State, WALL_LANE, lane};

/// Points of the palace tiles orange, black, grey, brown (ME-05).
const PALACE_VALUES: [i16; COLOURS] = [4, 2, 1, 3];
/// Points of a piece on a cell of the well, beside the one of the piece (ME-58).
const WELL_POINTS: i16 = 4;
/// Components, in the order of the facts: buildings, stables, merchants, walls, palace tiles, tower tiles, well.
const COMPONENTS: usize = 7;
/// Places of the second cut: four colours, then towers.
const CUTS: usize = COLOURS + 1;

/// ME-52, ME-53, ME-58: a palace's buildings, stables, merchants, walls and well points.
fn value(rules: &Rules, state: &State, palace: &Palace) -> [i16; 5] {
    let table = &state.table;
    let count = |cells: Cells| cells.count() as i16;
    let mut walls = 0;
    if palace.pieces.meets(!rules.inner) {
        walls = (0..ARMS).map(|arm| count(palace.pieces & rules.along(arm, table.arms[arm]))).sum();
    }
    let well = if table.well == NOBODY { Cells::NONE } else { rules.well_cells(table.well) };
    [
        count(state.buildings(palace)),
        count(palace.pieces & table.stables),
        count(palace.pieces.beside() & table.merchants),
        walls,
        WELL_POINTS * count(palace.pieces & well),
    ]
}

/// The result, or the standing of a game that still runs.
pub(super) fn outcome(rules: &Rules, state: &State, end: u8) -> Outcome {
    let table = &state.table;
    let mut outcome = Outcome::new(end, table.turns);
    let players = usize::from(rules.players);
    for palace in state.palaces.all() {
        let Some(seat) = outcome.seats[..players].get_mut(usize::from(palace.owner)) else { continue };
        let [buildings, stables, merchants, walls, well] = value(rules, state, palace);
        for (component, points) in [(0, buildings), (1, stables), (2, merchants), (3, walls), (6, well)] {
            seat.columns[component] += points;
            seat.columns[COMPONENTS + usize::from(palace.colour)] += points;
        }
        seat.columns[COMPONENTS + CUTS] += 1;
        if rules.tie_by_palace {
            let standing = 64 * palace.pieces.count() as i16 - i16::from(palace.roofed - 1);
            seat.tiebreak = seat.tiebreak.max(standing);
        }
    }
    for (colour, &holder) in table.palace_tiles.iter().enumerate() {
        if let Some(seat) = outcome.seats[..players].get_mut(usize::from(holder)) {
            seat.columns[4] += PALACE_VALUES[colour];
            seat.columns[COMPONENTS + colour] += PALACE_VALUES[colour];
        }
    }
    for (tower, &holder) in table.tower_tiles.iter().enumerate() {
        if let Some(seat) = outcome.seats[..players].get_mut(usize::from(holder)) {
            let points = i16::from(rules.tower_values[tower]);
            seat.columns[5] += points;
            seat.columns[COMPONENTS + COLOURS] += points;
        }
    }
    for (seat, side) in outcome.seats[..players].iter_mut().zip(&table.sides) {
        seat.score = seat.columns[..COMPONENTS].iter().sum();
        let buildings: u16 = (0..4).map(|colour| lane(side.supply[0], colour)).sum();
        let others = [0, 1, ROOF_LANE, WALL_LANE].map(|kind| lane(side.supply[1], kind)).iter().sum::<u16>();
        seat.columns[COMPONENTS + CUTS + 1] = side.passes as i16;
        seat.columns[COMPONENTS + CUTS + 2] = (buildings + others) as i16 + i16::from(side.neutral_roofs);
    }
    let neutral = state.palaces.all().iter().filter(|palace| palace.owner == NEUTRAL).count() as i16;
    let abandoned = state.palaces.unroofed().count() as i16;
    outcome.columns[..4].copy_from_slice(&[abandoned, neutral, i16::from(table.lines), table.returned as i16]);
    outcome.rank_by_points(rules.players);
    outcome
}
