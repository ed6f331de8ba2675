//! The end, scores, rounds and the technical limit: LC.14 to LC.22.

use ludometer_core::error::Error;
use ludometer_core::{FixedGame, Turn};

use super::support::scaled;
use super::table::{
    LETTERS, Rows, Table, VARIANTS, after, at, columns, dealt, end, line, read, rules, scores, turn_of, walk,
};

/// One colour, two cards in a hand: eight in the deck.
const TINY: &str = "colours=1;hand_size=2";

/// The value of a row by the words of LC-15 to LC-17.
pub fn worth(row: &[String], counts_wagers: bool) -> i16 {
    let numbers: Vec<i16> = row.iter().filter_map(|card| card.parse().ok()).collect();
    let wagers = row.len() - numbers.len();
    let length = if counts_wagers { row.len() } else { numbers.len() };
    match row {
        [] => 0,
        _ => (numbers.iter().sum::<i16>() - 20) * (1 + wagers as i16) + if length >= 8 { 20 } else { 0 },
    }
}

/// What the rows of a seat are worth together.
fn points(rows: &Rows, game: &FixedGame) -> i16 {
    rows.iter().map(|row| worth(row, game.values.yes("bonus_counts_wagers"))).sum()
}

/// Score of seat 1 with one red row.
fn red(variant: &str, row: &str) -> i16 {
    let game = rules(variant, "");
    let rows = if row.is_empty() { "-|-".into() } else { format!("R:{}|-", row.replace(' ', ",")) };
    let play = read(&game, &at(&game, ["", ""], &rows, "-", "1:place"));
    assert_eq!(scores(&*play)[1], 0);
    scores(&*play)[0]
}

#[test]
fn lc_14_the_last_card_of_the_deck_ends_the_round_at_once() {
    let game = rules("standard", TINY);
    let state = at(&game, ["Rx,R10", "R2,R3"], "R:4,5|-", "R:x,x,6,7,8", "1:place");
    assert_eq!(Table::of(&state).deck(&game), ["R9"]);
    let waiting = after(&game, &state, "R10+ deck");
    assert_eq!(turn_of(&game, &waiting), Turn::Chance);
    let over = after(&game, &waiting, "R9");
    assert_eq!(turn_of(&game, &over), Turn::Terminal);
    let mut play = read(&game, &over);
    assert_eq!((end(&*play), scores(&*play)), (Some("deck"), [-1, 0]), "cards in hands count nothing");
    assert!(play.legal_texts().is_empty());
    for action in ["R2+", "R2-", "Rx-", "deck", "R"] {
        assert_eq!(play.apply_text(action), Err(Error::Over { end: "deck".into() }), "{action}");
    }
    // Cards from piles keep the round going, for either seat.
    let going = after(&game, &state, "R10+ R R2+ R");
    assert_eq!(
        (turn_of(&game, &going), Table::of(&going).deck(&game).len()),
        (Turn::Decision(ludometer_core::Seat(0)), 1)
    );
    let over = read(&game, &after(&game, &going, "Rx- deck R9"));
    assert_eq!((end(&*over), scores(&*over)), (Some("deck"), [-1, -18]));
}

#[test]
fn lc_15_the_cost_comes_off_before_the_multiplication() {
    let cases = [
        ("7 8", -5),
        ("x 7 8", -10),
        ("x x 6 8 10", 12),
        ("x x 6 10", -12),
        ("x 3 5 7 8 10", 26),
        ("2", -18),
        ("2 8 10", 0),
        ("x x x 2 8 10", 0),
        ("x x x 10", -40),
    ];
    for (row, expected) in cases {
        assert_eq!([red("standard", row), red("published", row)], [expected; 2], "{row}");
    }
}

#[test]
fn lc_16_wagers_alone_are_a_row_and_nothing_is_none() {
    for (row, expected) in [("", 0), ("x", -40), ("x x", -60), ("x x x", -80)] {
        assert_eq!(red("standard", row), expected, "{row}");
    }
}

