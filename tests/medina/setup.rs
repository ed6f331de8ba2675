//! ME.01 to ME.07: the board, the pieces, the first merchant; geometry that follows from the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Cell, Cells, everywhere, grid, inner, set};
use crate::positions::{ARMS, KINDS, Table, go, standard, table, tables, walk};
use crate::readers::{board, cells, held, kind, merchants, points, roofs, scores, supplies, tiles, turn};
use crate::support::scaled;

/// How many walls one building alone on a cell, roofed, has alongside when one arm has this length.
fn alongside(table: &Table, cell: Cell, arm: &str, length: usize) -> i16 {
    let merchant = if cell == Cell::read("e5").expect("a cell") { "h7" } else { "e5" };
    let text = format!("G{cell}; merchants {merchant}; walls {arm}={length}; roofs {cell}:1; tiles --1-|----");
    points(&*table.at(&text), 0)[3]
}

/// Which cells each wall cell is next to, by side and place: read off the points of palaces of one building.
fn wall_contacts(table: &Table) -> BTreeMap<(usize, usize), Cells> {
    let (rows, columns) = table.size();
    let mut contacts: BTreeMap<(usize, usize), Cells> = BTreeMap::new();
    for (number, arm) in ARMS.into_iter().enumerate() {
        let (side, length) = (number / 2, if number / 2 % 2 == 0 { columns } else { rows } as usize);
        for cell in grid(rows, columns) {
            // No cell loses a wall when an arm grows: the whole arm says whether any of it is alongside.
            let any = alongside(table, cell, arm, length - 1) > 0;
            for walls in (1..length).filter(|_| any) {
                if alongside(table, cell, arm, walls) > alongside(table, cell, arm, walls - 1) {
                    let place = if number % 2 == 0 { walls } else { length + 1 - walls };
                    contacts.entry((side, place)).or_default().insert(cell);
                }
            }
        }
    }
    contacts
}

#[test]
fn me_01_cells_walls_and_towers() {
    // ME-01, for both boards: counts; a wall cell is next to one cell, a corner cell to two wall cells.
    for (rules, cells, walls, corners) in
        [("", 176, 54, "a1 p1 a11 p11"), ("board=10x14;walls=20", 140, 48, "a1 n1 a10 n10")]
    {
        let table = table("standard", 2, rules);
        let (rows, columns) = table.size();
        assert_eq!(grid(rows, columns).len(), cells);
        let contacts = wall_contacts(&table);
        assert_eq!(contacts.len(), walls);
        assert!(contacts.values().all(|touched| touched.len() == 1), "{contacts:?}");
        let mut number: BTreeMap<Cell, usize> = BTreeMap::new();
        contacts.values().flatten().for_each(|&cell| *number.entry(cell).or_default() += 1);
        let twice: Cells = number.iter().filter(|(_, times)| **times == 2).map(|(&cell, _)| cell).collect();
        assert_eq!((twice, number.values().max()), (set(corners), Some(&2)));
        let edge = |cell: &Cell| [1, rows].contains(&cell.row) || [0, columns - 1].contains(&cell.column);
        let edges: Cells = grid(rows, columns).into_iter().filter(edge).collect();
        assert_eq!(number.into_keys().collect::<Cells>(), edges);
    }
}

#[test]
fn me_01_a_corner_cell_meets_both_arms_of_its_tower_first_and_no_tower() {
    for (corner, arms) in [("a11", [0, 7]), ("p11", [1, 2]), ("p1", [3, 4]), ("a1", [5, 6])] {
        let cell = Cell::read(corner).expect("a cell");
        for (number, arm) in ARMS.into_iter().enumerate() {
            assert_eq!(alongside(&standard(2), cell, arm, 1), i16::from(arms.contains(&number)), "{corner} {arm}");
        }
        // Towers alone give nothing: no point, no tile.
        let play = go(&*standard(2).at(&format!("G{corner}")), &format!("R{corner}"));
        assert_eq!((points(&*play, 0), tiles(&*play)), ([1, 0, 0, 0, 1, 0, 0], "--1-|----".into()));
    }
}

