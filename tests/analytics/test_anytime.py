"""Confidence sequences: published values, false alarms under repeated looks, runs that stop."""

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import special

import ludometer
from ludometer import DataError, LudometerError
from ludometer.analytics import Tally, mean_scores, per_game, tally, verdict, win_shares
from ludometer.analytics.anytime import (
    Anytime,
    asymptotic,
    beta_binomial,
    concentration,
    evidence,
    games_for_balance,
    games_for_half_width,
    looks,
    multiplier,
    robbins,
)
from ludometer.analytics.goals import goal_of
from ludometer.analytics.question import Question
from ludometer.analytics.runs import play, play_until
from ludometer.spec import Spec, make_spec
from shared.frames import frames, wins


@pytest.mark.parametrize(
    ("wins", "games", "lo", "hi"),
    [
        (60, 100, 0.4407744, 0.7460363),
        (0, 10, 0.0, 0.4168803),
        (515_000, 1_000_000, 0.5128010, 0.5171986),
    ],
)
def test_the_uniform_mixture_has_the_published_bounds(
    wins: int, games: int, lo: float, hi: float
) -> None:
    assert robbins(wins, games, 0.05) == pytest.approx((lo, hi), abs=6e-8)


@pytest.mark.parametrize(("games", "half"), [(1000, 0.0479909), (10_000, 0.0162086)])
def test_the_asymptotic_sequence_has_the_published_width(games: int, half: float) -> None:
    lo, hi = asymptotic(0.5, 0.5, games, Anytime(0.95, 1000))
    assert (hi - lo) / 2 == pytest.approx(half, abs=5e-8)
    assert (hi + lo) / 2 == pytest.approx(0.5)


def test_the_tuned_mixture_comes_close_to_the_asymptotic_one() -> None:
    for games in (10_000, 100_000, 10_000_000):
        level = Anytime(0.95, 100_000)
        exact = beta_binomial(0.505 * games, games, level)
        assert exact == pytest.approx(asymptotic(0.505, 0.5, games, level), abs=2e-4)
    assert beta_binomial(0, 10, Anytime(0.95))[0] == 0.0
    assert beta_binomial(10, 10, Anytime(0.95))[1] == 1.0


def test_bounds_are_where_the_evidence_reaches_its_limit() -> None:
    level = Anytime(0.95, 1000)
    r = (-2 * math.log(0.05) + math.log(1 - 2 * math.log(0.05))) / 1000
    weight = 1 / r - 1
    for won, games in ((30, 100), (480, 1000), (2.5, 7)):
        for bound in beta_binomial(won, games, level):
            a, b = weight * bound, weight * (1 - bound)
            evidence = special.betaln(a + won, b + games - won) - special.betaln(a, b)
            evidence -= won * math.log(bound) + (games - won) * math.log(1 - bound)
            assert evidence == pytest.approx(math.log(20), rel=1e-6)


def test_it_is_narrowest_at_the_planned_number() -> None:
    def half(planned: int) -> float:
        return multiplier(Anytime(0.95, planned), math.inf, 10_000)

    assert half(10_000) < min(half(1_000), half(100_000))
    assert multiplier(0.95, math.inf, 10_000) == pytest.approx(1.959964)
    games = games_for_half_width(0.25, 0.001, 0.95)
    lo, hi = asymptotic(0.5, 0.5, games, Anytime(0.95, games))
    assert (hi - lo) / 2 == pytest.approx(0.001, rel=1e-4)
    assert games_for_balance(0.25, 0.001, 0.8) > games


