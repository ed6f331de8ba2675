//! The rows of a run, one a game and one a seat of it, and the columns that hold many of them.
//!
//! Rows are the contract: the digest of a run is the wrapping sum of the digests of its rows, so it does not
//! depend on how the run was split. Columns are vectors of the narrowest type that fits (DESIGN: results).

use crate::game::{Facts, MAX_GAME_COLUMNS, MAX_SEAT_COLUMNS, MAX_SEATS};
use crate::playout::{GameKey, Played};
use crate::rng::Digest;

/// One game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number in the run.
    pub game: u64,
    /// Games with the same deal share their chance.
    pub deal: u64,
    /// Repetition of the deal.
    pub rep: u16,
    /// How far the policies are rotated over the seats.
    pub rotation: u8,
    /// Decisions made.
    pub plies: u16,
    /// Turns as the game counts them.
    pub turns: u16,
    /// End code.
    pub end: u8,
    /// Bit s: seat s has a share of the win.
    pub winner_mask: u8,
    /// The low half of the game's digest.
    pub digest: u32,
    /// The game's own facts.
    pub columns: [i16; MAX_GAME_COLUMNS],
}

/// One seat of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// The game's number in the run.
    pub game: u64,
    /// The seat, from 0.
    pub seat: u8,
    /// The policy that chose for the seat: its place among the distinct policies of the run.
    pub policy: u8,
    /// Points.
    pub score: i16,
    /// Place, from 1.
    pub rank: u8,
    /// Share of the win in twelfths.
    pub share12: u8,
    /// What ties were broken by.
    pub tiebreak: i16,
    /// Decisions made.
    pub plies: u16,
    /// Decisions with at least two legal actions.
    pub choices: u16,
    /// Sum of the numbers of legal actions.
    pub sum_branching: u32,
    /// Components, second cut, facts.
    pub columns: [i16; MAX_SEAT_COLUMNS],
}

/// A game with its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The game.
    pub game: GameRow,
    /// Its seats; those beyond the players mean nothing.
    pub seats: [SeatRow; MAX_SEATS],
}

impl Row {
    /// The row of a played game; `policies` are the codes of the seats' policies.
    #[inline(always)]
    pub fn new(game: u64, key: GameKey, policies: [u8; MAX_SEATS], played: &Played) -> Self {
        let outcome = &played.outcome;
        let seats = std::array::from_fn(|s| {
            let (seat, tally) = (&outcome.seats[s], played.tallies[s]);
            SeatRow {
                game,
                seat: s as u8,
                policy: policies[s],
                score: seat.score,
                rank: seat.rank,
                share12: seat.share12,
                tiebreak: seat.tiebreak,
                plies: tally.plies(),
                choices: tally.choices(),
                sum_branching: tally.branching(),
                columns: seat.columns,
            }
        });
        let game = GameRow {
            game,
            deal: key.deal,
            rep: key.rep,
            rotation: 0,
            plies: played.plies,
            turns: outcome.turns,
            end: outcome.end,
            winner_mask: outcome.winner_mask(),
            digest: played.digest as u32,
            columns: outcome.columns,
        };
        Self { game, seats }
    }

    /// The row's part of the run's digest: every stored field enters.
    #[inline(always)]
    pub fn digest(&self, facts: &Facts, players: u8) -> u64 {
        let mut digest = Digest::default();
        let game = &self.game;
        digest.fold(game.game);
        digest.fold(game.deal);
        digest.fold(
            u64::from(game.rep)
                | u64::from(game.rotation) << 16
                | u64::from(game.plies) << 32
                | u64::from(game.turns) << 48,
        );
        digest.fold(u64::from(game.end) | u64::from(game.winner_mask) << 8 | u64::from(game.digest) << 32);
        fold_columns(&mut digest, &game.columns, facts.game_facts.len());
        for seat in &self.seats[..usize::from(players)] {
            let small = u64::from(seat.policy) | u64::from(seat.rank) << 8 | u64::from(seat.share12) << 16;
            digest.fold(small | u64::from(seat.score as u16) << 32 | u64::from(seat.tiebreak as u16) << 48);
            digest.fold(u64::from(seat.plies) | u64::from(seat.choices) << 16 | u64::from(seat.sum_branching) << 32);
            fold_columns(&mut digest, &seat.columns, facts.seat_columns());
        }
        digest.finish()
    }
}

