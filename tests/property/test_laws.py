"""Laws that hold for every input: of estimates, quantiles, spans and sums."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludometer
from ludometer.dataset.spans import covered, cut, subtract, union
from ludometer.summary import mean, proportion, quantile, summarize

shares = st.integers(1, 10**12).flatmap(
    lambda games: st.tuples(st.integers(0, games), st.just(games))
)
spans = st.tuples(st.integers(0, 60), st.integers(1, 30)).map(lambda pair: (pair[0], sum(pair)))


def numbers(of: list[tuple[int, int]]) -> set[int]:
    return {number for first, last in of for number in range(first, last)}


@given(shares)
def test_an_interval_holds_its_estimate_within_0_and_1(share: tuple[int, int]) -> None:
    estimate = proportion(*share)
    assert estimate["est"] is not None
    assert estimate["lo"] is not None
    assert estimate["hi"] is not None
    assert 0 <= estimate["lo"] <= estimate["est"] <= estimate["hi"] <= 1


@given(shares)
def test_wins_and_losses_mirror_each_other(share: tuple[int, int]) -> None:
    wins, games = share
    won, lost = proportion(wins, games), proportion(games - wins, games)
    assert won["lo"] == pytest.approx(1 - (lost["hi"] or 0), abs=1e-9)
    assert won["hi"] == pytest.approx(1 - (lost["lo"] or 0), abs=1e-9)


@given(st.integers(0, 1000), st.integers(1, 1000), st.integers(2, 50))
def test_more_games_of_the_same_share_say_more(wins: int, losses: int, times: int) -> None:
    def width(factor: int) -> float:
        estimate = proportion(wins * factor, (wins + losses) * factor)
        return (estimate["hi"] or 0) - (estimate["lo"] or 0)

    assert width(times) < width(1)


@given(shares, st.floats(0.5, 0.9), st.floats(0.01, 0.09))
def test_a_higher_level_is_wider(share: tuple[int, int], level: float, more: float) -> None:
    narrow, wide = proportion(*share, level=level), proportion(*share, level=level + more)
    assert (wide["lo"] or 0) <= (narrow["lo"] or 0)
    assert (wide["hi"] or 0) >= (narrow["hi"] or 0)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60))
def test_quantiles_are_order_statistics(lengths: list[int]) -> None:
    histogram = [lengths.count(length) for length in range(41)]
    for percent in (1, 5, 25, 50, 75, 95, 100):
        rank = math.ceil(percent * len(lengths) / 100)
        assert quantile(histogram, percent, 100) == sorted(lengths)[rank - 1]


@given(st.lists(st.integers(-300, 300), min_size=2, max_size=40))
def test_doubling_every_game_keeps_the_mean(scores: list[int]) -> None:
    def estimate(values: list[int]) -> Any:
        sums = {"sum": sum(values), "sum_squares": sum(value * value for value in values)}
        return mean(sums, len(values), unit="point")

    once, twice = estimate(scores), estimate(scores * 2)
    assert once["est"] == twice["est"]
    assert once["lo"] <= once["est"] <= once["hi"]
    assert twice["hi"] - twice["lo"] <= once["hi"] - once["lo"]


@given(st.lists(spans, max_size=8))
def test_a_union_holds_the_same_games_apart(of: list[tuple[int, int]]) -> None:
    joined = union(of)
    assert numbers(joined) == numbers(of)
    assert all(one[1] < two[0] for one, two in pairwise(joined))


@given(spans, st.lists(spans, max_size=8))
def test_what_is_left_is_what_is_not_done(
    span: tuple[int, int], done: list[tuple[int, int]]
) -> None:
    left = subtract(span, done)
    assert numbers(left) == numbers([span]) - numbers(done)
    assert sum(last - first for first, last in left) == len(numbers(left))
    assert covered([span], done) == (not left)


@given(spans, st.integers(1, 40))
def test_pieces_end_at_multiples(span: tuple[int, int], size: int) -> None:
    pieces = cut(span, size)
    assert numbers(pieces) == numbers([span])
    assert [last for _, last in pieces[:-1]] == [first for first, _ in pieces[1:]]
    assert all(last % size == 0 for _, last in pieces[:-1])
    assert all(last - first <= size for first, last in pieces)


@settings(max_examples=20, deadline=None)
@given(st.sets(st.integers(1, 299), max_size=4), st.integers(0, 2**64 - 1))
def test_any_split_of_a_run_sums_up_to_the_run(cuts: set[int], seed: int) -> None:
    game = ludometer.Game("top-cap", variant="mini-4x4")
    whole = game.batch(0, 300, seed=seed)
    total = game.empty_summary()
    bounds = [0, *sorted(cuts), 300]
    for first, last in pairwise(bounds):
        total.merge(game.batch(first, last, seed=seed, rows=False).summary)
    assert total.to_dict() == whole.summary.to_dict()
    assert game.summarize(whole.games, whole.seats).to_dict() == whole.summary.to_dict()
    summary = summarize(total.to_dict(), game.facts, ["uniform", "uniform"])
    decided = sum(seat["share"]["est"] or 0 for seat in summary["seats"])
    assert decided + (summary["truncated"]["share"]["est"] or 0) == pytest.approx(1)
    assert sum(end["games"] for end in summary["ends"]) == 300
