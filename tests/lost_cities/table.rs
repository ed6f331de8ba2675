//! Positions of Lost Cities as text: taken apart, put together, and played one step at a time by the trait alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludometer_core::cpu::Portable;
use ludometer_core::error::Error;
use ludometer_core::play::{Play, Start};
use ludometer_core::rng::{ChanceKey, Stream};
use ludometer_core::{FixedGame, Game, GameId, Turn, Visitor, trace};

use super::support::game;

pub const VARIANTS: [&str; 4] = ["standard", "published", "six-colour", "match"];
/// Colours, in the order of the notation.
pub const LETTERS: [char; 6] = ['R', 'G', 'B', 'W', 'Y', 'P'];

/// Cards of each colour, without the colour.
pub type Rows = [Vec<String>; 6];

/// A Lost Cities game with rules as `key=value;key=value`.
pub fn rules(variant: &str, rules: &str) -> FixedGame {
    game(GameId::LostCities, variant, 2, rules)
}

/// The start of game `deal` of seed 1.
pub fn dealt(game: &FixedGame, deal: u64) -> Box<dyn Play> {
    game.visit(Start { chance: ChanceKey::new(1, deal), state: None }).expect("a start")
}

pub fn try_read(game: &FixedGame, text: &str) -> Result<Box<dyn Play>, Error> {
    game.visit(Start { chance: ChanceKey::new(0, 0), state: Some(text) })
}

pub fn read(game: &FixedGame, text: &str) -> Box<dyn Play> {
    try_read(game, text).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a game uniformly and shows every position a seat has to decide in, and the last one.
pub fn walk(game: &FixedGame, deal: u64, mut see: impl FnMut(&dyn Play)) {
    let mut play = dealt(game, deal);
    let mut stream = Stream::from_key(deal);
    see(&*play);
    while play.seat().is_some() {
        let legal = play.legal_codes();
        play.apply_code(legal[stream.below(legal.len() as u32) as usize]).expect("legal");
        see(&*play);
    }
}

/// Actions and, from the deck, whatever comes.
pub fn line(play: &mut dyn Play, actions: &str) {
    for action in actions.split(' ') {
        play.apply_text(action).unwrap_or_else(|error| panic!("{error}"));
    }
}

pub fn end(play: &dyn Play) -> Option<&'static str> {
    play.seat().is_none().then(|| GameId::LostCities.facts().ends[usize::from(play.outcome().end)])
}

pub fn scores(play: &dyn Play) -> [i16; 2] {
    [0, 1].map(|seat| play.outcome().seats[seat].score)
}

/// Columns of a seat by name: `c_*`, `by_*`, facts.
pub fn columns(play: &dyn Play, seat: usize) -> BTreeMap<String, i16> {
    GameId::LostCities.facts().seat_column_names().into_iter().zip(play.outcome().seats[seat].columns).collect()
}

/// One step from a printed state: an action, or a card where chance decides. No generator has a part in it.
pub struct Step<'a> {
    pub state: &'a str,
    pub token: &'a str,
}

impl Visitor for Step<'_> {
    type Output = Result<String, Error>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let mut state = G::parse_state(rules, self.state)?;
        if G::turn(rules, &state) == Turn::Chance {
            let outcome = G::parse_chance(rules, self.token)?;
            assert!(G::chance_possible(rules, &state, outcome), "{} in {}", self.token, self.state);
            G::apply_chance::<Portable>(rules, &mut state, outcome);
        } else {
            let action = trace::parse_action::<G>(rules, &state, self.token)?;
            G::apply::<Portable>(rules, &mut state, action);
        }
        Ok(G::print_state(rules, &state))
    }
}

/// The state after some steps, with blanks between them.
pub fn after(game: &FixedGame, state: &str, tokens: &str) -> String {
    tokens.split(' ').fold(state.to_owned(), |state, token| {
        game.visit(Step { state: &state, token }).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// The outcome of a printed state, and whether anybody decides or chance is due.
pub fn turn_of(game: &FixedGame, state: &str) -> Turn {
    struct Asked<'a>(&'a str);
    impl Visitor for Asked<'_> {
        type Output = Turn;
        fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Turn {
            G::turn(rules, &G::parse_state(rules, self.0).expect("a position"))
        }
    }
    game.visit(Asked(state))
}

/// A printed position in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub hands: [Vec<String>; 2],
    pub rows: [Rows; 2],
    pub piles: Rows,
    pub known: [Vec<String>; 2],
    pub turn: String,
    pub taken: [u32; 2],
    /// Round and past of a later round, as written.
    pub later: String,
}

fn cards(text: &str) -> Vec<String> {
    if text == "-" { Vec::new() } else { text.split(',').map(String::from).collect() }
}

