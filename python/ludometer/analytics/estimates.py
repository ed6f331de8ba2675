"""From sums to estimates: which interval belongs to which kind of number.

- A share of games (wins, ties, ends): Wilson, with the effective number of games, or exact where
  fewer than five games speak for or against it.
- A mean (scores, plies): Student's t over independent units.
- Anything else that is a smooth function of sums (ratios, covariances): delete-a-group jackknife.

Independent units are games; where games share a deal they are deals, and every variance is then
taken over the groups of deals.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from ludometer.analytics.anytime import Anytime, beta_binomial, multiplier
from ludometer.analytics.intervals import clopper_pearson, wilson
from ludometer.analytics.tallies import Tally, tally
from ludometer.summary import LEVEL, Estimate

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Source = pl.LazyFrame | pl.DataFrame | Tally

__all__ = [
    "FEW_GAMES",
    "LEVEL",
    "Estimate",
    "Spread",
    "deferred",
    "group_variance",
    "jackknife",
    "mean",
    "ratio",
    "share",
    "share_of_groups",
    "share_spread",
    "student",
    "tallied",
    "unknown",
]

FEW_GAMES = 20
"""Below so many games ratios and covariances get no interval: the jackknife needs some."""
NO_VARIANCE = "no variance seen: no interval"
FEW_SUCCESSES = 5
"""Below so many successes or failures the exact interval replaces Wilson's."""

# What floats leave where whole numbers would cancel.
_ROUNDING = 1e-12


class Spread:
    """How much a share varies: its mean, the variance of that mean, and what this is worth.

    ``effective`` is the number of independent yes-or-no games that would be as precise.
    """

    def __init__(self, mean: float, variance: float | None, games: int, df: float) -> None:
        self.mean = mean
        self.variance = variance
        self.games = games
        self.df = df
        coin = mean * (1 - mean)
        if variance is None or coin <= 0 or games < 2:
            # One sort of game only, or one game: nothing is known of the spread but a coin's.
            self.effective, self.known = float(games), False
        elif variance == 0:
            self.effective, self.known = float(games), False
        else:
            self.effective, self.known = coin / variance, True

    @property
    def design(self) -> float:
        """How many times the games that independent coins would need: 1 for such coins."""
        return self.games / self.effective if self.effective else 1.0


def share_spread(tallied: Tally, name: str, scale: int = 1) -> Spread:
    """The spread of the mean of ``name / scale``, a number between 0 and 1 that each game has."""
    return _spread(tallied, tallied.group_sums(name), tallied.square(name), scale)


def _spread(tallied: Tally, sums: "NDArray[Any]", square: int, scale: int) -> Spread:
    games, total = tallied.games, int(sums.sum())
    centre = total / (scale * games)
    if tallied.plain:
        # Divided by n, not n - 1: for coins this is p (1 - p) / n exactly, as Wilson has it.
        variance = (games * square - total * total) / (scale * games) ** 2 / games
        return Spread(centre, variance, games, inf)
    variance_of_groups, df = group_variance(sums / scale, tallied.group_games)
    return Spread(centre, variance_of_groups, games, df)


def share(tallied: Tally, name: str, scale: int = 1, *, level: float = LEVEL) -> Estimate:
    """The mean of a number between 0 and ``scale`` that each game has: a share of games.

    Wilson's interval for the effective number of games, which is the number of games where each
    counts 0 or 1 and has a deal of its own. With fewer than five games for or against: the exact
    interval of Clopper and Pearson.
    """
    sums, square = tallied.group_sums(name), tallied.square(name)
    return _share(tallied, sums, square, scale, level)


def share_of_groups(tallied: Tally, sums: "NDArray[Any]", *, level: float = LEVEL) -> Estimate:
    """As :func:`share`, for games that count 0 or 1, from the numbers that count in each group."""
    return _share(tallied, sums, int(sums.sum()), 1, level)


