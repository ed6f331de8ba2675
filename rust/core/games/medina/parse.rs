//! Reading positions, strictly: all problems of the form, or else all those of the position, in one message.

use crate::error::Result;
use crate::game::MAX_SEATS;

use super::cells::{Cells, Grid};
use super::notation::{ARM_NAMES, LETTERS, parse_cell, refuse};
use super::rules::{ARMS, COLOURS, Rules};
use super::state::{NEUTRAL, NOBODY, Palaces, Phase, Side, State, lanes};
use super::survey;
use super::verdict;

/// What is written in a position.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) buildings: [Cells; COLOURS],
    pub(super) stables: Cells,
    pub(super) merchants: Cells,
    pub(super) wells: Vec<u8>,
    pub(super) lines: u8,
    pub(super) ends: [u8; 2],
    pub(super) arms: [u8; ARMS],
    /// First cell and owner, in the order of roofing.
    pub(super) roofs: Vec<(u8, u8)>,
    /// Palace tiles, then tower tiles.
    pub(super) tiles: [u8; 8],
    pub(super) supplies: Vec<[u16; 10]>,
    pub(super) turn: TurnField,
    pub(super) turns: u16,
    pub(super) passes: Vec<u16>,
}

/// The field TURN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TurnField {
    #[default]
    Merchant,
    Well,
    Over,
    /// Seat, placements left, whether a roof was placed and whether tea was spent.
    Seat(u8, u8, bool, bool),
}

/// Collects what is wrong with the form.
struct Reader<'r> {
    rules: &'r Rules,
    problems: Vec<String>,
}

