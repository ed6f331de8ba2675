//! The `Game` trait: what every game gives to playouts, perft, traces, analysis and people.
//!
//! A game is an empty type. `Rules` are fixed for a play, `State` is everything that changes; `Action` is one
//! decision of one seat, `Chance` one result of deck, bag or set-up. Every method is a function of its
//! arguments. Randomness leaves through one door: a chance outcome is *sampled*, then *applied*, and
//! everything else is deterministic. So replay, perft and the oracle need no port of the generator.

use std::fmt::Debug;

use crate::cpu::Cpu;
use crate::error::{Problem, Result};
use crate::rng::{ChanceKey, Stream};
use crate::schema::Resolved;

/// The most seats any game has.
pub const MAX_SEATS: usize = 4;
/// The most columns a game adds for a seat (components, second cuts, facts).
pub const MAX_SEAT_COLUMNS: usize = 16;
/// The most facts a game adds for itself.
pub const MAX_GAME_COLUMNS: usize = 8;

/// The end code of a playout that the ply cap stopped; the same in every game.
pub const TRUNCATED: u8 = 0;

/// A place at the table: `0..players`. Seat 0 makes the first decision. People see it counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses one of at least one legal action.
    Decision(Seat),
    /// Deck, bag or set-up decides.
    Chance,
    /// Nothing: the game is over and its outcome final.
    Terminal,
}

/// What is known of a game before it is played.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name in code and files: `top_cap`.
    pub name: &'static str,
    /// The name people read: `Top Cap`.
    pub title: &'static str,
    /// Raised exactly when the digest of some game changes.
    pub version: u32,
    /// Whether the game counts points. Where it does not, a win is worth 1.
    pub has_points: bool,
    /// What end codes mean; entry 0 is `truncated`.
    pub ends: &'static [&'static str],
    /// Names of the score components: they sum to the score, in every state.
    pub components: &'static [&'static str],
    /// Names of a second cut of the same points; empty if there is none.
    pub cuts: &'static [&'static str],
    /// Names of further facts of each seat.
    pub seat_facts: &'static [&'static str],
    /// Names of further facts of the game.
    pub game_facts: &'static [&'static str],
}

impl Facts {
    /// Names of the columns that the game adds for a seat: `c_*` components, `by_*` second cut, bare facts.
    pub fn seat_column_names(&self) -> Vec<String> {
        let components = self.components.iter().map(|name| format!("c_{name}"));
        let cuts = self.cuts.iter().map(|name| format!("by_{name}"));
        components.chain(cuts).chain(self.seat_facts.iter().map(ToString::to_string)).collect()
    }

    /// Names of the columns that the game adds for itself.
    pub fn game_column_names(&self) -> Vec<String> {
        self.game_facts.iter().map(ToString::to_string).collect()
    }

    /// How many columns the game adds for a seat.
    pub fn seat_columns(&self) -> usize {
        self.components.len() + self.cuts.len() + self.seat_facts.len()
    }
}

/// One seat's part of an outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatOutcome {
    /// Points as they stand.
    pub score: i16,
    /// Place after the game's own tie-breaks, from 1; tied seats share a place (1, 1, 3).
    pub rank: u8,
    /// Share of the win in twelfths: 12/k for each of k tied winners, 0 for the others.
    pub share12: u8,
    /// What the game breaks ties by; 0 where it does not.
    pub tiebreak: i16,
    /// Components, then second cut, then facts, as [`Facts`] names them.
    pub columns: [i16; MAX_SEAT_COLUMNS],
}

/// Result of a game, or the standing of one that still runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// End code, an index into [`Facts::ends`].
    pub end: u8,
    /// Turns as the rules of the game count them.
    pub turns: u16,
    /// One entry a seat; those beyond the players are zero.
    pub seats: [SeatOutcome; MAX_SEATS],
    /// As [`Facts::game_facts`] names them.
    pub columns: [i16; MAX_GAME_COLUMNS],
}

impl Outcome {
    /// An outcome without scores, ranks and shares.
    #[inline(always)]
    pub fn new(end: u8, turns: u16) -> Self {
        Self { end, turns, seats: [SeatOutcome::default(); MAX_SEATS], columns: [0; MAX_GAME_COLUMNS] }
    }

