//! The slow way: palaces by flood fill, sets cell by cell, counters from what lies on the table. It completes states
//! that are read from text, checks the others, and plays the two readings that the fast sets do not know.

use super::cells::Cells;
use super::rules::{COLOURS, Rules};
use super::state::{
    FREE, MAX_PALACES, MERCHANTS, NEUTRAL, NOBODY, Palace, Palaces, Phase, ROOF_LANE, STABLES, State, WALL_LANE, lane,
};

/// The palaces that buildings of each colour and stables make, in a fixed order (ME-13, ME-20, ME-36); no
/// roofs yet.
pub(super) fn palaces(rules: &Rules, buildings: &[Cells; COLOURS], stables: Cells) -> Vec<Palace> {
    let mut found = Vec::new();
    for (colour, &of_colour) in buildings.iter().enumerate() {
        let attached = of_colour.beside() & stables;
        let links = if rules.extend_by_stable { of_colour | attached } else { of_colour };
        let mut rest = of_colour;
        while !rest.is_empty() {
            let mut group = Cells::of(rest.lowest());
            loop {
                let grown = group | (group.beside() & links);
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest &= !group;
            let mut palace = Palace::begun(colour);
            palace.pieces = group | (group & of_colour).beside() & attached;
            palace.cover = palace.pieces.iter().fold(Cells::NONE, |cover, cell| cover | rules.around(cell));
            found.push(palace);
        }
    }
    found.sort_by_key(|palace| palace.pieces);
    found
}

/// Whether every piece near a cell belongs to one of these palaces too (ME-17, ME-38).
fn keeps_gap(rules: &Rules, state: &State, cell: u8, joined: &[&Palace]) -> bool {
    let own = joined.iter().fold(Cells::NONE, |own, palace| own | palace.pieces);
    let near = rules.around(cell);
    state.palaces.all().iter().all(|palace| (palace.pieces & near & !own).is_empty())
}

/// Empty cells that a palace may ever use.
fn open_cells(rules: &Rules, state: &State) -> Cells {
    let well = if state.table.well == NOBODY { Cells::NONE } else { rules.around(state.table.well) };
    rules.grid.all & !state.table.occupied & !well
}

/// ME-15, ME-20: where a building extends a palace.
pub(super) fn growing_cells(rules: &Rules, state: &State, palace: &Palace) -> Cells {
    let base = if rules.extend_by_stable { palace.pieces } else { state.buildings(palace) };
    (open_cells(rules, state) & base.beside()).iter().filter(|&cell| keeps_gap(rules, state, cell, &[palace])).collect()
}

/// ME-36, ME-38: where a stable joins a palace.
fn stable_cells(rules: &Rules, state: &State) -> Cells {
    let joins = |cell: u8| {
        let beside = |palace: &&Palace| state.buildings(palace).meets(rules.beside(cell));
        let joined: Vec<&Palace> = state.palaces.all().iter().filter(beside).collect();
        (joined.len() == 1 || (joined.len() == 2 && rules.stable_bridge)) && keeps_gap(rules, state, cell, &joined)
    };
    open_cells(rules, state).iter().filter(|&cell| joins(cell)).collect()
}

/// Makes the sets of palaces anew: what is near, crowded, free, and where buildings and stables may go.
pub(super) fn refresh(rules: &Rules, state: &mut State) {
    let well = if state.table.well == NOBODY { Cells::NONE } else { rules.around(state.table.well) };
    let (mut near, mut crowded) = (well, well);
    for index in 0..state.palaces.all().len() {
        let palace = state.palaces.get_mut(index);
        palace.cover = palace.pieces.iter().fold(Cells::NONE, |cover, cell| cover | rules.around(cell));
        crowded |= near & palace.cover;
        near |= palace.cover;
    }
    (state.table.near, state.table.crowded) = (near, crowded);
    state.table.sets[FREE] = rules.grid.all & !state.table.occupied & !near;
    state.table.sets[STABLES] = stable_cells(rules, state);
    for colour in 0..COLOURS {
        let unroofed = state
            .palaces
            .all()
            .iter()
            .enumerate()
            .filter(|(_, palace)| usize::from(palace.colour) == colour && palace.owner == NOBODY);
        let mut cells = unroofed.map(|(index, palace)| (index as u8, growing_cells(rules, state, palace)));
        let growing = cells.rfind(|(_, cells)| !rules.blocked_frees_colour || !cells.is_empty());
        let (building, source, cells) = match growing {
            Some((index, cells)) => (index, colour, cells),
            None => (NOBODY, FREE, Cells::NONE),
        };
        state.palaces.building[colour] = building;
        state.table.source[colour] = source as u8;
        state.table.sets[colour] = cells;
    }
}

/// What merchants need: where they touch, where the next may go.
fn refresh_merchants(rules: &Rules, state: &mut State) {
    let table = &mut state.table;
    (table.touched, table.touched_twice) = (Cells::NONE, Cells::NONE);
    for merchant in table.merchants.iter() {
        let touching = rules.touching(merchant);
        table.touched_twice |= table.touched & touching;
        table.touched |= touching;
    }
    let [low, high] = table.ends;
    if table.lines > 0 {
        let on = (rules.beside(low) | rules.beside(high)) & !table.occupied & !table.touched_twice;
        table.line_blocked = on.is_empty();
        let closed = if rules.new_line_at_one { table.touched_twice } else { table.touched };
        table.sets[MERCHANTS] = if on.is_empty() { rules.grid.all & !table.occupied & !closed } else { on };
    } else {
        table.sets[MERCHANTS] = rules.inner & !table.occupied;
    }
}

/// The tea left in the stack, and how much each seat has taken (ME-59).
pub(super) fn tea_taken(rules: &Rules, state: &State) -> (u8, [u8; 4]) {
    let (mut stack, mut taken) = (rules.tea, [0; 4]);
    let mut black: Vec<&Palace> = state.palaces.all().iter().filter(|palace| palace.colour == 1).collect();
    black.retain(|palace| State::counts_for_tiles(rules, palace));
    black.sort_by_key(|palace| palace.roofed);
    for palace in black {
        let share = stack.div_ceil(2);
        stack -= share;
        if let Some(taken) = taken.get_mut(usize::from(palace.owner)) {
            *taken += share;
        }
    }
    (stack, taken)
}

/// Plies so far: pieces placed, walls, roofs, and tea spent.
fn plies(rules: &Rules, state: &State) -> u16 {
    let table = &state.table;
    let pieces = state.palaces.all().iter().map(|palace| state.buildings(palace).count()).sum::<u32>()
        + table.stables.count()
        + table.merchants.count();
    let first = u32::from(!rules.chosen_merchant && table.lines > 0);
    let walls: u32 = table.arms.iter().map(|&length| u32::from(length)).sum();
    let (_, taken) = tea_taken(rules, state);
    let tea: u8 = taken.iter().zip(&table.sides).map(|(taken, side)| taken.saturating_sub(side.tea)).sum();
    (pieces + walls + u32::from(table.roofs) + u32::from(tea)).saturating_sub(first) as u16
}

/// Sets everything that follows from the pieces, supplies, tiles and the turn.
pub(super) fn complete(rules: &Rules, state: &mut State) {
    let table = &mut state.table;
    let palaces = state.palaces.all();
    table.roofs = palaces.iter().filter(|palace| palace.owner != NOBODY).count() as u8;
    (table.unroofed, table.neutral) = (0, 0);
    for side in &mut table.sides {
        side.owned = 0;
    }
    for palace in palaces {
        let colour = 8 * palace.colour;
        match palace.owner {
            NOBODY => table.unroofed += 1 << colour,
            NEUTRAL => table.neutral |= 0xff << colour,
            seat => table.sides[usize::from(seat)].owned |= 0xff << colour,
        }
    }
    table.occupied = palaces.iter().fold(table.merchants | table.stables, |occupied, palace| occupied | palace.pieces);
    if table.well != NOBODY {
        table.occupied.insert(table.well);
    }
    table.growing_arms = (0..4).fold(0, |growing, side| {
        let grows = table.arms[2 * side] + table.arms[2 * side + 1] + 1 < rules.side_walls[side];
        growing | if grows { 0b11 << (2 * side) } else { 0 }
    });
    refresh(rules, state);
    refresh_merchants(rules, state);
    state.table.returned = (0..COLOURS)
        .filter(|&colour| state.finished(rules, colour))
        .map(|colour| {
            let of_colour = state.palaces.all().iter().filter(|palace| usize::from(palace.colour) == colour);
            let placed: u32 = of_colour.map(|palace| state.buildings(palace).count()).sum();
            (u16::from(rules.players) * rules.buildings).saturating_sub(placed as u16)
        })
        .sum();
    state.table.tea_stack = tea_taken(rules, state).0;
    state.table.plies = plies(rules, state);
    state.complete_menu(rules);
}

impl State {
    /// Counts cells and legal actions for the phase as it is.
    fn complete_menu(&mut self, rules: &Rules) {
        match self.table.phase {
            Phase::Merchant => {
                (self.table.counts, self.table.menu) = ([0; 2], Self::empty(rules).table.menu);
            }
            Phase::Well => (self.table.counts, self.table.menu) = ([0; 2], [0; 2]),
            Phase::Play => {
                self.count_cells(rules);
                let menu = self.placements(rules, self.table.seat);
                self.offer(rules, menu);
            }
            Phase::Over => {
                self.count_cells(rules);
                self.table.menu = [0; 2];
            }
        }
    }

    pub(super) fn check(&self, rules: &Rules) -> Result<(), String> {
        let mut buildings = [Cells::NONE; COLOURS];
        for palace in self.palaces.all() {
            buildings[usize::from(palace.colour)] |= self.buildings(palace);
        }
        let mut flooded = palaces(rules, &buildings, self.table.stables);
        ensure(flooded.len() <= MAX_PALACES, "more palaces than fit")?;
        let own = self.palaces.sorted();
        ensure(flooded.len() == own.len(), "palaces are not what buildings make")?;
        let mut again = self.clone();
        again.palaces = Palaces::NONE;
        for (flooded, (own, _)) in flooded.iter_mut().zip(&own) {
            (flooded.owner, flooded.roofed) = (own.owner, own.roofed);
            again.palaces.push(*flooded);
        }
        complete(rules, &mut again);
        ensure(again.palaces == self.palaces, "palaces are not what buildings and stables make")?;
        ensure(again.table == self.table, "cached fields are not what the board says")?;
        self.check_pieces(rules, &buildings)
    }

    /// Every piece is on the board, in a supply, or has left the game.
    pub(super) fn check_pieces(&self, rules: &Rules, buildings: &[Cells; COLOURS]) -> Result<(), String> {
        let table = &self.table;
        let sides = &table.sides[..usize::from(rules.players)];
        let players = u32::from(rules.players);
        let supplied = |word: usize, in_lane: u32| -> u32 {
            sides.iter().map(|side| u32::from(lane(side.supply[word], in_lane))).sum()
        };
        for (colour, cells) in buildings.iter().enumerate() {
            let (board, supply) = (cells.count(), supplied(0, colour as u32));
            let all = players * u32::from(rules.buildings);
            let fits = if self.finished(rules, colour) { board <= all && supply == 0 } else { board + supply == all };
            ensure(fits, "buildings are missing or too many")?;
        }
        let pieces = |in_lane: u32, board: u32, each: u16| board + supplied(1, in_lane) == players * u32::from(each);
        ensure(pieces(0, table.stables.count(), rules.stables), "stables are missing or too many")?;
        let walls = table.arms.iter().map(|&length| u32::from(length)).sum();
        ensure(pieces(WALL_LANE, walls, rules.walls), "walls are missing or too many")?;
        for (seat, side) in sides.iter().enumerate() {
            let placed = self.palaces.all().iter().filter(|palace| usize::from(palace.owner) == seat).count();
            let held = usize::from(lane(side.supply[1], ROOF_LANE));
            ensure(placed + held == usize::from(rules.roofs), "roofs are missing or too many")?;
        }
        let neutral = self.palaces.all().iter().filter(|palace| palace.owner == NEUTRAL).count() as u32;
        let held: u32 = sides.iter().map(|side| u32::from(side.neutral_roofs)).sum();
        ensure(neutral + held == players * u32::from(rules.neutral_roofs), "neutral roofs are missing or too many")?;
        let first = u32::from(table.lines > 0);
        let given = (0..4).filter(|&tower| rules.tower_merchants && table.tower_tiles[tower] != NOBODY);
        let given: u32 = given.map(|tower| u32::from(4 - rules.tower_values[tower])).sum();
        let merchants = table.merchants.count() + supplied(1, 1);
        let least = players * u32::from(rules.merchants) + first;
        // Merchants of a tower tile are lost if a neutral palace took it first.
        let lost = if neutral > 0 { given } else { 0 };
        ensure((least + given - lost..=least + given).contains(&merchants), "merchants are missing or too many")
    }

    /// Whether every seat owns a palace of a colour, so that its buildings have left the game (ME-22).
    pub(super) fn finished(&self, rules: &Rules, colour: usize) -> bool {
        let sides = &self.table.sides[..usize::from(rules.players)];
        rules.finished_leave && sides.iter().all(|side| side.owned >> (8 * colour) & 1 == 1)
    }
}

fn ensure(holds: bool, problem: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem.into()) }
}
