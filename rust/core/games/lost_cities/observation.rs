//! What a seat may know (LC-23), and full states that agree with it.

use crate::cpu::Portable;
use crate::rng::Stream;

use super::cards::{CardSet, MAX_COLOURS, with, without};
use super::rules::Rules;
use super::state::State;

/// A position as one seat knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation<W> {
    /// Who looks.
    pub(super) seat: u8,
    /// What is known: the other hand holds its known cards only, and the deck every card that is out of sight.
    pub(super) view: State<W>,
    /// Cards of the other hand that are not known.
    pub(super) hidden: u32,
    /// Cards below the top of each pile that are forgotten; none with `pile_memory = all`.
    pub(super) forgotten: [u32; MAX_COLOURS],
}

/// What `seat` knows of `state`.
pub(super) fn observe<W: CardSet>(rules: &Rules<W>, state: &State<W>, seat: u8) -> Observation<W> {
    let other = usize::from(1 - (seat & 1));
    let mut view = state.clone();
    let mut forgotten = [0; MAX_COLOURS];
    let mut out_of_sight: Vec<u8> = super::actions::bits(state.sides[other].hand).map(|bit| rules.card(bit)).collect();
    let known = state.known(rules, other);
    for bit in super::actions::bits(known) {
        let seen = rules.card(bit);
        let place = out_of_sight.iter().position(|&card| card == seen).expect("known cards are in the hand");
        out_of_sight.swap_remove(place);
    }
    let hidden = out_of_sight.len() as u32;
    if !rules.remembers_piles {
        for (colour, forgotten) in forgotten.iter_mut().enumerate() {
            let mut pile = state.pile(colour);
            if let Some(top) = pile.pop() {
                *forgotten = pile.len() as u32;
                out_of_sight.append(&mut pile);
                view.piles[colour + 1] = 0;
                view.push(colour, top);
            }
        }
    }
    (view.sides[other].hand, view.sides[other].unseen) = (known, W::default());
    for card in out_of_sight {
        view.deck = with(view.deck, rules.kind(card).1);
    }
    Observation { seat, view, hidden, forgotten }
}

/// A full state that `observation` agrees with: what is out of sight is dealt anew, each way equally likely.
pub(super) fn determinize<W: CardSet>(rules: &Rules<W>, observation: &Observation<W>, stream: &mut Stream) -> State<W> {
    let mut state = observation.view.clone();
    let other = usize::from(1 - (observation.seat & 1));
    let draw = |deck: &mut W, stream: &mut Stream| {
        let card = rules.card(deck.select::<Portable>(stream.below(deck.count())));
        *deck = without(*deck, rules.kind(card).0);
        card
    };
    // Piles first: whatever they take, the hand then has equally many ways.
    if !rules.remembers_piles {
        for (colour, &forgotten) in observation.forgotten.iter().enumerate() {
            // What lies below the top is some cards of that colour: of all that are out of sight.
            let tops = state.pile(colour);
            state.piles[colour + 1] = 0;
            for _ in 0..forgotten {
                let mut of_colour = state.deck & rules.colour(colour);
                let card = draw(&mut of_colour, stream);
                state.deck = without(state.deck, rules.kind(card).0);
                state.push(colour, card);
            }
            for top in tops {
                state.push(colour, top);
            }
        }
    }
    for _ in 0..observation.hidden {
        let unit = rules.kind(draw(&mut state.deck, stream)).1;
        let side = &mut state.sides[other];
        side.hand = with(side.hand, unit);
        side.unseen = with(side.unseen, unit);
    }
    state.complete(rules);
    state
}
