//! Every line of the Top Cap checklist (TC.nn, rule ids TC-nn), in the engine. The oracle has the same list in
//! `tests/oracle/test_top_cap_oracle.py`.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use ludometer_core::batch::{Control, Job, Schedule, run};
use ludometer_core::cpu::CpuLevel;
use ludometer_core::error::Error;
use ludometer_core::play::{Play, Start};
use ludometer_core::policies::PolicySpec;
use ludometer_core::rng::{ChanceKey, Stream};
use ludometer_core::schema::Value;
use ludometer_core::summary::Summary;
use ludometer_core::{Game, GameId, Visitor};
use support::{game, scaled};

fn try_position(variant: &str, rules: &str, text: &str) -> Result<Box<dyn Play>, Error> {
    game(GameId::TopCap, variant, 2, rules).visit(Start { chance: ChanceKey::new(0, 0), state: Some(text) })
}

/// A position of the standard game.
fn position(text: &str) -> Box<dyn Play> {
    try_position("standard", "", text).unwrap_or_else(|error| panic!("{error}"))
}

fn start(variant: &str) -> Box<dyn Play> {
    game(GameId::TopCap, variant, 2, "").visit(Start { chance: ChanceKey::new(0, 0), state: None }).expect("a start")
}

fn line(moves: &str) -> Box<dyn Play> {
    let mut play = start("standard");
    for text in moves.split(' ') {
        play.apply_text(text).unwrap_or_else(|error| panic!("{error}"));
    }
    play
}

/// Targets of the cap on `from`.
fn targets(play: &dyn Play, from: &str) -> BTreeSet<String> {
    play.legal_texts().iter().filter_map(|text| text.strip_prefix(&format!("{from}-"))).map(String::from).collect()
}

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(String::from).collect()
}

fn end(play: &dyn Play) -> &'static str {
    assert_eq!(play.seat(), None, "the game is over");
    GameId::TopCap.facts().ends[usize::from(play.outcome().end)]
}

fn scores(play: &dyn Play) -> [i16; 2] {
    [0, 1].map(|seat| play.outcome().seats[seat].score)
}

/// Plays uniformly and shows each position on the way.
fn walk(variant: &str, seed: u64, mut see: impl FnMut(&dyn Play)) {
    let mut play = start(variant);
    let mut stream = Stream::from_key(seed);
    see(&*play);
    while play.seat().is_some() {
        let legal = play.legal_codes();
        play.apply_code(legal[stream.below(legal.len() as u32) as usize]).expect("legal");
        see(&*play);
    }
}

#[test]
fn tc_01_eight_caps_stay_on_eight_squares() {
    for seed in 0..scaled(500) {
        walk("standard", seed, |play| {
            let caps = play.notation().split(' ').next().expect("caps").replace('/', "");
            let squares: BTreeSet<&str> = (0..8).map(|cap| &caps[2 * cap..2 * cap + 2]).collect();
            assert_eq!((squares.len(), caps.len()), (8, 16), "{}", play.notation());
        });
    }
}

#[test]
fn tc_02_the_start_square_by_square() {
    assert_eq!(start("standard").notation(), "d1c2b3a4/f3e4d5c6 w 0");
    let board = start("standard").board();
    assert!(board.contains("6 . . B . . b 6") && board.contains("1 w . . W . . 1"), "bottles a1 and f6:\n{board}");
}

#[test]
fn tc_03_turns_alternate_and_there_is_no_pass() {
    let mut before = None;
    walk("standard", 5, |play| {
        if let Some(seat) = play.seat() {
            assert_ne!(before, Some(seat));
            before = Some(seat);
            assert!(play.legal_texts().iter().all(|text| text.len() == 5 && text.as_bytes()[2] == b'-'));
        }
    });
}

#[test]
fn tc_04_only_own_caps_move() {
    walk("standard", 6, |play| {
        let notation = play.notation();
        let (white, rest) = notation.split_once('/').expect("two sides");
        let own = if rest.contains(" w ") { white } else { rest.split(' ').next().expect("caps") };
        assert!(play.legal_texts().iter().all(|text| own.contains(&text[..2])), "{notation}");
    });
    let mut play = start("standard");
    let before = play.notation();
    assert!(matches!(play.apply_text("c6-a6"), Err(Error::Illegal { .. })), "a foreign cap");
    assert_eq!(play.notation(), before);
}

