//! ME.27 to ME.35: palace tiles and tower tiles.

use crate::positions::{Table, go, standard, table};
use crate::readers::tiles;

/// Tiles move by stables and walls too.
fn any() -> Table {
    table("standard", 2, "palace_trigger=any;tower_trigger=any")
}

/// The holders of the tiles after some actions.
fn then(table: &Table, position: &str, actions: &str) -> String {
    tiles(&*go(&*table.at(position), actions))
}

#[test]
fn me_27_the_first_roof_of_a_colour_takes_the_tile_and_a_larger_palace_takes_it_over() {
    let table = standard(2);
    assert_eq!(then(&table, "", "Oc3 Rc3"), "1---|----");
    assert_eq!(then(&table, "", "Oc3 Rc3 Oc7 Oc8 nw-e nw-e Rc7"), "2---|----");
    assert_eq!(then(&table, "", "Oc3 Rc3 Oc7 Rc7"), "1---|----");
    assert_eq!(then(&table, "Gc3 Gd3 Gm3; roofs c3:2; tiles --2-|----", "Rm3"), "--2-|----");
    // Palaces of other colours do not matter.
    assert_eq!(then(&table, "Ga1 Gb1 Om1; roofs a1:1; tiles --1-|----; turn 2:2", "Rm1"), "2-1-|----");
}

#[test]
fn me_28_the_largest_is_strictly_larger_than_every_other_at_its_present_size() {
    // Seat 1 holds with 4; the palace of seat 2, roofed at 3, grew by stables to 6; seat 3 roofs one of 4 to 7.
    let others = "Na1 Nb1 Nc1 Nd1 Na4 Nb4 Nc4 Sd4 Sa5 Sb5";
    for (rules, expected) in [("", [1, 1, 1, 3]), ("palace_tie=moves", [1, 1, 3, 3])] {
        for (size, holder) in (4..8).zip(expected) {
            let third: Vec<String> = "abcdefg".chars().take(size).map(|column| format!("N{column}9")).collect();
            let text = format!("{others} {}; roofs a1:1 a4:2; tiles ---1|----; turn 3:2", third.join(" "));
            assert_eq!(then(&table("standard", 3, rules), &text, "Ra9"), format!("---{holder}|----"), "{size}");
        }
    }
}

#[test]
fn me_29_size_is_buildings_and_stables() {
    let table = standard(2);
    let four = "Ga1 Gb1 Gc1 Gd1 Gm1 Gn1 Go1 Sm2";
    let rest = "; roofs a1:1; tiles --1-|----; turn 2:2";
    assert_eq!(then(&table, &format!("{four} Sn2{rest}"), "Rm1"), "--2-|----");
    assert_eq!(then(&table, &format!("{four}{rest}"), "Rm1"), "--1-|----");
    // Merchants and walls do not count.
    let text = format!("Ga1 Gb1 Gm1; merchants n1 n2 m2 l2; walls se-w=6{rest}");
    assert_eq!(then(&table, &text, "Rm1"), "--1-|--2-");
}

#[test]
fn me_30_a_stable_moves_no_palace_tile_in_standard() {
    let text = "Ga1 Gb1 Gm1 Gn1; roofs a1:1 m1:2; tiles --1-|----";
    for (table, holder) in [(standard(2), 1), (any(), 2)] {
        assert_eq!(then(&table, text, "Sm2"), format!("--{holder}-|----"), "it is now the largest");
        assert_eq!(then(&table, text, "Sa2 Oh9 Sm2"), "--1-|----", "equal: the tile stays");
    }
    for (name, players) in [("first-edition", 3), ("second-edition", 3)] {
        let table = table(name, players, "well=false");
        assert_eq!(then(&table, text, "Sm2"), "--2-|----", "{name}");
    }
    // The two triggers are switched one by one.
    assert_eq!(then(&table("standard", 2, "tower_trigger=any"), text, "Sm2"), "--1-|----");
    assert_eq!(then(&table("standard", 2, "palace_trigger=any"), text, "Sm2"), "--2-|----");
    // A palace without roof takes nothing by a stable; then its roof does.
    let text = "Ga1 Gb1 Gm1; roofs a1:1; tiles --1-|----; turn 2:2";
    assert_eq!(then(&any(), text, "Sm2 Sn1"), "--1-|----");
    assert_eq!(then(&any(), text, "Sm2 Sn1 nw-e nw-e Rm1"), "--2-|----");
}

#[test]
fn me_28_me_30_an_equal_palace_takes_the_tile_where_ties_move() {
    let table = table("standard", 2, "palace_trigger=any;palace_tie=moves");
    let text = "Ga1 Gb1 Gm1; roofs a1:1 m1:2; tiles --1-|----";
    assert_eq!((then(&table, text, "Sm2"), then(&table, text, "Sm2 Sa2")), ("--2-|----".into(), "--1-|----".into()));
}

#[test]
fn me_31_a_roof_at_a_wall_takes_the_tile_of_its_tower() {
    let text = "Oa11 Ba9 Gc11; walls nw-e=1 nw-s=3";
    assert_eq!(then(&standard(2), text, "Ra11"), "1---|1---");
    assert_eq!(then(&standard(2), text, "Ra11 Oh1 Ra9"), "12--|2---", "out of another seat's hands");
    assert_eq!(then(&standard(2), text, "Rc11"), "--1-|----", "no wall, no tile");
}

