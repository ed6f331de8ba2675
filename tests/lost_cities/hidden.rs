//! What a seat knows and what it does not: LC.23, and what must hold of every observation.

use std::collections::BTreeMap;

use ludometer_core::play::{Play, Start};
use ludometer_core::rng::{ChanceKey, Stream};
use ludometer_core::{FixedGame, Seat};

use super::support::scaled;
use super::table::{LETTERS, Table, VARIANTS, after, all_cards, at, colour, line, read, remove, rules, sorted, walk};

/// Every variant, and the standard game in which covered discards are forgotten.
fn games() -> Vec<FixedGame> {
    let mut games = VARIANTS.map(|variant| rules(variant, "")).to_vec();
    games.push(rules("standard", "pile_memory=top"));
    games
}

fn forgets(game: &FixedGame) -> bool {
    game.values.word("pile_memory") == "top"
}

/// What LC-23 says a seat sees of a position.
fn seen(game: &FixedGame, table: &Table, seat: usize) -> String {
    let hidden = table.unseen(1 - seat).len();
    let mut hands = [0, 1].map(|of| sorted(if of == seat { &table.hands } else { &table.known }[of].clone()));
    if hidden > 0 {
        hands[1 - seat].push(format!("?*{hidden}"));
    }
    let hands = hands.map(|hand| if hand.is_empty() { "-".into() } else { hand.join(",") });
    let piles = table.piles.iter().zip(LETTERS).filter_map(|(pile, letter)| {
        let (top, lower) = pile.split_last()?;
        let lower = match lower {
            [] => "-".into(),
            lower if forgets(game) => format!("?*{}", lower.len()),
            lower => lower.join(","),
        };
        Some(format!("{letter}:{lower}/{top}"))
    });
    let piles: Vec<String> = piles.collect();
    let piles = if piles.is_empty() { "-".into() } else { piles.join(";") };
    let text = table.text();
    let fields: Vec<&str> = text.splitn(7, ' ').collect();
    let later = fields.get(6).map_or(String::new(), |later| format!(" {later}"));
    let deck = table.deck(game).len();
    format!("{} {} {piles} {} {} {} deck={deck}{later}", hands.join("|"), fields[1], fields[3], fields[4], fields[5])
}

/// The same position with everything that `seat` cannot know dealt out in another way.
fn reshuffled(game: &FixedGame, table: &Table, seat: usize, stream: &mut Stream) -> Table {
    let mut changed = table.clone();
    let mut unseen = table.unseen(1 - seat);
    let size = unseen.len();
    unseen.extend(table.deck(game));
    if forgets(game) {
        for (pile, letter) in changed.piles.iter_mut().zip(LETTERS) {
            for place in 0..pile.len().saturating_sub(1) {
                // Each covered card changes places with some card of its colour that is out of sight.
                let same: Vec<usize> = (0..unseen.len()).filter(|&card| unseen[card].starts_with(letter)).collect();
                if let Some(&other) = same.get(stream.below(same.len().max(1) as u32) as usize) {
                    let card = std::mem::replace(&mut unseen[other], format!("{letter}{}", pile[place]));
                    pile[place] = card[1..].into();
                }
            }
        }
    }
    changed.hands[1 - seat].clone_from(&table.known[1 - seat]);
    for _ in 0..size {
        let card = unseen.swap_remove(stream.below(unseen.len() as u32) as usize);
        changed.hands[1 - seat].push(card);
    }
    changed.hands[1 - seat] = sorted(changed.hands[1 - seat].clone());
    changed
}

