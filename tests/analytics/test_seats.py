"""Seats, first-player advantage, verdict: known answers, second witnesses, laws."""

import math
import warnings
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from ludometer import LudometerError
from ludometer.analytics import (
    deviations,
    equality,
    first_player_advantage,
    mean_ranks,
    mean_scores,
    outright_wins,
    per_game,
    tally,
    ties,
    verdict,
    win_shares,
)
from ludometer.analytics.intervals import wilson
from shared.frames import Frames, frames, wins


def rows(frame: pl.LazyFrame, **key: Any) -> list[dict[str, Any]]:
    found = frame.collect().to_dicts()
    return [row for row in found if all(row[name] == value for name, value in key.items())]


def random_scores(seed: int, n: int, k: int, spread: int = 4) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).integers(0, spread, (n, k))


def dice_race(seed: int, n: int, goal: int) -> Frames:
    """Two seats throw a die by turns; the first to reach ``goal`` in sum wins."""
    rng = np.random.default_rng(seed)
    throws = rng.integers(1, 7, (n, 2, goal))
    needed = (throws.cumsum(axis=2) < goal).sum(axis=2) + 1
    first = needed[:, 0] <= needed[:, 1]
    return frames(np.stack([first, ~first], axis=1).astype(int))


def test_lazy_frames_read_nothing_before_they_are_collected() -> None:
    games, seats = wins(2, 1)
    broken = per_game(games, seats).with_columns(complete=pl.lit(value=False))
    frame = win_shares(broken)
    assert isinstance(frame, pl.LazyFrame)
    assert frame.collect_schema().names()[-7:] == [
        "est", "lo", "hi", "level", "method", "n", "unit",
    ]  # fmt: skip
    with pytest.raises(LudometerError):
        frame.collect()


def test_outright_wins_have_wilson_intervals() -> None:
    table = per_game(*wins(2600, 2500, 2450, 2450))
    found = rows(win_shares(table))
    assert [row["est"] for row in found] == [0.26, 0.25, 0.245, 0.245]
    assert (found[0]["lo"], found[0]["hi"]) == pytest.approx(wilson(2600, 10_000, 0.95))
    assert {row["method"] for row in found} == {"wilson"}
    together = rows(win_shares(table, simultaneous=True))
    # Goodman 1965.
    assert (together[0]["lo"], together[0]["hi"]) == pytest.approx((0.2491962, 0.2711030), abs=5e-8)
    assert [row["est"] for row in rows(outright_wins(table))] == [0.26, 0.25, 0.245, 0.245]
    test = equality(table)
    assert test.statistic == pytest.approx(6.0)
    assert test.p == pytest.approx(0.1116, abs=5e-5)


def test_few_wins_have_exact_intervals() -> None:
    found = rows(win_shares(per_game(*wins(8, 2))))
    assert found[0]["method"] == "clopper-pearson"
    assert (found[0]["lo"], found[0]["hi"]) == pytest.approx((0.4439045377, 0.9747892737))
    assert equality(per_game(*wins(4, 5))).method == "exact multinomial"
    assert equality(per_game(*wins(5, 5))).method == "chi-square"


def test_shared_wins_vary_less_and_have_narrower_intervals() -> None:
    share12 = [[12, 0]] * 30 + [[0, 12]] * 30 + [[6, 6]] * 60
    found = rows(win_shares(per_game(*frames([[1, 1]] * 120, share12=share12))))
    assert (found[0]["outright"], found[0]["shared"]) == (30, 60)
    # Half the variance of coins, so as good as twice as many games.
    assert (found[0]["lo"], found[0]["hi"]) == pytest.approx(wilson(120, 240, 0.95))
    assert found[0]["method"] == "wilson, effective n"


def test_ties_and_games_without_a_winner_are_told() -> None:
    share12 = [[6, 6]] * 10 + [[0, 0]] * 20 + [[12, 0]] * 70
    table = per_game(*frames([[0, 0]] * 100, share12=share12))
    found = {row["what"]: row for row in rows(ties(table))}
    assert found["tie"]["est"] == 0.1
    assert found["winnerless"]["est"] == 0.2
    shares = rows(win_shares(table))
    assert sum(row["est"] for row in shares) == pytest.approx(0.8)
    # The first-player advantage compares seats: 0.75 + 0.2 / 2 against a half.
    assert rows(first_player_advantage(table), scale="share")[0]["est"] == pytest.approx(0.35)


