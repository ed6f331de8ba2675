//! ME-62 and ME-63: survivor's duty, the limit of plies.

use crate::positions::{ARMS, Table, go, table, tables, walk};
use crate::readers::{arms, end, held, passes, standing, turn};
use crate::support::scaled;

/// Four palaces of two, which are all the buildings there are; seat 1 has two walls and seat 2 nothing but roofs.
const BOARD: &str = "Oc1 Od1 Bc3 Bd3 Gc5 Gd5 Nc7 Nd7; walls ne-s=2; hold 1 wall=2; hold 2 wall=0";

fn duty(rules: &str) -> Table {
    table("standard", 2, &format!("buildings=1;roofs=1;stables=0;merchants=0;walls=2;survivor_roofs=true;{rules}"))
}

fn legal(play: &dyn ludometer_core::play::Play) -> String {
    play.legal_texts().join(" ")
}

#[test]
fn me_62_a_lone_seat_must_place_a_roof_as_the_last_of_its_turn() {
    let text = format!("{BOARD}; roofs c1:2; tiles 2---|----");
    let play = duty("").at(&text);
    assert_eq!(legal(&*play), format!("Rc3 Rc5 Rc7 {}", ARMS.join(" ")), "the first placement is free");
    let after = go(&*play, "nw-e");
    assert_eq!(legal(&*after), "Rc3 Rc5 Rc7");
    let after = go(&*after, "Rc3");
    assert_eq!((turn(&*after), passes(&*after)[1]), ("1:2".into(), passes(&*play)[1] + 1));
    // A roof first, and the second placement is free.
    let first = go(&*play, "Rc3");
    assert_eq!((turn(&*first), arms(&*first).len()), ("1:1:roof".into(), 8));
    // Off, in `standard`: all is free, nothing is marked.
    let play = table("standard", 2, "buildings=1;roofs=1;stables=0;merchants=0;walls=2").at(&text);
    assert_eq!((arms(&*go(&*play, "nw-e")).len(), turn(&*go(&*play, "Rc3"))), (8, "1:1".into()));
}

#[test]
fn me_62_no_duty_among_several_or_without_a_roof_to_place() {
    // Seat 2 has a wall.
    let several = format!("{}; roofs c1:2; tiles 2---|----", BOARD.replace("hold 2 wall=0", "hold 2 wall=1"));
    let several = several.replace("hold 1 wall=2", "hold 1 wall=3");
    assert_eq!(arms(&*go(&*duty("walls=3").at(&several), "nw-e")).len(), 8);
    // Seat 1 has no roof left.
    let roofless = format!("{BOARD}; roofs c1:1 c3:2; tiles 12--|----");
    assert_eq!(legal(&*go(&*duty("").at(&roofless), "nw-e")), ARMS.join(" "));
}

#[test]
fn me_62_a_neutral_roof_fulfils_it_and_tea_does_not() {
    let rules =
        "buildings=1;roofs=1;stables=0;merchants=0;walls=2;neutral_roofs=1;tower_merchants=false;short_openings=0";
    let play = table("second-edition", 2, rules).at(
        "Bc1 Bd1 Oc3 Od3 Gc5 Gd5 Nc7 Nd7; merchants g6; well k5; walls ne-s=2; roofs c1:1 c3:2 c5:n; tiles 21n-|----; \
         hold 1 wall=2 X=1; hold 2 wall=0 X=0",
    );
    assert_eq!((held(&*play, "tea"), legal(&*go(&*play, "nw-e"))), (vec![3, 0], "Xc7".into()));
    assert_eq!(legal(&*go(&*play, "Xc7")), format!("{} tea", ARMS.join(" ")));
}

#[test]
fn me_63_the_limit_of_plies_leaves_the_game_as_it_stands() {
    let table = table("standard", 2, "max_plies=3");
    let play = go(&*table.deal(0), "Oa1 Ra1");
    assert_eq!(end(&*play), None);
    let over = go(&*play, "nw-e");
    assert_eq!((end(&*over), over.legal_codes().len(), turn(&*over)), (Some("truncated"), 0, "2:1".into()));
    assert_eq!(standing(&*over), [(1, 12), (2, 0)]);
    assert!(over.board().contains("stopped by the ply cap"));
}

#[test]
fn me_63_games_end_by_themselves_far_below_it() {
    for (name, table) in tables() {
        let pieces: i32 = crate::readers::supplies(&*table.deal(0)).iter().flatten().sum();
        for seed in 0..scaled(100) {
            let over = walk(&table, seed, |_, _, _| ());
            // Pieces, those of tower tiles, tea, the first merchant of `chosen`.
            let most = i64::from(pieces) + 6 + table.int("tea") + 1;
            assert!(i64::from(over.plies()) <= most && most <= 270, "{name}");
            assert_eq!(end(&*over), Some("no_placement"), "{name}");
        }
    }
    // Nothing to place at all: over before the first turn.
    let none = table("standard", 3, "buildings=0;stables=0;merchants=0;walls=0").deal(0);
    assert_eq!((end(&*none), standing(&*none)), (Some("no_placement"), vec![(1, 4); 3]));
}
