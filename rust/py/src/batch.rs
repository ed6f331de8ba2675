//! Batches and records: names to typed values, then into the core without the GIL.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use ludometer_core::batch::{Control, Job, Schedule};
use ludometer_core::cpu::{CpuLevel, dispatch};
use ludometer_core::game::Facts;
use ludometer_core::playout::{GameKey, Played};
use ludometer_core::policies::PolicySpec;
use ludometer_core::trace::{Record, Trace};
use ludometer_core::{Error, Visitor, batch as core_batch};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::core_error;
use crate::frames::{ArrowTable, tables};
use crate::game::{Game, count_error};
use crate::summary::Summary;

/// How often a running batch looks for signals and reports progress.
const POLL: Duration = Duration::from_millis(100);
/// So few games are played at once where they are asked for: starting threads would cost more.
const INLINE_GAMES: u64 = 64;
const MAX_THREADS: usize = 1024;

/// A played range of games.
#[pyclass(frozen, module = "ludometer._core")]
pub(crate) struct Batch {
    #[pyo3(get)]
    games: Py<ArrowTable>,
    #[pyo3(get)]
    seats: Py<ArrowTable>,
    #[pyo3(get)]
    summary: Py<Summary>,
}

/// What a caller asks for.
pub(crate) struct Request {
    pub(crate) games: Range<u64>,
    pub(crate) seed: u64,
    pub(crate) policies: Vec<String>,
    pub(crate) threads: usize,
    pub(crate) chunk: u64,
    pub(crate) rows: bool,
}

pub(crate) fn play(
    py: Python<'_>,
    game: &Game,
    request: Request,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Batch> {
    let Request { games, seed, policies, threads, chunk, rows } = request;
    if games.is_empty() {
        return Err(count_error(py, "games", format!("{}..{}", games.start, games.end), "a range that is not empty"));
    }
    if chunk == 0 {
        return Err(count_error(py, "chunk", chunk.to_string(), "1 or more games"));
    }
    if threads > MAX_THREADS {
        return Err(count_error(py, "threads", threads.to_string(), "0 (all cores) to 1024"));
    }
    let job = job(py, game, seed, &policies)?;
    let control = Control::default();
    let few = games.end - games.start <= INLINE_GAMES;
    let chunk = if few { INLINE_GAMES } else { chunk };
    let run = Run { job: &job, games, schedule: Schedule { chunk, rows }, control: &control };
    let played = if few && progress.is_none() {
        py.detach(|| game.0.visit(run))
    } else {
        run_in_background(py, game, run, threads, &control, progress)?
    };
    let facts = game.0.id.facts();
    let (games, seats) = tables(&facts, game.0.values.players, played.columns)?;
    Ok(Batch {
        games: Py::new(py, games)?,
        seats: Py::new(py, seats)?,
        summary: Py::new(py, Summary::new(game, played.summary))?,
    })
}

/// The instruction set that `LUDOMETER_CPU` forces, or the best.
fn cpu_level() -> Result<CpuLevel, Error> {
    match std::env::var("LUDOMETER_CPU") {
        Ok(name) if !name.is_empty() => CpuLevel::from_name(&name),
        _ => Ok(CpuLevel::best()),
    }
}

fn job(py: Python<'_>, game: &Game, seed: u64, policies: &[String]) -> PyResult<Job> {
    let policies = PolicySpec::line_up(policies, game.0.values.players).map_err(|error| core_error(py, &error))?;
    let cpu = cpu_level().map_err(|error| core_error(py, &error))?;
    Ok(Job { seed, policies, cpu })
}

/// A batch of one game, chosen by a visit.
struct Run<'a> {
    job: &'a Job,
    games: Range<u64>,
    schedule: Schedule,
    control: &'a Control,
}

impl Visitor for Run<'_> {
    type Output = core_batch::Batch;

    fn visit<G: ludometer_core::Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        core_batch::run::<G>(rules, self.job, self.games, &self.schedule, self.control)
    }
}

