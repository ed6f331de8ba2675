//! What every game must pass, in seeded playouts. The slow twin of the fast path lives here: the list of legal
//! actions against `legal_count`, `nth_legal` and `decide`, a recorded game against the batch.
//!
//! [`check_game`] looks at everything at every ply; [`check_course`] at little of it, in games by the million.

use crate::cpu::{Cpu, CpuLevel, CpuTask, Portable, dispatch};
use crate::game::{Game, MAX_SEAT_COLUMNS, MAX_SEATS, Outcome, Seat, Turn};
use crate::playout::{GameKey, Played, playout};
use crate::policies::Policy;
use crate::rng::{Digest, Stream};
use crate::trace::{self, Record};

/// Walks game `game` of `seed` with the list of legal actions only, checking every state on the way, then
/// compares it with the same game played fast on every instruction set of this machine, and recorded.
///
/// Returns the plies of the game.
///
/// # Errors
/// What does not hold, with the state it was found in.
pub fn check_game<G: Game>(rules: &G::Rules, seed: u64, game: u64) -> Result<u64, String> {
    let key = GameKey::plain(seed, game);
    let slow = walk::<G>(rules, key)?;
    for level in CpuLevel::ALL.into_iter().filter(|level| level.available()) {
        let fast = dispatch(level, Fast::<G> { rules, key });
        same("a playout", level.name(), &fast, &slow)?;
        let (recorded, trace) =
            dispatch(level, Record::<G> { rules, key, policies: &[] }).map_err(|error| error.to_string())?;
        same("a recorded game", level.name(), &recorded, &slow)?;
        let decisions = trace.steps.iter().filter(|step| step.seat.is_some()).count();
        ensure(decisions == usize::from(slow.plies), || {
            format!("{decisions} recorded decisions in {} plies", slow.plies)
        })?;
    }
    Ok(u64::from(slow.plies).max(1))
}

struct Fast<'a, G: Game> {
    rules: &'a G::Rules,
    key: GameKey,
}

impl<G: Game> CpuTask for Fast<'_, G> {
    type Output = Played;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Played {
        playout::<G, C>(self.rules, self.key.chance(), &mut self.key.uniform(G::players(self.rules)), &mut ())
    }
}

/// The walk through the listed actions; its choices are those of the uniform policy.
fn walk<G: Game>(rules: &G::Rules, key: GameKey) -> Result<Played, String> {
    let mut checker = Checker { checked: 0, problem: None };
    let mut policies = key.uniform(G::players(rules)).map(ByList);
    let played = playout::<G, Portable>(rules, key.chance(), &mut policies, &mut checker);
    if let Some(problem) = checker.problem {
        return Err(problem);
    }
    ensure(checker.checked == played.plies, || format!("{} decisions seen, {} plies", checker.checked, played.plies))?;
    check_outcome::<G>(rules, &played)?;
    Ok(played)
}

/// Uniform, but counting the listed actions.
struct ByList(crate::policies::Uniform);

impl<G: Game> Policy<G> for ByList {
    fn choose<C: Cpu>(&mut self, rules: &G::Rules, state: &G::State, _: u32) -> u32 {
        let mut legal = Vec::new();
        G::legal_actions(rules, state, &mut legal);
        Policy::<G>::choose::<C>(&mut self.0, rules, state, legal.len() as u32)
    }
}

struct Checker {
    checked: u16,
    problem: Option<String>,
}

impl<G: Game> crate::playout::Observer<G> for Checker {
    fn decision(
        &mut self,
        rules: &G::Rules,
        state: &G::State,
        _: crate::Seat,
        count: u32,
        index: u32,
        action: G::Action,
    ) {
        self.checked += 1;
        let result = check_state::<G>(rules, state).and_then(|()| {
            let mut legal = Vec::new();
            G::legal_actions(rules, state, &mut legal);
            ensure(legal.len() as u32 == count, || {
                format!("{} listed actions, legal_count says {count}", legal.len())
            })?;
            ensure(legal[index as usize] == action, || format!("nth_legal({index}) is not the listed action"))
        });
        if let Err(problem) = result {
            self.problem.get_or_insert_with(|| format!("{problem}\nin {}", G::print_state(rules, state)));
        }
    }

    fn chance(&mut self, rules: &G::Rules, state: &G::State, outcome: G::Chance) {
        let text = G::print_chance(rules, outcome);
        let back = G::parse_chance(rules, &text);
        let result = check_state::<G>(rules, state)
            .and_then(|()| ensure(back == Ok(outcome), || format!("chance outcome `{text}` reads back as {back:?}")));
        if let Err(problem) = result {
            self.problem.get_or_insert(problem);
        }
    }
}