#[test]
fn me_02_colours_have_names_and_pieces_no_owner() {
    let columns = ludometer_core::GameId::Medina.facts().cuts;
    assert_eq!(columns, ["orange", "black", "grey", "brown", "towers"]);
    // Who places what changes no score: the same pieces, laid by the seats in another order.
    let one = go(&*standard(2).at(""), "Oa1 sw-n Ob1 sw-e Ra1 Mh7");
    let two = go(&*standard(2).at(""), "Ob1 sw-e Oa1 sw-n Ra1 Mh7");
    assert_eq!((scores(&*one), scores(&*two)), (vec![12, 0], vec![12, 0]));
}

#[test]
fn me_03_me_04_pieces_of_each_seat() {
    let expected = [
        ("standard 2p", [8, 8, 8, 8, 4, 0, 4, 12, 15, 0], 67),
        ("standard 3p", [6, 6, 6, 6, 4, 0, 4, 8, 12, 0], 52),
        ("standard 4p", [5, 5, 5, 5, 4, 0, 3, 6, 9, 0], 42),
        ("first-edition 3p", [6, 6, 6, 6, 4, 0, 4, 8, 10, 0], 50),
        ("first-edition 4p", [5, 5, 5, 5, 4, 0, 3, 6, 8, 0], 41),
        ("second-edition 2p", [8, 8, 8, 8, 4, 2, 4, 12, 15, 0], 69),
        ("second-edition 3p", [6, 6, 6, 6, 4, 1, 4, 8, 12, 0], 53),
        ("second-edition 4p", [5, 5, 5, 5, 4, 0, 3, 6, 9, 0], 42),
    ];
    for ((name, table), (wanted, supply, pieces)) in tables().into_iter().zip(expected) {
        assert!(name.ends_with(wanted), "{name}, {wanted}");
        assert_eq!(supplies(&*table.deal(0)), vec![supply.to_vec(); table.players()], "{name}");
        assert_eq!(supply.iter().sum::<i32>(), pieces);
    }
}

#[test]
fn me_04_me_07_supplies_follow_from_the_placements_seen() {
    for (name, table) in tables() {
        let values: Vec<i32> =
            table.0.values.words("tower_values").iter().map(|value| value.parse().unwrap()).collect();
        for seed in 0..scaled(20) {
            let mut seen = supplies(&*table.deal(seed));
            walk(&table, seed, |before, action, after| {
                let seat = before.seat().expect("a seat").index();
                let number = KINDS.iter().position(|&own| own == kind(action)).expect("a kind");
                if before.plies() > 0 || !table.is("first_merchant", "chosen") {
                    seen[seat][number] -= 1;
                }
                // ME-60: merchants of a tower tile go to the first holder.
                let pairs = tiles(before)[5..].chars().zip(tiles(after)[5..].chars()).collect::<Vec<_>>();
                for (&value, (old, new)) in values.iter().zip(pairs) {
                    let holder = new.to_digit(10).filter(|_| old == '-' && table.yes("tower_merchants"));
                    if let Some(seat) = holder {
                        seen[seat as usize - 1][7] += 4 - value;
                    }
                }
                // ME-59: tea, tested where tea is.
                seen.iter_mut().zip(held(after, "tea")).for_each(|(own, tea)| own[9] = tea);
                // ME-22: a finished colour leaves.
                let on = board(after);
                for (number, colour) in "OBGN".chars().enumerate() {
                    let owners = roofs(after).into_iter().filter(|(first, by)| on[first] == colour && by != "n");
                    if owners.count() == table.players() {
                        for own in &mut seen {
                            own[number] = 0;
                        }
                    }
                }
                assert_eq!(supplies(after), seen, "{name} {seed}: {action}");
                // Nothing is hidden: what a seat knows is the position.
                assert_eq!(after.observation(ludometer_core::game::Seat(1)), after.notation());
            });
        }
    }
}

#[test]
fn me_05_nobody_holds_a_tile_before_the_first_roof() {
    for (name, table) in tables() {
        walk(&table, 5, |_, action, after| {
            if roofs(after).is_empty() {
                assert_eq!(tiles(after), "----|----", "{name}: {action}");
            }
        });
    }
}

