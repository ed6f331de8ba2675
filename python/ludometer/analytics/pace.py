"""Pace: how long games are, how much there is to choose, and how they end.

Each game weighs the same in lengths; each ply weighs the same in branching. Truncated games count
with the plies they had, unless the table leaves them out.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ludometer.analytics.anytime import Anytime, multiplier
from ludometer.analytics.estimates import (
    LEVEL,
    Estimate,
    deferred,
    divided,
    jackknife,
    mean,
    ratio,
    share,
    share_of_groups,
    tallied,
    unknown,
)
from ludometer.analytics.intervals import normal_ranks, quantile_ranks, rank_of_fraction

if TYPE_CHECKING:
    import polars as pl

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

__all__ = ["branching", "ends", "facts", "lengths", "quantiles"]

QUANTILES = {"q05": (5, 100), "median": (1, 2), "q95": (95, 100)}


def lengths(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """How long games are, in plies and in turns.

    Returns for each ``what`` (``plies``, ``turns``) the rows ``stat``: ``mean`` (Student's t),
    ``q05``, ``median``, ``q95`` (values that occurred, with order-statistic intervals), ``min``
    and ``max`` (of these games: facts, not estimates).
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for what, unit in (("plies", "ply"), ("turns", "turn")):
            yield {"what": what, "stat": "mean"}, mean(sums, what, level=level, unit=unit)
            for stat, (part, of) in QUANTILES.items():
                yield {"what": what, "stat": stat}, _quantile(sums, what, part, of, level, unit)
            histogram = sums.histograms[what]
            for stat, rank in (("min", 1), ("max", histogram.n)):
                value = float(histogram.value_at(rank))
                yield (
                    {"what": what, "stat": stat},
                    unknown(value, sums.games, unit, "of these games"),
                )

    return deferred(rows, {"what": pl.String, "stat": pl.String})


def quantiles(
    source: "Source", name: str, fractions: Sequence[tuple[int, int]], *, level: float = LEVEL
) -> list[Estimate]:
    """Quantiles, given as fractions, of ``plies``, ``turns``, ``lead`` or ``score_s``."""
    sums = tallied(source)
    return [_quantile(sums, name, part, of, level, name) for part, of in fractions]


def _quantile(sums: "Tally", name: str, part: int, of: int, level: float, unit: str) -> Estimate:
    histogram = sums.histograms[name]
    n = histogram.n
    value = float(histogram.value_at(rank_of_fraction(part, of, n)))
    if not sums.plain:
        return unknown(value, n, unit, "order statistic: no interval where games share deals")
    if isinstance(level, Anytime):
        ranks = normal_ranks(n, part / of, multiplier(level, float("inf"), n))
    else:
        ranks = quantile_ranks(n, part / of, level)
    if ranks is None:
        return unknown(value, n, unit, "order statistic: too few games for an interval")
    lo, hi = (float(histogram.value_at(rank)) for rank in ranks)
    method = "order statistic" + (", anytime" if isinstance(level, Anytime) else "")
    return Estimate(est=value, lo=lo, hi=hi, level=float(level), method=method, n=n, unit=unit)


def branching(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """How much there is to choose, for each seat and for all (``seat`` null).

    ``what`` is ``actions`` (legal actions per ply), ``forced`` (share of plies with one legal
    action) or ``plies`` (plies per game). Plies of one game depend on each other; the jackknife
    goes by whole games, or deals where games share them.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        sums = tallied(source)
        for seat in [*range(sums.players), None]:
            seats = range(sums.players) if seat is None else [seat]
            plies = [f"plies_{number}" for number in seats]
            choices = sum(sums.group_sums(f"choices_{number}") for number in seats)
            made = sum(sums.group_sums(name) for name in plies)
            yield (
                {"seat": seat, "what": "actions"},
                ratio(
                    sums,
                    [f"branching_{number}" for number in seats],
                    plies,
                    level=level,
                    unit="legal action per ply",
                ),
            )
            yield (
                {"seat": seat, "what": "forced"},
                jackknife(
                    sums,
                    lambda parts: divided(parts[0] - parts[1], parts[0]),
                    [made, choices],  # type: ignore[list-item]
                    level=level,
                    unit="ply",
                    within=(0.0, 1.0),
                ),
            )
            yield (
                {"seat": seat, "what": "plies"},
                ratio(sums, plies, None, level=level, unit="ply"),
            )

    return deferred(rows, {"seat": pl.UInt8, "what": pl.String})


def ends(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """How games end: ``end``, ``games``, and the share of games as an estimate (Wilson).

    Only ends that occurred, in the order of their codes, and ``truncated`` in any case.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        sums = tallied(source)
        for end, groups in sums.ends.items():
            if end not in ("truncated", "0"):
                games = int(groups.sum())
                yield {"end": end, "games": games}, share_of_groups(sums, groups, level=level)
        stopped = sums.total("truncated")
        yield {"end": "truncated", "games": stopped}, share(sums, "truncated", level=level)

    return deferred(rows, {"end": pl.String, "games": pl.Int64})


def facts(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """The mean of each fact of a game: ``fact`` and the estimate (Student's t)."""
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for name in sums.facts:
            yield {"fact": name}, mean(sums, f"fact_{name}", level=level, unit=name)

    return deferred(rows, {"fact": pl.String})
