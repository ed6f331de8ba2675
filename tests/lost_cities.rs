//! Every line of the Lost Cities checklist (LC.nn, rule ids LC-nn), in the engine; and what must hold where cards
//! are hidden. The oracle has the same list in `tests/oracle/test_lost_cities_oracle*.py`.
#![allow(missing_docs, unreachable_pub)]

mod support;

#[path = "lost_cities/end.rs"]
mod end;
#[path = "lost_cities/hidden.rs"]
mod hidden;
#[path = "lost_cities/symmetry.rs"]
mod symmetry;
#[path = "lost_cities/table.rs"]
mod table;
#[path = "lost_cities/turn.rs"]
mod turn;
#[path = "lost_cities/values.rs"]
mod values;
