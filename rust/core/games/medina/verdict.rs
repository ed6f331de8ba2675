//! What cannot be, once the form of a position is right: points 2 to 11 of the list in RULES.md.

use super::cells::Cells;
use super::notation::{ARM_NAMES, LETTERS, cell_name, names, print_state};
use super::parse::{TurnField, Written};
use super::rules::{ARM_TOWERS, ARMS, COLOURS, Rules};
use super::state::{NEUTRAL, NOBODY, Palace, State};
use super::survey;

/// All problems of a position.
pub(super) fn judge(rules: &Rules, written: &Written, state: &State) -> Vec<String> {
    let mut verdict = Verdict { rules, written, state, problems: Vec::new() };
    if matches!(written.turn, TurnField::Merchant | TurnField::Well) {
        verdict.set_up();
        return verdict.problems;
    }
    verdict.well();
    verdict.palaces();
    verdict.roofs();
    verdict.merchants();
    verdict.walls();
    verdict.pieces();
    verdict.tiles();
    if verdict.problems.is_empty() {
        verdict.turn();
    }
    if verdict.problems.is_empty() {
        verdict.plies();
    }
    verdict.problems
}

struct Verdict<'a> {
    rules: &'a Rules,
    written: &'a Written,
    state: &'a State,
    problems: Vec<String>,
}

