//! `State`: a game under way, step by step.

use ludometer_core::Seat;
use ludometer_core::play::Play;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyType};

use crate::batch::components;
use crate::error::{Kind, core_error, raise};
use crate::game::{Game, Reduced, count_error};

/// The deepest perft anybody can wait for.
const MAX_DEPTH: i64 = 64;

/// A game under way.
#[pyclass(module = "ludometer._core")]
pub(crate) struct State {
    pub(crate) game: Game,
    pub(crate) play: Box<dyn Play>,
    pub(crate) seed: u64,
    pub(crate) deal: u64,
}

fn depth(py: Python<'_>, depth: i64) -> PyResult<u32> {
    if (1..=MAX_DEPTH).contains(&depth) {
        Ok(depth as u32)
    } else {
        Err(count_error(py, "depth", depth.to_string(), "1 to 64"))
    }
}

#[pymethods]
impl State {
    #[staticmethod]
    #[pyo3(signature = (game, *, variant = "standard", players = None, rules = None, seed = 0, deal = 0))]
    fn new(
        py: Python<'_>,
        game: &str,
        variant: &str,
        players: Option<i64>,
        rules: Option<&Bound<'_, PyAny>>,
        seed: u64,
        deal: u64,
    ) -> PyResult<Self> {
        Game::resolve(py, game, variant, players, rules)?.state(py, None, seed, deal)
    }

    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    #[getter]
    fn seat(&self) -> Option<u8> {
        self.play.seat().map(|seat| seat.0)
    }

    #[getter]
    fn plies(&self) -> u16 {
        self.play.plies()
    }

    #[getter]
    fn notation(&self) -> String {
        self.play.notation()
    }

    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.is_terminal().then(|| self.game.0.id.facts().ends[usize::from(self.play.outcome().end)])
    }

    fn is_terminal(&self) -> bool {
        self.play.seat().is_none()
    }

    fn legal_actions(&self) -> Vec<u32> {
        self.play.legal_codes()
    }

    fn legal_texts(&self) -> Vec<String> {
        self.play.legal_texts()
    }

    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0u8; self.play.action_codes() as usize];
        for code in self.play.legal_codes() {
            mask[code as usize] = 1;
        }
        // NumPy by its Python door: the array shares the bytes, may be written, and the wheel needs no NumPy headers.
        let numpy = py.import("numpy")?;
        numpy.call_method1("frombuffer", (PyByteArray::new(py, &mask), numpy.getattr("bool_")?))
    }

    fn action_text(&self, py: Python<'_>, code: u32) -> PyResult<String> {
        self.play.action_text(code).map_err(|error| core_error(py, &error))
    }

    fn action_code(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        self.play.action_code(text).map_err(|error| core_error(py, &error))
    }

    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = action.py();
        let played = if let Ok(text) = action.extract::<&str>() {
            self.play.apply_text(text)
        } else if let Ok(code) = action.extract::<i128>() {
            // A number that is no code at all is as illegal as one that is.
            self.play.apply_code(u32::try_from(code).unwrap_or(u32::MAX))
        } else {
            return Err(PyTypeError::new_err(format!(
                "an action is an int or a str, not {}",
                action.get_type().name()?
            )));
        };
        played.map_err(|error| core_error(py, &error))
    }

    fn scores(&self) -> Vec<i16> {
        self.seats(|seat| seat.score)
    }

    fn components<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        components(py, &self.game.0.id.facts(), &self.play.outcome().seats[..usize::from(self.game.0.values.players)])
    }

    fn ranks(&self) -> Vec<u16> {
        self.seats(|seat| u16::from(seat.rank))
    }

    fn shares12(&self) -> Vec<u16> {
        self.seats(|seat| u16::from(seat.share12))
    }

    fn observation(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let players = self.game.0.values.players;
        match u8::try_from(seat) {
            Ok(seat) if seat < players => Ok(self.play.observation(Seat(seat))),
            _ => Err(count_error(py, "seat", seat.to_string(), &format!("0 to {}", players - 1))),
        }
    }

    #[getter]
    fn chance(&self) -> Vec<String> {
        self.play.chance_texts()
    }

    #[pyo3(signature = (seat, *, seed))]
    fn determinize(&self, py: Python<'_>, seat: i64, seed: u64) -> PyResult<Self> {
        let players = self.game.0.values.players;
        match u8::try_from(seat) {
            Ok(seat) if seat < players => {
                let play = self.play.determinize(Seat(seat), seed);
                Ok(Self { game: self.game.clone(), play, seed, deal: 0 })
            }
            _ => Err(count_error(py, "seat", seat.to_string(), &format!("0 to {}", players - 1))),
        }
    }

    fn clone(&self) -> Self {
        Self { game: self.game.clone(), play: self.play.boxed_clone(), seed: self.seed, deal: self.deal }
    }

    #[pyo3(signature = (depth, *, tape = None))]
    fn perft(&self, py: Python<'_>, depth: i64, tape: Option<Vec<String>>) -> PyResult<Vec<u64>> {
        let depth = self::depth(py, depth)?;
        py.detach(|| self.play.perft(&tape.unwrap_or_default(), depth)).map_err(|error| core_error(py, &error))
    }

    #[pyo3(signature = (depth, *, tape = None))]
    fn divide<'py>(&self, py: Python<'py>, depth: i64, tape: Option<Vec<String>>) -> PyResult<Bound<'py, PyDict>> {
        let depth = self::depth(py, depth)?;
        let counts =
            py.detach(|| self.play.divide(&tape.unwrap_or_default(), depth)).map_err(|error| core_error(py, &error))?;
        let dict = PyDict::new(py);
        for (action, nodes) in counts {
            dict.set_item(action, nodes)?;
        }
        Ok(dict)
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.play
            .check()
            .map_err(|why| raise(py, Kind::Data, format!("inconsistent state `{}`: {why}", self.notation())))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.play.board()
    }

    fn __repr__(&self) -> String {
        format!("<State {} {}>", self.game.0.id.name(), self.notation())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.try_borrow().is_ok_and(|other| self.identity() == other.identity()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Game, String, u64, u64)>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.game.clone(), self.notation(), self.seed, self.deal)))
    }

    /// What pickling calls.
    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        notation: &str,
        seed: u64,
        deal: u64,
    ) -> PyResult<Self> {
        game.get().state(py, Some(notation), seed, deal)
    }
}

impl State {
    fn seats<T>(&self, value: impl Fn(&ludometer_core::game::SeatOutcome) -> T) -> Vec<T> {
        self.play.outcome().seats[..usize::from(self.game.0.values.players)].iter().map(value).collect()
    }

    /// What makes two states equal: the rules, the position and the chance to come.
    fn identity(&self) -> (String, String, u64, u64) {
        (self.game.0.values.hash(), self.notation(), self.seed, self.deal)
    }
}