impl Reader<'_> {
    fn wrong<T: Default>(&mut self, problem: String) -> T {
        self.problems.push(problem);
        T::default()
    }

    /// A number in plain form.
    fn number(&mut self, what: &str, text: &str, most: u16) -> u16 {
        let plain = text.parse::<u16>().ok().filter(|number| number.to_string() == text && *number <= most);
        plain.unwrap_or_else(|| self.wrong(format!("{what} `{text}` is not a number from 0 to {most}")))
    }

    fn parts<'t, const N: usize>(&mut self, what: &str, text: &'t str, by: char) -> Option<[&'t str; N]> {
        let parts: Vec<&str> = text.split(by).collect();
        let count = parts.len();
        let read = <[&str; N]>::try_from(parts).ok();
        if read.is_none() {
            self.problems.push(format!("{what} `{text}` has {count} parts instead of {N}"));
        }
        read
    }

    fn cell(&mut self, what: &str, text: &str) -> u8 {
        let cell = parse_cell(self.rules, text);
        cell.unwrap_or_else(|| self.wrong(format!("{what} `{text}` is not a cell of this board")))
    }

    fn board(&mut self, text: &str, written: &mut Written) {
        let (rows, columns) = (self.rules.grid.rows, self.rules.grid.columns);
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != rows {
            return self.wrong(format!("the board has {} rows instead of {rows}", lines.len()));
        }
        for (line, row) in lines.into_iter().zip((0..rows).rev()) {
            let (mut column, mut rest) = (0, line);
            while let Some(letter) = rest.chars().next() {
                let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
                if digits > 0 {
                    let (number, after) = rest.split_at(digits);
                    let empty =
                        number.parse::<usize>().ok().filter(|n| (1..=columns).contains(n) && number == n.to_string());
                    column += empty.unwrap_or_else(|| self.wrong(format!("`{number}` is no number of empty cells")));
                    rest = after;
                    continue;
                }
                rest = &rest[letter.len_utf8()..];
                if column < columns {
                    let cell = Grid::cell(row, column);
                    match (letter, LETTERS.iter().position(|&of| of == letter)) {
                        (_, Some(colour)) => written.buildings[colour].insert(cell),
                        ('S', _) => written.stables.insert(cell),
                        ('M', _) => written.merchants.insert(cell),
                        ('W', _) => written.wells.push(cell),
                        _ => self.problems.push(format!("`{letter}` is nothing that stands on a cell")),
                    }
                }
                column += 1;
            }
            if column != columns {
                self.problems.push(format!("row {} `{line}` has {column} cells instead of {columns}", row + 1));
            }
        }
    }

    /// `1:c7`, `2:c7-d8`, or `-`.
    fn line(&mut self, text: &str, written: &mut Written) {
        written.ends = [NOBODY; 2];
        if text == "-" {
            return;
        }
        let Some([number, ends]) = self.parts("the line", text, ':') else { return };
        written.lines = self.number("the number of lines", number, 200) as u8;
        if written.lines == 0 {
            self.problems.push(format!("the line `{text}` counts no line"));
        }
        let ends: Vec<u8> = ends.split('-').map(|cell| self.cell("the end of a line", cell)).collect();
        match ends[..] {
            [only] => written.ends = [only; 2],
            [low, high] if low < high => written.ends = [low, high],
            _ => self.problems.push(format!("the line `{text}` should have one end, or two, the lower first")),
        }
    }

    fn roofs(&mut self, text: &str) -> Vec<(u8, u8)> {
        let mut roofs: Vec<(u8, u8)> = Vec::new();
        if text == "-" {
            return roofs;
        }
        for roof in text.split(',') {
            let Some([cell, owner]) = self.parts("the roof", roof, ':') else { continue };
            let (cell, owner) = (self.cell("the roof", cell), self.owner(owner));
            if owner == NOBODY {
                self.problems.push(format!("the roof `{roof}` has no owner"));
            }
            if roofs.iter().any(|&(other, _)| other == cell) {
                self.problems.push(format!("the roof `{roof}` is named twice"));
            }
            roofs.push((cell, owner));
        }
        roofs
    }

    /// A seat by number, `n` or `-`.
    fn owner(&mut self, text: &str) -> u8 {
        match text {
            "-" => NOBODY,
            "n" => NEUTRAL,
            _ => match self.seat(text) {
                Some(seat) => seat,
                None => self.wrong(format!("`{text}` is no seat of this game, nor `n` or `-`")),
            },
        }
    }

    fn seat(&self, text: &str) -> Option<u8> {
        let seat = text.parse::<u8>().ok().filter(|seat| seat.to_string() == text)?;
        (1..=self.rules.players).contains(&seat).then(|| seat - 1)
    }

    fn tiles(&mut self, text: &str) -> [u8; 8] {
        let letters: Vec<char> = text.chars().collect();
        let mut tiles = [NOBODY; 8];
        if letters.len() != 9 || letters[4] != '|' {
            return self.wrong(format!("the tiles `{text}` should be four holders, a bar, four holders"));
        }
        for (tile, letter) in tiles.iter_mut().zip(letters.into_iter().filter(|&letter| letter != '|')) {
            *tile = self.owner(&letter.to_string());
        }
        tiles
    }

    fn supplies(&mut self, text: &str) -> Vec<[u16; 10]> {
        let seats: Vec<&str> = text.split('|').collect();
        if seats.len() != usize::from(self.rules.players) {
            return self.wrong(format!("there are {} supplies instead of {}", seats.len(), self.rules.players));
        }
        seats.into_iter().map(|seat| self.supply(seat)).collect()
    }

    fn supply(&mut self, text: &str) -> [u16; 10] {
        let parts = self.parts::<10>("the supply", text, ',');
        parts.map_or([0; 10], |parts| parts.map(|part| self.number("a supply of", part, 255)))
    }

    fn turn(&mut self, text: &str) -> TurnField {
        let chosen = self.rules.chosen_merchant;
        match text {
            "merchant" if !chosen => return TurnField::Merchant,
            "1:merchant" if chosen => return TurnField::Merchant,
            "well" if self.rules.well => return TurnField::Well,
            "over" => return TurnField::Over,
            _ => {}
        }
        let words: Vec<&str> = text.split(':').collect();
        let seat = words.first().and_then(|seat| self.seat(seat));
        let left = words.get(1).and_then(|left| left.parse::<u8>().ok().filter(|n| n.to_string() == *left && *n > 0));
        match (seat, left, words.get(2..)) {
            (Some(seat), Some(left), Some([])) => TurnField::Seat(seat, left, false, false),
            (Some(seat), Some(left), Some(["roof"])) => TurnField::Seat(seat, left, true, false),
            (Some(seat), Some(left), Some(["tea"])) => TurnField::Seat(seat, left, false, true),
            _ => self.wrong(format!("the turn `{text}` should be like `2:1`, or `over`, or what the set-up waits for")),
        }
    }
}

