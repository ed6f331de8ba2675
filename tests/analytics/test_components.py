"""Where points come from: published values, brute force, regressions of other libraries, laws."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

import ludometer
from ludometer.analytics import (
    component_means,
    correlations,
    covariance_shares,
    drivers,
    flip_rates,
    mean_scores,
    per_game,
    seat_means,
    strategies,
    tally,
    zero_rates,
)
from ludometer.analytics.components import variance_shares
from ludometer.analytics.driver import explained, shapley
from shared.frames import frames, placed

Numbers = np.ndarray[Any, Any]

# Three sources that depend on each other; shares and Shapley values are published.
COVARIANCE = np.array([[4.0, 1.0, 0.0], [1.0, 2.0, -0.5], [0.0, -0.5, 1.0]])


def rows(frame: pl.LazyFrame, **key: Any) -> list[dict[str, Any]]:
    found = frame.collect().to_dicts()
    return [row for row in found if all(row[name] == value for name, value in key.items())]


def made(seed: int, n: int, k: int) -> tuple[dict[str, Numbers], Numbers]:
    """Three components and their sum: with covariance, zeros, and a better first seat."""
    rng = np.random.default_rng(seed)
    drawn = rng.multivariate_normal([6, 3, 0], COVARIANCE * 4, (n, k))
    drawn[:, 0, 0] += 1
    parts = np.rint(np.maximum(drawn, [-100, 0, -100])).astype(int)
    return {f"c_{name}": parts[:, :, index] for index, name in enumerate("abc")}, parts.sum(axis=2)


def table_of(components: dict[str, Numbers], **more: Any) -> pl.LazyFrame:
    scores = np.sum(list(components.values()), axis=0)
    return per_game(*frames(scores, components=components, **more))


def test_covariance_shares_have_the_published_values() -> None:
    assert variance_shares(COVARIANCE[None])[0] == pytest.approx([0.625, 0.3125, 0.0625])


def test_shapley_values_have_the_published_values() -> None:
    total = COVARIANCE.sum()
    found = shapley(COVARIANCE[None], COVARIANCE.sum(axis=1)[None])[0] / total
    assert found == pytest.approx([0.617, 0.301, 0.082], abs=1e-3)
    assert found.sum() == pytest.approx(1)


def test_shapley_is_the_mean_over_all_orders_of_regressions() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(300, 4)) @ rng.normal(size=(4, 4))
    y = x @ [1, 0.5, 0, -1] + rng.normal(size=300) * 3

    def r_squared(chosen: Sequence[int]) -> float:
        if not chosen:
            return 0.0
        return float(sm.OLS(y, sm.add_constant(x[:, list(chosen)])).fit().rsquared)

    expected = np.zeros(4)
    for order in permutations(range(4)):
        for place, index in enumerate(order):
            expected[index] += r_squared(order[: place + 1]) - r_squared(order[:place])
    joint = np.cov(np.column_stack([x, y]).T)
    inner, with_target = joint[None, :4, :4], joint[None, :4, 4]
    assert shapley(inner, with_target)[0] / joint[4, 4] == pytest.approx(expected / 24)
    assert explained(inner, with_target, (0, 2))[0] / joint[4, 4] == pytest.approx(
        r_squared((0, 2))
    )


def test_a_variable_that_never_varies_explains_nothing() -> None:
    joint = np.zeros((1, 3, 3))
    joint[0, :2, :2] = COVARIANCE[:2, :2]
    found = shapley(joint, joint.sum(axis=2))[0]
    assert found[2] == 0.0
    assert found.sum() == pytest.approx(COVARIANCE[:2, :2].sum())


@pytest.mark.parametrize("k", [2, 3, 4])
def test_shares_of_variance_are_those_of_numpy(k: int) -> None:
    components, scores = made(2, 500, k)
    found = table_of(components)
    centred = {name: part - part.mean(axis=0) for name, part in components.items()}
    total = scores - scores.mean(axis=0)
    for row in rows(covariance_shares(found)):
        part = centred[row["component"]]
        assert row["est"] == pytest.approx((part * total).sum() / (total**2).sum())
        assert row["lo"] < row["est"] < row["hi"]
    apart = total - total.mean(axis=1, keepdims=True)
    for row in rows(covariance_shares(found, of="margin")):
        part = centred[row["component"]]
        part = part - part.mean(axis=1, keepdims=True)
        assert row["est"] == pytest.approx((part * apart).sum() / (apart**2).sum())


@pytest.mark.parametrize("k", [2, 4])
def test_drivers_are_regressions_of_the_win_share(k: int) -> None:
    components, scores = made(3, 400, k)
    share = placed(scores)[1] / 12

    def apart(values: Numbers) -> Numbers:
        centred = values - values.mean(axis=0)
        return np.asarray((centred - centred.mean(axis=1, keepdims=True)).reshape(-1))

    x = np.column_stack([apart(part) for part in components.values()])
    fit = sm.OLS(apart(share), x).fit()
    found = {row["component"]: row["est"] for row in rows(drivers(table_of(components)))}
    assert found["all"] == pytest.approx(fit.rsquared)
    assert sum(found[name] for name in components) == pytest.approx(found["all"])


def test_correlations_are_those_of_numpy() -> None:
    components, _ = made(4, 600, 3)
    pooled = {name: (part - part.mean(axis=0)).reshape(-1) for name, part in components.items()}
    found = rows(correlations(table_of(components)))
    assert len(found) == 3
    for row in found:
        theirs = np.corrcoef(pooled[row["component"]], pooled[row["other"]])[0, 1]
        assert row["est"] == pytest.approx(theirs)
        assert -1 <= row["lo"] <= row["est"] <= row["hi"] <= 1


def test_means_of_winners_and_others_are_counted_by_hand() -> None:
    components, scores = made(5, 300, 3)
    scores = components["c_a"] + components["c_b"] + components["c_c"]
    won = placed(scores)[1] > 0
    found = table_of(components)
    for name, part in components.items():
        by_who = {row["who"]: row["est"] for row in rows(component_means(found), component=name)}
        assert by_who["winners"] == pytest.approx(part[won].mean())
        assert by_who["others"] == pytest.approx(part[~won].mean())
        gaps = [
            own[has].mean() - own[~has].mean()
            for own, has in zip(part, won, strict=True)
            if not has.all()
        ]
        assert by_who["difference"] == pytest.approx(np.mean(gaps))
        for seat, row in enumerate(rows(seat_means(found), component=name)):
            assert row["est"] == pytest.approx(part[:, seat].mean())
        zero = rows(zero_rates(found), component=name)[0]
        assert zero["est"] == pytest.approx((part == 0).mean())


def test_a_source_that_all_have_alike_flips_nothing() -> None:
    rng = np.random.default_rng(6)
    alike = rng.integers(0, 50, (200, 1)).repeat(3, axis=1)
    found = {row["component"]: row for row in rows(flip_rates(table_of({
        "c_alike": alike, "c_own": rng.integers(0, 9, (200, 3)),
    })))}  # fmt: skip
    assert found["c_alike"]["est"] == 0.0
    assert found["c_alike"]["hi"] > 0.0


def test_the_only_source_flips_every_game_that_is_decided() -> None:
    scores = np.random.default_rng(7).integers(0, 4, (200, 2))
    found = rows(flip_rates(table_of({"c_all": scores})))[0]
    assert found["est"] == pytest.approx((scores[:, 0] != scores[:, 1]).mean())


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), st.integers(1, 60), st.integers(0, 2**32))
def test_components_sum_to_scores_in_every_answer(k: int, n: int, seed: int) -> None:
    components, _ = made(seed, n, k)
    found = tally(table_of(components))
    means = rows(seat_means(found))
    for seat, score in enumerate(rows(mean_scores(found))):
        parts = sum(row["est"] for row in means if row["seat"] == seat)
        assert parts == pytest.approx(score["est"])
    for of in ("score", "margin"):
        shares = [row["est"] for row in rows(covariance_shares(found, of=of))]
        if None not in shares:
            assert sum(shares) == pytest.approx(1)


def test_without_variance_there_is_no_share() -> None:
    constant = table_of({"c_a": np.full((50, 2), 3), "c_b": np.zeros((50, 2), int)})
    for question in (covariance_shares, drivers, correlations):
        for row in rows(question(constant)):
            assert (row["est"], row["lo"]) == (None, None)
            assert row["method"].startswith("undefined")
    for row in rows(seat_means(constant)):
        assert (row["lo"], row["method"]) == (None, "no variance seen: no interval")
    assert rows(zero_rates(constant), component="c_b")[0]["lo"] > 0.9
    assert rows(strategies(constant)) == []


def test_few_games_have_shares_without_intervals() -> None:
    components, _ = made(8, 10, 2)
    for row in rows(covariance_shares(table_of(components))):
        assert row["est"] is not None
        assert (row["lo"], row["method"]) == (None, "jackknife: an interval needs 20 games")


def test_many_components_have_no_shapley_values() -> None:
    rng = np.random.default_rng(9)
    many = {f"c_{index}": rng.integers(0, 5, (50, 2)) for index in range(11)}
    # The seat's number is the last letter of a column, so names end in letters here.
    many = {f"{name}x": part for name, part in many.items()}
    for row in rows(drivers(table_of(many))):
        assert row["method"] == "Shapley: at most 10 components"


def test_strategies_are_groups_of_seats() -> None:
    rng = np.random.default_rng(10)
    components, scores = made(11, 2000, 3)
    scores = np.sum(list(components.values()), axis=0)
    share = placed(scores)[1] / 12
    walls = rng.integers(0, 6, (2000, 3))
    rare = (rng.random((2000, 3)) < 0.02).astype(int)
    found = table_of(components, seat_facts={"walls": walls, "rare": rare})
    top = rows(strategies(found, level=0.999), column="walls", which="top")[0]
    # A sixth of all seats has five, a third has four or more; the sixth is nearer to a quarter.
    bound = min((4, 5), key=lambda value: abs((walls >= value).mean() - 0.25))
    assert top["value"] == bound
    assert top["part"] == pytest.approx((walls >= bound).mean())
    assert top["est"] == pytest.approx(share[walls >= bound].mean())
    assert top["lo"] < 1 / 3 < top["hi"]
    bottom = rows(strategies(found), column="c_a", which="bottom")[0]
    few = components["c_a"] <= bottom["value"]
    assert bottom["part"] == pytest.approx(few.mean())
    assert bottom["est"] == pytest.approx(share[few].mean())
    assert bottom["hi"] < 1 / 3
    # No bound makes a group between 5 and 50 % of seats.
    assert rows(strategies(found), column="rare") == []


def test_games_of_the_engine_have_components_that_sum() -> None:
    for facts in ludometer.games():
        for players in facts["players"]:
            run = ludometer.simulate(facts["name"], players=players, games=300, seed=7)
            found = tally(per_game(run.games, run.seats))
            assert found.total("unsummed") == 0
            assert [name.removeprefix("c_") for name in found.components] == facts["components"]
            assert set(found.columns) == set(run.seats.columns) - {
                "game", "seat", "policy", "score", "rank", "share12", "tiebreak", "plies",
                "choices", "sum_branching",
            }  # fmt: skip
