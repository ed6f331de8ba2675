//! Many games: a range of a run, in chunks, on several threads.
//!
//! A chunk is the unit of scheduling. Each is played through one instruction-set entry (`cpu.rs`), shares
//! nothing with the others, and chunk results are put together in the order of the games; so neither the
//! number of threads nor the size of chunks shows in the result.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::cpu::{Cpu, CpuLevel, CpuTask, dispatch};
use crate::game::{Game, MAX_SEATS};
use crate::playout::{GameKey, Playout, playout};
use crate::policies::{Player, PolicySpec, Uniform, begin, line_up};
use crate::rows::{Columns, Row, RowSink};
use crate::summary::Summary;

/// Chunks of fewer games are joined until they hold this many, so that frames never consist of crumbs.
const GAMES_PER_COLUMNS: usize = 8192;

/// What is played: one line-up on one seed.
#[derive(Clone, Debug)]
pub struct Job {
    /// The seed of the run.
    pub seed: u64,
    /// One policy a seat.
    pub policies: Vec<PolicySpec>,
    /// Instructions to use.
    pub cpu: CpuLevel,
}

impl Job {
    /// For each seat the code of its policy: its place among the distinct ones, in order of first appearance.
    pub fn policy_codes(&self) -> [u8; MAX_SEATS] {
        let distinct = self.distinct_policies();
        std::array::from_fn(|seat| {
            self.policies.get(seat).and_then(|own| distinct.iter().position(|policy| policy == own)).unwrap_or(0) as u8
        })
    }

    /// Each policy once, in order of first appearance.
    pub fn distinct_policies(&self) -> Vec<PolicySpec> {
        let mut distinct = Vec::new();
        for policy in &self.policies {
            if !distinct.contains(policy) {
                distinct.push(policy.clone());
            }
        }
        distinct
    }
}

/// How it is played; never changes a result.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Games in a chunk, at least 1.
    pub chunk: u64,
    /// Whether rows are kept or only summed up.
    pub rows: bool,
}

/// How far a batch is, and a way to stop it; shared with the thread that waits for it.
#[derive(Debug, Default)]
pub struct Control {
    /// Games played so far.
    pub done: AtomicU64,
    /// Set it, and no further chunk is begun.
    pub stop: AtomicBool,
}

/// A played range.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The rows in order of the games, in one piece or several; empty if only the summary was asked for.
    pub columns: Vec<Columns>,
    /// The sums over the rows.
    pub summary: Summary,
    /// Whether all games were played.
    pub complete: bool,
}

/// Plays the games of `range` on the threads of the current rayon pool.
pub fn run<G: Game>(rules: &G::Rules, job: &Job, range: Range<u64>, schedule: &Schedule, control: &Control) -> Batch {
    let players = G::players(rules);
    let games = range.end.saturating_sub(range.start);
    let chunks = games.div_ceil(schedule.chunk);
    // Sums commute, so it does not matter which chunk adds its own first.
    let summary = Mutex::new(Summary::new(&G::FACTS, players));
    let play = |chunk: u64| {
        if control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let first = range.start + chunk * schedule.chunk;
        let part = first..range.end.min(first.saturating_add(schedule.chunk));
        let played = part.end - part.start;
        let chunk = Chunk::<G> { rules, job, games: part, rows: schedule.rows };
        let uniform = job.policies.iter().all(|policy| *policy == PolicySpec::Uniform);
        let (columns, sums) = if uniform { dispatch(job.cpu, chunk) } else { dispatch(job.cpu, Thinking(chunk)) };
        summary.lock().unwrap_or_else(PoisonError::into_inner).merge(&sums);
        control.done.fetch_add(played, Ordering::Relaxed);
        columns
    };
    let columns = match (schedule.rows, chunks) {
        // A single chunk needs no pool, so that one call for a few games stays cheap.
        (_, 0..=1) => (0..chunks).filter_map(play).collect(),
        (false, _) => {
            (0..chunks).into_par_iter().for_each(|chunk| drop(play(chunk)));
            Vec::new()
        }
        (true, _) => join((0..chunks).into_par_iter().map(play).collect()),
    };
    let summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    let complete = summary.games == games;
    Batch { columns, summary, complete }
}

/// Chunks in order, small ones joined, up to the first that was not played.
fn join(chunks: Vec<Option<Columns>>) -> Vec<Columns> {
    let mut joined: Vec<Columns> = Vec::new();
    for columns in chunks.into_iter().map_while(|columns| columns) {
        match joined.last_mut() {
            Some(last) if last.len() < GAMES_PER_COLUMNS => last.append(columns),
            _ => joined.push(columns),
        }
    }
    joined
}

