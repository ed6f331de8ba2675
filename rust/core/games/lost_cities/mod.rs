//! Lost Cities: two players, rows of rising cards in five colours, a deck that ends the game.
//!
//! A turn is two plies: place a card (on an own row or on a discard pile), then take one (from the deck or from
//! the top of a pile). Rules with their sources: `seeds/lost_cities/RULES.md` (ids LC-nn), which also describes
//! the notation. Rule fields: `seeds/lost_cities/rules.toml`.
//!
//! Hidden: the deck and what comes from it. A card taken from a pile stays known to the other seat.

mod actions;
mod cards;
mod notation;
mod observation;
mod parse;
mod rules;
mod scoring;
mod state;

use std::marker::PhantomData;
use std::sync::OnceLock;

pub use actions::Action;
pub use cards::CardSet;
pub use observation::Observation;
pub use rules::Rules;
pub use state::State;

use crate::cpu::Cpu;
use crate::error::{Problem, Result};
use crate::game::{Facts, Game, Outcome, Seat, Turn};
use crate::rng::{ChanceKey, Stream};
use crate::schema::{Resolved, RuleBook};
use state::Phase;

/// The game, with card sets in words of type `W`: `u64` up to five colours, `u128` for six.
#[derive(Clone, Copy, Debug)]
pub struct LostCities<W>(PhantomData<W>);

/// A card that comes from the deck, by the lowest bit of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card(u8);

/// The rule fields and variants.
pub fn rule_book() -> &'static RuleBook {
    static BOOK: OnceLock<RuleBook> = OnceLock::new();
    BOOK.get_or_init(|| {
        RuleBook::parse(
            "lost-cities",
            include_str!("../../../../seeds/lost_cities/rules.toml"),
            include_str!("../../../../seeds/lost_cities/variants.toml"),
        )
    })
}

impl<W: CardSet> Game for LostCities<W> {
    type Rules = Rules<W>;
    type State = State<W>;
    type Action = Action;
    type Chance = Card;
    type Observation = Observation<W>;

    const FACTS: Facts = Facts {
        name: "lost_cities",
        title: "Lost Cities",
        version: 1,
        has_points: true,
        ends: &["truncated", "deck"],
        components: &["numbers", "costs", "wagers", "bonus"],
        cuts: &["red", "green", "blue", "white", "yellow", "purple"],
        seat_facts: &["opened", "wagers_played", "pile_draws"],
        game_facts: &[],
    };
    /// Every different card of a hand of at most 35 to a row or a pile.
    const MAX_LEGAL_ACTIONS: usize = 2 * 35;

    fn serves(values: &Resolved) -> bool {
        values.int("colours") as usize <= W::COLOURS
    }

    fn rules(values: &Resolved) -> std::result::Result<Rules<W>, Vec<Problem>> {
        Rules::new(values)
    }

    fn players(_: &Rules<W>) -> u8 {
        2
    }

    #[inline(always)]
    fn setup<C: Cpu>(rules: &Rules<W>, chance: ChanceKey) -> State<W> {
        State::dealt::<C>(rules, chance)
    }

    #[inline(always)]
    fn turn(_: &Rules<W>, state: &State<W>) -> Turn {
        match state.phase {
            Phase::Deck | Phase::Deal => Turn::Chance,
            Phase::Place | Phase::Draw if state.over() => Turn::Terminal,
            Phase::Place | Phase::Draw => Turn::Decision(state.seat()),
        }
    }

    #[inline(always)]
    fn plies(rules: &Rules<W>, state: &State<W>) -> u16 {
        state.plies(rules)
    }

    fn legal_actions(rules: &Rules<W>, state: &State<W>, out: &mut Vec<Action>) {
        actions::legal_actions(rules, state, out);
    }

    #[inline(always)]
    fn legal_count<C: Cpu>(rules: &Rules<W>, state: &State<W>) -> u32 {
        actions::legal_count(rules, state)
    }

    #[inline(always)]
    fn nth_legal<C: Cpu>(rules: &Rules<W>, state: &State<W>, n: u32) -> Action {
        actions::nth_legal::<W, C>(rules, state, n)
    }

    #[inline(always)]
    fn apply<C: Cpu>(rules: &Rules<W>, state: &mut State<W>, action: Action) {
        state.apply(rules, action);
    }

    #[inline(always)]
    fn decide<C: Cpu>(
        rules: &Rules<W>,
        state: &mut State<W>,
        choose: impl FnOnce(&State<W>, u32) -> u32,
        see: impl FnOnce(&State<W>, Action),
    ) {
        actions::decide::<W, C>(rules, state, choose, see);
    }

    #[inline(always)]
    fn sample_chance<C: Cpu>(rules: &Rules<W>, state: &State<W>, chance: ChanceKey) -> Card {
        Card(state.sample::<C>(rules, chance))
    }

    #[inline(always)]
    fn apply_chance<C: Cpu>(rules: &Rules<W>, state: &mut State<W>, outcome: Card) {
        state.receive(rules, outcome.0);
    }

    #[inline(always)]
    fn outcome(rules: &Rules<W>, state: &State<W>) -> Outcome {
        scoring::outcome(rules, state)
    }

    fn action_codes(rules: &Rules<W>) -> u32 {
        actions::codes(rules)
    }

    fn action_code(rules: &Rules<W>, action: Action) -> u32 {
        actions::code(rules, action)
    }

    #[inline(always)]
    fn chance_code(_: &Rules<W>, outcome: Card) -> u32 {
        u32::from(outcome.0)
    }

    fn chance_possible(rules: &Rules<W>, state: &State<W>, outcome: Card) -> bool {
        state.deck & rules.kind(outcome.0).0 != W::default()
    }

    fn print_state(rules: &Rules<W>, state: &State<W>) -> String {
        notation::print_state(rules, state)
    }

    fn parse_state(rules: &Rules<W>, text: &str) -> Result<State<W>> {
        parse::parse_state(rules, text)
    }

    fn print_action(rules: &Rules<W>, action: Action) -> String {
        notation::print_action(rules, action)
    }

    fn print_chance(rules: &Rules<W>, outcome: Card) -> String {
        notation::print_card(rules, outcome.0)
    }

    fn parse_chance(rules: &Rules<W>, text: &str) -> Result<Card> {
        notation::parse_chance(rules, text).map(Card)
    }

    fn observe(rules: &Rules<W>, state: &State<W>, seat: Seat) -> Observation<W> {
        observation::observe(rules, state, seat.0)
    }

    fn print_observation(rules: &Rules<W>, observation: &Observation<W>) -> String {
        notation::print_observation(rules, observation)
    }

    fn determinize(rules: &Rules<W>, observation: &Observation<W>, stream: &mut Stream) -> State<W> {
        observation::determinize(rules, observation, stream)
    }

    fn board(rules: &Rules<W>, state: &State<W>) -> String {
        notation::board(rules, state)
    }

    fn check(rules: &Rules<W>, state: &State<W>) -> std::result::Result<(), String> {
        state.check(rules)
    }
}
