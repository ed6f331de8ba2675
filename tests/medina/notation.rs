//! The notation and the codes of RULES.md; positions that no game comes to are refused with every reason.

use std::collections::BTreeSet;

use crate::positions::{ARMS, go, standard, table, tables, walk};
use crate::readers::{roofs, turn};
use crate::support::scaled;

/// A position with something in every field.
const LINE: &str = "15N/16/16/16/16/7MM7/16/16/G15/MM1S12/BMOO12 2:h6-i6 3,0,0,2,0,0,0,1 a3:2,c1:1 1-2-|---- \
                    7,8,8,8,3,0,4,10,12,0|7,7,7,7,3,0,3,10,12,0 2:1 9 0|0";

#[test]
fn a_position_field_by_field() {
    let text = "Ba1 Oc1 Od1 Sd2 Ga3 Np11; merchants a2 b2 b1 | h6 i6; walls nw-e=3 se-n=2 nw-s=1; roofs a3:2 c1:1; \
                tiles 1-2-|----; turn 2:1";
    assert_eq!(standard(2).line(text), LINE);
    let play = standard(2).at(text);
    assert_eq!((play.notation(), play.plies(), play.seat().map(|seat| seat.0)), (LINE.into(), 18, Some(1)));
    assert_eq!(roofs(&*play).iter().map(|roof| roof.0.to_string()).collect::<Vec<_>>(), ["a3", "c1"]);
    let board = play.board();
    for line in [
        "   + ## ## ## -- -- -- -- -- -- -- -- -- -- -- -- -- +",
        "11 #  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . N  |",
        " 3 |  G2 .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  |",
        " 1 |  B  M  O1 O1 .  .  .  .  .  .  .  .  .  .  .  .  #",
        "seat 2 to place, 1 left in its turn",
    ] {
        assert!(board.lines().any(|other| squeezed(other) == squeezed(line)), "{line}\n{board}");
    }
}

/// A line of a board without its blanks.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect()
}

#[test]
fn positions_are_read_as_they_were_written() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            walk(&table, seed, |_, action, after| {
                if turn(after).contains("merchant") {
                    return;
                }
                let read = table.read(&after.notation()).unwrap_or_else(|error| panic!("{name}: {action}: {error}"));
                assert!(read.same_state(after) && read.plies() == after.plies());
                assert_eq!((read.legal_texts(), read.outcome()), (after.legal_texts(), after.outcome()), "{name}");
            });
        }
    }
}

#[test]
fn codes_are_those_of_the_rule_page() {
    let mut expected: Vec<(String, u32)> = ARMS.iter().zip(1408..).map(|(arm, code)| ((*arm).into(), code)).collect();
    let given = [("Oa1", 0), ("Op11", 175), ("Ba1", 176), ("Gc7", 450), ("Na1", 528), ("Mh5", 951), ("Mh7", 983)];
    expected.extend(given.map(|(text, code)| (text.into(), code)));
    let play = standard(2).at("");
    for (text, code) in expected {
        assert_eq!((play.action_code(&text), play.action_text(code)), (Ok(code), Ok(text)));
    }
    let play = standard(2).at("Ga1 Gk9; roofs a1:2; tiles --2-|----");
    assert_eq!((play.action_code("Sb1"), play.action_code("Rk9")), (Ok(4 * 176 + 1), Ok(6 * 176 + 138)));
    let tea =
        table("second-edition", 3, "short_openings=0").at("Ba1 Oc9; well k9; roofs a1:1; tiles -1--|----; turn 1:1");
    assert_eq!((tea.action_code("tea"), tea.action_code("Xc9")), (Ok(1416), Ok(7 * 176 + 130)));
    for (name, table) in tables() {
        walk(&table, 7, |before, _, _| {
            let codes = before.legal_codes();
            assert!(codes.is_sorted() && codes.iter().collect::<BTreeSet<_>>().len() == codes.len(), "{name}");
            assert!(codes.last() < Some(&1417) && before.action_codes() == 1417);
        });
    }
}

