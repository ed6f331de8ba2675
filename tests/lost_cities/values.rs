//! Known values (LC.18, LC.21), and rules and positions that are refused.

use ludometer_core::schema::Value;
use ludometer_core::{FixedGame, GameId};

use super::end::worth;
use super::table::{LETTERS, at, read, rules, scores, try_read};

/// Every content of a row, 2,048 in all, and what is left of the colour then.
fn contents() -> Vec<[Vec<String>; 2]> {
    let numbers = 2..=10;
    let split = |wagers: usize, chosen: usize| {
        [true, false].map(|own| {
            let wagers = if own { wagers } else { 3 - wagers };
            let some = numbers.clone().filter(|number| (chosen >> (number - 2) & 1 == 1) == own);
            std::iter::repeat_n("x".to_owned(), wagers).chain(some.map(|number| number.to_string())).collect()
        })
    };
    (0..4).flat_map(|wagers| (0..512).map(move |chosen| (wagers, chosen))).map(|(w, c)| split(w, c)).collect()
}

/// Scores of both seats with these rows of one colour: seat 1 has the first, seat 2 the second.
fn score(game: &FixedGame, letter: char, rows: &[Vec<String>; 2]) -> [i16; 2] {
    let written = rows.each_ref().map(|row| match &row[..] {
        [] => "-".to_owned(),
        row => format!("{letter}:{}", row.join(",")),
    });
    scores(&*read(game, &at(game, ["", ""], &written.join("|"), "-", "1:place")))
}

#[test]
fn lc_18_all_2048_rows_in_both_readings_of_the_bonus() {
    let contents = contents();
    assert_eq!(contents.len(), 2048);
    for (number, letter) in LETTERS.into_iter().enumerate() {
        // Colours beyond the first five exist in six-colour only.
        let sets = if number < 5 { ["standard", "published"] } else { ["six-colour"; 2] };
        let readings = ["", "bonus_counts_wagers=true"];
        let values = [0, 1].map(|reading| -> Vec<[i16; 2]> {
            let game = rules(sets[reading], readings[reading]);
            contents.iter().map(|rows| score(&game, letter, rows)).collect()
        });
        for (reading, values) in values.iter().enumerate() {
            for (rows, found) in contents.iter().zip(values) {
                assert_eq!(found, &rows.each_ref().map(|row| worth(row, reading == 1)), "{letter}: {rows:?}");
            }
            // Either seat meets every content once.
            for seat in 0..2 {
                let sum: i32 = values.iter().map(|scores| i32::from(scores[seat])).sum();
                assert_eq!(sum, [36_660, 44_700][reading], "{letter}, seat {}", seat + 1);
                assert_eq!(values.iter().map(|scores| scores[seat]).max(), Some(156));
                assert_eq!(values.iter().map(|scores| scores[seat]).min(), Some(-80));
            }
        }
        let differences: Vec<i16> =
            values[0].iter().zip(&values[1]).map(|(one, two)| two[0] - one[0]).filter(|more| *more != 0).collect();
        assert_eq!(differences, [20; 402], "{letter}");
    }
}

#[test]
fn lc_18_published_is_the_same_game_with_that_one_rule() {
    let resolve = |variant: &str, overrides: &[(String, Value)]| {
        GameId::LostCities.rule_book().resolve(variant, Some(2), overrides).expect("possible").hash()
    };
    let counted = [("bonus_counts_wagers".to_owned(), Value::Bool(true))];
    assert_eq!(resolve("published", &[]), resolve("standard", &counted));
    assert_ne!(resolve("published", &[]), resolve("standard", &[]));
}

#[test]
fn lc_21_the_worst_rounds() {
    for (variant, colours, worst) in [("standard", 5, -400), ("six-colour", 6, -480)] {
        let game = rules(variant, "");
        let rows: Vec<String> = LETTERS[..colours].iter().map(|letter| format!("{letter}:x,x,x")).collect();
        let first = at(&game, ["", ""], &format!("{}|-", rows.join(";")), "-", "1:place");
        assert_eq!(scores(&*read(&game, &first)), [worst, 0]);
        let second = at(&game, ["", ""], &format!("-|{}", rows.join(";")), "-", "2:place");
        assert_eq!(scores(&*read(&game, &second)), [0, worst]);
    }
}

