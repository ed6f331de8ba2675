//! The result. Top Cap has no points: a win is worth 1, and the two components say how it was won.

use crate::game::{Outcome, Seat};

use super::state::{End, State};

/// The seat that has won, if one has: whoever would be to move has lost.
#[inline(always)]
pub(super) fn winner(state: &State) -> Option<Seat> {
    matches!(state.end(), End::Bottle | End::Blockade).then(|| Seat(state.seat().0 ^ 1))
}

/// A win by bottle (TC-11) or blockade (TC-13); truncated or running: nobody has won, and nobody is behind (TC-15).
#[inline(always)]
pub(super) fn outcome(state: &State) -> Outcome {
    let end = if state.end() == End::None { End::Truncated } else { state.end() };
    let mut outcome = Outcome::new(end as u8, state.plies());
    outcome.seats[0].rank = 1;
    outcome.seats[1].rank = 1;
    if let Some(winner) = winner(state) {
        outcome.seats[winner.index() ^ 1].rank = 2;
        let seat = &mut outcome.seats[winner.index()];
        seat.score = 1;
        seat.share12 = 12;
        seat.columns[usize::from(end == End::Blockade)] = 1;
    }
    outcome
}
