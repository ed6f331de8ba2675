"""The oracle of Tower Up against the checklist (TU.nn) and its rule page (TU-nn): cards, shortage.

Positions are written down by hand; what they must give was worked out on paper.
"""

from __future__ import annotations

import copy
from collections import Counter

import pytest

from oracle import tower_up as tu
from oracle.tower_up_components import BOX_CARDS, COLOURS
from oracle.tower_up_positions import at, play, step, walk
from oracle.tower_up_state import size

TWO = tu.load_rules("standard", 2)
THREE = tu.load_rules("standard", 3)
FOUR = tu.load_rules("standard", 4)
FORGO = tu.load_rules("standard", 2, {"over_cap": "forgo_new"})
START = "a1K-,c1W-,e1B-"  # three start floors of the small side, far apart


def stock(state: tu.State, seat: int = 0) -> str:
    """A stock as letters."""
    return "".join(colour * state.stocks[seat][colour] for colour in COLOURS)


# --- cards ---------------------------------------------------------------------------------------


def test_a_card_is_taken() -> None:
    """TU.07 / TU-07: any card of the market; it is discarded and gives exactly what it shows."""
    state = at(TWO, START, market="KKW,WWB,BBb", stocks="K|W")
    assert [a for a in tu.legal(TWO, state) if a in state.market] == ["KKW", "WWB", "BBb"]
    after = play(TWO, state, "BBb")
    assert after.discard == [*state.discard, "BBb"]
    assert after.market == ["KKW", "WWB"]
    assert stock(after) == "KBB"
    assert stock(after, 1) == "W"
    assert after.vehicles == [{"K": 0, "W": 0, "B": 1, "G": 0}, dict.fromkeys("KWBG", 0)]
    assert after.supply == {**state.supply, "B": state.supply["B"] - 2}
    assert after.taken == [state.taken[0] + 1, state.taken[1]]
    assert after.board == state.board
    with pytest.raises(ValueError, match="not legal"):
        tu.apply(TWO, state, "GGG")  # not in the market


def test_equal_cards_are_one_action() -> None:
    """TU.07 / TU-07: two jokers twice in the market is one choice."""
    state = at(TWO, START, market="KKW,**,**", stocks="-|K")
    assert tu.legal(TWO, state) == ["KKW", "**"]
    after = play(TWO, state, "**")
    assert after.market == ["KKW", "**"]


def test_the_market_is_refilled() -> None:
    """TU.08 / TU-08: after jokers and returns are chosen, before the next turn or an extra turn."""
    state = at(TWO, START, market="KB*,WWB,BBG", stocks="KKKWWWBBG|W")
    line = ["KB*", "+G", "-K", "-W"]
    for action in line:
        assert len(state.market) == 3 - (state.step != "act")
        assert tu.turn(TWO, state) == 0
        state = step(TWO, state, action)
    assert (tu.turn(TWO, state), state.step, len(state.market)) == ("chance", "refill", 2)
    assert tu.legal(TWO, state) == []
    after = step(TWO, state, "KKK")
    assert (after.seat, after.step, after.market) == (1, "act", ["KKK", "WWB", "BBG"])
    assert "KKK" not in after.deck
    # before an extra turn
    state = at(TWO, START, market="KKk,WWB,BBG", vehicles="1,2,2,2|0,0,0,0", stocks="K|W")
    state = play(TWO, state, "KKk")
    assert (state.step, state.earned) == ("refill", True)
    after = step(TWO, state, "KKK")
    assert (after.seat, after.step, after.extra) == (0, "act", [1, 0])
    assert "KKK" in tu.legal(TWO, after)
    for seed in range(3):
        for _, _, state in walk(THREE, seed):
            assert state.step != "act" or len(state.market) == 3


def test_floors_of_a_card() -> None:
    """TU.09 / TU-09: one floor for each floor shown; three equal ones are three."""
    for card, gives in (("KKK", "KKK"), ("KKW", "KKW"), ("WBG", "WBG"), ("KKWW", "KKWW")):
        state = at(TWO, START, market=f"{card},BBG,**", stocks="-|-")
        after = play(TWO, state, card)
        assert stock(after) == gives
        assert after.step == "refill"
        assert size(after.supply) == size(state.supply) - len(gives)


