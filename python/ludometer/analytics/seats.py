"""How seats fare: shares of the win, ranks, scores, and whether they differ at all.

Every function takes a table a game (see :func:`ludometer.analytics.per_game`) or a tally of one,
and returns a lazy frame. Each game weighs the same. Truncated games count as they stood when they
were stopped, unless the table leaves them out; a game without a winner adds to nobody's share.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludometer.analytics.anytime import Anytime
from ludometer.analytics.estimates import (
    LEVEL,
    Estimate,
    deferred,
    mean,
    share,
    tallied,
)
from ludometer.analytics.hypotheses import Significance, equal_means, equal_shares
from ludometer.analytics.intervals import bonferroni

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

__all__ = ["equality", "mean_ranks", "mean_scores", "outright_wins", "ties", "win_shares"]


def win_shares(
    source: "Source", *, level: float = LEVEL, simultaneous: bool = False
) -> "pl.LazyFrame":
    """The share of wins of each seat, a win shared by j seats counting 1/j for each.

    Returns one row a seat: ``seat`` (from 0), ``outright`` (games won alone), ``shared`` (won with
    others), then the estimate, in [0, 1]; shares sum to 1 less the share of games without a
    winner. Interval: Wilson over independent units (see :mod:`ludometer.analytics.estimates`).
    With ``simultaneous`` the intervals of all seats hold together (Bonferroni; for outright wins
    this is Goodman 1965).
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, int], Estimate]]:
        sums = tallied(source)
        each = _each(level, sums.players) if simultaneous else level
        for seat in range(sums.players):
            counts = {name: sums.total(f"{name}_{seat}") for name in ("outright", "shared")}
            found = share(sums, f"share12_{seat}", 12, level=each)
            if simultaneous:
                found["level"] = float(level)
                found["method"] += f", {sums.players} at once"
            yield {"seat": seat, **counts}, found

    return deferred(rows, {"seat": pl.UInt8, "outright": pl.Int64, "shared": pl.Int64})


def _each(level: float, seats: int) -> float:
    return level.of(seats) if isinstance(level, Anytime) else bonferroni(level, seats)


def outright_wins(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """The share of games that each seat wins alone: ``seat`` and the estimate (Wilson)."""
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, int], Estimate]]:
        sums = tallied(source)
        for seat in range(sums.players):
            yield {"seat": seat}, share(sums, f"outright_{seat}", level=level)

    return deferred(rows, {"seat": pl.UInt8})


def ties(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """How often a win is shared, and how often there is no winner: ``what`` and the estimate.

    ``what`` is ``tie`` or ``winnerless``. Interval: Wilson.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for what in ("tie", "winnerless"):
            yield {"what": what}, share(sums, what, level=level)

    return deferred(rows, {"what": pl.String})


def mean_ranks(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """The mean rank of each seat: ``seat`` and the estimate, from 1 to the number of seats.

    Tied seats get the mean of the ranks they share, so that ranks of a game always sum to the
    same. Interval: Student's t.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, int], Estimate]]:
        sums = tallied(source)
        for seat in range(sums.players):
            yield {"seat": seat}, mean(sums, f"rank2_{seat}", 2, level=level, unit="rank")

    return deferred(rows, {"seat": pl.UInt8})


def mean_scores(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """The mean score of each seat: ``seat`` and the estimate, in points. Interval: Student's t."""
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, int], Estimate]]:
        sums = tallied(source)
        for seat in range(sums.players):
            yield {"seat": seat}, mean(sums, f"score_{seat}", level=level, unit="point")

    return deferred(rows, {"seat": pl.UInt8})


def equality(source: "Source") -> Significance:
    """Whether all seats do equally well: one test over all seats, whatever their number.

    Where every game is won by one seat alone and has a deal of its own: Pearson's chi-square on
    the wins, exact where there are few. Else: Hotelling's T squared on the differences between
    each seat's share and the last one's, over independent units.
    """
    sums = tallied(source)
    wins = [sums.total(f"outright_{seat}") for seat in range(sums.players)]
    if sums.plain and sum(wins) == sums.games:
        return equal_shares(wins)
    contrasts, covariance, df = share_contrasts(sums)
    return equal_means(contrasts, covariance, df)


def share_contrasts(sums: "Tally") -> "tuple[NDArray[np.float64], NDArray[np.float64], int]":
    """Mean share of each seat less the last one's, the covariance of these means, and its df."""
    import numpy as np

    k, n = sums.players, sums.games
    shares = np.stack([sums.group_sums(f"share12_{seat}") for seat in range(k)], axis=1) / 12
    difference = np.hstack([np.eye(k - 1), -np.ones((k - 1, 1))])
    means = difference @ shares.sum(axis=0) / n
    if sums.plain:
        # The first numbers of the Gram matrix are the shares.
        second = difference @ (sums.gram[:, :k, :k].sum(axis=0) / 144) @ difference.T
        df = n - 1
        covariance = (second / n - np.outer(means, means)) / max(df, 1)
    else:
        held = sums.group_games > 0
        df = int(held.sum()) - 1
        rest = shares[held] @ difference.T - np.outer(sums.group_games[held], means)
        covariance = rest.T @ rest * (df + 1) / max(df, 1) / n**2
    return np.asarray(means), np.asarray(covariance), df
