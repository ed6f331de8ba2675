//! Cards, deal and turn: LC.01 to LC.13.

use std::collections::{BTreeMap, BTreeSet};

use ludometer_core::error::Error;
use ludometer_core::play::{Play, Start};
use ludometer_core::rng::ChanceKey;
use ludometer_core::{FixedGame, Turn};

use super::support::scaled;
use super::table::{
    LETTERS, Table, VARIANTS, after, all_cards, at, colour, dealt, line, read, remove, rules, sorted, turn_of, walk,
};

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(String::from).collect()
}

fn legal(game: &FixedGame, text: &str) -> BTreeSet<String> {
    read(game, text).legal_texts().into_iter().collect()
}

/// Cards that may be added to a row.
fn plays(game: &FixedGame, text: &str) -> BTreeSet<String> {
    legal(game, text).iter().filter_map(|action| action.strip_suffix('+')).map(String::from).collect()
}

fn table(play: &dyn Play) -> Table {
    Table::of(&play.notation())
}

/// The number behind `deck=` in an observation.
fn deck_size(play: &dyn Play) -> usize {
    let observation = play.observation(ludometer_core::Seat(0));
    let (_, rest) = observation.split_once("deck=").expect("a deck");
    rest.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn lc_01_sixty_cards_and_none_gets_lost() {
    let standard = all_cards(&rules("standard", ""));
    let mut kinds = BTreeMap::new();
    for card in &standard {
        *kinds.entry(card.as_str()).or_insert(0) += 1;
    }
    assert_eq!((standard.len(), kinds.len(), kinds["Rx"], kinds["R2"], kinds["Y10"]), (60, 50, 3, 1, 1));
    for variant in VARIANTS {
        let game = rules(variant, "");
        let all = all_cards(&game);
        assert_eq!(all.len(), if variant == "six-colour" { 72 } else { 60 });
        for deal in 0..scaled(100) {
            let mut deck = 0;
            walk(&game, deal, |play| {
                let (table, left) = (table(play), deck_size(play));
                assert_eq!(table.cards().len() + left, all.len(), "{}", play.notation());
                assert_eq!(table.deck(&game).len(), left, "no card is there twice: {}", play.notation());
                deck = left;
            });
            assert_eq!(deck, 0, "at the end every card lies open or is in a hand");
        }
    }
}

#[test]
fn lc_01_colours_numbers_and_wagers_are_rule_values() {
    let game = rules("standard", "colours=2;low=4;high=6;wagers=1;hand_size=2");
    assert_eq!(all_cards(&game).join(" "), "Rx R4 R5 R6 Gx G4 G5 G6");
    walk(&game, 0, |play| {
        let mut cards = table(play).cards();
        cards.extend(table(play).deck(&game));
        assert_eq!(sorted(cards), all_cards(&game));
    });
    for missing in ["Bx", "R3", "R7", "P4"] {
        let text = format!("{missing},R4|R5,R6 -|- - -|- 1:place 0|0");
        assert!(super::table::try_read(&game, &text).is_err(), "{missing}");
    }
}

#[test]
fn lc_02_eight_cards_each_dealt_by_turns() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        let play = dealt(&game, 0);
        let table = table(&*play);
        assert_eq!(table.hands.each_ref().map(Vec::len), [8, 8]);
        assert!(play.notation().ends_with(" -|- - -|- 1:place 0|0"), "{}", play.notation());
        assert_eq!((play.seat().map(|seat| seat.0), play.plies()), (Some(0), 0));
        assert_eq!(deck_size(&*play), if variant == "six-colour" { 56 } else { 44 });
        // The deal is chance, card by card: to the seat that begins, to the other, and so on.
        let undealt = "-|- -|- - -|- 1:deal 0|0";
        let start = Start { chance: ChanceKey::new(1, 0), state: Some(undealt) };
        let shown = game.visit(start).expect("a game before its deal");
        let cards = shown.chance_texts();
        let of = |seat: usize| sorted(cards.iter().skip(seat).step_by(2).cloned().collect());
        assert_eq!((cards.len(), &[of(0), of(1)]), (16, &table.hands));
        assert_eq!(shown.notation(), play.notation(), "the same as the set-up of that game");
    }
}