def paths(seed: int, number: int, most: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Numbers of heads of fair coins at each look, one row a coin; and the looks."""
    at = looks(most)
    heads = np.random.default_rng(seed).binomial(np.diff([0, *at]), 0.5, (number, len(at)))
    return heads.cumsum(axis=1), np.array(at)


def test_looking_again_and_again_gives_few_false_alarms(scaled: int) -> None:
    heads, at = paths(1, 200 * scaled, 100_000)
    seen = heads / at
    for planned in (1000, 20_000, 1_000_000):
        level = Anytime(0.95, planned)
        reach = np.array([multiplier(level, math.inf, int(games)) for games in at])
        large = np.abs(seen - 0.5) > reach * np.sqrt(seen * (1 - seen) / at)
        half = concentration(level) / 2
        exact = evidence(heads, at, 0.5, half, half) > math.log(20)
        assert large.any(axis=1).mean() <= 0.05
        assert exact.any(axis=1).mean() <= 0.05
    uniform = evidence(heads, at, 0.5, 1, 1) > math.log(20)
    assert uniform.any(axis=1).mean() <= 0.05
    # Ordinary intervals at every look are wrong far more often than the 5 % they say.
    ordinary = np.abs(seen - 0.5) > 1.96 * np.sqrt(0.25 / at)
    assert ordinary.any(axis=1).mean() > 0.2


def test_verdicts_at_every_look_are_seldom_wrong(scaled: int) -> None:
    """A seat that is exactly at the margin must seldom be called within it, or beyond it."""
    rng = np.random.default_rng(2)
    at = looks(5_000)
    wrong, repetitions = 0, 100 * scaled
    for _ in range(repetitions):
        won = rng.binomial(np.diff([0, *at]), 0.52).cumsum()
        for heads, games in zip(won, at, strict=True):
            lo, hi = beta_binomial(heads, games, Anytime(0.95, 5_000))
            if not lo <= 0.52 <= hi:
                wrong += 1
                break
    assert wrong / repetitions <= 0.05


def test_looks_are_fixed_numbers() -> None:
    assert looks(5000)[:7] == [1000, 1100, 1300, 1400, 1600, 1800, 2000]
    assert looks(5000)[-1] == 5000
    assert looks(300) == [300]
    assert looks(12_345)[-2:] == [11_000, 12_345]
    assert len(looks(1_000_000)) == 61


def test_every_estimate_of_a_sequence_is_wider() -> None:
    scores = np.random.default_rng(3).integers(0, 20, (4000, 3))
    found = tally(per_game(*frames(scores)))
    for question in (win_shares, mean_scores):
        fixed = question(found).collect()
        anytime = question(found, level=Anytime(0.95, 4000)).collect()
        assert (anytime["est"] == fixed["est"]).all()
        assert (anytime["hi"] - anytime["lo"] > 1.4 * (fixed["hi"] - fixed["lo"])).all()
        assert (anytime["level"] == 0.95).all()
    assert "anytime" in mean_scores(found, level=Anytime(0.95)).collect()["method"][0]


def test_a_verdict_of_a_sequence_has_no_p_values() -> None:
    found = verdict(per_game(*wins(50_300, 49_700)), planned=50_000)
    assert found.verdict == "balanced"
    assert found.seats[0]["p_within"] is None
    assert found.seats[0]["level"] == 0.95
    assert verdict(per_game(*wins(5200, 4800)), planned=10_000).verdict == "undetermined"


# --- goals


def test_goals_are_read() -> None:
    assert goal_of("verdict").kind == "verdict"
    assert goal_of(" half_width < 0.5 pp ").amount == pytest.approx(0.005)
    assert goal_of("half_width<0.5%").amount == pytest.approx(0.005)
    assert goal_of("90s").amount == 90
    assert goal_of("1.5h").amount == 5400
    assert goal_of("15m").amount == 900


@pytest.mark.parametrize(
    "text", ["", "soon", "half_width", "half_width<0pp", "half_width<60pp", "0s", "half_width>1pp",
             "15", "half_width<1"],
)  # fmt: skip
def test_what_is_no_goal_is_refused(text: str) -> None:
    with pytest.raises(LudometerError, match=r"half_width<0\.1pp, verdict, or a time"):
        goal_of(text)


def spec_of(name: str = "top-cap", **rules: Any) -> Spec:
    return make_spec(ludometer.Game(name, rules=rules or None), seed=7, policy="uniform")


def test_a_run_stops_when_it_is_precise_enough() -> None:
    question = Question()
    found, stop = play_until(spec_of(), goal_of("half_width<2pp"), question, at_most=10**6)
    assert stop.reached
    assert found.total in looks(10**6)
    assert looks(10**6).index(found.total) + 1 == stop.looks
    shares = found.analysis()["seats"]
    assert all((seat["share"]["hi"] - seat["share"]["lo"]) / 2 < 0.02 for seat in shares)
    # One look before it was not.
    earlier = play(spec_of(), looks(10**6)[stop.looks - 2], found.question).analysis()["seats"]
    assert any((seat["share"]["hi"] - seat["share"]["lo"]) / 2 >= 0.02 for seat in earlier)
    # The same games in one go have the same analysis.
    again = play(spec_of(), found.total, found.question)
    assert again.analysis() == found.analysis()
    assert again.digest == found.digest


def test_a_run_stops_at_a_verdict() -> None:
    found, stop = play_until(
        spec_of(directions=4), goal_of("verdict"), Question(margin=0.1), at_most=10**6
    )
    assert stop.reached
    assert found.analysis()["verdict"]["verdict"] != "undetermined"
    one, never = play_until(spec_of(), goal_of("verdict"), Question(margin=0.001), at_most=2000)
    assert (never.reached, one.total, never.looks) == (False, 2000, 7)


def test_a_time_budget_is_looked_at_after_fixed_numbers_of_games() -> None:
    ticks = iter(range(100))
    found, stop = play_until(
        spec_of(), goal_of("3s"), Question(), at_most=10**6, clock=lambda: float(next(ticks))
    )
    assert (stop.reached, found.total, stop.looks) == (True, 1300, 3)


def test_truncated_games_that_are_left_out_may_leave_nothing() -> None:
    with pytest.raises(DataError, match="stopped by the ply cap"):
        play_until(
            spec_of(max_plies=3),
            goal_of("verdict"),
            Question(truncated="exclude"),
            at_most=1500,
        )


def test_a_tally_of_looks_is_the_tally_of_the_games() -> None:
    seen: list[int] = []
    played = play(spec_of(), 1200, Question(), on_look=lambda sums: seen.append(sums.games))
    run = ludometer.simulate("top-cap", games=1200, seed=7)
    whole = Tally.of(per_game(run.games, run.seats).collect())
    assert (played.tally.sums == whole.sums).all()
    assert seen
    assert isinstance(win_shares(whole), pl.LazyFrame)
