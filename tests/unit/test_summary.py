"""Estimates against published values, against statsmodels, and against the rows."""

from typing import Any

import polars as pl
import pytest
from statsmodels.stats.proportion import proportion_confint

import ludometer
from ludometer.summary import mean, proportion, quantile, ratio, summarize

FACTS: dict[str, Any] = {
    "ends": ["truncated", "last round", "empty bag"],
    "has_points": True,
    "components": ["towers", "roofs"],
}


def moments(*values: int) -> dict[str, Any]:
    return {
        "sum": sum(values),
        "sum_squares": sum(value * value for value in values),
        "min": min(values, default=None),
        "max": max(values, default=None),
    }


def sums_of_three_games() -> dict[str, Any]:
    """Seat 0 wins 10:4, then a tie at 6, then a game that was stopped at 3:5."""
    seat = {"plies": 9, "choices": 6, "branching": 27}
    return {
        "games": 3,
        "ends": {"truncated": 1, "last round": 2, "empty bag": 0},
        "lengths": [0, 0, 0, 0, 0, 2, 0, 0, 1],
        "plies": moments(5, 5, 8),
        "turns": moments(2, 2, 4),
        "facts": {"rounds": 6},
        "digest": "0123456789abcdef",
        "seats": [
            seat
            | {
                "wins": 1,
                "shared": 1,
                "share12": 18,
                "score": moments(10, 6, 3),
                "columns": {"c_towers": 15, "c_roofs": 4},
            },
            seat
            | {
                "wins": 1,
                "shared": 1,
                "share12": 18,
                "score": moments(4, 6, 5),
                "columns": {"c_towers": 9, "c_roofs": 6},
            },
        ],
    }


@pytest.mark.parametrize(
    ("wins", "games", "lo", "hi"),
    [
        (8, 10, 0.4901624715, 0.9433178485),
        (0, 10, 0.0, 0.2775327999),
        (81, 263, 0.2552885199, 0.3662095770),
        (515_000, 1_000_000, 0.5140204034, 0.5159794814),
    ],
)
def test_wilson_agrees_with_published_values(wins: int, games: int, lo: float, hi: float) -> None:
    share = proportion(wins, games)
    assert share["est"] == wins / games
    assert share["lo"] == pytest.approx(lo, abs=5e-11)
    assert share["hi"] == pytest.approx(hi, abs=5e-11)
    assert (share["level"], share["method"], share["n"], share["unit"]) == (
        0.95,
        "wilson",
        games,
        "game",
    )


