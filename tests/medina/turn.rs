//! ME.08 to ME.12: turns, the second placement, seats that are passed over.

use std::collections::BTreeSet;

use crate::board::{away, beside, everywhere, set, without};
use crate::positions::{ARMS, go, standard, table, tables, walk};
use crate::readers::{
    board, cells, end, game_facts, held, kind, left, passes, refuses, roofs, tiles, turn, turns, walls,
};
use crate::support::scaled;

#[test]
fn me_08_all_pairs_of_kinds_are_turns() {
    let play = standard(2).at("Oa1 Gk9 Bm3");
    let one = ["Bm4", "Sa2", "Mh7", "Ra1", "nw-e"];
    let two = ["Bm5", "Sb1", "Mh8", "Rk9", "nw-e"];
    let mut pairs = BTreeSet::new();
    for (i, first) in one.into_iter().enumerate() {
        for (j, second) in one.into_iter().enumerate() {
            let second = if i == j { two[j] } else { second };
            let after = go(&*play, &format!("{first} {second}"));
            assert_eq!((turn(&*after), turns(&*after)), ("2:2".into(), turns(&*play) + 1), "{first} {second}");
            pairs.insert((i.min(j), i.max(j)));
        }
    }
    assert_eq!(pairs.len(), 15);
}

#[test]
fn me_08_turns_go_round_and_pieces_only_grow() {
    for (name, table) in tables() {
        for seed in 0..scaled(20) {
            walk(&table, seed, |before, action, after| {
                let (old, new) = (board(before), board(after));
                assert!(old.iter().all(|(cell, kind)| new.get(cell) == Some(kind)), "{name}: {action}");
                assert!(roofs(after).starts_with(&roofs(before)));
                assert!(walls(before).into_iter().zip(walls(after)).all(|(old, new)| old <= new));
                let grown = (new.len() - old.len()) as i32 + (roofs(after).len() - roofs(before).len()) as i32;
                let laid = walls(after).iter().sum::<i32>() - walls(before).iter().sum::<i32>();
                assert_eq!(grown + laid, i32::from(action != "tea"), "{name}: {action}");
                assert_eq!(after.plies(), before.plies() + 1);
                if before.plies() == 0 && table.is("first_merchant", "chosen") {
                    assert_eq!((turns(after), left(after), after.seat()), (0, 2, before.seat()));
                } else if turns(after) == turns(before) {
                    assert_eq!((left(before), left(after), after.seat()), (2, 1, before.seat()), "{name}: {action}");
                } else if let Some(seat) = after.seat() {
                    assert_eq!(turns(after), turns(before) + 1);
                    let passed: i16 = passes(after).iter().sum::<i16>() - passes(before).iter().sum::<i16>();
                    let due = (before.seat().expect("a seat").index() + 1 + passed as usize) % table.players();
                    assert_eq!(seat.index(), due, "{name}: {action}");
                }
            });
        }
    }
}

#[test]
fn me_09_found_a_palace_and_roof_it_in_one_turn() {
    let play = go(&*standard(2).at(""), "Oc3");
    assert_eq!((cells(&*play, 'R'), turn(&*play)), (set("c3"), "1:1".into()));
    assert_eq!((cells(&*play, 'O'), cells(&*play, 'S')), (set("b3 d3 c2 c4"), set("b3 d3 c2 c4")));
    assert_eq!(cells(&*play, 'B'), without(away(everywhere(), "c3"), "h6"));
    let after = go(&*play, "Rc3");
    assert_eq!((roofs(&*after), turn(&*after)), (vec![(*set("c3").first().unwrap(), "1".into())], "2:2".into()));
}

#[test]
fn me_09_a_colour_finished_in_mid_turn_is_gone_for_the_second_placement() {
    let play = standard(2).at("Bc3 Bg3 Bh3; roofs c3:1; tiles -1--|----; turn 2:2");
    assert_eq!(cells(&*play, 'B'), set("f3 i3 g2 g4 h2 h4"));
    let after = go(&*play, "Rg3");
    assert_eq!((turn(&*after), held(&*after, "B"), tiles(&*after)), ("2:1".into(), vec![0, 0], "-2--|----".into()));
    assert_eq!((cells(&*after, 'B').len(), game_facts(&*after)), (0, [0, 0, 1, 13]));
    assert_eq!(cells(&*after, 'O'), without(away(everywhere(), "c3 g3 h3"), "h6"));
    refuses(&*after, "Bf3 Bk9");
}

#[test]
fn me_10_a_missing_second_placement_is_no_ply() {
    let few = table("standard", 2, "buildings=1;roofs=1;stables=0;merchants=0;walls=1");
    let play = few.at("Oa1 Ob1 Ba3 Bb3 Ga5 Gb5 Na7 Nb7; roofs a1:1 a3:2; tiles 12--|----");
    assert_eq!((play.legal_texts(), turn(&*play)), (ARMS.map(String::from).to_vec(), "1:2".into()));
    let after = go(&*play, "nw-e");
    assert_eq!((turn(&*after), turns(&*after)), ("2:2".into(), turns(&*play) + 1));
    assert_eq!((after.plies(), passes(&*after)), (play.plies() + 1, passes(&*play)));
    let over = go(&*after, "nw-e");
    assert_eq!((end(&*over), turns(&*over), over.plies()), (Some("no_placement"), turns(&*play) + 2, play.plies() + 2));
    assert_eq!(passes(&*over), passes(&*play), "nobody is counted as passed over at the end");
}

