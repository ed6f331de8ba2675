"""How many games a question needs, and what a number of games can answer.

Normal approximations for independent games of variance ``variance`` each; for a share p that is
p (1 - p). Games that share deals need more: multiply by the design factor that the analysis shows.
"""

from collections.abc import Callable
from math import ceil, sqrt
from statistics import NormalDist

from ludometer.analytics.intervals import z_quantile
from ludometer.analytics.question import ALPHA
from ludometer.summary import LEVEL

__all__ = [
    "MOST_GAMES",
    "POWER",
    "balance_power",
    "games_for_balance",
    "games_for_difference",
    "games_for_half_width",
    "games_for_imbalance",
    "half_width",
    "smallest_difference",
    "smallest_margin",
]

POWER = 0.8
"""Chance of seeing what is there."""
MOST_GAMES = 10**15
"""More than anybody plays; an answer so large means: no number of games will do."""

_NORMAL = NormalDist()


def games_for_half_width(variance: float, half: float, *, level: float = LEVEL) -> int:
    """Games after which an interval of confidence ``level`` reaches ``half`` to each side."""
    return _whole(variance * (z_quantile(level) / half) ** 2)


def half_width(variance: float, games: int, *, level: float = LEVEL) -> float:
    """How far an interval reaches to each side after so many games."""
    return z_quantile(level) * sqrt(variance / games)


def games_for_difference(
    share: float, difference: float, *, alpha: float = ALPHA, power: float = POWER
) -> int:
    """Games that show, at level ``alpha`` on two sides, that a share is not ``share``.

    They do so with a chance of ``power`` if it is ``difference`` away. Variances are those of the
    two shares (as in Fleiss, Levin, Paik 2003, chapter 2).
    """
    other = share + difference
    if not 0 < other < 1 or difference == 0:
        return MOST_GAMES
    reach = z_quantile(1 - alpha) * sqrt(share * (1 - share))
    reach += _NORMAL.inv_cdf(power) * sqrt(other * (1 - other))
    return _whole((reach / difference) ** 2)


def smallest_difference(
    variance: float, games: float, *, alpha: float = ALPHA, power: float = POWER
) -> float:
    """The smallest difference that so many games show with a chance of ``power``."""
    return (z_quantile(1 - alpha) + _NORMAL.inv_cdf(power)) * sqrt(variance / games)


def balance_power(
    variance: float, games: float, margin: float, *, truth: float = 0.0, alpha: float = ALPHA
) -> float:
    """The chance that so many games show a difference of ``truth`` to be within ``margin``.

    By two one-sided tests of level ``alpha`` (Schuirmann 1987).
    """
    if games <= 0:
        return 0.0
    error = sqrt(variance / games)
    if error == 0:
        return 1.0 if abs(truth) < margin else 0.0
    z = z_quantile(1 - 2 * alpha)
    up, down = ((margin + side) / error - z for side in (truth, -truth))
    return max(0.0, _NORMAL.cdf(up) + _NORMAL.cdf(down) - 1)


def games_for_balance(
    variance: float,
    margin: float,
    *,
    truth: float = 0.0,
    alpha: float = ALPHA,
    power: float = POWER,
) -> int:
    """Games that show a difference of ``truth`` to be within ``margin``, with chance ``power``."""
    if abs(truth) >= margin:
        return MOST_GAMES
    return _first(
        lambda games: balance_power(variance, games, margin, truth=truth, alpha=alpha) >= power
    )


def games_for_imbalance(
    variance: float,
    margin: float,
    *,
    truth: float,
    alpha: float = ALPHA,
    power: float = POWER,
) -> int:
    """Games that show a difference of ``truth`` to be beyond ``margin``, with chance ``power``."""
    gap = abs(truth) - margin
    if gap <= 0:
        return MOST_GAMES
    reach = z_quantile(1 - 2 * alpha) + _NORMAL.inv_cdf(power)
    return _whole(variance * (reach / gap) ** 2)


def smallest_margin(
    variance: float, games: int, *, alpha: float = ALPHA, power: float = POWER
) -> float:
    """The smallest margin within which so many games show a fair game, with chance ``power``."""
    reach = z_quantile(1 - 2 * alpha) + _NORMAL.inv_cdf((1 + power) / 2)
    return reach * sqrt(variance / games)


def _whole(games: float) -> int:
    return MOST_GAMES if games >= MOST_GAMES else max(1, ceil(games - 1e-9))


def _first(enough: Callable[[int], bool]) -> int:
    """The smallest number of games that is enough; enough stays enough."""
    high = 1
    while not enough(high):
        if high >= MOST_GAMES:
            return MOST_GAMES
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
