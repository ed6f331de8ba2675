//! Reading positions, strictly: all problems of the form, or else all those of the position, in one message.

use crate::error::Result;

use super::cards::{COLOUR_BITS, CardSet, MAX_BITS, MAX_COLOURS, MAX_SOURCES, with, without};
use super::notation::{letter, parse_card, parse_colour, print_card, refuse};
use super::rules::{RoundStarter, Rules};
use super::scoring::Tally;
use super::state::{Phase, State};

/// Collects what is wrong with the form.
struct Reader<'r, W> {
    rules: &'r Rules<W>,
    problems: Vec<String>,
}

impl<W: CardSet> Reader<'_, W> {
    fn wrong<T: Default>(&mut self, problem: String) -> T {
        self.problems.push(problem);
        T::default()
    }

    /// Two parts with a bar between.
    fn halves<'t>(&mut self, what: &str, text: &'t str) -> [&'t str; 2] {
        let parts: Vec<&str> = text.split('|').collect();
        <[&str; 2]>::try_from(parts).unwrap_or_else(|_| {
            self.problems.push(format!("{what} `{text}` need one `|` between seat 1 and seat 2"));
            ["-", "-"]
        })
    }

    /// `Rx,R3`, or `-`.
    fn cards(&mut self, text: &str) -> Vec<u8> {
        if text == "-" {
            return Vec::new();
        }
        let read = |word| parse_card(self.rules, word).ok_or_else(|| format!("`{word}` is not a card of this game"));
        let read: Vec<_> = text.split(',').map(read).collect();
        read.into_iter().filter_map(|card| card.map_err(|problem| self.problems.push(problem)).ok()).collect()
    }

    /// `R:x,4;Y:9`, or `-`: cards of each colour in order.
    fn columns(&mut self, text: &str) -> [Vec<u8>; MAX_COLOURS] {
        let mut columns = [const { Vec::new() }; MAX_COLOURS];
        if text == "-" {
            return columns;
        }
        for column in text.split(';') {
            let parts =
                column.split_once(':').and_then(|(name, cards)| Some((name, parse_colour(self.rules, name)?, cards)));
            let Some((name, colour, cards)) = parts else {
                self.problems.push(format!("`{column}` is not a colour with cards, like `R:x,4`"));
                continue;
            };
            if !columns[colour].is_empty() {
                self.problems.push(format!("colour {name} is named twice"));
            }
            columns[colour] = cards.split(',').flat_map(|value| self.cards(&format!("{name}{value}"))).collect();
        }
        columns
    }

    /// Whole numbers in plain form with commas between.
    fn numbers(&mut self, what: &str, text: &str, count: usize) -> Vec<i16> {
        let read: Option<Vec<i16>> =
            text.split(',').map(|word| word.parse::<i16>().ok().filter(|number| number.to_string() == word)).collect();
        match read {
            Some(numbers) if numbers.len() == count => numbers,
            _ => {
                self.problems.push(format!("{what} `{text}` should be {count} whole numbers"));
                vec![0; count]
            }
        }
    }

    /// `1:place`, `2:draw:R`, `1:deck`, `2:deal`.
    fn turn(&mut self, text: &str) -> (u8, Phase, u8) {
        let mut words = text.split(':');
        let seat = match words.next() {
            Some("1") => 0,
            Some("2") => 1,
            _ => self.wrong(format!("the turn `{text}` should begin with seat 1 or 2")),
        };
        let rest: Vec<&str> = words.collect();
        let step = match rest[..] {
            ["place"] => (Phase::Place, 0),
            ["draw"] => (Phase::Draw, 0),
            ["draw", pile] if parse_colour(self.rules, pile).is_some() => {
                (Phase::Draw, parse_colour(self.rules, pile).map_or(0, |colour| 2 << colour))
            }
            ["deck"] => (Phase::Deck, 0),
            ["deal"] => (Phase::Deal, 0),
            _ => {
                self.problems.push(format!("the turn `{text}` should say place, draw, draw:COLOUR, deck or deal"));
                (Phase::Place, 0)
            }
        };
        (seat, step.0, step.1)
    }

    fn tally(&mut self, text: &str) -> Tally {
        let parts: Vec<&str> = text.split(';').collect();
        let [components, by_colour, facts] = parts[..] else {
            return self.wrong(format!("the past `{text}` should be components; points by colour; facts"));
        };
        let mut tally = Tally::default();
        tally.components.copy_from_slice(&self.numbers("components", components, 4));
        let colours = self.rules.colours;
        tally.by_colour[..colours].copy_from_slice(&self.numbers("points by colour", by_colour, colours));
        tally.facts.copy_from_slice(&self.numbers("facts", facts, 3));
        tally
    }
}

