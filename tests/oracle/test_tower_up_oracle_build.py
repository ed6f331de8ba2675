"""The oracle of Tower Up against the checklist (TU.nn) and its rule page (TU-nn): buildings.

Founding, roofs, scoring and extra turns. Positions are written down by hand; what they must give
was worked out on paper.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from oracle import tower_up as tu
from oracle.tower_up_components import BOX_CARDS
from oracle.tower_up_positions import at, play, step, walk
from oracle.tower_up_state import city, neighbours, roofs_placed, size

TWO = tu.load_rules("standard", 2)
LARGE = tu.load_rules("standard", 2, {"side": "large"})
FOUR = tu.load_rules("standard", 4)
START = "a1K-,c1W-,e1B-"  # three start floors of the small side, far apart
PILE = "b2K1,b3G---,b4K2,e1W-,e5B-"  # a grey building of three floors on b3; c3 is free beside it


def founded(rules: tu.Rules, state: tu.State) -> set[str]:
    """The foundings that are legal."""
    return {a for a in tu.legal(rules, state) if a[-1] in "KWBG" and a[0].islower()}


def heights(state: tu.State) -> dict[str, int]:
    return {site: len(building.floors) for site, building in state.board.items()}


# --- founding ------------------------------------------------------------------------------------


def test_where_to_found() -> None:
    """TU.19 / TU-19: on empty sites beside a building, whoever built it, start floors included."""
    state = at(TWO, START, stocks="KKWWBBGG|-")
    assert {action[:-1] for action in founded(TWO, state)} == {"a2", "b2", "b1", "c2", "d1"}
    state = at(TWO, "a1K-,a2W2,c1W-,e1B-", "1:act", stocks="KKWWBBGG|-")
    sites = {action[:-1] for action in founded(TWO, state)}
    assert sites == {"a3", "b2", "b1", "c2", "d1"}  # a3 beside the building of seat 2
    for action in ("e5K", "a1G", "a2G"):  # isolated, occupied
        with pytest.raises(ValueError, match="not legal"):
            tu.apply(TWO, state, action)


def test_one_floor_of_the_stock_is_put_on_the_site() -> None:
    """TU.19 / TU-19, TU.22 / TU-22: the stock pays, the supply is not touched."""
    state = at(TWO, START, stocks="KWG|-")
    after = play(TWO, state, "a2G")
    assert after.board["a2"].colour == "G"
    assert after.board["a2"].floors == [None]
    assert after.stocks[0] == {"K": 0, "W": 1, "B": 0, "G": 0}
    assert after.supply == state.supply


def test_only_streets_make_adjacent() -> None:
    """TU.20 / TU-20: b2 is as near to c1 as b1 and d1 are, but no street joins it with c1."""
    state = at(TWO, START, stocks="WWBBGG|-")
    assert neighbours(TWO, state, "b1") == ["c1"]
    assert neighbours(TWO, state, "b2") == ["a1"]
    assert neighbours(TWO, state, "d1") == ["c1", "e1"]
    after = play(TWO, at(TWO, START, stocks="KG|-"), "b2G")  # c1 is white and is not paid
    assert heights(after) == {"a1": 2, "b2": 1, "c1": 1, "e1": 1}


def test_colours_of_neighbours() -> None:
    """TU.21 / TU-21: another colour than each adjacent building; with all four a site is dead."""
    full = "KKWWBBGG|-"
    state = at(LARGE, "b4K-,b5W-,h1B-", stocks=full)
    assert {a for a in founded(LARGE, state) if a[:2] == "c5"} == {"c5B", "c5G"}
    state = at(LARGE, "b4K-,b5W-,c6B-", stocks=full)
    assert {a for a in founded(LARGE, state) if a[:2] == "c5"} == {"c5G"}
    state = at(LARGE, "b4K-,b5W1,c4G-,c6B-", "2:act", stocks="-|KKWWBBGG")
    assert {a for a in founded(LARGE, state) if a[:2] == "c5"} == set()
    assert tu.game_facts(LARGE, state)["dead_sites"] == 1
    assert {a for a in founded(LARGE, state) if a[:2] == "d3"} == {"d3K", "d3W", "d3B"}


@pytest.mark.parametrize(
    ("board", "turn", "stock"),
    [
        ("b4K-,a1W-,h1B-", "1:act", "KG"),
        ("b4K-,b5W-,h1B-", "1:act", "KWG"),
        ("b4K-,b5W-,c6B-", "1:act", "KWBG"),
        ("b4K-,b5W1,c4K-,c6B-", "1:act", "KKWBG"),
        ("b4K-,b5W1,c4K-,c6B-,d3W2", "1:act", "KKWWBG"),
    ],
)
def test_price(board: str, turn: str, stock: str) -> None:
    """TU.22 / TU-22, TU.24 / TU-24: one floor on each of k neighbours in its colour; nothing else
    changes, and with one floor less the site cannot be founded.
    """
    state = at(LARGE, board, turn, stocks=f"{stock}|-")
    near = neighbours(LARGE, state, "c5")
    assert len(near) == len(stock) - 1
    assert "c5G" in tu.legal(LARGE, state)
    after = play(LARGE, state, "c5G")
    assert size(after.stocks[0]) == 0
    for site, building in after.board.items():
        before = state.board.get(site)
        grown = len(building.floors) - (len(before.floors) if before else 0)
        assert grown == (1 if site == "c5" or site in near else 0)
        assert before is None or building.colour == before.colour
    assert (after.vehicles, after.supply) == (state.vehicles, state.supply)
    assert set(tu.legal(LARGE, after)) == {"c5", *near}
    for missing in set(stock):
        rest = stock.replace(missing, "", 1) + "BBB"[: 2 if missing != "B" else 0]
        poor = at(LARGE, board, turn, stocks=f"{rest or '-'}|-")
        assert "c5G" not in tu.legal(LARGE, poor)


def test_buildings_are_of_one_colour() -> None:
    """TU.23 / TU-23, TU.21 / TU-21: at every ply; floors are paid from the stock by colour."""
    for seed in range(4):
        for before, token, after in walk(FOUR, seed):
            if before.step == "act" and after.step == "roof":
                near = neighbours(FOUR, before, token[:-1])
                paid = [token[-1], *(before.board[site].colour for site in near)]
                for colour in "KWBG":
                    lost = before.stocks[before.seat][colour] - after.stocks[before.seat][colour]
                    assert lost == paid.count(colour)
            for site, building in after.board.items():
                assert building.colour in "KWBG"
                others = [after.board[n].colour for n in neighbours(FOUR, after, site)]
                assert building.colour not in others


def test_no_part_payment() -> None:
    """TU.24 / TU-24: two grey neighbours need two grey floors, whatever else is in stock."""
    board = "b2G-,b4G-,e1W-"  # around b3 and nothing else of it
    rich = at(TWO, board, stocks="KKKWWWBBG|-")
    assert not {a for a in founded(TWO, rich) if a[:2] == "b3"}
    enough = at(TWO, board, stocks="KGG|-")
    assert {a for a in founded(TWO, enough) if a[:2] == "b3"} == {"b3K"}


def test_floors_go_on_roofs() -> None:
    """TU.25 / TU-25: own and others' roofs are covered, and the building goes on growing."""
    state = at(TWO, PILE, stocks="KKWG|-")
    assert [b.floors[-1] for s, b in state.board.items() if s in ("b2", "b4")] == [0, 1]
    after = play(TWO, state, "a1W b2")
    assert after.board["b2"].floors == [0, 0]  # the own roof on level 1 is covered by a new one
    after = play(TWO, state, "a3W b4")
    assert after.board["b4"].floors == [1, 0]
    assert tu.facts(TWO, after)[1]["covered"] == 1


