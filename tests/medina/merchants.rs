//! ME.41 to ME.46: merchants.

use crate::board::{Cells, away, beside, everywhere, set, without};
use crate::positions::{go, standard, table, tables, walk};
use crate::readers::{cells, line, merchants, points, refuses};
use crate::support::scaled;

/// Palaces around the line a2 b2 b1 in the corner: it cannot go on.
const BLOCKED: &str = "Ba1 Oc1 Ga3";

#[test]
fn me_41_a_line_grows_at_either_end_by_any_seat() {
    let cases = [
        ("h6", "g6 i6 h5 h7"),
        ("h6 h7", "g6 i6 h5 g7 i7 h8"),
        ("h6 h7 h8", "g6 i6 h5 g8 i8 h9"),
        ("h6 h7 i7", "g6 h5 j7 i8"), // bent: i6 would touch both ends
        ("a5 a4", "a6 b5 b4 a3"),
    ];
    for (merchants, expected) in cases {
        for seat in 1..4 {
            let play = standard(3).at(&format!("; merchants {merchants}; turn {seat}:2"));
            assert_eq!(cells(&*play, 'M'), set(expected), "{merchants}, seat {seat}");
        }
        // The same line placed, one by one.
        let (first, rest) = merchants.split_at(2);
        let placed = go(&*standard(3).at(&format!("; merchants {first}")), &rest.replace(' ', " M"));
        assert_eq!(cells(&*placed, 'M'), set(expected), "{merchants}, placed");
    }
    let play = standard(2).at("; merchants a5 a4");
    assert_eq!((line(&*go(&*play, "Ma3")), line(&*go(&*play, "Mb5"))), ("1:a3-a5".into(), "1:a4-b5".into()));
}

#[test]
fn me_42_a_merchant_touches_exactly_one_other() {
    let play = standard(2).at("; merchants h6 h7 h8 i8 j8 j7");
    assert_eq!(cells(&*play, 'M'), set("g6 h5 i6 k7 j6"));
    refuses(&*play, "Mg7 Mi7 Mh9"); // beside inner links
    let play = standard(2).at("; merchants h6 h7 h8 i8 j8 j7 j6");
    assert_eq!(cells(&*play, 'M'), set("g6 h5 k6 j5"), "i6 would join both ends");
    // Beside an end and an old line: b3 and c2.
    let play = standard(2).at(&format!("{BLOCKED}; merchants a2 b2 b1 | c4 c3"));
    assert_eq!(cells(&*play, 'M'), set("d4 c5 b4 d3"));
}

#[test]
fn me_43_a_bend_is_legal_unless_corners_count() {
    let straight = table("standard", 2, "merchant_touch=with_diagonals");
    assert_eq!(cells(&*straight.at(""), 'M'), set("g6 i6 h5 h7"));
    assert_eq!(cells(&*straight.at("; merchants h6 h7"), 'M'), set("h5 h8"));
    assert!(cells(&*standard(2).at("; merchants h6 h7"), 'M').is_superset(&set("g6 i7")));
    // A new line then keeps away from corners too.
    let play = straight.at("Oh5 Bh8; merchants h6 h7");
    assert_eq!(cells(&*play, 'M'), without(away(everywhere(), "h6 h7"), "h5 h8"));
}

#[test]
fn me_44_a_new_line_only_where_both_ends_are_blocked() {
    assert_eq!(cells(&*standard(2).at("; merchants a2 b2 b1"), 'M'), set("a3 c1"));
    assert_eq!(cells(&*standard(2).at("Oc1; merchants a2 b2 b1"), 'M'), set("a3"), "one end blocked");
    // Both, by palaces.
    let both = standard(2).at("Oc1 Ba3; merchants a2 b2 b1");
    let free = &without(everywhere(), "a2 b2 b1 c1 a3") - &beside("a2 b2 b1");
    assert_eq!(cells(&*both, 'M'), free);
    let after = go(&*both, "Mk9");
    assert_eq!((line(&*after), cells(&*after, 'M')), ("2:k9".into(), beside("k9")));
    // By its own curl: d5 and e4 touch more than an end.
    let curl = "d4 d3 e3 f3 f4 f5 e5";
    assert_eq!(cells(&*standard(2).at(&format!("Oc4; merchants {curl}")), 'M'), set("e6"));
    let play = standard(2).at(&format!("Oc4 Be6; merchants {curl}"));
    assert_eq!(cells(&*play, 'M'), &without(everywhere(), &format!("{curl} c4 e6")) - &beside(curl));
    // By the placement that blocks it: in the middle of a turn.
    let play = go(&*standard(2).at("Oc1; merchants a2 b2 b1"), "Ba3");
    assert_eq!(cells(&*play, 'M'), free);
}