pub(super) fn parse_state<W: CardSet>(rules: &Rules<W>, text: &str) -> Result<State<W>> {
    let fields: Vec<&str> = text.split(' ').collect();
    if fields.len() != 6 && fields.len() != 8 {
        return Err(refuse(text, &[format!("it has {} fields instead of 6, or 8 in a later round", fields.len())]));
    }
    let mut reader = Reader { rules, problems: Vec::new() };
    let hands = reader.halves("hands", fields[0]).map(|hand| reader.cards(hand));
    let rows = reader.halves("rows", fields[1]).map(|rows| reader.columns(rows));
    let piles = reader.columns(fields[2]);
    let known = reader.halves("known cards", fields[3]).map(|cards| reader.cards(cards));
    let (seat, phase, closed) = reader.turn(fields[4]);
    let taken = reader.halves("cards taken", fields[5]).map(|word| {
        let plain = word.parse::<u16>().ok().filter(|number| number.to_string() == word && *number <= 30_000);
        plain.unwrap_or_else(|| reader.wrong(format!("`{word}` is not a number of cards taken")))
    });
    let (mut round, mut past) = (1, [Tally::default(); 2]);
    if let [_, _, _, _, _, _, number, tallies] = fields[..] {
        round = number.parse::<u8>().ok().filter(|round| *round >= 2 && round.to_string() == number).unwrap_or(0);
        if round == 0 {
            reader.problems.push(format!("`{number}` is not a later round"));
            round = 2;
        }
        past = reader.halves("the past", tallies).map(|text| reader.tally(text));
    }
    if !reader.problems.is_empty() {
        return Err(refuse(text, &reader.problems));
    }
    let mut state = State::undealt(rules, 0, round, past);
    (state.seat, state.phase, state.taken) = (seat, phase, taken);
    let problems = place_cards(rules, &mut state, &hands, &rows, &piles, &known);
    if problems.is_empty() {
        state.starter = state.seat ^ state.starter_parity(rules);
        let problems = judge(rules, &state, closed);
        if problems.is_empty() {
            state.complete(rules);
            if phase == Phase::Draw {
                state.open = state.sources & !closed;
            }
            return Ok(state);
        }
        return Err(refuse(text, &problems));
    }
    Err(refuse(text, &problems))
}

