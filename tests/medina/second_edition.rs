//! ME.56, and ME-57 to ME-61: neutral roofs, the well, tea, merchants on towers, the short opening.

use crate::board::{Cells, away, grid, set, without};
use crate::positions::{ARMS, Table, go, standard, table, tables, walk};
use crate::readers::{
    board, by_colour, cells, end, game_facts, held, left, points, refuses, roofs, scores, tiles, turn, turns,
};
use crate::support::scaled;

/// The second edition with turns of two from the start on, and other rules changed.
fn second(players: u8, rules: &str) -> Table {
    table("second-edition", players, &format!("short_openings=0;{rules}"))
}

#[test]
fn me_56_standard_has_none_of_it() {
    for players in 2..=4 {
        let table = standard(players);
        for key in ["neutral_roofs", "tea", "short_openings"] {
            assert_eq!(table.int(key), 0, "{key}");
        }
        for key in ["well", "tower_merchants", "survivor_roofs"] {
            assert!(!table.yes(key), "{key}");
        }
        for seed in 0..scaled(50) {
            walk(&table, seed, |_, action, after| {
                assert!(!action.starts_with('X') && action != "tea");
                assert!(!tiles(after).contains('n') && !board(after).values().any(|kind| *kind == 'W'));
                assert!((0..table.players()).all(|seat| points(after, seat)[6] == 0));
                assert!(after.seat().is_none() || left(after) <= 2);
                assert!(!turn(after).contains("roof") && !turn(after).contains("tea"));
            });
        }
    }
}

#[test]
fn the_readings_of_each_variant_are_those_of_the_table_of_open_points() {
    let keys = "tower_trigger palace_trigger tower_contact blocked_palace finished_colour new_line_cell neutral_limit \
                tie tea_use first_merchant palace_tie merchant_touch";
    for (name, table) in tables() {
        let words: Vec<&str> = keys.split(' ').map(|key| table.0.values.word(key)).collect();
        let (trigger, blocked) = if name.contains("standard") { ("roof", "frozen") } else { ("any", "frees_colour") };
        let first = if name.contains("first-edition") { "chosen" } else { "random" };
        let rest = ["leave", "no_neighbour", "any", "shared", "second", first, "stays", "orthogonal"];
        assert_eq!(words[..4], [trigger, trigger, "arm", blocked], "{name}");
        assert_eq!(words[4..], rest, "{name}");
        assert_eq!(table.yes("survivor_roofs"), !name.contains("standard"));
        assert!(table.yes("neutral_tiles") && !table.yes("extend_by_stable") && !table.yes("stable_bridge"));
        assert_eq!(table.0.values.words("tower_values"), ["1", "3", "2", "4"]);
    }
}

#[test]
fn me_57_neutral_roofs() {
    let play = second(3, "").at("Oc3 Ok9 Nm3; well h3; roofs c3:1; tiles 1---|----");
    assert_eq!((cells(&*play, 'R'), cells(&*play, 'X')), (set("m3"), set("k9 m3")));
    let after = go(&*play, "Xk9");
    assert_eq!((roofs(&*after)[1].1.as_str(), held(&*after, "X")), ("n", vec![0, 1, 1]));
    assert_eq!((scores(&*after), game_facts(&*after)), (vec![5, 0, 0], [1, 1, 1, 0]));
    assert!(cells(&*after, 'X').is_empty() && cells(&*after, 'S').contains(set("k8").first().unwrap()));
    assert!(cells(&*after, 'O').is_subset(&away(grid(11, 16), "k9")), "it is roofed: orange begins anew");
    // Not a second neutral palace of a colour, if the field says so.
    for (rules, found) in [("", "k9 m3"), ("neutral_limit=one_per_colour", "m3")] {
        let play = second(3, rules).at("Oc3 Ok9 Nm3; well h3; roofs c3:n; tiles n---|----");
        assert_eq!((cells(&*play, 'X'), cells(&*play, 'R')), (set(found), set("k9 m3")), "{rules}");
    }
    // Neutral palaces do not finish a colour (ME-22).
    let play = second(2, "").at("Bc3 Bk9; merchants g6; well h3; roofs c3:1; tiles -1--|----; turn 2:2");
    assert_eq!((held(&*go(&*play, "Xk9"), "B"), held(&*go(&*play, "Rk9"), "B")), (vec![7, 7], vec![0, 0]));
}

#[test]
fn me_57_neutral_palaces_and_palace_tiles() {
    for (rules, holder) in [("", 'n'), ("neutral_tiles=false", '1')] {
        let table = second(3, rules);
        let play = table.at("Oc3 Ok9 Ok10; well h3; roofs c3:1; tiles 1---|----; turn 2:2");
        assert_eq!(tiles(&*go(&*play, "Xk9")), format!("{holder}---|----"), "the neutral one is larger");
        let play = table.at(&format!("Oc3 Ok9 Ok10; well h3; roofs c3:1 k9:n; tiles {holder}---|----"));
        assert_eq!(tiles(&*go(&*play, "Sd3")), format!("{holder}---|----"), "equal: it stays");
        assert_eq!(tiles(&*go(&*play, "Sd3 Sc4")), "1---|----");
        let play = table.at("Oc3 Ok9; well h3; roofs c3:1 k9:n; tiles 1---|----");
        assert_eq!(tiles(&*go(&*play, "Sk8")), format!("{holder}---|----"));
        let first = go(&*table.at("Oc3; well h3; turn 2:2"), "Xc3");
        assert_eq!(tiles(&*first), if holder == 'n' { "n---|----" } else { "----|----" });
    }
}