#[test]
fn lc_17_and_18_the_bonus_without_and_with_wagers() {
    let cases = [
        ("2 3 4 5 6 7 8 9", 44, 44),
        ("x 2 3 4 5 6 7 8 9", 68, 68),
        ("2 3 4 5 6 7 8 9 10", 54, 54),
        ("x x x 2 3 4 5 6 7 8 9 10", 156, 156),
        ("x x x 6 7 8 9 10", 80, 100),
        ("x 2 3 4 5 6 7 8", 30, 50),
        ("2 3 4 5 6 7 8", 15, 15),
        ("x x x 2 3 4 5", -24, -24),
        ("x x x 2 3 4 5 6", 0, 20),
        ("x x 5 6 7 8 9", 45, 45),
        ("x x 4 5 6 7 8 10", 60, 80),
    ];
    for (row, standard, published) in cases {
        assert_eq!([red("standard", row), red("published", row)], [standard, published], "{row}");
    }
}

#[test]
fn lc_19_the_score_is_the_sum_of_the_rows() {
    let game = rules("standard", "");
    let rows = "R:x,7,8;G:2,3,4,5,6,7,8,9;B:x|W:x,x,6,8,10";
    let play = read(&game, &at(&game, ["", ""], rows, "-", "1:place"));
    assert_eq!(scores(&*play), [-10 + 44 - 40, 12]);
    let named = |seat, names: &[&str]| names.iter().map(|name| columns(&*play, seat)[*name]).collect::<Vec<_>>();
    let components = ["c_numbers", "c_costs", "c_wagers", "c_bonus"];
    assert_eq!(named(0, &components), [59, -60, -25, 20]);
    assert_eq!(named(1, &components), [24, -20, 8, 0]);
    let colours = ["by_red", "by_green", "by_blue", "by_white", "by_yellow", "by_purple"];
    assert_eq!(named(0, &colours), [-10, 44, -40, 0, 0, 0]);
    assert_eq!(named(1, &colours), [0, 0, 0, 12, 0, 0]);
    assert_eq!([named(0, &["opened", "wagers_played"]), named(1, &["opened", "wagers_played"])], [[3, 2], [1, 2]]);
    let more = at(&game, ["R9,R10,Gx", "Wx,W9"], rows, "B:10,9,8;Y:x,x,x,2", "1:place");
    assert_eq!(scores(&*read(&game, &more)), scores(&*play), "hands and piles give nothing");
}

#[test]
fn lc_19_the_higher_score_wins_and_a_tie_is_shared() {
    let game = rules("standard", "");
    let cases = [
        ("R:2|G:3", [(2, 0), (1, 12)]),
        ("R:4|G:3", [(1, 12), (2, 0)]),
        ("R:3|G:3", [(1, 6), (1, 6)]),
        ("-|-", [(1, 6), (1, 6)]),
        ("Y:x|-", [(2, 0), (1, 12)]),
        ("R:x,7,8|G:x;B:2,3,4,5,6,7,8,10", [(2, 0), (1, 12)]),
    ];
    for (rows, expected) in cases {
        let outcome = read(&game, &at(&game, ["", ""], rows, "-", "1:place")).outcome();
        let found = [0, 1].map(|seat| (outcome.seats[seat].rank, outcome.seats[seat].share12));
        assert_eq!(found, expected, "{rows}");
        assert_eq!(outcome.seats[0].tiebreak, 0);
    }
}

#[test]
fn lc_19_both_cuts_of_the_score_add_up_at_every_ply() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        for deal in 0..scaled(50) {
            let (mut earlier, mut before) = ([0, 0], [0, 0]);
            walk(&game, deal, |play| {
                let table = Table::of(&play.notation());
                if table.laid() == 0 {
                    earlier = before; // a new round: what the one before gave stays
                }
                before = [0, 1].map(|seat| earlier[seat] + points(&table.rows[seat], &game));
                if table.laid() > 0 {
                    assert_eq!(scores(play), before, "{}", play.notation());
                }
                for seat in 0..2 {
                    let columns = columns(play, seat);
                    let sum = |prefix: &str| -> i16 {
                        columns.iter().filter(|(name, _)| name.starts_with(prefix)).map(|(_, points)| points).sum()
                    };
                    assert_eq!([sum("c_"), sum("by_")], [play.outcome().seats[seat].score; 2]);
                }
            });
        }
    }
}

#[test]
fn lc_20_one_deck_is_a_game_and_three_are_a_match() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        let expected = if variant == "match" { 3 } else { 1 };
        for deal in 0..scaled(50) {
            let (mut rounds, mut taken, mut turns) = (0, [0, 0], 0);
            walk(&game, deal, |play| {
                let table = Table::of(&play.notation());
                rounds += usize::from(table.laid() == 0);
                turns = play.outcome().turns;
                taken = [0, 1].map(|seat| columns(play, seat)["pile_draws"]);
            });
            let deck = if variant == "six-colour" { 56 } else { 44 };
            assert_eq!(rounds, expected);
            // LC.22: every card of every deck has been drawn; the other turns took from piles.
            assert_eq!(turns as usize, expected * deck + (taken[0] + taken[1]) as usize);
        }
    }
}