fn by_colour(text: &str) -> Rows {
    let mut rows = Rows::default();
    for part in text.split(';').filter(|part| *part != "-") {
        let (letter, row) = part.split_once(':').expect("a colour and its cards");
        rows[colour(letter)] = cards(row);
    }
    rows
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn written(rows: &Rows) -> String {
    let parts: Vec<String> = rows
        .iter()
        .zip(LETTERS)
        .filter(|(row, _)| !row.is_empty())
        .map(|(row, letter)| format!("{letter}:{}", row.join(",")))
        .collect();
    or_dash(parts.join(";"))
}

/// The two parts of a field.
pub fn halves(text: &str) -> [&str; 2] {
    let (one, two) = text.split_once('|').expect("two seats");
    [one, two]
}

/// Number of a card's colour.
pub fn colour(card: &str) -> usize {
    LETTERS.iter().position(|letter| card.starts_with(*letter)).expect("a colour")
}

/// The value of a number; none for a wager.
pub fn value(card: &str) -> Option<u32> {
    card.trim_start_matches(LETTERS).parse().ok()
}

pub fn sorted(mut cards: Vec<String>) -> Vec<String> {
    cards.sort_by_cached_key(|card| (colour(card), value(card)));
    cards
}

impl Table {
    pub fn of(text: &str) -> Self {
        let fields: Vec<&str> = text.splitn(7, ' ').collect();
        Self {
            hands: halves(fields[0]).map(cards),
            rows: halves(fields[1]).map(by_colour),
            piles: by_colour(fields[2]),
            known: halves(fields[3]).map(cards),
            turn: fields[4].into(),
            taken: halves(fields[5]).map(|number| number.parse().expect("a number")),
            later: fields.get(6).map_or(String::new(), ToString::to_string),
        }
    }

    pub fn text(&self) -> String {
        let join =
            |sets: &[Vec<String>; 2]| sets.each_ref().map(|set| or_dash(sorted(set.clone()).join(","))).join("|");
        let rows = self.rows.each_ref().map(written).join("|");
        let taken = self.taken.map(|number| number.to_string()).join("|");
        let fields = [join(&self.hands), rows, written(&self.piles), join(&self.known), self.turn.clone(), taken];
        [fields.join(" "), self.later.clone()].join(" ").trim_end().into()
    }

    /// The seat of the turn, as an index.
    pub fn seat(&self) -> usize {
        usize::from(self.turn.starts_with('2'))
    }

    /// What the seat has to do: `place`, `draw`, `draw:R`.
    pub fn step(&self) -> &str {
        &self.turn[2..]
    }

    /// How many cards lie in rows and on piles.
    pub fn laid(&self) -> usize {
        self.rows.iter().chain([&self.piles]).flatten().map(Vec::len).sum()
    }

    /// Every card that is not in the deck, sorted.
    pub fn cards(&self) -> Vec<String> {
        let laid = self.rows.iter().chain([&self.piles]).flat_map(|rows| {
            rows.iter().zip(LETTERS).flat_map(|(row, letter)| row.iter().map(move |card| format!("{letter}{card}")))
        });
        sorted(self.hands.iter().flatten().cloned().chain(laid).collect())
    }

    /// The deck: all cards of the game that are nowhere else, sorted.
    pub fn deck(&self, game: &FixedGame) -> Vec<String> {
        // Both lists are sorted: what is elsewhere is skipped in one pass.
        let cards = self.cards();
        let mut elsewhere = cards.iter().peekable();
        let mut left = all_cards(game);
        left.retain(|card| elsewhere.next_if_eq(&card).is_none());
        assert_eq!(elsewhere.next(), None, "a card that is not in the game, or there too often");
        left
    }

    /// Cards in the hand of a seat that the other one does not know.
    pub fn unseen(&self, seat: usize) -> Vec<String> {
        let mut hand = self.hands[seat].clone();
        self.known[seat].iter().for_each(|card| remove(&mut hand, card));
        hand
    }
}

pub fn remove(cards: &mut Vec<String>, card: &str) {
    let place = cards.iter().position(|other| other == card).unwrap_or_else(|| panic!("{card} among {cards:?}"));
    cards.remove(place);
}

/// Every card of a game, sorted.
pub fn all_cards(game: &FixedGame) -> Vec<String> {
    let [colours, low, high, wagers] = ["colours", "low", "high", "wagers"].map(|key| game.values.int(key) as usize);
    let of_colour = |letter: char| {
        let wager = (0..wagers).map(move |_| format!("{letter}x"));
        wager.chain((low..=high).map(move |number| format!("{letter}{number}")))
    };
    LETTERS[..colours].iter().copied().flat_map(of_colour).collect()
}

/// A position of the first round with the cards that matter: hands are filled up with single cards from the end
/// of the list, and as few cards as possible count as taken from piles for the turns to fit.
pub fn at(game: &FixedGame, hands: [&str; 2], rows: &str, piles: &str, turn: &str) -> String {
    let list = |text: &str| text.split(',').filter(|card| !card.is_empty()).map(String::from).collect();
    let mut table = Table {
        hands: hands.map(list),
        rows: halves(rows).map(by_colour),
        piles: by_colour(piles),
        known: [const { Vec::new() }; 2],
        turn: turn.into(),
        taken: [0; 2],
        later: String::new(),
    };
    let deck = table.deck(game);
    let single = |card: &&String| deck.iter().filter(|other| other == card).count() == 1;
    let mut filling = deck.iter().rev().filter(single);
    let waits = [0, 1].map(|seat| usize::from(seat == table.seat() && table.step() != "place"));
    for seat in [0, 1] {
        while table.hands[seat].len() + waits[seat] < game.values.int("hand_size") as usize {
            table.hands[seat].push(filling.next().expect("a card").clone());
        }
    }
    let in_rows = table.rows.each_ref().map(|rows| rows.iter().map(Vec::len).sum::<usize>());
    let placed = in_rows[0] + in_rows[1] + table.piles.iter().map(Vec::len).sum::<usize>();
    let fewest = placed - waits[0] - waits[1];
    let fits = |turns: &usize| {
        turns % 2 == table.seat() && turns.div_ceil(2) + waits[0] >= in_rows[0] && turns / 2 + waits[1] >= in_rows[1]
    };
    let extra = (fewest..1_000).find(fits).expect("some number of turns") - fewest;
    table.taken = [extra.div_ceil(2) as u32, (extra / 2) as u32];
    table.text()
}