#[test]
fn me_57_me_60_neutral_palaces_and_tower_tiles() {
    for (rules, holder, gained) in [("", 'n', 0), ("neutral_tiles=false", '-', 3)] {
        let table = second(3, rules);
        let play = table.at("Oa11 Bc11; well h3; walls nw-e=3");
        let after = go(&*play, "Xa11");
        assert_eq!((&tiles(&*after)[5..], held(&*after, "M")), (&*format!("{holder}---"), vec![8; 3]));
        let after = go(&*after, "Rc11");
        assert_eq!(
            (&tiles(&*after)[5..], held(&*after, "M")[0]),
            ("1---", 8 + gained),
            "the merchants are lost, or not"
        );
        let play = table.at("Oa11 Bc11; well h3; walls nw-e=3; roofs c11:2; tiles -2--|2---");
        let expected = if holder == 'n' { "n---" } else { "2---" };
        assert_eq!(&tiles(&*go(&*play, "Xa11"))[5..], expected);
        let play = table.at(&format!("Oa11; well h3; roofs a11:n; tiles {holder}---|----"));
        assert_eq!(&tiles(&*go(&*play, "nw-s"))[5..], format!("{holder}---"), "by a wall later");
    }
}

#[test]
fn me_58_the_well() {
    // After the merchant, chance puts it on another inner cell.
    let table = second(2, "");
    let inner: Cells =
        grid(10, 14).into_iter().filter(|at| (2..10).contains(&at.row) && (1..13).contains(&at.column)).collect();
    let mut wells = Cells::new();
    for deal in 0..scaled(20_000) {
        let play = table.deal(deal);
        let on = board(&*play);
        let [merchant, well] = ['M', 'W'].map(|kind| *on.iter().find(|on| *on.1 == kind).expect("set up").0);
        assert!(inner.contains(&merchant) && inner.contains(&well) && merchant != well);
        wells.insert(well);
    }
    assert_eq!((wells, inner.len()), (inner, 96));
    // No building, no stable near it; merchants may.
    let play = table.at("; merchants g6; well h7");
    assert_eq!(cells(&*play, 'O'), without(away(grid(10, 14), "h7"), "g6"), "g6 is near the well anyway");
    assert_eq!(cells(&*play, 'M'), set("f6 h6 g5 g7"));
    for (building, free) in [("Oe7", "d7 e6 e8 f7"), ("Of7", "e7 f6 f8")] {
        let play = table.at(&format!("{building}; merchants g6; well h7"));
        assert_eq!((cells(&*play, 'O'), cells(&*play, 'S')), (set(free), set(free)));
    }
    let play = table.at("; merchants h6; well h7");
    assert_eq!(cells(&*play, 'M'), set("g6 i6 h5"), "it fills its cell");
}

#[test]
fn me_58_points_of_the_well() {
    let table = second(3, "");
    let well = |text: &str| points(&*table.at(text), 0)[6];
    let play = table.at("Of6 Of7 Bh8 Si8 Ok6; merchants c3; well h6; roofs f6:1 h8:2 k6:3; tiles 12--|----");
    assert_eq!([0, 1, 2].map(|seat| points(&*play, seat)[6]), [4, 4, 0]);
    assert_eq!([0, 1, 2].map(|seat| by_colour(&*play, seat).iter().sum::<i16>()), [10, 8, 1]);
    let one = "merchants k9; tiles 1---|----";
    assert_eq!(well(&format!("Oa2 Oa3 Sa4; well c3; roofs a2:1; {one}")), 4);
    assert_eq!(well(&format!("Oa5 Ob5 Sc5; well c3; roofs a5:1; {one}")), 4, "a stable");
    assert_eq!(well(&format!("Ob1; well d4; roofs b1:1; {one}")), 0, "not diagonally");
    assert_eq!(well(&format!("Oc1 Oa3 Oa2 Oa1 Ob1; well c3; roofs a1:1; {one}")), 8);
}