/// The games of one chunk.
struct Chunk<'a, G: Game> {
    rules: &'a G::Rules,
    job: &'a Job,
    games: Range<u64>,
    rows: bool,
}

/// Any line-up, one game after another. Uniform play has a loop of its own, because there a policy costs less than the
/// question which policy it is.
struct Thinking<'a, G: Game>(Chunk<'a, G>);

impl<G: Game> CpuTask for Thinking<'_, G> {
    type Output = (Option<Columns>, Summary);

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Chunk { rules, job, games, rows } = self.0;
        let seats = G::players(rules);
        let codes = job.policy_codes();
        let mut summary = Summary::new(&G::FACTS, seats);
        let mut sink = rows.then(|| RowSink::with_capacity(&G::FACTS, seats, (games.end - games.start) as usize));
        let mut players: [Player<G>; MAX_SEATS] = line_up(&job.policies);
        for game in games {
            let key = GameKey::plain(job.seed, game);
            begin(&mut players, key);
            let played = playout::<G, C>(rules, key.chance(), &mut players, &mut ());
            let row = Row::new(game, key, codes, &played);
            summary.add(&G::FACTS, &row);
            if let Some(sink) = &mut sink {
                sink.push(&row);
            }
        }
        (sink.map(RowSink::finish), summary)
    }
}

/// Two games are played in turns, a step each, so that one computes while the other waits for memory.
impl<G: Game> CpuTask for Chunk<'_, G> {
    type Output = (Option<Columns>, Summary);

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Self { rules, job, games, rows } = self;
        let players = G::players(rules);
        let mut summary = Summary::new(&G::FACTS, players);
        let middle = games.start + (games.end - games.start) / 2;
        let room = (games.end - games.start) as usize;
        let sink = |room: usize| rows.then(|| RowSink::with_capacity(&G::FACTS, players, room));
        // The first lane has room for the rows of the second, which follow its own.
        let mut low = Lane::<G>::new::<C>(rules, job, games.start..middle, sink(room));
        let mut high = Lane::<G>::new::<C>(rules, job, middle..games.end, sink(room.div_ceil(2)));
        while low.step::<C>(rules, job, &mut summary) && high.step::<C>(rules, job, &mut summary) {}
        while low.step::<C>(rules, job, &mut summary) {}
        while high.step::<C>(rules, job, &mut summary) {}
        let columns = low.sink.zip(high.sink).map(|(low, high)| {
            let mut joined = low.finish();
            joined.append(high.finish());
            joined
        });
        (columns, summary)
    }
}

/// Plays a range of games one after another.
struct Lane<G: Game> {
    games: Range<u64>,
    playout: Playout<G>,
    policies: [Uniform; MAX_SEATS],
    codes: [u8; MAX_SEATS],
    sink: Option<RowSink>,
}

impl<G: Game> Lane<G> {
    #[inline(always)]
    fn new<C: Cpu>(rules: &G::Rules, job: &Job, games: Range<u64>, sink: Option<RowSink>) -> Self {
        let players = G::players(rules);
        let key = GameKey::plain(job.seed, games.start);
        Self {
            playout: Playout::new::<C>(rules, key.chance()),
            policies: key.uniform(players),
            codes: job.policy_codes(),
            games,
            sink,
        }
    }

    /// One step of the current game; false if there is none. A finished game is written down and the next begun.
    #[inline(always)]
    fn step<C: Cpu>(&mut self, rules: &G::Rules, job: &Job, summary: &mut Summary) -> bool {
        if self.games.is_empty() {
            return false;
        }
        if !self.playout.step::<C>(rules, &mut self.policies, &mut ()) {
            self.write::<C>(rules, job, summary);
        }
        true
    }

    #[inline(always)]
    fn write<C: Cpu>(&mut self, rules: &G::Rules, job: &Job, summary: &mut Summary) {
        let game = self.games.start;
        let row = Row::new(game, GameKey::plain(job.seed, game), self.codes, &self.playout.finish(rules));
        summary.add(&G::FACTS, &row);
        if let Some(sink) = &mut self.sink {
            sink.push(&row);
        }
        self.games.start += 1;
        let key = GameKey::plain(job.seed, self.games.start);
        self.playout = Playout::new::<C>(rules, key.chance());
        self.policies = key.uniform(G::players(rules));
    }
}