#[test]
fn refused_standard_positions() {
    let cases = [
        // 1: form
        (" 9 0|0", " 9", "8 fields instead of 9"),
        ("15N/", "", "10 rows instead of 11"),
        ("15N", "14N", "row 11 `14N` has 15 cells instead of 16"),
        ("15N", "015N", "`015` is no number of empty cells"),
        ("15N", "15P", "`P` is nothing that stands on a cell"),
        ("2:h6-i6", "2:i6-h6", "the lower first"),
        ("2:h6-i6", "2:h6-h6", "the lower first"),
        ("2:h6-i6", "2:h6-q6", "`q6` is not a cell of this board"),
        ("2:h6-i6", "02:h6-i6", "`02` is not a number"),
        ("3,0,0,2,0,0,0,1", "3,0,0,2,0,0,1", "7 parts instead of 8"),
        ("3,0,0,2,0,0,0,1", "3,0,0,2,0,0,0,-1", "arm nw-s `-1` is not a number"),
        ("a3:2,c1:1", "a3:2,a3:1", "the roof `a3:1` is named twice"),
        ("a3:2,c1:1", "a3:2,c1:3", "`3` is no seat of this game"),
        ("a3:2,c1:1", "a3:2,c1:-", "the roof `c1:-` has no owner"),
        ("1-2-|----", "1-2-|---", "four holders, a bar, four holders"),
        ("|7,7,7,7,3,0,3,10,12,0", "", "1 supplies instead of 2"),
        (" 2:1 ", " 2:0 ", "the turn `2:0` should be like"),
        (" 2:1 ", " 2:1:wall ", "the turn `2:1:wall` should be like"),
        (" 9 ", " 09 ", "`09` is not a number"),
        (" 0|0", " 0|0|0", "the passes `0|0|0` are not those of 2 seats"),
        // 3: the well
        ("/16/16/16/16/7MM7", "/16/5W10/16/16/7MM7", "1 wells instead of 0"),
        // 4: palaces
        ("MM1S12", "MM3S10", "no building is next to the stables f2"),
        ("G15", "G2N12", "another palace is near"),
        ("15N", "14BN", "another palace is near o11 p11"),
        ("15N", "N14N", "2 palaces of N are under construction"),
        // 5: roofs
        ("a3:2,c1:1", "a3:2,d1:1", "the roof d1 is not on the first cell of a palace"),
        ("a3:2,c1:1", "a3:2,d2:1", "the roof d2 is not on the first cell of a palace"),
        // 6: merchants
        ("2:h6-i6", "-", "there is no merchant, or no line"),
        ("2:h6-i6", "1:h6-i6", "there are 2 lines of merchants, not 1"),
        ("2:h6-i6", "2:b1-a2", "an older line can still use"),
        ("2:h6-i6", "2:h6", "the line goes on beyond its end h6"),
        ("2:h6-i6", "2:b2-h6", "no merchants lead from b2 to h6"),
        ("2:h6-i6", "2:h6-j6", "no merchant stands on the line's end j6"),
        ("7MM7/16", "7MM7/7MM7", "in a loop: h5 i5 h6 i6"),
        ("7MM7/16", "6MMM7/7M8", "merchants touch three or more at h6"),
        // 7, 8: walls and pieces
        ("3,0,0,2,0,0,0,1", "13,3,0,2,0,0,0,1", "the arms nw-e and ne-w meet"),
        ("7,8,8,8,3,0,4,10", "8,8,8,8,3,0,4,10", "O"),
        ("7,8,8,8,3,0,4", "7,8,8,8,4,0,4", "roofs"),
        ("7,8,8,8,3,0,4,10,12,0|7,7,", "7,9,8,8,3,0,4,10,12,0|7,6,", "seat 1 has 9 B; at most 8"),
        (",10,12,0|", ",10,12,1|", "seat 1 has 1 tea tiles; it took 0"),
        // 9: tiles
        ("1-2-|", "--2-|", "the palace tile of O cannot be where it is"),
        ("1-2-|", "2-2-|", "the palace tile of O cannot be where it is"),
        ("1-2-|", "n-2-|", "the palace tile of O cannot be where it is"),
        ("1-2-|", "112-|", "the palace tile of B cannot be where it is"),
        ("|----", "|1---", "the tile of tower nw cannot be where it is"),
        // 10: the turn
        (" 2:1 9 ", " over 9 ", "the game is not over"),
        (" 2:1 9 ", " 2:1:roof 9 ", "seat 2 has not just roofed"),
        (" 2:1 9 ", " 2:1:tea 9 ", "seat 2 has not spent tea"),
        (" 2:1 9 ", " 2:3 9 ", "3 placements left in a turn of 2"),
        (" 2:1 9 ", " 2:2:roof 9 ", "nothing has happened in this turn"),
        (" 2:1 9 0|0", " 2:1 9 0|1", "seat 1 is due, not seat 2"),
        (" 2:1 9 ", " 1:1 9 ", "seat 2 is due, not seat 1"),
        // 11: plies
        (" 9 0|0", " 7 0|0", "7 turns cannot have had 17 plies"),
        (" 9 0|0", " 19 0|0", "19 turns cannot have had 17 plies"),
    ];
    let table = standard(2);
    for (old, new, reason) in cases {
        assert_eq!(LINE.matches(old).count(), 1, "{old}");
        let refusal = table.refusal(&LINE.replace(old, new));
        assert!(refusal.contains(reason), "{old} -> {new}: {refusal}");
    }
    // All problems of the form at once.
    let several = table.refusal(&LINE.replace("3,0,0,2", "3,0,0").replace("|----", "|").replace(" 9 ", " x "));
    for reason in ["7 parts instead of 8", "four holders", "`x` is not a number"] {
        assert!(several.contains(reason), "{several}");
    }
}

