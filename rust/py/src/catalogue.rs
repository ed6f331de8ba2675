//! What exists: games, policies, rule fields, as plain data.

use ludometer_core::cpu::CpuLevel;
use ludometer_core::policies::{POLICIES, PolicyInfo, PolicySpec};
use ludometer_core::schema::Value;
use ludometer_core::{FixedGame, Game, GameId, Visitor, rng};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

use crate::error::core_error;

/// What was built.
#[pyfunction]
pub(crate) fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    let cpus = CpuLevel::ALL.into_iter().filter(|level| level.available()).map(CpuLevel::name);
    info.set_item("cpus", cpus.collect::<Vec<_>>())?;
    info.set_item("generator", rng::VERSION)?;
    let games = PyDict::new(py);
    for game in GameId::ALL {
        games.set_item(game.name(), game.facts().version)?;
    }
    info.set_item("games", games)?;
    let policies = PyDict::new(py);
    for policy in POLICIES {
        policies.set_item(policy.name, policy.version)?;
    }
    info.set_item("policies", policies)?;
    Ok(info)
}

/// Every game.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    GameId::ALL.into_iter().map(|game| facts(py, game)).collect()
}

/// The facts of one game.
pub(crate) fn facts(py: Python<'_>, game: GameId) -> PyResult<Bound<'_, PyDict>> {
    let facts = game.facts();
    let book = game.rule_book();
    let mut players: Vec<u8> = book.variants.iter().flat_map(|variant| variant.players.clone()).collect();
    players.sort_unstable();
    players.dedup();
    let dict = PyDict::new(py);
    dict.set_item("name", game.name())?;
    dict.set_item("title", facts.title)?;
    dict.set_item("version", facts.version)?;
    dict.set_item("has_points", facts.has_points)?;
    dict.set_item("players", PyList::new(py, players)?)?;
    dict.set_item("variants", book.variants.iter().map(|variant| variant.name.as_str()).collect::<Vec<_>>())?;
    dict.set_item("ends", facts.ends)?;
    dict.set_item("components", facts.components)?;
    dict.set_item("cuts", facts.cuts)?;
    dict.set_item("seat_facts", facts.seat_facts)?;
    dict.set_item("game_facts", facts.game_facts)?;
    let first = book.resolve(&book.variants[0].name, None, &[]).and_then(|values| FixedGame::new(game, values));
    let first = first.map_err(|error| core_error(py, &error))?;
    dict.set_item("state_bytes", first.visit(StateBytes))?;
    Ok(dict)
}

struct StateBytes;

impl Visitor for StateBytes {
    type Output = usize;

    fn visit<G: Game>(self, _: &Arc<G::Rules>) -> usize {
        size_of::<G::State>()
    }
}

/// Every policy.
#[pyfunction]
pub(crate) fn policies(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let describe = |policy: PolicyInfo| {
        let dict = PyDict::new(py);
        dict.set_item("name", policy.name)?;
        dict.set_item("form", policy.form)?;
        dict.set_item("text", policy.text)?;
        dict.set_item("version", policy.version)?;
        Ok(dict)
    };
    POLICIES.into_iter().map(describe).collect()
}

/// One policy a seat, each in its plain form with the kinds it consists of.
#[pyfunction]
pub(crate) fn line_up(
    py: Python<'_>,
    policies: Vec<String>,
    players: u8,
) -> PyResult<Vec<(String, Vec<&'static str>)>> {
    let policies = PolicySpec::line_up(&policies, players).map_err(|error| core_error(py, &error))?;
    Ok(policies.iter().map(|policy| (policy.to_string(), policy.kinds())).collect())
}

/// Rule fields and variants of a game.
#[pyfunction]
pub(crate) fn rule_book<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let game = GameId::from_name(game).map_err(|error| core_error(py, &error))?;
    let book = game.rule_book();
    let mut rules = Vec::new();
    for rule in &book.rules {
        let dict = PyDict::new(py);
        dict.set_item("key", &rule.key)?;
        dict.set_item("allowed", rule.kind.to_string())?;
        dict.set_item("rule", &rule.rule)?;
        dict.set_item("status", &rule.status)?;
        dict.set_item("text", &rule.text)?;
        rules.push(dict);
    }
    let mut variants = Vec::new();
    for variant in &book.variants {
        let dict = PyDict::new(py);
        dict.set_item("name", &variant.name)?;
        dict.set_item("text", &variant.text)?;
        dict.set_item("players", PyList::new(py, &variant.players)?)?;
        variants.push(dict);
    }
    let dict = PyDict::new(py);
    dict.set_item("rules", rules)?;
    dict.set_item("variants", variants)?;
    Ok(dict)
}

/// A rule value as a Python object.
pub(crate) fn value_to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        Value::Int(value) => value.into_pyobject(py)?.into_any(),
        Value::Text(value) => value.into_pyobject(py)?.into_any(),
        Value::List(values) => {
            let values = values.iter().map(|value| value_to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, values)?.into_any()
        }
    })
}

/// A Python object as a rule value; `None` if it is of no type that a rule has.
pub(crate) fn value_from_python(value: &Bound<'_, PyAny>) -> Option<Value> {
    // A bool is an int in Python, and a str a sequence: the order of these tests matters.
    if let Ok(value) = value.cast::<pyo3::types::PyBool>() {
        return Some(Value::Bool(value.is_true()));
    }
    if let Ok(value) = value.extract::<i64>() {
        return Some(Value::Int(value));
    }
    if let Ok(value) = value.extract::<String>() {
        return Some(Value::Text(value));
    }
    let items = value.try_iter().ok()?;
    items.map(|item| item.ok().and_then(|item| value_from_python(&item))).collect::<Option<Vec<_>>>().map(Value::List)
}