/// Folds the first `used` columns, four to a word.
#[inline(always)]
fn fold_columns(digest: &mut Digest, columns: &[i16], used: usize) {
    for four in columns[..used].chunks(4) {
        digest.fold(four.iter().rev().fold(0, |word, &column| word << 16 | u64::from(column as u16)));
    }
}

/// One column of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each holds values of the type it is named after
pub enum Column {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I16(Vec<i16>),
}

impl Column {
    fn type_name(&self) -> &'static str {
        match self {
            Self::U8(_) => "u8",
            Self::U16(_) => "u16",
            Self::U32(_) => "u32",
            Self::U64(_) => "u64",
            Self::I16(_) => "i16",
        }
    }
}

impl GameRow {
    const NO_COLUMNS: [i16; MAX_GAME_COLUMNS] = [0; MAX_GAME_COLUMNS];
}

impl SeatRow {
    const NO_COLUMNS: [i16; MAX_SEAT_COLUMNS] = [0; MAX_SEAT_COLUMNS];
}

/// Writes the columns of a row type from the one list of its fields: storage, `push`, and names with values.
macro_rules! columns {
    ($(#[$doc:meta])* $name:ident of $row:ident { $($field:ident: $kind:ident $type:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($field: Vec<$type>,)+
            columns: Vec<Vec<i16>>,
        }

        impl $name {
            fn with_capacity(rows: usize, columns: usize) -> Self {
                Self {
                    $($field: Vec::with_capacity(rows),)+
                    columns: (0..columns).map(|_| Vec::with_capacity(rows)).collect(),
                }
            }

            /// Appends rows, a column at a time.
            fn extend(&mut self, rows: &[$row]) {
                $(self.$field.extend(rows.iter().map(|row| row.$field));)+
                for (number, column) in self.columns.iter_mut().enumerate() {
                    column.extend(rows.iter().map(|row| row.columns[number]));
                }
            }

            fn append(&mut self, mut other: Self) {
                $(self.$field.append(&mut other.$field);)+
                for (column, mut more) in self.columns.iter_mut().zip(other.columns) {
                    column.append(&mut more);
                }
            }

            fn len(&self) -> usize {
                self.columns.iter().map(Vec::len).chain([$(self.$field.len()),+]).min().unwrap_or(0)
            }

            fn row(&self, index: usize) -> $row {
                let mut columns = <$row>::NO_COLUMNS;
                for (value, column) in columns.iter_mut().zip(&self.columns) {
                    *value = column[index];
                }
                $row { $($field: self.$field[index],)+ columns }
            }

            /// The columns that `take` gives by name; `names` are those of the game's own columns.
            ///
            /// # Errors
            /// The first column that is missing, or of another type or length.
            pub fn from_columns(
                names: &[String],
                mut take: impl FnMut(&str) -> Result<Column, String>,
            ) -> Result<Self, String> {
                let mut typed = |name: &str, wanted: &str| take(name).map_err(|why| format!("column `{name}` ({wanted}): {why}"));
                let taken = Self {
                    $($field: match typed(stringify!($field), stringify!($type))? {
                        Column::$kind(values) => values,
                        other => return Err(format!(concat!("column `", stringify!($field), "` is {}, not ", stringify!($type)), other.type_name())),
                    },)+
                    columns: names.iter().map(|name| match typed(name, "i16")? {
                        Column::I16(values) => Ok(values),
                        other => Err(format!("column `{name}` is {}, not i16", other.type_name())),
                    }).collect::<Result<_, String>>()?,
                };
                let longest = taken.columns.iter().map(Vec::len).chain([$(taken.$field.len()),+]).max();
                if longest == Some(taken.len()) { Ok(taken) } else { Err("columns differ in length".into()) }
            }

            /// Names with values, in the order of the frame; `names` are those of the game's own columns.
            pub fn into_columns(self, names: Vec<String>) -> Vec<(String, Column)> {
                let mut named = vec![$((stringify!($field).to_owned(), Column::$kind(self.$field)),)+];
                named.extend(names.into_iter().zip(self.columns.into_iter().map(Column::I16)));
                named
            }
        }
    };
}

