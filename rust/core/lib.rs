//! Ludometer's core: the rules of four board games, playouts at full speed, and their outcomes as columns.
//!
//! No Python, no files, no clock, no global generator; outcomes hold no floats. The same rules and the same
//! seed give the same games on every machine and any number of threads.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the `Game` trait: the one file everybody reads |
//! | [`catalogue`] | the one list of games |
//! | [`games`] | a module a game |
//! | [`schema`] | rule fields, variants, resolution |
//! | [`rng`] | the generator and its keyed streams |
//! | [`cpu`] | run-time dispatch to instruction sets |
//! | [`policies`] | what chooses for a seat |
//! | [`playout`] | one game to its end |
//! | [`rows`], [`summary`] | what is kept of it |
//! | [`batch`] | many games, in parallel |
//! | [`perft`], [`trace`], [`play`] | counting, recording, and playing step by step |
//! | [`conformance`] | what every game must pass |

pub mod batch;
pub mod catalogue;
pub mod conformance;
pub mod cpu;
pub mod error;
pub mod game;
pub mod games;
pub mod perft;
pub mod play;
pub mod playout;
pub mod policies;
pub mod rng;
pub mod rows;
pub mod schema;
pub mod summary;
pub mod trace;

pub use catalogue::{FixedGame, GameId, Visitor};
pub use error::{Error, Result};
pub use game::{Game, Seat, Turn};
