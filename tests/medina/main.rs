//! Every line of the Medina checklist (ME.nn, rule ids ME-nn of `seeds/medina/RULES.md`), in the engine, and the
//! rules that only published variants use (ME-57 to ME-63). The oracle has the same list in
//! `tests/oracle/test_medina_oracle*.py`.
//!
//! What must come out of a position was worked out on paper. Positions are written as `positions::Table::at` reads
//! them. Rare things: blocked palaces in `buildings`, blocked lines in `merchants`, a colour finished in mid-turn in
//! `turn`, a stable that makes a palace the largest in `tiles`, corner cells in `setup` and `points`, the last legal
//! placement in `end`.
#![allow(missing_docs, unreachable_pub)]

#[path = "../support/mod.rs"]
mod support;

mod board;
mod buildings;
mod end;
mod merchants;
mod notation;
mod points;
mod positions;
mod readers;
mod roofs;
mod second_edition;
mod setup;
mod stables;
mod survivor;
mod tiles;
mod turn;
