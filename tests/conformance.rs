//! The conformance suite over every game, variant and number of players.
#![allow(missing_docs)]

mod support;

use std::sync::Arc;

use ludometer_core::batch::{Control, Job, Schedule, run};
use ludometer_core::conformance::{check_course, check_game};
use ludometer_core::cpu::CpuLevel;
use ludometer_core::policies::PolicySpec;
use ludometer_core::rows::Columns;
use ludometer_core::schema::{Kind, RuleDecl, Value};
use ludometer_core::summary::Summary;
use ludometer_core::{FixedGame, Game, GameId, Visitor};
use support::{all_games, scaled};

/// Walks games until they have this many plies in all.
struct Conform(u64);

impl Visitor for Conform {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let mut plies = 0;
        for game in 0.. {
            if plies >= self.0 {
                break;
            }
            plies += check_game::<G>(rules, 11, game).map_err(|problem| format!("game {game}: {problem}"))?;
        }
        Ok(())
    }
}

#[test]
fn every_state_of_every_game_conforms() {
    for (name, game) in all_games() {
        game.visit(Conform(scaled(60_000))).unwrap_or_else(|problem| panic!("{name}, {problem}"));
    }
}

/// Every reading of a rule that a field can switch to, alone, conforms too.
#[test]
fn every_switch_of_every_game_conforms() {
    for id in GameId::ALL {
        let book = id.rule_book();
        let variants: Vec<_> = book.variants.iter().filter(|variant| !variant.name.starts_with("mini")).collect();
        for (variant, &players) in variants.iter().flat_map(|own| own.players.iter().map(move |players| (own, players)))
        {
            for (key, value) in book.rules.iter().flat_map(switches) {
                let overrides = [(key.clone(), value.clone())];
                let values = book.resolve(&variant.name, Some(players), &overrides).expect("a declared value");
                if values.changed.is_empty() {
                    continue;
                }
                let Ok(game) = FixedGame::new(id, values) else { continue };
                let name = format!("{} {} {players}p {key}={value}", id.name(), variant.name);
                game.visit(Conform(scaled(1_000))).unwrap_or_else(|problem| panic!("{name}, {problem}"));
            }
        }
    }
}

/// The values of a rule field that is a switch.
fn switches(rule: &RuleDecl) -> Vec<(String, Value)> {
    let values = match &rule.kind {
        Kind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Kind::OneOf(values) => values.clone(),
        Kind::Int { .. } | Kind::List { .. } => Vec::new(),
    };
    values.into_iter().map(|value| (rule.key.clone(), value)).collect()
}

/// Plays this many games, and looks at one state in 2,000 in full.
struct Courses(u64);

impl Visitor for Courses {
    type Output = Result<u64, String>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let course =
            |game| check_course::<G>(rules, 12, game, 2000).map_err(|problem| format!("game {game}: {problem}"));
        (0..self.0).map(course).sum()
    }
}

#[test]
fn a_million_games_conform() {
    let games = all_games();
    for id in GameId::ALL {
        let variants: Vec<_> = games.iter().filter(|(_, game)| game.id == id).collect();
        // The slow twin of Medina lists hundreds of actions a ply.
        let games = if id == GameId::Medina { 100_000 } else { 1_000_000 };
        let each = scaled(games).div_ceil(variants.len() as u64);
        for (name, game) in variants {
            let plies = game.visit(Courses(each)).unwrap_or_else(|problem| panic!("{name}, {problem}"));
            assert!(plies > each, "{name}: {plies} plies");
        }
    }
}

/// Plays a range and gives the rows, joined, and the summary.
struct Rows {
    range: std::ops::Range<u64>,
    seed: u64,
    chunk: u64,
    threads: usize,
    cpu: CpuLevel,
}

impl Visitor for Rows {
    type Output = (Columns, Summary);

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let players = G::players(rules);
        let job = Job { seed: self.seed, policies: vec![PolicySpec::Uniform; usize::from(players)], cpu: self.cpu };
        let schedule = Schedule { chunk: self.chunk, rows: true };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().expect("threads");
        let batch = pool.install(|| run::<G>(rules, &job, self.range, &schedule, &Control::default()));
        let mut joined = Columns::with_capacity(&G::FACTS, players, 0);
        batch.columns.into_iter().for_each(|columns| joined.append(columns));
        let of_rows = Summary::of(&G::FACTS, players, &joined).expect("rows of a batch");
        assert_eq!(of_rows, batch.summary, "the summary is that of the rows");
        (joined, batch.summary)
    }
}

#[test]
fn rows_depend_on_nothing_but_seed_and_game() {
    for (name, game) in all_games() {
        let rows = |range, seed, chunk, threads, cpu| game.visit(Rows { range, seed, chunk, threads, cpu });
        let best = CpuLevel::best();
        let (whole, summary) = rows(0..150, 3, 10_000, 1, best);
        for (chunk, threads) in [(1, 1), (1, 7), (2, 3), (7, 2), (64, 7), (149, 2), (150, 1)] {
            assert_eq!(rows(0..150, 3, chunk, threads, best).0, whole, "{name}: chunk {chunk}, {threads} threads");
        }
        for cpu in CpuLevel::ALL.into_iter().filter(|level| level.available()) {
            assert_eq!(rows(0..150, 3, 50, 2, cpu).0, whole, "{name} on {}", cpu.name());
        }
        let (mut joined, mut sums) = rows(0..40, 3, 9, 2, best);
        for range in [40..41, 41..150] {
            let (more, more_sums) = rows(range, 3, 9, 2, best);
            joined.append(more);
            sums.merge(&more_sums);
        }
        assert_eq!(joined, whole, "{name}: three ranges");
        assert_eq!(sums, summary, "{name}: three ranges");
        assert_ne!(rows(0..150, 4, 150, 1, best).1.digest, summary.digest, "{name}: another seed");
        // Seed 4 game 0 is not seed 3 game 1.
        assert_ne!(rows(0..149, 4, 150, 1, best).0.games, rows(1..150, 3, 150, 1, best).0.games, "{name}");
    }
}

#[test]
fn a_stopped_batch_says_that_it_is_not_complete() {
    struct Stopped;
    impl Visitor for Stopped {
        type Output = bool;
        fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> bool {
            let job = Job {
                seed: 0,
                policies: vec![PolicySpec::Uniform; usize::from(G::players(rules))],
                cpu: CpuLevel::Portable,
            };
            let control = Control::default();
            control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
            let batch = run::<G>(rules, &job, 0..100, &Schedule { chunk: 10, rows: true }, &control);
            assert_eq!(batch.summary.games, 0);
            batch.complete
        }
    }
    for (_, game) in all_games() {
        assert!(!game.visit(Stopped));
    }
}
