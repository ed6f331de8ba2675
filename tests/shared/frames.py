"""Frames of a run made by hand: any scores, two to four seats, deals that games share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

ENDS = ["truncated", "last round", "empty bag"]

Frames = tuple[pl.DataFrame, pl.DataFrame]


def placed(scores: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Ranks (1, 1, 3) and shares of the win in twelfths, by points alone."""
    ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    winners = ranks == 1
    return ranks, winners * (12 // winners.sum(axis=1, keepdims=True))


def frames(
    scores: ArrayLike,
    *,
    components: Mapping[str, ArrayLike] | None = None,
    seat_facts: Mapping[str, ArrayLike] | None = None,
    game_facts: Mapping[str, ArrayLike] | None = None,
    share12: ArrayLike | None = None,
    rank: ArrayLike | None = None,
    deal: ArrayLike | None = None,
    plies: ArrayLike | None = None,
    choices: ArrayLike | None = None,
    branching: ArrayLike | None = None,
    end: ArrayLike | None = None,
) -> Frames:
    """``games`` and ``seats``, from arrays of shape (games, seats); plies are per seat too.

    Without ``components`` the whole score is one, ``c_all``.
    """
    points = np.asarray(scores)
    n, k = points.shape
    ranks, shares = placed(points)
    per_seat = {
        "score": (points, pl.Int16),
        "rank": (ranks if rank is None else np.asarray(rank), pl.UInt8),
        "share12": (shares if share12 is None else np.asarray(share12), pl.UInt8),
        "tiebreak": (np.zeros((n, k), int), pl.Int16),
        "plies": (np.full((n, k), 5) if plies is None else np.asarray(plies), pl.UInt16),
        "choices": (np.full((n, k), 3) if choices is None else np.asarray(choices), pl.UInt16),
        "sum_branching": (
            np.full((n, k), 20) if branching is None else np.asarray(branching),
            pl.UInt32,
        ),
    }
    own = {"c_all": points} if components is None else components
    per_seat |= {name: (np.asarray(values), pl.Int16) for name, values in own.items()}
    per_seat |= {
        name: (np.asarray(values), pl.Int16) for name, values in (seat_facts or {}).items()
    }
    number = np.arange(n)
    seats = pl.DataFrame(
        [
            pl.Series("game", number.repeat(k), pl.UInt64),
            pl.Series("seat", np.tile(np.arange(k), n), pl.UInt8),
            pl.Series("policy", np.zeros(n * k, int), pl.UInt8),
            *(
                pl.Series(name, values.reshape(-1).astype(np.int64), dtype)
                for name, (values, dtype) in per_seat.items()
            ),
        ]
    )
    total = per_seat["plies"][0].sum(axis=1)
    codes = np.ones(n, int) if end is None else np.asarray(end)
    games = pl.DataFrame(
        [
            pl.Series("game", number, pl.UInt64),
            pl.Series("deal", number if deal is None else np.asarray(deal), pl.UInt64),
            pl.Series("rep", np.zeros(n, int), pl.UInt16),
            pl.Series("rotation", np.zeros(n, int), pl.UInt8),
            pl.Series("plies", total, pl.UInt16),
            pl.Series("turns", total, pl.UInt16),
            pl.Series("end", codes, pl.UInt8).cat.to(pl.Enum(ENDS)),
            pl.Series("winner_mask", np.ones(n, int), pl.UInt8),
            pl.Series("digest", np.zeros(n, int), pl.UInt32),
            *(
                pl.Series(name, np.asarray(values, np.int64), pl.Int64)
                for name, values in (game_facts or {}).items()
            ),
        ]
    )
    return games, seats


def won_by(winners: Sequence[int], k: int) -> Frames:
    """Games that the given seats win 1 : 0."""
    return frames(np.eye(k, dtype=int)[list(winners)])


def wins(*counts: int) -> Frames:
    """As many games as each seat is to win, alone."""
    return won_by([seat for seat, count in enumerate(counts) for _ in range(count)], len(counts))