def test_jokers() -> None:
    """TU.10 / TU-10: each a floor of any colour in the supply, chosen on taking, a ply each."""
    state = at(TWO, START, market="KB*,**,BBG", stocks="-|-")
    after = play(TWO, state, "KB*")
    assert (after.step, after.due, stock(after)) == ("gain", 1, "KB")
    assert tu.legal(TWO, after) == ["+K", "+W", "+B", "+G"]
    for colour in "KWBG":
        assert Counter(stock(play(TWO, after, f"+{colour}"))) == Counter("KB" + colour)
    after = play(TWO, state, "** +G")
    assert (after.step, after.due, stock(after)) == ("gain", 1, "G")
    assert stock(play(TWO, after, "+W")) == "WG"
    assert after.plies == state.plies + 2


def test_a_joker_is_a_floor_of_one_colour() -> None:
    """TU.10 / TU-10, TU.23 / TU-23: stocks, supply and buildings know the four colours only."""
    for seed in range(3):
        for _, _, state in walk(TWO, seed):
            assert set(state.supply) == set("KWBG")
            assert all(set(each) == set("KWBG") for each in state.stocks)
            assert {b.colour for b in state.board.values()} <= set("KWBG")


def test_joker_only_of_colours_in_supply() -> None:
    """TU.10 / TU-10: a colour that has run out cannot be chosen, and that is no shortage."""
    rules = tu.load_rules("standard", 2, {"floors": 12})
    state = at(rules, START, market="**,WWB,BBG", stocks="KKKKKKKKKK|K")
    assert state.supply["K"] == 0
    after = play(rules, state, "**")
    assert tu.legal(rules, after) == ["+W", "+B", "+G"]
    assert after.end is None


@pytest.mark.parametrize(
    ("card", "steps"), [("KKk", (1, 0, 0, 0)), ("*kw", (1, 1, 0, 0)), ("Kkk", (2, 0, 0, 0))]
)
def test_vehicles_of_a_card(card: str, steps: tuple[int, ...]) -> None:
    """TU.11 / TU-11: one space each, two for two of one colour; nobody else moves."""
    rules = tu.load_rules("standard", 2, components={"cards": [card, *BOX_CARDS[1:]]})
    state = at(rules, START, market=f"{card},WWB,BBG", vehicles="3,0,0,0|1,0,0,2", stocks="-|-")
    after = play(rules, state, card)
    assert tuple(after.vehicles[0][c] - state.vehicles[0][c] for c in "KWBG") == steps
    assert after.vehicles[1] == state.vehicles[1]


def test_the_cap_of_a_stock() -> None:
    """TU.12 / TU-12: nine and three floors: two go back, of any colour, a ply each."""
    state = at(TWO, START, market="KKK,WWB,BBG", stocks="WWWWBBBGG|-")
    after = play(TWO, state, "KKK")
    assert (after.step, stock(after)) == ("return", "KKKWWWWBBBGG")
    assert tu.legal(TWO, after) == ["-K", "-W", "-B", "-G"]
    after = play(TWO, after, "-W")
    assert after.step == "return"
    after = play(TWO, after, "-K")
    assert (after.step, stock(after)) == ("refill", "KKWWWBBBGG")
    assert after.supply == {
        **state.supply, "K": state.supply["K"] - 2, "W": state.supply["W"] + 1,
    }  # fmt: skip
    # with ten in stock a card may be taken; with seven and three nothing goes back
    state = at(TWO, START, market="KKK,WWB,BBG", stocks="WWWWWBBBGG|-")
    assert "KKK" in tu.legal(TWO, state)
    assert tu.legal(TWO, play(TWO, state, "KKK -K -K")) == ["-K", "-W", "-B", "-G"]
    state = at(TWO, START, market="KKK,WWB,BBG", stocks="WWWBBGG|-")
    assert play(TWO, state, "KKK").step == "refill"
    for seed in range(5):
        for _, _, state in walk(FOUR, seed):
            if state.step in ("act", "refill", "roof"):
                assert all(size(each) <= 10 for each in state.stocks)