#[test]
fn me_10_there_is_no_pass_to_choose() {
    for (name, table) in tables() {
        for seed in 0..scaled(10) {
            walk(&table, seed, |before, _, _| {
                let legal = before.legal_texts();
                assert!(legal.iter().any(|action| action != "tea"), "{name}: {}", before.notation());
                assert!(legal.iter().all(|action| crate::positions::KINDS.contains(&kind(action))), "{legal:?}");
            });
        }
    }
}

#[test]
fn me_11_a_seat_without_pieces_takes_no_more_part() {
    let few = table("standard", 3, "buildings=0;roofs=1;stables=0;merchants=0;walls=3");
    let play = few.at("; walls nw-e=3; hold 1 wall=3; hold 2 wall=0; hold 3 wall=3");
    assert_eq!((turn(&*play), held(&*play, "R")), ("1:2".into(), vec![1; 3]), "a roof that has no palace is no move");
    let passed = passes(&*play)[1];
    let mut after = go(&*play, "nw-s nw-s");
    assert_eq!((turn(&*after), passes(&*after)[1]), ("3:2".into(), passed + 1));
    after = go(&*after, "ne-s ne-s");
    assert_eq!(turn(&*after), "1:2");
    after = go(&*after, "nw-s");
    assert_eq!((turn(&*after), passes(&*after)[1]), ("3:2".into(), passed + 2));
    let over = go(&*after, "ne-s");
    assert_eq!((end(&*over), passes(&*over)), (Some("no_placement"), passes(&*after)));
    // The same with really nothing in the supply.
    let none = table("standard", 3, "buildings=0;roofs=0;stables=0;merchants=0;walls=3");
    let after = go(&*none.at("; walls nw-e=3; hold 1 wall=3; hold 2 wall=0; hold 3 wall=3"), "nw-s nw-s");
    assert_eq!(after.seat().map(|seat| seat.0), Some(2));
}

#[test]
fn me_12_passed_over_and_back_when_a_roof_frees_its_colour() {
    let few = table("standard", 3, "buildings=1;roofs=1;stables=0;merchants=1;walls=2");
    let play = few
        .at("Ga11 Gk7 Ok1 Ol1 Om1 Bk3 Bl3 Bm3 Nk5 Nl5 Nm5; merchants b11 b10 a10 a9; walls ne-s=2; roofs k1:2 k7:3; \
         tiles 2-3-|----; hold 1 G=0 wall=2; hold 2 G=1 wall=0; hold 3 G=0 wall=2");
    let passed = passes(&*play)[1];
    let still = go(&*play, "nw-e nw-e");
    assert_eq!((turn(&*still), passes(&*still)[1]), ("3:2".into(), passed + 1), "seat 2 holds a grey building only");
    let again = go(&*still, "nw-s nw-s");
    assert_eq!(turn(&*again), "1:2");
    let after = go(&*again, "Ra11");
    assert_eq!((turn(&*after), passes(&*after)[1]), ("2:2".into(), passed + 1));
    assert!(
        after.legal_texts().iter().all(|text| text.starts_with('G')) && cells(&*after, 'G').is_superset(&set("a5"))
    );
}

#[test]
fn me_12_a_new_palace_gives_a_roof_its_place() {
    let few = table("standard", 3, "buildings=1;roofs=1;stables=0;merchants=0;walls=2");
    let text = "Ok1 Ol1 Om1 Bk3 Bl3 Bm3 Nk5 Nl5 Nm5 Gk7 Gl7; walls ne-s=2; roofs k1:1 k7:3; tiles 1-3-|----; \
                hold 1 G=1 wall=2; hold 2 G=0 wall=0; hold 3 G=0 wall=2";
    let after = go(&*few.at(text), "Ga1 nw-e");
    assert_eq!((turn(&*after), after.legal_texts().join(" ")), ("2:2".into(), "Ra1 Rk3 Rk5".into()));
}

#[test]
fn me_12_a_new_palace_gives_a_stable_its_place() {
    // Four palaces of one building each, shut in by one another and by merchants; seat 2 holds one stable.
    let few = table("standard", 2, "buildings=1;roofs=1;stables=1;merchants=3;walls=1");
    let play = few.at("Oa1 Ba3 Gc1 Nc3; merchants a4 b4 c4 d4 d3 d2 d1; walls ne-s=1; roofs a1:2; tiles 2---|----; \
         hold 1 O=1 B=1 G=1 N=1 S=1 wall=1; hold 2 O=0 B=0 G=0 N=0 S=1 wall=0");
    let passed = passes(&*play)[1];
    let after = go(&*play, "nw-e Ra3");
    assert_eq!((turn(&*after), passes(&*after)[1]), ("1:2".into(), passed + 1));
    let after = go(&*after, "Ok9 Bm3");
    assert_eq!((turn(&*after), passes(&*after)[1]), ("2:2".into(), passed + 1));
    assert_eq!((cells(&*after, 'S'), after.legal_codes().len()), (beside("k9 m3"), 8));
}
