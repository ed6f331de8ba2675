//! `Summary`: exact sums, handed to Python as plain data.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ludometer_core::summary::{Moments, Summary as Sums};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Kind, raise};
use crate::frames;
use crate::game::Game;

/// Sums over games of one game with its rules.
#[pyclass(frozen, module = "ludometer._core")]
pub(crate) struct Summary {
    game: Game,
    sums: Mutex<Sums>,
}

impl Summary {
    pub(crate) fn new(game: &Game, sums: Sums) -> Self {
        Self { game: game.clone(), sums: Mutex::new(sums) }
    }

    pub(crate) fn empty(game: &Game) -> Self {
        Self::new(game, Sums::new(&game.0.id.facts(), game.0.values.players))
    }

    pub(crate) fn of_frames(game: &Game, games: &Bound<'_, PyAny>, seats: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = games.py();
        let facts = game.0.id.facts();
        let columns = frames::read(&facts, game.0.values.players, games, seats)?;
        let sums = py.detach(|| Sums::of(&facts, game.0.values.players, &columns));
        Ok(Self::new(game, sums.map_err(|why| raise(py, Kind::Data, format!("games frame: {why}")))?))
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Summary {
    #[getter]
    fn games(&self) -> u64 {
        self.sums().games
    }

    #[getter]
    fn digest(&self) -> String {
        format!("{:016x}", self.sums().digest)
    }

    fn merge(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        let other = other.get();
        let (own, theirs) = (self.game.0.values.hash(), other.game.0.values.hash());
        if own != theirs {
            return Err(raise(
                py,
                Kind::Data,
                format!("summaries of different rules do not merge: {own} and {theirs}"),
            ));
        }
        // A copy first: the two may be the same object.
        let more = other.sums().clone();
        self.sums().merge(&more);
        Ok(())
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = self.game.0.id.facts();
        let sums = self.sums().clone();
        let named = |names: &[String], values: &[i64]| -> PyResult<Bound<'py, PyDict>> {
            let dict = PyDict::new(py);
            for (name, value) in names.iter().zip(values) {
                dict.set_item(name, value)?;
            }
            Ok(dict)
        };
        let dict = PyDict::new(py);
        dict.set_item("games", sums.games)?;
        let ends = PyDict::new(py);
        for (name, count) in facts.ends.iter().zip(&sums.ends) {
            ends.set_item(*name, count)?;
        }
        dict.set_item("ends", ends)?;
        dict.set_item("lengths", sums.lengths)?;
        dict.set_item("turns", moments(py, &sums.turns)?)?;
        dict.set_item("plies", moments(py, &sums.plies)?)?;
        dict.set_item("facts", named(&facts.game_column_names(), &sums.columns)?)?;
        let mut seats = Vec::new();
        for seat in &sums.seats {
            let entry = PyDict::new(py);
            entry.set_item("wins", seat.wins)?;
            entry.set_item("shared", seat.shared)?;
            entry.set_item("share12", seat.share12)?;
            entry.set_item("score", moments(py, &seat.score)?)?;
            entry.set_item("columns", named(&facts.seat_column_names(), &seat.columns)?)?;
            entry.set_item("plies", seat.plies)?;
            entry.set_item("choices", seat.choices)?;
            entry.set_item("branching", seat.branching)?;
            seats.push(entry);
        }
        dict.set_item("seats", seats)?;
        dict.set_item("digest", format!("{:016x}", sums.digest))?;
        Ok(dict)
    }
}

fn moments<'py>(py: Python<'py>, moments: &Moments) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("sum", moments.sum)?;
    dict.set_item("sum_squares", moments.sum_squares)?;
    let some = moments.min <= moments.max;
    dict.set_item("min", some.then_some(moments.min))?;
    dict.set_item("max", some.then_some(moments.max))?;
    Ok(dict)
}
