//! Top Cap: two players, four caps each on a 6x6 board, two bottles in opposite corners.
//!
//! A cap moves in a straight line exactly as many squares as it has neighbours. Covering the other side's
//! bottle wins, and so does leaving the other side without a move. Rules with their sources:
//! `seeds/top_cap/RULES.md` (ids TC-nn).
//!
//! | rule | type | standard |
//! |---|---|---|
//! | `board_size` | 4..8 | 6 |
//! | `start_white`, `start_black` | 1 to 8 squares each, equally many | the diagonals before the bottles |
//! | `directions` | 4, 8 | 8 |
//! | `max_plies` | 1..60000 | 1000 |

mod actions;
mod notation;
mod rules;
mod scoring;
mod state;
mod tables;

use std::sync::OnceLock;

pub use actions::Action;
pub use rules::{MAX_CAPS, Rules};
pub use state::{End, State};

use crate::cpu::Cpu;
use crate::error::{Error, Problem, Result};
use crate::game::{Facts, Game, Outcome, Seat, Turn};
use crate::rng::{ChanceKey, Stream};
use crate::schema::{Resolved, RuleBook};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TopCap;

/// Top Cap has no chance at all: this type has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {}

/// The rule fields and variants.
pub fn rule_book() -> &'static RuleBook {
    static BOOK: OnceLock<RuleBook> = OnceLock::new();
    BOOK.get_or_init(|| {
        RuleBook::parse(
            "top-cap",
            include_str!("../../../../seeds/top_cap/rules.toml"),
            include_str!("../../../../seeds/top_cap/variants.toml"),
        )
    })
}

impl Game for TopCap {
    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Observation = State;

    const FACTS: Facts = Facts {
        name: "top_cap",
        title: "Top Cap",
        version: 1,
        has_points: false,
        ends: &["truncated", "bottle", "blockade"],
        components: &["bottle", "blockade"],
        cuts: &[],
        seat_facts: &[],
        game_facts: &[],
    };
    /// Eight caps of at most seven directions: a counted neighbour always closes its own line (TC-07).
    const MAX_LEGAL_ACTIONS: usize = 7 * MAX_CAPS;

    fn rules(values: &Resolved) -> std::result::Result<Rules, Vec<Problem>> {
        Rules::new(values)
    }

    fn players(_: &Rules) -> u8 {
        2
    }

    #[inline(always)]
    fn setup<C: Cpu>(rules: &Rules, _: ChanceKey) -> State {
        rules.start().clone()
    }

    #[inline(always)]
    fn turn(_: &Rules, state: &State) -> Turn {
        if state.end() == End::None { Turn::Decision(state.seat()) } else { Turn::Terminal }
    }

    #[inline(always)]
    fn plies(_: &Rules, state: &State) -> u16 {
        state.plies()
    }

    fn legal_actions(rules: &Rules, state: &State, out: &mut Vec<Action>) {
        actions::legal_actions(rules, state, out);
    }

    #[inline(always)]
    fn legal_count<C: Cpu>(_: &Rules, state: &State) -> u32 {
        actions::legal_count(state)
    }

    #[inline(always)]
    fn nth_legal<C: Cpu>(rules: &Rules, state: &State, n: u32) -> Action {
        actions::nth_legal::<C>(rules, state, n)
    }

    #[inline(always)]
    fn apply<C: Cpu>(rules: &Rules, state: &mut State, action: Action) {
        state.apply::<C>(rules, action);
    }

    #[inline(always)]
    fn sample_chance<C: Cpu>(_: &Rules, _: &State, _: ChanceKey) -> Chance {
        unreachable!("Top Cap never waits for chance")
    }

    fn chance_possible(_: &Rules, _: &State, outcome: Chance) -> bool {
        match outcome {}
    }

    #[inline(always)]
    fn apply_chance<C: Cpu>(_: &Rules, _: &mut State, outcome: Chance) {
        match outcome {}
    }

    #[inline(always)]
    fn outcome(_: &Rules, state: &State) -> Outcome {
        scoring::outcome(state)
    }

    fn action_codes(rules: &Rules) -> u32 {
        actions::codes(rules)
    }

    fn action_code(rules: &Rules, action: Action) -> u32 {
        actions::code(rules, action)
    }

    fn chance_code(_: &Rules, outcome: Chance) -> u32 {
        match outcome {}
    }

    fn print_state(rules: &Rules, state: &State) -> String {
        notation::print_state(rules, state)
    }

    fn parse_state(rules: &Rules, text: &str) -> Result<State> {
        notation::parse_state(rules, text)
    }

    fn print_action(_: &Rules, action: Action) -> String {
        notation::print_action(action)
    }

    fn print_chance(_: &Rules, outcome: Chance) -> String {
        match outcome {}
    }

    fn parse_chance(_: &Rules, text: &str) -> Result<Chance> {
        Err(Error::Notation { what: "a chance outcome", text: text.into(), why: "Top Cap has no chance".into() })
    }

    fn observe(_: &Rules, state: &State, _: Seat) -> State {
        state.clone()
    }

    fn print_observation(rules: &Rules, observation: &State) -> String {
        notation::print_state(rules, observation)
    }

    fn determinize(_: &Rules, observation: &State, _: &mut Stream) -> State {
        observation.clone()
    }

    fn board(rules: &Rules, state: &State) -> String {
        notation::board(rules, state)
    }

    fn check(rules: &Rules, state: &State) -> std::result::Result<(), String> {
        state.check(rules)
    }
}