columns! {
    /// The `games` frame.
    GameColumns of GameRow {
        game: U64 u64, deal: U64 u64, rep: U16 u16, rotation: U8 u8, plies: U16 u16, turns: U16 u16, end: U8 u8,
        winner_mask: U8 u8, digest: U32 u32,
    }
}

columns! {
    /// The `seats` frame. The seats of a game follow each other, seat 0 first.
    SeatColumns of SeatRow {
        game: U64 u64, seat: U8 u8, policy: U8 u8, score: I16 i16, rank: U8 u8, share12: U8 u8, tiebreak: I16 i16,
        plies: U16 u16, choices: U16 u16, sum_branching: U32 u32,
    }
}

/// Both frames of a range of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    players: u8,
    /// One row a game.
    pub games: GameColumns,
    /// One row a seat of a game.
    pub seats: SeatColumns,
}

impl Columns {
    /// Empty columns with room for `games` games of `players` seats.
    pub fn with_capacity(facts: &Facts, players: u8, games: usize) -> Self {
        Self {
            players,
            games: GameColumns::with_capacity(games, facts.game_facts.len()),
            seats: SeatColumns::with_capacity(games * usize::from(players), facts.seat_columns()),
        }
    }

    /// Both frames together.
    ///
    /// # Errors
    /// Seats that are not those of the games, in order.
    pub fn new(players: u8, games: GameColumns, seats: SeatColumns) -> Result<Self, String> {
        let width = usize::from(players);
        if seats.len() != games.len() * width {
            return Err(format!(
                "{} games of {players} seats need {} seat rows, there are {}",
                games.len(),
                games.len() * width,
                seats.len()
            ));
        }
        let stray = (0..seats.len())
            .find(|&i| seats.game[i] != games.game[i / width] || usize::from(seats.seat[i]) != i % width);
        match stray {
            None => Ok(Self { players, games, seats }),
            Some(i) => Err(format!(
                "seat row {i} is seat {} of game {}, expected seat {} of game {}",
                seats.seat[i],
                seats.game[i],
                i % width,
                games.game[i / width]
            )),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.game.len()
    }

    /// The games one by one.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let width = usize::from(self.players);
        (0..self.len()).map(move |i| {
            let seats =
                std::array::from_fn(
                    |seat| if seat < width { self.seats.row(i * width + seat) } else { SeatRow::default() },
                );
            Row { game: self.games.row(i), seats }
        })
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends all games of `other`.
    pub fn append(&mut self, other: Self) {
        self.games.append(other.games);
        self.seats.append(other.seats);
    }
}

/// Games that a [`RowSink`] holds back. Few, so that they stay in the nearest cache.
const BLOCK: usize = 32;

/// Takes rows one by one and stores them by column, a block at a time: writing to thirty columns after each
/// game would throw most of them out of the nearest cache each time.
#[derive(Clone, Debug)]
pub struct RowSink {
    columns: Columns,
    games: Vec<GameRow>,
    seats: Vec<SeatRow>,
}

impl RowSink {
    /// A sink with room for `games` games of `players` seats.
    pub fn with_capacity(facts: &Facts, players: u8, games: usize) -> Self {
        Self {
            columns: Columns::with_capacity(facts, players, games),
            games: Vec::with_capacity(BLOCK),
            seats: Vec::with_capacity(BLOCK * usize::from(players)),
        }
    }

    /// Takes a game.
    #[inline(always)]
    pub fn push(&mut self, row: &Row) {
        if self.games.len() == BLOCK {
            self.store();
        }
        self.games.push(row.game);
        self.seats.extend_from_slice(&row.seats[..usize::from(self.columns.players)]);
    }

    #[inline(never)]
    fn store(&mut self) {
        self.columns.games.extend(&self.games);
        self.columns.seats.extend(&self.seats);
        self.games.clear();
        self.seats.clear();
    }

    /// Everything taken.
    pub fn finish(mut self) -> Columns {
        self.store();
        self.columns
    }
}
