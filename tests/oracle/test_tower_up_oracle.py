"""The oracle of Tower Up against the checklist (TU.nn) and its rule page (TU-nn): set-up.

Positions are written down by hand; what they must give was worked out on paper. Cards are tested in
``test_tower_up_oracle_cards.py``, founding, roofs and extra turns in ``..._build.py``, the end in
``..._end.py``, results in ``..._results.py``, the notation in ``..._notation.py``.
"""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest

from oracle import tower_up as tu
from oracle.tower_up_components import BOX_CARDS, COLOURS, floors_of, vehicles_of
from oracle.tower_up_positions import at, play, step, walk
from oracle.tower_up_state import colours_around, roofs_placed, size

TWO = tu.load_rules("standard", 2)
THREE = tu.load_rules("standard", 3)
FOUR = tu.load_rules("standard", 4)
CHOSEN = tu.load_rules("chosen-start", 2)
FORGO = tu.load_rules("standard", 2, {"over_cap": "forgo_new"})
START = "a1K-,c1W-,e1B-"  # three start floors of the small side, far apart


def floors_everywhere(state: tu.State) -> Counter[str]:
    """All floors wherever they are, collected by the test itself."""
    found = Counter(state.supply)
    for stock in state.stocks:
        found.update(stock)
    for building in state.board.values():
        found[building.colour] += len(building.floors)
    return found


def cards_everywhere(state: tu.State) -> Counter[str]:
    return Counter([*state.deck, *state.market, *state.discard])


def stock(state: tu.State, seat: int = 0) -> str:
    """A stock as letters."""
    return "".join(colour * state.stocks[seat][colour] for colour in COLOURS)


# --- components and set-up -----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_gets_lost(players: int) -> None:
    """TU.01 / TU-01: 30 floors a colour and 44 cards at every ply; ten roofs, four vehicles."""
    rules = tu.load_rules("standard", players)
    assert rules["floors"] == 30
    assert rules["roofs"] == 10
    for seed in range(3):
        for _, _, state in walk(rules, seed):
            assert floors_everywhere(state) == Counter(dict.fromkeys("KWBG", 30))
            assert cards_everywhere(state) == Counter(BOX_CARDS)
            assert len(state.vehicles) == len(state.cones) == players
            assert all(list(steps) == list("KWBG") for steps in state.vehicles)
            assert all(roofs_placed(state, seat) <= 10 for seat in range(players))
            assert len(state.objectives) <= 3


def test_cards_of_the_box() -> None:
    """TU.02 / TU-02: the deck is the 44 cards of the list, with none, one or two vehicles."""
    state = tu.start(TWO)
    assert Counter(state.deck) == Counter(BOX_CARDS)
    assert len(state.deck) == 44
    assert {len(vehicles_of(card)) for card in state.deck} == {0, 1, 2}
    assert all(floors_of(card) for card in state.deck)


def test_start_floors_keep_the_rule_of_colours() -> None:
    """TU.03 / TU-03: every set-up, also with three equal bottoms: apart and never equal beside."""
    for seed in range(60):
        for before, token, after in walk(THREE, seed):
            if before.step == "start":
                assert token[-1] not in colours_around(THREE, before, token[:-1])
            if after.step == "act":
                break
    state = play(TWO, tu.start(TWO), "gardens ladder block KKK KKW KKB a1K")
    assert {place[-1] for place in tu.chances(TWO, state)} == {"K"}
    assert "a2K" not in tu.chances(TWO, state)  # a street joins it with a1
    assert "b2K" not in tu.chances(TWO, state)
    assert "b1K" in tu.chances(TWO, state)
    assert len(tu.chances(TWO, state)) == 24 - 1 - 2
    with pytest.raises(ValueError, match="'a2K' cannot come now"):
        step(TWO, state, "a2K")
    state = play(TWO, tu.start(TWO), "gardens ladder block KKK WWW KKB a1K")
    assert "a2W" in tu.chances(TWO, state)  # another colour may stand beside


@pytest.mark.parametrize(("players", "chips"), [(2, [7, 5]), (3, [7, 5, 3]), (4, [7, 5, 3, 3])])
def test_set_up(players: int, chips: list[int]) -> None:
    """TU.04 / TU-04, TU-57: three cards, three start floors without roofs, one floor of each
    colour in stock, vehicles at the first space, three objectives with chips by players.
    """
    rules = tu.load_rules("standard", players)
    state = play(rules, tu.start(rules), "ladder gardens block GGK KKW WWW")
    assert list(state.objectives) == ["ladder", "gardens", "block"]
    assert state.market == ["WWW", "KKW", "GGK"]  # in the order of the list
    assert tu.turn(rules, state) == "chance"
    # the first floor is that of the first card as written, and so on
    assert {place[-1] for place in tu.chances(rules, state)} == {"W"}
    state = play(rules, state, "a1W b2K")
    assert {place[-1] for place in tu.chances(rules, state)} == {"G"}
    state = step(rules, state, "a2G")
    assert {site: b.colour for site, b in state.board.items()} == {"a1": "W", "a2": "G", "b2": "K"}
    assert all(building.floors == [None] for building in state.board.values())
    assert len(state.market) == 3
    assert [stock(state, seat) for seat in range(players)] == ["KWBG"] * players
    assert state.vehicles == [dict.fromkeys("KWBG", 0)] * players
    assert state.supply == {
        "K": 29 - players,
        "W": 29 - players,
        "B": 30 - players,
        "G": 29 - players,
    }
    assert rules["components"].chips == chips
    assert (tu.turn(rules, state), state.step, state.plies) == (0, "act", 0)
    assert tu.totals(rules, state) == [0] * players