#[test]
fn tc_05_distance_counts_all_eight_neighbours_of_either_colour() {
    // In the middle, at an edge and in a corner; neighbours of both colours, straight and diagonal.
    let cases = [
        ("c3d4e1f1/a6b6c6d6 w", "c3", "c4 d3 d2 c2 b2 b3 b4"),
        ("c3b3e2f1/d4a6b6d6 w", "c3", "c5 e3 c1 a5 e1"),
        ("c3b2b3f1/d2a6b6d6 w", "c3", "c6 f3 f6"),
        ("b5b4e1f1/a5a6b6d6 b", "a5", "a1"),
        ("a6f1e1d1/b5e6d3c2 w", "a6", "a5 b6"),
        ("a6a5e1d1/b5e6d3c2 w", "a6", "c6"),
    ];
    for (text, from, expected) in cases {
        assert_eq!(targets(&*position(text), from), set(expected), "{text}");
    }
    // Five, six and seven neighbours: no line of this board is so long with its first square free.
    for text in ["c3b2b3b4/c2d3e6d6 w", "c3b2b3b4/c2d3d4d6 w", "c3b2b3b4/c2d3d4d2 w"] {
        assert!(targets(&*position(text), "c3").is_empty(), "{text}");
    }
}

#[test]
fn tc_06_the_cap_moves_exactly_that_far() {
    // c3 has two neighbours, c2 and d2: distance 2 only.
    let found = targets(&*position("a4c3c2d1/c6d5f3d2 w"), "c3");
    for near_or_far in ["b3", "d3", "c4", "d4", "b2", "b4", "f3", "c6", "f6"] {
        assert!(!found.contains(near_or_far), "{near_or_far}");
    }
}

#[test]
fn tc_07_straight_lines_in_eight_directions_seven_at_most() {
    let mut directions = BTreeSet::new();
    for seed in 0..50 {
        walk("standard", seed, |play| {
            for from in play.legal_texts().iter().map(|text| &text[..2]).collect::<BTreeSet<_>>() {
                let to = targets(play, from);
                assert!(to.len() <= 7, "{} from {from}", play.notation());
                for to in to {
                    let step = |i: usize| i32::from(to.as_bytes()[i]) - i32::from(from.as_bytes()[i]);
                    let (x, y) = (step(0), step(1));
                    assert!(x == 0 || y == 0 || x.abs() == y.abs(), "{from}-{to} is no line");
                    directions.insert((x.signum(), y.signum()));
                }
            }
        });
    }
    assert_eq!(directions.len(), 8);
}

#[test]
fn tc_08_no_move_leaves_the_board() {
    // a6 in the corner with three neighbours: only b6's line is long enough, and it is taken.
    assert!(targets(&*position("a6a5b5b6/f5e5d5c5 w"), "a6").is_empty());
    // One step off the right edge never wraps to the next rank.
    assert_eq!(targets(&*position("f3a6b6c6/f4a3b3c3 w"), "f3"), set("f2 e2 e3 e4"));
}

#[test]
fn tc_09_no_cap_on_the_path_or_its_end() {
    // e3 must go two squares (e2, d2). Blockers: own and foreign, on the path and on the target.
    let free = targets(&*position("e3e2a6a5/d2b6c6a4 w"), "e3");
    assert_eq!(free, set("c3 c5 e5 c1").difference(&set("c1")).cloned().collect());
    assert!(!targets(&*position("e3e2c3a5/d2b6c6a4 w"), "e3").contains("c3"), "own cap on the target");
    assert!(!targets(&*position("e3e2a6a5/d2c3c6a4 w"), "e3").contains("c3"), "foreign cap on the target");
    assert!(!targets(&*position("e3a6a5a4/d3b6c6d6 w"), "e3").contains("d3"), "foreign cap next to it");
}

#[test]
fn tc_10_the_own_bottle_is_closed() {
    // c3 with two neighbours points at a1, white's own bottle; for black it would be a win.
    assert!(!targets(&*position("a4c3c2d1/c6d5f3d2 w"), "c3").contains("a1"));
    assert!(targets(&*position("a4e2c2d1/c6d5c3d2 b"), "c3").contains("a1"));
    // No line runs on beyond a corner, on any board: so the bottle can never be passed over either.
    for size in 4..=8i32 {
        for (x, y) in [(0, 0), (size - 1, size - 1)] {
            for (right, up) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                let inside = |x: i32, y: i32| (0..size).contains(&x) && (0..size).contains(&y);
                assert!(!(inside(x - right, y - up) && inside(x + right, y + up)));
            }
        }
    }
}

#[test]
fn tc_11_covering_the_other_bottle_wins() {
    let play = line("d1-e1 e4-c4 c2-c3 d5-d3 c3-f6");
    assert_eq!((end(&*play), scores(&*play), play.plies()), ("bottle", [1, 0], 5));
    assert_eq!(play.outcome().seats[0].share12, 12);
    // Beside the bottle with another count: e5 has two neighbours and f6 is one step away.
    assert!(!targets(&*position("e5a4b3c2/e4d5a6b6 w"), "e5").contains("f6"));
}

#[test]
fn tc_12_a_cap_without_neighbours_cannot_move() {
    assert!(targets(&*position("a4c1c2f2/c6d5e6d4 w"), "a4").is_empty());
}