def _share(tallied: Tally, sums: "NDArray[Any]", square: int, scale: int, level: float) -> Estimate:
    spread = _spread(tallied, sums, square, scale)
    games, total = tallied.games, int(sums.sum())
    coins = tallied.plain and scale * total == square
    if isinstance(level, Anytime) and tallied.plain:
        bounds = beta_binomial(total / scale, games, level)
        method = "beta-binomial sequence"
    elif coins and min(total, scale * games - total) < FEW_SUCCESSES * scale:
        bounds = clopper_pearson(total // scale, games, level)
        method = "clopper-pearson"
    else:
        z = multiplier(level, spread.df, games)
        effective = spread.effective
        bounds = wilson(spread.mean * effective, effective, level, z=z)
        method = "wilson" if coins else "wilson, effective n"
        if not spread.known and not coins:
            method = "wilson, no spread seen"
        if isinstance(level, Anytime):
            method += ", anytime"
    return Estimate(
        est=spread.mean,
        lo=min(bounds[0], spread.mean),
        hi=max(bounds[1], spread.mean),
        level=float(level),
        method=method,
        n=games,
        unit=tallied.unit,
    )


def mean(tallied: Tally, name: str, scale: int = 1, *, level: float = LEVEL, unit: str) -> Estimate:
    """The mean of a number that each game has, with Student's t interval.

    With one game, or one group of deals, there is no interval.
    """
    games, total = tallied.games, tallied.total(name)
    centre = total / (scale * games)
    if tallied.plain:
        variance, df = None, games - 1.0
        if games > 1:
            square = tallied.square(name)
            variance = (games * square - total * total) / (scale * games) ** 2 / (games - 1)
    else:
        variance, df = group_variance(tallied.group_sums(name) / scale, tallied.group_games)
    return student(centre, variance, df, level, games, unit, "t")


def student(
    centre: float,
    variance: float | None,
    df: float,
    level: float,
    games: int,
    unit: str,
    method: str,
) -> Estimate:
    """A mean with Student's t interval from the variance of the mean, or why there is none."""
    if variance is None or df < 1:
        return unknown(centre, games, unit, f"{method}: too few games for an interval")
    if variance <= (_ROUNDING * max(1.0, abs(centre))) ** 2:
        # Not certainty: games that differ may just not have come up yet.
        return unknown(centre, games, unit, NO_VARIANCE)
    half = multiplier(level, df, games) * sqrt(variance)
    return Estimate(
        est=centre,
        lo=centre - half,
        hi=centre + half,
        level=float(level),
        method=f"{method}, anytime" if isinstance(level, Anytime) else method,
        n=games,
        unit=unit,
    )


def group_variance(sums: "Floats", games: "NDArray[np.int64]") -> tuple[float | None, float]:
    """The variance of a mean over games from sums over groups, and its degrees of freedom."""
    held = games > 0
    number = int(held.sum())
    if number < 2:
        return None, 0.0
    n = int(games.sum())
    rest = sums[held] - sums.sum() / n * games[held]
    return float(number / (number - 1) * (rest @ rest) / n**2), number - 1.0


def unknown(est: float | None, games: int, unit: str, why: str) -> Estimate:
    """An estimate without an interval; ``why`` says the reason in place of a method."""
    return Estimate(est=est, lo=None, hi=None, level=None, method=why, n=games, unit=unit)


def ratio(
    tallied: Tally,
    over: str | Sequence[str],
    under: str | Sequence[str] | None,
    *,
    level: float = LEVEL,
    unit: str,
    scale: float = 1,
    within: tuple[float, float] = (-inf, inf),
) -> Estimate:
    """The ratio of two sums over games (of several numbers each), by the jackknife.

    ``under`` None counts games. Bounds are cut to ``within``.
    """
    top = _group_totals(tallied, over)
    bottom = tallied.group_games if under is None else _group_totals(tallied, under)
    return jackknife(
        tallied,
        lambda sums: divided(sums[0], scale * sums[1]),
        [top, bottom],
        level=level,
        unit=unit,
        within=within,
    )


def _group_totals(tallied: Tally, names: str | Sequence[str]) -> Any:
    wanted = [names] if isinstance(names, str) else names
    return sum(tallied.group_sums(name) for name in wanted)


def divided(over: "Floats", under: "Floats") -> "Floats":
    """The quotient, NaN where there is nothing to divide by; no warning."""
    import numpy as np

    out = np.full(np.broadcast(over, under).shape, np.nan)
    np.divide(over, under, out=out, where=under != 0)
    return out


def jackknife(
    tallied: Tally,
    function: "Callable[[list[Floats]], Floats]",
    parts: "Sequence[NDArray[Any]]",
    *,
    level: float = LEVEL,
    unit: str,
    within: tuple[float, float] = (-inf, inf),
    games: int | None = None,
) -> Estimate:
    """A smooth function of sums, by the delete-a-group jackknife (see Wolter 2007, chapter 4).

    ``parts`` are sums by group (groups first). ``function`` gets each with the groups of interest
    summed and a leading axis of cases, and returns one number a case, NaN where there is none.
    ``games`` is their number, if not all of the tally.
    """
    estimate, variance, df = jackknifed(tallied, function, parts)
    games = tallied.games if games is None else games
    if estimate is None:
        return unknown(None, games, unit, "undefined: nothing to divide by")
    if variance is None or games < FEW_GAMES:
        return unknown(estimate, games, unit, f"jackknife: an interval needs {FEW_GAMES} games")
    found = student(estimate, variance, df, level, games, unit, "jackknife")
    lo, hi = found["lo"], found["hi"]
    if lo is not None and hi is not None:
        found["lo"], found["hi"] = max(lo, within[0]), min(hi, within[1])
    return found


def jackknifed(
    tallied: Tally,
    function: "Callable[[list[Floats]], Floats]",
    parts: "Sequence[NDArray[Any]]",
) -> tuple[float | None, float | None, float]:
    """Estimate, variance and degrees of freedom of :func:`jackknife`; None where there is none."""
    import numpy as np

    held = tallied.group_games > 0
    number = int(held.sum())
    totals = [np.asarray(part.sum(axis=0), float) for part in parts]
    estimate = float(function([total[None] for total in totals])[0])
    if np.isnan(estimate):
        return None, None, 0.0
    if number < 2:
        return estimate, None, 0.0
    without = function([
        total[None] - part[held] for total, part in zip(totals, parts, strict=True)
    ])  # fmt: skip
    if np.isnan(without).any():
        return estimate, None, 0.0
    rest = without - without.mean()
    return estimate, float((number - 1) / number * (rest @ rest)), number - 1.0


def tallied(source: "Source") -> Tally:
    """The tally of a table a game, or the tally itself."""
    return source if isinstance(source, Tally) else tally(source)


ESTIMATE_COLUMNS = ("est", "lo", "hi", "level", "method", "n", "unit")


def deferred(
    function: "Callable[[], Iterable[tuple[Mapping[str, Any], Estimate]]]",
    keys: Mapping[str, Any],
) -> "pl.LazyFrame":
    """A lazy frame of estimates: key columns (``keys``: name to dtype), then the estimate's.

    Nothing is computed before the frame is collected.
    """
    import polars as pl

    schema = pl.Schema(dict(keys) | {
        "est": pl.Float64, "lo": pl.Float64, "hi": pl.Float64, "level": pl.Float64,
        "method": pl.String, "n": pl.Int64, "unit": pl.String,
    })  # fmt: skip

    def rows() -> "pl.DataFrame":
        return pl.DataFrame([{**key, **estimate} for key, estimate in function()], schema=schema)

    return pl.defer(rows, schema=schema)