def test_set_up_draws_from_what_is_left() -> None:
    """TU.04 / TU-57: an objective and a card come once each; two equal cards twice."""
    state = play(TWO, tu.start(TWO), "gardens block")
    assert set(tu.chances(TWO, state)) == set(TWO["components"].names) - {"gardens", "block"}
    state = play(TWO, state, "ladder ** KKW")
    assert "KKW" not in tu.chances(TWO, state)
    assert tu.chances(TWO, state).count("**") == 1
    assert len(tu.chances(TWO, state)) == 42
    state = play(TWO, state, "**")
    for outcome in ("KKW", "gardens", "a1", "a1k", ""):
        with pytest.raises(ValueError, match="cannot come now"):
            step(TWO, state, outcome)


def test_first_game() -> None:
    """TU.04 / TU-04: the marked objectives, or the first of them, without a draw."""
    rules = tu.load_rules("first-game", 3)
    state = tu.start(rules)
    assert list(state.objectives) == ["palette", "gardens", "boroughs"]
    assert state.step == "card"
    rules = tu.load_rules("first-game", 3, {"objectives": 2})
    assert list(tu.start(rules).objectives) == ["palette", "gardens"]
    rules = tu.load_rules("standard", 3, {"objectives": 0})
    assert tu.start(rules).step == "card"


def test_other_numbers_in_set_up() -> None:
    """TU.04 / TU-04: market, start stock, floors and objectives are rule values."""
    rules = tu.load_rules(
        "standard", 2, {"market": 2, "start_stock": 0, "floors": 20, "objectives": 1}
    )
    state = play(rules, tu.start(rules), "block KKK WWW a1K a2W")
    assert state.step == "act"
    assert state.supply == {"K": 19, "W": 19, "B": 20, "G": 20}
    assert [size(each) for each in state.stocks] == [0, 0]
    assert sorted(tu.legal(rules, state)) == ["KKK", "WWW"]


def test_seat_one_chooses_start_sites() -> None:
    """TU.04 / TU-04, TU-59: a ply for each start floor, before the first turn of seat 1."""
    state = play(CHOSEN, tu.start(CHOSEN), "gardens ladder block KKK KKW WWW")
    assert (tu.turn(CHOSEN, state), state.step) == (0, "start")
    assert tu.chances(CHOSEN, state) == []
    assert tu.legal(CHOSEN, state) == [f"{site}K" for site in CHOSEN["components"].city.sites]
    state = play(CHOSEN, state, "a1K")
    assert (tu.turn(CHOSEN, state), state.plies) == (0, 1)
    # the market as written is KKK, WWW, KKW: white is next
    state = play(CHOSEN, state, "a2W")
    assert "a2K" not in tu.legal(CHOSEN, state)
    assert "b2K" not in tu.legal(CHOSEN, state)
    assert "a3K" in tu.legal(CHOSEN, state)
    state = play(CHOSEN, state, "a3K")
    assert (tu.turn(CHOSEN, state), state.step, state.plies) == (0, "act", 3)


def test_joker_as_bottom_floor() -> None:
    """TU-56: any colour, together with the site; vehicles do not count as floors."""
    for variant in ("standard", "chosen-start"):
        rules = tu.load_rules(variant, 2)
        state = play(rules, tu.start(rules), "gardens ladder block KKK ** *kw a1K")
        places = tu.chances(rules, state) if variant == "standard" else tu.legal(rules, state)
        assert len(places) == 23 * 4 - 2  # black is not possible on a2 and b2
        assert "a2K" not in places
        assert "a2W" in places
        state = play(rules, state, "a2W c1K")
        assert [b.colour for b in state.board.values()] == ["K", "W", "K"]


# --- turn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round(players: int) -> None:
    """TU.05 / TU-05: clockwise from seat 1, but for extra turns."""
    rules = tu.load_rules("standard", players)
    for seed in range(3):
        expected, extra = 0, [0] * players
        for before, _, after in walk(rules, seed):
            if before.step == "act":
                assert before.seat == expected
            if after.step == "act" and before.step != "start":
                if after.extra == extra:
                    expected = (expected + 1) % players
                extra = list(after.extra)


def test_one_of_two_actions() -> None:
    """TU.06 / TU-06: cards and buildings while both are possible, cards else; never a pass."""
    state = at(TWO, START, stocks="KWBG|KWBG")
    kinds = {("card" if action in state.market else "found") for action in tu.legal(TWO, state)}
    assert kinds == {"card", "found"}
    state = at(TWO, START, stocks="-|KWBG")
    assert tu.legal(TWO, state) == ["KKW", "WWB", "BBG"]
    for action in ("pass", "", "a1", "b2W", "+K", "-K"):
        with pytest.raises(ValueError, match="not legal"):
            tu.apply(TWO, state, action)
    for seed in range(3):
        for before, _, _ in walk(THREE, seed):
            assert bool(tu.legal(THREE, before)) == isinstance(tu.turn(THREE, before), int)


def test_states_are_never_altered() -> None:
    """TU.06 / TU-06: an action or a card gives another state; the one before stays as it was."""
    rng = random.Random(6)
    for rules in (TWO, FOUR, FORGO):
        state = tu.start(rules)
        while (who := tu.turn(rules, state)) is not None:
            before = copy.deepcopy(state)
            choices = tu.chances(rules, state) if who == "chance" else tu.legal(rules, state)
            after = step(rules, state, rng.choice(choices))
            assert state == before
            state = after
