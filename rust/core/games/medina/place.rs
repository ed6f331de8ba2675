//! What a ply does: pieces on the board, and whose turn it is then.

use super::actions::Action;
use super::cells::Cells;
use super::rules::{COLOURS, Rules};
use super::state::{
    FREE, MERCHANTS, NEUTRAL, NOBODY, Palace, Phase, ROOF_LANE, STABLES, State, WALL_LANE, lane, lanes,
};
use super::survey;

impl State {
    /// Plays a legal action.
    #[inline(always)]
    pub(super) fn apply(&mut self, rules: &Rules, action: Action) {
        if self.table.phase == Phase::Merchant {
            if let Action::Merchant(cell) = action {
                self.table.plies += 1;
                self.receive(rules, cell);
            }
            return;
        }
        match action {
            Action::Building { colour, cell } => {
                self.spend(0, u32::from(colour));
                self.put_building(rules, usize::from(colour) % COLOURS, cell);
            }
            Action::Stable(cell) => {
                self.spend(1, 0);
                self.put_stable(rules, cell);
            }
            Action::Merchant(cell) => {
                self.spend(1, 1);
                self.put_merchant(rules, cell);
            }
            Action::Roof { cell, neutral } => self.put_roof(rules, cell, neutral),
            // These two leave the cells as they are.
            Action::Wall(arm) => {
                self.spend(1, WALL_LANE);
                self.put_wall(rules, usize::from(arm) % self.table.arms.len());
                return self.end_ply(rules);
            }
            Action::Tea => {
                self.table.sides[usize::from(self.table.seat) % 4].tea -= 1;
                self.table.tea_spent = rules.tea_for_either;
                return self.end_ply(rules);
            }
        }
        self.count_cells(rules);
        self.end_ply(rules);
    }

    /// A piece leaves the supply of the seat to move.
    #[inline(always)]
    fn spend(&mut self, word: usize, lane: u32) {
        let side = &mut self.table.sides[usize::from(self.table.seat) % 4];
        side.supply[word] = side.supply[word].wrapping_sub(1 << (16 * (lane % 4)));
    }

    /// ME-15, ME-16: it extends the palace under construction, or begins one.
    #[inline(always)]
    fn put_building(&mut self, rules: &Rules, colour: usize, cell: u8) {
        if usize::from(self.table.source[colour]) == FREE {
            self.palaces.building[colour] = self.palaces.push(Palace::begun(colour)) as u8;
            self.table.source[colour] = colour as u8;
            self.table.unroofed += 1 << (8 * colour);
        }
        let palace = usize::from(self.palaces.building[colour]);
        let beside = rules.beside(cell) & !self.table.occupied;
        self.join(rules, palace, cell);
        let new = beside & !self.table.crowded;
        self.table.sets[STABLES] |= new;
        self.table.sets[colour] |= new;
        if rules.odd_palaces() {
            survey::refresh(rules, self);
        }
    }

    /// ME-36: it joins the palace that it stands beside; with `stable_bridge` perhaps two (ME-38).
    #[inline(always)]
    fn put_stable(&mut self, rules: &Rules, cell: u8) {
        let beside = rules.beside(cell);
        let touching = |state: &Self, palace: &Palace| state.buildings(palace).meets(beside);
        let joined = self.palaces.all().iter().position(|palace| touching(self, palace)).unwrap_or(0);
        let other = if rules.stable_bridge {
            self.palaces.all()[joined + 1..].iter().position(|palace| touching(self, palace)).map(|n| joined + 1 + n)
        } else {
            None
        };
        let contacts = |palace: usize| if rules.tower_by_any { self.contacts(rules, palace) } else { 0 };
        let before = contacts(joined);
        let before_other = other.map(|other| (other, contacts(other)));
        self.join(rules, joined, cell);
        self.table.stables.insert(cell);
        if let Some(other) = other {
            self.join(rules, other, cell);
        }
        if rules.odd_palaces() {
            survey::refresh(rules, self);
        }
        if !(rules.tower_by_any || rules.palace_by_any) {
            return;
        }
        let mut grown = [Some((joined, before)), before_other];
        grown.sort_by_key(|palace| palace.map(|(index, _)| self.first_cell(&self.palaces.all()[index])));
        for (palace, before) in grown.into_iter().flatten() {
            self.after_stable(rules, palace, before);
        }
    }

    /// A piece of a palace comes to stand on a cell, and with it closes what is around.
    #[inline(always)]
    fn join(&mut self, rules: &Rules, palace: usize, cell: u8) {
        let around = rules.around(cell);
        let palace = self.palaces.get_mut(palace);
        let table = &mut self.table;
        let crowded = table.crowded | (around & table.near & !palace.cover);
        table.crowded = crowded;
        table.near |= around;
        palace.cover |= around;
        table.sets[FREE] &= !around;
        for set in &mut table.sets[..=STABLES] {
            *set &= !crowded;
        }
        // One word each, after what is done to all words: the processor waits when it reads those together too soon.
        for set in &mut table.sets[..=STABLES] {
            set.remove(cell);
        }
        palace.pieces.insert(cell);
        table.occupied.insert(cell);
        self.close_to_merchants(rules, cell);
    }

