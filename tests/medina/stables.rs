//! ME.36 to ME.40: stables.

use crate::board::{Cells, away, everywhere, extensions, palaces, set};
use crate::positions::{go, standard, table, tables, walk};
use crate::readers::{board, cells, held, left, points, refuses, roofs, scores};
use crate::support::scaled;

#[test]
fn me_36_a_stable_stands_beside_a_building_of_any_palace() {
    let play = standard(2).at("Oc3 Sd3 Bg3 Nk3 Nk4; roofs c3:1 g3:2; tiles 12--|----");
    let (own, foreign, unroofed) = (set("b3 c2 c4"), set("f3 h3 g2 g4"), set("j3 l3 k2 j4 l4 k5"));
    assert_eq!(cells(&*play, 'S'), &(&own | &foreign) | &unroofed);
    let after = go(&*play, "Sf3 Sc4");
    assert_eq!(cells(&*after, 'S'), &set("b3 c2 h3 g2 g4") | &unroofed);
    // Whoever placed them, they count for the palace.
    assert_eq!((points(&*after, 0)[1], points(&*after, 1)[1]), (2, 1));
    // Neutral palaces too.
    let second = table("second-edition", 3, "short_openings=0");
    let play = second.at("Oc3; well m9; roofs c3:n; tiles n---|----");
    assert_eq!(cells(&*play, 'S'), set("b3 d3 c2 c4"));
}

#[test]
fn me_37_beside_a_stable_or_at_a_corner_is_not_enough() {
    refuses(&*standard(2).at("Oc3 Sd3"), "Se3 Sd2 Sd4 Sb2 Sb4");
}

#[test]
fn me_38_stables_keep_the_gap() {
    let play = standard(2).at("Oc3 Bf3");
    assert_eq!(cells(&*play, 'S'), set("b3 c2 c4 d3 e3 g3 f2 f4"), "two steps away");
    let after = go(&*play, "Sd3");
    assert_eq!((cells(&*after, 'S'), cells(&*after, 'B')), (set("b3 c2 c4 g3 f2 f4"), set("g3 f2 f4")), "along a side");
    let play = standard(2).at("Oc3 Be4");
    assert_eq!(cells(&*play, 'S'), set("b3 c2 c4 f4 e5 e3"), "d3 and d4 are beside one, at a corner of the other");
    // Nothing comes near a foreign stable, not even at a corner.
    let play = standard(2).at("Oc3 Sd3 Bf4");
    assert_eq!((cells(&*play, 'S'), cells(&*play, 'B')), (set("b3 c2 c4 g4 f5 f3"), set("g4 f5 f3")));
    assert!(cells(&*play, 'G').is_subset(&away(everywhere(), "d3")));
}

#[test]
fn me_38_nothing_tests_whether_alleys_stay_open() {
    // The stable shuts a1, b1 and a2 off from all merchants to come.
    let play = standard(2).at("Oa3 Ob3; merchants c2 d2 d3");
    assert!(cells(&*play, 'S').contains(set("b2").first().unwrap()));
    assert!(cells(&*go(&*play, "Sb2"), 'S').contains(set("a2").first().unwrap()));
}

#[test]
fn me_38_a_bridge_counts_for_both() {
    let bridge = table("standard", 2, "stable_bridge=true");
    assert!(!cells(&*standard(2).at("Oc3 Be3"), 'S').contains(set("d3").first().unwrap()));
    let play = bridge.at("Oc3 Be3; roofs c3:2; tiles 2---|----");
    assert_eq!(cells(&*play, 'S'), set("b3 c2 c4 d3 f3 e2 e4"));
    let after = go(&*play, "Sd3");
    assert_eq!((cells(&*after, 'B'), cells(&*after, 'S')), (set("f3 e2 e4"), set("b3 c2 c4 f3 e2 e4")));
    assert_eq!(scores(&*go(&*after, "Re3")), [1 + 1 + 2, 1 + 1 + 4]);
    // A palace it is not beside must not be near it.
    let play = bridge.at("Oc3 Be3 Gd5");
    assert!(cells(&*play, 'S').is_superset(&set("d3")) && !cells(&*play, 'S').contains(set("d4").first().unwrap()));
    assert_eq!(cells(&*bridge.at("Oc3 Be4"), 'S'), set("b3 c2 c4 f4 e5 e3"));
    assert!(!cells(&*bridge.at("Oc3 Be3 Sd3 Nb5"), 'S').contains(set("c4").first().unwrap()));
}

#[test]
fn me_39_a_stable_counts_in_everything() {
    // Size and contact with walls: ME.29, ME.34. Value, merchants and walls alongside of the stables only:
    let play = standard(2).at("Oc2 Sc1 Sd2; merchants e2 e3; walls sw-e=5; roofs c2:1; tiles 1---|----");
    assert_eq!(points(&*play, 0), [1, 2, 1, 1, 4, 0, 0]);
}

#[test]
fn me_40_stables_go_on_extension_cells() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            walk(&table, seed, |_, action, after| {
                let Some(seat) = after.seat() else { return };
                // Survivor's duty may close everything but roofs (ME-62).
                if table.yes("survivor_roofs") && left(after) == 1 {
                    return;
                }
                let (on, roofed) = (board(after), roofs(after));
                let found = palaces(&on);
                let room: Vec<Cells> = found.iter().map(|palace| extensions(&on, palace, table.size())).collect();
                if held(after, "S")[seat.index()] > 0 {
                    let all: Cells = room.iter().flatten().copied().collect();
                    assert_eq!(cells(after, 'S'), all, "{name}: {action} to {}", after.notation());
                }
                for colour in "OBGN".chars() {
                    let is_open = |first| !roofed.iter().any(|roof| roof.0 == first);
                    let of = found
                        .iter()
                        .zip(&room)
                        .filter(|(palace, _)| palace.colour == colour && is_open(palace.first()));
                    let open: Vec<&Cells> = of
                        .map(|(_, room)| room)
                        .filter(|room| table.is("blocked_palace", "frozen") || !room.is_empty())
                        .collect();
                    if let [room] = open[..]
                        && held(after, &colour.to_string())[seat.index()] > 0
                    {
                        assert_eq!(cells(after, colour), *room, "{name}: {action} to {}", after.notation());
                    }
                }
            });
        }
    }
}
