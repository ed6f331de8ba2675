"""Two rule sets on the same deals: differences, game by game.

Game i of both has the same deal and the same random numbers (common random numbers; Glasserman &
Yao 1992), so what happens in both alike cancels in the difference. How much that helps depends on
the game and is told as the *variance factor*: the variance of the differences over that of two
independent runs. 1 is no help, 0.25 as good as four times the games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ludometer._core import DataError
from ludometer.analytics.estimates import (
    FEW_GAMES,
    LEVEL,
    NO_VARIANCE,
    Estimate,
    deferred,
    divided,
    group_variance,
    student,
    unknown,
)
from ludometer.analytics.hypotheses import mcnemar, two_sided_p
from ludometer.analytics.intervals import clopper_pearson, t_quantile, wilson
from ludometer.analytics.table import chunks
from ludometer.analytics.tallies import GROUPS, Grouped

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Frame = pl.LazyFrame | pl.DataFrame

__all__ = ["Metric", "PairTally", "Side", "differences", "pair_rows", "side"]


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that each game has, and that rules may change.

    The mean of ``over / scale``; with ``under`` the ratio of their sums. ``yes_or_no``: it is 0 or
    1 in each game.
    """

    name: str
    scale: int = 1
    ratio: bool = False
    yes_or_no: bool = False
    unit: str = "game"


@dataclass
class Side:
    """What one rule set came to in some games: numbers, a row a metric, in order of groups."""

    metrics: tuple[Metric, ...]
    over: "Ints"
    """Shape (metrics, games)."""
    under: "Ints"
    """Denominators of ratios, else ones."""
    digest: "NDArray[Any] | None"
    found: Grouped


def side(rows: "pl.DataFrame", *, points: bool = True, digest: Any = None) -> Side:
    """The metrics of some rows of a table a game. ``digest``: that of each game, in its order."""
    found = Grouped(rows)
    seats = range(found.players)
    numbers = found.numbers
    metrics: list[Metric] = []
    over: list[Any] = []

    def add(metric: Metric, values: Any) -> None:
        metrics.append(metric)
        over.append(values)

    for seat in seats:
        add(Metric(f"share_{seat}", 12), numbers[f"share12_{seat}"])
    for name in ("tie", "winnerless", "truncated"):
        add(Metric(name, yes_or_no=True), numbers[name])
    codes = rows["end"].to_physical().to_numpy()[found.order]
    for code, end in enumerate(_end_names(rows)):
        if end != "truncated":
            add(Metric(f"end_{end}", yes_or_no=True), codes == code)
    add(Metric("plies", unit="ply"), numbers["plies"])
    add(Metric("turns", unit="turn"), numbers["turns"])
    if points:
        for seat in seats:
            add(Metric(f"score_{seat}", unit="point"), numbers[f"score_{seat}"])
        add(Metric("lead", unit="point"), numbers["lead"])
        for name in found.components:
            total = np.sum([numbers[f"{name}_{seat}"] for seat in seats], axis=0)
            add(Metric(name, found.players, unit="point"), total)
        for name in found.components:
            add(Metric(f"flip_{name}", yes_or_no=True), numbers[f"flip_{name}"])
    for name in found.facts:
        add(Metric(f"fact_{name}", unit=name), numbers[f"fact_{name}"])
    plies, choices, branching = (
        np.sum([numbers[f"{name}_{seat}"] for seat in seats], axis=0)
        for name in ("plies", "choices", "branching")
    )
    add(Metric("branching", ratio=True, unit="legal action per ply"), branching)
    add(Metric("forced", ratio=True, unit="ply"), plies - choices)
    ones = np.ones_like(plies)
    under = [plies if metric.ratio else ones for metric in metrics]
    ordered = None if digest is None else np.asarray(digest)[found.order]
    return Side(tuple(metrics), np.array(over, np.int64), np.array(under, np.int64), ordered, found)


def _end_names(rows: "pl.DataFrame") -> list[str]:
    dtype = rows.schema["end"]
    if hasattr(dtype, "categories"):
        return [str(name) for name in dtype.categories]
    return [str(code) for code in range(1 + max(rows["end"].to_list(), default=0))]


