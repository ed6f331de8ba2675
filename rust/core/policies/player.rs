//! A policy at work in one slot, game after game.

use crate::cpu::Cpu;
use crate::game::{Game, MAX_SEATS, Seat, Turn};
use crate::playout::GameKey;
use crate::rng::Stream;

use super::spec::PolicySpec;
use super::tree::Tree;
use super::{Policy, greedy, monte_carlo};

/// Any policy, with the memory it needs; [`begin`] before every game.
#[derive(Clone, Debug)]
pub struct Player<G: Game> {
    stream: Stream,
    /// How often it chooses uniformly, in thousandths.
    uniform: u32,
    kind: Kind<G>,
}

#[derive(Clone, Debug)]
enum Kind<G: Game> {
    Uniform,
    Greedy,
    MonteCarlo { playouts: u32, tried: Vec<(u32, u32)> },
    Tree { iterations: u32, exploration: f64, tree: Tree<G> },
}

impl<G: Game> Player<G> {
    /// A player of `spec`.
    pub fn new(spec: &PolicySpec) -> Self {
        let (uniform, spec) = match spec {
            PolicySpec::Epsilon { thousandths, policy } => (*thousandths, &**policy),
            spec => (0, spec),
        };
        let kind = match *spec {
            // A mix of a mix is no spec.
            PolicySpec::Uniform | PolicySpec::Epsilon { .. } => Kind::Uniform,
            PolicySpec::Greedy => Kind::Greedy,
            PolicySpec::MonteCarlo { playouts } => Kind::MonteCarlo { playouts, tried: Vec::new() },
            PolicySpec::Tree { iterations, exploration } => {
                Kind::Tree { iterations, exploration: f64::from(exploration) / 1_000.0, tree: Tree::new() }
            }
        };
        Self { stream: Stream::ZERO, uniform, kind }
    }

    /// Starts a game with the numbers of `stream`; nothing is remembered of earlier ones.
    fn begin(&mut self, stream: Stream) {
        self.stream = stream;
    }
}

/// A player for each slot; slots that no seat has are uniform and never asked.
pub fn line_up<G: Game>(policies: &[PolicySpec]) -> [Player<G>; MAX_SEATS] {
    std::array::from_fn(|slot| Player::new(policies.get(slot).unwrap_or(&PolicySpec::Uniform)))
}

/// Starts a game with its streams.
pub fn begin<G: Game>(players: &mut [Player<G>; MAX_SEATS], key: GameKey) {
    for (slot, player) in players.iter_mut().enumerate() {
        player.begin(key.policy(slot as u8));
    }
}

impl<G: Game> Policy<G> for Player<G> {
    #[inline(always)]
    fn choose<C: Cpu>(&mut self, rules: &G::Rules, state: &G::State, count: u32) -> u32 {
        let Self { stream, uniform, kind } = self;
        let seat = match G::turn(rules, state) {
            Turn::Decision(seat) => seat,
            Turn::Chance | Turn::Terminal => Seat(0),
        };
        if *uniform > 0 && stream.below(1_000) < *uniform {
            return stream.below(count);
        }
        match kind {
            Kind::Uniform => stream.below(count),
            // There is nothing to look for.
            _ if count == 1 => 0,
            Kind::Greedy => greedy::choose::<G, C>(rules, state, seat, count, stream),
            Kind::MonteCarlo { playouts, tried } => {
                monte_carlo::choose::<G, C>(rules, state, seat, count, *playouts, stream, tried)
            }
            Kind::Tree { iterations, exploration, tree } => {
                tree.choose::<C>(rules, state, seat, *iterations, *exploration, stream)
            }
        }
    }
}
