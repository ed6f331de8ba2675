"""What a player would call a strategy: whether it pays to be in the top quarter in something."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ludometer.analytics.estimates import LEVEL, Estimate, deferred, divided, jackknife, tallied

if TYPE_CHECKING:
    import polars as pl

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

__all__ = ["strategies"]

QUARTER, SMALLEST, LARGEST = 0.25, 0.05, 0.5


def strategies(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """The win share of seats that have much, and of those that have little, of something.

    For each ``column`` of a seat (components ``c_...``, cuts ``by_...``, facts) two rows, ``which``
    ``top`` and ``bottom``: the quarter of all seats with the most, and with the least. Values are
    whole numbers, so the group is as near to a quarter as a bound ``value`` (at least, or at most)
    can make it; ``part`` says how many of all seats it holds. The estimate is the mean win share
    of the group; an equal share is 1/k. Jackknife over games. Where no bound makes a group of 5 to
    50 % of all seats, there is no row.

    Read from the first million games. That seats with many points win more is no surprise; look at
    facts, and at sources that do not pay.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        sums = tallied(source)
        for column in sums.columns:
            for which in ("top", "bottom"):
                row = _group(sums, column, which, level)
                if row is not None:
                    yield row

    keys = {"column": pl.String, "which": pl.String, "value": pl.Int64, "part": pl.Float64}
    return deferred(rows, keys)


def _group(
    sums: "Tally", column: str, which: str, level: float
) -> tuple[dict[str, Any], Estimate] | None:
    import numpy as np

    strata = sums.strata[column]
    seats = strata.seats.sum(axis=1)
    held = np.flatnonzero(seats)
    if len(held) < 2:
        return None
    step = -1 if which == "top" else 1
    # From one end: how much of all seats a bound at each value would hold; never all of them.
    ordered = held[::step][:-1]
    parts = np.cumsum(seats[ordered]) / seats.sum()
    count = int(np.argmin(np.abs(parts - QUARTER))) + 1
    if not SMALLEST <= parts[count - 1] <= LARGEST:
        return None
    chosen = ordered[:count]
    estimate = jackknife(
        sums,
        lambda given: divided(given[0], 12 * given[1]),
        [strata.share12[chosen].sum(axis=0), strata.seats[chosen].sum(axis=0)],
        level=level,
        unit="seat of a game",
        within=(0.0, 1.0),
        games=int(seats.sum()) // sums.players,
    )
    key = {
        "column": column,
        "which": which,
        "value": strata.low + int(chosen[-1]),
        "part": float(parts[count - 1]),
    }
    return key, estimate
