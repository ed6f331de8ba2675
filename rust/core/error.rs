//! The only error type of the crate. Messages name the value, what is allowed and, for a typo, the nearest name.

use std::fmt;

/// Everything that can be wrong with what a caller asks for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A name that no game, variant or policy has.
    #[error("unknown {kind} `{name}`{}; known: {}", near(name, known), known.join(", "))]
    Unknown {
        /// What kind of thing the name should name: `game`, `variant of top-cap`, `policy`.
        kind: String,
        /// The name as given.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A number of players, policies or games that is not possible.
    #[error("{what}: {value} is not possible; allowed: {allowed}")]
    Count {
        /// What is counted.
        what: String,
        /// The number as given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// Rule values that are wrong one by one or together; all of them.
    #[error("{}", problems(.0))]
    Rules(Vec<Problem>),
    /// Text that does not describe a state, an action or a chance outcome.
    #[error("cannot read {what} `{text}`: {why}")]
    Notation {
        /// What the text should describe.
        what: &'static str,
        /// The text as given.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// An action that is not legal in the state; the state is unchanged.
    #[error("`{action}` is not legal here; legal: {}", legal.join(" "))]
    Illegal {
        /// The action as given.
        action: String,
        /// The legal actions.
        legal: Vec<String>,
    },
    /// A game that is over has no next action.
    #[error("the game is over ({end}): no action can be played")]
    Over {
        /// How the game ended.
        end: String,
    },
    /// A perft tape that is too short, or that a game without chance was given.
    #[error("chance tape: {0}")]
    Tape(String),
    /// An instruction set that does not exist here.
    #[error("instruction set `{name}`: {why}; this machine has: {}", known.join(", "))]
    Cpu {
        /// The name as given.
        name: String,
        /// What is wrong with it.
        why: &'static str,
        /// The levels of this machine.
        known: Vec<&'static str>,
    },
}

/// One thing wrong with a rule value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule's key.
    pub key: String,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl Problem {
    /// A problem of the rule `key`.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self { key: key.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule `{}`: {}", self.key, self.message)
    }
}

fn problems(all: &[Problem]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// ` (did you mean ...?)` for the nearest of `known`, if one is near.
pub(crate) fn near(name: &str, known: &[String]) -> String {
    let name = name.to_lowercase().replace('_', "-");
    known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(&name, &candidate.replace('_', "-")), candidate))
        .filter(|&(distance, candidate)| distance * 2 <= candidate.len().max(2))
        .min()
        .map(|(_, candidate)| format!(" (did you mean `{candidate}`?)"))
        .unwrap_or_default()
}

/// A `Result` with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_answered_with_the_nearest_name() {
        let known: Vec<String> = ["standard", "mini-4x4"].map(String::from).into();
        assert_eq!(near("standrad", &known), " (did you mean `standard`?)");
        assert_eq!(near("mini_4x4", &known), " (did you mean `mini-4x4`?)");
        assert_eq!(near("chess960", &known), "");
    }
}
