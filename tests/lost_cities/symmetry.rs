//! Laws between games: colours mean nothing, and both seats have the same rules.

use std::collections::BTreeSet;

use ludometer_core::FixedGame;

use super::support::scaled;
use super::table::{LETTERS, Rows, Table, VARIANTS, after, colour, columns, end, read, rules, scores, sorted, walk};

/// A card, an action or a chance outcome in other colours: colour c becomes `to[c]`.
fn recoloured(word: &str, to: &[usize]) -> String {
    if word.starts_with(LETTERS) { format!("{}{}", LETTERS[to[colour(word)]], &word[1..]) } else { word.into() }
}

/// A position in other colours.
fn in_colours(table: &Table, to: &[usize]) -> Table {
    let rows = |rows: &Rows| {
        let mut changed = Rows::default();
        to.iter().zip(rows).for_each(|(colour, row)| changed[*colour].clone_from(row));
        changed
    };
    let cards = |cards: &Vec<String>| sorted(cards.iter().map(|card| recoloured(card, to)).collect());
    let turn = match table.turn.split_once("draw:") {
        Some((seat, pile)) => format!("{seat}draw:{}", recoloured(pile, to)),
        None => table.turn.clone(),
    };
    let past = |past: &str| {
        let mut parts: Vec<String> = past.split(';').map(String::from).collect();
        let points: Vec<&str> = past.split(';').nth(1).expect("points by colour").split(',').collect();
        let mut changed = points.clone();
        to.iter().zip(&points).for_each(|(colour, points)| changed[*colour] = points);
        parts[1] = changed.join(",");
        parts.join(";")
    };
    let later = table.later.split_once(' ').map_or(String::new(), |(round, pasts)| {
        format!("{round} {}", pasts.split('|').map(past).collect::<Vec<_>>().join("|"))
    });
    Table {
        hands: table.hands.each_ref().map(cards),
        rows: table.rows.each_ref().map(rows),
        piles: rows(&table.piles),
        known: table.known.each_ref().map(cards),
        turn,
        taken: table.taken,
        later,
    }
}

/// The position with the seats exchanged.
fn exchanged(table: &Table) -> Table {
    let mut other = table.clone();
    other.hands.swap(0, 1);
    other.rows.swap(0, 1);
    other.known.swap(0, 1);
    other.taken.swap(0, 1);
    other.turn.replace_range(..1, ["2", "1"][table.seat()]);
    other
}

/// Every action from a position with the position after it; from the deck with two cards that may come.
fn continuations(game: &FixedGame, table: &Table) -> Vec<(String, String)> {
    let text = table.text();
    let actions = read(game, &text).legal_texts().into_iter().flat_map(|action| {
        let deck = table.deck(game);
        let cards = [deck.first(), deck.last()].into_iter().flatten().map(|card| format!("deck {card}"));
        if action == "deck" { cards.collect() } else { vec![action] }
    });
    let actions: BTreeSet<String> = actions.collect();
    actions.into_iter().map(|action| (action.clone(), after(game, &text, &action))).collect()
}

#[test]
fn colours_mean_nothing() {
    for variant in VARIANTS {
        let game = rules(variant, "");
        let to: &[usize] = if variant == "six-colour" { &[3, 5, 0, 4, 1, 2] } else { &[3, 2, 4, 1, 0] };
        for deal in 0..scaled(10) {
            walk(&game, deal, |play| {
                let table = Table::of(&play.notation());
                let other = in_colours(&table, to);
                let twin = read(&game, &other.text());
                assert_eq!((end(&*twin), scores(&*twin), twin.seat()), (end(play), scores(play), play.seat()));
                let actions = |texts: Vec<String>| texts.into_iter().collect::<BTreeSet<String>>();
                let expected = actions(play.legal_texts().iter().map(|text| recoloured(text, to)).collect());
                assert_eq!(actions(twin.legal_texts()), expected, "{}", play.notation());
                for seat in 0..2 {
                    let (one, two) = (columns(play, seat), columns(&*twin, seat));
                    let names = ["red", "green", "blue", "white", "yellow", "purple"].map(|name| format!("by_{name}"));
                    for (from, to) in to.iter().enumerate() {
                        assert_eq!(one[&names[from]], two[&names[*to]]);
                    }
                    assert!(one.iter().all(|(name, n)| name.starts_with("by_") || two[name] == *n));
                }
                for (action, next) in continuations(&game, &table) {
                    let words: Vec<String> = action.split(' ').map(|word| recoloured(word, to)).collect();
                    let found = after(&game, &other.text(), &words.join(" "));
                    assert_eq!(found, in_colours(&Table::of(&next), to).text(), "{action} in {}", play.notation());
                }
            });
        }
    }
}

#[test]
fn both_seats_have_the_same_rules() {
    // After two rounds with equal points either seat may have begun the third: there a position can be turned round.
    let (single, game) = (rules("standard", ""), rules("match", ""));
    let past = "36,-20,16,0;0,32,0,0,0;1,1,4";
    for deal in 0..scaled(20) {
        walk(&single, deal, |play| {
            let mut table = Table::of(&play.notation());
            table.later = format!("3 {past}|{past}");
            let other = exchanged(&table);
            let [one, two] = [&table, &other].map(|table| read(&game, &table.text()));
            assert_eq!((one.legal_texts(), one.plies(), end(&*one)), (two.legal_texts(), two.plies(), end(&*two)));
            for seat in 0..2 {
                assert_eq!(one.outcome().seats[seat], two.outcome().seats[1 - seat]);
            }
            for (action, next) in continuations(&game, &table) {
                let found = after(&game, &other.text(), &action);
                assert_eq!(found, exchanged(&Table::of(&next)).text(), "{action} in {}", table.text());
            }
        });
    }
}