#[test]
fn me_32_one_roof_takes_three_tiles() {
    let row: Vec<String> = ('c'..='o').map(|column| format!("O{column}1")).collect();
    let text = format!("{}; walls sw-e=4 se-w=2", row.join(" "));
    assert_eq!(then(&standard(2), &text, "Rc1"), "1---|--11");
}

#[test]
fn me_33_a_wall_or_stable_later_moves_no_tower_tile_in_standard() {
    for (table, wall, stable) in [(standard(2), "----", "----"), (any(), "2---", "--2-")] {
        // Seat 1 lays the wall; the owner gains.
        assert_eq!(then(&table, "Oa11; roofs a11:2; tiles 2---|----", "nw-s"), format!("2---|{wall}"));
        let text = "Oo2; walls se-w=3; roofs o2:2; tiles 2---|----";
        assert_eq!(then(&table, text, "So1"), format!("2---|{stable}"));
        assert_eq!(then(&table, text, "So3"), "2---|----", "no contact");
    }
}

#[test]
fn me_33_towers_have_a_trigger_of_their_own() {
    let text = "Oo2; walls se-w=3; roofs o2:2; tiles 2---|----";
    for (rules, tower) in [("palace_trigger=any", "----"), ("tower_trigger=any", "--2-")] {
        assert_eq!(then(&table("standard", 2, rules), text, "So1"), format!("2---|{tower}"), "{rules}");
        let text = "Oo1; roofs o1:2; tiles 2---|----";
        assert_eq!(then(&table("standard", 2, rules), text, "se-w se-w"), format!("2---|{tower}"), "{rules}");
    }
}

#[test]
fn me_33_an_arm_that_grows_on_along_a_palace_makes_no_new_contact() {
    let board = "Oe11 Of11 Bk11 Bl11";
    let text = format!("{board}; walls nw-e=5; roofs e11:1; tiles 1---|1---");
    assert_eq!(then(&any(), &text, "nw-e"), "1---|1---");
    let taken = format!("{board} Ga8; walls nw-e=5 nw-s=4; roofs e11:1 a8:2; tiles 1-2-|2---");
    assert_eq!(then(&any(), &taken, "nw-e"), "1-2-|2---", "the tile does not come back");
}

#[test]
fn me_33_contact_is_new_by_arm_or_by_tower() {
    for (contact, holder) in [("arm", 1), ("tower", 2)] {
        let table = table("standard", 2, &format!("tower_trigger=any;tower_contact={contact}"));
        let text = "Oa11 Bc11; walls nw-e=3; roofs a11:1 c11:2; tiles 12--|2---";
        assert_eq!(then(&table, text, "nw-s"), format!("12--|{holder}---"), "{contact}");
        // A stable in the corner cell touches two walls of one tower at once.
        let text = "Oa10; walls nw-e=1 nw-s=1; roofs a10:1; tiles 1---|----";
        assert_eq!(then(&table, text, "Sa11"), "1---|1---");
        let text = "Oa9 Oa10; walls nw-e=1 ; roofs a9:1; tiles 1---|----";
        assert_eq!(then(&table, text, "Sa11"), "1---|1---");
        // Another tower is new either way.
        let row: Vec<String> = ('c'..='o').map(|column| format!("O{column}1")).collect();
        let text = format!("{}; walls sw-e=4 se-w=1; roofs c1:1; tiles 1---|---1", row.join(" "));
        assert_eq!(then(&table, &text, "se-w"), "1---|--11");
    }
}

#[test]
fn me_34_contact_is_along_a_side_through_a_building_or_a_stable() {
    let table = standard(2);
    assert_eq!(then(&table, "Oc11 Ba11; walls nw-e=2", "Rc11"), "1---|----", "at a corner only");
    assert_eq!(then(&table, "Oa11", "Ra11"), "1---|----", "a tower gives none");
    assert_eq!(then(&table, "Oa10 Sa11; walls nw-e=1", "Ra10"), "1---|1---", "through a stable");
}

#[test]
fn me_35_a_palace_without_roof_takes_nothing_and_is_not_compared_with() {
    assert_eq!(then(&any(), "Oa11", "nw-s nw-e"), "----|----");
    assert_eq!(then(&any(), "Oa10; walls nw-s=1 nw-e=1", "Sa11"), "----|----");
    // The larger palace on a1 is blocked and has no roof.
    let frees = table("standard", 2, "blocked_palace=frees_colour");
    assert_eq!(then(&frees, "Ba1 Ba2 Bk9; merchants a3 b3 b2 b1", "Rk9"), "-1--|----");
}

#[test]
fn me_38_a_bridge_brings_contact_and_size_to_two_palaces() {
    let bridge = table("standard", 2, "stable_bridge=true;tower_trigger=any");
    let text = "Oa1 Bc1; roofs a1:1 c1:2; tiles 12--|----";
    assert_eq!(then(&bridge, text, "Sb1 sw-e"), "12--|---1");
    assert_eq!(
        then(&bridge, text, "Sb1 sw-e sw-e"),
        "12--|---2",
        "both touch b1's wall; the later first cell keeps it"
    );
    let sizes = "stable_bridge=true;palace_trigger=any";
    let text = "Ga1 Gc1 Gm9; roofs m9:1 a1:2 c1:3; tiles --1-|----";
    assert_eq!(then(&table("standard", 3, sizes), text, "Sb1"), "--1-|----", "they are as large as each other");
    let moves = format!("{sizes};palace_tie=moves");
    assert_eq!(then(&table("standard", 3, &moves), text, "Sb1"), "--3-|----");
}