/// Who begins the second round after a first one with these red rows, of one card or none, is played to its end.
fn second_round(starter: &str, first: &str, second: &str) -> usize {
    let game = rules("match", &format!("{TINY};round_starter={starter};rounds=2"));
    let row = |card: &str| if card == "-" { "-".into() } else { format!("R:{card}") };
    let others = ["6", "7", "8", "9", "10", "x", "x"].into_iter().filter(|card| *card != first && *card != second);
    let piles = format!("R:{}", others.collect::<Vec<_>>().join(","));
    let rows = format!("{}|{}", row(first), row(second));
    let state = at(&game, ["R2,R3", "R4,R5"], &rows, &piles, "2:place");
    assert_eq!(Table::of(&state).deck(&game), ["Rx"], "{state}");
    let next = after(&game, &state, "R4- deck Rx");
    assert!(next.starts_with("-|- -|- - -|- ") && next.contains(" 2 "), "a second round: {next}");
    Table::of(&next).seat()
}

#[test]
fn lc_20_who_begins_the_second_round() {
    // Red rows of both seats in the first round: who leads, and who begins the second.
    for (starter, first, second, expected) in [
        ("leader", "6", "7", 1),
        ("leader", "7", "6", 0),
        ("leader", "-", "-", 1),
        ("leader", "6", "-", 1),
        ("alternate", "7", "6", 1),
        ("alternate", "6", "7", 1),
        ("first", "6", "7", 0),
        ("first", "-", "-", 0),
    ] {
        assert_eq!(second_round(starter, first, second), expected, "{starter}: {first} and {second}");
    }
}

#[test]
fn lc_20_who_begins_the_third_round() {
    // A second round before its last card; the past of the first decides who began it, both who begins the third.
    let past = |points: i16| match points {
        0 => "0,0,0,0;0;0,0,0".to_owned(),
        _ => format!("{},-20,0,0;{points};1,0,0", points + 20),
    };
    for (starter, first, second, rows, begun, expected) in [
        ("leader", -10, -15, "R:6|R:7", 0, 0), // 1 leads by 4 after two rounds
        ("leader", -14, -15, "R:6|R:9", 0, 1), // overtaken
        ("leader", -14, -13, "R:7|R:6", 1, 0), // equal: who did not begin before
        ("leader", -14, -13, "R:6|R:7", 1, 1),
        ("alternate", -10, -15, "R:6|R:7", 1, 0),
        ("first", -15, -10, "R:6|R:7", 0, 0),
    ] {
        let game = rules("match", &format!("{TINY};round_starter={starter}"));
        let numbers = ["6", "7", "8", "9"].into_iter().filter(|card| !rows.contains(card));
        let piles: Vec<&str> = numbers.chain(["x", "x", "x"]).collect();
        let turns = 7; // eight cards in the deck, one is left
        let seat = (begun + turns) % 2;
        let state = format!(
            "R2,R3|R4,R5 {rows} R:{} -|- {}:place 0|0 2 {}|{}",
            piles[..5].join(","),
            seat + 1,
            past(first),
            past(second)
        );
        let hand = if seat == 0 { "R2" } else { "R4" };
        let deck = Table::of(&state).deck(&game);
        assert_eq!(deck.len(), 1, "{state}");
        let next = after(&game, &state, &format!("{hand}- deck {}", deck[0]));
        assert!(next.contains(" 3 "), "a third round: {next}");
        assert_eq!(Table::of(&next).seat(), expected, "{starter} {first} {second} {rows}: {next}");
    }
}

#[test]
fn lc_21_discards_and_deck_only() {
    for (variant, turns) in [("standard", 44), ("six-colour", 56)] {
        let game = rules(variant, "");
        for deal in 0..3 {
            let (mut play, mut by_seat) = (dealt(&game, deal), [0, 0]);
            while let Some(seat) = play.seat() {
                by_seat[seat.index()] += 1;
                let card = Table::of(&play.notation()).hands[seat.index()][deal as usize].clone();
                line(&mut *play, &format!("{card}- deck"));
            }
            assert_eq!(by_seat, [turns / 2; 2]);
            assert_eq!((play.outcome().turns, play.plies()), (turns, 2 * turns));
            assert_eq!((end(&*play), scores(&*play)), (Some("deck"), [0, 0]));
            assert_eq!(play.outcome().seats[1].share12, 6);
        }
    }
}

