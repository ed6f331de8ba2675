//! Plays uniform games for callgrind: the difference of two run lengths is instructions a game, without start-up.
//!
//! `cargo bench --bench instructions -- GAME VARIANT GAMES CPU`; prints the speed and the digest of what was played.

use std::sync::Arc;
use std::time::Instant;

use ludometer_core::batch::{Control, Job, Schedule, run};
use ludometer_core::cpu::CpuLevel;
use ludometer_core::policies::PolicySpec;
use ludometer_core::{FixedGame, Game, GameId, Result, Visitor};

struct Play {
    games: u64,
    cpu: CpuLevel,
}

impl Visitor for Play {
    type Output = ();

    #[allow(clippy::cast_precision_loss)] // counts far below 2^53
    fn visit<G: Game>(self, rules: &Arc<G::Rules>) {
        let policies = vec![PolicySpec::Uniform; usize::from(G::players(rules))];
        let job = Job { seed: 7, policies, cpu: self.cpu };
        let schedule = Schedule { chunk: 10_000, rows: std::env::var_os("ROWS").is_some() };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
        let begin = Instant::now();
        let batch = pool.install(|| run::<G>(rules, &job, 0..self.games, &schedule, &Control::default()));
        let seconds = begin.elapsed().as_secs_f64();
        let plies = batch.summary.plies.sum as f64;
        println!(
            "{} games, {:.0} games/s, {:.2} ns/ply, {plies} plies, digest {:016x}",
            self.games,
            self.games as f64 / seconds,
            seconds * 1e9 / plies,
            batch.summary.digest
        );
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let argument = |number: usize, default: &str| arguments.get(number).map_or(default, |text| text).to_owned();
    let game = GameId::from_name(&argument(0, "top-cap"))?;
    let values = game.rule_book().resolve(&argument(1, "standard"), None, &[])?;
    let games = argument(2, "1000000").parse().expect("a number of games");
    let cpu = arguments.get(3).map_or(Ok(CpuLevel::best()), |name| CpuLevel::from_name(name))?;
    FixedGame::new(game, values)?.visit(Play { games, cpu });
    Ok(())
}
