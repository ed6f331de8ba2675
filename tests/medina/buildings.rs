//! ME.13 to ME.22: palaces, where buildings go, blocked palaces, finished colours.

use crate::board::{Cells, away, everywhere, palaces, set, without};
use crate::positions::{go, standard, table, tables, walk};
use crate::readers::{board, cells, end, game_facts, held, merchants, points, refuses, roofs, tiles};
use crate::support::scaled;

fn frees() -> crate::positions::Table {
    table("standard", 2, "blocked_palace=frees_colour")
}

#[test]
fn me_13_me_14_me_17_palaces_are_what_flood_fill_finds() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            walk(&table, seed, |_, action, after| {
                let (on, found) = (board(after), palaces(&board(after)));
                after.check().unwrap_or_else(|problem| panic!("{name}: {problem}"));
                for (number, one) in found.iter().enumerate() {
                    for other in &found[number + 1..] {
                        let (one, other) = (one.pieces(), other.pieces());
                        assert!(!one.iter().any(|cell| other.contains(cell) || other.iter().any(|o| o.is_near(*cell))));
                    }
                }
                let pieces: usize = found.iter().map(|palace| palace.pieces().len()).sum();
                assert_eq!(pieces, on.values().filter(|kind| !"MW".contains(**kind)).count(), "{name}: {action}");
                let roofed: Cells = roofs(after).into_iter().map(|roof| roof.0).collect();
                assert!(roofed.is_subset(&found.iter().map(crate::board::Palace::first).collect()));
                let open = |colour| found.iter().filter(move |palace| palace.colour == colour);
                for colour in "OBGN".chars().filter(|_| table.is("blocked_palace", "frozen")) {
                    let open = open(colour).filter(|palace| !roofed.contains(&palace.first()));
                    assert!(open.count() <= 1, "{name}: {}", after.notation());
                }
            });
        }
    }
}

#[test]
fn me_15_a_building_extends_the_palace_under_construction() {
    let play = standard(2).at("Oc3 Od3 Od4");
    assert_eq!(cells(&*play, 'O'), set("b3 c2 d2 e3 e4 c4 d5"));
    refuses(&*play, "Ob2 Oe5 Oc5 Ok9 Oc3 Oh6");
}

#[test]
fn me_16_without_one_it_begins_a_palace_that_touches_no_other() {
    let play = go(&*standard(2).at("Oc3 Od3 Bh2 Sh3; merchants m9"), "Rc3");
    let free = without(away(everywhere(), "c3 d3 h2 h3"), "m9");
    assert_eq!((cells(&*play, 'O'), cells(&*play, 'G')), (free.clone(), free));
    assert_eq!(cells(&*play, 'B'), set("g2 i2 h1"));
}

#[test]
fn me_17_palaces_never_touch() {
    // All eight neighbours, of another colour, of the same colour, roofed or not.
    let near = "b2 c2 d2 b3 d3 b4 c4 d4";
    for (text, colours) in [("Oc3", "BGN"), ("Oc3; roofs c3:1; tiles 1---|----", "OBGN")] {
        let play = standard(2).at(text);
        for colour in colours.chars() {
            near.split(' ').for_each(|cell| refuses(&*play, &format!("{colour}{cell}")));
            assert_eq!(cells(&*play, colour), without(away(everywhere(), "c3"), "h6"));
        }
    }
    // An extension that would touch another palace: d3 is near e4, c4 near the stable on c5, d4 near c3.
    let play = standard(2).at("Oc3 Be4 Gc6 Sc5; roofs c6:2; tiles --2-|----");
    assert_eq!((cells(&*play, 'O'), cells(&*play, 'B')), (set("b3 c2"), set("f4 e3 e5")));
}

#[test]
fn me_18_all_buildings_of_a_colour_form_one_palace() {
    for (players, number) in [(2, 16), (3, 18), (4, 20)] {
        let row: Vec<String> = everywhere().iter().take(number).map(|cell| format!("G{cell}")).collect();
        let play = standard(players).at(&row.join(" "));
        assert_eq!((held(&*play, "G"), cells(&*play, 'G').len()), (vec![0; usize::from(players)], 0));
        let after = go(&*play, "Ra1");
        assert_eq!((points(&*after, 0)[0], tiles(&*after)), (number as i16, "--1-|----".into()));
    }
    // As the checklist has it, eight for each of four seats: 32 in one palace.
    let many: Vec<String> = everywhere().iter().take(32).map(|cell| format!("N{cell}")).collect();
    let after = go(&*table("standard", 4, "buildings=8").at(&many.join(" ")), "Ra1");
    assert_eq!(points(&*after, 0)[0], 32);
}