#[test]
fn me_59_who_roofs_black_takes_half_of_the_tea() {
    let firsts = ["a1", "c1", "e1", "g1"];
    for (stack, shares) in [(6, [3, 2, 1, 0]), (7, [4, 2, 1, 0]), (1, [1, 0, 0, 0]), (0, [0; 4])] {
        let table = second(4, &format!("tea={stack}"));
        let mut expected = vec![0; 4];
        for (seat, share) in shares.into_iter().enumerate() {
            let black: Vec<String> = firsts[..=seat].iter().map(|first| format!("B{first}")).collect();
            let roofs: Vec<String> = (0..seat).map(|n| format!("{}:{}", firsts[n], n + 1)).collect();
            let roofs = if seat > 0 { format!("; roofs {}; tiles -1--|----", roofs.join(" ")) } else { String::new() };
            let play = table.at(&format!("{}; well k9{roofs}; turn {}:2", black.join(" "), seat + 1));
            assert_eq!(held(&*play, "tea"), expected);
            expected[seat] = share;
            assert_eq!(held(&*go(&*play, &format!("R{}", firsts[seat])), "tea"), expected, "{stack}");
        }
    }
    assert_eq!(held(&*go(&*second(4, "").at("Oa1; well k9"), "Ra1"), "tea"), [0; 4], "black only");
    // A neutral roof takes its share out of the game, unless neutral palaces take nothing.
    for (rules, share) in [("", 2), ("neutral_tiles=false", 3)] {
        let after = go(&*second(3, rules).at("Ba1; well k9"), "Xa1 Bc1 Bc2 Rc1");
        assert_eq!(held(&*after, "tea"), [0, share, 0]);
    }
}

#[test]
fn me_59_tea_stands_for_the_second_placement() {
    let black = "Ba1; well k9; roofs a1:1; tiles -1--|----";
    let play = second(3, "").at(black);
    refuses(&*play, "tea");
    let play = go(&*play, "nw-e");
    assert_eq!(play.legal_texts().last().map(String::as_str), Some("tea"));
    let after = go(&*play, "tea");
    assert_eq!((turn(&*after), after.plies(), held(&*after, "tea")), ("2:2".into(), play.plies() + 1, vec![2, 0, 0]));
    assert_eq!((board(&*after), scores(&*after)), (board(&*play), scores(&*play)));
    refuses(&*go(&*after, "nw-e"), "tea"); // seat 2 has none
    // `either`: of any placement, one in a turn.
    let play = second(3, "tea_use=either").at(black);
    let after = go(&*play, "tea");
    assert_eq!(turn(&*after), "1:1:tea");
    refuses(&*after, "tea");
    assert_eq!((turn(&*go(&*after, "nw-e")), turn(&*go(&*play, "nw-e tea"))), ("2:2".into(), "2:2".into()));
    // Tea alone is no placement: over with three tiles held.
    let few = second(2, "buildings=1;roofs=1;walls=1;stables=0;merchants=0;neutral_roofs=0");
    let play = few
        .at("Ba1 Ba2 Oc1 Oc2 Ge1 Ge2 Ng1 Ng2; merchants g6; well k5; roofs a1:1 c1:2; tiles 21--|----; walls ne-s=1; \
         hold 1 wall=1");
    assert_eq!(play.legal_texts(), ARMS);
    let over = go(&*play, "nw-e");
    assert_eq!((end(&*over), held(&*over, "tea")), (Some("no_placement"), vec![3, 0]));
}

#[test]
fn me_60_merchants_on_tower_tiles_go_to_their_first_holder() {
    let table = second(3, "");
    for (arm, corner, number) in [("nw-e", "a11", 3), ("ne-s", "p11", 1), ("se-w", "p1", 2), ("sw-n", "a1", 0)] {
        let play = table.at(&format!("O{corner}; well k9; walls {arm}=1; turn 2:2"));
        assert_eq!(held(&*go(&*play, &format!("R{corner}")), "M"), [8, 8 + number, 8], "{corner}");
        let play = table.at(&format!("O{corner}; well k9; roofs {corner}:3; tiles 3---|----"));
        assert_eq!(held(&*go(&*play, arm), "M")[2], 8 + number, "by a wall");
    }
    let play = table.at("Oa11 Bc11; well k9; walls nw-e=3; roofs a11:2; tiles 2---|2---");
    let after = go(&*play, "Rc11");
    assert_eq!((tiles(&*after), held(&*after, "M")), ("21--|1---".into(), held(&*play, "M")), "the first only");
}

#[test]
fn me_61_the_short_opening() {
    for (name, table) in tables() {
        let short = match (name.contains("second-edition"), table.players()) {
            (false, _) => 0,
            (true, 2) => 1,
            (true, _) => 2,
        };
        // Plies of each turn; at this time everybody can place two.
        let mut plies = vec![0; 2 * table.players()];
        walk(&table, 61, |before, _, _| {
            if let (Some(number), false) =
                (plies.get_mut(usize::from(turns(before))), turn(before).contains("merchant"))
            {
                *number += 1;
            }
        });
        let expected = (0..plies.len()).map(|turn| if (turn as i64) < short { 1 } else { 2 });
        assert_eq!(plies, expected.collect::<Vec<_>>(), "{name}");
        let first = table.deal(0);
        let ready = if turn(&*first).contains("merchant") { go(&*first, "Mg6") } else { first };
        assert_eq!(i64::from(left(&*ready)), if short > 0 { 1 } else { 2 }, "{name}");
    }
}
