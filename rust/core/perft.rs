//! Counting: how many decision sequences of a given length start from a position.
//!
//! Chance is answered from an explicit tape: the k-th chance outcome on a path is `tape[k]`, whatever was
//! chosen before. A game that is over before depth d counts 0 at depth d; depth 0 counts 1.

use crate::cpu::Portable;
use crate::error::{Error, Result};
use crate::game::{Game, Turn};

/// Decision sequences of exactly `depth` decisions from `state`.
///
/// # Errors
/// [`Error::Tape`] if a path meets more chance than the tape answers.
pub fn perft<G: Game>(rules: &G::Rules, state: &G::State, tape: &[G::Chance], depth: u32) -> Result<u64> {
    if depth == 0 {
        return Ok(1);
    }
    match G::turn(rules, state) {
        Turn::Terminal => Ok(0),
        Turn::Chance => {
            let (state, tape) = past_chance::<G>(rules, state, tape)?;
            perft::<G>(rules, &state, tape, depth)
        }
        Turn::Decision(_) if depth == 1 => Ok(u64::from(G::legal_count::<Portable>(rules, state))),
        Turn::Decision(_) => {
            let mut legal = Vec::with_capacity(G::MAX_LEGAL_ACTIONS);
            G::legal_actions(rules, state, &mut legal);
            let mut nodes = 0;
            for action in legal {
                let mut next = state.clone();
                G::apply::<Portable>(rules, &mut next, action);
                nodes += perft::<G>(rules, &next, tape, depth - 1)?;
            }
            Ok(nodes)
        }
    }
}

/// The counts by first action, in the order of the legal actions; they sum to [`perft`]. `depth` is at least 1.
///
/// # Errors
/// As [`perft`].
pub fn divide<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    tape: &[G::Chance],
    depth: u32,
) -> Result<Vec<(G::Action, u64)>> {
    match G::turn(rules, state) {
        Turn::Terminal => Ok(Vec::new()),
        Turn::Chance => {
            let (state, tape) = past_chance::<G>(rules, state, tape)?;
            divide::<G>(rules, &state, tape, depth)
        }
        Turn::Decision(_) => {
            let mut legal = Vec::with_capacity(G::MAX_LEGAL_ACTIONS);
            G::legal_actions(rules, state, &mut legal);
            let count = |action: &G::Action| {
                let mut next = state.clone();
                G::apply::<Portable>(rules, &mut next, *action);
                Ok((*action, perft::<G>(rules, &next, tape, depth - 1)?))
            };
            legal.iter().map(count).collect()
        }
    }
}

fn past_chance<'t, G: Game>(
    rules: &G::Rules,
    state: &G::State,
    tape: &'t [G::Chance],
) -> Result<(G::State, &'t [G::Chance])> {
    let Some((&outcome, rest)) = tape.split_first() else {
        return Err(Error::Tape("it ends before the chance that a path meets; give more outcomes".into()));
    };
    if !G::chance_possible(rules, state, outcome) {
        return Err(Error::Tape(format!("{} cannot come up on a path", G::print_chance(rules, outcome))));
    }
    let mut next = state.clone();
    G::apply_chance::<Portable>(rules, &mut next, outcome);
    Ok((next, rest))
}