#[test]
fn me_44_me_46_old_lines_block_and_are_never_continued() {
    let play = standard(2).at(&format!("{BLOCKED}; merchants a2 b2 b1 | b4"));
    assert_eq!(cells(&*play, 'M'), set("a4 c4 b5"), "b3 touches the old line too");
    let around = "a4 a5 b5 c5 c4";
    let grey: Vec<String> = around.split(' ').map(|cell| format!("G{cell}")).collect();
    let play = standard(2).at(&format!("{BLOCKED} {}; merchants a2 b2 b1 | b4", grey.join(" ")));
    let filled = format!("{around} a1 c1 a3 a2 b2 b1 b4");
    assert_eq!(cells(&*play, 'M'), &without(everywhere(), &filled) - &beside("a2 b2 b1 b4"));
    assert_eq!(line(&*go(&*play, "Mp9")), "3:p9");
}

#[test]
fn me_45_a_new_line_begins_beside_no_merchant_or_beside_one_at_most() {
    let filled = "a2 b2 b1 a1 c1 a3";
    let text = format!("{BLOCKED}; merchants a2 b2 b1");
    let play = standard(2).at(&text);
    assert_eq!(cells(&*play, 'M'), without(everywhere(), &format!("{filled} b3 c2")));
    assert!(cells(&*play, 'M').is_superset(&set("p11 a11 p1 h1")), "the outer ring is as good");
    let lax = table("standard", 2, "new_line_cell=at_most_one");
    assert_eq!(cells(&*lax.at(&text), 'M'), without(everywhere(), filled));
    let play = lax.at("Oc1 Ga3; merchants a2 b2 b1");
    refuses(&*play, "Ma1"); // beside two
    let after = go(&*play, "Mb3");
    assert_eq!((line(&*after), cells(&*after, 'M')), ("2:b3".into(), set("c3 b4")));
    let after = go(&*after, "Mb4 Nk1");
    assert_eq!((line(&*after), cells(&*after, 'M')), ("2:b3-b4".into(), set("c3 a4 c4 b5")));
    let both = table("standard", 2, "new_line_cell=at_most_one;merchant_touch=with_diagonals");
    let play = both.at("Oh5 Bh8; merchants h6 h7");
    assert_eq!(cells(&*play, 'M'), without(everywhere(), "h5 h8 h6 h7 g6 g7 i6 i7"));
}

#[test]
fn me_46_old_lines_count_for_points() {
    let play = standard(2).at(&format!("{BLOCKED}; merchants a2 b2 b1 | k9; roofs a1:1 c1:2; tiles 21--|----"));
    assert_eq!((points(&*play, 0)[2], points(&*play, 1)[2]), (2, 1));
}

#[test]
fn me_42_me_46_lines_stay_single_file() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            walk(&table, seed, |before, action, after| {
                let all = merchants(after);
                let touches = |cell| all.iter().filter(|other| other.is_next_to(cell)).count();
                let number: Vec<usize> = all.iter().map(|&cell| touches(cell)).collect();
                let lines = after.outcome().columns[2] as usize;
                assert!(number.iter().all(|&touched| touched <= 2), "{name}: {}", after.notation());
                assert_eq!(all.len() - number.iter().sum::<usize>() / 2, lines, "{name}: {}", after.notation());
                let new: Cells = &all - &merchants(before);
                if let (Some(&cell), true) = (new.first(), before.plies() > 0) {
                    assert_eq!(touches(cell), usize::from(line(before)[..2] == line(after)[..2]), "{name}: {action}");
                }
            });
        }
    }
}