#[test]
fn lc_02_the_deck_is_a_set() {
    let game = rules("standard", "");
    let one = after(&game, "-|- -|- - -|- 1:deal 0|0", "R2 Gx Gx Gx");
    assert_eq!(one, "R2,Gx|Gx,Gx -|- - -|- 1:deal 0|0");
    assert_eq!(turn_of(&game, &one), Turn::Chance);
    assert_eq!(one, after(&game, "-|- -|- - -|- 1:deal 0|0", "Gx Gx R2 Gx"), "no order is left of it");
}

#[test]
fn lc_03_place_first_then_take_and_no_pass() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        for deal in 0..scaled(50) {
            let mut expected = (0, true);
            walk(&game, deal, |play| {
                let Some(seat) = play.seat() else { return };
                if table(play).laid() == 0 {
                    expected = (seat.index(), true); // a round has just been dealt
                }
                assert_eq!((seat.index(), table(play).step() == "place"), expected, "{}", play.notation());
                for action in play.legal_texts() {
                    let placing = action.ends_with(['+', '-']);
                    assert_eq!(placing, expected.1, "{action} in {}", play.notation());
                    assert!(placing || action == "deck" || action.len() == 1, "{action}");
                }
                expected = if expected.1 { (expected.0, false) } else { (1 - expected.0, true) };
            });
        }
    }
}

#[test]
fn lc_03_the_wrong_half_of_a_turn_is_refused() {
    let game = rules("standard", "");
    let mut play = read(&game, &at(&game, ["R5,R7", ""], "-|-", "G:4", "2:place"));
    let own = table(&*play).hands[1][0].clone();
    let refuse = |play: &mut dyn Play, actions: &[&str]| {
        let before = play.notation();
        for action in actions {
            assert!(matches!(play.apply_text(action), Err(Error::Illegal { .. })), "{action}");
        }
        assert_eq!(play.notation(), before);
    };
    refuse(&mut *play, &["deck", "G", "R5+", "R5-", "pass", "", &own]);
    line(&mut *play, &format!("{own}-"));
    let another = format!("{}-", table(&*play).hands[1][0]);
    refuse(&mut *play, &[&another, "R", "pass", "", "+"]);
}

#[test]
fn lc_04_to_the_own_row_or_the_pile_of_the_colour() {
    let game = rules("standard", "");
    for deal in 0..scaled(50) {
        walk(&game, deal, |play| {
            let before = table(play);
            if play.seat().is_none() || before.step() != "place" {
                return;
            }
            let seat = before.seat();
            for action in play.legal_texts() {
                let (card, place) = action.split_at(action.len() - 1);
                let mut next = play.boxed_clone();
                line(&mut *next, &action);
                let mut expected = before.clone();
                let row = if place == "+" { &mut expected.rows[seat] } else { &mut expected.piles };
                row[colour(card)].push(card[1..].into());
                remove(&mut expected.hands[seat], card);
                let found = table(&*next);
                assert_eq!((found.rows, found.piles, found.hands), (expected.rows, expected.piles, expected.hands));
            }
        });
    }
}

#[test]
fn lc_05_one_row_a_colour() {
    let game = rules("standard", "");
    let text = at(&game, ["R3,R7,Rx", "R2,R4,Rx"], "R:5|-", "-", "1:place");
    let own = plays(&game, &text);
    assert!(own.contains("R7") && !own.contains("R3") && !own.contains("Rx"), "{own:?}");
    let mut play = read(&game, &text);
    line(&mut *play, "R7+ deck");
    assert_eq!(table(&*play).rows[0][0], ["5", "7"], "one row, longer");
    let theirs: BTreeSet<String> = play.legal_texts().into_iter().collect();
    assert!(set("R2+ R4+ Rx+").is_subset(&theirs), "the row of the other seat does not matter: {theirs:?}");
}

#[test]
fn lc_06_any_card_begins_a_row() {
    let game = rules("standard", "");
    for card in ["Rx", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"] {
        for rows in ["-|-", "G:9;Y:10|R:x", "-|G:x,2"] {
            let mut play = read(&game, &at(&game, [card, ""], rows, "-", "1:place"));
            line(&mut *play, &format!("{card}+"));
            assert_eq!(table(&*play).rows[0][0], [&card[1..]], "{card} with {rows}");
        }
    }
}

