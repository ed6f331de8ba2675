//! Policies: what chooses for a seat.
//!
//! A policy belongs to a *slot*, not to a seat: in designs that rotate seats it keeps its slot, and with it
//! its stream of random numbers. In a plain run slot and seat are the same.
//!
//! Policies that look ahead see what their seat may know and nothing more: they look at states drawn from its
//! observation, with chance of their own. So what is hidden cannot change a choice.

mod greedy;
mod lookahead;
mod monte_carlo;
mod player;
mod spec;
mod tree;

pub use player::{Player, begin, line_up};
pub use spec::{POLICIES, PolicyInfo, PolicySpec};

use crate::cpu::Cpu;
use crate::game::Game;
use crate::rng::Stream;

/// Chooses for one slot during one playout.
pub trait Policy<G: Game> {
    /// The number of the chosen action in the list of legal ones, of which there are `count`, at least 1.
    fn choose<C: Cpu>(&mut self, rules: &G::Rules, state: &G::State, count: u32) -> u32;
}

/// [`PolicySpec::Uniform`]: one 64-bit draw for each decision.
#[derive(Clone, Debug)]
pub struct Uniform {
    stream: Stream,
}

impl Uniform {
    /// Fills a slot that no seat has.
    pub const UNUSED: Self = Self { stream: Stream::ZERO };

    /// The policy with the numbers of `stream`.
    #[inline(always)]
    pub fn new(stream: Stream) -> Self {
        Self { stream }
    }
}

impl<G: Game> Policy<G> for Uniform {
    #[inline(always)]
    fn choose<C: Cpu>(&mut self, _: &G::Rules, _: &G::State, count: u32) -> u32 {
        self.stream.below(count)
    }
}