def test_forgoing_new_floors() -> None:
    """TU.12 / TU-12: ``forgo_new`` lets only floors of this card go back, jokers included."""
    state = at(FORGO, START, market="KB*,WWB,BBG", stocks="WWWWBBBGG|-")
    after = play(FORGO, state, "KB* +G")
    assert after.step == "return"
    assert tu.legal(FORGO, after) == ["-K", "-B", "-G"]
    after = play(FORGO, after, "-B")
    assert tu.legal(FORGO, after) == ["-K", "-G"]
    after = play(FORGO, after, "-G")
    assert (after.step, stock(after)) == ("refill", "KWWWWBBBGG")
    assert after.new == dict.fromkeys("KWBG", 0)
    # a substitute is a new floor as well
    rules = tu.load_rules("standard", 2, {"over_cap": "forgo_new", "floors": 12})
    state = at(rules, START, market="KKK,WWB,BBG", stocks="KKKKKKKKKK|K")
    after = play(rules, state, "KKK +W +W +B -W")
    assert tu.legal(rules, after) == ["-W", "-B"]
    # other caps
    rules = tu.load_rules("standard", 2, {"stock_cap": 7})
    state = at(rules, START, market="KKK,WWB,BBG", stocks="WWWBBGG|-")
    assert play(rules, state, "KKK -K -K").step == "return"
    assert play(rules, state, "KKK -K -K -K").step == "refill"


def test_a_card_touches_no_building() -> None:
    """TU.13 / TU-13: roofs, buildings and vehicles other than those shown stay."""
    for seed in range(3):
        for before, token, after in walk(TWO, seed):
            if before.step in ("gain", "return", "refill") or token in before.market:
                assert after.board == before.board
                assert tu.game_facts(TWO, after)["floors_built"] == sum(
                    len(b.floors) for b in before.board.values()
                )


def test_reshuffle_of_the_discard_pile() -> None:
    """TU.14 / TU-14: the 42nd card taken brings it about; the card just taken can come again."""
    state = at(TWO, START, "2:act", market="KKW,WWB,BBG", stocks="-|-", taken="21|20")
    assert (len(state.deck), len(state.discard)) == (0, 41)
    assert tu.game_facts(TWO, state)["reshuffles"] == 0
    due = play(TWO, state, "KKW")
    assert (tu.turn(TWO, due), len(due.discard), due.deck) == ("chance", 42, [])
    assert Counter(tu.chances(TWO, due)) == Counter(due.discard)
    assert tu.game_facts(TWO, due)["reshuffles"] == 0
    again = step(TWO, due, "KKW")
    assert again.market == ["KKW", "WWB", "BBG"]
    assert (len(again.deck), again.discard) == (41, [])
    assert tu.game_facts(TWO, again)["reshuffles"] == 1
    other = step(TWO, due, "GGG")
    assert "KKW" in other.deck
    assert Counter([*other.deck, *other.market, *other.discard]) == Counter(BOX_CARDS)


# --- shortage ------------------------------------------------------------------------------------

SCARCE = tu.load_rules("standard", 2, {"floors": 12})  # K W B: eleven besides the start floor


def test_substitute() -> None:
    """TU.15 / TU-15: one grey floor left, two asked for: one grey, a free choice, one black."""
    state = at(SCARCE, START, market="GGK,WWB,BBG", stocks="-|GGGGGGGGGG")
    state.supply["G"] -= 1
    state.stocks[0]["G"] += 1
    assert state.supply["G"] == 1
    after = play(SCARCE, state, "GGK")
    assert (stock(after), after.due, after.step) == ("KGG", 1, "gain")
    assert tu.legal(SCARCE, after) == ["+K", "+W", "+B"]  # any other colour
    assert stock(play(SCARCE, after, "+B")) == "KBGG"


def test_what_is_a_shortage() -> None:
    """TU.16 / TU-16: asking for what is not there, and nothing else."""
    # all grey floors are in stocks; nobody has asked for more
    state = at(SCARCE, START, market="GGK,WWB,BBK", stocks="GG|GGGGGGGGGG")
    assert state.supply["G"] == 0
    assert state.end is None
    # another card is taken while one that asks for grey lies there
    other = play(SCARCE, state, "WWB")
    assert other.end is None
    after = play(SCARCE, state, "GGK")
    assert after.end is not None
    assert (after.end.causes, after.end.by, after.end.left) == (["shortage"], 0, 2)
    # the last grey floor is taken, and no more is asked for
    state = at(SCARCE, START, market="KKG,WWB,BBK", stocks="G|GGGGGGGGGG")
    assert state.supply["G"] == 1
    after = play(SCARCE, state, "KKG")
    assert after.supply["G"] == 0
    assert after.end is None


