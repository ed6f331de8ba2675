//! [`PolicySpec::MonteCarlo`](super::PolicySpec::MonteCarlo).

use crate::cpu::Cpu;
use crate::game::{Game, Seat};
use crate::rng::{ChanceKey, Stream};

use super::lookahead::{best, imagine, play, rollout};

/// The action with the highest mean share of the win over its playouts. They go round the actions in a random order, so
/// that with fewer playouts than actions every action may get one; without any it counts as lost.
#[inline(always)]
pub(super) fn choose<G: Game, C: Cpu>(
    rules: &G::Rules,
    state: &G::State,
    seat: Seat,
    count: u32,
    playouts: u32,
    stream: &mut Stream,
    tried: &mut Vec<(u32, u32)>,
) -> u32 {
    tried.clear();
    tried.resize(count as usize, (0, 0));
    let first = stream.below(count);
    for playout in 0..playouts {
        // Playouts and counts are far below 2^31.
        let index = (first + playout % count) % count;
        let mut imagined = imagine::<G>(rules, state, seat, stream);
        let chance = ChanceKey::drawn(stream);
        play::<G, C>(rules, &mut imagined, index, chance);
        let outcome = rollout::<G, C>(rules, &mut imagined, chance, stream);
        let (times, twelfths) = &mut tried[index as usize];
        *times += 1;
        *twelfths += u32::from(outcome.seats[seat.index()].share12);
    }
    best(count, stream, |index| {
        let (times, twelfths) = tried[index as usize];
        if times == 0 { -1.0 } else { f64::from(twelfths) / f64::from(times) }
    })
}
