//! Golden traces: reviewed files, replayed by their text alone and compared with what the engine plays now.
//! `make golden` rewrites them; a changed one asks for a new behaviour version of its game.
#![allow(missing_docs)]

mod support;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use ludometer_core::cpu::Portable;
use ludometer_core::playout::GameKey;
use ludometer_core::trace::{Record, Step, Trace, replay};
use ludometer_core::{Game, GameId, Visitor, cpu, rng};
use serde_json::{Value, json};
use support::{game, seeds};

const SEED: u64 = 20_261_130;

/// The file of one game with one number of players: a header, a line a step, a last line with the outcome.
struct Golden {
    header: Value,
}

impl Visitor for Golden {
    type Output = String;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> String {
        let record = Record::<G> { rules, key: GameKey::plain(SEED, 0), policies: &[] };
        let (played, trace) = cpu::dispatch(cpu::CpuLevel::Portable, record).expect("replays");
        let mut text = format!("{}\n", self.header);
        for step in &trace.steps {
            writeln!(text, "{}", serde_json::to_string(step).expect("plain data")).expect("a string");
        }
        let outcome = &played.outcome;
        let seats: Vec<Value> = outcome.seats[..usize::from(G::players(rules))]
            .iter()
            .map(|seat| {
                let names = G::FACTS.seat_column_names();
                let columns: serde_json::Map<_, _> =
                    names.into_iter().zip(seat.columns.iter().map(|value| json!(value))).collect();
                json!({"score": seat.score, "rank": seat.rank, "share12": seat.share12, "tiebreak": seat.tiebreak, "columns": columns})
            })
            .collect();
        let digest = format!("{:016x}", played.digest);
        let last = json!({"end": G::FACTS.ends[usize::from(outcome.end)], "state": trace.end_state, "plies": played.plies,
            "turns": outcome.turns, "seats": seats, "digest": digest});
        writeln!(text, "{last}").expect("a string");
        text
    }
}

/// Every golden file with what the engine writes now.
fn goldens() -> Vec<(PathBuf, String, GameId, String, u8)> {
    let mut all = Vec::new();
    for id in GameId::ALL {
        for variant in &id.rule_book().variants {
            for &players in &variant.players {
                let header = json!({"format": 1, "game": id.name(), "variant": variant.name, "players": players,
                    "seed": SEED, "deal": 0, "version": id.facts().version, "generator": rng::VERSION});
                let text = game(id, &variant.name, players, "").visit(Golden { header });
                let path = seeds(id).join("golden").join(format!("{}-{players}p.jsonl", variant.name));
                all.push((path, text, id, variant.name.clone(), players));
            }
        }
    }
    all
}

fn writing() -> bool {
    std::env::var("LUDOMETER_GOLDEN").is_ok_and(|mode| mode == "write")
}

#[test]
fn goldens_are_what_the_engine_plays() {
    for (path, text, ..) in goldens() {
        if writing() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder to write to");
            std::fs::write(&path, &text).expect("a file to write");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(stored, text, "{}: raise the game's version if this is meant", path.display());
        assert!(stored.len() < 256_000, "{} is too long to review", path.display());
    }
}

/// Follows a stored trace by its text: no generator.
struct Follow(Trace);

impl Visitor for Follow {
    type Output = String;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> String {
        let first = self.0.steps.first().map_or(self.0.end_state.clone(), |step| step.state.clone());
        let end = replay::<G, Portable>(rules, &first, &self.0.steps).unwrap_or_else(|error| panic!("{error}"));
        G::print_state(rules, &end)
    }
}

#[test]
fn stored_traces_replay_by_their_text() {
    if writing() {
        return; // the other test is rewriting them at this moment
    }
    for (path, _, id, variant, players) in goldens() {
        let stored = std::fs::read_to_string(&path).expect("a golden");
        let lines: Vec<&str> = stored.lines().collect();
        let steps: Vec<Step> =
            lines[1..lines.len() - 1].iter().map(|line| serde_json::from_str(line).expect("a step")).collect();
        let last: Value = serde_json::from_str(lines[lines.len() - 1]).expect("an outcome");
        let end_state = last["state"].as_str().expect("a state").to_owned();
        let follow = Follow(Trace { steps: steps.clone(), end_state: end_state.clone() });
        assert_eq!(game(id, &variant, players, "").visit(follow), end_state, "{}", path.display());
        let mut spoiled = steps;
        spoiled[0].legal += 1;
        let trace = Trace { steps: spoiled, end_state };
        let caught = std::panic::catch_unwind(|| game(id, &variant, players, "").visit(Follow(trace)));
        assert!(caught.is_err(), "a spoiled trace is refused");
    }
}