    /// Bit s is set if seat s has a share of the win.
    #[inline(always)]
    pub fn winner_mask(&self) -> u8 {
        let mut mask = 0;
        for (seat, outcome) in self.seats.iter().enumerate() {
            mask |= u8::from(outcome.share12 > 0) << seat;
        }
        mask
    }

    /// Sets ranks and shares of the first `players` seats from their scores, then their tie-breaks; higher is better.
    #[inline(always)]
    pub fn rank_by_points(&mut self, players: u8) {
        let players = usize::from(players);
        let standing = |seat: &SeatOutcome| (seat.score, seat.tiebreak);
        for seat in 0..players {
            let own = standing(&self.seats[seat]);
            let better = self.seats[..players].iter().filter(|other| standing(other) > own).count() as u8;
            let equal = self.seats[..players].iter().filter(|other| standing(other) == own).count() as u8;
            self.seats[seat].rank = better + 1;
            self.seats[seat].share12 = if better == 0 { 12 / equal } else { 0 };
        }
    }
}

/// The rules of one game. Implemented on an empty type.
///
/// Order of legal actions: ascending action code, each once; it depends on nothing but the printed state.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// The values fixed for a play, and tables made from them.
    type Rules: Debug + Send + Sync;
    /// Everything that changes: no rules, no generator, and of a deck only what is in it, never its order.
    type State: Clone + Debug + PartialEq + Send + Sync;
    /// One decision of one seat.
    type Action: Copy + Debug + Eq + Send + Sync;
    /// One result of deck, bag or set-up. An empty enum where the game has none.
    type Chance: Copy + Debug + Eq + Send + Sync;

    /// What one seat may know of a state. The state itself where nothing is hidden.
    type Observation: Clone + Debug + PartialEq + Send + Sync;

    /// What is known before play.
    const FACTS: Facts;
    /// Upper bound on the number of legal actions, justified where it is set.
    const MAX_LEGAL_ACTIONS: usize;

    /// Whether this type plays the rules of `values`; a game may have several, for small and large sets of cards.
    fn serves(_values: &Resolved) -> bool {
        true
    }

    /// The typed rules of resolved values.
    ///
    /// # Errors
    /// Every problem of values that are possible one by one but not together.
    fn rules(values: &Resolved) -> std::result::Result<Self::Rules, Vec<Problem>>;

    /// The number of players.
    fn players(rules: &Self::Rules) -> u8;

    /// The state before the first ply; set-up draws from `chance`, its draws counted from 0.
    fn setup<C: Cpu>(rules: &Self::Rules, chance: ChanceKey) -> Self::State;

    /// What the state waits for; the end is tested first.
    fn turn(rules: &Self::Rules, state: &Self::State) -> Turn;

    /// Decisions made so far.
    fn plies(rules: &Self::Rules, state: &Self::State) -> u16;

    /// Appends every legal action to the empty `out`. Called at a decision only; then at least one is written.
    fn legal_actions(rules: &Self::Rules, state: &Self::State, out: &mut Vec<Self::Action>);

    /// How many legal actions there are.
    #[inline(always)]
    fn legal_count<C: Cpu>(rules: &Self::Rules, state: &Self::State) -> u32 {
        let mut legal = Vec::with_capacity(Self::MAX_LEGAL_ACTIONS);
        Self::legal_actions(rules, state, &mut legal);
        legal.len() as u32
    }

    /// The legal action number `n` of the list; `n` is below [`Game::legal_count`].
    #[inline(always)]
    fn nth_legal<C: Cpu>(rules: &Self::Rules, state: &Self::State, n: u32) -> Self::Action {
        let mut legal = Vec::with_capacity(Self::MAX_LEGAL_ACTIONS);
        Self::legal_actions(rules, state, &mut legal);
        legal[n as usize]
    }

    /// Plays a legal action. What an illegal one does is not defined; it never breaks memory safety.
    fn apply<C: Cpu>(rules: &Self::Rules, state: &mut Self::State, action: Self::Action);

    /// One decision whole: `choose` gets the number of legal actions and gives the index of one, `see` is shown that
    /// action, then it is played. A game may do it its own way, so as not to find out the same thing three times.
    #[inline(always)]
    fn decide<C: Cpu>(
        rules: &Self::Rules,
        state: &mut Self::State,
        choose: impl FnOnce(&Self::State, u32) -> u32,
        see: impl FnOnce(&Self::State, Self::Action),
    ) {
        let index = choose(state, Self::legal_count::<C>(rules, state));
        let action = Self::nth_legal::<C>(rules, state, index);
        see(state, action);
        Self::apply::<C>(rules, state, action);
    }

    /// Draws, but does not apply, the next chance outcome.
    fn sample_chance<C: Cpu>(rules: &Self::Rules, state: &Self::State, chance: ChanceKey) -> Self::Chance;

    /// Whether chance can have this outcome in this state.
    fn chance_possible(rules: &Self::Rules, state: &Self::State, outcome: Self::Chance) -> bool;

    /// Applies a chance outcome.
    fn apply_chance<C: Cpu>(rules: &Self::Rules, state: &mut Self::State, outcome: Self::Chance);

    /// The outcome, or the standing of a game that still runs (end code 0).
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome;

    /// Action codes are below this number.
    fn action_codes(rules: &Self::Rules) -> u32;
    /// The stable code of an action.
    fn action_code(rules: &Self::Rules, action: Self::Action) -> u32;
    /// The stable code of a chance outcome.
    fn chance_code(rules: &Self::Rules, outcome: Self::Chance) -> u32;

    /// The state on one line: all of it, except what the rules say.
    fn print_state(rules: &Self::Rules, state: &Self::State) -> String;
    /// The state that `text` describes.
    ///
    /// # Errors
    /// [`crate::Error::Notation`] with everything that is wrong.
    fn parse_state(rules: &Self::Rules, text: &str) -> Result<Self::State>;
    /// An action as a person types it; its parser looks it up among the legal ones.
    fn print_action(rules: &Self::Rules, action: Self::Action) -> String;
    /// A chance outcome as a person types it.
    fn print_chance(rules: &Self::Rules, outcome: Self::Chance) -> String;
    /// The chance outcome that `text` describes.
    ///
    /// # Errors
    /// [`crate::Error::Notation`].
    fn parse_chance(rules: &Self::Rules, text: &str) -> Result<Self::Chance>;
    /// What `seat` may know of the state.
    fn observe(rules: &Self::Rules, state: &Self::State, seat: Seat) -> Self::Observation;
    /// An observation on one line.
    fn print_observation(rules: &Self::Rules, observation: &Self::Observation) -> String;
    /// A full state that the observation agrees with; each is as likely as the hidden cards make it.
    fn determinize(rules: &Self::Rules, observation: &Self::Observation, stream: &mut Stream) -> Self::State;
    /// The state as a board of several lines, for a terminal.
    fn board(rules: &Self::Rules, state: &Self::State) -> String;

    /// Recomputes every cached field and every conservation law the slow way.
    ///
    /// # Errors
    /// The first thing that does not hold.
    fn check(rules: &Self::Rules, state: &Self::State) -> std::result::Result<(), String>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(standings: &[(i16, i16)]) -> Vec<(u8, u8)> {
        let mut outcome = Outcome::new(1, 0);
        for (seat, &(score, tiebreak)) in outcome.seats.iter_mut().zip(standings) {
            (seat.score, seat.tiebreak) = (score, tiebreak);
        }
        outcome.rank_by_points(standings.len() as u8);
        outcome.seats[..standings.len()].iter().map(|seat| (seat.rank, seat.share12)).collect()
    }

    #[test]
    fn tied_seats_share_a_place_and_the_win() {
        assert_eq!(ranked(&[(5, 0), (5, 0), (3, 9)]), [(1, 6), (1, 6), (3, 0)]);
        assert_eq!(ranked(&[(-4, 1), (-4, 2)]), [(2, 0), (1, 12)]);
        assert_eq!(ranked(&[(0, 0); 4]), [(1, 3); 4]);
        assert_eq!(ranked(&[(1, 0), (1, 0), (1, 0), (0, 0)]), [(1, 4), (1, 4), (1, 4), (4, 0)]);
    }
}