/// Puts the cards where the text says; more copies than there are, and rows out of order, are problems.
fn place_cards<W: CardSet>(
    rules: &Rules<W>,
    state: &mut State<W>,
    hands: &[Vec<u8>; 2],
    rows: &[[Vec<u8>; MAX_COLOURS]; 2],
    piles: &[Vec<u8>; MAX_COLOURS],
    known: &[Vec<u8>; 2],
) -> Vec<String> {
    let mut problems = Vec::new();
    let mut left = [0u32; MAX_BITS];
    super::actions::bits(rules.all).for_each(|bit| left[usize::from(rules.card(bit))] += 1);
    let mut deck = rules.all;
    let mut use_up = |card: u8, problems: &mut Vec<String>| {
        let left = &mut left[usize::from(card)];
        if *left == 0 {
            problems.push(format!("{} is there too often", print_card(rules, card)));
            return false;
        }
        *left -= 1;
        deck = without(deck, rules.kind(card).0);
        true
    };
    let mut add = |set: &mut W, cards: &[u8], problems: &mut Vec<String>| {
        for &card in cards {
            if use_up(card, problems) {
                *set = with(*set, rules.kind(card).1);
            }
        }
    };
    for seat in 0..2 {
        let side = &mut state.sides[seat];
        add(&mut side.hand, &hands[seat], &mut problems);
        side.unseen = side.hand;
        for (colour, row) in rows[seat].iter().enumerate() {
            add(&mut side.rows, row, &mut problems);
            let wager = (COLOUR_BITS * colour) as u8;
            let rises = row
                .windows(2)
                .all(|pair| pair[0] < pair[1] || (pair[0] == wager && pair[1] == wager && rules.wagers > 0));
            if !rises {
                problems.push(format!(
                    "row {} of seat {} does not rise with its wagers first",
                    letter(colour),
                    seat + 1
                ));
            }
        }
        let mut in_hand = hands[seat].clone();
        for &card in &known[seat] {
            match in_hand.iter().position(|&held| held == card) {
                Some(place) => {
                    in_hand.swap_remove(place);
                    side.unseen = without(side.unseen, rules.kind(card).0);
                }
                None => {
                    problems.push(format!(
                        "seat {} does not hold the known card {}",
                        seat + 1,
                        print_card(rules, card)
                    ));
                }
            }
        }
    }
    for (colour, pile) in piles.iter().enumerate() {
        for &card in pile {
            if use_up(card, &mut problems) {
                state.push(colour, card);
            }
        }
    }
    state.deck = deck;
    problems
}

/// What cannot be, once the cards are where they are.
fn judge<W: CardSet>(rules: &Rules<W>, state: &State<W>, closed: u8) -> Vec<String> {
    let mut problems = Vec::new();
    let mut forbid = |wrong: bool, problem: String| {
        if wrong {
            problems.push(problem);
        }
    };
    let full = u32::from(rules.hand_size);
    let mover = state.seat_index();
    let sizes = state.sides.map(|side| side.hand.count());
    let known = state.sides.map(|side| side.hand.count() - side.unseen.count());
    if state.phase == Phase::Deal {
        let equal = sizes[mover] == sizes[1 - mover] || sizes[mover] + 1 == sizes[1 - mover];
        forbid(
            !equal || sizes[mover] >= full,
            format!("hands of {} and {} cards are no deal under way", sizes[0], sizes[1]),
        );
        let bare = state.sides.iter().all(|side| side.rows == W::default())
            && state.piles == [0; MAX_SOURCES]
            && known == [0; 2];
        forbid(!bare || state.taken != [0; 2], "during the deal nothing has been played or taken".into());
    } else {
        for (seat, size) in sizes.into_iter().enumerate() {
            let waits = seat == mover && state.phase != Phase::Place;
            let needed = full - u32::from(waits);
            forbid(size != needed, format!("seat {} holds {size} cards instead of {needed}", seat + 1));
        }
        let last = state.phase == Phase::Place && state.round == rules.rounds;
        forbid(state.deck == W::default() && !last, "the deck is empty before the game is over".into());
    }
    for seat in 0..2 {
        let known = known[seat];
        forbid(
            known > u32::from(state.taken[seat]),
            format!("seat {} has {known} known cards but took fewer", seat + 1),
        );
    }
    if state.phase == Phase::Draw {
        if closed == 0 {
            let played = state.sides[mover].rows != W::default();
            forbid(!played && !rules.take_back, "nothing can have been played: the mover has no row".into());
        } else {
            forbid(rules.take_back, "no pile is closed with `take_back`".into());
            forbid(state.piles[closed.trailing_zeros() as usize] == 0, "the closed pile is empty".into());
        }
    }
    forbid(state.round > rules.rounds, format!("round {} is beyond the {} of the game", state.round, rules.rounds));
    for (seat, tally) in state.past.iter().enumerate() {
        for problem in problems_of_past(rules, i32::from(state.round) - 1, tally) {
            forbid(true, format!("the past of seat {} has {problem}", seat + 1));
        }
    }
    let of_both = |value: fn(&Tally) -> i16| state.past.iter().map(|tally| i32::from(value(tally))).sum::<i32>();
    let (numbers, wagers) = (of_both(|tally| tally.components[0]), of_both(|tally| tally.facts[1]));
    let rows = (i32::from(state.round) - 1) * rules.colours as i32;
    forbid(numbers > rows * numbers_of_colour(rules), format!("the past of both seats has numbers of {numbers}"));
    forbid(wagers > rows * i32::from(rules.wagers), format!("the past of both seats has {wagers} wagers"));
    let points = state
        .past
        .each_ref()
        .map(|tally| tally.components.iter().fold(0, |sum: i16, points| sum.saturating_add(*points)));
    let expected = match (state.round, rules.round_starter) {
        (1, _) | (_, RoundStarter::First) => Some(0),
        (round, RoundStarter::Alternate) => Some((round - 1) & 1),
        (_, RoundStarter::Leader) if points[0] != points[1] => Some(u8::from(points[1] > points[0])),
        (2, RoundStarter::Leader) => Some(1),
        _ => None,
    };
    forbid(expected.is_some_and(|seat| seat != state.starter), format!("seat {} began the round", state.starter + 1));
    let turns = state.round_turns(rules);
    for seat in 0..2u8 {
        // Turns ended by the seat; the starter has the odd one. Placings: one more while its turn is under way.
        let ended = if seat == state.starter { turns.div_ceil(2) } else { turns / 2 };
        let under_way = seat == state.seat && matches!(state.phase, Phase::Draw | Phase::Deck);
        let placed = u32::from(ended) + u32::from(under_way);
        let index = usize::from(seat);
        forbid(
            state.sides[index].rows.count() > placed,
            format!("seat {} has more cards in rows than it has placed", seat + 1),
        );
        forbid(state.taken[index] > ended, format!("seat {} has taken more cards than it has had turns", seat + 1));
    }
    let plies = state.round_plies(rules);
    forbid(plies > rules.max_plies, format!("{plies} plies are beyond `max_plies`"));
    let earlier = i32::from(state.past[0].facts[2]) + i32::from(state.past[1].facts[2]);
    let room = i32::from(rules.max_plies / 2) - (rules.cards as i32 - 2 * full as i32);
    forbid(
        earlier > 0 && earlier > i32::from(state.round - 1) * room,
        "the earlier rounds have more turns than fit".into(),
    );
    problems
}

