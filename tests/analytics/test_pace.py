"""Handicap and pace against brute force and numpy."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludometer.analytics import (
    branching,
    ends,
    facts,
    handicaps,
    lengths,
    per_game,
    quantiles,
    tally,
)
from shared.frames import frames, placed, wins


def rows(frame: pl.LazyFrame, **key: Any) -> list[dict[str, Any]]:
    found = frame.collect().to_dicts()
    return [row for row in found if all(row[name] == value for name, value in key.items())]


def share_with(scores: np.ndarray[Any, Any], seat: int, added: int) -> float:
    """The share of a seat with points added to its score."""
    changed = scores.copy()
    changed[:, seat] += added
    return float(placed(changed)[1][:, seat].mean() / 12)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), st.integers(5, 80), st.integers(1, 12), st.integers(0, 2**32))
def test_the_handicap_leads_to_an_equal_share(k: int, n: int, spread: int, seed: int) -> None:
    scores = np.random.default_rng(seed).integers(0, spread + 1, (n, k))
    scores[:, 0] += 2
    found = rows(handicaps(per_game(*frames(scores))))
    for seat, row in enumerate(found):
        assert row["share"] == pytest.approx(share_with(scores, seat, row["whole"]))
        assert row["share_lo"] <= row["share"] <= row["share_hi"]
        low = int(np.floor(row["est"] - 1e-9))
        curve = [share_with(scores, seat, low + step) for step in (0, 1)]
        between = np.interp(row["est"] - low, [0, 1], curve)
        assert between == pytest.approx(1 / k, abs=1e-9)
        if row["lo"] is not None and row["hi"] is not None:
            assert row["lo"] <= row["est"] <= row["hi"]


def test_two_seats_mirror_each_other() -> None:
    scores = np.random.default_rng(1).normal([3.0, 0.0], 6, (5000, 2)).round().astype(int)
    first, second = rows(handicaps(per_game(*frames(scores))))
    assert first["est"] == pytest.approx(-second["est"])
    assert first["est"] == pytest.approx(-3.0, abs=0.5)
    assert first["lo"] == pytest.approx(-second["hi"])
    assert first["whole"] == -second["whole"] == -3


def test_a_constant_lead_is_the_handicap() -> None:
    scores = np.tile([7, 3], (100, 1))
    first, second = rows(handicaps(per_game(*frames(scores))))
    assert (first["est"], second["est"]) == (-4.0, 4.0)
    assert first["share"] == 0.5


def test_games_without_points_have_no_handicap() -> None:
    for row in rows(handicaps(per_game(*wins(3, 4)), points=False)):
        assert (row["est"], row["whole"], row["method"]) == (None, None, "the game has no points")


def test_lengths_agree_with_numpy() -> None:
    plies = np.random.default_rng(2).integers(1, 40, (501, 2))
    table = per_game(*frames(np.zeros((501, 2)), plies=plies))
    total = plies.sum(axis=1)
    found = {row["stat"]: row for row in rows(lengths(table), what="plies")}
    assert found["mean"]["est"] == pytest.approx(total.mean())
    half = 1.964729 * total.std(ddof=1) / np.sqrt(501)  # t with 500 degrees of freedom
    assert found["mean"]["hi"] - found["mean"]["est"] == pytest.approx(half, rel=1e-5)
    for stat, part in (("q05", 0.05), ("median", 0.5), ("q95", 0.95)):
        assert found[stat]["est"] == np.quantile(total, part, method="inverted_cdf")
        assert found[stat]["lo"] <= found[stat]["est"] <= found[stat]["hi"]
    assert (found["min"]["est"], found["max"]["est"]) == (total.min(), total.max())
    assert found["max"]["lo"] is None
    turns = {row["stat"]: row for row in rows(lengths(table), what="turns")}
    assert turns["median"]["est"] == found["median"]["est"]


def test_quantiles_of_few_games_have_no_interval() -> None:
    found = {row["stat"]: row for row in rows(lengths(per_game(*wins(2, 1))), what="plies")}
    assert found["median"]["est"] == 10
    assert found["median"]["lo"] is None
    assert "too few games" in found["median"]["method"]


def test_leads_have_quantiles_too() -> None:
    scores = np.array([[3, 1], [9, 0], [4, 4], [2, 5]])
    found = quantiles(per_game(*frames(scores)), "lead", [(1, 2), (1, 1)])
    assert [estimate["est"] for estimate in found] == [2.0, 9.0]


def test_branching_is_a_ratio_of_sums() -> None:
    rng = np.random.default_rng(3)
    plies = rng.integers(5, 40, (2000, 2))
    choices = rng.binomial(plies, 0.7)
    actions = plies + 6 * choices
    table = per_game(*frames(np.zeros((2000, 2)), plies=plies, choices=choices, branching=actions))
    for seat in (0, 1, None):
        own = slice(None) if seat is None else slice(seat, seat + 1)
        made, chosen, legal = (
            values[:, own].sum(axis=1).astype(float) for values in (plies, choices, actions)
        )
        found = {row["what"]: row for row in rows(branching(table), seat=seat)}
        assert found["plies"]["est"] == pytest.approx(made.mean())
        for name, top in (("actions", legal), ("forced", made - chosen)):
            estimate = top.sum() / made.sum()
            assert found[name]["est"] == pytest.approx(estimate)
            # The delta method, over games.
            rest = top - estimate * made
            half = 1.96 * np.sqrt((rest**2).sum()) / made.sum()
            assert (found[name]["hi"] - found[name]["lo"]) / 2 == pytest.approx(half, rel=0.25)


def test_ends_are_counted_and_truncated_games_told_in_any_case() -> None:
    table = per_game(*frames(np.zeros((100, 2)), end=[1] * 60 + [2] * 30 + [0] * 10))
    found = rows(ends(table))
    assert [(row["end"], row["games"], row["est"]) for row in found] == [
        ("last round", 60, 0.6),
        ("empty bag", 30, 0.3),
        ("truncated", 10, 0.1),
    ]
    plain = rows(ends(per_game(*wins(3, 3))))
    assert [(row["end"], row["games"]) for row in plain] == [("last round", 6), ("truncated", 0)]


def test_facts_of_games_are_means() -> None:
    table = per_game(*frames(np.zeros((4, 2)), game_facts={"rounds": [1, 2, 3, 6]}))
    assert [(row["fact"], row["est"]) for row in rows(facts(table))] == [("rounds", 3.0)]


def test_games_that_share_deals_have_wider_intervals() -> None:
    rng = np.random.default_rng(4)
    deal = np.arange(300).repeat(10)
    length = np.stack([rng.integers(5, 60, 300).repeat(10)] * 2, axis=1)
    shared = tally(per_game(*frames(np.zeros((3000, 2)), plies=length, deal=deal)))
    alone = tally(per_game(*frames(np.zeros((3000, 2)), plies=length)))

    def width(source: Any) -> float:
        row = rows(lengths(source), what="plies", stat="mean")[0]
        return float(row["hi"] - row["lo"])

    # Ten copies of each deal: as good as a tenth of the games.
    assert width(shared) == pytest.approx(width(alone) * np.sqrt(10), rel=0.2)
    assert rows(lengths(shared), what="plies", stat="median")[0]["lo"] is None