/// Plays on a pool of its own while this thread waits for signals and reports progress.
fn run_in_background(
    py: Python<'_>,
    game: &Game,
    run: Run<'_>,
    threads: usize,
    control: &Control,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<core_batch::Batch> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?;
    let progress = progress.map(|callback| callback.clone().unbind());
    let played = py.detach(|| {
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let played = pool.install(|| game.0.visit(run));
                // The receiver is gone only if waiting has panicked.
                let _ = send.send(());
                played
            });
            let mut failed = None;
            while receive.recv_timeout(POLL) == Err(mpsc::RecvTimeoutError::Timeout) {
                if failed.is_some() || worker.is_finished() {
                    continue;
                }
                failed = Python::attach(|py| {
                    py.check_signals()?;
                    let done = control.done.load(Ordering::Relaxed);
                    progress.as_ref().map_or(Ok(()), |callback| callback.call1(py, (done,)).map(drop))
                })
                .err();
                if failed.is_some() {
                    control.stop.store(true, Ordering::Relaxed);
                }
            }
            let played = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            failed.map_or(Ok(played), Err)
        })
    })?;
    if let Some(callback) = progress {
        callback.call1(py, (control.done.load(Ordering::Relaxed),))?;
    }
    Ok(played)
}

/// One game of a run, recorded.
struct RecordOne<'a> {
    key: GameKey,
    job: &'a Job,
}

impl Visitor for RecordOne<'_> {
    type Output = Result<(Played, Trace), Error>;

    fn visit<G: ludometer_core::Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        dispatch(self.job.cpu, Record::<G> { rules, key: self.key, policies: &self.job.policies })
    }
}

pub(crate) fn record<'py>(
    py: Python<'py>,
    game: &Game,
    number: u64,
    seed: u64,
    policies: &[String],
) -> PyResult<Bound<'py, PyDict>> {
    let job = job(py, game, seed, policies)?;
    let visit = RecordOne { key: GameKey::plain(seed, number), job: &job };
    let (played, trace) = game.0.visit(visit).map_err(|error| core_error(py, &error))?;
    let facts = game.0.id.facts();
    let dict = PyDict::new(py);
    let mut steps = Vec::new();
    for step in trace.steps {
        let entry = PyDict::new(py);
        entry.set_item("seat", step.seat)?;
        entry.set_item("action", step.action)?;
        entry.set_item("code", step.code)?;
        entry.set_item("legal", step.legal)?;
        entry.set_item("state", step.state)?;
        steps.push(entry);
    }
    dict.set_item("steps", steps)?;
    dict.set_item("end_state", trace.end_state)?;
    dict.set_item("end", facts.ends[usize::from(played.outcome.end)])?;
    dict.set_item("plies", played.plies)?;
    dict.set_item("turns", played.outcome.turns)?;
    dict.set_item("digest", played.digest as u32)?;
    let seats = &played.outcome.seats[..usize::from(game.0.values.players)];
    dict.set_item("scores", seats.iter().map(|seat| seat.score).collect::<Vec<_>>())?;
    dict.set_item("ranks", seats.iter().map(|seat| u16::from(seat.rank)).collect::<Vec<_>>())?;
    dict.set_item("shares12", seats.iter().map(|seat| u16::from(seat.share12)).collect::<Vec<_>>())?;
    dict.set_item("components", components(py, &facts, seats)?)?;
    Ok(dict)
}

/// The components of each seat's score, by name.
pub(crate) fn components<'py>(
    py: Python<'py>,
    facts: &Facts,
    seats: &[ludometer_core::game::SeatOutcome],
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let named = |seat: &ludometer_core::game::SeatOutcome| {
        let dict = PyDict::new(py);
        for (name, value) in facts.components.iter().zip(seat.columns) {
            dict.set_item(*name, value)?;
        }
        Ok(dict)
    };
    seats.iter().map(named).collect()
}
