//! Text forms of positions, actions and cells; `seeds/medina/RULES.md` describes them.
//!
//! ```text
//!   position   16/3OO11/... 1:c7-d8 3,0,0,2,0,0,0,1 c7:1,h9:n 1-2-|--3n 8,8,8,8,4,0,4,12,15,0|... 2:1 7 0|2
//!              board, line of merchants, walls, roofs, tiles, supplies, turn, turns ended, passes
//!   action     Oc7 Sc7 Mc7 Rc7 Xc7 nw-e tea
//! ```

use std::fmt::Write as _;

use crate::error::{Error, Result};

use super::actions::Action;
use super::cells::{Cells, Grid, ROW};
use super::rules::{ARMS, COLOURS, Rules};
use super::scoring;
use super::state::{NEUTRAL, NOBODY, Palace, Phase, ROOF_LANE, State, WALL_LANE, lane};

/// Letters of the building colours.
pub(super) const LETTERS: [char; COLOURS] = ['O', 'B', 'G', 'N'];
/// Names of the arms, by number.
pub(super) const ARM_NAMES: [&str; ARMS] = ["nw-e", "ne-w", "ne-s", "se-n", "se-w", "sw-e", "sw-n", "nw-s"];

pub(super) fn cell_name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % ROW as u8), usize::from(cell) / ROW + 1)
}

/// The cell called `text` on the board of these rules.
pub(super) fn parse_cell(rules: &Rules, text: &str) -> Option<u8> {
    let column = text.bytes().next()?.checked_sub(b'a').filter(|&column| usize::from(column) < rules.grid.columns)?;
    let number = &text[1..];
    let row = number.parse::<usize>().ok().filter(|row| row.to_string() == number)?.checked_sub(1)?;
    (row < rules.grid.rows).then(|| Grid::cell(row, usize::from(column)))
}

pub(super) fn parse_chance(rules: &Rules, text: &str) -> Result<u8> {
    let refuse = || {
        let why = format!("a cell is a letter and a number, from a1 to {}", cell_name(last_cell(rules)));
        Error::Notation { what: "a cell", text: text.into(), why }
    };
    parse_cell(rules, text).ok_or_else(refuse)
}

fn last_cell(rules: &Rules) -> u8 {
    Grid::cell(rules.grid.rows - 1, rules.grid.columns - 1)
}

pub(super) fn print_action(action: Action) -> String {
    match action {
        Action::Building { colour, cell } => format!("{}{}", LETTERS[usize::from(colour) % COLOURS], cell_name(cell)),
        Action::Stable(cell) => format!("S{}", cell_name(cell)),
        Action::Merchant(cell) => format!("M{}", cell_name(cell)),
        Action::Roof { cell, neutral } => format!("{}{}", if neutral { 'X' } else { 'R' }, cell_name(cell)),
        Action::Wall(arm) => ARM_NAMES[usize::from(arm) % ARMS].into(),
        Action::Tea => "tea".into(),
    }
}

/// The letter for what stands on a cell.
fn letter(state: &State, cell: u8) -> Option<char> {
    if state.table.stables.contains(cell) {
        return Some('S');
    }
    if state.table.merchants.contains(cell) {
        return Some('M');
    }
    if state.table.well == cell {
        return Some('W');
    }
    let palace = state.palaces.all().iter().find(|palace| palace.pieces.contains(cell));
    palace.map(|palace| LETTERS[usize::from(palace.colour)])
}

fn board_row(rules: &Rules, state: &State, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..rules.grid.columns {
        match letter(state, Grid::cell(row, column)) {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                }
                empty = 0;
                text.push(letter);
            }
        }
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
    text
}

fn holder(of: u8) -> String {
    match of {
        NOBODY => "-".into(),
        NEUTRAL => "n".into(),
        seat => (seat + 1).to_string(),
    }
}

fn joined<T: ToString>(values: impl IntoIterator<Item = T>, by: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(by)
}

/// The palaces with a roof, in the order of roofing.
fn roofed(state: &State) -> Vec<&Palace> {
    let mut roofed: Vec<&Palace> = state.palaces.all().iter().filter(|palace| palace.owner != NOBODY).collect();
    roofed.sort_by_key(|palace| palace.roofed);
    roofed
}

/// What a seat has left, in the order of the notation.
fn supply(state: &State, seat: usize) -> [u16; 10] {
    let side = &state.table.sides[seat];
    let [buildings, others] = side.supply;
    let of = |colour: u32| lane(buildings, colour);
    let neutral = u16::from(side.neutral_roofs);
    let (stables, merchants) = (lane(others, 0), lane(others, 1));
    [
        of(0),
        of(1),
        of(2),
        of(3),
        lane(others, ROOF_LANE),
        neutral,
        stables,
        merchants,
        lane(others, WALL_LANE),
        u16::from(side.tea),
    ]
}

fn line(state: &State) -> String {
    let table = &state.table;
    match table.ends {
        _ if table.lines == 0 => "-".into(),
        [low, high] if low == high => format!("{}:{}", table.lines, cell_name(low)),
        [low, high] => format!("{}:{}-{}", table.lines, cell_name(low), cell_name(high)),
    }
}