@dataclass
class PairTally:
    """Sums over games that two rule sets have in common.

    Arrays of shape (2, groups, metrics): the base first, then the variant.
    """

    metrics: tuple[Metric, ...]
    group_games: "Ints"
    over: "Ints"
    under: "Ints"
    squares: list[tuple[int, int, int]]
    """For each metric: sums of base squared, variant squared, base times variant."""
    changed: "Ints"
    """For each metric: games in which it differs."""
    differing: "Ints"
    """Games of each group that took another course; not known without digests."""
    plain: bool

    @classmethod
    def of(cls, base: Side, variant: Side) -> "PairTally":
        """Of the same games under both. Raises DataError if they are others."""
        one, two = base.found, variant.found
        if base.metrics != variant.metrics:
            raise DataError("the tables have other columns or seats: they are of two games")
        if not np.array_equal(one.rows["deal"].to_numpy(), two.rows["deal"].to_numpy()):
            raise DataError("the tables hold other deals: only the same games can be compared")
        differing = np.zeros(GROUPS, np.int64)
        if base.digest is not None and variant.digest is not None:
            differing = one.by_group((base.digest != variant.digest).astype(np.int64)[None])[:, 0]
        dots = [
            [int(a @ b) for a, b in zip(first, second, strict=True)]
            for first, second in (
                (base.over, base.over),
                (variant.over, variant.over),
                (base.over, variant.over),
            )
        ]
        return cls(
            base.metrics,
            one.games,
            np.stack([one.by_group(base.over), two.by_group(variant.over)]),
            np.stack([one.by_group(base.under), two.by_group(variant.under)]),
            list(zip(*dots, strict=True)),
            ((base.over != variant.over) | (base.under != variant.under)).sum(axis=1),
            differing,
            one.plain,
        )

    def merge(self, other: "PairTally") -> "PairTally":
        """The tally of both. Raises DataError if they are of other games."""
        if self.metrics != other.metrics:
            raise DataError("these games have other seats or columns: they are of another game")
        squares = [
            (one[0] + two[0], one[1] + two[1], one[2] + two[2])
            for one, two in zip(self.squares, other.squares, strict=True)
        ]
        return PairTally(
            self.metrics,
            self.group_games + other.group_games,
            self.over + other.over,
            self.under + other.under,
            squares,
            self.changed + other.changed,
            self.differing + other.differing,
            self.plain and other.plain,
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.group_games.sum())


