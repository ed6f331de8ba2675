//! The one list of games. A game has one type, or several for different rules: the first that serves is taken.

use std::any::Any;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Facts, Game};
use crate::games;
use crate::schema::{Resolved, RuleBook};

/// Work that is generic over the game; [`FixedGame::visit`] gives it the game and its typed rules.
pub trait Visitor {
    /// What the work gives back.
    type Output;

    /// Does the work for the game `G`.
    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output;
}

/// A game with its rules fixed, whichever game it is: the one dynamic boundary, crossed once a batch.
#[derive(Clone, Debug)]
pub struct FixedGame {
    /// Which game.
    pub id: GameId,
    /// What its rule values come to.
    pub values: Arc<Resolved>,
    /// The `G::Rules` of the game.
    rules: Arc<dyn Any + Send + Sync>,
}

impl FixedGame {
    /// The game `id` with the rules of `values`.
    ///
    /// # Errors
    /// [`Error::Rules`] if the values do not fit together.
    pub fn new(id: GameId, values: Resolved) -> Result<Self> {
        let rules = id.typed_rules(&values)?;
        Ok(Self { id, values: Arc::new(values), rules })
    }

    /// Gives `visitor` the game and its typed rules.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        self.id.visit_rules(&self.rules, visitor)
    }
}

macro_rules! catalogue {
    ($($id:ident: $module:ident, $name:literal, [$($game:ty),+];)+) => {
        /// A game of the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GameId {
            $(#[doc = $name] $id,)+
        }

        impl GameId {
            /// Every game, in the order of the list.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$id),+];

            /// The name people type.
            pub fn name(self) -> &'static str {
                match self { $(Self::$id => $name,)+ }
            }

            /// What is known of the game before it is played.
            pub fn facts(self) -> Facts {
                match self { $(Self::$id => [$(<$game>::FACTS),+][0],)+ }
            }

            /// Its rule fields and variants.
            pub fn rule_book(self) -> &'static RuleBook {
                match self { $(Self::$id => games::$module::rule_book(),)+ }
            }

            fn typed_rules(self, values: &Resolved) -> Result<Arc<dyn Any + Send + Sync>> {
                match self {
                    $(Self::$id => {
                        $(if <$game>::serves(values) {
                            return Ok(Arc::new(<$game as Game>::rules(values).map_err(Error::Rules)?));
                        })+
                        unreachable!("the last type of a game serves all its rules")
                    })+
                }
            }

            fn visit_rules<V: Visitor>(self, rules: &Arc<dyn Any + Send + Sync>, visitor: V) -> V::Output {
                match self {
                    $(Self::$id => {
                        $(if let Ok(rules) = Arc::clone(rules).downcast::<<$game as Game>::Rules>() {
                            return visitor.visit::<$game>(&rules);
                        })+
                        unreachable!("made by `typed_rules` for this game")
                    })+
                }
            }
        }
    };
}

catalogue! {
    TopCap: top_cap, "top-cap", [games::top_cap::TopCap];
    LostCities: lost_cities, "lost-cities", [games::lost_cities::LostCities<u64>, games::lost_cities::LostCities<u128>];
    Medina: medina, "medina", [games::medina::Medina];
}

impl GameId {
    /// The game called `name`; `-` and `_` are the same.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the nearest name.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name.replace('_', "-")).ok_or_else(|| Error::Unknown {
            kind: "game".into(),
            name: name.into(),
            known: Self::ALL.iter().map(|game| game.name().into()).collect(),
        })
    }
}
