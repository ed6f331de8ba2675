//! Text forms of positions and moves.
//!
//! ```text
//!   position   d1c2b3a4/f3e4d5c6 w 0      white's caps / black's caps, side to move, plies played (0 if left out)
//!   move       a4-b5
//! ```
//!
//! Caps are printed from a1 rank by rank; they may be read in any order.

use std::fmt::Write as _;

use crate::error::{Error, Result};

use super::actions::Action;
use super::rules::Rules;
use super::state::{End, State};

/// The square called `text` on a board of `size`, in the 8x8 grid.
pub(super) fn parse_square(text: &str, size: u8) -> Option<u8> {
    let &[file, rank] = text.as_bytes() else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < size && rank < size).then(|| 8 * rank + file)
}

pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

fn squares(mut set: u64) -> String {
    let mut text = String::new();
    while set != 0 {
        text += &square_name(set.trailing_zeros() as u8);
        set &= set - 1;
    }
    text
}

pub(super) fn print_action(action: Action) -> String {
    format!("{}-{}", square_name(action.from), square_name(action.to))
}

pub(super) fn print_state(_: &Rules, state: &State) -> String {
    let [white, black] = state.caps().map(squares);
    let side = if state.seat().0 == 0 { 'w' } else { 'b' };
    format!("{white}/{black} {side} {}", state.plies())
}

pub(super) fn parse_state(rules: &Rules, text: &str) -> Result<State> {
    let refuse = |why: String| Error::Notation { what: "a Top Cap position", text: text.into(), why };
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (caps, side, plies) = match fields[..] {
        [caps, side] => (caps, side, "0"),
        [caps, side, plies] => (caps, side, plies),
        _ => return Err(refuse("it needs caps, side to move and plies, like `d1c2b3a4/f3e4d5c6 w 0`".into())),
    };
    let black_moves = match side {
        "w" => false,
        "b" => true,
        other => return Err(refuse(format!("the side to move is `w` or `b`, not `{other}`"))),
    };
    let plies =
        plies.parse::<u16>().map_err(|_| refuse(format!("`{plies}` is not a number of plies from 0 to 65535")))?;
    let (white, black) =
        caps.split_once('/').ok_or_else(|| refuse("a `/` must stand between white's and black's caps".into()))?;
    let mut problems = Vec::new();
    let mut read = |name: &str, text: &str, taken: u64| {
        let mut set = 0u64;
        let mut count = 0;
        for pair in text.as_bytes().chunks(2) {
            count += 1;
            let word = String::from_utf8_lossy(pair);
            match parse_square(&word, rules.size()) {
                None => problems.push(format!("`{word}` is not a square of the board")),
                Some(square) if (set | taken) >> square & 1 == 1 => problems.push(format!("`{word}` is taken twice")),
                Some(square) => set |= 1 << square,
            }
        }
        if count != usize::from(rules.caps()) {
            problems.push(format!("{name} has {count} caps instead of {}", rules.caps()));
        }
        set
    };
    let white = read("white", white, 0);
    let black = read("black", black, white);
    for (name, own, other, bottle) in [("white", white, black, 0), ("black", black, white, 1)] {
        if own & rules.bottles[bottle] != 0 {
            problems.push(format!("a cap of {name} covers its own bottle"));
        } else if other & rules.bottles[bottle] != 0 && usize::from(black_moves) != bottle {
            problems.push(format!("the bottle of {name} is covered, so {name} is to move"));
        }
    }
    if problems.is_empty() {
        Ok(State::new(rules, [white, black], black_moves, plies))
    } else {
        Err(refuse(problems.join("; ")))
    }
}

/// Ranks from the top, `W` and `B` for caps, `w` and `b` for open bottles.
pub(super) fn board(rules: &Rules, state: &State) -> String {
    let [white, black] = state.caps();
    let size = rules.size();
    let files: String = (0..size).flat_map(|file| [' ', char::from(b'a' + file)]).collect();
    let mut text = format!(" {files}\n");
    for rank in (0..size).rev() {
        let _ = write!(text, "{}", rank + 1);
        for file in 0..size {
            let bit = 1u64 << (8 * rank + file);
            let marks = [(white, 'W'), (black, 'B'), (rules.bottles[0], 'w'), (rules.bottles[1], 'b')];
            let mark = marks.iter().find(|(set, _)| set & bit != 0).map_or('.', |&(_, mark)| mark);
            let _ = write!(text, " {mark}");
        }
        let _ = writeln!(text, " {}", rank + 1);
    }
    let names = ["white", "black"];
    let mover = names[state.seat().index()];
    let winner = names[state.seat().index() ^ 1];
    let standing = match state.end() {
        End::None => format!("{mover} to move"),
        End::Bottle => format!("{winner} has covered the bottle of {mover} and wins"),
        End::Blockade => format!("{mover} cannot move: {winner} wins"),
        End::Truncated => "stopped by the ply cap, no winner".into(),
    };
    let _ = write!(text, " {files}\n{standing}, ply {}", state.plies());
    text
}
