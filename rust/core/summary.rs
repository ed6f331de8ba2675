//! What a run comes to: exact integer sums, so that any split of the run merges to the same summary.

use serde::Serialize;

use crate::game::Facts;
use crate::rows::{Columns, Row};

/// Count, sum, sum of squares and extremes of a whole-number quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moments {
    /// Sum of the values.
    pub sum: i64,
    /// Sum of their squares.
    pub sum_squares: i128,
    /// Smallest value; `i64::MAX` if there is none.
    pub min: i64,
    /// Largest value; `i64::MIN` if there is none.
    pub max: i64,
}

impl Moments {
    const NONE: Self = Self { sum: 0, sum_squares: 0, min: i64::MAX, max: i64::MIN };

    #[inline(always)]
    fn add(&mut self, value: i64) {
        self.sum += value;
        self.sum_squares += i128::from(value * value);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.sum_squares += other.sum_squares;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

/// One seat over all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatSummary {
    /// Games won alone.
    pub wins: u64,
    /// Games whose win was shared.
    pub shared: u64,
    /// Sum of the shares of wins, in twelfths.
    pub share12: u64,
    /// Points.
    pub score: Moments,
    /// Sums of the game's own seat columns, in the order of [`Facts`].
    pub columns: Vec<i64>,
    /// Decisions.
    pub plies: u64,
    /// Decisions with at least two legal actions.
    pub choices: u64,
    /// Sum of the numbers of legal actions.
    pub branching: u64,
}

/// Sums over the games of a run, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Games by end code.
    pub ends: Vec<u64>,
    /// `lengths[n]`: games of `n` plies.
    pub lengths: Vec<u64>,
    /// Turns.
    pub turns: Moments,
    /// Plies.
    pub plies: Moments,
    /// One entry a seat.
    pub seats: Vec<SeatSummary>,
    /// Sums of the game's own facts.
    pub columns: Vec<i64>,
    /// Wrapping sum of the digests of the rows.
    pub digest: u64,
}

impl Summary {
    /// The summary of no game.
    pub fn new(facts: &Facts, players: u8) -> Self {
        let seat = SeatSummary {
            wins: 0,
            shared: 0,
            share12: 0,
            score: Moments::NONE,
            columns: vec![0; facts.seat_columns()],
            plies: 0,
            choices: 0,
            branching: 0,
        };
        Self {
            games: 0,
            ends: vec![0; facts.ends.len()],
            lengths: Vec::new(),
            turns: Moments::NONE,
            plies: Moments::NONE,
            seats: vec![seat; usize::from(players)],
            columns: vec![0; facts.game_facts.len()],
            digest: 0,
        }
    }

    /// The summary of stored rows.
    ///
    /// # Errors
    /// An end code that the game does not have.
    pub fn of(facts: &Facts, players: u8, columns: &Columns) -> Result<Self, String> {
        let mut summary = Self::new(facts, players);
        for row in columns.rows() {
            if usize::from(row.game.end) >= facts.ends.len() {
                return Err(format!("game {} has the unknown end code {}", row.game.game, row.game.end));
            }
            summary.add(facts, &row);
        }
        Ok(summary)
    }

    /// Adds a game.
    #[inline(always)]
    pub fn add(&mut self, facts: &Facts, row: &Row) {
        let game = &row.game;
        self.games += 1;
        self.ends[usize::from(game.end)] += 1;
        let length = usize::from(game.plies);
        if length >= self.lengths.len() {
            self.lengths.resize(length + 1, 0);
        }
        self.lengths[length] += 1;
        self.turns.add(i64::from(game.turns));
        self.plies.add(i64::from(game.plies));
        for (sum, &value) in self.columns.iter_mut().zip(&game.columns) {
            *sum += i64::from(value);
        }
        self.digest = self.digest.wrapping_add(row.digest(facts, self.seats.len() as u8));
        for (sum, seat) in self.seats.iter_mut().zip(&row.seats) {
            sum.wins += u64::from(seat.share12 == 12);
            sum.shared += u64::from(seat.share12 % 12 != 0);
            sum.share12 += u64::from(seat.share12);
            sum.score.add(i64::from(seat.score));
            for (sum, &value) in sum.columns.iter_mut().zip(&seat.columns) {
                *sum += i64::from(value);
            }
            sum.plies += u64::from(seat.plies);
            sum.choices += u64::from(seat.choices);
            sum.branching += u64::from(seat.sum_branching);
        }
    }

    /// Adds the games of another part of the same run.
    pub fn merge(&mut self, other: &Self) {
        fn add(sums: &mut [u64], more: &[u64]) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        fn add_signed(sums: &mut [i64], more: &[i64]) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.games += other.games;
        add(&mut self.ends, &other.ends);
        self.lengths.resize(self.lengths.len().max(other.lengths.len()), 0);
        add(&mut self.lengths, &other.lengths);
        self.turns.merge(&other.turns);
        self.plies.merge(&other.plies);
        add_signed(&mut self.columns, &other.columns);
        self.digest = self.digest.wrapping_add(other.digest);
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            seat.wins += more.wins;
            seat.shared += more.shared;
            seat.share12 += more.share12;
            seat.score.merge(&more.score);
            add_signed(&mut seat.columns, &more.columns);
            seat.plies += more.plies;
            seat.choices += more.choices;
            seat.branching += more.branching;
        }
    }
}
