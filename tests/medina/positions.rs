//! Positions written down, and games played from them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludometer_core::error::Error;
use ludometer_core::play::{Play, Start};
use ludometer_core::rng::{ChanceKey, Stream};
use ludometer_core::{FixedGame, GameId};

use crate::board::{Cell, grid};
use crate::support::{all_games, game};

/// Kinds of pieces as SUPPLY lists them.
pub const KINDS: [&str; 10] = ["O", "B", "G", "N", "R", "X", "S", "M", "wall", "tea"];
pub const ARMS: [&str; 8] = ["nw-e", "ne-w", "ne-s", "se-n", "se-w", "sw-e", "sw-n", "nw-s"];

/// Rules to play by.
pub struct Table(pub FixedGame);

/// A variant with overrides, written as `support::game` reads them.
pub fn table(variant: &str, players: u8, rules: &str) -> Table {
    Table(game(GameId::Medina, variant, players, rules))
}

pub fn standard(players: u8) -> Table {
    table("standard", players, "")
}

/// Every variant with every number of seats.
pub fn tables() -> Vec<(String, Table)> {
    let all = all_games().into_iter().filter(|(_, game)| game.id == GameId::Medina);
    all.map(|(name, game)| (name, Table(game))).collect()
}

/// What a written position says.
#[derive(Default)]
struct Written<'t> {
    pieces: BTreeMap<Cell, char>,
    lines: Vec<Vec<Cell>>,
    walls: BTreeMap<&'t str, i64>,
    /// First cell and owner, seats from 0, none for neutral.
    roofs: Vec<(Cell, Option<usize>)>,
    tiles: &'t str,
    seat: usize,
    left: i64,
    hold: BTreeMap<(usize, &'t str), i64>,
}

impl<'t> Written<'t> {
    fn read(text: &'t str) -> Self {
        let mut written = Self {
            tiles: "----|----",
            left: 2,
            lines: vec![vec![Cell::read("h6").expect("a cell")]],
            ..Self::default()
        };
        for (number, clause) in text.split(';').enumerate() {
            let words: Vec<&str> = clause.split_whitespace().collect();
            match (number, &words[..]) {
                (0, pieces) => pieces.iter().for_each(|piece| written.put(&piece[1..], &piece[..1])),
                (_, ["merchants", line @ ..]) => {
                    let cell = |word: &&str| Cell::read(word).unwrap_or_else(|| panic!("{word} in `{text}`"));
                    written.lines =
                        line.split(|&word| word == "|").map(|line| line.iter().map(cell).collect()).collect();
                }
                (_, ["walls", arms @ ..]) => written.walls.extend(arms.iter().map(|arm| pair(arm, '='))),
                (_, ["roofs", roofs @ ..]) => {
                    let owner = |name: &str| name.parse::<usize>().ok().map(|seat| seat - 1);
                    let roofs = roofs.iter().map(|roof| roof.split_once(':').expect("a roof and its owner"));
                    written.roofs =
                        roofs.map(|(cell, name)| (Cell::read(cell).expect("a cell"), owner(name))).collect();
                }
                (_, ["tiles", tiles]) => written.tiles = tiles,
                (_, ["turn", turn]) => {
                    let (seat, left) = pair(turn, ':');
                    (written.seat, written.left) = (seat.parse::<usize>().expect("a seat") - 1, left);
                }
                (_, ["well", cell]) => written.put(cell, "W"),
                (_, ["hold", seat, kinds @ ..]) => {
                    let seat = seat.parse::<usize>().expect("a seat") - 1;
                    let kinds = kinds.iter().map(|kind| pair(kind, '=')).map(|(kind, held)| ((seat, kind), held));
                    written.hold.extend(kinds);
                }
                _ => panic!("what is `{clause}`?"),
            }
        }
        for cell in written.lines.clone().concat() {
            written.put(&cell.to_string(), "M");
        }
        written
    }

    fn put(&mut self, cell: &str, kind: &str) {
        let place = Cell::read(cell).unwrap_or_else(|| panic!("{cell} is no cell"));
        let before = self.pieces.insert(place, kind.chars().next().expect("a kind"));
        assert_eq!(before, None, "{cell} is taken twice");
    }

    fn placed(&self, kind: &str) -> i64 {
        self.pieces.values().filter(|other| other.to_string() == kind).count() as i64
    }

    /// Palaces roofed by a seat, or neutral ones.
    fn roofed(&self, owner: Option<usize>) -> i64 {
        self.roofs.iter().filter(|roof| roof.1 == owner).count() as i64
    }
}

