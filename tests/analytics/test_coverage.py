"""Intervals cover the truth as often as they say, in seeded repetitions of small experiments.

With ``LUDOMETER_TESTS=full`` each interval is made 2,000 times and must cover in 93.5 to 96.5 % of
them; otherwise 100 times, within what chance allows. Where the truth is a discrete number that only
conservative intervals can hold (quantiles), covering more often is right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ludometer.analytics import (
    Tally,
    branching,
    covariance_shares,
    differences,
    handicaps,
    lengths,
    per_game,
    strategies,
    win_shares,
)
from ludometer.analytics.advantage import first_player_advantage
from ludometer.analytics.seats import mean_scores
from shared.frames import Frames, frames

if TYPE_CHECKING:
    import polars as pl

Rng = np.random.Generator
Maker = Callable[[Rng], Frames]


def coverage(
    scaled: int, maker: Maker, question: Callable[[Tally], pl.LazyFrame], row: int, truth: float
) -> float:
    """How often the interval in ``row`` of the answer holds ``truth``."""
    repetitions = 2000 if scaled == 10 else 100
    covered = 0
    for seed in range(repetitions):
        table = per_game(*maker(np.random.default_rng(seed))).collect()
        found: dict[str, Any] = question(Tally.of(table)).collect().row(row, named=True)
        covered += found["lo"] <= truth <= found["hi"]
    return covered / repetitions


def within(scaled: int, share: float, *, at_most: float = 0.965) -> bool:
    """Whether a coverage is that of a 95 % interval."""
    if scaled == 10:
        return 0.935 <= share <= at_most
    # Chance alone leads below this once in a thousand times.
    return share >= 0.88


def three_seats(rng: Rng, n: int = 300) -> np.ndarray[Any, Any]:
    """Scores of three seats that depend on each other, with ties; the first is better by 2."""
    common = rng.normal(0, 2, (n, 1))
    return np.rint(rng.normal([12, 10, 10], 3, (n, 3)) + common).astype(int)


@pytest.fixture(scope="module")
def truth() -> dict[str, float]:
    """What three seats come to, from 3 million games."""
    scores = three_seats(np.random.default_rng(99), 3_000_000)
    best = scores == scores.max(axis=1, keepdims=True)
    return {
        "share": float((best[:, 0] / best.sum(axis=1)).mean()),
        "score": float(scores[:, 0].mean()),
        "advantage": float((scores[:, 0] - scores[:, 1:].mean(axis=1)).mean()),
    }


def test_win_shares_with_ties(scaled: int, truth: dict[str, float]) -> None:
    found = coverage(scaled, lambda rng: frames(three_seats(rng)), win_shares, 0, truth["share"])
    assert within(scaled, found), found


def test_win_shares_of_rare_winners(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        first = rng.random(500) < 0.05
        return frames(np.stack([first, ~first], axis=1).astype(int))

    assert within(scaled, found := coverage(scaled, maker, win_shares, 0, 0.05)), found


def test_scores_and_advantage_in_points(scaled: int, truth: dict[str, float]) -> None:
    def maker(rng: Rng) -> Frames:
        return frames(three_seats(rng, 60))

    found = coverage(scaled, maker, mean_scores, 0, truth["score"])
    assert within(scaled, found), found
    found = coverage(scaled, maker, first_player_advantage, 1, truth["advantage"])
    assert within(scaled, found), found


def test_win_shares_where_games_share_deals(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        # Each deal favours a seat in its own way; four games of each.
        chance = rng.beta(2, 2, 300).repeat(4)
        first = rng.random(1200) < chance
        scores = np.stack([first, ~first], axis=1).astype(int)
        return frames(scores, deal=np.arange(300).repeat(4))

    assert within(scaled, found := coverage(scaled, maker, win_shares, 0, 0.5)), found


def test_ratios(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        plies = 5 + rng.poisson(8, (250, 2))
        actions = rng.binomial(plies * 6, 0.4 + 0.2 * rng.random((250, 1)))
        return frames(np.zeros((250, 2)), plies=plies, branching=actions)

    # Six tries a ply, of which on average a half.
    found = coverage(scaled, maker, branching, 6, 3.0)
    assert within(scaled, found), found


def test_medians(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        plies = np.stack([rng.integers(1, 1000, 200), np.zeros(200, int)], axis=1)
        return frames(np.zeros((200, 2)), plies=plies)

    found = coverage(scaled, maker, lengths, 2, 500)
    assert within(scaled, found, at_most=0.985), found


def test_handicaps(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        scores = np.rint(rng.normal([23, 20], 7, (400, 2))).astype(int)
        return frames(scores)

    found = coverage(scaled, maker, handicaps, 0, -3.0)
    assert within(scaled, found), found


def two_sources(rng: Rng) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """A source of variance 9 + 1/12 (rounding) and one of 4 + 1/12, independent."""
    first, second = (np.rint(rng.normal(20, sd, (400, 2))).astype(int) for sd in (3, 2))
    return first, second


def test_shares_of_variance(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        first, second = two_sources(rng)
        return frames(first + second, components={"c_a": first, "c_b": second})

    exact = (9 + 1 / 12) / (13 + 2 / 12)
    assert within(scaled, found := coverage(scaled, maker, covariance_shares, 0, exact)), found


def test_strategies(scaled: int) -> None:
    def maker(rng: Rng) -> Frames:
        walls = rng.integers(0, 4, (400, 2))
        # Who has three walls more often wins: 0.7 against fewer, a half against as many.
        lead = (walls[:, 0] == 3).astype(int) - (walls[:, 1] == 3)
        first = rng.random(400) < 0.5 + 0.2 * lead
        scores = np.stack([first, ~first], axis=1).astype(int)
        return frames(scores, seat_facts={"walls": walls})

    # Two rows are about the score itself; the third is the top quarter in walls.
    exact = 0.75 * 0.7 + 0.25 * 0.5
    found = coverage(scaled, maker, strategies, 2, exact)
    assert within(scaled, found), found


def compared(
    scaled: int, maker: Callable[[Rng], tuple[Frames, Frames]], metric: str, truth: float
) -> float:
    """How often the interval of a difference holds ``truth``."""
    repetitions = 2000 if scaled == 10 else 100
    covered = 0
    for seed in range(repetitions):
        base, variant = maker(np.random.default_rng(seed))
        frame = differences(per_game(*base), per_game(*variant)).collect()
        found = {row["metric"]: row for row in frame.to_dicts()}[metric]
        covered += found["lo"] <= truth <= found["hi"]
    return covered / repetitions


def test_paired_differences(scaled: int) -> None:
    def maker(rng: Rng) -> tuple[Frames, Frames]:
        scores = rng.integers(0, 20, (200, 2))
        return frames(scores), frames(scores + rng.poisson(0.5, (200, 2)))

    assert within(scaled, found := compared(scaled, maker, "score_1", 0.5)), found


def test_paired_differences_of_ties(scaled: int) -> None:
    def maker(rng: Rng) -> tuple[Frames, Frames]:
        scores = np.stack([rng.integers(0, 3, 400), np.ones(400, int)], axis=1)
        # A third of all games is a tie, whatever rule; half of all games are played anew.
        again = np.where(rng.random((400, 1)) < 0.5, scores, 0)
        fresh = np.stack([rng.integers(0, 3, 400), np.ones(400, int)], axis=1)
        return frames(scores), frames(np.where(again.any(axis=1, keepdims=True), again, fresh))

    # Games 0 : 1 that are kept stay; the others are as new: the tie rate does not move.
    assert within(scaled, found := compared(scaled, maker, "tie", 0.0)), found


def test_paired_differences_of_ratios(scaled: int) -> None:
    def maker(rng: Rng) -> tuple[Frames, Frames]:
        plies = 5 + rng.poisson(8, (250, 2))
        scores = np.zeros((250, 2), int)
        actions = rng.binomial(plies * 6, 0.5)
        more = actions + rng.binomial(plies, 0.3)
        return (
            frames(scores, plies=plies, branching=actions),
            frames(scores, plies=plies, branching=more),
        )

    assert within(scaled, found := compared(scaled, maker, "branching", 0.3)), found
