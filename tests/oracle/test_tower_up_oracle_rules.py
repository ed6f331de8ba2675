"""Rule values and variants of Tower Up, the page of rules, and the maker of odd positions."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oracle import tower_up as tu
from oracle.tower_up_checks import impossible
from oracle.tower_up_components import SEEDS
from oracle.tower_up_positions import RING, at, odd_state, play, step
from oracle.tower_up_state import CHOICES, LIMITS, SETUP, VARIANTS, size

PAGE = (SEEDS / "RULES.md").read_text()
EXTRA = {"players", "components", "warnings"}


def values(rules: tu.Rules) -> dict[str, Any]:
    """The rule values alone."""
    return {key: value for key, value in rules.items() if key not in EXTRA}


# --- rule values ---------------------------------------------------------------------------------


def test_variants() -> None:
    """TU.04 / TU-04, TU-53: what each variant changes, and nothing else."""
    standard = values(tu.load_rules("standard", 2))
    assert standard == {
        "city": "downtown",
        "side": "small",
        "floors": 30,
        "roofs": 10,
        "market": 3,
        "start_stock": 1,
        "stock_cap": 10,
        "objectives": 3,
        "objective_set": "random",
        "start_sites": "random_legal",
        "over_cap": "return_any",
        "extra_turn_on": "any_move",
        "skipped_column": "lost",
        "tenth_roof_extra_turn": "played",
        "cone_of_others": "own_last_turn",
        "second_trigger": "ignored",
        "max_plies": 2000,
    }
    for players in (3, 4):
        assert values(tu.load_rules("standard", players)) == {**standard, "side": "large"}
    assert values(tu.load_rules("uptown", 2)) == {**standard, "city": "uptown"}
    assert values(tu.load_rules("first-game", 2)) == {**standard, "objective_set": "first_game"}
    chosen = {**standard, "start_sites": "first_player_chooses"}
    assert values(tu.load_rules("chosen-start", 2)) == chosen
    with VARIANTS.open("rb") as file:
        assert list(tomllib.load(file)) == ["standard", "uptown", "first-game", "chosen-start"]


def test_sides_and_cities_differ() -> None:
    """TU-53: the number of sites and streets of each map that is played on."""
    sizes = {}
    for city in ("downtown", "uptown"):
        for side in ("large", "small"):
            found = tu.load_rules("standard", 2, {"city": city, "side": side})["components"].city
            sizes[city, side] = len(found.sites), len(found.streets())
    assert sizes == {
        ("downtown", "large"): (44, 66),
        ("downtown", "small"): (24, 34),
        ("uptown", "large"): (43, 62),
        ("uptown", "small"): (23, 32),
    }


@pytest.mark.parametrize(
    ("overrides", "problems"),
    [
        ({"floors": 11}, "floors 11 is not 12 to 60"),
        ({"floors": 61, "roofs": 0}, "floors 61 is not 12 to 60; roofs 0 is not 1 to 10"),
        ({"roofs": 11}, "roofs 11 is not 1 to 10"),
        ({"market": 0}, "market 0 is not 1 to 4"),
        ({"market": 5}, "market 5 is not 1 to 4"),
        ({"start_stock": 2}, "start_stock 2 is not 0 to 1"),
        ({"stock_cap": 6}, "stock_cap 6 is not 7 to 20"),
        ({"stock_cap": 21}, "stock_cap 21 is not 7 to 20"),
        ({"objectives": 4}, "objectives 4 is not 0 to 3"),
        ({"objectives": True}, "objectives True is not 0 to 3"),
        ({"max_plies": 0}, "max_plies 0 is not 1 to 60000"),
        ({"max_plies": 60001}, "max_plies 60001 is not 1 to 60000"),
        ({"city": "midtown"}, "city 'midtown' is none of downtown, uptown"),
        ({"side": "back"}, "side 'back' is none of large, small"),
        ({"over_cap": "keep"}, "over_cap 'keep' is none of return_any, forgo_new"),
        ({"second_trigger": 1}, "second_trigger 1 is none of ignored, restarts"),
        ({"jokers": 2}, "unknown or missing rules: jokers"),
    ],
)
def test_impossible_rules_are_refused(overrides: dict[str, object], problems: str) -> None:
    """TU.01 / TU-01: values that no game can be played with."""
    with pytest.raises(ValueError, match=re.escape(problems)):
        tu.load_rules("standard", 2, overrides)


def test_unknown_variants_are_refused() -> None:
    """TU.01 / TU-01: for two to four, and only in the variants that are listed."""
    for players in (1, 5):
        with pytest.raises(ValueError, match=f"not for {players} players"):
            tu.load_rules("standard", players)
    with pytest.raises(ValueError, match="no variant 'paradise'"):
        tu.load_rules("paradise", 2)


def test_declared_rule_values() -> None:
    """TU.01 / TU-01: the table of rule fields says what the oracle takes, and names real rules."""
    with (SEEDS / "rules.toml").open("rb") as file:
        declared = tomllib.load(file)
    assert set(declared) == set(LIMITS) | set(CHOICES)
    for key, field in declared.items():
        if key in LIMITS:
            assert (field["type"], field["min"], field["max"]) == ("int", *LIMITS[key])
        else:
            assert (field["type"], tuple(field["allowed"])) == ("text", CHOICES[key])
            assert all(f"`{value}`" in PAGE for value in field["allowed"])
        assert field["status"] in ("brief", "published", "reading", "designed")
        assert f"**{field['rule']}**" in PAGE
        assert f"| `{key}` |" in PAGE


def test_examples_of_the_page_are_in_the_form_it_describes() -> None:
    """TU-57: the position of a game not yet set up stands on the page."""
    assert (
        f"`{tu.write(tu.load_rules('standard', 2), tu.start(tu.load_rules('standard', 2)))}`"
        in PAGE
    )


def test_every_line_of_the_checklist_has_a_test() -> None:
    """TU.01 / TU-01 to TU.52 / TU-52: a rule on the page and a test that cites it."""
    here = Path(__file__)
    tests = "".join(p.read_text() for p in here.parent.glob("test_tower_up_*.py"))
    tests = tests.replace("TU.01 / TU-01 to TU.52 / TU-52", "")
    for number in range(1, 53):
        assert f"**TU-{number:02}** (TU.{number:02};" in PAGE
        assert f"TU.{number:02} / TU-{number:02}" in tests
    for number in range(53, 61):
        assert f"**TU-{number}** (" in PAGE
        assert f"TU-{number}" in tests


# --- odd positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "overrides"),
    [
        (2, {}),
        (4, {}),
        (3, {"side": "small"}),
        (2, {"floors": 12}),
        (3, {"over_cap": "forgo_new", "second_trigger": "restarts", "roofs": 3}),
        (2, {"cone_of_others": "game_end", "skipped_column": "paid_later"}),
        (3, {"cone_of_others": "at_trigger", "extra_turn_on": "scoring_only", "city": "uptown"}),
        (2, {"start_sites": "first_player_chooses", "market": 2, "objectives": 1}),
    ],
)
def test_odd_positions(players: int, overrides: dict[str, Any]) -> None:
    """TU.52 / TU-52: they can be read back and played on; whatever follows is possible too."""
    rules, rng = tu.load_rules("standard", players, overrides), random.Random(12)
    for _ in range(25):
        state = odd_state(rules, rng)
        for _ in range(10):
            text = tu.write(rules, state)
            assert impossible(rules, state) == []
            assert tu.parse(rules, text) == state
            if (who := tu.turn(rules, state)) is None:
                break
            choices = tu.chances(rules, state) if who == "chance" else tu.legal(rules, state)
            state = step(rules, state, rng.choice(choices))


def test_odd_positions_are_odd() -> None:
    """TU.52 / TU-52: what random play hardly comes to comes up here."""
    seen: Counter[str] = Counter()
    for overrides in ({"side": "small"}, {"floors": 12}, {}):
        rules, rng = tu.load_rules("standard", 3, overrides), random.Random(3)
        for _ in range(100):
            state = odd_state(rules, rng)
            assert state.step not in SETUP
            seen[state.step] += 1
            seen[f"end {tu.end(rules, state)}"] += 1
            seen["last turns"] += state.end is not None
            seen["colour gone"] += min(state.supply.values()) == 0
            seen["above the cap"] += max(size(stock) for stock in state.stocks) > 10
            seen["reshuffle due"] += state.step == "refill" and not state.deck
            seen["end of a track"] += any(12 in steps.values() for steps in state.vehicles)
            seen["extra turn due"] += state.earned
            seen["dead"] += tu.game_facts(rules, state)["dead_sites"] > 0
            seen["chips gone"] += any(len(takers) == 3 for takers in state.objectives.values())
    for what in (
        "act", "gain", "return", "refill", "roof", "end None", "end roof", "end shortage",
        "end locked", "last turns", "colour gone", "above the cap", "reshuffle due",
        "end of a track", "extra turn due", "dead", "chips gone",
    ):  # fmt: skip
        assert seen[what] > 0, what


def test_positions_with_unknown_fields() -> None:
    """TU-57: the maker of positions refuses a field it does not have."""
    with pytest.raises(TypeError, match="no fields"):
        at(tu.load_rules("standard", 2), "a1K-,c1W-,e1B-", roofs="3|4")


def test_a_whole_game_by_hand() -> None:
    """TU.50 / TU-50, TU.46 / TU-46: seven sites in a ring, until the board is full; a tie of 6."""
    rules = tu.load_rules("standard", 2, {"objectives": 0}, RING)
    state = play(rules, tu.start(rules), "KKW WWB BBG a1K a3W b2B")
    state = play(rules, state, "a2G a1 a4K a3 WWB KKK KKW GGG KKK WWW b3G b3 b1W b2")
    assert tu.write(rules, state) == (
        "- WWW,GGG,BBG KKK,KKW,WWB a1K-1-,a2G-,a3W--2,a4K--,b1W-,b2B--1,b3G2 KKWB|KW "
        "2,0,3,0|0,3,0,1 0|0 -|- 2|1 0|0 2:act - 11"
    )
    assert tu.end(rules, state) == "locked"
    assert tu.totals(rules, state) == [2 + 3 + 1, 3 + 1 + 2]
    assert (tu.ranks(rules, state), tu.shares12(rules, state)) == ([1, 2], [12, 0])
    assert tu.turns(rules, state) == 7
