//! [`PolicySpec::Greedy`](super::PolicySpec::Greedy).

use crate::cpu::Cpu;
use crate::game::{Game, Seat};
use crate::rng::{ChanceKey, Stream};

use super::lookahead::{best, imagine, play};

/// The action with the best own score less the best other score after it. All actions are tried in one imagined state
/// with one chance, so that luck does not choose between them.
#[inline(always)]
pub(super) fn choose<G: Game, C: Cpu>(
    rules: &G::Rules,
    state: &G::State,
    seat: Seat,
    count: u32,
    stream: &mut Stream,
) -> u32 {
    let imagined = imagine::<G>(rules, state, seat, stream);
    let chance = ChanceKey::drawn(stream);
    let players = usize::from(G::players(rules));
    best(count, stream, |index| {
        let mut after = imagined.clone();
        play::<G, C>(rules, &mut after, index, chance);
        let outcome = G::outcome(rules, &after);
        let others = (0..players).filter(|&other| other != seat.index());
        let rival = others.map(|other| outcome.seats[other].score).max().unwrap_or(0);
        i32::from(outcome.seats[seat.index()].score) - i32::from(rival)
    })
}
