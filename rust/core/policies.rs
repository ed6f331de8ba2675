//! Policies: what chooses for a seat.
//!
//! A policy belongs to a *slot*, not to a seat: in designs that rotate seats it keeps its slot, and with it
//! its stream of random numbers. In a plain run slot and seat are the same.

use crate::cpu::Cpu;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::rng::Stream;

/// A policy as people name it: `uniform`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicySpec {
    /// Every legal action is as likely as every other.
    Uniform,
}

impl PolicySpec {
    /// Every policy, in the order of their codes.
    pub const ALL: [Self; 1] = [Self::Uniform];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
        }
    }

    /// What it does, in one line.
    pub fn text(self) -> &'static str {
        match self {
            Self::Uniform => "chooses every legal action with the same probability",
        }
    }

    /// Raised exactly when one of its choices changes.
    pub fn version(self) -> u32 {
        match self {
            Self::Uniform => 1,
        }
    }

    /// The policy that `text` names.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the nearest name.
    pub fn parse(text: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == text).ok_or_else(|| Error::Unknown {
            kind: "policy".into(),
            name: text.into(),
            known: Self::ALL.iter().map(|policy| policy.name().into()).collect(),
        })
    }

    /// One policy for each of `players` seats; a single name stands for all.
    ///
    /// # Errors
    /// An unknown name, or a number of names that is neither 1 nor `players`.
    pub fn line_up(names: &[String], players: u8) -> Result<Vec<Self>> {
        let policies = names.iter().map(|name| Self::parse(name)).collect::<Result<Vec<_>>>()?;
        match policies[..] {
            [one] => Ok(vec![one; usize::from(players)]),
            _ if policies.len() == usize::from(players) => Ok(policies),
            _ => Err(Error::Count {
                what: "policies".into(),
                value: policies.len().to_string(),
                allowed: format!("1 for all seats, or {players}, one a seat"),
            }),
        }
    }
}

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