    /// A merchant joins the end of the current line that it stands beside, or begins a line (ME-41, ME-44).
    #[inline(always)]
    pub(super) fn put_merchant(&mut self, rules: &Rules, cell: u8) {
        let table = &mut self.table;
        table.occupied.insert(cell);
        table.merchants.insert(cell);
        for set in &mut table.sets {
            set.remove(cell);
        }
        let touching = rules.touching(cell);
        table.touched_twice |= table.touched & touching;
        table.touched |= touching;
        let [low, high] = table.ends;
        if table.lines == 0 || table.line_blocked {
            table.lines += 1;
            table.ends = [cell; 2];
        } else {
            let other = if low != high && rules.beside(cell).contains(low) { high } else { low };
            table.ends = [other.min(cell), other.max(cell)];
        }
        table.line_blocked = false;
        let [low, high] = table.ends;
        table.sets[MERCHANTS] = (rules.beside(low) | rules.beside(high)) & !table.occupied & !table.touched_twice;
        self.find_new_line(rules);
    }

    /// The current line, or a new one, cannot use a cell any more.
    #[inline(always)]
    fn close_to_merchants(&mut self, rules: &Rules, cell: u8) {
        self.table.sets[MERCHANTS].remove(cell);
        self.find_new_line(rules);
    }

    /// ME-44, ME-45: where a merchant may begin a line, once the current one has no cell left.
    #[inline(always)]
    fn find_new_line(&mut self, rules: &Rules) {
        let table = &mut self.table;
        if table.sets[MERCHANTS].is_empty() && !table.line_blocked {
            table.line_blocked = true;
            let closed = if rules.new_line_at_one { table.touched_twice } else { table.touched };
            table.sets[MERCHANTS] = rules.grid.all & !table.occupied & !closed;
        }
    }

    /// ME-58: the well fills its cell and closes those near it to palaces.
    pub(super) fn put_well(&mut self, rules: &Rules, cell: u8) {
        let around = rules.around(cell);
        self.table.well = cell;
        self.table.occupied.insert(cell);
        self.table.crowded |= around;
        self.table.near |= around;
        self.table.sets[FREE] &= !around;
        self.close_to_merchants(rules, cell);
    }

    /// ME-23: a palace gets its roof, perhaps an owner, and what comes with it.
    #[inline(never)]
    fn put_roof(&mut self, rules: &Rules, cell: u8, neutral: bool) {
        let seat = usize::from(self.table.seat) % 4;
        if neutral {
            self.table.sides[seat].neutral_roofs -= 1;
        } else {
            self.spend(1, ROOF_LANE);
        }
        let palace = self.palaces.unroofed().find(|(_, palace)| self.first_cell(palace) == cell);
        let (index, colour) = palace.map_or((0, 0), |(index, palace)| (index, usize::from(palace.colour)));
        self.table.roofs += 1;
        self.palaces.roof(index, if neutral { NEUTRAL } else { seat as u8 }, self.table.roofs);
        self.table.unroofed -= 1 << (8 * colour);
        self.table.roof_placed = rules.survivor_roofs;
        let owned = 0xff << (8 * colour);
        if neutral {
            self.table.neutral |= owned;
        } else {
            self.table.sides[seat].owned |= owned;
        }
        if usize::from(self.palaces.building[colour]) == index {
            self.free_colour(colour);
        }
        self.award_roof(rules, index);
        let finished = self.table.sides[..usize::from(rules.players)].iter().all(|side| side.owned & owned != 0);
        if finished && rules.finished_leave {
            // ME-22: what is left of the colour leaves the game.
            for side in &mut self.table.sides {
                self.table.returned += lane(side.supply[0], colour as u32);
                side.supply[0] &= !(0xffff << (16 * colour));
            }
        }
    }

    /// The next building of a colour begins a palace.
    #[inline(always)]
    fn free_colour(&mut self, colour: usize) {
        self.palaces.building[colour] = NOBODY;
        self.table.source[colour] = FREE as u8;
        self.table.sets[colour] = Cells::NONE;
    }

    /// ME-47, ME-48.
    #[inline(always)]
    fn put_wall(&mut self, rules: &Rules, arm: usize) {
        let table = &mut self.table;
        table.arms[arm] += 1;
        let side = arm & !1;
        if table.arms[side] + table.arms[side + 1] + 1 >= rules.side_walls[side / 2] {
            table.growing_arms &= !(0b11 << side);
            table.counts[1] -= 2 << (16 * WALL_LANE);
        }
        if rules.tower_by_any {
            self.after_wall(rules, arm);
        }
    }

