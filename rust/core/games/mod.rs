//! The games, each in a module of its own; [`crate::catalogue`] is the only list of them.

pub mod lost_cities;
pub mod medina;
pub mod top_cap;
