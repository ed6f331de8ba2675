//! Rule declarations, variants and their resolution.
//!
//! A game declares its rule fields in `seeds/<g>/rules.toml` and its variants in `seeds/<g>/variants.toml`.
//! [`RuleBook::resolve`] turns (variant, players, overrides) into [`Resolved`] values; the game turns those
//! into its own typed `Rules`. Every problem is found and reported, not only the first.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use toml::Table;

use crate::error::{Error, Problem, Result, near};

/// A rule value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A word.
    Text(String),
    /// Several values in order.
    List(Vec<Value>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(value) => write!(f, "\"{value}\""),
            Self::List(values) => {
                let values: Vec<_> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

impl Value {
    fn from_toml(value: &toml::Value) -> Option<Self> {
        Some(match value {
            toml::Value::Boolean(value) => Self::Bool(*value),
            toml::Value::Integer(value) => Self::Int(*value),
            toml::Value::String(value) => Self::Text(value.clone()),
            toml::Value::Array(values) => Self::List(values.iter().map(Self::from_toml).collect::<Option<_>>()?),
            _ => return None,
        })
    }
}

/// What values a rule takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number in `min..=max`.
    Int {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of these values.
    OneOf(Vec<Value>),
    /// A list of words; `of` says of what.
    List {
        /// What each word names.
        of: String,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::OneOf(values) => {
                let values: Vec<_> = values.iter().map(ToString::to_string).collect();
                write!(f, "one of {}", values.join(", "))
            }
            Self::List { of } => write!(f, "a list of {of}s"),
        }
    }
}

impl Kind {
    fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Bool, Value::Bool(_)) => true,
            (Self::Int { min, max }, Value::Int(value)) => (min..=max).contains(&value),
            (Self::OneOf(values), value) => values.contains(value),
            (Self::List { .. }, Value::List(values)) => values.iter().all(|value| matches!(value, Value::Text(_))),
            _ => false,
        }
    }
}

/// One rule field, as `rules.toml` declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDecl {
    /// Its key in every layer.
    pub key: String,
    /// What values it takes.
    pub kind: Kind,
    /// The id of the rule in RULES.md.
    pub rule: String,
    /// `brief`, `published`, `reading` or `designed`.
    pub status: String,
    /// What it is, in one line.
    pub text: String,
}

/// A named set of rule values.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name in every layer.
    pub name: String,
    /// What it is, in one line.
    pub text: String,
    /// The numbers of players it takes.
    pub players: Vec<u8>,
    /// Every rule's value; a table by number of players where it depends on that.
    values: BTreeMap<String, toml::Value>,
}

/// Every rule field and variant of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBook {
    /// The game's name, as people type it.
    pub game: &'static str,
    /// The rule fields, in the order of the file.
    pub rules: Vec<RuleDecl>,
    /// The variants, in the order of the file.
    pub variants: Vec<Variant>,
}

/// The values of one play: what (variant, players, overrides) come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The game's name, as people type it.
    pub game: &'static str,
    /// The variant that the values started from.
    pub variant: String,
    /// The number of players.
    pub players: u8,
    /// One value for each rule field.
    pub values: BTreeMap<String, Value>,
    /// The keys that were overridden with another value than the variant's.
    pub changed: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    r#type: String,
    min: Option<i64>,
    max: Option<i64>,
    of: Option<String>,
    allowed: Option<Vec<Value>>,
    rule: String,
    status: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVariant {
    text: String,
    players: Vec<u8>,
    base: Option<String>,
    #[serde(default)]
    rules: Table,
}

impl RuleBook {
    /// Reads the two files of a game.
    ///
    /// # Panics
    /// If a file does not follow the format: they are compiled in, and a test reads each.
    pub fn parse(game: &'static str, rules: &str, variants: &str) -> Self {
        let table: Table = rules.parse().unwrap_or_else(|error| panic!("{game} rules.toml: {error}"));
        let rules = table.into_iter().map(|(key, value)| rule_decl(game, key, value)).collect::<Vec<_>>();
        let table: Table = variants.parse().unwrap_or_else(|error| panic!("{game} variants.toml: {error}"));
        let mut parsed: Vec<Variant> = Vec::new();
        for (name, value) in table {
            let raw: RawVariant =
                value.try_into().unwrap_or_else(|error| panic!("{game} variants.toml [{name}]: {error}"));
            let mut values = match raw.base {
                None => BTreeMap::new(),
                Some(base) => {
                    let base = parsed.iter().find(|variant| variant.name == base);
                    base.unwrap_or_else(|| panic!("{game} variant {name}: its base must stand above it")).values.clone()
                }
            };
            values.extend(raw.rules);
            assert!(
                values.keys().eq(rules.iter().map(|rule| &rule.key).collect::<std::collections::BTreeSet<_>>()),
                "{game} variant {name}: its rules are not those of rules.toml"
            );
            parsed.push(Variant { name, text: raw.text, players: raw.players, values });
        }
        Self { game, rules, variants: parsed }
    }

    /// The variant called `name`; `-` and `_` are the same.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the nearest name.
    pub fn variant(&self, name: &str) -> Result<&Variant> {
        self.variants.iter().find(|variant| variant.name == name.replace('_', "-")).ok_or_else(|| Error::Unknown {
            kind: format!("variant of {}", self.game),
            name: name.into(),
            known: self.variants.iter().map(|variant| variant.name.clone()).collect(),
        })
    }

