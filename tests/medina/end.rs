//! ME.47 to ME.50: walls, and the end.

use ludometer_core::error::Error;

use crate::board::set;
use crate::positions::{ARMS, go, joined, standard, table, tables, walk};
use crate::readers::{arms, cells, end, facts, game_facts, held, kind, passes, refuses, tiles, turns, walls};
use crate::support::scaled;

#[test]
fn me_47_walls_grow_in_unbroken_rows_from_the_towers() {
    let play = standard(2).at("");
    assert_eq!(arms(&*play), ARMS);
    let after = go(&*play, "nw-e nw-e se-n nw-e");
    assert_eq!((walls(&*after), held(&*after, "wall")), (vec![3, 0, 0, 1, 0, 0, 0, 0], vec![13, 13]));
    // A palace behind the gap gets no wall before the row has come to it.
    let play = standard(2).at("Od11; roofs d11:1; tiles 1---|----");
    let along = [0, 1, 2, 3, 4, 5].map(|length| {
        let text = format!("Od11; walls nw-e={length}; roofs d11:1; tiles 1---|----");
        crate::readers::points(&*standard(2).at(&text), 0)[3]
    });
    assert_eq!((along, arms(&*play).len()), ([0, 0, 0, 0, 1, 1], 8));
}

#[test]
fn me_48_walls_of_two_towers_never_meet() {
    let many = table("standard", 4, "walls=20");
    let play = many.at("; walls nw-e=15");
    assert_eq!(arms(&*play), ARMS[2..], "a long side is full at 15");
    refuses(&*play, "nw-e ne-w");
    let play = many.at("; walls nw-e=8 ne-w=7 ne-s=4 se-n=5 nw-s=10");
    assert_eq!(arms(&*play), ["ne-s", "se-n", "se-w", "sw-e"], "a short side at 10");
    // The two rows of one tower may stand corner to corner.
    assert_eq!(arms(&*many.at("; walls nw-e=1 nw-s=1")).len(), 8);
    // 50 in all, 44 on the small board.
    for (rules, most) in [("walls=20", 50), ("walls=20;board=10x14", 44)] {
        let mut play = table("standard", 4, rules).at("");
        let mut laid = 0;
        while let arms @ [_, ..] = &arms(&*play)[..] {
            play = go(&*play, &arms[laid % arms.len()]);
            laid += 1;
        }
        assert_eq!(laid, most);
    }
}

#[test]
fn me_49_who_holds_a_wall_can_place_it() {
    for (name, table) in tables() {
        let room = if table.is("board", "11x16") { 50 } else { 44 };
        assert!(table.int("walls") * (table.players() as i64) < room);
        for seed in 0..scaled(20) {
            let over = walk(&table, seed, |before, action, after| {
                for (seat, walls) in held(after, "wall").into_iter().enumerate() {
                    assert!(walls == 0 || passes(after)[seat] == passes(before)[seat], "{name}: {action}");
                }
            });
            assert!(held(&*over, "wall").iter().all(|&walls| walls == 0), "{name}: {}", over.notation());
        }
    }
    // No palace is needed: the board is empty.
    assert_eq!(arms(&*standard(2).at("")).len(), 8);
}

#[test]
fn me_50_the_game_ends_when_nobody_can_place_and_not_before() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            let over = walk(&table, seed, |before, action, _| {
                // A running game is not written as over, as a seat can place something.
                let mut fields: Vec<String> = before.notation().split(' ').map(String::from).collect();
                if before.plies() > 0 || table.is("first_merchant", "random") {
                    fields[6] = "over".into();
                    let refusal = table.refusal(&fields.join(" "));
                    assert!(refusal.contains("not over"), "{name}: {action}: {refusal}");
                }
            });
            assert_eq!(end(&*over), Some("no_placement"), "{name}");
            // Nor is a finished one read as if a seat were to place something.
            for seat in 1..=table.players() {
                let mut fields: Vec<String> = over.notation().split(' ').map(String::from).collect();
                fields[6] = format!("{seat}:1");
                let refusal = table.refusal(&fields.join(" "));
                assert!(refusal.contains(&format!("seat {seat} can place nothing")), "{name}: {refusal}");
            }
        }
    }
}

#[test]
fn me_50_four_palaces_each_do_not_end_it() {
    let few = table("standard", 2, "buildings=2;stables=1;merchants=1;walls=2");
    let play = few.at("Oa1 Bc1 Ge1 Ng1 Oa5 Bc5 Ge5 Ng5; merchants k9; roofs a1:1 c1:1 e1:1 g1:1 a5:2 c5:2 e5:2 g5:2; \
         tiles 1111|----");
    let legal = play.legal_texts();
    let mut kinds: Vec<&str> = legal.iter().map(|action| kind(action)).collect();
    kinds.dedup();
    assert_eq!((end(&*play), kinds, game_facts(&*play)), (None, vec!["S", "M", "wall"], [0, 0, 1, 8]));
}

#[test]
fn me_50_the_last_legal_placement_ends_it_at_once() {
    // Seat 1 keeps a grey building of a frozen colour; the wall is the last piece that fits, the first of its turn.
    let few = table("standard", 2, "buildings=1;roofs=1;stables=1;merchants=2;walls=2");
    let play = few.at("Ga1 Oc4 Od4 Be6 Bf6 Ng8 Nh8 Sc5 Se7; merchants a2 b2 b1 c1 d1; walls nw-e=3; roofs c4:1 e6:2; \
         tiles 12--|----; hold 1 G=1 wall=1; hold 2 G=0 wall=0");
    assert_eq!((play.legal_texts(), cells(&*play, 'G')), (ARMS.map(String::from).to_vec(), set("")));
    let mut over = go(&*play, "nw-e");
    assert_eq!((end(&*over), over.seat(), over.legal_codes()), (Some("no_placement"), None, vec![]));
    assert_eq!((turns(&*over), passes(&*over)), (turns(&*play) + 1, passes(&*play)), "no round of passes");
    assert_eq!((facts(&*over, 0), held(&*over, "G")), ([1, passes(&*play)[0], 1], vec![1, 0]));
    assert_eq!(over.apply_text("nw-e"), Err(Error::Over { end: "no_placement".into() }));
    assert!(over.notation().contains(" over ") && over.board().contains("the game is over"));
    // Read again it is over, too.
    assert_eq!(few.read(&over.notation()).expect("a position").notation(), over.notation());
}

#[test]
fn me_50_a_last_roof_may_open_the_game_again() {
    // The same with one roof left: roofing a1 frees grey, so the game goes on with the grey building.
    let few = table("standard", 2, "buildings=1;roofs=2;stables=1;merchants=2;walls=2");
    let play = few
        .at("Ga1 Oc4 Od4 Be6 Bf6 Ng8 Nh8 Sc5 Se7; merchants a2 b2 b1 c1 d1; walls nw-e=4; roofs c4:1 g8:1 e6:2 ; \
         tiles 12-1|----; turn 2:2; hold 1 G=1; hold 2 G=0");
    assert_eq!((joined(play.legal_texts(), " "), held(&*play, "R")), ("Ra1".into(), vec![0, 1]));
    let after = go(&*play, "Ra1");
    assert_eq!((end(&*after), after.seat().map(|seat| seat.0), tiles(&*after)), (None, Some(0), "1221|----".into()));
    assert!(!cells(&*after, 'G').is_empty());
}
