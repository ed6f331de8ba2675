//! Text forms of positions, observations, actions and cards; described in `seeds/lost_cities/RULES.md`.
//!
//! ```text
//!   position   Rx,R3,G10|Bx,W2 R:x,4;Y:9|- R:5,2;G:x R3|- 1:place 2|1        hands, rows, piles, known, turn, taken
//!   action     R7+   R7-   deck   R                                          chance   R7
//! ```

use std::fmt::Write as _;

use crate::error::{Error, Result};

use super::actions::{Action, bits};
use super::cards::{COLOUR_BITS, CardSet};
use super::observation::Observation;
use super::rules::{Rules, colour_of};
use super::state::{Phase, State};

/// Letters of the colours, in order.
const LETTERS: [char; 6] = ['R', 'G', 'B', 'W', 'Y', 'P'];

pub(super) fn letter(colour: usize) -> char {
    LETTERS[colour]
}

/// The letter's colour, if the game has it.
pub(super) fn parse_colour<W: CardSet>(rules: &Rules<W>, text: &str) -> Option<usize> {
    LETTERS[..rules.colours].iter().position(|letter| text.len() == 1 && text.starts_with(*letter))
}

/// A card without its colour: `x` or the number.
fn value<W: CardSet>(rules: &Rules<W>, card: u8) -> String {
    let index = card % COLOUR_BITS as u8;
    if index < rules.wagers { "x".into() } else { (rules.low + index - rules.wagers).to_string() }
}

fn parse_value<W: CardSet>(rules: &Rules<W>, colour: usize, text: &str) -> Option<u8> {
    let first = (COLOUR_BITS * colour) as u8;
    if text == "x" {
        return (rules.wagers > 0).then_some(first);
    }
    let number: u8 = text.parse().ok().filter(|number: &u8| number.to_string() == text)?;
    (rules.low..=rules.high).contains(&number).then(|| first + rules.wagers + number - rules.low)
}

pub(super) fn print_card<W: CardSet>(rules: &Rules<W>, card: u8) -> String {
    format!("{}{}", letter(colour_of(card)), value(rules, card))
}

pub(super) fn parse_card<W: CardSet>(rules: &Rules<W>, text: &str) -> Option<u8> {
    let (head, tail) = text.split_at_checked(1)?;
    parse_value(rules, parse_colour(rules, head)?, tail)
}

pub(super) fn print_action<W: CardSet>(rules: &Rules<W>, action: Action) -> String {
    match action {
        Action::Place { card, discard } => print_card(rules, card) + if discard { "-" } else { "+" },
        Action::Deck => "deck".into(),
        Action::Pile(colour) => letter(usize::from(colour)).into(),
    }
}

/// `-` for nothing.
fn or_dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn cards<W: CardSet>(rules: &Rules<W>, set: W) -> Vec<String> {
    bits(set).map(|bit| print_card(rules, rules.card(bit))).collect()
}

/// `R:x,4;Y:9`: for each colour the values, in order.
fn by_colour<W: CardSet>(rules: &Rules<W>, of: impl Fn(usize) -> Vec<u8>) -> String {
    let columns = (0..rules.colours).filter_map(|colour| {
        let values: Vec<String> = of(colour).into_iter().map(|card| value(rules, card)).collect();
        (!values.is_empty()).then(|| format!("{}:{}", letter(colour), values.join(",")))
    });
    or_dash(columns.collect::<Vec<_>>().join(";"))
}

fn row<W: CardSet>(rules: &Rules<W>, rows: W, colour: usize) -> Vec<u8> {
    bits(rows & rules.colour(colour)).map(|bit| rules.card(bit)).collect()
}

fn numbers(values: impl IntoIterator<Item = i16>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",")
}

pub(super) fn print_state<W: CardSet>(rules: &Rules<W>, state: &State<W>) -> String {
    let hands = state.sides.map(|side| or_dash(cards(rules, side.hand).join(",")));
    print(rules, state, &hands.join("|"), &by_colour(rules, |colour| state.pile(colour)), "")
}

