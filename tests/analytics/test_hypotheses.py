"""Tests of hypotheses against published values, scipy and statsmodels."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.multivariate import test_mvmean as their_hotelling
from statsmodels.stats.proportion import binom_tost

from ludometer.analytics.hypotheses import (
    benjamini_hochberg,
    equal_means,
    equal_shares,
    exact_p,
    g_statistic,
    holm,
    mcnemar,
    score_error,
    two_sided_p,
    within_p,
)


def test_chi_square_of_equal_shares() -> None:
    found = equal_shares([2600, 2500, 2450, 2450])
    assert found.statistic == pytest.approx(6.0)
    assert found.p == pytest.approx(0.1116, abs=5e-5)
    assert (found.df, found.method) == ((3,), "chi-square")
    theirs = stats.chisquare([2600, 2500, 2450, 2450])
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-12)


def test_the_likelihood_ratio_agrees() -> None:
    found = g_statistic([2600, 2500, 2450, 2450])
    assert found == pytest.approx(5.9612, abs=5e-5)
    assert stats.chi2.sf(found, 3) == pytest.approx(0.1135, abs=5e-5)


@pytest.mark.parametrize("wins", [(0, 9), (2, 7), (4, 5), (1, 0)])
def test_few_games_are_tested_exactly(wins: tuple[int, int]) -> None:
    found = equal_shares(wins)
    assert found.method == "exact multinomial"
    assert found.p == pytest.approx(stats.binomtest(wins[0], sum(wins), 0.5).pvalue)


def test_the_exact_test_of_three_seats_counts_outcomes() -> None:
    # Of the 27 orders of three winners, 3 are won by one seat throughout.
    assert equal_shares((3, 0, 0)).p == pytest.approx(3 / 27)
    assert equal_shares((1, 1, 1)).p == pytest.approx(1)
    assert equal_shares((2, 1, 0)).p == pytest.approx(21 / 27)


def test_no_wins_are_no_test() -> None:
    assert equal_shares((0, 0)).p is None


def test_hotelling_agrees_with_statsmodels() -> None:
    data = np.random.default_rng(1).normal([0.1, 0, -0.05], 1, (50, 3)) @ np.array(
        [[1, 0.4, 0], [0, 1, 0.2], [0, 0, 1]]
    )
    found = equal_means(data.mean(axis=0), np.cov(data.T) / 50, 49)
    theirs = their_hotelling(data, [0, 0, 0])
    assert found.statistic == pytest.approx(theirs.statistic)
    assert found.p == pytest.approx(theirs.pvalue)
    assert found.df == (3, 47)


def test_hotelling_without_variance_or_games_has_no_answer() -> None:
    flat = equal_means(np.zeros(2), np.zeros((2, 2)), 50)
    assert (flat.p, flat.method) == (None, "no variance to test against")
    few = equal_means(np.zeros(3), np.eye(3), 2)
    assert few.p is None
    assert "needs 5 games" in few.method


def test_mcnemar_is_exact() -> None:
    found = mcnemar(25, 10)
    assert found.p == pytest.approx(0.0166738478, abs=5e-11)
    theirs = their_mcnemar([[0, 25], [10, 0]], exact=True)
    assert found.p == pytest.approx(theirs.pvalue)
    assert mcnemar(0, 0).p is None
    assert mcnemar(3, 3).p == 1.0


def test_equivalence_has_the_published_p_value() -> None:
    low, high = (score_error(share, 100_000) for share in (0.49, 0.51))
    found = within_p(0.003, low, high, 0.01)
    # 4.77e-6 by the normal approximation with the variance seen, 4.83e-6 by binomial tails.
    assert found == pytest.approx(4.77e-6, rel=0.01)
    exact, _ = exact_p(50_300, 100_000, 0.49, 0.51)
    assert exact == pytest.approx(4.83e-6, abs=5e-9)
    assert exact == pytest.approx(binom_tost(50_300, 100_000, 0.49, 0.51)[0], rel=1e-9)


def test_exact_tails_agree_with_scipy() -> None:
    for wins, n in ((0, 5), (3, 7), (7, 7)):
        within, beyond = exact_p(wins, n, 0.3, 0.7)
        above = stats.binomtest(wins, n, 0.3, alternative="greater").pvalue
        below = stats.binomtest(wins, n, 0.7, alternative="less").pvalue
        assert within == pytest.approx(max(above, below))
        low = stats.binomtest(wins, n, 0.3, alternative="less").pvalue
        high = stats.binomtest(wins, n, 0.7, alternative="greater").pvalue
        assert beyond == pytest.approx(min(low, high))


def test_many_comparisons_are_corrected() -> None:
    values = [0.01, 0.04, 0.03, 0.005]
    assert holm(values) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(values) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    many = np.random.default_rng(2).uniform(size=40).tolist()
    assert holm(many) == pytest.approx(multipletests(many, method="holm")[1])
    assert benjamini_hochberg(many) == pytest.approx(multipletests(many, method="fdr_bh")[1])
    assert holm([]) == benjamini_hochberg([]) == []


def test_t_agrees_with_scipy() -> None:
    data = np.random.default_rng(3).normal(0.3, 1, 30)
    error = data.std(ddof=1) / np.sqrt(30)
    found = two_sided_p(float(data.mean()), float(error), 29)
    assert found == pytest.approx(stats.ttest_1samp(data, 0).pvalue)
    assert two_sided_p(0.0, 0.0, 5) == 1.0
    assert two_sided_p(0.1, 0.0, 5) == 0.0
