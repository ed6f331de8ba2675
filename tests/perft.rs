//! Perft counts of `seeds/<g>/perft.csv`. A row is evidence only if its source is not the engine itself.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeSet;

use ludometer_core::play::{Play, Start};
use ludometer_core::rng::ChanceKey;
use ludometer_core::{Error, GameId};
use support::{csv, game, scaled, seeds};

fn start(id: GameId, variant: &str, players: u8, rules: &str, position: &str) -> Box<dyn Play> {
    let state = (!position.is_empty()).then_some(position);
    game(id, variant, players, rules).visit(Start { chance: ChanceKey::new(0, 0), state }).expect("a position")
}

#[test]
fn counts_are_those_of_the_tables() {
    // What a tenth of the heavy numbers allows.
    let budget = scaled(10_000_000);
    for id in GameId::ALL {
        let text = std::fs::read_to_string(seeds(id).join("perft.csv")).expect("every game has a perft table");
        let mut variants = BTreeSet::new();
        for row in csv(&text) {
            let field = |name: &str| row[name].as_str();
            assert!(["published", "oracle", "engine"].contains(&field("source")), "{row:?}");
            if field("source") != "engine" {
                variants.insert(row["variant"].clone());
            }
            let nodes: u64 = field("nodes").parse().expect("a count");
            if nodes > budget {
                continue;
            }
            let depth: u32 = field("depth").parse().expect("a depth");
            let players = field("players").parse().expect("a number of players");
            let tape: Vec<String> = field("tape").split_whitespace().map(String::from).collect();
            let play = start(id, field("variant"), players, field("rules"), field("position"));
            assert_eq!(play.perft(&tape, depth).expect("counts").last(), Some(&nodes), "{} {row:?}", id.name());
            let divided: u64 = play.divide(&tape, depth).expect("counts").iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(divided, nodes, "divide, {row:?}");
        }
        let all: BTreeSet<String> = id.rule_book().variants.iter().map(|variant| variant.name.clone()).collect();
        assert_eq!(variants, all, "every variant of {} has a row that is evidence", id.name());
    }
}

#[test]
fn a_game_that_is_over_counts_nothing() {
    let over = start(GameId::TopCap, "standard", 2, "", "d1c2b3f6/f3e4d5c6 b 5");
    assert_eq!(over.perft(&[], 3), Ok(vec![0, 0, 0]));
    assert_eq!(over.divide(&[], 1), Ok(vec![]));
}

#[test]
fn a_game_without_chance_takes_no_tape() {
    let play = start(GameId::TopCap, "standard", 2, "", "");
    assert!(matches!(play.perft(&["x".into()], 1), Err(Error::Notation { .. })));
}