# --- roofs and score -----------------------------------------------------------------------------


def test_a_roof_must_follow() -> None:
    """TU.26 / TU-26: exactly one, by the same seat, before anything else; roofs are counted."""
    state = at(TWO, START, stocks="KWG|-")
    after = play(TWO, state, "a2G")
    assert (tu.turn(TWO, after), after.step, after.site) == (0, "roof", "a2")
    assert tu.legal(TWO, after) == ["a1", "a2"]
    for action in ("KKW", "b1G", "pass", "c1"):
        with pytest.raises(ValueError, match="not legal"):
            tu.apply(TWO, after, action)
    after = play(TWO, after, "a1")
    assert (after.seat, after.step, after.site) == (1, "act", None)
    assert after.board["a1"].floors == [None, 0]
    assert after.board["a2"].floors == [None]
    for seed in range(3):
        built = [0] * 4
        for before, _, after in walk(FOUR, seed):
            if before.step == "roof":
                built[before.seat] += 1
            placed = [roofs_placed(after, seat) for seat in range(4)]
            assert placed == built


def test_where_the_roof_goes() -> None:
    """TU.27 / TU-27: on the new building or a floor paid, not on any other building."""
    state = at(TWO, "a1K-,a2W1,c1W-,e1B-", "2:act", stocks="K|KWG")
    after = play(TWO, state, "b2G")
    assert tu.legal(TWO, after) == ["a1", "a2", "b2"]
    for site in ("c1", "e1", "a3", "b1"):
        with pytest.raises(ValueError, match="not legal"):
            tu.apply(TWO, after, site)


