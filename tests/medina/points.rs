//! ME.51 to ME.55: points, the win, ties.

use crate::positions::{go, standard, table, tables, walk};
use crate::readers::{by_colour, facts, game_facts, held, points, scores, standing, supplies, tiebreaks};
use crate::support::scaled;

#[test]
fn me_51_components_and_colours_add_up_at_every_ply() {
    for (name, table) in tables() {
        for seed in 0..scaled(50) {
            walk(&table, seed, |_, action, after| {
                let scores = scores(after);
                for (seat, &score) in scores.iter().enumerate() {
                    let (parts, cut) = (points(after, seat), by_colour(after, seat));
                    assert_eq!((parts.iter().sum(), cut.iter().sum()), (score, score), "{name}: {action}");
                    assert!(parts.iter().chain(&cut).all(|&part| part >= 0) && cut[4] == parts[5]);
                }
                let all = |part: usize| (0..scores.len()).map(|seat| points(after, seat)[part]).sum::<i16>();
                assert!(all(4) <= 10 && all(5) <= 10, "{name}: tiles are worth ten and ten");
            });
        }
    }
}

#[test]
fn me_52_value_of_a_palace() {
    // The checklist's example, its row 0 in the north: three buildings, two walls of the five (d and e), one merchant
    // (e10); then a stable on g11 and its merchant (g10).
    let play = standard(2).at("Od11 Oe11 Of11; merchants e10 e9 f9 g9 g10; walls nw-e=5");
    let after = go(&*play, "Rd11");
    assert_eq!(points(&*after, 0), [3, 0, 1, 2, 4, 1, 0]);
    let after = go(&*play, "Rd11 Sg11");
    assert_eq!((points(&*after, 0), by_colour(&*after, 0)), ([3, 1, 2, 2, 4, 1, 0], [12, 0, 0, 0, 1]));
    // The roof itself is no point, nor is a tile part of the value: 6 and 8.
    assert_eq!(points(&*go(&*play, "Rd11"), 0)[..4].iter().sum::<i16>(), 6);
    assert_eq!(points(&*after, 0)[..4].iter().sum::<i16>(), 8);
}

#[test]
fn me_53_merchants_alongside_count_once_for_each_palace() {
    let text = "Oa3 Oa4 Gc3 Gc4; merchants b3 b4 b5 b6 c6 d6 e6; roofs a3:1 c3:2; tiles 1-2-|----";
    let alley = standard(2).at(text);
    assert_eq!((points(&*alley, 0), points(&*alley, 1)), ([2, 0, 2, 0, 4, 0, 0], [2, 0, 2, 0, 1, 0, 0]));
    // b4 touches two buildings, c4 only the corner of b3.
    let once = standard(2).at("Oa3 Ob3 Oa4; merchants b4 c4; roofs a3:1; tiles 1---|----");
    assert_eq!(points(&*once, 0)[2], 1);
    // One merchant for two palaces of one seat.
    assert_eq!(points(&*go(&*standard(2).at("Oa3 Gc3; merchants b3 b4"), "Ra3 Rc3"), 0)[2], 2);
}

#[test]
fn me_53_walls_alongside_and_the_corner_cell_with_two() {
    let play = standard(2).at("Oa1 Ob1 Sa2; walls sw-e=5 sw-n=1 se-w=10");
    assert_eq!(points(&*go(&*play, "Ra1"), 0), [2, 1, 0, 3, 4, 4, 0]);
    // A wall laid beside a roofed palace counts for it, too; here beside the stable.
    assert_eq!(points(&*go(&*play, "Ra1 sw-n"), 0)[3], 4);
    for (corner, arms) in [("a11", "nw-e=1 nw-s=1"), ("p11", "ne-w=1 ne-s=1"), ("p1", "se-n=1 se-w=1")] {
        let play = go(&*standard(2).at(&format!("O{corner}; walls {arms}")), &format!("R{corner}"));
        assert_eq!(points(&*play, 0)[..4], [1, 0, 0, 2], "{corner}");
    }
}

#[test]
fn me_54_palaces_without_roof_score_for_nobody_and_pieces_left_cost_nothing() {
    let play = standard(2).at("Oa1 Ob1 Gk9 Gk10; walls sw-e=5; roofs k9:2; tiles --2-|----");
    assert_eq!((scores(&*play), game_facts(&*play)), (vec![0, 3], [1, 0, 1, 0]));
    assert_eq!([facts(&*play, 0)[0], facts(&*play, 1)[0]], [0, 1]);
    let left: Vec<i32> = supplies(&*play).iter().map(|own| own.iter().sum()).collect();
    assert_eq!(left, [i32::from(facts(&*play, 0)[2]), i32::from(facts(&*play, 1)[2])]);
    assert_eq!((left.iter().sum::<i32>(), held(&*play, "R")), (2 * 67 - 10, vec![4, 3]));
}

#[test]
fn me_55_the_highest_score_wins_and_equal_scores_share() {
    for (name, table) in tables() {
        for seed in 0..scaled(100) {
            let over = walk(&table, seed, |_, _, _| ());
            let scores = scores(&*over);
            let best = *scores.iter().max().expect("seats");
            let winners = scores.iter().filter(|&&score| score == best).count() as u8;
            let expected: Vec<(u8, u8)> = scores
                .iter()
                .map(|score| {
                    let better = scores.iter().filter(|other| *other > score).count() as u8;
                    (better + 1, if better == 0 { 12 / winners } else { 0 })
                })
                .collect();
            assert_eq!((standing(&*over), tiebreaks(&*over)), (expected, vec![0; scores.len()]), "{name} {seed}");
        }
    }
}

/// Three seats with four points each: three buildings; one and a tile of 3; two and a tile of 2.
const TIED: &str = "Ga1 Gb1 Gc1 Ne1 Be5 Bf5; roofs a1:1 e1:2 e5:3; tiles -312|----";

#[test]
fn me_55_three_equal_seats_of_four_share() {
    let play = standard(4).at(TIED);
    assert_eq!(scores(&*play), [4, 4, 4, 0]);
    assert_eq!(standing(&*play), [(1, 4), (1, 4), (1, 4), (4, 0)]);
}

#[test]
fn me_55_the_largest_palace_breaks_ties_where_the_field_says_so() {
    let chain = table("standard", 4, "tie=largest_palace");
    let play = chain.at(TIED);
    assert_eq!((tiebreaks(&*play), standing(&*play)), (vec![192, 63, 126, 0], vec![(1, 12), (3, 0), (2, 0), (4, 0)]));
    let more = TIED.replacen(';', " Se6;", 1);
    assert_eq!(standing(&*chain.at(&more)).iter().map(|seat| seat.0).collect::<Vec<_>>(), [2, 3, 1, 4], "points first");
    // Equal in size, too: the one roofed first.
    let two = table("standard", 2, "tie=largest_palace");
    let board = "Bc4 Bd4 Ga1 Gb1; merchants a2 a3; tiles -12-|----";
    for (roofs, breaks, ranks) in [("c4:1 a1:2", [128, 127], [1, 2]), ("a1:2 c4:1", [127, 128], [2, 1])] {
        let play = two.at(&format!("{board}; roofs {roofs}"));
        assert_eq!((scores(&*play), tiebreaks(&*play)), (vec![4, 4], breaks.to_vec()), "{roofs}");
        assert_eq!(standing(&*play).iter().map(|seat| seat.0).collect::<Vec<_>>(), ranks);
    }
    // Seats without any palace stay equal.
    assert_eq!((tiebreaks(&*two.at("")), standing(&*two.at(""))), (vec![0, 0], vec![(1, 6), (1, 6)]));
}
