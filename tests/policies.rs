//! Policies that look ahead: fair about what is hidden, the same on every schedule, stronger the more they look.
#![allow(missing_docs)]

mod support;

use std::ops::Range;
use std::sync::Arc;

use ludometer_core::batch::{Batch, Control, Job, Schedule, run};
use ludometer_core::cpu::{Cpu, CpuLevel, CpuTask, Portable, dispatch};
use ludometer_core::game::{Seat, Turn};
use ludometer_core::playout::{GameKey, Observer, playout};
use ludometer_core::policies::{Player, Policy, PolicySpec, begin, line_up};
use ludometer_core::rng::Stream;
use ludometer_core::rows::Row;
use ludometer_core::trace::Record;
use ludometer_core::{Game, GameId, Visitor};
use support::{all_games, game, scaled};

const LOOKING: [&str; 4] = ["greedy", "mc:12", "mcts:16", "epsilon:0.3/greedy"];

fn specs(texts: &[&str]) -> Vec<PolicySpec> {
    texts.iter().map(|text| PolicySpec::parse(text).expect("a policy")).collect()
}

/// Asks a policy in a state, and in states that differ from it only in what the seat to move cannot see.
struct Fairness<G: Game> {
    policy: PolicySpec,
    asked: u64,
    _game: std::marker::PhantomData<G>,
}

impl<G: Game> Fairness<G> {
    fn choice(&self, rules: &G::Rules, state: &G::State, count: u32, slot: u8) -> u32 {
        let mut players = line_up::<G>(&vec![self.policy.clone(); usize::from(G::players(rules))]);
        begin(&mut players, GameKey::plain(3, self.asked));
        players[usize::from(slot)].choose::<Portable>(rules, state, count)
    }
}

impl<G: Game> Observer<G> for Fairness<G> {
    fn decision(&mut self, rules: &G::Rules, state: &G::State, seat: Seat, count: u32, _: u32, _: G::Action) {
        let own = self.choice(rules, state, count, seat.0);
        let observation = G::observe(rules, state, seat);
        for key in 0..2 {
            let other = G::determinize(rules, &observation, &mut Stream::from_key(key));
            let same = self.choice(rules, &other, count, seat.0);
            assert_eq!(own, same, "{} peeks in {}", self.policy, G::print_state(rules, state));
        }
        self.asked += 1;
    }

    fn chance(&mut self, _: &G::Rules, _: &G::State, _: G::Chance) {}
}

struct AskAll(u64);

impl Visitor for AskAll {
    type Output = ();

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) {
        for policy in specs(&LOOKING) {
            let mut fairness = Fairness::<G> { policy, asked: 0, _game: std::marker::PhantomData };
            for number in 0.. {
                let key = GameKey::plain(21, number);
                playout::<G, Portable>(rules, key.chance(), &mut key.uniform(G::players(rules)), &mut fairness);
                if fairness.asked >= self.0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_a_seat_cannot_see_never_changes_its_choice() {
    for (variant, rules) in [("standard", ""), ("six-colour", ""), ("match", ""), ("standard", "pile_memory=top")] {
        game(GameId::LostCities, variant, 2, rules).visit(AskAll(scaled(2_500)));
    }
}

/// A batch of games with a line-up, on so many threads in chunks of so many games.
struct Play<'a> {
    policies: &'a [PolicySpec],
    games: Range<u64>,
    threads: usize,
    chunk: u64,
    cpu: CpuLevel,
}

impl Visitor for Play<'_> {
    type Output = Batch;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Batch {
        let job = Job { seed: 5, policies: self.policies.to_vec(), cpu: self.cpu };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().expect("threads");
        let schedule = Schedule { chunk: self.chunk, rows: false };
        pool.install(|| run::<G>(rules, &job, self.games, &schedule, &Control::default()))
    }
}

/// What one game adds to the digest of its run; the game is recorded and replayed from its text.
struct Digest<'a>(&'a [PolicySpec], u64);