def test_no_roof_no_building() -> None:
    """TU.28 / TU-28: a seat without a roof left takes cards; so can any seat after a shortage."""
    rules = tu.load_rules("standard", 2, {"roofs": 1})
    state = at(rules, "a1K-,a2W1,c1W-,e1B-", "2:act", stocks="K|KWG", end="roof:1:1")
    assert founded(rules, state) == {"a3K", "a3G", "b1K", "b1G", "b2G", "c2K", "c2G"}
    state = at(rules, "a1K-,a2W1,c1W-,e1B-", "1:act", stocks="KWG|K", end="shortage:2:2")
    assert tu.legal(rules, state) == ["KKW", "WWB", "BBG"]


def test_score_is_the_height() -> None:
    """TU.29 / TU-29: all floors of the roofed building, whoever laid them, covered roofs or not."""
    state = at(TWO, PILE, stocks="GW|-")
    assert state.vehicles[0] == {"K": 1, "W": 0, "B": 0, "G": 0}
    founded_ = play(TWO, state, "c3W")
    assert heights(founded_)["b3"] == 4
    assert play(TWO, founded_, "b3").vehicles[0] == {"K": 1, "W": 0, "B": 0, "G": 4}
    assert play(TWO, founded_, "c3").vehicles[0] == {"K": 1, "W": 1, "B": 0, "G": 0}
    # a floor over a roof of seat 2 counts the floors below it
    after = play(TWO, at(TWO, PILE, stocks="KW|-"), "a3W") if False else None
    assert after is None
    after = play(TWO, at(TWO, PILE, stocks="KW|-"), "b5W b4")
    assert after.board["b4"].floors == [1, 0]
    assert after.vehicles[0]["K"] == 1 + 2


def test_nothing_else_scores() -> None:
    """TU.30 / TU-30: of all vehicles of all seats one moves."""
    for seed in range(3):
        for before, token, after in walk(FOUR, seed):
            if before.step != "roof":
                continue
            building = after.board[token]
            for seat in range(4):
                for colour in "KWBG":
                    moved = after.vehicles[seat][colour] - before.vehicles[seat][colour]
                    if (seat, colour) != (before.seat, building.colour):
                        assert moved == 0
                    elif after.vehicles[seat][colour] < 12:
                        assert moved == len(building.floors)


def test_end_of_a_track() -> None:
    """TU.31 / TU-31: a vehicle stops there, by a roof and by a card; the rest is lost."""
    state = at(TWO, PILE, stocks="GW|-", vehicles="1,0,0,10|1,0,0,0", market="GGg,KKW,**")
    after = play(TWO, state, "c3W b3")
    assert after.vehicles[0]["G"] == 12
    assert tu.scores(TWO, after)[0]["grey"] == 18
    state = at(TWO, PILE, stocks="-|-", vehicles="1,0,0,12|1,0,0,0", market="GGg,KKW,**")
    assert play(TWO, state, "GGg").vehicles[0]["G"] == 12


# --- extra turns ---------------------------------------------------------------------------------


def card_of_grey(vehicles: str, overrides: dict[str, Any] | None = None, **more: str) -> tu.State:
    """Seat 1 takes a card with a grey vehicle; a refill is due."""
    rules = tu.load_rules("standard", 2, overrides)
    state = at(rules, START, market="GGg,KKW,**", stocks="-|-", vehicles=vehicles, **more)
    return play(rules, state, "GGg")


