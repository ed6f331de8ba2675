"""Fair handicap: the points to add to a seat so that it wins as often as an equal share."""

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING, Any

from ludometer.analytics.advantage import NO_POINTS
from ludometer.analytics.anytime import Anytime, multiplier
from ludometer.analytics.estimates import (
    LEVEL,
    Estimate,
    deferred,
    share_spread,
    tallied,
    unknown,
)
from ludometer.analytics.intervals import wilson

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

    Floats = NDArray[np.float64]

__all__ = ["handicaps"]


def handicaps(source: "Source", *, level: float = LEVEL, points: bool = True) -> "pl.LazyFrame":
    """For each seat: points to add to its score, the others' unchanged, for a share of 1/k.

    Play is taken as it was: nobody plays differently because of the handicap. A tie on points
    counts as shared equally, whatever the game's own tie-breaks.

    Returns one row a seat: ``seat``; ``whole``, the nearest whole number of points, with the share
    that the seat has with it (``share``, ``share_lo``, ``share_hi``; Wilson); then the estimate in
    points, interpolated between whole numbers. Its interval holds every handicap with which an
    equal share lies in the interval of the seat's share. Without an estimate if ``points`` is
    False, or if no handicap leads there.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        sums = tallied(source)
        for seat in range(sums.players):
            yield _handicap(sums, seat, level, points=points)

    keys = {
        "seat": pl.UInt8,
        "whole": pl.Int64,
        "share": pl.Float64,
        "share_lo": pl.Float64,
        "share_hi": pl.Float64,
    }
    return deferred(rows, keys)


def _handicap(
    sums: "Tally", seat: int, level: float, *, points: bool
) -> tuple[dict[str, Any], Estimate]:
    nothing = {"seat": seat, "whole": None, "share": None, "share_lo": None, "share_hi": None}
    if not points:
        return nothing, unknown(None, sums.games, "point", NO_POINTS)
    added, share, lo, hi = _curve(sums, seat, level)
    equal = 1 / sums.players
    # More points, more wins: the upper bound of the share crosses first.
    found = [_crossing(added, curve, equal) for curve in (share, hi, lo)]
    if found[0] is None:
        return nothing, unknown(None, sums.games, "point", "no handicap leads to an equal share")
    whole = floor(found[0] + 0.5)
    at = whole - int(added[0])
    with_it = {"share": float(share[at]), "share_lo": float(lo[at]), "share_hi": float(hi[at])}
    estimate = Estimate(
        est=found[0],
        lo=found[1],
        hi=found[2],
        level=float(level),
        method="inverted wilson" + (", anytime" if isinstance(level, Anytime) else ""),
        n=sums.games,
        unit="point",
    )
    return {"seat": seat, "whole": whole, **with_it}, estimate


def _curve(sums: "Tally", seat: int, level: float) -> "tuple[NDArray[Any], Floats, Floats, Floats]":
    """Whole handicaps, ascending, and the seat's share with each: estimate and bounds."""
    import numpy as np

    histogram = sums.histograms[f"margin4_{seat}"]
    codes = histogram.values
    margins, level_with = codes // 4, codes % 4 + 1
    low, high = int(margins.min()), int(margins.max())
    won = np.zeros(high - low + 1, np.int64)
    np.add.at(won, margins - low, histogram.counts)
    # Sums over the games tied at each margin of the share that a tie gives, and of its square.
    tied, squared = (np.zeros(high - low + 1) for _ in range(2))
    np.add.at(tied, margins - low, histogram.counts / (1 + level_with))
    np.add.at(squared, margins - low, histogram.counts / (1 + level_with) ** 2)
    above = np.concatenate([np.cumsum(won[::-1])[::-1], [0]])
    n = sums.games
    added = np.arange(-high - 1, -low + 2)
    at = np.clip(-added - low, -1, len(won))
    inside = (at >= 0) & (at < len(won))
    index = np.where(inside, at, 0)
    over = np.where(at < 0, n, above[np.minimum(at + 1, len(won))])
    total = over + np.where(inside, tied[index], 0.0)
    square = over + np.where(inside, squared[index], 0.0)
    share = total / n
    variance = np.maximum(square / n - share**2, 0.0) / n
    spread = share_spread(sums, f"even12_{seat}", 12)
    # Where games share deals, the seat's own share tells how much that takes away.
    variance = variance * (1.0 if sums.plain else max(spread.design, 1e-9))
    z = multiplier(level, spread.df, n)
    bounds = [_bounds(p, v, n, level, z) for p, v in zip(share, variance, strict=True)]
    return added, share, np.array([b[0] for b in bounds]), np.array([b[1] for b in bounds])


def _bounds(share: float, variance: float, n: int, level: float, z: float) -> tuple[float, float]:
    coin = share * (1 - share)
    effective = coin / variance if coin > 0 and variance > 0 else float(n)
    return wilson(share * effective, effective, level, z=z)


def _crossing(added: "NDArray[Any]", curve: "Floats", target: float) -> float | None:
    """Where a rising curve first reaches ``target``, interpolated; None if it does not."""
    above = (curve >= target).nonzero()[0]
    if not len(above) or above[0] == 0:
        return None
    right = int(above[0])
    low, high = float(curve[right - 1]), float(curve[right])
    return float(added[right - 1]) + (target - low) / (high - low)