#[test]
fn lc_23_an_observation_is_what_was_seen_to_happen() {
    for game in games() {
        for deal in 0..scaled(50) {
            // Piles and known cards by the actions alone.
            let mut history = Table::of("-|- -|- - -|- 1:place 0|0");
            let mut before: Option<(Table, Vec<String>)> = None;
            walk(&game, deal, |play| {
                let table = Table::of(&play.notation());
                if let Some((before, drawn)) = before.take() {
                    follow(&mut history, &before, &table, &drawn);
                }
                if table.laid() == 0 {
                    history = Table::of("-|- -|- - -|- 1:place 0|0");
                }
                assert_eq!((&table.piles, &table.known), (&history.piles, &history.known), "{}", play.notation());
                for seat in 0..2 {
                    assert_eq!(play.observation(Seat(seat)), seen(&game, &table, usize::from(seat)));
                }
                before = Some((table, play.legal_texts()));
            });
        }
    }
}

/// Notes what the one action between two positions showed to everybody.
fn follow(history: &mut Table, before: &Table, table: &Table, legal: &[String]) {
    let seat = before.seat();
    if before.step() == "place" {
        let mut left = before.hands[seat].clone();
        table.hands[seat].iter().for_each(|card| remove(&mut left, card));
        let [card] = &left[..] else { panic!("one card is placed") };
        if history.known[seat].contains(card) {
            remove(&mut history.known[seat], card);
        }
        if table.step().starts_with("draw:") || table.rows[seat] == before.rows[seat] {
            history.piles[colour(card)].push(card[1..].into());
        }
    } else if let Some(pile) = legal[1..]
        .iter()
        .find(|pile| table.laid() > 0 && table.piles[colour(pile)].len() < before.piles[colour(pile)].len())
    {
        let top = history.piles[colour(pile)].pop().expect("a card");
        history.known[seat].push(format!("{pile}{top}"));
        history.known[seat] = sorted(history.known[seat].clone());
    }
}

#[test]
fn lc_23_nothing_hidden_leaks_into_an_observation() {
    let mut others = 0;
    for game in games() {
        for deal in 0..scaled(40) {
            let mut stream = Stream::from_key(deal);
            walk(&game, deal, |play| {
                let table = Table::of(&play.notation());
                for seat in 0..2 {
                    let changed = reshuffled(&game, &table, usize::from(seat), &mut stream);
                    others += u32::from(changed != table);
                    let other = read(&game, &changed.text());
                    assert_eq!(other.observation(Seat(seat)), play.observation(Seat(seat)), "{}", play.notation());
                    // Nor into what it may do.
                    if play.seat() == Some(Seat(seat)) {
                        assert_eq!(other.legal_texts(), play.legal_texts(), "{}", play.notation());
                    }
                }
            });
        }
    }
    assert!(others > 10_000, "the reshuffled position is another one, as a rule: {others}");
}

#[test]
fn lc_23_an_observation_holds_everything_else() {
    let game = rules("standard", "");
    let base = at(&game, ["R2,R3", "R4,R5"], "G:3|B:3", "W:x,2,7", "1:place");
    let observed = |text: &str| read(&game, text).observation(Seat(0));
    for (from, to) in [
        ("R2,R3", "R2,R6"),              // own hand
        ("G:3", "G:4"),                  // own row
        ("B:3", "B:4"),                  // other row
        ("W:x,2,7", "W:x,2,6"),          // top of a pile
        ("W:x,2,7", "W:2,x,7"),          // order below it
        ("W:x,2,7 -|-", "W:x,2,7 -|R4"), // what the other hand is known to hold
    ] {
        let mut changed = base.replacen(from, to, 1);
        if to.ends_with("R4") {
            changed = format!("{} 1|2", changed.rsplit_once(' ').expect("fields").0); // it was taken from a pile
        }
        assert_ne!(changed, base);
        assert_ne!(observed(&changed), observed(&base), "{from} to {to}");
    }
}

#[test]
fn lc_23_covered_discards_can_be_forgotten() {
    let texts = ["", "pile_memory=top"].map(|overrides| {
        let game = rules("standard", overrides);
        read(&game, &at(&game, ["", ""], "-|-", "R:2,x,9;G:5", "1:place")).observation(Seat(0))
    });
    assert_eq!(texts[0].replace("R:2,x/9;G:-/5", "R:?*2/9;G:-/5"), texts[1]);
    assert_ne!(texts[0], texts[1]);
}