@pytest.mark.parametrize("games", [1, 2, 17, 1000])
def test_wilson_agrees_with_statsmodels(games: int) -> None:
    for wins in {0, 1, games // 3, games - 1, games}:
        for level in (0.8, 0.95, 0.99):
            share = proportion(wins, games, level=level)
            lo, hi = proportion_confint(wins, games, alpha=1 - level, method="wilson")
            assert share["lo"] == pytest.approx(max(lo, 0), abs=1e-12)
            assert share["hi"] == pytest.approx(min(hi, 1), abs=1e-12)


def test_a_certain_share_has_a_bound_that_is_exact() -> None:
    assert proportion(10, 10)["hi"] == 1.0
    assert proportion(0, 10)["lo"] == 0.0


def test_nothing_played_is_nothing_known() -> None:
    share = proportion(0, 0)
    assert (share["est"], share["lo"], share["hi"]) == (None, 0.0, 1.0)
    assert mean(moments(), 0, unit="point")["est"] is None
    assert ratio(0, 0, unit="ply")["est"] is None
    assert quantile([], 1, 2) is None
    assert quantile([0, 0], 1, 2) is None


def test_the_summary_of_no_game_divides_by_nothing() -> None:
    game = ludometer.Game("top-cap")
    summary = summarize(game.empty_summary().to_dict(), game.facts, ["uniform", "uniform"])
    assert summary["games"] == 0
    assert summary["truncated"]["games"] == 0
    assert summary["plies"]["median"] is None
    assert summary["seats"][1]["share"]["est"] is None


def test_a_mean_has_a_normal_interval() -> None:
    estimate = mean(moments(1, 2, 3, 4), 4, unit="point")
    # sd = sqrt(5/3), half = 1.959963984540054 * sd / 2
    assert estimate["est"] == 2.5
    assert estimate["lo"] == pytest.approx(2.5 - 1.2651513, abs=1e-6)
    assert estimate["hi"] == pytest.approx(2.5 + 1.2651513, abs=1e-6)
    one = mean(moments(7), 1, unit="point")
    assert (one["est"], one["lo"], one["hi"]) == (7.0, None, None)


def test_a_spread_of_large_numbers_does_not_cancel() -> None:
    values = [10**9, 10**9 + 1] * 500
    spread = mean(moments(*values), len(values), unit="ply")
    assert spread["hi"] is not None
    assert spread["est"] is not None
    # sd = sqrt(250/999)
    assert spread["hi"] - spread["est"] == pytest.approx(0.031005, abs=1e-5)


def test_quantiles_are_lengths_that_occurred() -> None:
    histogram = [0, 1, 0, 2, 1]  # 1 3 3 4
    assert [quantile(histogram, part, 100) for part in (1, 25, 26, 50, 75, 76, 100)] == [
        1, 1, 3, 3, 3, 4, 4,
    ]  # fmt: skip


def test_ties_share_a_win_and_truncated_games_stay_in_the_denominator() -> None:
    summary = summarize(sums_of_three_games(), FACTS, ["uniform", "greedy"])
    first, second = summary["seats"]
    assert (first["wins"], first["shared"], first["share"]["est"]) == (1, 1, 0.5)
    assert first["share"]["n"] == 3
    assert second["policy"] == "greedy"
    assert summary["truncated"]["games"] == 1
    assert summary["truncated"]["share"]["est"] == pytest.approx(1 / 3)
    assert [end["end"] for end in summary["ends"]] == FACTS["ends"]


def test_scores_and_their_sources_are_means() -> None:
    summary = summarize(sums_of_three_games(), FACTS, ["uniform", "uniform"])
    score = summary["seats"][0]["score"]
    assert score is not None
    assert score["est"] == pytest.approx(19 / 3)
    assert score["unit"] == "point"
    assert summary["seats"][0]["components"] == {
        "towers": pytest.approx(5.0),
        "roofs": pytest.approx(4 / 3),
    }
    assert summary["facts"] == {"rounds": 2.0}
    pointless = summarize(sums_of_three_games(), FACTS | {"has_points": False}, ["a", "b"])
    assert pointless["seats"][0]["score"] is None


def test_length_and_branching() -> None:
    summary = summarize(sums_of_three_games(), FACTS, ["uniform", "uniform"])
    plies = summary["plies"]
    assert (plies["min"], plies["q05"], plies["median"], plies["q95"], plies["max"]) == (
        5, 5, 5, 8, 8,
    )  # fmt: skip
    assert plies["sd"] == pytest.approx(3**0.5)
    assert summary["turns"]["median"] is None
    assert summary["branching"]["plies"] == 18
    assert summary["branching"]["mean"]["est"] == 3.0
    assert summary["branching"]["mean"]["lo"] is None
    assert summary["branching"]["forced"]["est"] == pytest.approx(6 / 18)


def test_the_summary_says_what_the_rows_say() -> None:
    run = ludometer.simulate("top-cap", games=4000, seed=11, rules={"max_plies": 50})
    summary = run.summary()
    games, seats = run.games, run.seats
    for seat in summary["seats"]:
        own = seats.filter(pl.col("seat") == seat["seat"])
        assert seat["wins"] == own.filter(pl.col("share12") == 12).height
        assert seat["share"]["est"] == pytest.approx(int(own["share12"].sum()) / 12 / 4000)
        assert seat["branching"]["plies"] == int(own["plies"].sum())
        forced = 1 - int(own["choices"].sum()) / int(own["plies"].sum())
        assert seat["branching"]["forced"]["est"] == pytest.approx(forced)
        assert seat["components"]["bottle"] == pytest.approx(int(own["c_bottle"].sum()) / 4000)
    for end in summary["ends"]:
        assert end["games"] == games.filter(pl.col("end") == end["end"]).height
    assert summary["truncated"]["games"] > 0
    plies = summary["plies"]
    lengths = games["plies"].cast(pl.Int64)
    assert plies["mean"]["est"] == pytest.approx(lengths.mean())
    assert plies["sd"] == pytest.approx(lengths.std())
    assert plies["min"] == lengths.min()
    assert plies["max"] == lengths.max() == 50
    assert plies["median"] == lengths.sort()[1999]
    assert plies["q05"] == lengths.sort()[199]
