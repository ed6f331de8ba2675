"""Intervals that hold at every look at once: confidence sequences.

Who looks at an ordinary interval after every thousand games calls a fair game unfair half of the
time, for each look is a new chance to be wrong. The intervals here are wider, and hold at all
looks together with their level; so a run may stop when they are narrow enough.
"""

from collections.abc import Callable
from math import ceil, log, sqrt
from typing import Any

from ludometer.analytics.intervals import t_quantile, z_quantile

__all__ = [
    "PLANNED",
    "Anytime",
    "asymptotic",
    "beta_binomial",
    "concentration",
    "evidence",
    "games_for_balance",
    "games_for_half_width",
    "looks",
    "multiplier",
    "robbins",
]

PLANNED = 100_000
"""Games for which a sequence is made where nothing says better. It holds before and after."""

Bounds = tuple[float, float]


class Anytime(float):
    """A confidence level that is to hold at every look; ``planned`` games get the best intervals.

    A float, so that it can stand wherever a level is asked for.
    """

    planned: int

    def __new__(cls, level: float, planned: int = PLANNED) -> "Anytime":
        """The level, with the number of games for which intervals are narrowest."""
        made = super().__new__(cls, level)
        made.planned = planned
        return made

    def of(self, number: int) -> "Anytime":
        """The level of each of ``number`` intervals that together hold at this one (Bonferroni)."""
        return Anytime(1 - (1 - self) / number, self.planned)


def _rate(alpha: float, planned: int) -> float:
    """The parameter r of the mixture that is best at ``planned`` games (W.-S. et al. 2024)."""
    return (-2 * log(alpha) + log(1 - 2 * log(alpha))) / planned


def multiplier(level: float, df: float, games: int) -> float:
    """Standard errors on each side of an interval: Student's t, or that of a sequence.

    The asymptotic confidence sequence of Waudby-Smith et al. (2024) for means, with the factor
    that t has over the normal where the variance is estimated with few degrees of freedom.
    """
    if not isinstance(level, Anytime):
        return t_quantile(level, df)
    alpha = 1 - level
    grown = games * _rate(alpha, level.planned)
    reach = sqrt(2 * (grown + 1) / grown * log(sqrt(grown + 1) / alpha))
    return reach * t_quantile(float(level), df) / z_quantile(float(level))


def asymptotic(mean: float, sd: float, games: int, level: Anytime) -> Bounds:
    """Bounds for a mean of games with standard deviation ``sd``, at every look."""
    half = multiplier(level, float("inf"), games) * sd / sqrt(games)
    return mean - half, mean + half


def robbins(successes: float, games: int, alpha: float) -> Bounds:
    """Bounds for a share at every look, from a uniform mixture of alternatives (Robbins 1970).

    Nothing has to be planned. ``successes`` may be a sum of shares: such games vary less than
    those that count 0 or 1, and the bounds are then conservative.
    """
    return _mixture(successes, games, alpha, lambda _: (1.0, 1.0))


def beta_binomial(successes: float, games: int, level: Anytime) -> Bounds:
    """Bounds for a share at every look, narrowest at the planned number of games.

    The two-sided beta-binomial mixture of Howard, Ramdas, McAuliffe, Sekhon (2021): alternatives
    are mixed around each share that is tried. It needs no large numbers, and as above holds for
    sums of shares.
    """
    weight = concentration(level)
    return _mixture(successes, games, 1 - level, lambda p: (weight * p, weight * (1 - p)))


def _mixture(
    successes: float,
    games: int,
    alpha: float,
    prior: Callable[[float], Bounds],
) -> Bounds:
    """All shares p against which the evidence is below 1 / alpha: those between two bounds."""

    def against(p: float) -> float:
        return float(evidence(successes, games, p, *prior(p)))

    limit, seen = -log(alpha), successes / games
    lo = 0.0 if successes == 0 else _edge(against, limit, seen, 0.0)
    hi = 1.0 if successes == games else _edge(against, limit, seen, 1.0)
    return lo, hi


def evidence(successes: Any, games: Any, p: float, a: float, b: float) -> Any:
    """The logarithm of the evidence against a share ``p``: that of Beta(a, b) alternatives for it.

    Under ``p`` its expectation never exceeds 1, so by Ville's inequality it ever reaches 1 / alpha
    with a chance of at most alpha. Takes arrays as well.
    """
    from scipy import special

    lost = games - successes
    mixed = special.betaln(a + successes, b + lost) - special.betaln(a, b)
    return mixed - special.xlogy(successes, p) - special.xlog1py(lost, -p)


def concentration(level: Anytime) -> float:
    """The weight a + b of the alternatives that is best at the planned number of games."""
    return max(1 / _rate(1 - level, level.planned) - 1, 1.0)


def _edge(evidence: Callable[[float], float], limit: float, inside: float, outside: float) -> float:
    """Where the evidence against a share reaches the limit, from what was seen outwards."""
    # At 0 and 1 themselves the evidence is infinite; what was seen is never excluded.
    inside = min(max(inside, 1e-12), 1 - 1e-12)
    for _ in range(100):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if evidence(middle) < limit:
            inside = middle
        else:
            outside = middle
    # The outer end, so that rounding never makes the interval too narrow.
    return outside


def games_for_half_width(variance: float, half: float, level: float) -> int:
    """Games after which a sequence made for so many games reaches ``half`` to each side."""
    reach = multiplier(Anytime(level, 1), float("inf"), 1)
    return max(1, ceil(variance * (reach / half) ** 2))


def games_for_balance(variance: float, margin: float, power: float) -> int:
    """Games after which a sequence of level 0.95 lies within ``margin`` for a fair game.

    With a chance of at least ``power``: where the mean is then, the interval fits at that look.
    """
    reach = multiplier(Anytime(0.95, 1), float("inf"), 1) + z_quantile(power)
    return max(1, ceil(variance * (reach / margin) ** 2))


def looks(most: int) -> list[int]:
    """The numbers of games after which to look: 1,000, 1,100, 1,300, ..., up to ``most``.

    Twenty in each tenfold, fixed in advance: a run that stops can be played again by its number.
    """
    found: list[int] = []
    power = 1000
    while not found or found[-1] < most:
        steps = [round(10 ** (step / 20), 1) for step in range(20)]
        found += [round(power * step) for step in steps]
        power *= 10
    return [*(number for number in found if number < most), most]