pub(super) fn print_state(rules: &Rules, state: &State) -> String {
    let table = &state.table;
    let players = usize::from(rules.players);
    let board = joined((0..rules.grid.rows).rev().map(|row| board_row(rules, state, row)), "/");
    let roofs = roofed(state).into_iter();
    let roofs =
        joined(roofs.map(|palace| format!("{}:{}", cell_name(state.first_cell(palace)), holder(palace.owner))), ",");
    let tiles = format!("{}|{}", joined(table.palace_tiles.map(holder), ""), joined(table.tower_tiles.map(holder), ""));
    let turn = match table.phase {
        Phase::Merchant if rules.chosen_merchant => "1:merchant".into(),
        Phase::Merchant => "merchant".into(),
        Phase::Well => "well".into(),
        Phase::Over => "over".into(),
        Phase::Play => {
            let mark = match (table.roof_placed, table.tea_spent) {
                (true, _) => ":roof",
                (_, true) => ":tea",
                _ => "",
            };
            format!("{}:{}{mark}", table.seat + 1, table.left)
        }
    };
    format!(
        "{board} {} {} {} {tiles} {} {turn} {} {}",
        line(state),
        joined(table.arms, ","),
        if roofs.is_empty() { "-".into() } else { roofs },
        joined((0..players).map(|seat| joined(supply(state, seat), ",")), "|"),
        table.turns,
        joined(table.sides[..players].iter().map(|side| side.passes), "|"),
    )
}

/// The board with its walls, palaces by colour and owner, and what everybody has.
pub(super) fn board(rules: &Rules, state: &State) -> String {
    let (rows, columns) = (rules.grid.rows, rules.grid.columns);
    let table = &state.table;
    let walls = |first: usize, cell: u8| {
        // The two arms of a side that begins with arm `first`.
        (first..first + 2).any(|arm| rules.along(arm, table.arms[arm]).contains(cell))
    };
    let horizontal = |first: usize, row: usize| {
        let cells = (0..columns).map(|column| Grid::cell(row, column));
        format!("   + {} +\n", joined(cells.map(|cell| if walls(first, cell) { "##" } else { "--" }), " "))
    };
    let mut text = horizontal(0, rows - 1);
    for row in (0..rows).rev() {
        let side = |first: usize, column: usize| if walls(first, Grid::cell(row, column)) { '#' } else { '|' };
        let cells = (0..columns).map(|column| {
            let cell = Grid::cell(row, column);
            let palace = state.palaces.all().iter().find(|palace| palace.pieces.contains(cell));
            let owner =
                palace.filter(|palace| palace.owner != NOBODY).map_or(" ".into(), |palace| holder(palace.owner));
            letter(state, cell).map_or(" .".into(), |letter| format!("{letter}{owner}"))
        });
        let _ = writeln!(text, "{:>2} {} {} {}", row + 1, side(6, 0), joined(cells, " "), side(2, columns - 1));
    }
    text += &horizontal(4, 0);
    let letters = (0..columns).map(|column| format!("{:2}", char::from(b'a' + column as u8)));
    let _ = writeln!(text, "     {}", joined(letters, " ").trim_end());
    text += "seat  O  B  G  N  roofs neutral stables merchants walls tea passes score\n";
    let outcome = scoring::outcome(rules, state, 0);
    for (seat, outcome) in outcome.seats[..usize::from(rules.players)].iter().enumerate() {
        let [o, b, g, n, roofs, neutral, stables, merchants, walls, tea] = supply(state, seat);
        let _ = writeln!(
            text,
            "{:>4} {o:>2} {b:>2} {g:>2} {n:>2} {roofs:>6} {neutral:>7} {stables:>7} {merchants:>9} {walls:>5} {tea:>3} \
             {:>6} {:>5}",
            seat + 1,
            table.sides[seat].passes,
            outcome.score
        );
    }
    let tiles = |names: &[&str], holders: &[u8]| {
        joined(names.iter().zip(holders).map(|(name, &of)| format!("{name} {}", holder(of))), ", ")
    };
    let _ = writeln!(
        text,
        "palace tiles: {}; tower tiles: {}",
        tiles(&["O", "B", "G", "N"], &table.palace_tiles),
        tiles(&["nw", "ne", "se", "sw"], &table.tower_tiles)
    );
    let _ = writeln!(text, "merchants: line {}", line(state));
    let standing: String = match table.phase {
        Phase::Merchant => "the first merchant is to come".into(),
        Phase::Well => "the well is to come".into(),
        Phase::Over => "nobody can place anything: the game is over".into(),
        Phase::Play if state.ended(rules) => "stopped by the ply cap".into(),
        Phase::Play => format!("seat {} to place, {} left in its turn", table.seat + 1, table.left),
    };
    text + &standing
}

/// Cells by name, for messages.
pub(super) fn names(cells: Cells) -> String {
    joined(cells.iter().map(cell_name), " ")
}

pub(super) fn refuse(text: &str, problems: &[String]) -> Error {
    Error::Notation { what: "a Medina position", text: text.into(), why: problems.join("; ") }
}