#[test]
fn tc_13_who_cannot_move_loses() {
    let stuck = line("d1-e1 e4-c4 b3-b6 c6-e6");
    assert_eq!((end(&*stuck), scores(&*stuck), stuck.plies()), ("blockade", [0, 1], 4));
    let isolated = position("a3c1f1c5/f3e5d3a5 w");
    assert_eq!((end(&*isolated), scores(&*isolated)), ("blockade", [0, 1]), "four isolated caps");
    // Neighbours, but every path closed: a corner packed three deep.
    let packed = try_position(
        "mini-4x4",
        "start_white=[\"a2\",\"b1\",\"b2\"];start_black=[\"c4\",\"d3\",\"c3\"]",
        "a4a3b4/b3c4d1 w",
    );
    let packed = packed.unwrap_or_else(|error| panic!("{error}"));
    assert!(packed.legal_texts().iter().all(|text| !text.starts_with("a4")), "a4 has three neighbours and no room");
}

#[test]
fn tc_14_the_bottle_is_decided_before_the_blockade() {
    // White covers f6 and black, to move, has four isolated caps: both endings hold.
    let both = position("f6a3c1f1/c5f3d3a5 b");
    assert_eq!((end(&*both), scores(&*both)), ("bottle", [1, 0]));
}

#[test]
fn tc_15_only_wins_losses_and_truncation() {
    assert_eq!(GameId::TopCap.facts().ends, ["truncated", "bottle", "blockade"]);
    // A cycle on the solved 4x4 board in which neither side can be made to lose.
    let mut play = start("mini-4x4");
    for text in ["b1-b2", "d3-c3"] {
        play.apply_text(text).expect("legal");
    }
    let cycle = ["a2-b1", "c4-d3", "b1-a2", "d3-c4"];
    for ply in 2..1000 {
        assert!(play.seat().is_some(), "ply {ply}");
        play.apply_text(cycle[(ply - 2) % 4]).expect("legal");
    }
    assert_eq!((end(&*play), scores(&*play), play.plies()), ("truncated", [0, 0], 1000));
    let outcome = play.outcome();
    assert_eq!([0, 1].map(|seat| (outcome.seats[seat].rank, outcome.seats[seat].share12)), [(1, 0), (1, 0)]);
}

struct Uniform(u64);

impl Visitor for Uniform {
    type Output = Summary;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Summary {
        let job = Job { seed: 15, policies: vec![PolicySpec::Uniform; 2], cpu: CpuLevel::best() };
        run::<G>(rules, &job, 0..self.0, &Schedule { chunk: 10_000, rows: false }, &Control::default()).summary
    }
}

#[test]
fn tc_15_the_cap_does_not_strike_in_a_million_uniform_games() {
    let games = scaled(1_000_000);
    let summary = game(GameId::TopCap, "standard", 2, "").visit(Uniform(games));
    assert_eq!((summary.games, summary.ends[0]), (games, 0));
    assert_eq!(summary.ends.iter().sum::<u64>(), games);
}

#[test]
fn tc_16_the_printed_example() {
    let white = position("a4c3c2d1/c6d5f3d2 w").legal_texts().into_iter().collect::<BTreeSet<_>>();
    assert_eq!(white, set("d1-f1 d1-b1 c2-f5 c3-e3 c3-a3 c3-c5 c3-e5 c3-a5"));
    let black = position("a4c3c2d1/c6d5f3d2 b").legal_texts().into_iter().collect::<BTreeSet<_>>();
    assert_eq!(black, set("d5-e5 d5-c5 d5-d6 d5-d4 d5-e6 d5-e4 d5-c4 c6-d6 c6-b6 c6-c5 c6-b5"));
}

#[test]
fn tc_17_perft_and_no_continuation_after_the_end() {
    assert_eq!(start("standard").perft(&[], 4), Ok(vec![14, 190, 2_680, 37_140]));
    assert_eq!(start("alt-1").perft(&[], 4), Ok(vec![15, 195, 2_282, 26_769]));
}

/// A move or caps turned by half a turn on a 6x6 board.
fn turned(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'a'..='f' => char::from(b'a' + b'f' - c as u8),
            '1'..='6' => char::from(b'1' + b'6' - c as u8),
            other => other,
        })
        .collect()
}

#[test]
fn tc_18_both_sides_have_the_same_rules() {
    walk("standard", 18, |play| {
        let notation = play.notation();
        let fields: Vec<&str> = notation.split(' ').collect();
        let (white, black) = fields[0].split_once('/').expect("two sides");
        let other = if fields[1] == "w" { "b" } else { "w" };
        let mirrored = position(&format!("{}/{} {other} {}", turned(black), turned(white), fields[2]));
        let moves: BTreeSet<String> = play.legal_texts().iter().map(|text| turned(text)).collect();
        assert_eq!(moves, mirrored.legal_texts().into_iter().collect::<BTreeSet<_>>(), "{notation}");
    });
}

