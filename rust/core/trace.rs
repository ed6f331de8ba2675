//! A recorded playout: set-up, then every chance outcome and decision, as text that a person can read and
//! any other implementation of the rules can follow. No generator is needed to replay it.

use serde::{Deserialize, Serialize};

use crate::cpu::{Cpu, CpuTask};
use crate::error::{Error, Result};
use crate::game::{Game, Seat, Turn};
use crate::playout::{GameKey, Observer, Played, playout};
use crate::policies::{PolicySpec, begin, line_up};

/// One step of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The seat that decides; absent where chance does.
    pub seat: Option<u8>,
    /// The action or chance outcome.
    pub action: String,
    /// Its stable code.
    pub code: u32,
    /// How many actions were legal; 0 where chance decides.
    pub legal: u32,
    /// The state before the step.
    pub state: String,
}

/// A recorded playout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// The last state.
    pub end_state: String,
}

/// Records; also keeps the last state.
struct Recorder {
    steps: Vec<Step>,
}

impl<G: Game> Observer<G> for Recorder {
    fn decision(&mut self, rules: &G::Rules, state: &G::State, seat: Seat, count: u32, _: u32, action: G::Action) {
        self.steps.push(Step {
            seat: Some(seat.0),
            action: G::print_action(rules, action),
            code: G::action_code(rules, action),
            legal: count,
            state: G::print_state(rules, state),
        });
    }

    fn chance(&mut self, rules: &G::Rules, state: &G::State, outcome: G::Chance) {
        self.steps.push(Step {
            seat: None,
            action: G::print_chance(rules, outcome),
            code: G::chance_code(rules, outcome),
            legal: 0,
            state: G::print_state(rules, state),
        });
    }
}

/// Plays the game of `key` once more and records it, through the same loop as a batch.
#[derive(Debug)]
pub struct Record<'a, G: Game> {
    /// The rules of the run.
    pub rules: &'a G::Rules,
    /// Which game.
    pub key: GameKey,
    /// One policy a seat.
    pub policies: &'a [PolicySpec],
}

impl<G: Game> CpuTask for Record<'_, G> {
    type Output = Result<(Played, Trace)>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Self { rules, key, policies } = self;
        let mut recorder = Recorder { steps: Vec::new() };
        let mut players = line_up::<G>(policies);
        begin(&mut players, key);
        let played = playout::<G, C>(rules, key.chance(), &mut players, &mut recorder);
        let start = G::print_state(rules, &G::setup::<C>(rules, key.chance()));
        let end = replay::<G, C>(rules, &start, &recorder.steps)?;
        Ok((played, Trace { steps: recorder.steps, end_state: G::print_state(rules, &end) }))
    }
}

/// Plays `steps` from the printed state `start`, comparing legal counts and states with what is written.
///
/// # Errors
/// The first step that cannot be played, or that finds another state than the one written.
pub fn replay<G: Game, C: Cpu>(rules: &G::Rules, start: &str, steps: &[Step]) -> Result<G::State> {
    let differs = |text: &str, why: String| Error::Notation { what: "a trace", text: text.into(), why };
    let mut state = G::parse_state(rules, start)?;
    for (number, step) in steps.iter().enumerate() {
        let found = G::print_state(rules, &state);
        if found != step.state {
            return Err(differs(&step.state, format!("step {number} finds the state `{found}`")));
        }
        match (G::turn(rules, &state), step.seat) {
            (Turn::Decision(seat), Some(written)) if seat.0 == written => {
                let action = parse_action::<G>(rules, &state, &step.action)?;
                let count = G::legal_count::<C>(rules, &state);
                if count != step.legal {
                    return Err(differs(
                        &step.action,
                        format!("step {number} has {count} legal actions, not {}", step.legal),
                    ));
                }
                G::apply::<C>(rules, &mut state, action);
            }
            (Turn::Chance, None) => {
                let outcome = G::parse_chance(rules, &step.action)?;
                if !G::chance_possible(rules, &state, outcome) {
                    return Err(differs(&step.action, format!("step {number} cannot come up")));
                }
                G::apply_chance::<C>(rules, &mut state, outcome);
            }
            (turn, _) => return Err(differs(&step.action, format!("step {number} meets {turn:?}"))),
        }
    }
    Ok(state)
}

/// The legal action that `text` names.
///
/// # Errors
/// [`Error::Illegal`] with the legal ones; [`Error::Over`] if the game is over.
pub fn parse_action<G: Game>(rules: &G::Rules, state: &G::State, text: &str) -> Result<G::Action> {
    let legal = decision_actions::<G>(rules, state)?;
    legal
        .iter()
        .copied()
        .find(|&action| G::print_action(rules, action) == text)
        .ok_or_else(|| illegal::<G>(rules, &legal, text))
}

/// The legal action with the code `code`.
///
/// # Errors
/// As [`parse_action`].
pub fn action_of_code<G: Game>(rules: &G::Rules, state: &G::State, code: u32) -> Result<G::Action> {
    let legal = decision_actions::<G>(rules, state)?;
    let found = legal.iter().copied().find(|&action| G::action_code(rules, action) == code);
    found.ok_or_else(|| illegal::<G>(rules, &legal, &code.to_string()))
}

fn illegal<G: Game>(rules: &G::Rules, legal: &[G::Action], action: &str) -> Error {
    let legal = legal.iter().map(|&action| G::print_action(rules, action)).collect();
    Error::Illegal { action: action.into(), legal }
}

fn decision_actions<G: Game>(rules: &G::Rules, state: &G::State) -> Result<Vec<G::Action>> {
    match G::turn(rules, state) {
        Turn::Decision(_) => {
            let mut legal = Vec::with_capacity(G::MAX_LEGAL_ACTIONS);
            G::legal_actions(rules, state, &mut legal);
            Ok(legal)
        }
        Turn::Terminal => {
            let end = G::FACTS.ends[usize::from(G::outcome(rules, state).end)];
            Err(Error::Over { end: end.into() })
        }
        Turn::Chance => Err(Error::Tape("the state waits for chance, not for a decision".into())),
    }
}