/// All numbers of one colour together.
fn numbers_of_colour<W>(rules: &Rules<W>) -> i32 {
    (i32::from(rules.low)..=i32::from(rules.high)).sum()
}

/// What a seat cannot have from so many earlier rounds (LC-20).
fn problems_of_past<W>(rules: &Rules<W>, rounds: i32, tally: &Tally) -> Vec<String> {
    let [numbers, costs, of_wagers, bonus] = tally.components.map(i32::from);
    let [opened, wagers, drawn] = tally.facts.map(i32::from);
    let by_colour: i32 = tally.by_colour.iter().map(|&points| i32::from(points)).sum();
    let points = numbers + costs + of_wagers + bonus;
    let colours = tally.by_colour.iter().filter(|&&points| points != 0).count() as i32;
    let bonuses = (0..=opened).any(|rows| bonus == rows * i32::from(rules.bonus_points));
    let checks = [
        (points != by_colour, format!("{points} points but {by_colour} by colour")),
        (!(0..=rounds * rules.colours as i32).contains(&opened), format!("{opened} rows")),
        (!(0..=opened * i32::from(rules.wagers)).contains(&wagers), format!("{wagers} wagers in {opened} rows")),
        (costs != -i32::from(rules.cost) * opened, format!("costs of {costs} for {opened} rows")),
        (!bonuses, format!("a bonus of {bonus} for {opened} rows")),
        (!(0..=opened * numbers_of_colour(rules)).contains(&numbers), format!("numbers of {numbers} in {opened} rows")),
        (of_wagers != 0 && wagers == 0, format!("{of_wagers} points of wagers without a wager")),
        (colours > opened, format!("points in {colours} colours from {opened} rows")),
        (drawn < 0, format!("{drawn} cards taken from piles")),
    ];
    checks.into_iter().filter(|(wrong, _)| *wrong).map(|(_, problem)| problem).collect()
}