def test_order_of_taking() -> None:
    """TU.17 / TU-17: shown colours, then substitutes, then jokers; a joker lacks nothing while
    there is any floor, wherever it stands on the card.
    """
    cards = {"cards": ["*G", *BOX_CARDS[1:]]}
    rules = tu.load_rules("standard", 2, {"floors": 12}, cards)
    state = at(rules, START, market="*G,WWB,BBK", stocks="G|GGGGGGGGGG")
    assert state.supply["G"] == 1
    after = play(rules, state, "*G")  # the joker lies below, but the floor is taken first
    assert (stock(after), after.supply["G"], after.end) == ("GG", 0, None)
    assert tu.legal(rules, after) == ["+K", "+W", "+B"]


def empty_supply(rules: tu.Rules, state: tu.State, left: str) -> tu.State:
    """The state with a supply of these floors only; where the others are does not matter."""
    state = copy.deepcopy(state)
    state.supply = {colour: left.count(colour) for colour in "KWBG"}
    return state


def test_empty_supply() -> None:
    """TU.18 / TU-18, TU-17: a substitute is a duty while there is any floor; with none left nothing
    is taken and the end is triggered all the same, by a joker too.
    """
    state = at(TWO, START, market="KKW,**,KB*", stocks="-|-")
    # one floor for two that lack: one substitute, no choice to decline
    after = play(TWO, empty_supply(TWO, state, "G"), "KKW")
    assert (after.step, after.due, tu.legal(TWO, after)) == ("gain", 1, ["+G"])
    assert after.end is not None
    after = play(TWO, after, "+G")
    assert (after.step, stock(after)) == ("refill", "G")
    # nothing at all
    for card in ("KKW", "**", "KB*"):
        after = play(TWO, empty_supply(TWO, state, ""), card)
        assert (after.step, stock(after)) == ("refill", "")
        assert after.end is not None
    # two jokers and one floor: the second joker is short
    after = play(TWO, empty_supply(TWO, state, "W"), "**")
    assert (after.due, after.end is not None) == (1, True)
    after = play(TWO, empty_supply(TWO, state, "WW"), "**")
    assert (after.due, after.end) == (2, None)
    # a substitute leaves nothing for the joker
    after = play(TWO, empty_supply(TWO, state, "KW"), "KB*")
    assert (stock(after), after.due, after.end is not None) == ("K", 1, True)


def test_shortage_above_the_cap() -> None:
    """TU.18 / TU-18: triggered also if floors go back at once."""
    state = at(SCARCE, START, market="GGG,WWB,BBK", stocks="GGGGGGGGGG|GG")
    after = play(SCARCE, state, "GGG")
    assert after.end is not None
    after = play(SCARCE, after, "+K +K +W -G -G -G")
    assert (after.step, stock(after), after.supply["G"]) == ("refill", "KKWGGGGGGG", 3)
    assert after.end is not None


def test_shown_floors_of_one_card_compete() -> None:
    """TU.15 / TU-15: each floor shown is asked for by itself; the rest of the card is unharmed."""
    state = at(SCARCE, START, market="GGW,WWB,BBK", stocks="G|GGGGGGGGGG")
    after = play(SCARCE, state, "GGW")
    assert (stock(after), after.due) == ("WGG", 1)
    assert stock(play(SCARCE, after, "+W")) == "WWGG"


def test_a_turn_with_a_card_to_the_end() -> None:
    """TU.07 / TU-07, TU.08 / TU-08: two cards and their refills, seat by seat."""
    state = at(TWO, START, market="KKW,WWB,BBG", stocks="-|-")
    state = play(TWO, state, "WWB WWW BBG ** KKW")
    assert (state.seat, state.step, state.taken) == (0, "refill", [2, 1])
    state = step(TWO, state, "**")
    assert (state.seat, state.market, state.discard) == (
        1,
        ["WWW", "**", "**"],
        ["KKW", "WWB", "BBG"],
    )
    assert [stock(state, seat) for seat in (0, 1)] == ["KKWWWB", "BBG"]
    assert state.plies == 3
    assert tu.turns(TWO, state) == 3