def test_means_agree_with_scipy() -> None:
    scores = random_scores(4, 60, 3)
    table = per_game(*frames(scores))
    for seat, row in enumerate(rows(mean_scores(table))):
        theirs = stats.ttest_1samp(scores[:, seat], 0).confidence_interval(0.95)
        assert (row["lo"], row["hi"]) == pytest.approx(tuple(theirs))
    ranks = rows(mean_ranks(table))
    assert sum(row["est"] for row in ranks) == pytest.approx(6)
    average = stats.rankdata(-scores, axis=1)
    theirs = stats.ttest_1samp(average[:, 1], 0).confidence_interval(0.95)
    assert (ranks[1]["lo"], ranks[1]["hi"]) == pytest.approx(tuple(theirs))


def test_the_first_player_advantage_in_points_is_a_paired_difference() -> None:
    scores = random_scores(5, 80, 3, spread=9)
    found = rows(first_player_advantage(per_game(*frames(scores))), scale="points")[0]
    theirs = stats.ttest_rel(scores[:, 0], scores[:, 1:].mean(axis=1))
    assert (found["lo"], found["hi"]) == pytest.approx(tuple(theirs.confidence_interval(0.95)))
    none = rows(first_player_advantage(per_game(*frames(scores)), points=False), scale="points")[0]
    assert (none["est"], none["method"]) == (None, "the game has no points")


def test_the_first_player_advantage_in_elo_is_that_of_the_share() -> None:
    found = {row["scale"]: row for row in rows(first_player_advantage(per_game(*wins(700, 300))))}
    assert found["elo"]["est"] == pytest.approx(147.1907, abs=5e-5)
    for key in ("lo", "hi"):
        share = found["share"][key] + 0.5
        assert found["elo"][key] == pytest.approx(-400 * math.log10(1 / share - 1))
    always = {row["scale"]: row for row in rows(first_player_advantage(per_game(*wins(90, 0))))}
    assert always["share"]["est"] == 0.5
    assert always["elo"]["est"] is None
    assert always["elo"]["hi"] is None
    assert always["elo"]["lo"] > 0


@pytest.mark.parametrize(
    ("goal", "exact"), [(2, 31 / 36), (10, 0.6608909907), (20, 0.6188611643), (50, 0.5759642872)]
)
def test_the_dice_race_has_its_known_advantage(goal: int, exact: float) -> None:
    found = rows(win_shares(per_game(*dice_race(goal, 20_000, goal)), level=0.999))[0]
    assert found["lo"] < exact < found["hi"]
    assert found["hi"] - found["lo"] < 0.025


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), st.integers(1, 40), st.integers(0, 2**32))
def test_relabelling_seats_permutes_everything(k: int, n: int, seed: int) -> None:
    scores = random_scores(seed, n, k)
    order = list(permutations(range(k)))[seed % math.factorial(k)]
    one, two = tally(per_game(*frames(scores))), tally(per_game(*frames(scores[:, order])))
    for question in (win_shares, outright_wins, mean_ranks, mean_scores, deviations):
        mine, yours = rows(question(one)), rows(question(two))
        for seat in range(k):
            permuted = mine[order[seat]] | {"seat": seat}
            for name, value in yours[seat].items():
                expected = permuted[name]
                if isinstance(value, float):
                    assert value == pytest.approx(expected, rel=1e-9, abs=1e-9), name
                else:
                    assert value == expected, name
    assert verdict(one).verdict == verdict(two).verdict
    p = equality(one).p, equality(two).p
    assert (p[0] is None) == (p[1] is None)
    assert p[0] is None or p[0] == pytest.approx(p[1])


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), st.integers(1, 30), st.integers(0, 2**32))
def test_no_answer_is_nan_or_warns(k: int, n: int, seed: int) -> None:
    spread = 1 + seed % 4  # 1: every game is a tie
    found = tally(per_game(*frames(random_scores(seed, n, k, spread))))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for question in (
            win_shares, outright_wins, mean_ranks, mean_scores, deviations, ties,
            first_player_advantage,
        ):  # fmt: skip
            for row in rows(question(found)):
                assert not any(
                    isinstance(value, float) and value != value for value in row.values()
                )
        assert verdict(found).verdict in ("balanced", "unbalanced", "undetermined")


def test_every_game_twice_is_no_more_certain_if_the_deal_is_the_same() -> None:
    scores = random_scores(6, 400, 3, spread=30)
    once = tally(per_game(*frames(scores, deal=[2 * n for n in range(400)])))
    twice = tally(per_game(*frames(scores.repeat(2, axis=0), deal=np.arange(400).repeat(2) * 2)))
    assert (once.unit, twice.unit, twice.units) == ("deal", "deal", 400)
    for question in (win_shares, mean_scores, first_player_advantage, deviations):
        for one, two in zip(rows(question(once)), rows(question(twice)), strict=True):
            assert (two["est"], two["lo"], two["hi"]) == pytest.approx(
                (one["est"], one["lo"], one["hi"]), rel=1e-9
            )
    assert equality(once).p == pytest.approx(equality(twice).p)