/// Plays game `game` of `seed` by the listed actions and one state after the other, without the playout loop, and
/// compares its outcome, its counts and its digest with those of the same game played fast.
///
/// At every ply the count, the action chosen and the number of plies are compared; [`check_state`] is asked at one ply
/// in `every`. From game to game the fast twin runs on another instruction set.
///
/// Returns the plies of the game, at least 1.
///
/// # Errors
/// What does not hold, with the state it was found in.
pub fn check_course<G: Game>(rules: &G::Rules, seed: u64, game: u64, every: u64) -> Result<u64, String> {
    let key = GameKey::plain(seed, game);
    let levels: Vec<CpuLevel> = CpuLevel::ALL.into_iter().filter(|level| level.available()).collect();
    let level = levels[(game % levels.len() as u64) as usize];
    let played = dispatch(level, Fast::<G> { rules, key });
    let fast = Course {
        outcome: played.outcome,
        counts: played.tallies.map(|tally| (tally.plies(), tally.choices(), tally.branching())),
        digest: played.digest,
    };
    let mut slow = Course { outcome: played.outcome, counts: [(0, 0, 0); MAX_SEATS], digest: 0 };
    let end = slow.play::<G>(rules, key, game % every, every)?;
    ensure(slow == fast, || format!("a playout on {} gives {fast:?}, the slow course {slow:?}", level.name()))
        .and_then(|()| ensure(played.plies == G::plies(rules, &end), || format!("{} plies", played.plies)))
        .and_then(|()| check_outcome::<G>(rules, &played))
        .map_err(|problem| format!("{problem}\nin {}", G::print_state(rules, &end)))?;
    Ok(u64::from(played.plies).max(1))
}

/// What is left of a game: plies, choices and branching of each seat beside its outcome.
#[derive(Debug, PartialEq, Eq)]
struct Course {
    outcome: Outcome,
    counts: [(u16, u16, u32); MAX_SEATS],
    digest: u64,
}

impl Course {
    /// Plays the game and gives its last state; `ply` counts towards the next state that is looked at in full.
    fn play<G: Game>(&mut self, rules: &G::Rules, key: GameKey, mut ply: u64, every: u64) -> Result<G::State, String> {
        let mut policies = key.uniform(G::players(rules));
        let mut digest = Digest::default();
        let mut state = G::setup::<Portable>(rules, key.chance());
        let mut legal = Vec::with_capacity(G::MAX_LEGAL_ACTIONS);
        loop {
            let plies = G::plies(rules, &state);
            match G::turn(rules, &state) {
                Turn::Decision(seat) => {
                    if ply.is_multiple_of(every) {
                        check_state::<G>(rules, &state).map_err(|problem| located::<G>(rules, &state, &problem))?;
                    }
                    ply += 1;
                    legal.clear();
                    G::legal_actions(rules, &state, &mut legal);
                    let listed = legal.len() as u32;
                    let index = Policy::<G>::choose::<Portable>(&mut policies[seat.index()], rules, &state, listed);
                    let action = legal[index as usize];
                    let (count, nth) =
                        (G::legal_count::<Portable>(rules, &state), G::nth_legal::<Portable>(rules, &state, index));
                    ensure(count == listed && nth == action, || {
                        let problem = format!("{count} actions and {nth:?}, by the list {listed} and {action:?}");
                        located::<G>(rules, &state, &problem)
                    })?;
                    let (made, choices, branching) = &mut self.counts[seat.index()];
                    *made += 1;
                    *choices += u16::from(listed > 1);
                    *branching += listed;
                    digest.fold(u64::from(index));
                    G::apply::<Portable>(rules, &mut state, action);
                    ensure(G::plies(rules, &state) == plies + 1, || {
                        located::<G>(rules, &state, &format!("{plies} plies before it"))
                    })?;
                }
                Turn::Chance => {
                    let outcome = G::sample_chance::<Portable>(rules, &state, key.chance());
                    ensure(G::chance_possible(rules, &state, outcome), || {
                        located::<G>(rules, &state, &format!("impossible chance {outcome:?}"))
                    })?;
                    digest.fold(u64::from(G::chance_code(rules, outcome)));
                    G::apply_chance::<Portable>(rules, &mut state, outcome);
                }
                Turn::Terminal => break,
            }
        }
        self.outcome = G::outcome(rules, &state);
        self.outcome.seats.iter().for_each(|seat| digest.fold(u64::from(seat.score as u16)));
        digest.fold(u64::from(self.outcome.end));
        self.digest = digest.finish();
        Ok(state)
    }
}

fn located<G: Game>(rules: &G::Rules, state: &G::State, problem: &str) -> String {
    format!("{problem}\nin {}", G::print_state(rules, state))
}

/// Legal actions of a state that are played on the way: all, or a sample that differs from ply to ply.
const PLAYED: usize = 20;