    /// The values of (variant, players, overrides). `players` may be left out where the variant takes one number only.
    ///
    /// # Errors
    /// An unknown variant, a number of players it does not take, or all problems of the overrides.
    pub fn resolve(&self, variant: &str, players: Option<u8>, overrides: &[(String, Value)]) -> Result<Resolved> {
        let variant = self.variant(variant)?;
        let players = match players {
            Some(players) if variant.players.contains(&players) => players,
            None => variant.players[0],
            Some(players) => {
                let allowed: Vec<_> = variant.players.iter().map(ToString::to_string).collect();
                return Err(Error::Count {
                    what: format!("players of {} ({})", self.game, variant.name),
                    value: players.to_string(),
                    allowed: allowed.join(", "),
                });
            }
        };
        let mut values: BTreeMap<String, Value> = variant
            .values
            .iter()
            .map(|(key, value)| (key.clone(), self.preset(variant, key, value, players)))
            .collect();
        let mut changed = Vec::new();
        let mut problems = Vec::new();
        for (key, value) in overrides {
            match self.rules.iter().find(|rule| rule.key == key.replace('-', "_")) {
                None => {
                    let known: Vec<_> = self.rules.iter().map(|rule| rule.key.clone()).collect();
                    let message = format!("unknown{}; {} has: {}", near(key, &known), self.game, known.join(", "));
                    problems.push(Problem::new(key, message));
                }
                Some(rule) if !rule.kind.admits(value) => {
                    problems.push(Problem::new(&rule.key, format!("{value} is not possible; allowed: {}", rule.kind)));
                }
                Some(rule) => {
                    if values.insert(rule.key.clone(), value.clone()).as_ref() != Some(value) {
                        changed.push(rule.key.clone());
                    }
                }
            }
        }
        if !problems.is_empty() {
            return Err(Error::Rules(problems));
        }
        changed.sort();
        Ok(Resolved { game: self.game, variant: variant.name.clone(), players, values, changed })
    }

    fn preset(&self, variant: &Variant, key: &str, value: &toml::Value, players: u8) -> Value {
        let value = match value {
            toml::Value::Table(by_players) => by_players.get(&players.to_string()),
            value => Some(value),
        };
        let value = value.and_then(Value::from_toml);
        let rule = self.rules.iter().find(|rule| rule.key == key);
        match (value, rule) {
            (Some(value), Some(rule)) if rule.kind.admits(&value) => value,
            (value, _) => panic!("{} variant {}: {key} = {value:?} is not possible", self.game, variant.name),
        }
    }
}

fn rule_decl(game: &str, key: String, value: toml::Value) -> RuleDecl {
    let raw: RawRule = value.try_into().unwrap_or_else(|error| panic!("{game} rules.toml [{key}]: {error}"));
    let kind = match (raw.r#type.as_str(), raw.allowed, raw.min, raw.max, raw.of) {
        ("bool", None, None, None, None) => Kind::Bool,
        ("int", None, Some(min), Some(max), None) => Kind::Int { min, max },
        ("int" | "text", Some(allowed), None, None, None) => Kind::OneOf(allowed),
        ("list", None, None, None, Some(of)) => Kind::List { of },
        _ => panic!("{game} rules.toml [{key}]: type and limits do not fit"),
    };
    assert!(
        ["brief", "published", "reading", "designed"].contains(&raw.status.as_str()),
        "{game} rules.toml [{key}]: status"
    );
    RuleDecl { key, kind, rule: raw.rule, status: raw.status, text: raw.text }
}

impl Resolved {
    /// A whole number.
    ///
    /// # Panics
    /// If the rule is not declared as one; so do the other accessors.
    pub fn int(&self, key: &str) -> i64 {
        match self.values.get(key) {
            Some(Value::Int(value)) => *value,
            other => panic!("rule `{key}` is {other:?}, not a whole number"),
        }
    }

    /// Yes or no.
    pub fn yes(&self, key: &str) -> bool {
        match self.values.get(key) {
            Some(Value::Bool(value)) => *value,
            other => panic!("rule `{key}` is {other:?}, not true or false"),
        }
    }

    /// A word.
    pub fn word(&self, key: &str) -> &str {
        match self.values.get(key) {
            Some(Value::Text(value)) => value,
            other => panic!("rule `{key}` is {other:?}, not a word"),
        }
    }

    /// A list of words.
    pub fn words(&self, key: &str) -> Vec<&str> {
        match self.values.get(key) {
            Some(Value::List(values)) => {
                values.iter().map(|value| if let Value::Text(text) = value { text.as_str() } else { "" }).collect()
            }
            other => panic!("rule `{key}` is {other:?}, not a list"),
        }
    }

    /// Hash of the game, the number of players and all values, as 16 hexadecimal digits. Names of variants do not enter,
    /// so an override and a variant that come to the same rules have the same hash.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(format!("{}\n{}\n", self.game, self.players));
        for (key, value) in &self.values {
            hasher.update(format!("{key} = {value}\n"));
        }
        let first = hasher.finalize().iter().take(8).fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        format!("{first:016x}")
    }
}