#[test]
fn refused_before_the_first_turn() {
    let start = "16/16/16/16/16/16/16/16/16/16/16 - 0,0,0,0,0,0,0,0 - ----|---- \
                 8,8,8,8,4,0,4,12,15,0|8,8,8,8,4,0,4,12,15,0 merchant 0 0|0";
    let table = standard(2);
    let read = table.read(start).expect("the start");
    assert_eq!((read.chance_texts().len(), turn(&*read)), (1, "1:2".into()), "chance resolves itself");
    assert_eq!(read.perft(&["h6".into()], 1), Ok(vec![712]));
    for (old, new, reason) in [
        (" merchant ", " 1:merchant ", "the turn `1:merchant` should be like"),
        (" merchant ", " well ", "the turn `well` should be like"),
        (" merchant ", " 1:2 ", "there is no merchant"),
        ("/16 -", "/15O -", "before the first turn other: board"),
        (" 0,0,", " 1,0,", "before the first turn other: walls"),
        ("|----", "|1---", "before the first turn other: tiles"),
        ("15,0 ", "14,0 ", "before the first turn other: supply"),
        (" 0 0|0", " 1 0|1", "before the first turn other: turns, passes"),
    ] {
        let refusal = table.refusal(&start.replacen(old, new, 1));
        assert!(refusal.contains(reason), "{old} -> {new}: {refusal}");
    }
}

#[test]
fn a_line_without_any_merchant_is_refused_too() {
    let text = "16/16/16/16/16/16/16/16/16/16/16 1:c7 0,0,0,0,0,0,0,0 - ----|---- \
                8,8,8,8,4,0,4,12,15,0|8,8,8,8,4,0,4,12,15,0 merchant 0 0|0";
    let table = standard(2);
    assert!(table.refusal(text).contains("before the first turn other: line"));
    let refusal = table.refusal(&text.replace(" merchant ", " 1:2 "));
    assert!(refusal.contains("there is no merchant, or no line"), "{refusal}");
}

#[test]
fn refused_by_other_rules() {
    // A curl that corners would close, seen by the rules in which they touch.
    let straight = table("standard", 2, "merchant_touch=with_diagonals");
    let refusal = straight.refusal(&standard(2).line("; merchants c3 c4 d4"));
    assert!(refusal.contains("in a loop"), "{refusal}");
    // What a stable carries on in one reading falls into two palaces in the other.
    let reach = table("standard", 2, "extend_by_stable=true");
    let far = go(&*reach.at("Oc3 Sd3"), "Oe3").notation();
    assert!(standard(2).refusal(&far).contains("2 palaces of O are under construction"));
    // Where stables and walls move tiles, more is known of who holds them.
    let any = table("standard", 2, "palace_trigger=any;tower_trigger=any");
    let text = "Ga1 Gm1 Gn1; roofs a1:1 m1:2; tiles --1-|----";
    assert!(any.refusal(&standard(2).line(text)).contains("the palace tile of G"));
    let text = "Ga1 Gm1; walls sw-n=1; roofs a1:1 m1:2; tiles --2-|----";
    assert!(any.refusal(&standard(2).line(text)).contains("the tile of tower sw"));
    assert!(standard(2).read(&standard(2).line(text)).is_ok());
    let short = table("standard", 2, "max_plies=2");
    let refusal = short.refusal(&go(&*standard(2).at(""), "Oa1 Ra1 nw-e").notation());
    assert!(refusal.contains("3 plies are beyond `max_plies`"), "{refusal}");
}
