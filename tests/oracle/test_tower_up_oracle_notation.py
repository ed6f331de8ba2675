"""The oracle of Tower Up and its notation: codes and positions.

What is refused is tested in ``test_tower_up_oracle_refusals.py``, rule values in ``..._rules.py``.
"""

from __future__ import annotations

import re

import pytest

from oracle import tower_up as tu
from oracle.tower_up_positions import at, play, walk

TWO = tu.load_rules("standard", 2)
FIRST = tu.load_rules("first-game", 2)
FORGO = tu.load_rules("standard", 2, {"over_cap": "forgo_new"})
VARIANTS = ("standard", "uptown", "first-game", "chosen-start")


# --- actions and codes ---------------------------------------------------------------------------


def test_codes_of_actions() -> None:
    """TU-57: 43 kinds and 24 sites: cards, floors taken and given back, buildings, roofs."""
    kinds, sites = TWO["components"].kinds, TWO["components"].city.sites
    assert (len(kinds), len(sites)) == (43, 24)
    codes = {
        "KKK": 0, "WWW": 1, "**": 32, "*bg": 42, "+K": 43, "+G": 46, "-K": 47, "-G": 50,
        "a1K": 51, "a1G": 54, "a2K": 55, "e5G": 146, "a1": 147, "e5": 170,
    }  # fmt: skip
    assert {action: tu.code(TWO, action) for action in codes} == codes
    everything = [*kinds, *(f"{s}{c}" for s in "+-" for c in "KWBG")]
    everything += [f"{site}{c}" for site in sites for c in "KWBG"] + sites
    assert [tu.code(TWO, action) for action in everything] == list(range(43 + 8 + 5 * 24))


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_actions_are_in_order(variant: str) -> None:
    """TU.06 / TU-06: each once, in ascending code, and nothing but the notation describes."""
    form = re.compile(r"[KWBGkwbg*]{1,6}|[+-][KWBG]|[a-z][1-9][0-9]?[KWBG]?")
    for players in (2, 4):
        rules = tu.load_rules(variant, players)
        for _, token, state in walk(rules, 3):
            actions = tu.legal(rules, state)
            codes = [tu.code(rules, action) for action in actions]
            assert codes == sorted(set(codes))
            assert all(form.fullmatch(action) for action in actions)
            if token not in rules["components"].names:
                assert form.fullmatch(token)


def test_a_building_and_its_roof() -> None:
    """TU.26 / TU-26: the text of a founding ends with the colour, that of a roof does not."""
    state = at(TWO, "a1K-,c1W-,e1B-", stocks="KWG|-")
    assert "a2G" in tu.legal(TWO, state)
    assert "a2" in tu.legal(TWO, play(TWO, state, "a2G"))


# --- positions -----------------------------------------------------------------------------------


def test_a_game_not_yet_set_up() -> None:
    """TU-57: the position at the very start, and what is drawn first."""
    text = "- - - - KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 -|- 0|0 0|0 1:objective - 0"
    assert tu.write(TWO, tu.start(TWO)) == text
    assert tu.parse(TWO, text) == tu.start(TWO)
    first = "palette,gardens,boroughs - - - KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 -|- 0|0 0|0 1:card - 0"
    assert tu.write(FIRST, tu.start(FIRST)) == first
    assert tu.parse(FIRST, first) == tu.start(FIRST)


def test_steps_of_the_set_up() -> None:
    """TU-57: each step as it is written."""
    state, line = tu.start(TWO), "gardens ladder block GGK KKW WWW a1W b2K a2G"
    ends = ["objective"] * 2 + ["card"] * 3 + ["start"] * 3 + ["act"]
    for token, step in zip(line.split(), ends, strict=True):
        state = play(TWO, state, token)
        assert f" 1:{step} - 0" in tu.write(TWO, state)
        assert tu.parse(TWO, tu.write(TWO, state)) == state
    assert tu.write(TWO, state) == (
        "ladder,gardens,block WWW,KKW,GGK - a1W-,a2G-,b2K- KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 -|- "
        "0|0 0|0 1:act - 0"
    )


def test_a_whole_turn_as_positions() -> None:
    """TU-12, TU-32: what is written in the middle of a turn."""
    board = "a1K-,c1W-,e1B-"
    fields = {"market": "KB*,*wg,WWB", "stocks": "KKKWWWBBG|K", "vehicles": "2,2,2,1|0,0,0,0"}
    state = at(TWO, board, **fields)
    cards = state.taken[0]
    for line, text in (
        ("KB*", "1:gain:1"),
        ("KB* +G", "1:return"),
        ("KB* +G -K", "1:return"),
        ("KB* +G -K -K", "1:refill"),
        ("KB* +G -K -K KKK", "2:act"),
        ("*wg", "1:gain:1+"),
        ("*wg +W", "1:refill+"),
        ("*wg +W KKK", "1:act"),
    ):
        after = play(TWO, state, line)
        fields_ = tu.write(TWO, after).split(" ")
        assert fields_[10] == text
        assert fields_[8] == f"{cards + 1}|{state.taken[1]}"
        assert tu.parse(TWO, " ".join(fields_)) == after
    state = at(FORGO, board, **fields)
    for line, text in (
        ("KB*", "1:gain:1:KB"),
        ("KB* +G", "1:return:KBG"),
        ("KB* +G -B", "1:return:KG"),
        ("KB* +G -B -K", "1:refill"),
        ("*wg", "1:gain:1:-+"),
    ):
        after = play(FORGO, state, line)
        assert tu.write(FORGO, after).split(" ")[10] == text
        assert tu.parse(FORGO, tu.write(FORGO, after)) == after
    state = at(TWO, board, stocks="KG|-")
    assert tu.write(TWO, play(TWO, state, "a2G")).split(" ")[3:5] == ["a1K--,a2G-,c1W-,e1B-", "-|-"]
    assert tu.write(TWO, play(TWO, state, "a2G")).split(" ")[10] == "1:roof:a2"
    assert tu.write(TWO, play(TWO, state, "a2G a1")).split(" ")[3] == "a1K-1,a2G-,c1W-,e1B-"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_position_can_be_read_back(variant: str) -> None:
    """TU.52 / TU-52: writing and reading loses nothing, at any ply and after the end."""
    for players in (2, 3, 4):
        rules = tu.load_rules(variant, players)
        for _, _, state in walk(rules, 9):
            text = tu.write(rules, state)
            assert len(text.split(" ")) == 13
            assert tu.parse(rules, text) == state


def test_other_orders_are_read() -> None:
    """TU.52 / TU-52: cards, floors, buildings and objectives in any order are written in one."""
    given = (
        "quarter,ladder,giants BBG,KKW,WWB *bg,*wg e1B-,a1K-,c1W- GBWK|KWBG 0,0,0,0|0,0,0,0 0|0 "
        "-|- 1|1 0|0 1:act - 2"
    )
    canonical = (
        "ladder,quarter,giants KKW,WWB,BBG *wg,*bg a1K-,c1W-,e1B- KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 "
        "-|- 1|1 0|0 1:act - 2"
    )
    assert tu.write(TWO, tu.parse(TWO, given)) == canonical
