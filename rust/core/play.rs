//! A game held in hand: rules, state and chance together, with checked doors only, behind one type for all
//! games. For people, notebooks and learners, who play step by step; batches never come here.

use std::sync::Arc;

use crate::catalogue::Visitor;
use crate::cpu::Portable;
use crate::error::Result;
use crate::game::{Game, Outcome, Seat, Turn};
use crate::rng::{ChanceKey, Stream};
use crate::{perft, trace};

/// A game under way, whichever it is. After each action chance resolves itself.
pub trait Play: Send + Sync {
    /// The seat that decides; none once the game is over.
    fn seat(&self) -> Option<Seat>;
    /// Decisions made.
    fn plies(&self) -> u16;
    /// Codes of the legal actions, ascending; none once the game is over.
    fn legal_codes(&self) -> Vec<u32>;
    /// The legal actions as text, in the same order.
    fn legal_texts(&self) -> Vec<String>;
    /// Codes are below this number.
    fn action_codes(&self) -> u32;
    /// Plays the legal action with this code.
    ///
    /// # Errors
    /// [`crate::Error::Illegal`] or [`crate::Error::Over`]; the state is unchanged.
    fn apply_code(&mut self, code: u32) -> Result<()>;
    /// Plays the legal action with this text.
    ///
    /// # Errors
    /// As [`Play::apply_code`].
    fn apply_text(&mut self, text: &str) -> Result<()>;
    /// The text of a legal action's code.
    ///
    /// # Errors
    /// As [`Play::apply_code`].
    fn action_text(&self, code: u32) -> Result<String>;
    /// The code of a legal action's text.
    ///
    /// # Errors
    /// As [`Play::apply_code`].
    fn action_code(&self, text: &str) -> Result<u32>;
    /// The outcome, or the standing.
    fn outcome(&self) -> Outcome;
    /// The state on one line.
    fn notation(&self) -> String;
    /// What a seat may know, on one line.
    fn observation(&self, seat: Seat) -> String;
    /// What chance did since the last action, in order; before the first one, since the state was made.
    fn chance_texts(&self) -> Vec<String>;
    /// A copy in which all that `seat` cannot know is dealt anew from `key`, as is the chance to come.
    fn determinize(&self, seat: Seat, key: u64) -> Box<dyn Play>;
    /// The state as a board.
    fn board(&self) -> String;
    /// A copy that goes its own way.
    fn boxed_clone(&self) -> Box<dyn Play>;
    /// Whether two states of the same game and rules are equal.
    fn same_state(&self, other: &dyn Play) -> bool;
    /// Counts for depths 1 to `depth`, chance answered from `tape`; also the chance that a position read from text
    /// waits for.
    ///
    /// # Errors
    /// A tape that cannot be read or is too short.
    fn perft(&self, tape: &[String], depth: u32) -> Result<Vec<u64>>;
    /// Counts by first action for depth `depth`, chance answered from `tape`.
    ///
    /// # Errors
    /// As [`Play::perft`].
    fn divide(&self, tape: &[String], depth: u32) -> Result<Vec<(String, u64)>>;
    /// Recomputes the state's cached fields and conservation laws.
    ///
    /// # Errors
    /// The first thing that does not hold.
    fn check(&self) -> std::result::Result<(), String>;
}

/// Makes a [`Play`]: from set-up, or from a printed state.
#[derive(Debug)]
pub struct Start<'a> {
    /// Where the game's chance comes from.
    pub chance: ChanceKey,
    /// The state to start from, instead of set-up.
    pub state: Option<&'a str>,
}

impl Visitor for Start<'_> {
    type Output = Result<Box<dyn Play>>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let state = match self.state {
            None => G::setup::<Portable>(rules, self.chance),
            Some(text) => G::parse_state(rules, text)?,
        };
        let given = self.state.is_some().then(|| state.clone());
        let mut held = Held::<G> { rules: Arc::clone(rules), state, chance: self.chance, resolved: Vec::new(), given };
        held.resolve_chance();
        Ok(Box::new(held))
    }
}

struct Held<G: Game> {
    rules: Arc<G::Rules>,
    state: G::State,
    chance: ChanceKey,
    /// What chance did since the last action.
    resolved: Vec<G::Chance>,
    /// The state as it was before that, until the first action: counting begins there, and answers chance itself.
    given: Option<G::State>,
}