fn pair(text: &str, by: char) -> (&str, i64) {
    let (key, value) = text.split_once(by).unwrap_or_else(|| panic!("`{text}` has no `{by}`"));
    (key, value.parse().unwrap_or_else(|_| panic!("`{text}` has no number")))
}

impl Table {
    pub fn players(&self) -> usize {
        usize::from(self.0.values.players)
    }

    pub fn int(&self, key: &str) -> i64 {
        self.0.values.int(key)
    }

    pub fn is(&self, key: &str, word: &str) -> bool {
        self.0.values.word(key) == word
    }

    pub fn yes(&self, key: &str) -> bool {
        self.0.values.yes(key)
    }

    /// Rows and columns.
    pub fn size(&self) -> (i32, i32) {
        if self.is("board", "11x16") { (11, 16) } else { (10, 14) }
    }

    /// The set-up with all that chance has a part in, from a deal.
    pub fn deal(&self, deal: u64) -> Box<dyn Play> {
        self.0.visit(Start { chance: ChanceKey::new(6, deal), state: None }).expect("a start")
    }

    pub fn read(&self, text: &str) -> Result<Box<dyn Play>, Error> {
        self.0.visit(Start { chance: ChanceKey::new(6, 0), state: Some(text) })
    }

    /// Why a position is refused.
    pub fn refusal(&self, text: &str) -> String {
        self.read(text).err().unwrap_or_else(|| panic!("{text} is read")).to_string()
    }