#[test]
fn lc_21_the_first_turn() {
    let game = rules("standard", "");
    for (hand, different) in [("R2,R3,R4,G5,G6,B7,W8,Y9", 8), ("Rx,Rx,Rx,Gx,Gx,B2,W3,Y4", 5)] {
        let play = read(&game, &at(&game, [hand, ""], "-|-", "-", "1:place"));
        assert_eq!(play.perft(&[], 2), Ok(vec![2 * different; 2]), "each placement is followed by the deck alone");
        for action in play.legal_texts() {
            let mut placed = play.boxed_clone();
            line(&mut *placed, &action);
            assert_eq!(placed.legal_texts(), ["deck"]);
        }
    }
}

/// Both seats discard and take from another pile until the game is over.
#[test]
fn lc_22_an_endless_cycle_is_truncated_and_scored() {
    let game = rules("standard", "");
    let rows = "B:2,3,4,5,6,7,8,9|B:x";
    let mut play = read(&game, &at(&game, ["R2,R3,R4,G2,G3", "R5,R6,R7,G4,G5"], rows, "R:9", "1:place"));
    while let Some(seat) = play.seat() {
        let table = Table::of(&play.notation());
        let pile = table.piles.iter().position(|pile| !pile.is_empty()).expect("a pile");
        let letter = LETTERS[pile];
        let card = table.hands[seat.index()].iter().find(|card| !card.starts_with(letter)).expect("another colour");
        line(&mut *play, &format!("{card}- {letter}"));
    }
    assert_eq!((end(&*play), play.plies(), play.outcome().turns), (Some("truncated"), 4000, 2000));
    assert_eq!(scores(&*play), [44, -40], "as it stands");
    assert_eq!([0, 1].map(|seat| play.outcome().seats[seat].share12), [12, 0]);
    let table = Table::of(&play.notation());
    assert_eq!((table.deck(&game).len(), table.taken[0] + table.taken[1]), (60 - 16 - 10, 2000 - 10));
}

#[test]
fn lc_22_the_limit_is_asked_last() {
    for (limit, tokens, expected) in [
        (18, "R10+ deck R9", Some("deck")), // the last card of the deck is asked first
        (18, "R10+ deck", None),            // a card that is due is drawn first
        (18, "R10+ R", Some("truncated")),
        (19, "R10+ R", None),
        (17, "R10+", Some("truncated")), // within a turn
        (17, "", None),
        (16, "", Some("truncated")),
    ] {
        let game = rules("standard", &format!("{TINY};max_plies={limit}"));
        let mut state = at(&game, ["Rx,R10", "R2,R3"], "R:4,5|-", "R:x,x,6,7,8", "1:place");
        if !tokens.is_empty() {
            state = after(&game, &state, tokens);
        }
        assert_eq!(turn_of(&game, &state) == Turn::Terminal, expected.is_some(), "{limit}: {tokens}");
        if expected.is_some() {
            assert_eq!(end(&*read(&game, &state)), expected, "{limit}: {tokens}");
        }
    }
}

#[test]
fn lc_22_the_limit_holds_for_each_round() {
    let game = rules("match", &format!("{TINY};max_plies=16"));
    let mut state = after(&game, "-|- -|- - -|- 1:deal 0|0", "Rx Rx Rx R2");
    for card in ["R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"] {
        let table = Table::of(&state);
        state = after(&game, &state, &format!("{}- deck {card}", table.hands[table.seat()][0]));
    }
    assert!(state.contains(" 2:deal 0|0 2 "), "a second round after 16 plies: {state}");
    state = after(&game, &state, "Rx Rx Rx R2 Rx- deck R3 R2+ R");
    while turn_of(&game, &state) != Turn::Terminal {
        let table = Table::of(&state);
        let card = &table.hands[table.seat()][0];
        state = after(&game, &state, &format!("{card}- deck {}", table.deck(&game)[0]));
    }
    let play = read(&game, &state);
    assert_eq!((end(&*play), play.outcome().turns, play.plies()), (Some("truncated"), 16, 32));
    assert_eq!(scores(&*play), [-18, 0], "the second round counts as it stands, a third is not played");
}