def roof_on(state: tu.State, rules: tu.Rules, line: str) -> tuple[int, list[int], list[int]]:
    """Who is next after founding and roofing, extra turns and star columns paid."""
    after = play(rules, state, line)
    assert after.step == "act"
    return after.seat, after.extra, after.paid


def test_extra_turn_by_a_card_or_a_roof() -> None:
    """TU.32 / TU-32, TU.33 / TU-33: all four on the second step, the last of them just now."""
    assert card_of_grey("2,2,2,1|0,0,0,0").earned
    assert card_of_grey("2,2,2,1|0,0,0,0").paid == [1, 0]
    assert not card_of_grey("2,2,2,0|0,0,0,0").earned
    assert not card_of_grey("2,2,1,1|0,0,0,0").earned
    assert card_of_grey("8,9,2,1|2,2,2,2").earned
    for column in (4, 6, 8):
        assert card_of_grey(f"{column},{column},{column},{column - 1}|0,0,0,0").earned
        assert not card_of_grey(f"{column},{column},{column},{column - 2}|0,0,0,0").earned
    state = at(TWO, START, stocks="KG|-", vehicles="2,2,2,1|0,0,0,0")
    assert roof_on(state, TWO, "a2G a2") == (0, [1, 0], [1, 0])
    assert roof_on(state, TWO, "a2G a1") == (1, [0, 0], [0, 0])  # black to 4, grey stays at 1
    # only the own vehicles of the seat count
    state = at(TWO, START, "2:act", stocks="-|KG", vehicles="2,2,2,2|2,2,1,1")
    assert roof_on(state, TWO, "a2G a2") == (0, [0, 0], [1, 0])


def test_extra_turn_on_scoring_only() -> None:
    """TU.32 / TU-32: ``scoring_only`` has no check after a card; the next roof pays the column."""
    scoring: dict[str, Any] = {"extra_turn_on": "scoring_only"}
    rules = tu.load_rules("standard", 2, scoring)
    waiting = card_of_grey("2,2,2,1|0,0,0,0", scoring)
    assert (waiting.earned, waiting.paid) == (False, [0, 0])
    after = step(rules, waiting, "KKK")
    assert (after.seat, after.extra) == (1, [0, 0])
    state = at(rules, START, stocks="KG|-", vehicles="2,2,2,2|0,0,0,0", stars="0|0")
    assert roof_on(state, rules, "a2G a1") == (0, [1, 0], [1, 0])


def test_the_cone_does_not_count() -> None:
    """TU.34 / TU-34: all four vehicles are needed, and no more than they."""
    assert not card_of_grey("8,8,1,8|0,0,0,0").earned
    assert not card_of_grey("8,8,8,0|0,0,0,0").earned
    state = card_of_grey("8,8,8,1|0,0,0,0")
    assert (state.earned, state.paid) == (True, [1, 0])


def test_a_column_pays_once() -> None:
    """TU.35 / TU-35: on the second step already, a move to the third gives nothing."""
    state = at(TWO, START, stocks="KG|-", vehicles="2,2,2,2|0,0,0,0")
    assert state.paid == [1, 0]
    assert roof_on(state, TWO, "a2G a1") == (1, [0, 0], [1, 0])
    assert not card_of_grey("2,2,2,2|0,0,0,0").earned
    assert not card_of_grey("3,3,3,2|0,0,0,0").earned


