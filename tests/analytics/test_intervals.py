"""Closed forms against published values and independent libraries."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

from ludometer.analytics.intervals import (
    bonferroni,
    clopper_pearson,
    elo,
    elo_of_share,
    quantile_ranks,
    rank_of_fraction,
    t_quantile,
    tail_z,
    wilson,
    z_quantile,
)


@pytest.mark.parametrize(
    ("wins", "games", "lo", "hi"),
    [
        (8, 10, 0.4901624715, 0.9433178485),
        (0, 10, 0.0, 0.2775327999),
        (15, 148, 0.0623863995, 0.1604872417),
        (515_000, 1_000_000, 0.5140204034, 0.5159794814),
    ],
)
def test_wilson_has_the_published_bounds(wins: int, games: int, lo: float, hi: float) -> None:
    assert wilson(wins, games, 0.95) == pytest.approx((lo, hi), abs=5e-11)


@pytest.mark.parametrize(
    ("wins", "games", "lo", "hi"),
    [(8, 10, 0.4439045377, 0.9747892737), (0, 10, 0.0, 0.3084971078), (10, 10, 0.6915028922, 1.0)],
)
def test_the_exact_interval_has_the_published_bounds(
    wins: int, games: int, lo: float, hi: float
) -> None:
    assert clopper_pearson(wins, games, 0.95) == pytest.approx((lo, hi), abs=5e-11)


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95, 0.99])
def test_intervals_of_shares_agree_with_statsmodels(level: float) -> None:
    for games in (1, 7, 400):
        for wins in {0, 1, games // 2, games}:
            theirs = proportion_confint(wins, games, alpha=1 - level, method="wilson")
            assert wilson(wins, games, level) == pytest.approx(np.clip(theirs, 0, 1), abs=1e-12)
            exact = proportion_confint(wins, games, alpha=1 - level, method="beta")
            assert clopper_pearson(wins, games, level) == pytest.approx(exact, abs=1e-12)


def test_nothing_played_is_nothing_known() -> None:
    assert wilson(0, 0, 0.95) == clopper_pearson(0, 0, 0.95) == (0.0, 1.0)


def test_goodman_is_wilson_at_a_corrected_level() -> None:
    counts = [2600, 2500, 2450, 2450]
    level = bonferroni(0.95, 4)
    assert wilson(2600, 10_000, level) == pytest.approx((0.2491962, 0.2711030), abs=5e-8)
    theirs = multinomial_proportions_confint(counts, alpha=0.05, method="goodman")
    for count, row in zip(counts, theirs, strict=True):
        assert wilson(count, 10_000, level) == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize("df", [1, 2, 9.5, 99, 1e6, 1e8])
def test_t_quantiles_agree_with_scipy(df: float) -> None:
    assert t_quantile(0.95, df) == pytest.approx(stats.t.ppf(0.975, df), rel=1e-6)
    assert z_quantile(0.95) == pytest.approx(1.959963984540054)
    assert tail_z(10) == pytest.approx(stats.norm.sf(10), rel=1e-12)


@pytest.mark.parametrize("n", [10, 59, 1000, 123_457])
@pytest.mark.parametrize("part", [0.05, 0.5, 0.95])
def test_quantile_ranks_hold_their_level(n: int, part: float) -> None:
    ranks = quantile_ranks(n, part, 0.95)
    lo, hi = stats.binom.ppf([0.025, 0.975], n, part).astype(int)
    if lo < 1 or hi + 1 > n:
        assert ranks is None
        return
    assert ranks == (lo, hi + 1)
    # P(lo <= number of values at or below the quantile < hi) is at least the level.
    assert stats.binom.cdf(hi, n, part) - stats.binom.cdf(lo - 1, n, part) >= 0.95


def test_fractions_have_the_ranks_of_numpy() -> None:
    values = np.arange(1, 38)
    for part, of in ((5, 100), (1, 2), (95, 100), (1, 1)):
        theirs = np.quantile(values, part / of, method="inverted_cdf")
        assert values[rank_of_fraction(part, of, len(values)) - 1] == theirs


def test_elo() -> None:
    assert elo_of_share(0.7, 2) == pytest.approx(147.1907, abs=5e-5)
    assert elo_of_share(0.4375, 2) == pytest.approx(-43.6578, abs=5e-5)
    # In the choice model a seat as strong as each of the others wins 1 of k.
    for seats in (2, 3, 4):
        assert elo_of_share(1 / seats, seats) == pytest.approx(0, abs=1e-9)
        strength = 10 ** (100 / 400)
        share = strength / (strength + seats - 1)
        assert elo_of_share(share, seats) == pytest.approx(100)
    assert elo_of_share(1.0, 2) == math.inf
    assert elo(0) == -math.inf
