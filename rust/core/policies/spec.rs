//! Policies as people name them.
//!
//! ```text
//!   uniform        greedy        mc:200        mcts:400        mcts:400,c=0.7        epsilon:0.1/greedy
//! ```

use std::fmt;

use crate::error::{Error, Result};

/// Playouts and iterations are at most this many a decision.
const MOST_PLAYOUTS: u32 = 10_000_000;
/// The exploration constant of `mcts` that is not written, in thousandths.
const EXPLORATION: u32 = 1_000;

/// A policy, with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicySpec {
    /// Every legal action is as likely as every other.
    Uniform,
    /// The action after which the own score less the best other score is highest.
    Greedy,
    /// The action that wins most of its share of random playouts.
    MonteCarlo {
        /// Playouts a decision.
        playouts: u32,
    },
    /// The action that a tree search visits most.
    Tree {
        /// Iterations a decision.
        iterations: u32,
        /// The exploration constant, in thousandths.
        exploration: u32,
    },
    /// Uniform once in a while, else another policy.
    Epsilon {
        /// How often it is uniform, in thousandths.
        thousandths: u32,
        /// The other policy, itself no mix.
        policy: Box<PolicySpec>,
    },
}

/// What is known of a kind of policy.
#[derive(Clone, Copy, Debug)]
pub struct PolicyInfo {
    /// Its name, with which its text begins.
    pub name: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it does, in one line.
    pub text: &'static str,
    /// Raised exactly when one of its choices changes.
    pub version: u32,
}

/// Every kind of policy.
pub const POLICIES: [PolicyInfo; 5] = [
    PolicyInfo {
        name: "uniform",
        form: "uniform",
        text: "chooses every legal action with the same probability",
        version: 1,
    },
    PolicyInfo {
        name: "greedy",
        form: "greedy",
        text: "looks one ply ahead for the best own score less the best other score; ties at random",
        version: 1,
    },
    PolicyInfo {
        name: "mc",
        form: "mc:PLAYOUTS",
        text: "shares so many random playouts over the legal actions and takes the one that wins most",
        version: 1,
    },
    PolicyInfo {
        name: "mcts",
        form: "mcts:ITERATIONS[,c=1.0]",
        text: "searches a tree (UCT, a state drawn from the observation each time) and takes the most visited",
        version: 1,
    },
    PolicyInfo {
        name: "epsilon",
        form: "epsilon:PROBABILITY/POLICY",
        text: "chooses uniformly with this probability, else as the other policy",
        version: 1,
    },
];

impl fmt::Display for PolicySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform => f.write_str("uniform"),
            Self::Greedy => f.write_str("greedy"),
            Self::MonteCarlo { playouts } => write!(f, "mc:{playouts}"),
            Self::Tree { iterations, exploration: EXPLORATION } => write!(f, "mcts:{iterations}"),
            Self::Tree { iterations, exploration } => write!(f, "mcts:{iterations},c={}", decimal(*exploration)),
            Self::Epsilon { thousandths, policy } => write!(f, "epsilon:{}/{policy}", decimal(*thousandths)),
        }
    }
}

