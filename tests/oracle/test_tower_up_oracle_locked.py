"""The oracle of Tower Up against the checklist (TU.nn) and its rule page (TU-nn): locked boards.

Also the limit of plies. Positions are written down by hand; what they must give was worked out on
paper.
"""

from __future__ import annotations

from typing import Any

from oracle import tower_up as tu
from oracle.tower_up_positions import RING, STAR, at, last, play, rest, step, walk
from oracle.tower_up_state import roofs_placed

START = "a1K-,c1W-,e1B-"  # three start floors of the small side, far apart
RING_BOARD = "a1K--,a2W1,a3K---,a4W2,b1W-1,b2K-"  # only b3 is left
STAR_BOARD = "b5K2-,c5W1-,d5K--,e2K1,e3W2-,e4B--,e7K1,e8W1-,f5G--,g5K2"  # e5, e6 and f4 are left


def rules_of(players: int, **overrides: Any) -> tu.Rules:
    return tu.load_rules("standard", players, {"side": "small", **overrides})


def small(own: dict[str, Any], **overrides: Any) -> tu.Rules:
    return tu.load_rules("standard", 2, {"objectives": 0, **overrides}, own)


def test_full_board_is_locked() -> None:
    """TU.46 / TU-46: no site is left; the game is over before anybody takes a card."""
    rules = small(RING)
    state = at(rules, RING_BOARD, "2:act", stocks="-|KWB", objectives="-")
    assert tu.end(rules, state) is None
    after = play(rules, state, "b3B b3")
    assert (tu.end(rules, after), tu.turn(rules, after)) == ("locked", None)
    assert (after.step, after.seat, after.end, after.cones) == ("act", 0, None, [None, None])
    assert tu.legal(rules, after) == []
    assert [facts["on_view"] for facts in tu.facts(rules, after)] == [2, 1]
    assert [parts["cone"] for parts in tu.scores(rules, after)] == [2, 1]
    assert tu.game_facts(rules, after) == {
        "caused_by": 0,
        "dead_sites": 0,
        "empty_sites": 0,
        "floors_built": 13,
        "reshuffles": 0,
        "objective_1": 0,
        "objective_2": 0,
        "objective_3": 0,
    }


def test_dead_board_is_locked() -> None:
    """TU.46 / TU-46, TU.21 / TU-21: e5 is dead, and f4 behind it can never get a neighbour."""
    rules = small(STAR)
    state = at(rules, STAR_BOARD, "2:act", stocks="-|KWBG", objectives="-")
    assert tu.legal(rules, state)[3:] == ["e5W", "e6W", "e6B", "e6G"]
    open_ = play(rules, state, "e6B e6")  # e5 can still be white
    assert tu.end(rules, open_) is None
    after = play(rules, state, "e6W e6")
    assert tu.end(rules, after) == "locked"
    found = tu.game_facts(rules, after)
    assert (found["dead_sites"], found["empty_sites"], found["floors_built"]) == (1, 2, 19)
    # with e2 free the game goes on
    fewer = STAR_BOARD.replace("e2K1,", "").replace("e3W2-", "e3W2")
    after = play(rules, at(rules, fewer, stocks="KW|-", objectives="-"), "e6W e6")
    assert tu.end(rules, after) is None
    assert tu.game_facts(rules, after)["dead_sites"] == 1


def test_a_locked_board_ends_an_extra_turn_too() -> None:
    """TU.46 / TU-46: the last building earns an extra turn, which ends with it."""
    rules = small(RING)
    state = at(
        rules, RING_BOARD, "2:act", stocks="-|KWB", objectives="-", vehicles="0,3,0,0|2,2,1,2"
    )
    after = play(rules, state, "b3B b3")
    assert (tu.end(rules, after), after.seat, after.extra) == ("locked", 1, [0, 1])


def test_no_lock_once_the_end_is_triggered() -> None:
    """TU.46 / TU-46: the last turns are played on a full board too, and give their own reason."""
    rules = small(RING, roofs=3)
    state = at(rules, RING_BOARD, "1:act", stocks="KWB|-", objectives="-")
    after = play(rules, state, "b3B b3")
    assert roofs_placed(after, 0) == 3
    assert tu.end(rules, after) is None
    seats, ended = rest(rules, after)
    assert (seats, tu.end(rules, ended)) == ([2], "roof")


def test_a_small_city_always_ends() -> None:
    """TU.46 / TU-46: random games in small cities end, most of them locked, none truncated."""
    for own in (RING, STAR):
        rules = small(own)
        ends = [tu.end(rules, last(rules, seed)) for seed in range(10)]
        assert set(ends) <= {"locked", "shortage"}
        assert "locked" in ends


# --- the limit -----------------------------------------------------------------------------------


def test_max_plies() -> None:
    """TU-59: taking cards for ever is truncated; what is due comes first, an end is none."""
    rules = rules_of(2, max_plies=50)
    state = at(rules, START, stocks="-|-")
    while (who := tu.turn(rules, state)) is not None:
        choices = tu.chances(rules, state) if who == "chance" else tu.legal(rules, state)
        state = step(rules, state, choices[0])
    assert (tu.end(rules, state), state.plies) == ("truncated", 50)
    assert tu.legal(rules, state) == []
    assert sorted(tu.ranks(rules, state)) in ([1, 1], [1, 2])
    # truncated before a roof, but not before a card that is due, nor after the end
    for cap, end in ((1, "truncated"), (2, None)):
        rules = rules_of(2, max_plies=cap)
        state = play(rules, at(rules, START, stocks="KG|-"), "a2G")
        assert tu.end(rules, state) == end
    rules = rules_of(2, max_plies=1)
    state = play(rules, at(rules, START, stocks="-|-"), "KKW")
    assert (tu.turn(rules, state), tu.end(rules, state)) == ("chance", None)
    state = step(rules, state, "**")
    assert tu.end(rules, state) == "truncated"
    rules = rules_of(2, max_plies=3, roofs=1)
    state = play(rules, at(rules, START, stocks="KG|-"), "a2G a2 KKW **")
    assert (state.plies, tu.end(rules, state)) == (3, "roof")
    chosen = tu.load_rules("chosen-start", 2, {"max_plies": 2})
    state = play(chosen, tu.start(chosen), "gardens ladder block KKK KKW WWW a1K a2W")
    assert tu.end(chosen, state) == "truncated"


def test_no_game_loops() -> None:
    """TU.46 / TU-46, TU-59: random games of all sizes end by a rule of the game."""
    for players in (2, 3, 4):
        rules = tu.load_rules("standard", players)
        for seed in range(4):
            *_, (_, _, state) = walk(rules, seed)
            assert tu.end(rules, state) in ("roof", "shortage")
