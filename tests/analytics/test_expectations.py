"""Expectations: what is met, failed, undetermined, and files that cannot be read."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludometer import LudometerError
from ludometer.analytics import analyse, per_game
from ludometer.analytics.expectations import check, draft, estimates, parse, read
from shared.frames import frames, wins


def analysis(**options: Any) -> dict[str, Any]:
    """Of 20,000 games of two seats, 5 % of them ties, seat 0 slightly ahead."""
    rng = np.random.default_rng(1)
    scores = rng.integers(0, 20, (20_000, 2))
    return analyse(per_game(*frames(scores)), points=True, policies=["uniform"] * 2, **options)


def judged(body: dict[str, Any], of: dict[str, Any]) -> dict[str, str]:
    return {row.what: row.result for row in check(parse(body, "x.toml"), of)}


def bound(what: str, **bounds: Any) -> dict[str, Any]:
    return {"expect": [{"what": what, **bounds}]}


def test_an_expectation_is_met_failed_or_undetermined() -> None:
    found = analysis()
    tie = found["ties"]["tie"]
    assert 0.045 < tie["lo"] < tie["hi"] < 0.056
    what = "ties.tie"
    for bounds, result in (
        ({"at_most": "6 %"}, "met"),
        ({"at_most": 0.06}, "met"),
        ({"at_least": "4pp", "at_most": "6pp"}, "met"),
        ({"at_most": "4 %"}, "failed"),
        ({"at_least": 0.06}, "failed"),
        ({"at_most": tie["est"]}, "undetermined"),
        ({"at_least": tie["lo"], "at_most": tie["hi"]}, "met"),
    ):
        assert judged(bound(what, **bounds), found) == {what: result}, bounds


def test_facts_of_these_games_are_compared_as_they_are() -> None:
    found = analysis()
    assert judged(bound("pace.length.plies.max", at_most=10), found) == {
        "pace.length.plies.max": "met"
    }
    assert judged(bound("pace.length.plies.min", at_least=11), found) == {
        "pace.length.plies.min": "failed"
    }


def test_what_has_no_interval_is_undetermined() -> None:
    made = analyse(per_game(*wins(3, 4)), points=False, policies=["uniform"] * 2)
    (row,) = check(parse(bound("first_player_advantage.points", at_most=1), "x"), made)
    assert (row.result, row.found) == ("undetermined", "the game has no points")
    constant = "pace.length.plies.mean"
    assert judged(bound(constant, at_most=100), made) == {constant: "undetermined"}


def test_verdicts_are_expected() -> None:
    fair = analyse(per_game(*wins(50_300, 49_700)), points=False, policies=["uniform"] * 2)
    few = analyse(per_game(*wins(503, 497)), points=False, policies=["uniform"] * 2)
    unfair = analyse(per_game(*wins(800, 200)), points=False, policies=["uniform"] * 2)
    for made, wanted, result in (
        (fair, "balanced", "met"),
        (few, "balanced", "undetermined"),
        (few, ["balanced", "undetermined"], "met"),
        (unfair, "balanced", "failed"),
        (unfair, "unbalanced", "met"),
        (fair, "unbalanced", "failed"),
    ):
        assert judged({"verdict": wanted}, made) == {"verdict": result}


def test_a_number_of_games_is_expected() -> None:
    made = analyse(per_game(*wins(5, 5)), points=False, policies=["uniform"] * 2)
    assert judged({"games_at_least": 10}, made) == {"games": "met"}
    assert judged({"games_at_least": 11}, made) == {"games": "failed"}


def test_every_estimate_has_a_name_of_its_own() -> None:
    names = [name for name, _ in estimates(analysis())]
    assert len(names) == len(set(names))
    assert {
        "seats.1.share", "pace.branching.all.forced", "sources.components.all.margin_share",
        "strategies.c_all-top.share", "handicaps.0.points",
    } <= set(names)  # fmt: skip


def test_options_are_read_from_the_file() -> None:
    expected = parse(
        {"verdict": "balanced", "margin": "3pp", "level": 0.9, "truncated": "exclude"}, "x"
    )
    assert expected.question.margin == pytest.approx(0.03)
    assert expected.question.level == 0.9
    assert expected.question.truncated == "exclude"


def test_a_draft_is_met(tmp_path: Path) -> None:
    for made in (
        analysis(),
        analyse(per_game(*wins(3, 4)), points=False, policies=["uniform"] * 2),
        analyse(per_game(*wins(800, 200)), points=False, policies=["uniform"] * 2),
    ):
        path = tmp_path / "draft.toml"
        path.write_text(draft(made))
        results = check(read(path), made)
        assert {row.result for row in results} == {"met"}
        assert results[0].what == "verdict"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, ["expects nothing"]),
        ({"verdit": "balanced"}, ["unknown key `verdit`", "did you mean `verdict`"]),
        ({"colour": 1}, ["unknown key `colour`", "known: verdict, margin"]),
        (bound("x", at_mots=1, at_most=2), ["`expect[0].at_mots`", "did you mean `at_most`"]),
        (bound("x"), ["`x` has neither at_least nor at_most"]),
        (bound("x", at_most="lots"), ["`lots` is not possible", "5 %"]),
        (bound("x", at_least=2, at_most=1), ["at_least 2 is above at_most 1"]),
        ({"expect": [{"at_most": 1}]}, ["expect[0].what"]),
        ({"verdict": "fine"}, ["verdict"]),
        ({"verdict": "balanced", "margin": "0pp"}, ["margin: 0 pp", "more than 0"]),
        ({"verdict": "balanced", "margin": "much"}, ["`much` is not possible"]),
        ({"verdict": "balanced", "level": 2.0}, ["`level`"]),
        ({"verdict": "balanced", "truncated": "drop"}, ["`truncated`"]),
        ({"games_at_least": "many"}, ["`games_at_least`"]),
    ],
)
def test_files_that_cannot_be(body: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(LudometerError) as error:
        parse(body, "balance.toml")
    for word in words:
        assert word in str(error.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(LudometerError) as error:
        parse({"verdit": "x", "level": 7.0, **bound("x", at_most="lots")}, "balance.toml")
    assert len(str(error.value).splitlines()) == 4
    unknown = {"expect": [{"what": name, "at_most": 1} for name in ("tie", "ties.tei")]}
    with pytest.raises(LudometerError) as error:
        check(parse(unknown, "x"), analysis())
    assert "did you mean `ties.tie`" in str(error.value)
    assert len(str(error.value).splitlines()) == 3