#[test]
fn me_19_a_blocked_palace_keeps_its_colour_closed() {
    // The checklist's position: black in a corner behind merchants on its three neighbours.
    for (table, free) in [(standard(2), 0), (frees(), 172)] {
        let play = table.at("Ba1; merchants a2 b2 b1");
        assert_eq!(['O', 'B', 'G', 'N'].map(|colour| cells(&*play, colour).len()), [172, free, 172, 172]);
        assert_eq!((cells(&*play, 'S').len(), cells(&*play, 'R')), (0, set("a1")));
        let after = go(&*play, "Ra1");
        assert_eq!(['O', 'B', 'G', 'N'].map(|colour| cells(&*after, colour).len()), [172; 4]);
        assert_eq!((cells(&*after, 'S').len(), tiles(&*after)), (0, "-1--|----".into()));
    }
}

#[test]
fn me_19_several_palaces_of_a_colour_only_where_a_blocked_one_frees_it() {
    let play = go(&*frees().at("Ba1; merchants a2 b2 b1"), "Bk9 Bk10");
    assert_eq!((cells(&*play, 'B'), cells(&*play, 'R')), (set("j9 l9 k8 j10 l10 k11"), set("a1 k9")));
    assert_eq!(game_facts(&*play), [2, 0, 1, 0]);
    let refusal = standard(2).refusal(&play.notation());
    assert!(refusal.contains("2 palaces of B are under construction"), "{refusal}");
    // Both may be roofed, the blocked one too, by different seats.
    let after = go(&*play, "Ra1 nw-e Rk9");
    assert_eq!(roofs(&*after).len(), 2);
}

#[test]
fn me_19_other_palaces_block_too() {
    // Every cell beside a1 would break the gap; without the palace on c1, b1 is left.
    let (board, free) = ("Oa1 Ba3 Gc1", without(away(everywhere(), "a1 a3 c1"), "h6"));
    assert_eq!(cells(&*frees().at(board), 'O'), free);
    assert_eq!((cells(&*standard(2).at(board), 'O'), cells(&*standard(2).at("Oa1 Ba3"), 'O')), (set(""), set("b1")));
    // A merchant laid into the last cell blocks at once: the second placement of the turn finds the colour closed.
    let play = standard(2).at("Oa1 Ba3; merchants c1");
    assert_eq!(cells(&*play, 'O'), set("b1"));
    assert!(cells(&*go(&*play, "Mb1"), 'O').is_empty());
}

#[test]
fn me_20_beside_only_a_stable_does_not_continue_a_palace() {
    let reach = table("standard", 2, "extend_by_stable=true");
    for (table, buildings) in [(&standard(2), "b3 c2 c4"), (&reach, "b3 c2 c4 e3 d4 d2")] {
        let play = table.at("Oc3 Sd3");
        assert_eq!((cells(&*play, 'O'), cells(&*play, 'S')), (set(buildings), set("b3 c2 c4")));
    }
    refuses(&*standard(2).at("Oc3 Sd3"), "Oe3 Od4 Od2");
    let after = go(&*reach.at("Oc3 Sd3"), "Oe3 Of3");
    assert_eq!((cells(&*after, 'R'), points(&*go(&*after, "Rc3"), 1)[..2].to_vec()), (set("c3"), vec![3, 1]));
}

#[test]
fn me_21_merchants_walls_and_the_edge_only_fill_cells() {
    // Into the corner between merchants and against two walls.
    let play = standard(2).at("; merchants a2 b2 b1; walls sw-n=4 sw-e=4");
    for colour in "OBGN".chars() {
        assert_eq!(cells(&*play, colour), without(everywhere(), "a2 b2 b1"));
    }
    assert_eq!(points(&*go(&*play, "Oa1 Ra1"), 0)[2..4], [2, 2]);
}

#[test]
fn me_22_buildings_of_a_colour_that_every_seat_owns_leave_or_stay() {
    for (rules, left) in [("", 0), ("finished_colour=stay", 7)] {
        let table = table("standard", 2, rules);
        let after = go(&*table.at("Bc3 Bg3; roofs c3:1; tiles -1--|----; turn 2:2"), "Rg3 nw-e");
        assert_eq!((held(&*after, "B"), held(&*after, "O")), (vec![left, left], vec![8, 8]));
        let free = without(away(everywhere(), "c3 g3"), "h6");
        assert_eq!(cells(&*after, 'O'), free);
        assert_eq!(cells(&*after, 'B'), if left > 0 { free } else { Cells::new() });
        assert_eq!(game_facts(&*after)[3], 14 - 2 * left as i16);
        for seed in 0..scaled(50) {
            let over = walk(&table, seed, |_, _, _| ());
            assert_eq!(end(&*over), Some("no_placement"), "{}", over.notation());
            assert!(!merchants(&*over).is_empty());
        }
    }
    // Two of three seats are not every seat.
    let play = standard(3).at("Bc3 Bg3; roofs c3:1; tiles -1--|----; turn 2:2");
    assert_eq!(held(&*go(&*play, "Rg3"), "B"), held(&*play, "B"));
}
