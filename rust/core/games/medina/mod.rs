//! Medina: two to four players build palaces of four colours, an alley of merchants and a wall around the town.
//!
//! A ply is one placement. Rules with their sources: `seeds/medina/RULES.md` (ids ME-nn), which also describes the
//! notation. Rule fields: `seeds/medina/rules.toml`. Nothing is hidden; chance has a part in the set-up only.

mod actions;
mod cells;
mod notation;
mod parse;
mod place;
mod rules;
mod scoring;
mod state;
mod survey;
mod tiles;
mod verdict;

use std::sync::OnceLock;

pub use actions::Action;
pub use rules::Rules;
pub use state::State;

use crate::cpu::Cpu;
use crate::error::{Problem, Result};
use crate::game::{Facts, Game, Outcome, Seat, TRUNCATED, Turn};
use crate::rng::{ChanceKey, Stream};
use crate::schema::{Resolved, RuleBook};
use state::Phase;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Medina;

/// Where chance puts the first merchant, or the well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u8);

/// End code of ME-50.
const NO_PLACEMENT: u8 = 1;

/// The rule fields and variants.
pub fn rule_book() -> &'static RuleBook {
    static BOOK: OnceLock<RuleBook> = OnceLock::new();
    BOOK.get_or_init(|| {
        RuleBook::parse(
            "medina",
            include_str!("../../../../seeds/medina/rules.toml"),
            include_str!("../../../../seeds/medina/variants.toml"),
        )
    })
}

impl Game for Medina {
    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Chance = Cell;
    type Observation = State;

    const FACTS: Facts = Facts {
        name: "medina",
        title: "Medina",
        version: 1,
        has_points: true,
        ends: &["truncated", "no_placement"],
        components: &["buildings", "stables", "merchants", "walls", "palace_tiles", "tower_tiles", "well"],
        cuts: &["orange", "black", "grey", "brown", "towers"],
        seat_facts: &["palaces", "passes", "left_over"],
        game_facts: &["abandoned", "neutral_palaces", "merchant_lines", "returned"],
    };
    /// Six kinds of pieces on each cell, two kinds of roofs on each palace, eight arms, a tea tile.
    const MAX_LEGAL_ACTIONS: usize = 6 * cells::CELLS + 2 * state::MAX_PALACES + rules::ARMS + 1;

    fn rules(values: &Resolved) -> std::result::Result<Rules, Vec<Problem>> {
        Rules::new(values)
    }

    fn players(rules: &Rules) -> u8 {
        rules.players
    }

    #[inline(always)]
    fn setup<C: Cpu>(rules: &Rules, chance: ChanceKey) -> State {
        State::set_up::<C>(rules, chance)
    }

    #[inline(always)]
    fn turn(rules: &Rules, state: &State) -> Turn {
        if state.waits_for_chance(rules) {
            Turn::Chance
        } else if state.ended(rules) {
            Turn::Terminal
        } else {
            Turn::Decision(state.seat())
        }
    }

    #[inline(always)]
    fn plies(_: &Rules, state: &State) -> u16 {
        state.table.plies
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
        state.apply(rules, action);
    }

    #[inline(always)]
    fn sample_chance<C: Cpu>(rules: &Rules, state: &State, chance: ChanceKey) -> Cell {
        Cell(state.sample::<C>(rules, chance))
    }

    fn chance_possible(rules: &Rules, state: &State, outcome: Cell) -> bool {
        state.set_up_cells(rules).contains(outcome.0)
    }

    #[inline(always)]
    fn apply_chance<C: Cpu>(rules: &Rules, state: &mut State, outcome: Cell) {
        state.receive(rules, outcome.0);
    }

    #[inline(always)]
    fn outcome(rules: &Rules, state: &State) -> Outcome {
        let end = if state.table.phase == Phase::Over { NO_PLACEMENT } else { TRUNCATED };
        scoring::outcome(rules, state, end)
    }

    fn action_codes(_: &Rules) -> u32 {
        actions::CODES
    }

    fn action_code(_: &Rules, action: Action) -> u32 {
        actions::code(action)
    }

    #[inline(always)]
    fn chance_code(_: &Rules, outcome: Cell) -> u32 {
        u32::from(outcome.0)
    }

    fn print_state(rules: &Rules, state: &State) -> String {
        notation::print_state(rules, state)
    }

    fn parse_state(rules: &Rules, text: &str) -> Result<State> {
        parse::parse_state(rules, text)
    }

    fn print_action(_: &Rules, action: Action) -> String {
        notation::print_action(action)
    }

    fn print_chance(_: &Rules, outcome: Cell) -> String {
        notation::cell_name(outcome.0)
    }

    fn parse_chance(rules: &Rules, text: &str) -> Result<Cell> {
        notation::parse_chance(rules, text).map(Cell)
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