    /// The ply is over: the same seat goes on, or the next one has its turn.
    #[inline(always)]
    fn end_ply(&mut self, rules: &Rules) {
        self.table.plies += 1;
        self.table.left -= 1;
        if self.table.left > 0 {
            let menu = self.placements(rules, self.table.seat);
            if menu != [0; 2] {
                return self.offer(rules, menu);
            }
        }
        self.table.turns += 1;
        let next = self.table.seat + 1;
        self.begin_turn(rules, if next == rules.players { 0 } else { next });
    }

    /// The turn goes to this seat, or to the first after it that can place something; none, and the game is over.
    #[inline(always)]
    pub(super) fn begin_turn(&mut self, rules: &Rules, seat: u8) {
        self.table.roof_placed = false;
        self.table.tea_spent = false;
        let menu = self.placements(rules, seat);
        if menu == [0; 2] {
            return self.pass_over(rules, seat);
        }
        self.table.seat = seat;
        self.table.left = rules.turn_length(self.table.turns);
        self.offer(rules, menu);
    }

    /// ME-12, ME-50: this seat can place nothing; who can is next, and those before it are passed over.
    #[cold]
    fn pass_over(&mut self, rules: &Rules, seat: u8) {
        let after = |steps: u8| (seat + steps) % rules.players;
        let Some(steps) = (1..rules.players).find(|&steps| self.placements(rules, after(steps)) != [0; 2]) else {
            self.table.phase = Phase::Over;
            (self.table.seat, self.table.left, self.table.menu) = (0, 0, [0; 2]);
            return;
        };
        for passed in 0..steps {
            self.table.sides[usize::from(after(passed))].passes += 1;
        }
        self.begin_turn(rules, after(steps));
    }

    /// What the seat to move may do: `menu`, its placements, with a tea tile or under the survivor's duty.
    #[inline(always)]
    pub(super) fn offer(&mut self, rules: &Rules, menu: [u64; 2]) {
        let table = &mut self.table;
        table.menu = menu;
        let side = &table.sides[usize::from(table.seat) % 4];
        // ME-59: in place of the second placement of two, or of any but one a turn.
        let second = table.left == 1 && rules.turn_length(table.turns) == 2;
        if side.tea > 0 && (if rules.tea_for_either { !table.tea_spent } else { second }) {
            table.menu[1] += 1 << (16 * WALL_LANE);
        }
        if rules.survivor_roofs && table.left == 1 && !table.roof_placed && lane(menu[1], ROOF_LANE) > 0 {
            // ME-62: the only seat that can place anything must roof.
            let own = self.table.seat;
            let alone = (0..rules.players).all(|seat| seat == own || self.placements(rules, seat) == [0; 2]);
            if alone {
                self.table.menu = [0, menu[1] & lanes([0, 0, 0xffff, 0])];
            }
        }
    }

    /// Cells for each kind, whoever moves.
    #[inline(always)]
    pub(super) fn count_cells(&mut self, rules: &Rules) {
        let free = self.table.sets[FREE].count() as u16;
        let mut buildings = [free; COLOURS];
        for (colour, count) in buildings.iter_mut().enumerate() {
            if usize::from(self.table.source[colour]) != FREE {
                let cells = self.table.sets[colour].count() as u16;
                *count = cells;
                if cells == 0 && rules.blocked_frees_colour {
                    // ME-19: a blocked palace does not hold its colour.
                    *count = free;
                    self.free_colour(colour);
                }
            }
        }
        let table = &mut self.table;
        let others = [
            table.sets[STABLES].count() as u16,
            table.sets[MERCHANTS].count() as u16,
            0,
            table.growing_arms.count_ones() as u16,
        ];
        table.counts = [lanes(buildings), lanes(others)];
    }

    /// The placements that a seat has, each kind in its lane.
    #[inline(always)]
    pub(super) fn placements(&self, rules: &Rules, seat: u8) -> [u64; 2] {
        let table = &self.table;
        let side = &table.sides[usize::from(seat) % 4];
        let own = palaces_in(table.unroofed & !side.owned);
        let mut neutral = 0;
        if side.neutral_roofs > 0 {
            neutral =
                palaces_in(if rules.one_neutral_a_colour { table.unroofed & !table.neutral } else { table.unroofed });
        }
        let [buildings, others] = table.counts;
        let others = (others | own << (16 * ROOF_LANE)) & held(side.supply[1]);
        [buildings & held(side.supply[0]), others + (neutral << (16 * ROOF_LANE))]
    }
}

/// All ones in the lanes that are not 0.
#[inline(always)]
fn held(supply: u64) -> u64 {
    // A supply is far below 2^15, so the high bit of a lane tells 0 from the rest.
    let some = supply.wrapping_add(0x7fff_7fff_7fff_7fff) & 0x8000_8000_8000_8000;
    (some >> 15).wrapping_mul(0xffff)
}

/// The sum of four bytes.
#[inline(always)]
fn palaces_in(bytes: u32) -> u64 {
    u64::from(bytes.wrapping_mul(0x0101_0101) >> 24)
}
