"""Tests: how likely data like these are if nothing is going on.

A p-value never says how large an effect is; every caller shows an interval beside it. SciPy is
loaded when first needed.
"""

from collections.abc import Iterator, Sequence
from math import lgamma, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Significance",
    "benjamini_hochberg",
    "equal_means",
    "equal_shares",
    "exact_p",
    "holm",
    "mcnemar",
    "outside_p",
    "within_p",
]

SMALLEST_EXPECTED = 5
"""Wins that a seat must have to expect before chi-square approximates well (Cochran 1954)."""


class Significance(NamedTuple):
    """A statistic, its degrees of freedom (one number, or two for F), the p-value, the method.

    ``statistic``, ``df`` and ``p`` are None where the data have nothing to test.
    """

    statistic: float | None
    df: tuple[int, ...] | None
    p: float | None
    method: str


def equal_shares(wins: Sequence[int]) -> Significance:
    """Whether all seats win outright equally often, given the number of wins of each.

    Pearson's chi-square on k - 1 degrees of freedom. Where fewer than five wins a seat are
    expected, the exact multinomial test instead: the probability of all outcomes that are no more
    likely than this one.
    """
    from scipy import special

    n, k = sum(wins), len(wins)
    if n == 0:
        return Significance(None, None, None, "nobody won outright")
    expected = n / k
    statistic = sum((won - expected) ** 2 for won in wins) / expected
    if expected >= SMALLEST_EXPECTED:
        return Significance(
            statistic, (k - 1,), float(special.chdtrc(k - 1, statistic)), "chi-square"
        )
    own = _log_multinomial(wins)
    # A hair's breadth, so that outcomes that are equally likely count whatever the rounding.
    likely = (_log_multinomial(outcome) for outcome in _splits(n, k))
    p = sum(2.718281828459045**value for value in likely if value <= own + 1e-9)
    return Significance(statistic, (k - 1,), min(1.0, p), "exact multinomial")


def g_statistic(wins: Sequence[int]) -> float:
    """The likelihood ratio statistic G for equal win rates; close to chi-square where both hold."""
    n, k = sum(wins), len(wins)
    return 2 * sum(won * log(won * k / n) for won in wins if won)


def _log_multinomial(counts: Sequence[int]) -> float:
    """Log probability of counts under equal shares."""
    n, k = sum(counts), len(counts)
    return lgamma(n + 1) - sum(lgamma(count + 1) for count in counts) - n * log(k)


def _splits(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide ``n`` over ``k``; at most a few thousand where it is used."""
    if k == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in _splits(n - first, k - 1):
            yield (first, *rest)


def equal_means(
    contrasts: "NDArray[np.float64]", covariance: "NDArray[np.float64]", df: int
) -> Significance:
    """Whether all contrasts are 0: Hotelling's T squared as an F test.

    ``contrasts`` are k - 1 means, ``covariance`` that of these means, estimated with ``df``
    degrees of freedom (n - 1 for n independent games).
    """
    import numpy as np
    from scipy import special

    number = len(contrasts)
    if df < number + 1:
        return Significance(None, None, None, f"Hotelling T2 needs {number + 2} games")
    if np.linalg.matrix_rank(covariance) < number:
        return Significance(None, None, None, "no variance to test against")
    squared = float(contrasts @ np.linalg.solve(covariance, contrasts))
    second = df - number + 1
    statistic = squared * second / (number * df)
    p = float(special.fdtrc(number, second, statistic))
    return Significance(statistic, (number, second), p, "Hotelling T2")


def mcnemar(only_first: int, only_second: int) -> Significance:
    """Whether two rules win a seat equally often on the same deals (McNemar 1947, exact).

    ``only_first`` and ``only_second`` count the games that the seat wins under one rule alone;
    each is as likely as the other if the rules are equal. Two-sided binomial.
    """
    from scipy import special

    n, low = only_first + only_second, min(only_first, only_second)
    if n == 0:
        return Significance(None, None, None, "no game differs")
    p = min(1.0, 2 * float(special.bdtr(low, n, 0.5)))
    return Significance(float(low), None, p, "McNemar exact")


def within_p(estimate: float, low_error: float, high_error: float, margin: float) -> float:
    """The p-value of equivalence: two one-sided tests (Schuirmann 1987), the larger of the two.

    ``low_error`` and ``high_error`` are the standard errors if the truth were at the lower and at
    the upper margin. Small values speak for a difference smaller than ``margin`` on both sides.
    """
    return max(_tail(margin + estimate, low_error), _tail(margin - estimate, high_error))


def outside_p(estimate: float, standard_error: float, margin: float) -> float:
    """The p-value that the difference is beyond ``margin``: one-sided, on the side it is on."""
    return _tail(abs(estimate) - margin, standard_error)


def exact_p(successes: int, n: int, low: float, high: float) -> tuple[float, float]:
    """The p-values of :func:`within_p` and :func:`outside_p` for few games: binomial tails.

    ``low`` and ``high`` are the margins of the share itself.
    """
    from scipy import special

    few = float(special.bdtr(successes, n, high))
    many = 1.0 if successes == 0 else float(special.bdtrc(successes - 1, n, low))
    less = float(special.bdtr(successes, n, low))
    more = 1.0 if successes == 0 else float(special.bdtrc(successes - 1, n, high))
    return max(few, many), min(less, more)


def _tail(distance: float, standard_error: float) -> float:
    from ludometer.analytics.intervals import tail_z

    if standard_error == 0:
        return 0.0 if distance > 0 else 1.0
    return tail_z(distance / standard_error)


def holm(values: Sequence[float]) -> list[float]:
    """p-values that hold together (Holm 1979): the chance of one false alarm among them all."""
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted, highest = [0.0] * len(values), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, values[index] * (len(values) - place)))
        adjusted[index] = highest
    return adjusted


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """q-values: the share of false alarms among all that are at most so small (B. & H. 1995)."""
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    adjusted, lowest = [0.0] * len(values), 1.0
    for place, index in enumerate(order):
        lowest = min(lowest, values[index] * len(values) / (len(values) - place))
        adjusted[index] = lowest
    return adjusted


def two_sided_p(estimate: float, standard_error: float, df: float) -> float:
    """The p-value that a mean is 0, by Student's t."""
    from scipy import special

    if standard_error == 0:
        return 1.0 if estimate == 0 else 0.0
    return 2 * float(special.stdtr(df, -abs(estimate) / standard_error))


def score_error(target: float, n: float) -> float:
    """The standard error of a share of ``n`` games if the true share is ``target``."""
    return sqrt(max(target * (1 - target), 0.0) / n)