#[test]
fn lc_07_and_08_rows_rise_and_wagers_come_first() {
    let game = rules("standard", "");
    let cases = [
        ("x", "Rx R2 R3 R4 R5 R6 R7 R8 R9 R10"),
        ("x,x", "Rx R2 R3 R4 R5 R6 R7 R8 R9 R10"),
        ("x,x,x", "R2 R3 R4 R5 R6 R7 R8 R9 R10"),
        ("2", "R3 R4 R5 R6 R7 R8 R9 R10"),
        ("5", "R6 R7 R8 R9 R10"),
        ("x,5", "R6 R7 R8 R9 R10"),
        ("2,5", "R6 R7 R8 R9 R10"),
        ("2,9", "R10"),
        ("10", ""),
        ("x,x,2,10", ""),
    ];
    for (row, expected) in cases {
        let in_row: Vec<&str> = row.split(',').collect();
        let wagers = in_row.iter().filter(|card| **card == "x").count();
        let mut fitting = BTreeSet::new();
        for card in ["Rx", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"] {
            if card == "Rx" && wagers == 3 || card != "Rx" && in_row.contains(&&card[1..]) {
                continue; // no such card is left
            }
            let first = at(&game, [card, ""], &format!("R:{row}|-"), "-", "1:place");
            let second = at(&game, ["", card], &format!("-|R:{row}"), "-", "2:place");
            let fits = plays(&game, &first).contains(card);
            assert_eq!(fits, plays(&game, &second).contains(card), "{card} on {row}: the same for both seats");
            if fits {
                fitting.insert(card.to_owned());
            }
        }
        assert_eq!(fitting, set(expected), "{row}");
    }
}

#[test]
fn lc_08_up_to_all_wagers_and_none_after_a_number() {
    let game = rules("standard", "");
    let start = at(&game, ["Rx,Rx,Rx,R5,Gx,G6", ""], "-|-", "-", "1:place");
    let reply = |state: &str| format!("{}- deck", Table::of(state).hands[1][0]);
    let mut state = start;
    for (card, drawn) in [("Rx", "W2 B2"), ("Rx", "W3 B3"), ("Rx", "W4 B4"), ("R5", "W5 B5"), ("G6", "W6 B6")] {
        let (mine, theirs) = drawn.split_once(' ').expect("two cards");
        state = after(&game, &state, &format!("{card}+ deck {mine} {} {theirs}", reply(&state)));
    }
    assert_eq!(Table::of(&state).rows[0][0], ["x", "x", "x", "5"]);
    let fitting = plays(&game, &state);
    assert!(!fitting.contains("Gx"), "after a number without an earlier wager: {fitting:?}");
    let late = at(&game, ["Rx", ""], "R:x,x,5|-", "-", "1:place");
    assert!(!plays(&game, &late).contains("Rx"), "after a number with earlier wagers");
    let four = rules("standard", "wagers=4;high=9");
    assert!(plays(&four, &at(&four, ["Rx", ""], "R:x,x,x|-", "-", "1:place")).contains("Rx"), "the fourth of four");
}

#[test]
fn lc_09_every_card_may_be_discarded() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        for deal in 0..scaled(50) {
            walk(&game, deal, |play| {
                let table = table(play);
                if play.seat().is_none() || table.step() != "place" {
                    return;
                }
                let discards: Vec<String> =
                    play.legal_texts().iter().filter_map(|action| action.strip_suffix('-')).map(String::from).collect();
                let mut different = table.hands[table.seat()].clone();
                different.dedup();
                assert_eq!(discards, different, "{}", play.notation());
            });
        }
    }
}

#[test]
fn lc_10_last_in_first_out() {
    let game = rules("standard", "");
    let start = at(&game, ["R7,G2", "R3,G9"], "-|-", "B:x", "2:place");
    let two_down = after(&game, &start, "R3- B R7- deck W2");
    assert_eq!(Table::of(&two_down).piles[0], ["3", "7"]);
    let once = after(&game, &two_down, "G9- R");
    assert!(Table::of(&once).hands[1].contains(&"R7".into()), "the card put down last comes first");
    let twice = after(&game, &once, "G2- R");
    assert!(Table::of(&twice).hands[0].contains(&"R3".into()));
    let piles = Table::of(&twice).piles;
    assert_eq!((piles[0].len(), &piles[1][..]), (0, &["9".to_owned(), "2".into()][..]));
}