    /// A position with some pieces where they matter: `Oc3 Sd3; merchants a2 b2 | k9; walls nw-e=3; roofs c3:1;
    /// tiles 1---|----; turn 2:1; well m9; hold 1 wall=2 G=0`. Buildings and stables come first, as actions name them;
    /// all else may be left out. Lines of merchants go from end to end in the order begun. What is not on the board is
    /// shared out evenly, but for what `hold` says of a seat; turns and passes are as few as fit.
    pub fn at(&self, text: &str) -> Box<dyn Play> {
        let line = self.line(text);
        self.read(&line).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The notation of such a position.
    pub fn line(&self, text: &str) -> String {
        let written = Written::read(text);
        let supply: Vec<Vec<i64>> = self.supplies(&written);
        let (turns, passes) = self.turns(&written, &supply);
        let mut line = self.rows(&written);
        let mut ends =
            [written.lines.last().expect("a line")[0], *written.lines.last().and_then(|l| l.last()).expect("")];
        ends.sort_unstable();
        let _ = write!(line, " {}:{}", written.lines.len(), ends[0]);
        if ends[0] != ends[1] {
            let _ = write!(line, "-{}", ends[1]);
        }
        let walls = ARMS.map(|arm| written.walls.get(arm).unwrap_or(&0).to_string()).join(",");
        let owner = |owner: Option<usize>| owner.map_or("n".into(), |seat| (seat + 1).to_string());
        let roofs: Vec<String> = written.roofs.iter().map(|&(cell, by)| format!("{cell}:{}", owner(by))).collect();
        let roofs = if roofs.is_empty() { "-".into() } else { roofs.join(",") };
        let (supply, passes) = (joined(supply.iter().map(|own| joined(own, ",")), "|"), joined(&passes, "|"));
        let turn = format!("{}:{}", written.seat + 1, written.left);
        let _ = write!(line, " {walls} {roofs} {} {supply} {turn} {turns} {passes}", written.tiles);
        line
    }

    fn rows(&self, written: &Written) -> String {
        let (rows, columns) = self.size();
        let row = |row: i32| {
            let (mut text, mut empty) = (String::new(), 0);
            for column in 0..columns {
                match written.pieces.get(&Cell { row, column }) {
                    None => empty += 1,
                    Some(kind) => {
                        let _ = if empty > 0 { write!(text, "{empty}{kind}") } else { write!(text, "{kind}") };
                        empty = 0;
                    }
                }
            }
            if empty > 0 { format!("{text}{empty}") } else { text }
        };
        let cells = grid(rows, columns);
        assert!(written.pieces.keys().all(|cell| cells.contains(cell)), "off the board");
        joined((1..=rows).rev().map(row), "/")
    }

    /// What each seat holds (ME-03, ME-04, ME-22, ME-59, ME-60).
    fn supplies(&self, written: &Written) -> Vec<Vec<i64>> {
        let players = self.players();
        let mut supplies = vec![vec![0; KINDS.len()]; players];
        let tea = self.tea_taken(written);
        for (number, kind) in KINDS.into_iter().enumerate() {
            let colour = number < 4;
            let key = ["roofs", "neutral_roofs", "stables", "merchants", "walls", "tea"];
            let full = self.int(if colour { "buildings" } else { key[number - 4] });
            let mut rest = full * players as i64;
            match kind {
                "R" | "tea" => rest = 0,
                "X" => rest -= written.roofed(None),
                "M" => rest += 1 + self.tower_merchants(written) - written.placed("M"),
                "wall" => rest -= written.walls.values().sum::<i64>(),
                _ if colour && self.finished(written, kind) => rest = 0,
                _ => rest -= written.placed(kind),
            }
            let held = |seat: usize| written.hold.get(&(seat, kind)).copied();
            rest -= (0..players).filter_map(held).sum::<i64>();
            let others: Vec<usize> = (0..players).filter(|&seat| held(seat).is_none()).collect();
            for seat in 0..players {
                let place = others.iter().position(|&other| other == seat);
                supplies[seat][number] = match (kind, place) {
                    ("R", _) => full - written.roofed(Some(seat)),
                    (_, None) => held(seat).expect("held"),
                    ("tea", _) => tea[seat],
                    (_, Some(place)) => {
                        let each = others.len() as i64;
                        rest / each + i64::from((place as i64) < rest % each)
                    }
                };
            }
        }
        supplies
    }

    fn finished(&self, written: &Written, colour: &str) -> bool {
        let owns = |seat: usize| {
            let mut own = written.roofs.iter().filter(|roof| roof.1 == Some(seat));
            own.any(|roof| written.pieces[&roof.0].to_string() == colour)
        };
        self.is("finished_colour", "leave") && (0..self.players()).all(owns)
    }

    fn tower_merchants(&self, written: &Written) -> i64 {
        let values = self.0.values.words("tower_values");
        let moved = values.into_iter().zip(written.tiles[5..].chars()).filter(|(_, holder)| *holder != '-');
        let given = moved.map(|(value, _)| 4 - value.parse::<i64>().expect("a value")).sum();
        if self.yes("tower_merchants") { given } else { 0 }
    }

    fn tea_taken(&self, written: &Written) -> Vec<i64> {
        let (mut stack, mut taken) = (self.int("tea"), vec![0; self.players()]);
        for (_, owner) in written.roofs.iter().filter(|roof| written.pieces[&roof.0] == 'B') {
            let share = (stack + 1) / 2;
            match owner {
                Some(seat) => taken[*seat] += share,
                None if self.yes("neutral_tiles") => {}
                None => continue,
            }
            stack -= share;
        }
        taken
    }

    /// The fewest turns that fit, and passes that make the seat the one due.
    fn turns(&self, written: &Written, supply: &[Vec<i64>]) -> (i64, Vec<i64>) {
        let short = self.int("short_openings");
        let on_board = ["O", "B", "G", "N", "S", "M"].map(|kind| written.placed(kind)).iter().sum::<i64>();
        let spent = self.tea_taken(written).iter().sum::<i64>() - supply.iter().map(|own| own[9]).sum::<i64>();
        let plies = on_board + written.walls.values().sum::<i64>() + written.roofs.len() as i64 + spent - 1;
        let fits = |turns: &i64| {
            let length = if *turns < short { 1 } else { 2 };
            let ended = plies - (length - written.left);
            *turns <= ended && ended <= 2 * turns - short.min(*turns)
        };
        let turns = (0..=plies).find(fits).expect("some number of turns");
        let players = self.players() as i64;
        let missing = (written.seat as i64 - turns).rem_euclid(players);
        (turns, (0..players).map(|seat| i64::from(seat >= players - missing)).collect())
    }
}

pub fn joined<T: ToString>(parts: impl IntoIterator<Item = T>, by: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(by)
}

/// The game after some actions.
pub fn go(play: &dyn Play, actions: &str) -> Box<dyn Play> {
    let mut after = play.boxed_clone();
    for action in actions.split_whitespace() {
        after.apply_text(action).unwrap_or_else(|error| panic!("{action} of `{actions}`: {error}"));
    }
    after
}

/// One uniform game, ply by ply: what was before, the action, what is after.
pub fn walk(table: &Table, seed: u64, mut see: impl FnMut(&dyn Play, &str, &dyn Play)) -> Box<dyn Play> {
    let mut play = table.deal(seed);
    let mut stream = Stream::from_key(seed);
    while play.seat().is_some() {
        let before = play.boxed_clone();
        let legal = play.legal_codes();
        let code = legal[stream.below(legal.len() as u32) as usize];
        let text = play.action_text(code).expect("legal");
        play.apply_code(code).expect("legal");
        see(&*before, &text, &*play);
    }
    play
}
