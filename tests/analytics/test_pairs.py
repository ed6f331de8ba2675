"""Rules compared on the same deals: second witnesses, known answers, laws, and what is refused."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

import ludometer
from ludometer import DataError, LudometerError, RulesError
from ludometer.analytics import differences, per_game
from ludometer.analytics.arms import Arm, compare, readings, variants, varied
from ludometer.spec import make_spec
from shared.frames import frames, placed

Numbers = np.ndarray[Any, Any]


def rows(frame: pl.LazyFrame) -> dict[str, dict[str, Any]]:
    return {row["metric"]: row for row in frame.collect().to_dicts()}


def two_rules(seed: int, n: int = 400) -> tuple[Numbers, Numbers]:
    """Scores of the same games under two rules: the second gives seat 0 half a point more."""
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 12, (n, 2))
    second = first + rng.integers(-1, 2, (n, 2))
    second[:, 0] += rng.integers(0, 2, n)
    return first, second


def test_differences_are_those_of_a_paired_t_test() -> None:
    first, second = two_rules(1)
    found = rows(differences(per_game(*frames(first)), per_game(*frames(second))))
    pairs = {
        "score_0": (first[:, 0], second[:, 0]),
        "share_1": (placed(first)[1][:, 1] / 12, placed(second)[1][:, 1] / 12),
        "lead": (abs(first[:, 0] - first[:, 1]), abs(second[:, 0] - second[:, 1])),
        "c_all": (first.mean(axis=1), second.mean(axis=1)),
    }
    for name, (base, variant) in pairs.items():
        row = found[name]
        theirs = stats.ttest_rel(variant, base)
        assert row["base"] == pytest.approx(base.mean())
        assert row["variant"] == pytest.approx(variant.mean())
        assert row["est"] == pytest.approx((variant - base).mean())
        assert (row["lo"], row["hi"]) == pytest.approx(tuple(theirs.confidence_interval(0.95)))
        assert row["p"] == pytest.approx(theirs.pvalue)
        factor = (variant - base).var() / (variant.var() + base.var())
        assert row["factor"] == pytest.approx(factor)
    assert found["score_0"]["est"] > 0.3
    assert found["score_0"]["factor"] < 0.2


def test_a_yes_or_no_is_compared_by_mcnemar() -> None:
    first, second = two_rules(2)
    base, variant = (values[:, 0] == values[:, 1] for values in (first, second))
    row = rows(differences(per_game(*frames(first)), per_game(*frames(second))))["tie"]
    lost, gained = int((base & ~variant).sum()), int((variant & ~base).sum())
    assert lost + gained > 20
    assert row["est"] == pytest.approx((gained - lost) / 400)
    assert row["p"] == pytest.approx(stats.binomtest(gained, gained + lost, 0.5).pvalue)
    theirs = stats.ttest_rel(variant.astype(int), base.astype(int)).confidence_interval(0.95)
    assert (row["lo"], row["hi"]) == pytest.approx(tuple(theirs))


def test_few_flips_have_exact_bounds() -> None:
    scores = np.tile([3, 1], (100, 1))
    other = scores.copy()
    other[:3] = [2, 2]
    row = rows(differences(per_game(*frames(scores)), per_game(*frames(other))))["tie"]
    assert (row["est"], row["method"]) == (0.03, "exact, conservative")
    gained = stats.binomtest(3, 100).proportion_ci(0.975)
    lost = stats.binomtest(0, 100).proportion_ci(0.975)
    assert row["lo"] == pytest.approx(gained.low - lost.high)
    assert row["hi"] == pytest.approx(gained.high - lost.low)
    few = rows(differences(per_game(*frames(scores)), per_game(*frames(other))))["score_0"]
    assert (few["est"], few["lo"], few["p"]) == (-0.03, None, None)
    assert few["method"] == "only 3 games differ: too few for an interval"


def test_the_same_rules_differ_in_nothing() -> None:
    first, _ = two_rules(3)
    for name, row in rows(differences(per_game(*frames(first)), per_game(*frames(first)))).items():
        assert row["est"] == 0.0, name
        assert row["p"] is None
        assert row["method"] in ("no game differs", "exact, conservative")


def test_a_difference_that_is_alike_everywhere_has_no_variance() -> None:
    first, _ = two_rules(4)
    row = rows(differences(per_game(*frames(first)), per_game(*frames(first + 2))))["score_1"]
    assert (row["est"], row["lo"], row["method"]) == (2.0, None, "every game differs alike")


def test_ratios_are_compared_as_ratios() -> None:
    rng = np.random.default_rng(5)
    plies = rng.integers(5, 30, (3000, 2))
    actions = rng.binomial(plies * 4, 0.5)
    more = actions + rng.binomial(plies, 0.25)
    scores = np.zeros((3000, 2), int)
    base = frames(scores, plies=plies, branching=actions)
    variant = frames(scores, plies=plies, branching=more)
    row = rows(differences(per_game(*base), per_game(*variant)))["branching"]
    made, legal, changed = (values.sum(axis=1) for values in (plies, actions, more))
    assert row["base"] == pytest.approx(legal.sum() / made.sum())
    difference = (changed - legal).sum() / made.sum()
    assert row["est"] == pytest.approx(difference)
    assert 0.2 < difference < 0.3
    # The delta method over games.
    rest = (changed - legal) - difference * made
    half = 1.96 * np.sqrt((rest**2).sum()) / made.sum()
    assert (row["hi"] - row["lo"]) / 2 == pytest.approx(half, rel=0.25)
    assert row["factor"] < 0.5


def test_ends_are_compared_by_name() -> None:
    scores = np.zeros((90, 2), int)
    base = frames(scores, end=[1] * 60 + [2] * 30)
    variant = frames(scores, end=[1] * 30 + [2] * 50 + [0] * 10)
    found = rows(differences(per_game(*base), per_game(*variant), points=False))
    assert found["end_last round"]["est"] == pytest.approx(-1 / 3)
    assert found["end_empty bag"]["est"] == pytest.approx(2 / 9)
    assert found["truncated"]["est"] == pytest.approx(1 / 9)
    assert "score_0" not in found
    assert "end_truncated" not in found


def test_games_that_share_deals_are_compared_by_deal() -> None:
    first, second = two_rules(6, 300)
    deal = np.arange(300) * 2
    once = [per_game(*frames(values, deal=deal)) for values in (first, second)]
    twice = [
        per_game(*frames(values.repeat(2, axis=0), deal=deal.repeat(2)))
        for values in (first, second)
    ]
    one, two = rows(differences(*once)), rows(differences(*twice))
    for name in ("score_0", "share_0", "tie", "lead"):
        mine, yours = one[name], two[name]
        assert (yours["est"], yours["lo"], yours["hi"]) == pytest.approx(
            (mine["est"], mine["lo"], mine["hi"]), rel=1e-9
        )


def test_only_the_same_games_can_be_compared() -> None:
    first, second = two_rules(7, 50)
    base = per_game(*frames(first))
    with pytest.raises(DataError, match="other deals"):
        differences(base, per_game(*frames(second, deal=np.arange(1, 51)))).collect()
    with pytest.raises(DataError, match="two games"):
        differences(base, per_game(*frames(np.zeros((50, 3), int)))).collect()
    with pytest.raises((DataError, ValueError)):
        differences(base, per_game(*frames(second[:40]))).collect()


# --- rule sets that are played


def test_arms_are_the_rule_sets_that_were_asked_for() -> None:
    base = ludometer.Game("top-cap")
    arms, notes = varied(base, "directions", [4, 8])
    assert [arm.label for arm in arms] == ["directions=4"]
    assert notes == ["directions=8 is what the base has"]
    assert arms[0].game.changed == {"directions": 4}
    named, none = variants(base, ["alt-1", "standard"])
    assert [arm.label for arm in named] == ["variant alt-1"]
    assert none == ["variant standard is what the base has"]
    with pytest.raises(RulesError) as error:
        varied(base, "directions", [5, 6])
    assert len(str(error.value).splitlines()) == 2
    with pytest.raises(LudometerError, match="nothing"):
        variants(base, ["nothing"])


@pytest.mark.parametrize("facts", ludometer.games(), ids=lambda facts: facts["name"])
def test_every_switch_of_a_game_is_a_reading(facts: dict[str, Any]) -> None:
    base = ludometer.Game(facts["name"])
    arms, notes = readings(base)
    told = {arm.label.partition("=")[0] for arm in arms}
    told |= {note.partition("=")[0] for note in notes}
    switches = {
        rule["key"]
        for rule in ludometer.rule_book(facts["name"])["rules"]
        if rule["allowed"] == "true or false" or rule["allowed"].startswith("one of ")
    }
    assert switches
    assert told == switches
    for arm in arms:
        assert len(arm.game.changed) == 1
        assert arm.game.rules_hash != base.rules_hash


def test_a_comparison_plays_what_simulate_plays() -> None:
    spec = make_spec(ludometer.Game("top-cap"), seed=7, policy="uniform")
    arms, _ = varied(spec.game, "directions", [4])
    seen: list[int] = []
    found = compare(spec, arms, 1500, progress=seen.append)
    assert seen[-1] == 3000
    assert found["digest"] == ludometer.simulate("top-cap", games=1500, seed=7).digest
    other = ludometer.simulate("top-cap", games=1500, seed=7, rules={"directions": 4})
    (arm,) = found["arms"]
    assert arm["digest"] == other.digest
    base = ludometer.simulate("top-cap", games=1500, seed=7)
    differ = int((base.games["digest"] != other.games["digest"]).sum())
    assert arm["differing"]["est"] == differ / 1500
    metric = {row["metric"]: row for row in arm["metrics"]}["plies"]
    assert metric["base"]["est"] == pytest.approx(base.games["plies"].mean())
    assert metric["variant"]["est"] == pytest.approx(other.games["plies"].mean())
    for threads in (1, 3):
        assert compare(spec, arms, 1500, threads=threads, chunk=77) == found


def test_false_discoveries_are_controlled_over_all_arms() -> None:
    spec = make_spec(ludometer.Game("top-cap"), seed=7, policy="uniform")
    arms, _ = variants(spec.game, ["alt-1", "alt-2"])
    found = compare(spec, arms, 800)
    tested = [row for arm in found["arms"] for row in arm["metrics"] if row["p"] is not None]
    theirs = multipletests([row["p"] for row in tested], method="fdr_bh")[1]
    assert [row["q"] for row in tested] == pytest.approx(list(theirs))


def test_the_same_rules_under_another_name_differ_in_no_game() -> None:
    game = ludometer.Game("lost-cities")
    spec = make_spec(game, seed=7, policy="uniform")
    found = compare(spec, [Arm("the same", game)], 400)
    (arm,) = found["arms"]
    assert arm["differing"]["est"] == 0.0
    assert arm["digest"] == found["digest"]
    assert all(row["q"] is None for row in arm["metrics"])


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludometer.analytics import arms as module

    spec = make_spec(ludometer.Game("top-cap"), seed=7, policy="uniform")
    some, _ = varied(spec.game, "directions", [4])
    whole = compare(spec, some, 900)
    monkeypatch.setattr(module, "BLOCK", 250)
    assert compare(spec, some, 900) == whole