#[test]
fn me_05_values_of_palace_tiles() {
    for (place, (colour, worth)) in [('O', 4), ('B', 2), ('G', 1), ('N', 3)].into_iter().enumerate() {
        let tiles: String = (0..4).map(|tile| if tile == place { '2' } else { '-' }).collect();
        let play = standard(2).at(&format!("{colour}c3 {colour}k3; roofs c3:1 k3:2; tiles {tiles}|----"));
        assert_eq!((points(&*play, 0), points(&*play, 1)), ([1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, worth, 0, 0]));
    }
}

#[test]
fn me_05_values_of_tower_tiles_and_their_corners() {
    // Clockwise from the north-west 1, 3, 2, 4: 1 lies opposite 2, 3 opposite 4; or as the field says (O13).
    for (rules, worths) in [("", [1, 3, 2, 4]), ("tower_values=[\"4\",\"1\",\"3\",\"2\"]", [4, 1, 3, 2])] {
        let table = table("standard", 2, rules);
        let corners = [("a11", "nw-e"), ("p11", "ne-w"), ("p1", "se-n"), ("a1", "sw-e")];
        for ((corner, arm), worth) in corners.into_iter().zip(worths) {
            let play = go(&*table.at(&format!("G{corner}; walls {arm}=1")), &format!("R{corner}"));
            assert_eq!(points(&*play, 0), [1, 0, 0, 1, 1, worth, 0], "{corner}");
        }
    }
}

#[test]
fn me_06_the_first_merchant_is_random_on_the_inner_cells() {
    for (name, table) in tables().into_iter().filter(|(_, table)| table.is("first_merchant", "random")) {
        let (rows, columns) = table.size();
        let inner: Cells =
            grid(rows, columns).into_iter().filter(|cell| ![1, rows].contains(&cell.row)).collect::<Cells>();
        let inner: Cells = inner.into_iter().filter(|cell| ![0, columns - 1].contains(&cell.column)).collect();
        assert_eq!(inner.len(), if rows == 11 { 126 } else { 96 });
        let mut found: BTreeMap<Cell, i32> = BTreeMap::new();
        let deals = inner.len() as u64 * 100;
        for deal in 0..deals {
            let first = merchants(&*table.deal(deal));
            *found.entry(*first.first().expect("a merchant")).or_default() += 1;
        }
        assert_eq!(found.keys().copied().collect::<Cells>(), inner, "{name}");
        // 100 each on average; chi-squared within four standard deviations of its mean.
        let chi2 = found.values().map(|&times| f64::from(times - 100).powi(2) / 100.0).sum::<f64>();
        let freedom = f64::from(inner.len() as u32 - 1);
        assert!((chi2 - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{name}: {chi2}");
    }
}

#[test]
fn me_06_the_first_merchant_is_an_extra_piece() {
    let random = standard(2).deal(3);
    assert_eq!((held(&*random, "M"), random.plies(), turn(&*random)), (vec![12, 12], 0, "1:2".into()));
    // `chosen`: seat 1 chooses an inner cell, then has its turn of two.
    let chosen = table("first-edition", 3, "").deal(3);
    assert_eq!((cells(&*chosen, 'M'), chosen.legal_codes().len(), chosen.plies()), (inner(), 126, 0));
    let after = go(&*chosen, "Mc7");
    assert_eq!((held(&*after, "M"), after.plies(), turn(&*after)), (vec![8; 3], 1, "1:2".into()));
}

#[test]
fn me_06_the_first_placement_has_712_choices() {
    for cell in inner() {
        let play = standard(2).at(&format!("; merchants {cell}"));
        let (mut free, legal) = (everywhere(), play.legal_texts());
        free.remove(&cell);
        assert_eq!((legal.len(), legal.iter().collect::<BTreeSet<_>>().len()), (712, 712));
        assert!("OBGN".chars().all(|colour| cells(&*play, colour) == free));
        assert_eq!(cells(&*play, 'M').len(), 4);
        assert!(
            legal.ends_with(&ARMS.map(String::from)) && cells(&*play, 'S').is_empty() && cells(&*play, 'R').is_empty()
        );
    }
}
