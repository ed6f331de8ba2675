//! ME.23 to ME.26: roofs and owners.

use crate::board::{Cells, away, everywhere, palaces, set};
use crate::positions::{go, standard, tables, walk};
use crate::readers::{board, cells, held, refuses, roofs, turn};
use crate::support::scaled;

#[test]
fn me_23_a_roof_makes_the_placer_the_owner_whoever_built() {
    let play = go(&*standard(2).at(""), "Oc3 Od3 Rc3");
    assert_eq!((roofs(&*play), turn(&*play)), (vec![(*set("c3").first().unwrap(), "2".into())], "2:1".into()));
    assert_eq!(held(&*play, "R"), [4, 3]);
    // A roofed palace is a target for nobody.
    assert!(cells(&*play, 'R').is_empty() && cells(&*go(&*play, "nw-e"), 'R').is_empty());
    refuses(&*play, "Rc3 Rd3");
    refuses(&*go(&*play, "nw-e"), "Rc3 Rd3");
    // One building is enough.
    assert_eq!(roofs(&*go(&*standard(2).at("Oc3"), "Rc3")).len(), 1);
}

#[test]
fn me_24_nobody_owns_two_palaces_of_a_colour() {
    for (seat, expected) in [(1, "k9"), (2, ""), (3, "k9")] {
        let play = standard(3).at(&format!("Ga1 Gk9; roofs a1:2; tiles --2-|----; turn {seat}:2"));
        assert_eq!(cells(&*play, 'R'), set(expected), "seat {seat}");
    }
}

#[test]
fn me_25_a_roofed_palace_takes_stables_only() {
    let before = go(&*standard(2).at("Oc3 Od3"), "nw-e");
    assert_eq!((cells(&*before, 'O'), cells(&*before, 'S')), (set("b3 c2 c4 d2 d4 e3"), set("b3 c2 c4 d2 d4 e3")));
    let after = go(&*go(&*standard(2).at("Oc3 Od3"), "Rc3"), "");
    assert_eq!(cells(&*after, 'S'), set("b3 c2 c4 d2 d4 e3"));
    assert!(cells(&*after, 'O').is_subset(&away(everywhere(), "c3 d3")));
    assert!(cells(&*after, 'O').contains(set("k9").first().unwrap()));
}

#[test]
fn me_26_all_cells_of_a_palace_are_one_action() {
    let play = standard(2).at("Od4 Oc4 Oc5 Sc3 Bh2 Bi2 Nk9 Gn4; roofs n4:1 k9:2; tiles --12|----");
    assert_eq!(cells(&*play, 'R'), set("h2 c4"), "the lowest building; a stable is no first cell");
    refuses(&*play, "Rd4 Rc5 Rc3 Ri2 Rn4 Rk9");
}

#[test]
fn me_23_me_24_me_26_roof_actions_are_the_palaces_open_to_the_seat() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            walk(&table, seed, |before, action, after| {
                for (text, seat) in [("1", 0), ("2", 1), ("3", 2), ("4", 3)] {
                    let on = board(after);
                    let own: Vec<char> =
                        roofs(after).into_iter().filter(|roof| roof.1 == text).map(|roof| on[&roof.0]).collect();
                    assert!(own.iter().all(|colour| own.iter().filter(|other| *other == colour).count() == 1));
                    // Only those who still hold a roof; with survivor's duty all else may be closed, roofs never.
                    if after.seat().is_some_and(|due| due.0 == seat) && held(after, "R")[usize::from(seat)] > 0 {
                        let roofed: Cells = roofs(after).into_iter().map(|roof| roof.0).collect();
                        let open = palaces(&on).into_iter().filter(|palace| !own.contains(&palace.colour));
                        let open: Cells = open.map(|palace| palace.first()).collect();
                        assert_eq!(cells(after, 'R'), &open - &roofed, "{name}: {action} in {}", before.notation());
                    }
                }
            });
        }
    }
}
