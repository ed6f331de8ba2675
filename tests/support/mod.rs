//! What the tests of every game share: the variants to walk through, and the tables in `seeds/`.
#![allow(dead_code, unreachable_pub)] // each test binary uses its part

use std::collections::BTreeMap;
use std::path::PathBuf;

use ludometer_core::schema::Value;
use ludometer_core::{FixedGame, GameId};

/// The folder of a game in `seeds/`.
pub fn seeds(game: GameId) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(game.facts().name)
}

/// How much to do: the heavy numbers with `LUDOMETER_TESTS=full`, a tenth of them otherwise.
pub fn scaled(full: u64) -> u64 {
    if std::env::var("LUDOMETER_TESTS").is_ok_and(|mode| mode == "full") { full } else { full.div_ceil(10) }
}

/// A game with overrides written as `key=value;key=value`.
pub fn game(id: GameId, variant: &str, players: u8, rules: &str) -> FixedGame {
    let overrides: Vec<(String, Value)> = rules
        .split(';')
        .filter(|rule| !rule.is_empty())
        .map(|rule| {
            // Values as TOML, bare words as text: what `--set` takes.
            let (key, value) = rule.split_once('=').unwrap_or_else(|| panic!("{rule} has no `=`"));
            let table: Option<BTreeMap<String, Value>> = toml::from_str(rule).ok();
            let value = table.and_then(|mut table| table.remove(key)).unwrap_or_else(|| Value::Text(value.into()));
            (key.into(), value)
        })
        .collect();
    let values = id.rule_book().resolve(variant, Some(players), &overrides).unwrap_or_else(|error| panic!("{error}"));
    FixedGame::new(id, values).unwrap_or_else(|error| panic!("{error}"))
}

/// Every game in every variant with every number of players it takes.
pub fn all_games() -> Vec<(String, FixedGame)> {
    let mut games = Vec::new();
    for id in GameId::ALL {
        for variant in &id.rule_book().variants {
            for &players in &variant.players {
                let name = format!("{} {} {players}p", id.name(), variant.name);
                games.push((name, game(id, &variant.name, players, "")));
            }
        }
    }
    games
}

/// Rows of a CSV file, by column name. Fields may be quoted.
pub fn csv(text: &str) -> Vec<BTreeMap<String, String>> {
    let split = |line: &str| {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                c => fields.last_mut().expect("never empty").push(c),
            }
        }
        fields
    };
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let header = split(lines.next().expect("a header"));
    lines
        .map(|line| {
            let fields = split(line);
            assert_eq!(fields.len(), header.len(), "{line}");
            header.iter().cloned().zip(fields).collect()
        })
        .collect()
}