#[test]
fn lc_23_of_equal_wagers_the_known_ones_leave_first() {
    let game = rules("standard", "");
    let start = "Rx,Rx,R4,R5,G2,G3,G4,G5|R6,R7,R8,R9,G6,G7,G8,G9 R:x|- - Rx,R4|- 2:place 2|0";
    let state = after(&game, start, "R6- deck W2");
    for action in ["Rx+", "Rx-"] {
        let placed = after(&game, &state, action);
        assert_eq!(Table::of(&placed).known[0], ["R4"]);
        let again = after(&game, &placed, &format!("deck W3 R7- deck W4 {action}"));
        assert_eq!(Table::of(&again).known[0], ["R4"]);
    }
    assert_eq!(Table::of(&after(&game, &state, "G2-")).known[0], ["Rx", "R4"]);
}

#[test]
fn a_redealt_state_keeps_what_the_seat_knows_and_every_card() {
    for game in games() {
        let all = all_cards(&game);
        for deal in 0..scaled(40) {
            walk(&game, deal, |play| {
                let table = Table::of(&play.notation());
                for seat in 0..2 {
                    let drawn = play.determinize(Seat(seat), deal);
                    drawn.check().unwrap_or_else(|problem| panic!("{problem}: {}", drawn.notation()));
                    assert_eq!(drawn.observation(Seat(seat)), play.observation(Seat(seat)));
                    assert_eq!(
                        (drawn.plies(), drawn.seat(), drawn.outcome()),
                        (play.plies(), play.seat(), play.outcome())
                    );
                    let (found, seat) = (Table::of(&drawn.notation()), usize::from(seat));
                    // Known cards stay where they are (`unseen` takes each out of the hand), and no card gets lost or doubled.
                    assert_eq!((&found.hands[seat], &found.rows), (&table.hands[seat], &table.rows));
                    assert_eq!(
                        (&found.known, found.unseen(1 - seat).len()),
                        (&table.known, table.unseen(1 - seat).len())
                    );
                    let mut cards = found.cards();
                    cards.extend(found.deck(&game));
                    assert_eq!(sorted(cards), all);
                    if !forgets(&game) {
                        assert_eq!(found.piles, table.piles);
                    }
                }
            });
        }
    }
}

/// Pearson's statistic of counts against weights; the same categories must have come up.
fn chi_square(counts: &BTreeMap<String, u32>, weights: &BTreeMap<String, u32>) -> f64 {
    assert_eq!(counts.keys().collect::<Vec<_>>(), weights.keys().collect::<Vec<_>>(), "what can come up, all of it");
    let (drawn, ways): (u32, u32) = (counts.values().sum(), weights.values().sum());
    let term = |(found, weight): (&u32, &u32)| {
        let expected = f64::from(drawn) * f64::from(*weight) / f64::from(ways);
        assert!(expected > 100.0, "too few draws");
        (f64::from(*found) - expected).powi(2) / expected
    };
    counts.values().zip(weights.values()).map(term).sum()
}

/// How often each text comes up among redealt states, by what `of` makes of them.
fn redealt(play: &dyn Play, of: impl Fn(Box<dyn Play>) -> String) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for key in 0..scaled(300_000) {
        *counts.entry(of(play.determinize(Seat(0), key))).or_default() += 1;
    }
    counts
}

// The seeds are fixed, so these tests pass always or never; a right sampler stays below the 99.9% quantile of
// chi-square with a probability of 0.999.