impl<G: Game> Held<G> {
    fn resolve_chance(&mut self) {
        self.resolved.clear();
        while G::turn(&self.rules, &self.state) == Turn::Chance {
            let outcome = G::sample_chance::<Portable>(&self.rules, &self.state, self.chance);
            G::apply_chance::<Portable>(&self.rules, &mut self.state, outcome);
            self.resolved.push(outcome);
        }
    }

    fn legal(&self) -> Vec<G::Action> {
        let mut legal = Vec::with_capacity(G::MAX_LEGAL_ACTIONS);
        if self.seat().is_some() {
            G::legal_actions(&self.rules, &self.state, &mut legal);
        }
        legal
    }

    fn apply(&mut self, action: G::Action) {
        self.given = None;
        G::apply::<Portable>(&self.rules, &mut self.state, action);
        self.resolve_chance();
    }

    fn counted(&self) -> &G::State {
        self.given.as_ref().unwrap_or(&self.state)
    }

    fn tape(&self, tape: &[String]) -> Result<Vec<G::Chance>> {
        tape.iter().map(|text| G::parse_chance(&self.rules, text)).collect()
    }
}

impl<G: Game> Play for Held<G> {
    fn seat(&self) -> Option<Seat> {
        match G::turn(&self.rules, &self.state) {
            Turn::Decision(seat) => Some(seat),
            Turn::Chance | Turn::Terminal => None,
        }
    }

    fn plies(&self) -> u16 {
        G::plies(&self.rules, &self.state)
    }

    fn legal_codes(&self) -> Vec<u32> {
        self.legal().into_iter().map(|action| G::action_code(&self.rules, action)).collect()
    }

    fn legal_texts(&self) -> Vec<String> {
        self.legal().into_iter().map(|action| G::print_action(&self.rules, action)).collect()
    }

    fn action_codes(&self) -> u32 {
        G::action_codes(&self.rules)
    }

    fn apply_code(&mut self, code: u32) -> Result<()> {
        let action = trace::action_of_code::<G>(&self.rules, &self.state, code)?;
        self.apply(action);
        Ok(())
    }

    fn apply_text(&mut self, text: &str) -> Result<()> {
        let action = trace::parse_action::<G>(&self.rules, &self.state, text)?;
        self.apply(action);
        Ok(())
    }

    fn action_text(&self, code: u32) -> Result<String> {
        let action = trace::action_of_code::<G>(&self.rules, &self.state, code)?;
        Ok(G::print_action(&self.rules, action))
    }

    fn action_code(&self, text: &str) -> Result<u32> {
        let action = trace::parse_action::<G>(&self.rules, &self.state, text)?;
        Ok(G::action_code(&self.rules, action))
    }

    fn outcome(&self) -> Outcome {
        G::outcome(&self.rules, &self.state)
    }

    fn notation(&self) -> String {
        G::print_state(&self.rules, &self.state)
    }

    fn observation(&self, seat: Seat) -> String {
        G::print_observation(&self.rules, &G::observe(&self.rules, &self.state, seat))
    }

    fn determinize(&self, seat: Seat, key: u64) -> Box<dyn Play> {
        let observation = G::observe(&self.rules, &self.state, seat);
        let state = G::determinize(&self.rules, &observation, &mut Stream::from_key(key));
        // The true chance selects from the true deck; another key, so that nothing of it shows.
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            state,
            chance: ChanceKey::new(key, 0),
            resolved: Vec::new(),
            given: None,
        })
    }

    fn chance_texts(&self) -> Vec<String> {
        self.resolved.iter().map(|&outcome| G::print_chance(&self.rules, outcome)).collect()
    }

    fn board(&self) -> String {
        G::board(&self.rules, &self.state)
    }

    fn boxed_clone(&self) -> Box<dyn Play> {
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            chance: self.chance,
            resolved: self.resolved.clone(),
            given: self.given.clone(),
        })
    }

    fn same_state(&self, other: &dyn Play) -> bool {
        self.notation() == other.notation()
    }

    fn perft(&self, tape: &[String], depth: u32) -> Result<Vec<u64>> {
        let tape = self.tape(tape)?;
        (1..=depth).map(|depth| perft::perft::<G>(&self.rules, self.counted(), &tape, depth)).collect()
    }

    fn divide(&self, tape: &[String], depth: u32) -> Result<Vec<(String, u64)>> {
        let counts = perft::divide::<G>(&self.rules, self.counted(), &self.tape(tape)?, depth)?;
        Ok(counts.into_iter().map(|(action, nodes)| (G::print_action(&self.rules, action), nodes)).collect())
    }

    fn check(&self) -> std::result::Result<(), String> {
        G::check(&self.rules, &self.state)
    }
}