#[test]
fn lc_11_and_13_the_deck_or_the_top_of_a_pile_and_the_turn_is_over() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        for deal in 0..scaled(50) {
            let mut discarded = None;
            walk(&game, deal, |play| {
                let (before, Some(seat)) = (table(play), play.seat()) else { return };
                let seat = seat.index();
                let waits = usize::from(before.step() != "place");
                assert_eq!([before.hands[seat].len(), before.hands[1 - seat].len()], [8 - waits, 8]);
                if waits == 0 {
                    discarded = None;
                    return;
                }
                if let Some(letter) = before.step().strip_prefix("draw:") {
                    discarded = Some(letter.to_owned());
                }
                let open = LETTERS.iter().map(ToString::to_string).zip(&before.piles);
                let open = open.filter(|(letter, pile)| !pile.is_empty() && Some(letter) != discarded.as_ref());
                let expected: Vec<String> = ["deck".to_owned()].into_iter().chain(open.map(|(l, _)| l)).collect();
                assert_eq!(play.legal_texts(), expected, "{}", play.notation());
                let mut table = before.clone();
                table.turn = format!("{}:place", 2 - seat);
                for action in &expected[1..] {
                    let mut next = play.boxed_clone();
                    line(&mut *next, action);
                    let mut table = table.clone();
                    let top = table.piles[colour(action)].pop().expect("a card");
                    table.hands[seat].push(format!("{action}{top}"));
                    table.known[seat].push(format!("{action}{top}"));
                    table.taken[seat] += 1;
                    assert_eq!(next.notation(), table.text(), "{action} in {}", play.notation());
                    assert!(next.chance_texts().is_empty(), "no card leaves the deck");
                }
                let mut next = play.boxed_clone();
                line(&mut *next, "deck");
                let drawn = next.chance_texts();
                assert!(before.deck(&game).contains(&drawn[0]));
                if drawn.len() == 1 {
                    table.hands[seat].push(drawn[0].clone());
                    assert_eq!(next.notation(), table.text(), "{} drawn in {}", drawn[0], play.notation());
                }
            });
        }
    }
}

#[test]
fn lc_12_the_own_discard_is_closed() {
    let game = rules("standard", "");
    let cases = [
        ("B:4", "R5-", "deck B"),
        ("R:4;B:4", "R5-", "deck B"),
        ("R:4", "R5-", "deck"),
        ("-", "R5-", "deck"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "R5-", "deck G B W Y"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "Rx-", "deck G B W Y"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "R5+", "deck R G B W Y"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "Rx+", "deck R G B W Y"),
        ("R:4", "R5+", "deck R"),
        ("-", "R5+", "deck"),
    ];
    for (piles, action, expected) in cases {
        let mut play = read(&game, &at(&game, ["R5,Rx", ""], "-|-", piles, "1:place"));
        line(&mut *play, action);
        assert_eq!(play.legal_texts().into_iter().collect::<BTreeSet<_>>(), set(expected), "{piles} {action}");
        if !set(expected).contains("R") {
            assert!(matches!(play.apply_text("R"), Err(Error::Illegal { .. })));
        }
    }
}

#[test]
fn lc_12_the_ban_ends_with_the_turn() {
    let game = rules("standard", "");
    let start = at(&game, ["R5,G6", "R6,G7"], "-|-", "-", "1:place");
    let state = after(&game, &start, "R5- deck W2 G7-");
    assert_eq!(legal(&game, &state), set("deck R"), "the other seat may take it");
    assert!(Table::of(&after(&game, &state, "R")).hands[1].contains(&"R5".into()));
    let later = after(&game, &state, "deck W3 G6-");
    assert_eq!(legal(&game, &later), set("deck R"), "the same seat in a later turn");
    assert!(Table::of(&after(&game, &later, "R")).hands[0].contains(&"R5".into()));
    let covered = Table::of(&after(&game, &start, "R5- deck W2 R6- deck W3 G6- R"));
    assert_eq!(covered.piles[0], ["5"], "only if it is still the top");
    assert!(covered.hands[0].contains(&"R6".into()));
}

#[test]
fn lc_12_taking_back_can_be_allowed() {
    let game = rules("standard", "take_back=true");
    let start = at(&game, ["R5,Rx", ""], "-|-", "G:2,3", "1:place");
    let placed = after(&game, &start, "R5-");
    assert_eq!(Table::of(&placed).step(), "draw", "no pile is closed");
    assert_eq!(legal(&game, &placed), set("deck R G"));
    let (before, back) = (Table::of(&start), Table::of(&after(&game, &placed, "R")));
    assert_eq!((&back.hands, &back.piles, back.seat()), (&before.hands, &before.piles, 1), "the turn came to nothing");
}