pub(super) fn parse_state(rules: &Rules, text: &str) -> Result<State> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, line, walls, roofs, tiles, supply, turn, turns, passes] = fields[..] else {
        return Err(refuse(text, &[format!("it has {} fields instead of 9", fields.len())]));
    };
    let mut reader = Reader { rules, problems: Vec::new() };
    let mut written = Written::default();
    reader.board(board, &mut written);
    reader.line(line, &mut written);
    if let Some(arms) = reader.parts::<ARMS>("the walls", walls, ',') {
        written.arms =
            std::array::from_fn(|arm| reader.number(&format!("arm {}", ARM_NAMES[arm]), arms[arm], 16) as u8);
    }
    written.roofs = reader.roofs(roofs);
    written.tiles = reader.tiles(tiles);
    written.supplies = reader.supplies(supply);
    written.turn = reader.turn(turn);
    written.turns = reader.number("the number of turns", turns, 60_000);
    let each: Vec<&str> = passes.split('|').collect();
    if each.len() == usize::from(rules.players) {
        written.passes = each.into_iter().map(|passes| reader.number("the number of passes", passes, 60_000)).collect();
    } else {
        reader.problems.push(format!("the passes `{passes}` are not those of {} seats", rules.players));
    }
    if !reader.problems.is_empty() {
        return Err(refuse(text, &reader.problems));
    }
    let state = built(rules, &written);
    let problems = verdict::judge(rules, &written, &state);
    if problems.is_empty() { Ok(state) } else { Err(refuse(text, &problems)) }
}

/// The state as written, whatever it is worth.
fn built(rules: &Rules, written: &Written) -> State {
    let mut state = State::empty(rules);
    let table = &mut state.table;
    (table.stables, table.merchants) = (written.stables, written.merchants);
    (table.lines, table.ends, table.arms) = (written.lines, written.ends, written.arms);
    table.well = written.wells.first().copied().unwrap_or(NOBODY);
    table.palace_tiles.copy_from_slice(&written.tiles[..4]);
    table.tower_tiles.copy_from_slice(&written.tiles[4..]);
    table.turns = written.turns;
    for (seat, (supply, &passes)) in written.supplies.iter().zip(&written.passes).enumerate().take(MAX_SEATS) {
        let &[o, b, g, n, roofs, neutral, stables, merchants, walls, tea] = supply;
        table.sides[seat] = Side {
            supply: [lanes([o, b, g, n]), lanes([stables, merchants, roofs, walls])],
            neutral_roofs: neutral as u8,
            tea: tea as u8,
            owned: 0,
            passes,
        };
    }
    (table.seat, table.left) = (0, 0);
    match written.turn {
        TurnField::Merchant => (table.phase, table.left) = (Phase::Merchant, rules.turn_length(0)),
        TurnField::Well => (table.phase, table.left) = (Phase::Well, rules.turn_length(0)),
        TurnField::Over => table.phase = Phase::Over,
        TurnField::Seat(seat, left, roof_placed, tea_spent) => {
            table.phase = Phase::Play;
            (table.seat, table.left, table.roof_placed, table.tea_spent) = (seat, left, roof_placed, tea_spent);
        }
    }
    state.palaces = Palaces::NONE;
    for mut palace in survey::palaces(rules, &written.buildings, written.stables) {
        let first = (palace.pieces & !written.stables).lowest();
        if let Some(order) = written.roofs.iter().position(|&(cell, _)| cell == first) {
            palace.owner = written.roofs[order].1;
            palace.roofed = order as u8 + 1;
        }
        state.palaces.push(palace);
    }
    survey::complete(rules, &mut state);
    state
}
