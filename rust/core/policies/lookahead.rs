//! What policies that look ahead share: imagined states, chance of their own, random playouts.

use crate::cpu::Cpu;
use crate::game::{Game, Outcome, Seat, Turn};
use crate::rng::{ChanceKey, Stream};

/// A state that agrees with all that the seat to move may know.
#[inline(always)]
pub(super) fn imagine<G: Game>(rules: &G::Rules, state: &G::State, seat: Seat, stream: &mut Stream) -> G::State {
    G::determinize(rules, &G::observe(rules, state, seat), stream)
}

/// Plays action number `index` of the legal ones, then what chance does before the next decision.
#[inline(always)]
pub(super) fn play<G: Game, C: Cpu>(rules: &G::Rules, state: &mut G::State, index: u32, chance: ChanceKey) {
    G::decide::<C>(rules, state, |_, _| index, |_, _| ());
    settle::<G, C>(rules, state, chance);
}

/// Lets chance do what is due.
#[inline(always)]
pub(super) fn settle<G: Game, C: Cpu>(rules: &G::Rules, state: &mut G::State, chance: ChanceKey) {
    while G::turn(rules, state) == Turn::Chance {
        let outcome = G::sample_chance::<C>(rules, state, chance);
        G::apply_chance::<C>(rules, state, outcome);
    }
}

/// Plays to the end, every seat uniform.
#[inline(always)]
pub(super) fn rollout<G: Game, C: Cpu>(
    rules: &G::Rules,
    state: &mut G::State,
    chance: ChanceKey,
    stream: &mut Stream,
) -> Outcome {
    loop {
        match G::turn(rules, state) {
            Turn::Decision(_) => G::decide::<C>(rules, state, |_, count| stream.below(count), |_, _| ()),
            Turn::Chance => settle::<G, C>(rules, state, chance),
            Turn::Terminal => return G::outcome(rules, state),
        }
    }
}

/// One of `0..count` for which `value` is highest; each of several such is as likely as the others.
#[inline(always)]
pub(super) fn best<T: PartialOrd>(count: u32, stream: &mut Stream, mut value: impl FnMut(u32) -> T) -> u32 {
    let (mut best, mut ties) = (0, 1);
    let mut highest = value(0);
    for index in 1..count {
        let own = value(index);
        if own > highest {
            (best, ties, highest) = (index, 1, own);
        } else if own == highest {
            ties += 1;
            // The n-th of equal ones replaces those before it once in n.
            if stream.below(ties) == 0 {
                best = index;
            }
        }
    }
    best
}