def test_one_check_one_extra_turn() -> None:
    """TU.36 / TU-36: two columns in one move give one extra turn; the other is lost or waits."""
    state = at(TWO, PILE, stocks="GWKB|-", vehicles="5,5,4,1|1,0,0,0")
    assert roof_on(state, TWO, "c3W b3") == (0, [1, 0], [2, 0])
    after = play(TWO, state, "c3W b3 a1B b2")  # in the extra turn black goes on, no new column
    assert (after.seat, after.extra, after.paid) == (1, [1, 0], [2, 0])
    later = tu.load_rules("standard", 2, {"skipped_column": "paid_later"})
    state = at(later, PILE, stocks="GWKB|-", vehicles="5,5,4,1|1,0,0,0")
    assert roof_on(state, later, "c3W b3") == (0, [1, 0], [1, 0])
    after = play(later, state, "c3W b3 a1B b2")
    assert (after.seat, after.extra, after.paid) == (0, [2, 0], [2, 0])
    # a turn that moves no vehicle is not checked
    waiting = at(
        later, START, stocks="-|-", market="KKW,WWw,**", vehicles="5,5,4,5|0,0,0,0", stars="1|0"
    )
    assert not play(later, waiting, "KKW").earned
    assert play(later, waiting, "WWw").earned
    # nor is one whose vehicle stands at the end of its track
    waiting = at(
        later, START, stocks="-|-", market="KKW,WWw,**", vehicles="5,12,4,5|0,0,0,0", stars="1|0"
    )
    assert not play(later, waiting, "WWw").earned


def test_extra_turns_chain() -> None:
    """TU.37 / TU-37: the first for the second step, and in it another for the fourth."""
    state = at(TWO, START, stocks="KGGW|-", vehicles="4,4,4,1|0,0,0,0")
    assert roof_on(state, TWO, "a2G a2") == (0, [1, 0], [1, 0])
    assert roof_on(state, TWO, "a2G a2 a3W a2") == (0, [2, 0], [2, 0])
    after = play(TWO, state, "a2G a2 a3W a2")
    assert after.board["a2"].floors == [0, 0]
    # and by cards, one after the other
    cards = {"cards": ["GGg", "GGg", *BOX_CARDS[2:]]}
    rules = tu.load_rules("standard", 2, components=cards)
    state = at(rules, START, market="GGg,GGg,**", stocks="-|-", vehicles="4,4,4,1|0,0,0,0")
    state = play(rules, state, "GGg KKB")
    assert (state.seat, state.extra) == (0, [1, 0])
    state = play(rules, state, "GGg KKG")
    assert (state.seat, state.extra, state.vehicles[0]["G"]) == (1, [1, 0], 3)


def test_an_extra_turn_is_a_full_turn() -> None:
    """TU.38 / TU-38: card or building, of the same seat; one without a vehicle earns no more."""
    state = at(TWO, START, market="GGg,KKW,**", stocks="KW|-", vehicles="2,2,2,1|0,0,0,0")
    state = play(TWO, state, "GGg KKK")
    assert (state.seat, state.extra) == (0, [1, 0])
    kinds = {"card" if action in state.market else "found" for action in tu.legal(TWO, state)}
    assert kinds == {"card", "found"}
    after = play(TWO, state, "KKW GGB")
    assert (after.seat, after.extra) == (1, [1, 0])
    assert tu.facts(TWO, after)[0]["extra_turns"] == 1


def test_card_with_two_vehicles() -> None:
    """TU-58: one check after both have moved, with star columns one step apart."""
    own = {"tracks": {"values": list(range(13)), "stars": [1, 2]}, "cards": ["Kkk", *BOX_CARDS[1:]]}
    rules = tu.load_rules("standard", 2, components=own)
    state = at(rules, START, market="Kkk,WWB,BBG", stocks="-|-", vehicles="0,2,2,2|0,0,0,0")
    after = play(rules, state, "Kkk")
    assert (after.earned, after.paid) == (True, [2, 0])
    after = step(rules, after, "KKW")
    assert (after.seat, after.extra) == (0, [1, 0])


def test_levels_over_random_games() -> None:
    """TU.35 / TU-35, TU.36 / TU-36: extra turns never exceed the columns that all four reached."""
    for seed in range(6):
        for _, _, state in walk(FOUR, seed):
            for seat in range(4):
                slowest = min(state.vehicles[seat].values())
                assert state.extra[seat] <= state.paid[seat] == min(slowest // 2, 4)


def test_sites_are_never_freed() -> None:
    """TU.19 / TU-19, TU.22 / TU-22: buildings only grow, one floor a founding beside them."""
    for seed in range(3):
        last: dict[str, int] = {}
        for _, _, state in walk(FOUR, seed):
            now = heights(state)
            assert all(now.get(site, 0) - height in (0, 1) for site, height in last.items())
            most = {s: 1 + len(city(FOUR).adjacent[s]) for s in now}
            assert all(now[site] <= most[site] for site in now)
            last = copy.copy(now)