impl Verdict<'_> {
    fn forbid(&mut self, wrong: bool, problem: impl FnOnce() -> String) {
        if wrong {
            self.problems.push(problem());
        }
    }

    fn all(&self) -> &[Palace] {
        self.state.palaces.all()
    }

    /// Point 2: the set-up has put nothing else anywhere.
    fn set_up(&mut self) {
        let mut start = State::empty(self.rules);
        if self.written.turn == TurnField::Well {
            let merchants = self.written.merchants;
            let fits = merchants.count() == 1 && (merchants & !self.rules.inner).is_empty();
            self.forbid(!fits, || "before the well there is one merchant, on an inner cell".into());
            if !fits {
                return;
            }
            if self.rules.chosen_merchant {
                start.table.plies = 1;
            }
            start.receive(self.rules, merchants.lowest());
        }
        let (written, expected) = (print_state(self.rules, self.state), print_state(self.rules, &start));
        let fields = ["board", "line", "walls", "roofs", "tiles", "supply", "turn", "turns", "passes"];
        let differ = written.split(' ').zip(expected.split(' ')).zip(fields).filter(|((own, start), _)| own != start);
        let differ: Vec<&str> = differ.map(|(_, field)| field).collect();
        self.forbid(!differ.is_empty(), || format!("before the first turn other: {}", differ.join(", ")));
    }

    /// Point 3.
    fn well(&mut self) {
        let wells = self.written.wells.len();
        let needed = usize::from(self.rules.well);
        self.forbid(wells != needed, || format!("there are {wells} wells instead of {needed}"));
        for &well in &self.written.wells {
            let name = cell_name(well);
            self.forbid(!self.rules.inner.contains(well), || format!("the well {name} is at the edge"));
            let pieces = self.all().iter().fold(Cells::NONE, |pieces, palace| pieces | palace.pieces);
            let near = (pieces | self.state.table.stables) & self.rules.around(well);
            self.forbid(!near.is_empty(), || format!("near the well {name} stand {}", names(near)));
        }
    }

    /// Point 4.
    fn palaces(&mut self) {
        let pieces = self.all().iter().fold(Cells::NONE, |pieces, palace| pieces | palace.pieces);
        let loose = self.state.table.stables & !pieces;
        self.forbid(!loose.is_empty(), || format!("no building is next to the stables {}", names(loose)));
        let foreign = |&cell: &u8| {
            let own = self.all().iter().filter(|palace| palace.pieces.contains(cell));
            let (count, own) = own.fold((0, Cells::NONE), |(count, own), palace| (count + 1, own | palace.pieces));
            self.rules.around(cell).meets(pieces & !own) || (count > 1 && !self.rules.stable_bridge)
        };
        let touching: Cells = pieces.iter().filter(foreign).collect();
        self.forbid(!touching.is_empty(), || format!("another palace is near {}", names(touching)));
        for (colour, letter) in LETTERS.into_iter().enumerate() {
            let open = self.all().iter().filter(|palace| {
                let blocked = || survey::growing_cells(self.rules, self.state, palace).is_empty();
                let counts = !self.rules.blocked_frees_colour || !blocked();
                usize::from(palace.colour) == colour && palace.owner == NOBODY && counts
            });
            let open = open.count();
            self.forbid(open > 1, || format!("{open} palaces of {letter} are under construction"));
        }
    }

    /// Point 5.
    fn roofs(&mut self) {
        for &(cell, _) in &self.written.roofs {
            let fits = self.all().iter().any(|palace| self.state.first_cell(palace) == cell);
            self.forbid(!fits, || format!("the roof {} is not on the first cell of a palace", cell_name(cell)));
        }
        for (colour, letter) in LETTERS.into_iter().enumerate() {
            let owners: Vec<_> = self
                .all()
                .iter()
                .filter(|palace| usize::from(palace.colour) == colour)
                .map(|palace| palace.owner)
                .collect();
            let of = |owner: u8| owners.iter().map(|&other| usize::from(other == owner)).sum::<usize>();
            for seat in 0..self.rules.players {
                self.forbid(of(seat) > 1, || format!("seat {} owns {} palaces of {letter}", seat + 1, of(seat)));
            }
            let one = self.rules.one_neutral_a_colour && of(NEUTRAL) > 1;
            self.forbid(one, || format!("there are {} neutral palaces of {letter}", of(NEUTRAL)));
        }
    }

    /// Groups of merchants that touch.
    fn groups(&self) -> Vec<Cells> {
        let mut groups = Vec::new();
        let mut rest = self.written.merchants;
        while !rest.is_empty() {
            let group = spread(Cells::of(rest.lowest()), rest, |cell| self.rules.touching(cell));
            rest &= !group;
            groups.push(group);
        }
        groups
    }

    /// Point 6.
    fn merchants(&mut self) {
        let merchants = self.written.merchants;
        self.forbid(merchants.is_empty() || self.written.lines == 0, || "there is no merchant, or no line".into());
        if merchants.is_empty() || self.written.lines == 0 {
            return;
        }
        let touches = |cell: u8| (self.rules.touching(cell) & merchants).count();
        let groups = self.groups();
        for &group in &groups {
            let pairs: u32 = group.iter().map(touches).sum::<u32>() / 2;
            self.forbid(pairs >= group.count(), || format!("merchants stand in a loop: {}", names(group)));
        }
        let [low, high] = self.written.ends;
        let missing: Cells = [low, high].into_iter().filter(|&end| !merchants.contains(end)).collect();
        self.forbid(!missing.is_empty(), || format!("no merchant stands on the line's end {}", names(missing)));
        if !missing.is_empty() {
            return;
        }
        let way = spread(Cells::of(low), merchants, |cell| self.rules.beside(cell));
        let (first, last) = (cell_name(low), cell_name(high));
        self.forbid(!way.contains(high), || format!("no merchants lead from {first} to {last}"));
        let (lines, count) = (usize::from(self.written.lines), groups.len());
        if self.rules.new_line_at_one {
            let fits = (count..=merchants.count() as usize).contains(&lines);
            self.forbid(!fits, || format!("{lines} lines cannot be of {count} groups of merchants"));
            return;
        }
        self.forbid(lines != count, || format!("there are {count} lines of merchants, not {lines}"));
        let branches: Cells = merchants.iter().filter(|&cell| touches(cell) > 2).collect();
        self.forbid(!branches.is_empty(), || format!("merchants touch three or more at {}", names(branches)));
        let crooked = |cell: &u8| (self.rules.touching(*cell) & merchants & !self.rules.beside(*cell)).count() > 0;
        let corners: Cells = merchants.iter().filter(crooked).collect();
        self.forbid(!corners.is_empty(), || format!("merchants touch at corners at {}", names(corners)));
        let most = u32::from(low != high);
        let inside: Cells = [low, high].into_iter().filter(|&end| touches(end) > most).collect();
        self.forbid(!inside.is_empty(), || format!("the line goes on beyond its end {}", names(inside)));
        let table = &self.state.table;
        for group in groups.into_iter().filter(|group| !group.contains(low)) {
            let ends = group.iter().filter(|&cell| touches(cell) <= 1);
            let beside = ends.fold(Cells::NONE, |cells, end| cells | self.rules.beside(end));
            let left = beside & !table.occupied & !table.touched_twice;
            self.forbid(!left.is_empty(), || format!("an older line can still use {}", names(left)));
        }
    }

    /// Point 7.
    fn walls(&mut self) {
        for side in 0..4 {
            let (first, second) = (2 * side, 2 * side + 1);
            let walls = self.written.arms[first] + self.written.arms[second];
            let wrong = walls >= self.rules.side_walls[side];
            self.forbid(wrong, || format!("the arms {} and {} meet", ARM_NAMES[first], ARM_NAMES[second]));
        }
    }

    /// Point 8.
    fn pieces(&mut self) {
        let mut buildings = [Cells::NONE; COLOURS];
        buildings.copy_from_slice(&self.written.buildings);
        if let Err(problem) = self.state.check_pieces(self.rules, &buildings) {
            self.problems.push(problem);
        }
        let rules = self.rules;
        let given: u16 = (0..4)
            .filter(|&tower| rules.tower_merchants && self.state.table.tower_tiles[tower] != NOBODY)
            .map(|tower| u16::from(4 - rules.tower_values[tower]))
            .sum();
        let most = [
            rules.buildings,
            rules.buildings,
            rules.buildings,
            rules.buildings,
            rules.roofs,
            u16::from(rules.neutral_roofs),
            rules.stables,
            rules.merchants + given,
            rules.walls,
        ];
        let (_, taken) = survey::tea_taken(rules, self.state);
        for (seat, supply) in self.written.supplies.iter().enumerate() {
            let kinds = ["O", "B", "G", "N", "own roofs", "neutral roofs", "stables", "merchants", "walls"];
            for (kind, (&have, most)) in kinds.into_iter().zip(supply.iter().zip(most)) {
                self.forbid(have > most, || format!("seat {} has {have} {kind}; at most {most}", seat + 1));
            }
            let (tea, most) = (supply[9], u16::from(taken[seat]));
            self.forbid(tea > most, || format!("seat {} has {tea} tea tiles; it took {most}", seat + 1));
        }
    }

    /// Point 9.
    fn tiles(&mut self) {
        for (colour, letter) in LETTERS.into_iter().enumerate() {
            let holder = self.state.table.palace_tiles[colour];
            let rivals = self
                .all()
                .iter()
                .filter(|palace| usize::from(palace.colour) == colour && State::counts_for_tiles(self.rules, palace));
            let rivals: Vec<&Palace> = rivals.collect();
            let sizes = |own: bool| {
                let of = rivals.iter().filter(move |palace| (palace.owner == holder) == own);
                of.map(|palace| palace.pieces.count()).max()
            };
            let (own, others) = (sizes(true), sizes(false));
            let smaller = self.rules.palace_by_any && !self.rules.stable_bridge && own < others;
            let wrong = if holder == NOBODY { !rivals.is_empty() } else { own.is_none() || smaller };
            self.forbid(wrong, || format!("the palace tile of {letter} cannot be where it is"));
        }
        for tower in 0..4 {
            let holder = self.state.table.tower_tiles[tower];
            let touching: Vec<u8> = (0..self.all().len())
                .filter(|&index| {
                    let contacts = self.state.contacts(self.rules, index);
                    let here = (0..ARMS).any(|arm| ARM_TOWERS[arm] == tower && contacts >> arm & 1 == 1);
                    here && State::counts_for_tiles(self.rules, &self.all()[index])
                })
                .map(|index| self.all()[index].owner)
                .collect();
            let wrong = if holder == NOBODY {
                self.rules.tower_by_any && !touching.is_empty()
            } else {
                !touching.contains(&holder)
            };
            let name = ["nw", "ne", "se", "sw"][tower];
            self.forbid(wrong, || format!("the tile of tower {name} cannot be where it is"));
        }
    }

    /// Point 10.
    fn turn(&mut self) {
        let rules = self.rules;
        let can = |seat: u8| self.state.placements(rules, seat) != [0; 2];
        let TurnField::Seat(seat, left, roof, tea) = self.written.turn else {
            let anybody = (0..rules.players).any(can);
            return self.forbid(anybody, || "the game is not over: a seat can place something".into());
        };
        let name = seat + 1;
        self.forbid(!can(seat), || format!("seat {name} can place nothing"));
        let length = rules.turn_length(self.written.turns);
        self.forbid(left > length, || format!("{left} placements left in a turn of {length}"));
        self.forbid((roof || tea) && left >= length, || "nothing has happened in this turn to mark".into());
        let roofed_now = self.written.roofs.last().is_some_and(|&(_, owner)| owner == seat || owner == NEUTRAL);
        self.forbid(roof && !(rules.survivor_roofs && roofed_now), || format!("seat {name} has not just roofed"));
        let (_, taken) = survey::tea_taken(rules, self.state);
        let spent = taken[usize::from(seat)] > self.state.table.sides[usize::from(seat)].tea;
        self.forbid(tea && !(rules.tea_for_either && spent), || format!("seat {name} has not spent tea"));
        let passed: u32 = self.written.passes.iter().map(|&passes| u32::from(passes)).sum();
        let due = (u32::from(self.written.turns) + passed) % u32::from(rules.players);
        self.forbid(due != u32::from(seat), || format!("seat {} is due, not seat {name}", due + 1));
    }

    /// Point 11.
    fn plies(&mut self) {
        let (rules, plies) = (self.rules, u32::from(self.state.table.plies));
        self.forbid(plies > u32::from(rules.max_plies), || format!("{plies} plies are beyond `max_plies`"));
        let under_way = match self.written.turn {
            TurnField::Seat(_, left, ..) => u32::from(rules.turn_length(self.written.turns) - left),
            _ => 0,
        };
        let ended = i64::from(plies) - i64::from(under_way) - i64::from(rules.chosen_merchant);
        let turns = i64::from(self.written.turns);
        let most = 2 * turns - turns.min(i64::from(rules.short_openings));
        let fits = (turns..=most).contains(&ended);
        self.forbid(!fits, || format!("{turns} turns cannot have had {ended} plies"));
    }
}

/// `from` and all of `within` that is reached from it by steps to cells beside or touching.
fn spread(from: Cells, within: Cells, step: impl Fn(u8) -> Cells) -> Cells {
    let mut reached = from;
    loop {
        let grown = reached.iter().fold(reached, |grown, cell| grown | step(cell) & within);
        if grown == reached {
            return reached;
        }
        reached = grown;
    }
}