impl PolicySpec {
    /// Names of the kinds of policy it consists of; their versions decide its choices.
    pub fn kinds(&self) -> Vec<&'static str> {
        match self {
            Self::Uniform => vec!["uniform"],
            Self::Greedy => vec!["greedy"],
            Self::MonteCarlo { .. } => vec!["mc"],
            Self::Tree { .. } => vec!["mcts"],
            Self::Epsilon { policy, .. } => [vec!["epsilon", "uniform"], policy.kinds()].concat(),
        }
    }

    /// The policy that `text` describes.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the nearest name, [`Error::Count`] for a number that is not possible.
    pub fn parse(text: &str) -> Result<Self> {
        if let Some((mix, inner)) = text.split_once('/') {
            let probability = mix.strip_prefix("epsilon:").ok_or_else(|| unknown(mix))?;
            let thousandths = thousandths("epsilon", probability, 1_000)?;
            let policy = Self::parse(inner)?;
            if matches!(policy, Self::Epsilon { .. }) {
                return Err(impossible("epsilon of", inner, "a policy that is no mix itself"));
            }
            return Ok(Self::Epsilon { thousandths, policy: Box::new(policy) });
        }
        let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        match (name, options) {
            ("uniform", None) => Ok(Self::Uniform),
            ("greedy", None) => Ok(Self::Greedy),
            ("mc", Some(playouts)) => Ok(Self::MonteCarlo { playouts: budget("mc", playouts)? }),
            ("mcts", Some(options)) => {
                let (iterations, more) = options.split_once(',').map_or((options, None), |(n, more)| (n, Some(more)));
                let exploration = match more {
                    None => EXPLORATION,
                    Some(more) => {
                        let number =
                            more.strip_prefix("c=").ok_or_else(|| impossible("mcts option", more, "c=NUMBER"))?;
                        thousandths("mcts c", number, 1_000_000)?
                    }
                };
                Ok(Self::Tree { iterations: budget("mcts", iterations)?, exploration })
            }
            _ => Err(POLICIES
                .iter()
                .find(|policy| policy.name == name)
                .map_or_else(|| unknown(name), |policy| impossible("policy", text, policy.form))),
        }
    }

    /// One policy for each of `players` seats; a single name stands for all.
    ///
    /// # Errors
    /// As [`PolicySpec::parse`], or a number of names that is neither 1 nor `players`.
    pub fn line_up(names: &[String], players: u8) -> Result<Vec<Self>> {
        let policies = names.iter().map(|name| Self::parse(name)).collect::<Result<Vec<_>>>()?;
        match &policies[..] {
            [one] => Ok(vec![one.clone(); usize::from(players)]),
            _ if policies.len() == usize::from(players) => Ok(policies),
            _ => Err(Error::Count {
                what: "policies".into(),
                value: policies.len().to_string(),
                allowed: format!("1 for all seats, or {players}, one a seat"),
            }),
        }
    }
}

/// Thousandths as people write them: `0.25`, `1`.
fn decimal(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    let text = text.trim_end_matches('0');
    if text.ends_with('.') { format!("{text}0") } else { text.into() }
}

/// `text` as thousandths: digits, and at most three behind a point.
fn thousandths(what: &str, text: &str, most: u32) -> Result<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let fits = digits(whole) && digits(part) && whole.len() <= 6 && part.len() <= 3;
    let value = if fits { format!("{whole}{part:0<3}").parse().ok() } else { None };
    value.filter(|&value: &u32| value <= most).ok_or_else(|| {
        impossible(what, text, &format!("0 to {} with at most three digits behind the point", decimal(most)))
    })
}

fn budget(what: &str, text: &str) -> Result<u32> {
    let number = text.replace('_', "").parse::<u32>().ok();
    number
        .filter(|number| (1..=MOST_PLAYOUTS).contains(number))
        .ok_or_else(|| impossible(what, text, &format!("a whole number from 1 to {MOST_PLAYOUTS}")))
}

fn impossible(what: &str, value: &str, allowed: &str) -> Error {
    Error::Count { what: what.into(), value: format!("`{value}`"), allowed: allowed.into() }
}

fn unknown(name: &str) -> Error {
    Error::Unknown {
        kind: "policy".into(),
        name: name.into(),
        known: POLICIES.iter().map(|policy| policy.name.into()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_reads_back_as_it_is_written() {
        for text in ["uniform", "greedy", "mc:200", "mcts:400", "mcts:400,c=0.7", "epsilon:0.1/mcts:50,c=2.0"] {
            assert_eq!(PolicySpec::parse(text).map(|policy| policy.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(PolicySpec::parse("mcts:1_000,c=1").unwrap().to_string(), "mcts:1000");
        assert_eq!(PolicySpec::parse("epsilon:1/greedy").unwrap().to_string(), "epsilon:1.0/greedy");
    }

    #[test]
    fn what_is_no_policy_is_refused() {
        for (text, message) in [
            ("unifrom", "did you mean `uniform`"),
            ("mc", "mc:PLAYOUTS"),
            ("mc:0", "from 1 to"),
            ("mc:-3", "from 1 to"),
            ("uniform:3", "allowed: uniform"),
            ("mcts:10,d=1", "c=NUMBER"),
            ("mcts:10,c=1.0000", "three digits"),
            ("epsilon:1.5/greedy", "0 to 1.0"),
            ("epsilon:0.1/epsilon:0.1/greedy", "no mix itself"),
            ("mix:0.1/greedy", "unknown policy `mix:0.1`"),
            ("", "unknown policy"),
        ] {
            let problem = PolicySpec::parse(text).unwrap_err().to_string();
            assert!(problem.contains(message), "{text}: {problem}");
        }
    }
}
