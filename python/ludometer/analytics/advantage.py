"""First-player advantage: what it is worth to begin, in wins, in points and in Elo."""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import TYPE_CHECKING

from ludometer.analytics.estimates import (
    LEVEL,
    Estimate,
    deferred,
    group_variance,
    share,
    student,
    tallied,
    unknown,
)
from ludometer.analytics.intervals import elo_of_share

if TYPE_CHECKING:
    import polars as pl

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

__all__ = ["NO_POINTS", "first_player_advantage", "moved"]

NO_POINTS = "the game has no points"


def first_player_advantage(
    source: "Source", *, level: float = LEVEL, points: bool = True
) -> "pl.LazyFrame":
    """How much better the first seat does than an equal share, in three scales.

    Returns three rows, ``scale`` and the estimate:

    - ``share``: its win share less 1/k, in [-1/k, 1 - 1/k]. Wilson.
    - ``points``: its score less the mean of the others', Student's t. Without an estimate if
      ``points`` is False: the game has none.
    - ``elo``: the Elo difference to equal opponents that its share comes to (Luce's choice model;
      with two seats -400 log10(1/share - 1)). Bounds are those of the share, transformed; no
      bound where that is 0 or 1.

    A game that nobody won counts as shared by all, so that seats are compared with each other.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        own, k = share(sums, "even12_0", 12, level=level), sums.players
        yield {"scale": "share"}, moved(own, lambda value: value - 1 / k)
        yield {"scale": "points"}, _points(sums, level, points=points)
        yield {"scale": "elo"}, moved(own, lambda value: _finite(elo_of_share(value, k)), "elo")

    return deferred(rows, {"scale": pl.String})


def moved(
    estimate: Estimate, function: Callable[[float], float | None], unit: str | None = None
) -> Estimate:
    """An estimate on another scale: ``function``, which must increase, of it and its bounds."""
    found = estimate.copy()
    found["unit"] = unit or estimate["unit"]
    for key in ("est", "lo", "hi"):
        value = estimate[key]
        found[key] = None if value is None else function(value)
    return found


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def _points(sums: "Tally", level: float, *, points: bool) -> Estimate:
    if not points:
        return unknown(None, sums.games, "point", NO_POINTS)
    import numpy as np

    k, n = sums.players, sums.games
    # k - 1 times the difference is a whole number.
    weights = [k - 1] + [-1] * (k - 1)
    scores = [sums.group_sums(f"score_{seat}") for seat in range(k)]
    groups = np.sum([w * score for w, score in zip(weights, scores, strict=True)], axis=0)
    total = sum(weight * int(score.sum()) for weight, score in zip(weights, scores, strict=True))
    centre, df, variance = total / ((k - 1) * n), n - 1.0, None
    if not sums.plain:
        variance, df = group_variance(groups / (k - 1), sums.group_games)
    elif n > 1:
        at = [sums.gram_names.index(f"score_{seat}") for seat in range(k)]
        gram = sums.gram.sum(axis=0)
        square = sum(
            weights[one] * weights[two] * int(gram[at[one], at[two]])
            for one in range(k)
            for two in range(k)
        )
        variance = (n * square - total**2) / ((k - 1) * n) ** 2 / (n - 1)
    return student(centre, variance, df, level, n, "point", "t")
