//! The Python binding of Ludometer's core: no rule, no loop over plies. Documented in
//! `python/ludometer/_core.pyi`, which a test compares with what is built here.

mod batch;
mod catalogue;
mod error;
mod frames;
mod game;
mod state;
mod summary;

/// The compiled core.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::catalogue::{build_info, games, line_up, policies, rule_book};
    #[pymodule_export]
    use crate::frames::ArrowTable;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::summary::Summary;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::error::register(module)
    }
}
