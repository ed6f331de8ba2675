//! One game played to its end. The same loop serves batches, replay and tests.

use std::cell::Cell;

use crate::cpu::Cpu;
use crate::game::{Game, MAX_SEATS, Outcome, Seat, Turn};
use crate::policies::{Policy, Uniform};
use crate::rng::{ChanceKey, Digest, Stream};

/// What one seat did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Plies in bits 0-31, the sum of the numbers of legal actions in bits 32-63: one addition a ply.
    sums: u64,
    /// Plies with a single legal action.
    forced: u16,
}

impl Tally {
    #[inline(always)]
    fn add(&mut self, count: u32) {
        self.sums = self.sums.wrapping_add(u64::from(count) << 32 | 1);
        self.forced = self.forced.wrapping_add(u16::from(count < 2));
    }

    /// Decisions made.
    #[inline(always)]
    pub fn plies(self) -> u16 {
        self.sums as u16
    }

    /// Decisions with at least two legal actions.
    #[inline(always)]
    pub fn choices(self) -> u16 {
        self.plies() - self.forced
    }

    /// Sum of the numbers of legal actions.
    #[inline(always)]
    pub fn branching(self) -> u32 {
        (self.sums >> 32) as u32
    }
}

/// A played game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Decisions made.
    pub plies: u16,
    /// What each seat did.
    pub tallies: [Tally; MAX_SEATS],
    /// 64 bits that fold every choice, every chance outcome, the scores and the end.
    pub digest: u64,
}

/// Which game of a run: everything its course depends on besides rules and policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey {
    /// The run's seed.
    pub seed: u64,
    /// Games with the same deal share their chance.
    pub deal: u64,
    /// Repetition of a deal with other choices.
    pub rep: u16,
}

impl GameKey {
    /// Game number `game` of a plain run: each has a deal of its own.
    #[inline(always)]
    pub fn plain(seed: u64, game: u64) -> Self {
        Self { seed, deal: game, rep: 0 }
    }

    /// The game's chance.
    #[inline(always)]
    pub fn chance(self) -> ChanceKey {
        ChanceKey::new(self.seed, self.deal)
    }

    /// The stream of the policy in a slot.
    #[inline(always)]
    pub fn policy(self, slot: u8) -> Stream {
        Stream::policy(self.seed, self.deal, self.rep, slot)
    }

    /// Uniform policies for the first `players` slots.
    #[inline(always)]
    pub fn uniform(self, players: u8) -> [Uniform; MAX_SEATS] {
        let stream = |slot: u8| Uniform::new(self.policy(slot));
        let mut policies = [const { Uniform::UNUSED }; MAX_SEATS];
        for slot in 0..players.min(MAX_SEATS as u8) {
            policies[usize::from(slot)] = stream(slot);
        }
        policies
    }
}

/// Sees each step of a playout before it is played; batches use `()`, which sees nothing.
pub trait Observer<G: Game> {
    /// `seat` plays legal action `index` of `count`.
    fn decision(&mut self, rules: &G::Rules, state: &G::State, seat: Seat, count: u32, index: u32, action: G::Action);
    /// Chance decides.
    fn chance(&mut self, rules: &G::Rules, state: &G::State, outcome: G::Chance);
}

impl<G: Game> Observer<G> for () {
    #[inline(always)]
    fn decision(&mut self, _: &G::Rules, _: &G::State, _: Seat, _: u32, _: u32, _: G::Action) {}
    #[inline(always)]
    fn chance(&mut self, _: &G::Rules, _: &G::State, _: G::Chance) {}
}

/// A playout under way.
#[derive(Clone, Debug)]
pub struct Playout<G: Game> {
    state: G::State,
    chance: ChanceKey,
    digest: Digest,
    tallies: [Tally; MAX_SEATS],
}

impl<G: Game> Playout<G> {
    /// A game before its first ply, set up from `chance`.
    #[inline(always)]
    pub fn new<C: Cpu>(rules: &G::Rules, chance: ChanceKey) -> Self {
        Self {
            state: G::setup::<C>(rules, chance),
            chance,
            digest: Digest::default(),
            tallies: [Tally::default(); MAX_SEATS],
        }
    }

    /// Plays one step, with policy `s` for seat `s`; false, and nothing, if the game is over.
    #[inline(always)]
    pub fn step<C: Cpu>(
        &mut self,
        rules: &G::Rules,
        policies: &mut [impl Policy<G>; MAX_SEATS],
        observer: &mut impl Observer<G>,
    ) -> bool {
        let Self { state, chance, digest, tallies } = self;
        match G::turn(rules, state) {
            Turn::Decision(seat) => {
                // A seat is below MAX_SEATS; the mask spares the bounds checks.
                let slot = seat.index() % MAX_SEATS;
                let choice = Cell::new((0, 0));
                let choose = |state: &G::State, count: u32| {
                    let index = policies[slot].choose::<C>(rules, state, count);
                    tallies[slot].add(count);
                    digest.fold(u64::from(index));
                    choice.set((count, index));
                    index
                };
                let see = |state: &G::State, action: G::Action| {
                    let (count, index) = choice.get();
                    observer.decision(rules, state, seat, count, index, action);
                };
                G::decide::<C>(rules, state, choose, see);
                true
            }
            Turn::Chance => {
                let outcome = G::sample_chance::<C>(rules, state, *chance);
                observer.chance(rules, state, outcome);
                digest.fold(u64::from(G::chance_code(rules, outcome)));
                G::apply_chance::<C>(rules, state, outcome);
                true
            }
            Turn::Terminal => false,
        }
    }

    /// The result; the standing if the game is not over.
    #[inline(always)]
    pub fn finish(&self, rules: &G::Rules) -> Played {
        let outcome = G::outcome(rules, &self.state);
        let mut digest = self.digest;
        for seat in &outcome.seats {
            digest.fold(u64::from(seat.score as u16));
        }
        digest.fold(u64::from(outcome.end));
        Played { outcome, plies: G::plies(rules, &self.state), tallies: self.tallies, digest: digest.finish() }
    }
}

/// Plays one game to its end: set-up from `chance`, then policy `s` for seat `s`.
#[inline(always)]
pub fn playout<G: Game, C: Cpu>(
    rules: &G::Rules,
    chance: ChanceKey,
    policies: &mut [impl Policy<G>; MAX_SEATS],
    observer: &mut impl Observer<G>,
) -> Played {
    let mut playout = Playout::<G>::new::<C>(rules, chance);
    while playout.step::<C>(rules, policies, observer) {}
    playout.finish(rules)
}