#[test]
fn tc_19_seat_1_begins() {
    for variant in &GameId::TopCap.rule_book().variants {
        assert_eq!(start(&variant.name).seat().map(|seat| seat.0), Some(0), "{}", variant.name);
    }
}

#[test]
fn tc_20_finished_positions_are_written_and_read() {
    for (text, ended) in [("d1c2b3f6/f3e4d5c6 b 5", "bottle"), ("d1c2b3a4/a1f3e4d5 w 6", "bottle")] {
        let play = position(text);
        assert_eq!((end(&*play), play.legal_codes().len()), (ended, 0));
        assert_eq!(play.notation(), text, "canonical");
    }
    let refused = GameId::TopCap.rule_book().resolve(
        "standard",
        None,
        &[("start_white".into(), Value::List(["a1", "b3", "c2", "d1"].map(|word| Value::Text(word.into())).into()))],
    );
    let error = ludometer_core::FixedGame::new(GameId::TopCap, refused.expect("possible one by one")).unwrap_err();
    assert!(error.to_string().contains("`a1` holds a bottle"), "{error}");
}

#[test]
fn tc_21_four_directions_restrict_moves_not_counting() {
    let play =
        try_position("standard", "directions=4", "c3d4f1e1/a6b6c6d6 w").unwrap_or_else(|error| panic!("{error}"));
    // d4 is a diagonal neighbour: it is counted, and no diagonal target is listed.
    assert_eq!(targets(&*play, "c3"), set("c4 d3 c2 b3"));
}

#[test]
fn positions_that_cannot_be_are_refused_with_every_reason() {
    let refuse =
        |text: &str| try_position("standard", "", text).err().unwrap_or_else(|| panic!("{text} is read")).to_string();
    let several = refuse("d1d1b3g4/f3e4d5 w");
    for reason in ["`d1` is taken twice", "`g4` is not a square", "black has 3 caps instead of 4"] {
        assert!(several.contains(reason), "{several}");
    }
    for (text, reason) in [
        ("a1c2b3a4/f3e4d5c6 w", "white covers its own bottle"),
        ("d1c2b3f6/a1e4d5c6 b", "the bottle of white is covered"),
        ("d1c2b3f6/f3e4d5c6 w", "black is to move"),
        ("d1c2b3a4/f3e4d5c6 x", "`w` or `b`"),
        ("d1c2b3a4/f3e4d5c6 w -1", "not a number of plies"),
        ("d1c2b3a4 w 0", "a `/` must stand"),
        ("", "like `d1c2b3a4/f3e4d5c6 w 0`"),
        ("d1c2b3é/f3e4d5c6 w", "is not a square"),
    ] {
        let message = refuse(text);
        assert!(message.contains(reason), "{text}: {message}");
    }
}

#[test]
fn a_game_that_is_over_does_not_move() {
    let mut play = line("d1-e1 e4-c4 c2-c3 d5-d3 c3-f6");
    let before = play.notation();
    assert_eq!(play.apply_text("d3-d4"), Err(Error::Over { end: "bottle".into() }));
    assert_eq!(play.apply_code(0), Err(Error::Over { end: "bottle".into() }));
    assert_eq!(play.notation(), before);
}

/// All placements of two and two caps off both bottles, seen by the mover: the dossier's figures for 4x4.
#[test]
fn the_whole_4x4_board_is_counted() {
    let squares: Vec<String> = (0..16u8)
        .filter(|square| ![0, 15].contains(square))
        .map(|square| format!("{}{}", char::from(b'a' + square % 4), square / 4 + 1))
        .collect();
    let pairs: Vec<(usize, usize)> = (0..14).flat_map(|a| (a + 1..14).map(move |b| (a, b))).collect();
    let (mut positions, mut moves, mut blocked, mut immediate) = (0, 0, 0, 0);
    let fixed = game(GameId::TopCap, "mini-4x4", 2, "");
    for &(a, b) in &pairs {
        for &(c, d) in pairs.iter().filter(|(c, d)| ![a, b].contains(c) && ![a, b].contains(d)) {
            let text = format!("{}{}/{}{} w", squares[a], squares[b], squares[c], squares[d]);
            let play = fixed.visit(Start { chance: ChanceKey::new(0, 0), state: Some(&text) }).expect("a position");
            let legal = play.legal_texts();
            positions += 1;
            moves += legal.len();
            blocked += usize::from(legal.is_empty());
            immediate += usize::from(legal.iter().any(|text| text.ends_with("d4")));
        }
    }
    assert_eq!((positions, moves, blocked, immediate), (6_006, 26_907, 513, 1_652));
}