#[test]
fn hidden_hands_come_up_as_often_as_the_cards_make_them() {
    let game = rules("standard", "colours=1;hand_size=3");
    let play = read(&game, "R2,R3,R4|Rx,R8,R9 R:5|- R:6 -|R9 1:place 1|1");
    // Two cards of six are in the hidden part of the hand: three equal wagers, 7, 8 and 10.
    let unseen = ["Rx", "Rx", "Rx", "R7", "R8", "R10"];
    let mut weights = BTreeMap::new();
    for one in 0..6 {
        for two in one + 1..6 {
            let hand = sorted(["R9", unseen[one], unseen[two]].map(String::from).into());
            *weights.entry(hand.join(",")).or_default() += 1;
        }
    }
    assert_eq!((weights.len(), weights["Rx,Rx,R9"], weights["R7,R8,R9"]), (7, 3, 1));
    let counts = redealt(&*play, |drawn| Table::of(&drawn.notation()).hands[1].join(","));
    let statistic = chi_square(&counts, &weights);
    assert!(statistic < 22.46, "chi-square {statistic} with 6 degrees of freedom: {counts:?}");
}

#[test]
fn the_next_card_of_a_redealt_deck_is_any_unseen_one() {
    let game = rules("standard", "colours=1;hand_size=3");
    let play = read(&game, "R2,R3,R4|Rx,R8,R9 R:5|- R:6 -|R9 1:place 1|1");
    let weights = [("Rx", 3), ("R7", 1), ("R8", 1), ("R10", 1)].map(|(card, ways)| (card.to_owned(), ways)).into();
    let counts = redealt(&*play, |mut drawn| {
        line(&mut *drawn, "R2- deck");
        drawn.chance_texts().remove(0)
    });
    let statistic = chi_square(&counts, &weights);
    assert!(statistic < 16.27, "chi-square {statistic} with 3 degrees of freedom: {counts:?}");
}

#[test]
fn forgotten_piles_and_hands_come_up_together_as_the_cards_make_them() {
    let game = rules("standard", "colours=2;low=2;high=5;wagers=1;hand_size=2;pile_memory=top");
    let play = read(&game, "R2,G2|R3,G3 -|- R:x,4,5;G:x,5 -|- 1:place 1|0");
    // Out of sight: Rx R3 R4 Gx G3 G4. Two of the red ones, in some order, lie below R5, one of the green ones below
    // G5; two of the other three are in the hand. The whole position is the category: 6 * 3 * 3 of them.
    let mut weights = BTreeMap::new();
    for red in [["x", "3"], ["3", "x"], ["x", "4"], ["4", "x"], ["3", "4"], ["4", "3"]] {
        for green in ["x", "3", "4"] {
            let left = ["Rx", "R3", "R4", "Gx", "G3", "G4"].into_iter().filter(|card| {
                let (letter, value) = card.split_at(1);
                if letter == "R" { !red.contains(&value) } else { value != green }
            });
            let left: Vec<&str> = left.collect();
            for kept in 0..3 {
                let hand: Vec<&str> = (0..3).filter(|place| *place != kept).map(|place| left[place]).collect();
                let piles = format!("R:{},{},5;G:{green},5", red[0], red[1]);
                weights.insert(format!("R2,G2|{} -|- {piles} -|- 1:place 1|0", hand.join(",")), 1);
            }
        }
    }
    assert_eq!(weights.len(), 54);
    let counts = redealt(&*play, |drawn| drawn.notation());
    let statistic = chi_square(&counts, &weights);
    assert!(statistic < 90.57, "chi-square {statistic} with 53 degrees of freedom");
}

#[test]
fn lc_02_every_card_is_equally_likely_to_be_dealt() {
    let game = rules("standard", "colours=2");
    let mut weights = BTreeMap::new();
    for card in all_cards(&game) {
        *weights.entry(card).or_default() += 1;
    }
    let mut counts = [BTreeMap::new(), BTreeMap::new()];
    for deal in 0..scaled(300_000) {
        let start = Start { chance: ChanceKey::new(9, deal), state: Some("-|- -|- - -|- 1:deal 0|0") };
        let cards = game.visit(start).expect("a deal").chance_texts();
        for (counts, place) in counts.iter_mut().zip([0, 15]) {
            *counts.entry(cards[place].clone()).or_default() += 1;
        }
    }
    for counts in &counts {
        let statistic = chi_square(counts, &weights);
        assert!(statistic < 43.82, "chi-square {statistic} with 19 degrees of freedom: {counts:?}");
    }
}