impl Visitor for Digest<'_> {
    type Output = u64;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> u64 {
        let key = GameKey::plain(5, self.1);
        let record = Record::<G> { rules, key, policies: self.0 };
        let (played, _) = dispatch(CpuLevel::best(), record).expect("its own trace replays");
        let job = Job { seed: 5, policies: self.0.to_vec(), cpu: CpuLevel::best() };
        Row::new(self.1, key, job.policy_codes(), &played).digest(&G::FACTS, G::players(rules))
    }
}

#[test]
fn the_schedule_does_not_show() {
    for (name, game) in all_games() {
        let players = usize::from(game.values.players);
        let policies: Vec<PolicySpec> = specs(&LOOKING).into_iter().cycle().take(players).collect();
        let games = 0..3;
        let play = |threads, chunk, cpu| {
            let play = Play { policies: &policies, games: games.clone(), threads, chunk, cpu };
            game.visit(play).summary.digest
        };
        let one = play(1, 100, CpuLevel::best());
        assert_eq!(one, play(2, 1, CpuLevel::best()), "{name}: threads and chunks");
        assert_eq!(one, play(2, 2, CpuLevel::Portable), "{name}: instruction sets");
        let recorded = games.clone().map(|number| game.visit(Digest(&policies, number)));
        assert_eq!(one, recorded.fold(0, u64::wrapping_add), "{name}: recorded games");
    }
}

/// The win share, in per cent, of the first policy against the second, from both seats.
fn share(game_id: GameId, variant: &str, first: &str, second: &str, games: u64) -> u64 {
    let game = game(game_id, variant, 2, "");
    let twelfths = |policies: &[PolicySpec], seat: usize| {
        let play = Play { policies, games: 0..games, threads: 2, chunk: 4, cpu: CpuLevel::best() };
        game.visit(play).summary.seats[seat].share12
    };
    let both = twelfths(&specs(&[first, second]), 0) + twelfths(&specs(&[second, first]), 1);
    100 * both / (24 * games)
}

#[test]
fn looking_ahead_pays() {
    // Far from the limits: true shares are above 75 % (`ludometer simulate --policy`), n is 80 games or more.
    assert!(share(GameId::TopCap, "standard", "greedy", "uniform", 100) > 60);
    assert!(share(GameId::TopCap, "standard", "mc:60", "greedy", 40) > 60);
    assert!(share(GameId::TopCap, "standard", "mcts:200", "mcts:20", 40) > 60);
    assert!(share(GameId::LostCities, "standard", "greedy", "uniform", 40) > 60);
    assert!(share(GameId::Medina, "standard", "mcts:60", "uniform", 40) > 60);
}

/// Who wins if the policy begins in a position.
struct From<'a>(&'a PolicySpec, &'a str);

struct Decide<'a, G: Game>(&'a G::Rules, &'a PolicySpec, G::State);

impl<G: Game> CpuTask for Decide<'_, G> {
    type Output = String;

    #[inline(always)]
    fn run<C: Cpu>(self) -> String {
        let Self(rules, spec, state) = self;
        assert!(matches!(G::turn(rules, &state), Turn::Decision(_)));
        let mut players: [Player<G>; 4] = line_up(&vec![spec.clone(); usize::from(G::players(rules))]);
        begin(&mut players, GameKey::plain(1, 1));
        let index = players[0].choose::<C>(rules, &state, G::legal_count::<C>(rules, &state));
        G::print_action(rules, G::nth_legal::<C>(rules, &state, index))
    }
}

impl Visitor for From<'_> {
    type Output = String;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> String {
        let state = G::parse_state(rules, self.1).expect("a position");
        dispatch(CpuLevel::best(), Decide::<G>(rules, self.0, state))
    }
}

#[test]
fn the_winning_move_is_found() {
    // TC-11: white enters the bottle on f6, from c3 with three neighbours or from d4 with two.
    let position = "c3c2d4e1/d3a5a6b6 w 0";
    for policy in specs(&["greedy", "mc:300", "mcts:300"]) {
        let found = game(GameId::TopCap, "standard", 2, "").visit(From(&policy, position));
        assert!(["c3-f6", "d4-f6"].contains(&found.as_str()), "{policy} plays {found}");
    }
}
