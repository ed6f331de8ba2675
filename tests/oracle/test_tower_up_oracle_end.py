"""The oracle of Tower Up against the checklist (TU.nn) and its rule page (TU-nn): the end.

Both triggers, last turns, cones, extra turns at the end. Positions are written down by hand; what
they must give was worked out on paper.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from oracle import tower_up as tu
from oracle.tower_up_positions import at, play, rest, without
from oracle.tower_up_state import roofs_on_view, roofs_placed

TWO = tu.load_rules("standard", 2)
LARGE = tu.load_rules("standard", 2, {"side": "large"})
START = "a1K-,c1W-,e1B-"  # three start floors of the small side, far apart
# Seat 1 has founded along one street, nine times; four of its roofs are covered by its own.
LANE = (
    "g5K--,g4W11,g3K--,g2W11,f2K--,f1W11,e1K--,d1W11,c2K-1,c1W-,"  # the lane
    "a4B-,d5B-"  # the other start floors
)
# Seats 1, 2, 3 have 2, 1, 1 roofs; b5, e4 and g3 carry one on view.
TOWN = "f3K--,e5W--,a4B-1-,e4K2,a5K-,b5W1,g3W3"


def rules_of(players: int, **overrides: Any) -> tu.Rules:
    return tu.load_rules("standard", players, {"side": "small", **overrides})


# --- the last roof -------------------------------------------------------------------------------


def test_last_roof() -> None:
    """TU.39 / TU-39, TU.40 / TU-40: the turn is finished as ever: score, chip, and the cone."""
    state = at(LARGE, LANE, stocks="KW|-")
    assert roofs_placed(state, 0) == 9
    assert state.objectives["quarter"] == []
    after = play(LARGE, state, "b1K b1")
    assert after.vehicles[0] == {**state.vehicles[0], "K": 3}
    assert after.objectives["quarter"] == [0]  # a third building of one district
    assert tu.scores(LARGE, after)[0]["objective_2"] == 7
    assert after.end is not None
    assert (after.end.causes, after.end.by, after.end.left) == (["roof"], 0, 1)
    assert (after.seat, after.cones) == (1, [6, None])
    assert rest(LARGE, after)[0] == [2]


def test_the_ninth_roof_triggers_nothing() -> None:
    """TU.39 / TU-39: the number of roofs is that of the rules."""
    fewer = at(LARGE, "g5K--,g4W11,g3K-,a4B-,d5B-", stocks="KW|-")
    assert play(LARGE, fewer, "g2W g3").end is None
    three = tu.load_rules("standard", 2, {"side": "large", "roofs": 3})
    fewer = at(three, "g5K--,g4W11,g3K-,a4B-,d5B-", stocks="KW|-")
    assert play(three, fewer, "g2W g3").end is not None


@pytest.mark.parametrize("way", ["played", "lost"])
def test_extra_turn_of_the_last_roof(way: str) -> None:
    """TU.39 / TU-39, TU.28 / TU-28, TU.45 / TU-45: played with a card before the last turns, or
    lost; another one can follow it; the cone stays.
    """
    rules = tu.load_rules("standard", 2, {"side": "large", "tenth_roof_extra_turn": way})
    state = at(rules, LANE, stocks="KKWWBB|-", vehicles="3,12,5,5|0,0,0,0", market="KKk,WWB,BBG")
    after = play(rules, state, "b1K b1")
    assert after.vehicles[0]["K"] == 4
    assert (after.paid, after.cones) == ([2, 0], [6, None])
    assert after.end is not None
    if way == "lost":
        assert (after.seat, after.extra, after.end.left) == (1, [0, 0], 1)
        return
    assert (after.seat, after.extra, after.end.left) == (0, [1, 0], 1)
    assert tu.legal(rules, after) == ["WWB", "BBG", "KKk"]  # no roof, no building
    ended = play(rules, after, "WWB KKK")
    assert (ended.seat, ended.end, ended.cones) == (1, after.end, [6, None])
    # black to 5 only: none; with the others at 6 and black to 6, one more
    chain = at(rules, LANE, stocks="KKWW|-", vehicles="3,12,6,6|0,0,0,0", market="KKk,WWB,BBG")
    chain = copy.deepcopy(play(rules, chain, "b1K b1"))
    chain.vehicles[0]["K"] = 5
    chain = play(rules, chain, "KKk KKK")
    assert (chain.seat, chain.extra) == (0, [2, 0])
    assert rest(rules, chain)[0] == [1, 2]


def test_covered_after_counting() -> None:
    """TU.40 / TU-40, TU.43 / TU-43: ten roofs, four covered: six. Seat 2 covers two more: still
    six, and a building of both counts for both.
    """
    state = play(LARGE, at(LARGE, LANE, stocks="KW|KWB"), "b1K c1")
    assert [roofs_on_view(state, seat) for seat in (0, 1)] == [6, 0]
    after = play(LARGE, state, "c3B d1")
    assert [roofs_on_view(after, seat) for seat in (0, 1)] == [4, 1]
    assert after.cones == [6, 1]
    assert after.board["d1"].floors == [0, 0, 1]
    assert tu.end(LARGE, after) == "roof"
    assert [parts["cone"] for parts in tu.scores(LARGE, after)] == [9, 1]


@pytest.mark.parametrize(("players", "order"), [(2, [1]), (3, [3, 1]), (4, [3, 4, 1])])
def test_last_turns_after_a_roof(players: int, order: list[int]) -> None:
    """TU.41 / TU-41: each opponent of seat 2 has one more turn, seat 2 has none."""
    rules = rules_of(players, roofs=1)
    stocks = "|".join(["-", "KG", "-", "-"][:players])
    state = play(rules, at(rules, START, "2:act", stocks=stocks), "a2G a2")
    seats, ended = rest(rules, state)
    assert seats == order
    assert tu.end(rules, ended) == "roof"
    assert tu.game_facts(rules, ended)["caused_by"] == 2
    assert ended.seat == 1
    assert ended.cones == [0, 1, 0, 0][:players]
    assert tu.legal(rules, ended) == []


@pytest.mark.parametrize(("players", "order"), [(2, [1, 2]), (3, [3, 1, 2]), (4, [3, 4, 1, 2])])
def test_last_turns_after_a_shortage(players: int, order: list[int]) -> None:
    """TU.42 / TU-42: every seat has one more turn, the one that caused it last of all."""
    rules = rules_of(players)
    state = at(rules, START, "2:act", stocks="|".join("-" * players))
    state = play(rules, without(state, "K"), "KKW +B +B GGG")
    assert state.end is not None
    assert (state.end.causes, state.end.by, state.end.left) == (["shortage"], 1, players)
    seats, ended = rest(rules, state)
    assert seats == order
    assert tu.end(rules, ended) == "shortage"
    assert tu.game_facts(rules, ended)["caused_by"] == 2


# --- cones ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "cones"),
    [("own_last_turn", [1, 2, 2]), ("game_end", [1, 0, 2]), ("at_trigger", [1, 1, 1])],
)
def test_cone_of_others(when: str, cones: list[int]) -> None:
    """TU.43 / TU-43: seat 2 adds a roof on view in its last turn, seat 3 covers both of seat 2."""
    rules = tu.load_rules("standard", 3, {"roofs": 3, "cone_of_others": when})
    state = at(rules, TOWN, stocks="KWB|KW|KWB")
    state = play(rules, state, "b6B b6")
    assert state.cones == ([1, 1, 1] if when == "at_trigger" else [1, None, None])
    state = play(rules, state, "e3W e3")
    assert state.cones == {
        "own_last_turn": [1, 2, None], "game_end": [1, None, None], "at_trigger": [1, 1, 1],
    }[when]  # fmt: skip
    state = play(rules, state, "d2B d2")
    assert (tu.end(rules, state), state.cones) == ("roof", cones)
    assert [facts["on_view"] for facts in tu.facts(rules, state)] == cones


@pytest.mark.parametrize(
    ("when", "after", "later"),
    [
        ("own_last_turn", [None, None], [1, 1]),
        ("game_end", [None, None], [0, 1]),
        ("at_trigger", [0, 0], [0, 0]),
    ],
)
def test_cones_after_a_shortage(when: str, after: list[int | None], later: list[int]) -> None:
    """TU.43 / TU-43: a shortage makes nobody count early but with ``at_trigger``."""
    rules = rules_of(2, cone_of_others=when)
    state = at(rules, START, "2:act", stocks="KG|KGB")
    state = play(rules, without(state, "W"), "WWB +G +K KKK")
    assert state.cones == after
    state = play(rules, state, "b2G b2")  # the last turn of seat 1
    assert state.cones == ([1, None] if when == "own_last_turn" else after)
    state = play(rules, state, "a2B b2")  # seat 2 builds over it
    assert (tu.end(rules, state), state.cones) == ("shortage", later)


def test_every_last_roof_counts_at_once() -> None:
    """TU.40 / TU-40, TU.43 / TU-43: also that of a seat in its last turn, and whatever follows."""
    rules = rules_of(3, roofs=1, cone_of_others="game_end")
    state = at(rules, START, stocks="KG|KGB|KGB")
    state = play(rules, state, "b2G b2 a2B a2")
    assert state.cones == [1, 1, None]
    state = play(rules, state, "a3G a3")
    assert (tu.end(rules, state), state.cones) == ("roof", [1, 1, 1])
    assert [roofs_on_view(state, seat) for seat in range(3)] == [0, 0, 1]


def test_a_cone_counted_at_the_trigger_stays() -> None:
    """TU.43 / TU-43: with ``at_trigger`` a last roof placed later does not count anew."""
    rules = rules_of(2, roofs=1, cone_of_others="at_trigger")
    state = at(rules, START, "2:act", stocks="KG|KGB")
    state = play(rules, without(state, "W"), "WWB +G +K KKK b2G b2")
    assert state.cones == [0, 0]
    assert roofs_on_view(state, 0) == 1


# --- two triggers --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["ignored", "restarts"])
def test_shortage_after_a_last_roof(way: str) -> None:
    """TU.44 / TU-44: the substitute is taken; nothing follows, or everybody has one more turn."""
    rules = rules_of(2, roofs=1, second_trigger=way)
    state = play(rules, at(rules, START, stocks="KG|-"), "a2G a2")
    state = play(rules, without(state, "W"), "WWB +G")
    assert state.stocks[1] == {"K": 0, "W": 0, "B": 1, "G": 1}
    state = play(rules, state, "+G KKK")
    seats, ended = rest(rules, state)
    if way == "ignored":
        assert (seats, tu.end(rules, ended)) == ([], "roof")
        assert tu.game_facts(rules, ended)["caused_by"] == 1
        return
    assert state.end is not None
    assert (state.end.causes, state.end.by, state.end.left) == (["roof", "shortage"], 1, 2)
    assert state.cones == [1, None]  # that of the last roof stays
    assert (seats, tu.end(rules, ended)) == ([1, 2], "shortage")
    assert tu.game_facts(rules, ended)["caused_by"] == 2


@pytest.mark.parametrize("way", ["ignored", "restarts"])
def test_last_roof_after_a_shortage(way: str) -> None:
    """TU.44 / TU-44: the roof places its cone; the last turns stay, or begin anew after it."""
    rules = rules_of(3, roofs=1, second_trigger=way)
    state = at(rules, START, "2:act", stocks="KG|-|-")
    state = play(rules, without(state, "W"), "WWB +G +G KKK")  # seat 2
    state = play(rules, state, "KKK BBB")  # seat 3
    assert state.cones == [None, None, 0]
    state = play(rules, state, "a2G a2")  # seat 1
    seats, ended = rest(rules, state)
    if way == "ignored":
        assert state.cones == [1, None, 0]
        assert (seats, tu.end(rules, ended)) == ([2], "shortage")
        assert tu.game_facts(rules, ended)["caused_by"] == 2
        return
    assert state.cones == [1, None, None]  # seat 3 has another last turn
    assert state.end is not None
    assert (state.end.causes, state.end.by, state.end.left) == (["shortage", "roof"], 0, 2)
    assert (seats, tu.end(rules, ended)) == ([2, 3], "roof")
    assert tu.game_facts(rules, ended)["caused_by"] == 1


def test_a_cause_restarts_once() -> None:
    """TU.44 / TU-44: a second shortage, or a second last roof, adds no turn."""
    rules = rules_of(2, roofs=1, second_trigger="restarts")
    state = at(rules, START, stocks="-|KG")
    state = play(rules, without(state, "W"), "WWB +G +G WWK")
    again = play(rules, without(state, "W"), "WWK +G +G KKK")
    assert again.end is not None
    assert (again.end.causes, again.end.left) == (["shortage"], 1)
    assert rest(rules, again)[0] == [1]
    # a roof by seat 2, then one by seat 1, then another shortage
    state.stocks[0] = {"K": 1, "W": 0, "B": 1, "G": 1}
    state = play(rules, state, "a2G a2")
    assert state.end is not None
    assert (state.end.causes, state.end.by, state.end.left) == (["shortage", "roof"], 1, 1)
    roof = play(rules, state, "b2B b2")
    assert (tu.end(rules, roof), roof.cones) == ("roof", [1, 1])
    card = play(rules, without(state, "W"), "WWK +G +G KKK")
    assert tu.end(rules, card) == "roof"


def test_cones_are_counted_anew_after_a_restart() -> None:
    """TU.44 / TU-44: with ``at_trigger`` all but those of last roofs, the new one included."""
    rules = rules_of(2, roofs=1, second_trigger="restarts", cone_of_others="at_trigger")
    state = at(rules, START, "2:act", stocks="KG|KGB")
    state = play(rules, without(state, "W"), "WWB +G +K KKK")
    assert state.cones == [0, 0]
    state = play(rules, state, "b2G b2")
    assert state.cones == [1, 0]
    values = {"roofs": 3, "second_trigger": "restarts", "cone_of_others": "at_trigger"}
    rules = tu.load_rules("standard", 3, values)
    state = play(rules, at(rules, TOWN, stocks="KWB|KW|-"), "b6B b6 e3W e3")
    assert state.cones == [1, 1, 1]
    state = play(rules, without(state, "W"), "WWB +K +K KKK")
    assert state.end is not None
    assert (state.end.causes, state.cones) == (["roof", "shortage"], [1, 2, 1])


# --- extra turns and the end ---------------------------------------------------------------------


def test_extra_turn_in_a_last_turn() -> None:
    """TU.45 / TU-45, TU.43 / TU-43: it is played and belongs to it; the cone comes after it."""
    roofed = "a1K-,a2W11,a3K-,c1W-,e1B-"  # both roofs of seat 1
    for board, end, first, order in (
        (roofed, "roof:1:1", "0,3,0,0", [2]),
        (START, "shortage:2:1", "0,0,0,0", [2]),
        (START, "shortage:1:2", "0,0,0,0", [2, 1]),
    ):
        rules = rules_of(2, roofs=2)
        fields = {"vehicles": f"{first}|2,2,2,1", "market": "GGg,KKW,WWB", "end": end}
        state = play(rules, at(rules, board, "2:act", stocks="-|KWG", **fields), "GGg KKK")
        assert state.end is not None
        assert (state.seat, state.extra, state.end.left) == (1, [0, 1], int(end[-1]))
        assert state.cones[1] is None
        state = play(rules, state, "c2G c2")
        assert state.cones[1] == 1
        assert [2, *rest(rules, state)[0]] == order


def test_extra_turn_of_the_turn_that_triggers() -> None:
    """TU.45 / TU-45: played before the last turns; the seat has its own last turn all the same."""
    rules = rules_of(3)
    state = at(
        rules, START, "2:act", stocks="-|KWG|-", vehicles="0,0,0,0|2,2,2,1|0,0,0,0",
        market="GGg,KKW,WWB",
    )  # fmt: skip
    state = play(rules, without(state, "G"), "GGg +K +K KKK")
    assert state.end is not None
    assert (state.seat, state.extra, state.end.left) == (1, [0, 1, 0], 3)
    state = play(rules, state, "a2G a1")
    assert (state.seat, state.end.left if state.end else 0) == (2, 3)
    assert state.cones == [None] * 3
    assert rest(rules, state)[0] == [3, 1, 2]


def test_last_roof_in_the_extra_turn_of_a_shortage() -> None:
    """TU.44 / TU-44, TU.45 / TU-45: the cone at once, and a last turn with a card all the same."""
    for way, order in (("ignored", [1, 2]), ("restarts", [1])):
        rules = rules_of(2, roofs=1, second_trigger=way)
        state = at(
            rules, START, "2:act", stocks="-|KWG", vehicles="0,0,0,0|2,2,2,1", market="GGg,KKW,WWB"
        )
        state = play(rules, without(state, "G"), "GGg +K +K KKK a2G a1")
        assert state.cones == [None, 1]
        assert rest(rules, state)[0] == order