def differences(
    base: "Frame", variant: "Frame", *, level: float = LEVEL, points: bool = True
) -> "pl.LazyFrame":
    """What a rule changes: variant less base, game by game, in every metric.

    Both are tables a game of the same deals in the same order. Truncated games count as they
    stood. Returns one row a metric: ``metric``; ``base`` and ``variant`` with their bounds
    (``_lo``, ``_hi``); ``factor``, the variance factor (see the module); ``p``, two-sided:
    McNemar's exact test where each game counts 0 or 1, else Student's t; then the estimate of the
    difference. Ratios (``branching``, ``forced``) by the jackknife. Where fewer than 20 games
    differ, a yes or no has exact, conservative bounds, and anything else has none.

    Raises DataError if the tables are of other deals or another game.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        total: PairTally | None = None
        for one, two in zip(chunks(base), chunks(variant), strict=True):
            part = PairTally.of(side(one, points=points), side(two, points=points))
            total = part if total is None else total.merge(part)
        if total is None:
            raise DataError("no games: there is nothing to compare")
        yield from pair_rows(total, level=level)

    floats = ("base", "base_lo", "base_hi", "variant", "variant_lo", "variant_hi", "factor", "p")
    return deferred(rows, {"metric": pl.String} | dict.fromkeys(floats, pl.Float64))


def pair_rows(
    sums: PairTally, *, level: float = LEVEL
) -> Iterator[tuple[dict[str, Any], Estimate]]:
    """The rows of :func:`differences`."""
    for index, metric in enumerate(sums.metrics):
        alone = [_alone(sums, index, which, level) for which in (0, 1)]
        key: dict[str, Any] = {"metric": metric.name}
        for name, one in zip(("base", "variant"), alone, strict=True):
            key |= {name: one["est"], f"{name}_lo": one["lo"], f"{name}_hi": one["hi"]}
        estimate, factor, p = _difference(sums, index, level)
        yield key | {"factor": factor, "p": p}, estimate


def _alone(sums: PairTally, index: int, which: int, level: float) -> Estimate:
    """A metric under one of both rule sets."""
    metric, n = sums.metrics[index], sums.games
    over, under = sums.over[which, :, index], sums.under[which, :, index]
    if metric.ratio:
        value, variance, df = _ratio(sums, over[None], under[None])
        return student(value, variance, df, level, n, metric.unit, "jackknife")
    total, square = int(over.sum()), sums.squares[index][which]
    if metric.yes_or_no and sums.plain:
        lo, hi = wilson(total, n, level)
        return Estimate(est=total / n, lo=lo, hi=hi, level=level, method="wilson", n=n, unit="game")
    centre = total / (metric.scale * n)
    if sums.plain:
        variance, df = _variance(n, total, square, metric.scale), n - 1.0
    else:
        variance, df = group_variance(over / metric.scale, sums.group_games)
    return student(centre, variance, df, level, n, metric.unit, "t")


def _variance(n: int, total: int, square: int, scale: int) -> float | None:
    """The variance of a mean of whole numbers over ``scale``, exact up to the last step."""
    if n < 2:
        return None
    return (n * square - total * total) / (scale * n) ** 2 / (n - 1)


def _ratio(sums: PairTally, over: "Ints", under: "Ints") -> tuple[float, float | None, float]:
    """The last ratio less those before, its variance and degrees of freedom, by the jackknife.

    ``over`` and ``under`` have the shape (sides, groups).
    """
    sign = np.array([1.0]) if len(over) == 1 else np.array([-1.0, 1.0])
    value = float(sign @ divided(over.sum(axis=1), under.sum(axis=1)))
    held = sums.group_games > 0
    number = int(held.sum())
    if number < 2 or sums.games < FEW_GAMES:
        return value, None, 0.0
    rest = [values.sum(axis=1, keepdims=True) - values[:, held] for values in (over, under)]
    without = sign @ divided(*rest)
    apart = without - without.mean()
    return value, float((number - 1) / number * (apart @ apart)), number - 1.0


def _difference(
    sums: PairTally, index: int, level: float
) -> tuple[Estimate, float | None, float | None]:
    """The difference of a metric, its variance factor, and its p-value."""
    metric, n = sums.metrics[index], sums.games
    over = sums.over[:, :, index]
    if metric.ratio:
        under = sums.under[:, :, index]
        value, variance, df = _ratio(sums, over, under)
        single = [_ratio(sums, over[[which]], under[[which]])[1] for which in (0, 1)]
    else:
        first, second = (int(total) for total in over.sum(axis=1))
        value, df = (second - first) / (metric.scale * n), n - 1.0
        ones, twos, both = sums.squares[index]
        if sums.plain:
            square = ones + twos - 2 * both
            variance = _variance(n, second - first, square, metric.scale)
            single = [
                _variance(n, total, own, metric.scale)
                for total, own in ((first, ones), (second, twos))
            ]
            if metric.yes_or_no:
                return _flips(n, first - both, second - both, level, _factor(variance, single))
        else:
            variance, df = group_variance((over[1] - over[0]) / metric.scale, sums.group_games)
            single = [
                group_variance(over[which] / metric.scale, sums.group_games)[0] for which in (0, 1)
            ]
    changed = int(sums.changed[index])
    if changed < FEW_GAMES:
        many = f"only {changed} games differ: too few for an interval"
        why = many if changed > 1 else "only one game differs" if changed else "no game differs"
        return unknown(value, n, metric.unit, why), _factor(variance, single), None
    method = "paired jackknife" if metric.ratio else "paired t"
    estimate = student(value, variance, df, level, n, metric.unit, method)
    if estimate["method"] == NO_VARIANCE:
        estimate["method"] = "every game differs alike"
        return estimate, _factor(variance, single), None
    p = None if variance is None else two_sided_p(value, sqrt(variance), df)
    return estimate, _factor(variance, single), p


def _factor(variance: float | None, single: "list[float | None]") -> float | None:
    apart = sum(value if value is not None else nan for value in single)
    if variance is None or not 0 < apart < inf:
        return None
    return variance / apart


def _flips(
    n: int, only_base: int, only_variant: int, level: float, factor: float | None
) -> tuple[Estimate, float | None, float | None]:
    """The difference of something that each game has or has not."""
    value = (only_variant - only_base) / n
    p = mcnemar(only_base, only_variant).p
    if only_base + only_variant < FEW_GAMES:
        # Each rate exact at a stricter level: together they hold at this one.
        each = (1 + level) / 2
        gained, lost = (clopper_pearson(count, n, each) for count in (only_variant, only_base))
        bounds = gained[0] - lost[1], gained[1] - lost[0]
        method = "exact, conservative"
    else:
        variance = (only_base + only_variant - n * value**2) / n / max(n - 1, 1)
        half = t_quantile(level, n - 1) * sqrt(variance)
        bounds, method = (value - half, value + half), "paired t"
    lo, hi = max(bounds[0], -1.0), min(bounds[1], 1.0)
    estimate = Estimate(est=value, lo=lo, hi=hi, level=level, method=method, n=n, unit="game")
    return estimate, factor, p


def differing(sums: PairTally, *, level: float = LEVEL) -> Estimate:
    """The share of games that take another course or end differently (Wilson)."""
    games = int(sums.differing.sum())
    if not sums.plain:
        return unknown(games / sums.games, sums.games, "game", "games share deals: no interval")
    lo, hi = wilson(games, sums.games, level)
    return Estimate(
        est=games / sums.games, lo=lo, hi=hi, level=level, method="wilson", n=sums.games,
        unit="game",
    )  # fmt: skip
