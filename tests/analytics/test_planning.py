"""Planning against published numbers and statsmodels."""

import numpy as np
import pytest
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import power_binom_tost

from ludometer.analytics.planning import (
    MOST_GAMES,
    balance_power,
    games_for_balance,
    games_for_difference,
    games_for_half_width,
    games_for_imbalance,
    half_width,
    smallest_difference,
    smallest_margin,
)


@pytest.mark.parametrize(
    ("share", "half", "games"),
    [
        (0.5, 0.01, 9_604),
        (0.5, 0.005, 38_415),
        (0.5, 0.001, 960_365),
        (0.25, 0.01, 7_203),
        (0.25, 0.005, 28_811),
        (0.25, 0.001, 720_274),
    ],
)
def test_games_for_a_precision(share: float, half: float, games: int) -> None:
    variance = share * (1 - share)
    assert games_for_half_width(variance, half) == games
    assert half_width(variance, games) == pytest.approx(half, rel=1e-4)


def test_games_for_a_mean_score() -> None:
    assert games_for_half_width(12**2, 0.1) == 55_318


@pytest.mark.parametrize(
    ("difference", "power", "games"),
    [(0.01, 0.8, 19_620), (0.01, 0.9, 26_265), (0.005, 0.8, 78_487), (0.001, 0.8, 1_962_218)],
)
def test_games_for_a_difference(difference: float, power: float, games: int) -> None:
    found = games_for_difference(0.5, difference, power=power)
    # The published numbers are by the arcsine approximation.
    assert found == pytest.approx(games, rel=2e-4)
    effect = 2 * (np.arcsin(np.sqrt(0.5 + difference)) - np.arcsin(np.sqrt(0.5)))
    theirs = NormalIndPower(ddof=0).solve_power(effect, alpha=0.05, power=power, ratio=0)
    assert found == pytest.approx(theirs, rel=2e-4)


def test_the_smallest_difference_is_the_other_way_round() -> None:
    games = games_for_difference(0.5, 0.01)
    assert smallest_difference(0.25, games) == pytest.approx(0.01, rel=1e-3)


@pytest.mark.parametrize(("margin", "games"), [(0.02, 5_353), (0.01, 21_410), (0.005, 85_639)])
def test_games_that_show_a_fair_game(margin: float, games: int) -> None:
    found = games_for_balance(0.25, margin)
    assert found == pytest.approx(games, abs=1)
    assert balance_power(0.25, found, margin) == pytest.approx(0.8, abs=1e-4)
    assert smallest_margin(0.25, found) == pytest.approx(margin, rel=1e-4)
    theirs = power_binom_tost(0.5 - margin, 0.5 + margin, games, p_alt=0.5, alpha=0.05)
    assert theirs == pytest.approx(0.8, abs=0.01)


def test_what_no_number_of_games_can_do() -> None:
    assert games_for_balance(0.25, 0.01, truth=0.01) == MOST_GAMES
    assert games_for_imbalance(0.25, 0.01, truth=0.01) == MOST_GAMES
    assert games_for_difference(0.5, 0) == MOST_GAMES
    assert games_for_difference(0.5, 0.6) == MOST_GAMES
    assert balance_power(0.25, 0, 0.01) == 0.0
    assert balance_power(0.0, 10, 0.01) == 1.0
    assert balance_power(0.0, 10, 0.01, truth=0.02) == 0.0


def test_games_that_show_an_unfair_game() -> None:
    # (1.645 + 0.842)^2 / 4 / 0.02^2
    assert games_for_imbalance(0.25, 0.01, truth=0.03) == pytest.approx(3_864, abs=1)