/// Everything that must hold in one state.
///
/// # Errors
/// The first thing that does not.
pub fn check_state<G: Game>(rules: &G::Rules, state: &G::State) -> Result<(), String> {
    G::check(rules, state)?;
    let text = G::print_state(rules, state);
    let back = G::parse_state(rules, &text).map_err(|error| error.to_string())?;
    ensure(back == *state, || format!("`{text}` reads back as another state: {back:?}"))?;
    for seat in (0..G::players(rules)).map(Seat) {
        check_observation::<G>(rules, state, seat)?;
    }
    let mut legal = Vec::new();
    match G::turn(rules, state) {
        Turn::Decision(seat) => {
            ensure(seat.0 < G::players(rules), || format!("{seat:?} does not play"))?;
            G::legal_actions(rules, state, &mut legal);
            ensure(!legal.is_empty(), || "a decision without a legal action".into())?;
        }
        Turn::Chance | Turn::Terminal => return Ok(()),
    }
    ensure(legal.len() <= G::MAX_LEGAL_ACTIONS, || format!("{} legal actions", legal.len()))?;
    let codes: Vec<u32> = legal.iter().map(|&action| G::action_code(rules, action)).collect();
    ensure(codes.is_sorted_by(|a, b| a < b), || format!("codes do not ascend: {codes:?}"))?;
    ensure(codes.last() < Some(&G::action_codes(rules)), || format!("code {:?} out of bounds", codes.last()))?;
    // Playing every action everywhere would be most of the time in a game with hundreds of them.
    let step = legal.len().div_ceil(PLAYED);
    for (n, &action) in legal.iter().enumerate().skip(usize::from(G::plies(rules, state)) % step).step_by(step) {
        let text = G::print_action(rules, action);
        let by_text = trace::parse_action::<G>(rules, state, &text);
        ensure(by_text == Ok(action), || format!("action `{text}` reads back as {by_text:?}"))?;
        for level in CpuLevel::ALL.into_iter().filter(|level| level.available()) {
            let [apart, whole] = dispatch(level, Nth::<G> { rules, state, n: n as u32 });
            let (count, nth, after) = &apart;
            ensure(*count as usize == legal.len(), || format!("legal_count {count} on {}", level.name()))?;
            ensure(*nth == action, || format!("nth_legal({n}) on {} is {nth:?}, not {action:?}", level.name()))?;
            ensure(whole == apart, || {
                format!("a whole decision for {text} on {} gives {whole:?}, not {apart:?}", level.name())
            })?;
            G::check(rules, after).map_err(|problem| format!("{problem}, after {text} on {}", level.name()))?;
        }
    }
    Ok(())
}

/// A full state drawn from an observation is one: it holds together, and the seat sees no difference.
fn check_observation<G: Game>(rules: &G::Rules, state: &G::State, seat: Seat) -> Result<(), String> {
    let observation = G::observe(rules, state, seat);
    for key in 0..2 {
        let drawn = G::determinize(rules, &observation, &mut Stream::from_key(key));
        G::check(rules, &drawn).map_err(|problem| format!("{problem}, in a state drawn for {seat:?}"))?;
        let again = G::observe(rules, &drawn, seat);
        ensure(again == observation, || format!("{seat:?} sees {again:?} in a state drawn from {observation:?}"))?;
    }
    Ok(())
}

/// Count, n-th action, and the state after it, on one instruction set: method by method, and as a whole decision.
struct Nth<'a, G: Game> {
    rules: &'a G::Rules,
    state: &'a G::State,
    n: u32,
}

impl<G: Game> CpuTask for Nth<'_, G> {
    type Output = [(u32, G::Action, G::State); 2];

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Self { rules, state, n } = self;
        let action = G::nth_legal::<C>(rules, state, n);
        let mut after = state.clone();
        G::apply::<C>(rules, &mut after, action);
        let (mut counted, mut seen, mut decided) = (0, None, state.clone());
        let choose = |_: &G::State, count: u32| {
            counted = count;
            n
        };
        G::decide::<C>(rules, &mut decided, choose, |_, action| seen = Some(action));
        let seen = seen.expect("a decision shows its action");
        [(G::legal_count::<C>(rules, state), action, after), (counted, seen, decided)]
    }
}

fn check_outcome<G: Game>(rules: &G::Rules, played: &Played) -> Result<(), String> {
    let players = usize::from(G::players(rules));
    let seats = &played.outcome.seats[..players];
    let components = G::FACTS.components.len();
    let cuts = G::FACTS.cuts.len();
    const { assert!(MAX_SEATS == 4, "shares are counted in twelfths") };
    ensure(G::FACTS.seat_columns() <= MAX_SEAT_COLUMNS, || "too many columns".into())?;
    for seat in seats {
        let sum: i16 = seat.columns[..components].iter().sum();
        ensure(sum == seat.score, || format!("components sum to {sum}, the score is {}", seat.score))?;
        let cut: i16 = seat.columns[components..components + cuts].iter().sum();
        ensure(cuts == 0 || cut == seat.score, || {
            format!("the second cut sums to {cut}, the score is {}", seat.score)
        })?;
        let better = seats.iter().filter(|other| (other.score, other.tiebreak) > (seat.score, seat.tiebreak)).count();
        ensure(usize::from(seat.rank) == better + 1, || format!("rank {} with {better} seats ahead", seat.rank))?;
    }
    let shares: u8 = seats.iter().map(|seat| seat.share12).sum();
    let truncated_without_points = played.outcome.end == crate::game::TRUNCATED && !G::FACTS.has_points;
    ensure(shares == if truncated_without_points { 0 } else { 12 }, || format!("shares sum to {shares} twelfths"))
}

fn same(what: &str, level: &str, found: &Played, expected: &Played) -> Result<(), String> {
    ensure(found == expected, || format!("{what} on {level} gives {found:?}, the slow walk {expected:?}"))
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}