#[test]
fn cost_and_bonus_are_rule_values() {
    let with = |variant: &str, overrides: &str, row: &str| {
        let game = rules(variant, overrides);
        scores(&*read(&game, &at(&game, ["", ""], &format!("R:{row}|-"), "-", "1:place")))[0]
    };
    assert_eq!(with("standard", "cost=15;bonus_threshold=5", "x,2,3,4,5"), -2);
    assert_eq!(with("standard", "cost=15;bonus_threshold=5", "x,2,3,4,5,6"), 30);
    assert_eq!(with("published", "bonus_threshold=5;bonus_points=7", "x,2,3,4,5"), -5);
}

/// Why a game with these values is refused.
fn refused(overrides: &[(&str, i64)]) -> String {
    let values: Vec<(String, Value)> =
        overrides.iter().map(|(key, value)| ((*key).into(), Value::Int(*value))).collect();
    let resolved = GameId::LostCities.rule_book().resolve("standard", Some(2), &values);
    match resolved.and_then(|values| FixedGame::new(GameId::LostCities, values)) {
        Ok(_) => panic!("{overrides:?} is played"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn impossible_rules_are_refused_all_problems_at_once() {
    for (overrides, reason) in [
        (&[("low", 9), ("high", 8)][..], "8 is below `low`"),
        (&[("low", 1), ("high", 10)], "13 cards of a colour"),
        (&[("wagers", 4)], "13 cards of a colour"),
        (&[("hand_size", 30)], "two hands of 30 leave no deck of 60 cards; at most 29"),
        (&[("colours", 1), ("hand_size", 6)], "two hands of 6 leave no deck of 12 cards; at most 5"),
        (&[("rounds", 9), ("max_plies", 6_667)], "9 rounds of 6667 plies are more than 60000"),
        (&[("colours", 7)], "colours"),
        (&[("colours", 0)], "colours"),
        (&[("wagers", 7)], "wagers"),
        (&[("hand_size", 0)], "hand_size"),
        (&[("cost", -1)], "cost"),
        (&[("bonus_threshold", 13)], "bonus_threshold"),
        (&[("rounds", 10)], "rounds"),
        (&[("max_plies", 0)], "max_plies"),
        (&[("colour", 4)], "colours"),
    ] {
        let message = refused(overrides);
        assert!(message.contains(reason), "{overrides:?}: {message}");
    }
    let several = refused(&[("low", 3), ("high", 2), ("hand_size", 30), ("rounds", 9), ("max_plies", 60_000)]);
    for reason in ["is below `low`", "leave no deck", "are more than 60000"] {
        assert!(several.contains(reason), "{several}");
    }
    let unknown = refused(&[("colours", 9), ("hand_size", 40), ("wager", 2)]);
    for reason in ["colours", "hand_size", "wager"] {
        assert!(unknown.contains(reason), "{unknown}");
    }
}

#[test]
fn the_largest_rules_are_played() {
    // 72 cards, the longest colours, the most wagers, the largest hands.
    for overrides in
        ["colours=6;hand_size=35", "low=1;high=12;wagers=0", "low=10;high=15;wagers=6;colours=6;hand_size=35"]
    {
        let game = rules("standard", overrides);
        super::table::walk(&game, 1, |play| play.check().unwrap_or_else(|problem| panic!("{problem}")));
    }
}

const H1: &str = "R2,R3,R4,R5,G2,G3,G4,G5";
const H2: &str = "R6,R7,R8,R9,G6,G7,G8,G9";

/// Why a position is refused.
fn unread(game: &FixedGame, text: &str) -> String {
    match try_read(game, text) {
        Ok(_) => panic!("{text} is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let (standard, in_match) = (rules("standard", ""), rules("match", ""));
    let past = "36,-20,16,0;0,32,0,0,0;1,1,4|0,0,0,0;0,0,0,0,0;0,0,0";
    for (text, reason) in [
        // 1: the form
        (format!("{H1}|{H2} -|- - -|- 1:place"), "5 fields"),
        (format!("{H1} -|- - -|- 1:place 0|0"), "one `|`"),
        (format!("{H1}|{H2} -|- - -|- 3:place 0|0"), "seat 1 or 2"),
        (format!("{H1}|{H2} -|- - -|- 1:pass 0|0"), "place, draw"),
        (format!("{H1}|{H2} -|- - -|- 1:draw:P 0|0"), "draw:COLOUR"),
        (format!("{H1}|{H2} -|- - -|- 1:place 0|x"), "not a number"),
        (format!("{H1}|{H2} -|- - -|- 1:place 01|0"), "not a number"),
        (format!("{H1}|{H2} R:x;R:10|- - -|- 1:place 0|0"), "named twice"),
        (format!("{H1}|{H2} R|- - -|- 1:place 0|0"), "not a colour"),
        (format!("P2,{H1}|{H2} -|- - -|- 1:place 0|0"), "`P2`"),
        (format!("R11,{H1}|{H2} -|- - -|- 1:place 0|0"), "`R11`"),
        (format!("R02,{H1}|{H2} -|- - -|- 1:place 0|0"), "`R02`"),
        (format!("{H1}|{H2} -|- - -|- 1:place 0|0 1 {past}"), "not a later round"),
        // 2: too many of a card
        (format!("{H1}|R2,{H2} -|- - -|- 1:place 0|0"), "R2 is there too often"),
        (format!("{H1}|{H2} R:x,x|- R:x,x -|- 1:place 0|0"), "Rx is there too often"),
        // 3: rows
        (format!("{H1}|{H2} W:3,x|- - -|- 1:place 0|0"), "does not rise"),
        (format!("{H1}|{H2} W:3,2|- - -|- 1:place 0|0"), "does not rise"),
        // 4: hands
        (format!("{H1},W2|{H2} -|- - -|- 1:place 0|0"), "9 cards instead of 8"),
        (format!("{H1}|{H2} -|- W:2 -|- 1:draw:W 0|0"), "8 cards instead of 7"),
        ("R2|- -|- - -|- 1:deal 0|0".into(), "no deal under way"),
        // 5: known cards
        (format!("{H1}|{H2} -|- W:2,3 W4|- 1:place 1|1"), "does not hold the known card W4"),
        (format!("{H1}|{H2} -|- W:2,3 R2,R3|- 1:place 1|1"), "took fewer"),
        // 7: what is open
        (format!("{},R5|{H2} -|- - -|- 1:draw:W 0|0", &H1[..8]), "closed pile is empty"),
        ("R2,R3,R4,R5,G2,G3,G4|R6,R7,R8,R9,G6,G7,G8,G9 -|- W:2 -|- 1:draw 0|0".into(), "the mover has no row"),
        // 8: the deal
        ("R2|- -|- W:2 -|- 2:deal 0|0".into(), "during the deal"),
        // 9: who began
        (format!("{H1}|{H2} -|- - -|- 2:place 0|0"), "seat 2 began"),
        // 10: counts
        (format!("{H1}|{H2} W:2,3|- - -|- 1:place 0|0"), "more cards in rows than it has placed"),
        (format!("{H1}|{H2} -|- W:2,3 -|- 2:place 0|3"), "more cards than it has had turns"),
        // 11: plies
        (format!("{H1}|{H2} -|- W:2,3 -|- 1:place 1000|1000"), "beyond `max_plies`"),
        // 12: rounds
        (format!("{H1}|{H2} -|- - -|- 1:place 0|0 2 {past}"), "round 2 is beyond"),
    ] {
        let message = unread(&standard, &text);
        assert!(message.contains(reason), "{text}: {message}");
    }
    for (later, reason) in [
        (format!("2:place 0|0 2 {past}"), "seat 2 began"),
        (format!("1:place 0|0 2 {}", past.replace(";1,1,4", ";2,1,4")), "costs"),
        (format!("1:place 0|0 2 {}", past.replace("0,32", "0,31")), "32 points but 31 by colour"),
        (format!("1:place 0|0 4 {past}"), "round 4 is beyond"),
    ] {
        let message = unread(&in_match, &format!("{H1}|{H2} -|- - -|- {later}"));
        assert!(message.contains(reason), "{later}: {message}");
    }
    // 6: an empty deck, where the game is not over.
    let tiny = rules("match", "colours=1;hand_size=2");
    let empty = "R2,R3|R4,R5 -|- R:x,x,x,6,7,8,9,10 -|- 1:place 0|0";
    assert!(unread(&tiny, empty).contains("deck is empty"));
    assert!(try_read(&rules("standard", "colours=1;hand_size=2"), empty).is_ok(), "there it is the end");
    let several = unread(&standard, &format!("P2,{H1}|{H2} Q:2|- - -|- 3:place 0|x"));
    for reason in ["`P2`", "`Q:2`", "seat 1 or 2", "`x`"] {
        assert!(several.contains(reason), "{several}");
    }
}
