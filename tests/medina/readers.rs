//! What a position says, read from its notation and its outcome.

use std::collections::BTreeMap;

use ludometer_core::GameId;
use ludometer_core::error::Error;
use ludometer_core::play::Play;

use crate::board::{Cell, Cells};
use crate::positions::KINDS;

/// A field of the notation: BOARD is 0, LINE 1, WALLS 2, ROOFS 3, TILES 4, SUPPLY 5, TURN 6, TURNS 7, PASSES 8.
fn field(play: &dyn Play, number: usize) -> String {
    play.notation().split(' ').nth(number).expect("nine fields").into()
}

/// Where the seat to decide may place a piece of a kind that goes on cells; roofs by first cell.
pub fn cells(play: &dyn Play, kind: char) -> Cells {
    let legal = play.legal_texts();
    legal.iter().filter_map(|text| text.strip_prefix(kind)).filter_map(Cell::read).collect()
}

/// Arms that may grow.
pub fn arms(play: &dyn Play) -> Vec<String> {
    play.legal_texts().into_iter().filter(|text| text.contains('-')).collect()
}

/// What an action places: a letter of the notation, `wall` or `tea`.
pub fn kind(action: &str) -> &str {
    match action {
        "tea" => "tea",
        wall if wall.contains('-') => "wall",
        other => &other[..1],
    }
}

pub fn refuses(play: &dyn Play, actions: &str) {
    for action in actions.split_whitespace() {
        let mut copy = play.boxed_clone();
        let refused = matches!(copy.apply_text(action), Err(Error::Illegal { .. }));
        assert!(refused && copy.same_state(play), "{action} in {}", play.notation());
    }
}

/// Everything that stands on cells.
pub fn board(play: &dyn Play) -> BTreeMap<Cell, char> {
    let mut found = BTreeMap::new();
    let text = field(play, 0);
    let rows: Vec<&str> = text.split('/').collect();
    for (row, line) in (1..).zip(rows.into_iter().rev()) {
        let (mut column, mut empty) = (0, 0);
        for letter in line.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = 10 * empty + digit as i32;
            } else {
                column += empty;
                found.insert(Cell { row, column }, letter);
                (column, empty) = (column + 1, 0);
            }
        }
    }
    found
}

pub fn merchants(play: &dyn Play) -> Cells {
    board(play).into_iter().filter(|(_, kind)| *kind == 'M').map(|(cell, _)| cell).collect()
}

/// Lines begun and the ends of the current one: `2:c7-d8`.
pub fn line(play: &dyn Play) -> String {
    field(play, 1)
}

/// How long each arm is.
pub fn walls(play: &dyn Play) -> Vec<i32> {
    field(play, 2).split(',').map(|length| length.parse().expect("a number")).collect()
}

/// First cells and owners of roofed palaces, in the order of roofing.
pub fn roofs(play: &dyn Play) -> Vec<(Cell, String)> {
    let text = field(play, 3);
    let roofs = text.split(',').filter_map(|roof| roof.split_once(':'));
    roofs.map(|(cell, owner)| (Cell::read(cell).expect("a cell"), owner.into())).collect()
}

/// Holders of the palace and tower tiles: `1-2-|---1`.
pub fn tiles(play: &dyn Play) -> String {
    field(play, 4)
}

/// What all seats hold, by seat and as `KINDS` goes.
pub fn supplies(play: &dyn Play) -> Vec<Vec<i32>> {
    let text = field(play, 5);
    text.split('|').map(|own| own.split(',').map(|held| held.parse().expect("a number")).collect()).collect()
}

/// What each seat holds of one kind.
pub fn held(play: &dyn Play, kind: &str) -> Vec<i32> {
    let number = KINDS.iter().position(|&other| other == kind).expect("a kind");
    supplies(play).iter().map(|own| own[number]).collect()
}

/// Seat to decide and placements left, marks behind: `2:1`.
pub fn turn(play: &dyn Play) -> String {
    field(play, 6)
}

/// Placements left in the turn.
pub fn left(play: &dyn Play) -> i32 {
    turn(play).split(':').nth(1).expect("placements left").parse().expect("a number")
}

pub fn turns(play: &dyn Play) -> u16 {
    assert_eq!(field(play, 7), play.outcome().turns.to_string());
    play.outcome().turns
}

pub fn passes(play: &dyn Play) -> Vec<i16> {
    let players = supplies(play).len();
    let passes: Vec<i16> = (0..players).map(|seat| facts(play, seat)[1]).collect();
    assert_eq!(field(play, 8), crate::positions::joined(&passes, "|"));
    passes
}

/// How the game ended; none while it runs.
pub fn end(play: &dyn Play) -> Option<&'static str> {
    play.seat().is_none().then(|| GameId::Medina.facts().ends[usize::from(play.outcome().end)])
}

fn columns<const N: usize>(play: &dyn Play, seat: usize, from: usize) -> [i16; N] {
    play.outcome().seats[seat].columns[from..from + N].try_into().expect("columns")
}

/// Components: buildings, stables, merchants, walls, palace tiles, tower tiles, well.
pub fn points(play: &dyn Play, seat: usize) -> [i16; 7] {
    columns(play, seat, 0)
}

/// The same points by colour: orange, black, grey, brown, towers.
pub fn by_colour(play: &dyn Play, seat: usize) -> [i16; 5] {
    columns(play, seat, 7)
}

/// Palaces, passes, pieces left over.
pub fn facts(play: &dyn Play, seat: usize) -> [i16; 3] {
    columns(play, seat, 12)
}

/// Abandoned palaces, neutral palaces, merchant lines, returned buildings.
pub fn game_facts(play: &dyn Play) -> [i16; 4] {
    play.outcome().columns[..4].try_into().expect("columns")
}

pub fn scores(play: &dyn Play) -> Vec<i16> {
    (0..supplies(play).len()).map(|seat| play.outcome().seats[seat].score).collect()
}

/// Ranks and shares.
pub fn standing(play: &dyn Play) -> Vec<(u8, u8)> {
    let outcome = play.outcome();
    outcome.seats[..supplies(play).len()].iter().map(|seat| (seat.rank, seat.share12)).collect()
}

pub fn tiebreaks(play: &dyn Play) -> Vec<i16> {
    (0..supplies(play).len()).map(|seat| play.outcome().seats[seat].tiebreak).collect()
}
