"""What a run says: exact sums turned into estimates, each with its interval, its n and its method.

A pure function of the core's sums. All arithmetic on counts is exact; floats appear in the last
step, so equal sums give equal summaries on every machine.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, TypedDict

__all__ = [
    "LEVEL",
    "Branching",
    "End",
    "Estimate",
    "Length",
    "RunSummary",
    "Seat",
    "mean",
    "proportion",
    "quantile",
    "ratio",
    "summarize",
]

LEVEL = 0.95


class Estimate(TypedDict):
    """A number that sampling made uncertain.

    ``est`` is None without data. ``lo`` and ``hi`` bound the interval of confidence ``level``; they
    are None where no interval can be given, and ``method`` says so.
    """

    est: float | None
    lo: float | None
    hi: float | None
    level: float | None
    method: str
    n: int
    unit: str


class Branching(TypedDict):
    """How much there was to choose. ``mean``: legal actions per ply. ``forced``: plies with one."""

    plies: int
    mean: Estimate
    forced: Estimate


class Seat(TypedDict):
    """One seat. ``wins`` alone, ``shared`` wins; ``share`` counts 1/k for each of k winners.

    ``score`` is None in a game without points; ``components`` are mean points by source then, and
    games won by source otherwise.
    """

    seat: int
    policy: str
    wins: int
    shared: int
    share: Estimate
    score: Estimate | None
    components: dict[str, float | None]
    branching: Branching


class End(TypedDict):
    """A way to end, and how often it happened."""

    end: str
    games: int
    share: Estimate


class Length(TypedDict):
    """How long games were. Quantiles are None where only moments are known (turns).

    ``q05`` is the smallest length that at least 5 % of the games do not exceed; ``median`` and
    ``q95`` likewise. They are exact.
    """

    mean: Estimate
    sd: float | None
    min: int | None
    q05: int | None
    median: int | None
    q95: int | None
    max: int | None


class RunSummary(TypedDict):
    """The summary of a run, as plain data ready for JSON."""

    games: int
    truncated: End
    seats: list[Seat]
    ends: list[End]
    plies: Length
    turns: Length
    branching: Branching
    facts: dict[str, float | None]
    digest: str


def proportion(successes: float, n: int, *, unit: str = "game", level: float = LEVEL) -> Estimate:
    """A share with its Wilson score interval (no continuity correction).

    ``successes`` may be a sum of shares instead of a count: a game shared by k winners gives each
    1/k. A share between 0 and 1 varies less than a coin of the same mean, so the interval is
    then conservative: it covers at least as often as it says.
    With n = 0 nothing is known: the estimate is None and the interval 0 to 1.
    """
    if n == 0:
        return Estimate(est=None, lo=0.0, hi=1.0, level=level, method="wilson", n=0, unit=unit)
    z = NormalDist().inv_cdf((1 + level) / 2)
    p = successes / n
    scale = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
    # At the ends the bound is exactly 0 or 1; rounding must not push it beyond.
    lo = 0.0 if successes == 0 else max(0.0, centre - half)
    hi = 1.0 if successes == n else min(1.0, centre + half)
    return Estimate(est=p, lo=lo, hi=hi, level=level, method="wilson", n=n, unit=unit)


def mean(moments: Mapping[str, Any], n: int, *, unit: str, level: float = LEVEL) -> Estimate:
    """A mean with its normal interval, from ``sum`` and ``sum_squares`` over ``n`` games.

    The interval needs two games; with fewer its bounds are None.
    """
    if n == 0:
        return Estimate(est=None, lo=None, hi=None, level=level, method="normal", n=0, unit=unit)
    centre = moments["sum"] / n
    spread = _sd(moments, n)
    if spread is None:
        return Estimate(est=centre, lo=None, hi=None, level=level, method="normal", n=n, unit=unit)
    half = NormalDist().inv_cdf((1 + level) / 2) * spread / sqrt(n)
    lo, hi = centre - half, centre + half
    return Estimate(est=centre, lo=lo, hi=hi, level=level, method="normal", n=n, unit=unit)


def ratio(part: int, whole: int, *, unit: str) -> Estimate:
    """A ratio of two sums, without an interval.

    Plies of one game depend on each other, and sums alone do not say how much.
    """
    est = part / whole if whole else None
    method = "ratio of sums (no interval)"
    return Estimate(est=est, lo=None, hi=None, level=None, method=method, n=whole, unit=unit)


def quantile(histogram: Sequence[int], numerator: int, denominator: int) -> int | None:
    """The smallest index that at least ``numerator / denominator`` of the counts do not exceed.

    Exact: no interpolation, no floats. None if all counts are 0.
    """
    total = sum(histogram)
    seen = 0
    for value, count in enumerate(histogram):
        seen += count
        if count and seen * denominator >= total * numerator:
            return value
    return None


def summarize(
    sums: Mapping[str, Any], facts: Mapping[str, Any], policies: Sequence[str]
) -> RunSummary:
    """The summary of a run.

    ``sums`` is ``Summary.to_dict()`` of the core, ``facts`` the game's entry in
    ``ludometer.games()``, ``policies`` one policy a seat. Truncated games stay in every
    denominator and are shown beside it.
    """
    games = sums["games"]
    ends = [
        End(end=name, games=sums["ends"][name], share=proportion(sums["ends"][name], games))
        for name in facts["ends"]
    ]
    seats = [
        _seat(number, policies[number], seat, facts, games)
        for number, seat in enumerate(sums["seats"])
    ]
    totals = {key: sum(seat[key] for seat in sums["seats"]) for key in _BRANCHING}
    return RunSummary(
        games=games,
        truncated=ends[0],
        seats=seats,
        ends=ends,
        plies=_length(sums["plies"], games, sums["lengths"], "ply"),
        turns=_length(sums["turns"], games, None, "turn"),
        branching=_branching(totals),
        facts={name: total / games if games else None for name, total in sums["facts"].items()},
        digest=sums["digest"],
    )


_BRANCHING = ("plies", "choices", "branching")


def _seat(
    number: int, policy: str, seat: Mapping[str, Any], facts: Mapping[str, Any], games: int
) -> Seat:
    points = facts["has_points"]
    sums = {name: seat["columns"][f"c_{name}"] for name in facts["components"]}
    return Seat(
        seat=number,
        policy=policy,
        wins=seat["wins"],
        shared=seat["shared"],
        share=proportion(seat["share12"] / 12, games),
        score=mean(seat["score"], games, unit="point") if points else None,
        components={name: total / games if games else None for name, total in sums.items()},
        branching=_branching(seat),
    )


def _branching(sums: Mapping[str, Any]) -> Branching:
    plies = sums["plies"]
    return Branching(
        plies=plies,
        mean=ratio(sums["branching"], plies, unit="legal action per ply"),
        forced=ratio(plies - sums["choices"], plies, unit="ply"),
    )


def _length(
    moments: Mapping[str, Any], games: int, histogram: Sequence[int] | None, unit: str
) -> Length:
    counts = histogram or []
    return Length(
        mean=mean(moments, games, unit=unit),
        sd=_sd(moments, games),
        min=moments["min"],
        q05=quantile(counts, 5, 100),
        median=quantile(counts, 1, 2),
        q95=quantile(counts, 95, 100),
        max=moments["max"],
    )


def _sd(moments: Mapping[str, Any], n: int) -> float | None:
    """Standard deviation with n - 1 below; None for fewer than two games."""
    if n < 2:
        return None
    # Whole numbers up to the root: a difference of two nearly equal floats would lose digits.
    scatter = n * moments["sum_squares"] - moments["sum"] ** 2
    return sqrt(scatter / (n * (n - 1)))
