//! `Game`: a game with its rules fixed, and the doors to batches, records and states.

use ludometer_core::play::Start;
use ludometer_core::rng::ChanceKey;
use ludometer_core::schema::Value;
use ludometer_core::{Error, FixedGame, GameId};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::fmt::Write as _;
use std::sync::Arc;

use crate::batch::{self, Batch, Request};
use crate::catalogue::{facts, value_from_python, value_to_python};
use crate::error::{Kind, core_error, raise};
use crate::state::State;
use crate::summary::Summary;

/// A game with its rules fixed.
#[pyclass(frozen, module = "ludometer._core")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) FixedGame);

impl Game {
    pub(crate) fn resolve(
        py: Python<'_>,
        name: &str,
        variant: &str,
        players: Option<i64>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let id = GameId::from_name(name).map_err(|error| core_error(py, &error))?;
        // A number that is no u8 is no number of players either; 0 is refused with the right message.
        let players = players.map(|players| u8::try_from(players).unwrap_or(0));
        let rules = rules.map(overrides).transpose()?.unwrap_or_default();
        let values = id.rule_book().resolve(variant, players, &rules).map_err(|error| core_error(py, &error))?;
        FixedGame::new(id, values).map(Self).map_err(|error| core_error(py, &error))
    }

    pub(crate) fn state(&self, py: Python<'_>, text: Option<&str>, seed: u64, deal: u64) -> PyResult<State> {
        let start = Start { chance: ChanceKey::new(seed, deal), state: text };
        let play = self.0.visit(start).map_err(|error| core_error(py, &error))?;
        Ok(State { game: self.clone(), play, seed, deal })
    }

    fn some_values<'py>(&self, py: Python<'py>, wanted: impl Fn(&str) -> bool) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in self.0.values.values.iter().filter(|(key, _)| wanted(key)) {
            dict.set_item(key, value_to_python(py, value)?)?;
        }
        Ok(dict)
    }
}

/// The line-up if none is named.
fn all_uniform() -> Vec<String> {
    vec!["uniform".into()]
}

struct ActionCodes;

impl ludometer_core::Visitor for ActionCodes {
    type Output = u32;

    fn visit<G: ludometer_core::Game>(self, rules: &Arc<G::Rules>) -> u32 {
        G::action_codes(rules)
    }
}

fn overrides(rules: &Bound<'_, PyAny>) -> PyResult<Vec<(String, Value)>> {
    let py = rules.py();
    let mut values = Vec::new();
    let mut problems = Vec::new();
    for item in rules.call_method0("items")?.try_iter()? {
        let (key, value): (String, Bound<'_, PyAny>) = item?.extract()?;
        if let Some(value) = value_from_python(&value) {
            values.push((key, value));
        } else {
            let why = format!("{} is not possible; a rule is a bool, int, str or list of str", value.repr()?);
            problems.push(ludometer_core::error::Problem::new(key, why));
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(core_error(py, &Error::Rules(problems))) }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, variant = "standard", players = None, rules = None))]
    fn new(
        py: Python<'_>,
        name: &str,
        variant: &str,
        players: Option<i64>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Self::resolve(py, name, variant, players, rules)
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.id.name()
    }

    #[getter]
    fn variant(&self) -> &str {
        &self.0.values.variant
    }

    #[getter]
    fn players(&self) -> u8 {
        self.0.values.players
    }

    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.some_values(py, |_| true)
    }

    #[getter]
    fn changed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.some_values(py, |key| self.0.values.changed.iter().any(|changed| changed == key))
    }

    #[getter]
    fn rules_hash(&self) -> String {
        self.0.values.hash()
    }

    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts(py, self.0.id)
    }

    #[getter]
    fn action_codes(&self) -> u32 {
        self.0.visit(ActionCodes)
    }

    #[pyo3(signature = (*, seed = 0, deal = 0))]
    fn new_state(&self, py: Python<'_>, seed: u64, deal: u64) -> PyResult<State> {
        self.state(py, None, seed, deal)
    }

    #[pyo3(signature = (text, *, seed = 0, deal = 0))]
    fn parse_state(&self, py: Python<'_>, text: &str, seed: u64, deal: u64) -> PyResult<State> {
        self.state(py, Some(text), seed, deal)
    }

    #[allow(clippy::too_many_arguments)] // one argument for each of Python's keywords
    #[pyo3(signature = (first, last, *, seed, policies = None, threads = 0, chunk = 10_000, rows = true, progress = None))]
    fn batch(
        &self,
        py: Python<'_>,
        first: u64,
        last: u64,
        seed: u64,
        policies: Option<Vec<String>>,
        threads: usize,
        chunk: u64,
        rows: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Batch> {
        let policies = policies.unwrap_or_else(all_uniform);
        let request = Request { games: first..last, seed, policies, threads, chunk, rows };
        batch::play(py, self, request, progress.as_ref())
    }

    #[pyo3(signature = (game, *, seed, policies = None))]
    fn record<'py>(
        &self,
        py: Python<'py>,
        game: u64,
        seed: u64,
        policies: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        batch::record(py, self, game, seed, &policies.unwrap_or_else(all_uniform))
    }

    fn empty_summary(&self) -> Summary {
        Summary::empty(self)
    }

    fn summarize(&self, games: &Bound<'_, PyAny>, seats: &Bound<'_, PyAny>) -> PyResult<Summary> {
        Summary::of_frames(self, games, seats)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("Game('{}', variant='{}', players={}", self.name(), self.variant(), self.players());
        if !self.0.values.changed.is_empty() {
            let _ = write!(text, ", rules={}", self.changed(py)?.repr()?);
        }
        Ok(text + ")")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.values == self.0.values)
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.rules_hash(), 16).unwrap_or_default()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, GameArguments<'_, 'py>>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.name(), self.variant(), self.players(), self.changed(py)?)))
    }

    /// What pickling calls.
    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        name: &str,
        variant: &str,
        players: i64,
        rules: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Self::resolve(py, name, variant, Some(players), Some(rules))
    }
}

type GameArguments<'a, 'py> = (&'a str, &'a str, u8, Bound<'py, PyDict>);

/// What `__reduce__` gives: a callable and its arguments.
pub(crate) type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// A range or number from Python that makes no sense.
pub(crate) fn count_error(py: Python<'_>, what: &str, value: impl Into<String>, allowed: &str) -> PyErr {
    let error = Error::Count { what: what.into(), value: value.into(), allowed: allowed.into() };
    raise(py, Kind::Count, error.to_string())
}