def test_groups_of_deals_come_close_to_games() -> None:
    scores = random_scores(7, 4000, 2, spread=30)
    plain = tally(per_game(*frames(scores)))
    grouped = tally(per_game(*frames(scores, deal=[n + 1 for n in range(4000)])))
    assert grouped.unit == "deal"
    for question in (win_shares, mean_scores):
        for one, two in zip(rows(question(plain)), rows(question(grouped)), strict=True):
            assert two["hi"] - two["lo"] == pytest.approx(one["hi"] - one["lo"], rel=0.25)


# --- the verdict


def test_a_fair_game_is_balanced_with_enough_games_and_undetermined_without() -> None:
    assert verdict(per_game(*wins(50_300, 49_700))).verdict == "balanced"
    few = verdict(per_game(*wins(503, 497)))
    assert few.verdict == "undetermined"
    assert few.games_needed is not None
    # The other side of the margin is too far to matter: (1.645 + 0.842)^2 / 4 / 0.007^2.
    assert few.games_needed == pytest.approx(31_543, rel=0.01)
    assert "Undetermined: 1,000 games do not show" in few.sentence


def test_equivalence_has_the_published_p_value() -> None:
    row = rows(deviations(per_game(*wins(50_300, 49_700))), seat=0)[0]
    assert row["p_within"] == pytest.approx(4.77e-6, rel=0.01)
    assert row["level"] == 0.9
    assert row["judged"] == "within"


def test_an_unfair_game_is_unbalanced() -> None:
    found = verdict(per_game(*wins(5_500, 4_500)))
    assert found.verdict == "unbalanced"
    assert found.sentence.startswith("Unbalanced: seat 1 wins more than 50 % by over 1 pp")
    loses = verdict(per_game(*wins(2_000, 3_300, 3_300, 3_400)))
    assert loses.sentence.startswith("Unbalanced: seat 1 wins less than 25 % by over 1 pp")
    assert verdict(per_game(*wins(10, 0))).verdict == "unbalanced"
    assert verdict(per_game(*wins(5_500, 4_500)), margin=0.08).verdict == "balanced"


@pytest.mark.parametrize(
    "counts", [(50_600, 49_400), (50_400, 49_600), (15, 9), (3, 1), (5200, 4800)]
)
def test_p_values_and_verdicts_agree(counts: tuple[int, int]) -> None:
    for row in rows(deviations(per_game(*wins(*counts)), margin=0.01)):
        assert (row["p_within"] < 0.05) == (row["judged"] == "within")
        assert (row["p_beyond"] < 0.05) == (row["judged"] == "beyond")


def test_beyond_is_corrected_for_several_seats() -> None:
    counts = (2605, 2470, 2465, 2460)
    row = rows(deviations(per_game(*wins(*counts)), margin=0.002))[0]
    # One seat alone would be called: 1.05 pp from a quarter.
    assert row["lo"] > 0.002
    assert row["judged"] == "unclear"
    assert 0.05 < row["p_beyond"] < 0.2


def test_games_that_nobody_wins_decide_nothing() -> None:
    made = frames([[0, 0]] * 50_000, share12=[[0, 0]] * 50_000, end=[0] * 50_000)
    found = verdict(per_game(*made))
    assert found.verdict == "undetermined"
    assert "no game had a winner" in found.sentence
    assert found.games_needed is None


def test_games_that_all_share_are_balanced() -> None:
    assert verdict(per_game(*frames([[1, 1]] * 50_000))).verdict == "balanced"
    assert verdict(per_game(*frames([[1, 1]] * 50))).verdict == "undetermined"
    assert equality(per_game(*frames([[1, 1]] * 50))).p is None


@pytest.mark.parametrize("margin", [0, -0.01, 0.5, float("nan")])
def test_a_margin_must_be_possible(margin: float) -> None:
    with pytest.raises(LudometerError, match="margin"):
        verdict(per_game(*wins(5, 5)), margin=margin)


def test_one_game_is_undetermined() -> None:
    found = verdict(per_game(*wins(1, 0)))
    assert found.verdict == "undetermined"
    assert rows(mean_scores(per_game(*wins(1, 0))))[0]["lo"] is None