fn print<W: CardSet>(rules: &Rules<W>, state: &State<W>, hands: &str, piles: &str, deck: &str) -> String {
    let rows = state.sides.map(|side| by_colour(rules, |colour| row(rules, side.rows, colour))).join("|");
    let known = [0, 1].map(|seat| or_dash(cards(rules, state.known(rules, seat)).join(","))).join("|");
    let turn = match state.phase {
        Phase::Place => "place".into(),
        Phase::Draw => state.closed_pile().map_or("draw".into(), |colour| format!("draw:{}", letter(colour))),
        Phase::Deck => "deck".into(),
        Phase::Deal => "deal".into(),
    };
    let mut text =
        format!("{hands} {rows} {piles} {known} {}:{turn} {}|{}{deck}", state.seat + 1, state.taken[0], state.taken[1]);
    if state.round > 1 {
        let past = state.past.each_ref().map(|tally| {
            let by_colour = numbers(tally.by_colour[..rules.colours].iter().copied());
            format!("{};{by_colour};{}", numbers(tally.components), numbers(tally.facts))
        });
        let _ = write!(text, " {} {}", state.round, past.join("|"));
    }
    text
}

/// Like the position, with what is out of sight counted and not named.
pub(super) fn print_observation<W: CardSet>(rules: &Rules<W>, observation: &Observation<W>) -> String {
    let Observation { seat, view, hidden, forgotten } = observation;
    let hands = [0u8, 1].map(|of| {
        let mut hand = cards(rules, view.sides[usize::from(of)].hand);
        if of != *seat && *hidden > 0 {
            hand.push(format!("?*{hidden}"));
        }
        or_dash(hand.join(","))
    });
    let piles = (0..rules.colours).filter_map(|colour| {
        let mut pile: Vec<String> = view.pile(colour).into_iter().map(|card| value(rules, card)).collect();
        let top = pile.pop()?;
        let below = if forgotten[colour] > 0 { format!("?*{}", forgotten[colour]) } else { or_dash(pile.join(",")) };
        Some(format!("{}:{below}/{top}", letter(colour)))
    });
    let piles = or_dash(piles.collect::<Vec<_>>().join(";"));
    let deck = view.deck.count() - hidden - forgotten.iter().sum::<u32>();
    print(rules, view, &hands.join("|"), &piles, &format!(" deck={deck}"))
}

pub(super) fn refuse(text: &str, problems: &[String]) -> Error {
    Error::Notation { what: "a Lost Cities position", text: text.into(), why: problems.join("; ") }
}

pub(super) fn parse_chance<W: CardSet>(rules: &Rules<W>, text: &str) -> Result<u8> {
    let why = || {
        format!(
            "a card is a colour of {} and x or a number, like `R7`",
            LETTERS[..rules.colours].iter().collect::<String>()
        )
    };
    parse_card(rules, text).ok_or_else(|| Error::Notation { what: "a card", text: text.into(), why: why() })
}

/// The table in the middle of a terminal: the other seat above, the piles between, both hands open.
pub(super) fn board<W: CardSet>(rules: &Rules<W>, state: &State<W>) -> String {
    let mut text = String::new();
    let side = |seat: usize, text: &mut String| {
        let tally = super::scoring::tally(rules, state, seat);
        let _ = writeln!(text, "seat {}: {} points", seat + 1, tally.points());
        let _ = writeln!(text, "  hand  {}", or_dash(cards(rules, state.sides[seat].hand).join(" ")));
        for colour in 0..rules.colours {
            let row: Vec<String> =
                row(rules, state.sides[seat].rows, colour).into_iter().map(|card| value(rules, card)).collect();
            let _ = writeln!(text, "  {}     {}", letter(colour), or_dash(row.join(" ")));
        }
    };
    side(0, &mut text);
    let piles: Vec<String> = (0..rules.colours)
        .map(|colour| {
            let pile = state.pile(colour);
            pile.last().map_or(format!("{}:-", letter(colour)), |&top| {
                format!("{}:{} ({})", letter(colour), value(rules, top), pile.len())
            })
        })
        .collect();
    let _ = writeln!(text, "piles   {}", piles.join("  "));
    let _ = writeln!(text, "deck    {} cards", state.deck.count());
    side(1, &mut text);
    let seat = state.seat + 1;
    let standing = match state.phase {
        _ if state.over() && state.deck == W::default() => "the deck is empty: the game is over".into(),
        _ if state.over() => "stopped by the ply cap".into(),
        Phase::Place => format!("seat {seat} places a card"),
        Phase::Draw => format!("seat {seat} takes a card"),
        Phase::Deck => format!("seat {seat} waits for a card of the deck"),
        Phase::Deal => format!("seat {seat} waits for a card of the deal"),
    };
    let round = if rules.rounds > 1 { format!(", round {} of {}", state.round, rules.rounds) } else { String::new() };
    let _ = write!(text, "{standing}{round}, turn {}", state.turns(rules));
    text
}
