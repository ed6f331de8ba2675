"""Intervals for single numbers: closed forms, from sums alone.

Each function returns the bounds and nothing else; what they are bounds of, and which method fits,
is decided in :mod:`ludometer.analytics.estimates`. SciPy is loaded when first needed.
"""

from math import ceil, floor, inf, log10, sqrt
from statistics import NormalDist

__all__ = [
    "bonferroni",
    "clopper_pearson",
    "elo",
    "elo_of_share",
    "normal_ranks",
    "quantile_ranks",
    "rank_of_fraction",
    "t_quantile",
    "tail_z",
    "wilson",
    "z_quantile",
]

Bounds = tuple[float, float]

# Beyond this many degrees of freedom t and normal quantiles agree to seven digits.
_NORMAL_DF = 10_000_000


def z_quantile(level: float) -> float:
    """The number of standard errors on each side of an interval of confidence ``level``."""
    return NormalDist().inv_cdf((1 + level) / 2)


def t_quantile(level: float, df: float) -> float:
    """As :func:`z_quantile`, for a variance estimated with ``df`` degrees of freedom."""
    if df >= _NORMAL_DF:
        return z_quantile(level)
    from scipy import special

    return float(special.stdtrit(df, (1 + level) / 2))


def tail_z(z: float) -> float:
    """P(Z > z) of the standard normal, exact also far out."""
    from scipy import special

    return float(special.ndtr(-z))


def wilson(successes: float, n: float, level: float, *, z: float | None = None) -> Bounds:
    """Wilson's score interval for a share, without continuity correction (Wilson 1927).

    ``n`` may be an effective number and need not be whole. ``z`` replaces the normal quantile,
    for instance by one of the t distribution.
    """
    if n <= 0:
        return 0.0, 1.0
    if n == inf:
        return successes, successes
    z = z_quantile(level) if z is None else z
    p = successes / n
    scale = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    half = z * sqrt(max(p * (1 - p), 0.0) / n + z * z / (4 * n * n)) / scale
    # At the ends the bound is exactly 0 or 1; rounding must not push it beyond.
    lo = 0.0 if successes == 0 else max(0.0, centre - half)
    hi = 1.0 if successes == n else min(1.0, centre + half)
    return lo, hi


def clopper_pearson(successes: int, n: int, level: float) -> Bounds:
    """The exact interval for a share of independent games (Clopper & Pearson 1934).

    It covers at least as often as ``level`` says, for every n.
    """
    from scipy import special

    if n == 0:
        return 0.0, 1.0
    tail = (1 - level) / 2
    lo = 0.0 if successes == 0 else float(special.betaincinv(successes, n - successes + 1, tail))
    if successes == n:
        return lo, 1.0
    return lo, float(special.betaincinv(successes + 1, n - successes, 1 - tail))


def quantile_ranks(n: int, part: float, level: float) -> tuple[int, int] | None:
    """Ranks (from 1) of the order statistics that bound the quantile ``part`` of ``n`` values.

    The number of values at or below a quantile is binomial, whatever the distribution; so the
    interval is exact (Thompson 1936) up to whole ranks, and covers at least as often as ``level``
    says. None if n is too small for one at this level.
    """
    tail = (1 - level) / 2
    lo, hi = _binomial_quantile(tail, n, part), _binomial_quantile(1 - tail, n, part) + 1
    return (lo, hi) if lo >= 1 and hi <= n else None


def _binomial_quantile(probability: float, n: int, p: float) -> int:
    """The smallest k with P(X <= k) >= ``probability``, X binomial; n for 1."""
    from scipy import special

    spread = sqrt(n * p * (1 - p))
    k = max(0, min(n, floor(n * p + NormalDist().inv_cdf(probability) * spread)))
    # The normal guess is off by a few at most; walk to the exact one.
    while k < n and special.bdtr(k, n, p) < probability:
        k += 1
    while k > 0 and special.bdtr(k - 1, n, p) >= probability:
        k -= 1
    return int(k)


def elo(odds: float) -> float:
    """Odds as a difference of Elo points: 400 log10(odds); infinite at 0 and at infinity."""
    if odds <= 0:
        return -inf
    return inf if odds == inf else 400 * log10(odds)


def elo_of_share(share: float, seats: int) -> float:
    """What a win share comes to in Elo points, against equal opponents in all other seats.

    In the choice model of Luce (Plackett-Luce for the winner) a seat of strength w wins a share
    w / (w + k - 1); so w = share (k - 1) / (1 - share). With two seats this is the usual formula.
    """
    return inf if share >= 1 else elo(share * (seats - 1) / (1 - share))


def rank_of_fraction(numerator: int, denominator: int, n: int) -> int:
    """The rank (from 1) of the smallest value that a fraction of ``n`` values do not exceed."""
    return max(1, ceil(n * numerator / denominator))


def normal_ranks(n: int, part: float, z: float) -> tuple[int, int] | None:
    """As :func:`quantile_ranks`, ``z`` standard errors of the normal approximation to each side."""
    reach = z * sqrt(n * part * (1 - part))
    lo, hi = floor(n * part - reach), ceil(n * part + reach) + 1
    return (lo, hi) if lo >= 1 and hi <= n else None


def bonferroni(level: float, of: int) -> float:
    """The level of each of ``of`` intervals that together hold at ``level``.

    For Wilson intervals of outright wins these are the simultaneous intervals of Goodman (1965).
    """
    return 1 - (1 - level) / of
