"""The oracle of Lost Cities against the checklist (LC.nn) and its rule page (LC-nn): the turn.

Positions are written down by hand; what they must give was worked out on paper.
Scores, rounds and the end are tested in ``test_lost_cities_oracle_end.py``, what a seat knows and
the notation in ``test_lost_cities_oracle_notation.py``.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter

import pytest

from oracle import lost_cities as lc
from oracle.lost_cities_notation import impossible
from oracle.lost_cities_positions import at, deal, play, step, walk

VARIANTS = ("standard", "published", "six-colour", "match")
STANDARD = lc.load_rules("standard")
TAKE_BACK = lc.load_rules("standard", overrides={"take_back": True})
KINDS = ("Rx", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10")


def plays(state: lc.State, rules: lc.Rules = STANDARD) -> set[str]:
    """The cards that may be added to a row."""
    return {action[:-1] for action in lc.legal(rules, state) if action.endswith("+")}


def everything(state: lc.State) -> list[str]:
    """All cards wherever they are, collected by the test itself."""
    cards = state.hands[0] + state.hands[1] + state.deck
    for rows in (*state.rows, state.piles):
        cards = cards + [card for row in rows.values() for card in row]
    return cards


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards(variant: str) -> None:
    """LC.01 / LC-01: each colour has 2 to 10 once and three equal wagers; nothing gets lost."""
    rules = lc.load_rules(variant)
    letters = "RGBWYP" if variant == "six-colour" else "RGBWY"
    expected = Counter({f"{c}{n}": 1 for c in letters for n in range(2, 11)})
    expected.update({f"{c}x": 3 for c in letters})
    assert Counter(lc.all_cards(rules)) == expected
    assert expected.total() == 12 * len(letters)
    for seed in range(3):
        for _, _, state in walk(rules, seed):
            assert Counter(everything(state)) == expected


def test_cards_of_other_games() -> None:
    """LC.01 / LC-01: colours, numbers and wagers are rule values."""
    values = {"colours": 2, "low": 4, "high": 6, "wagers": 1, "hand_size": 2}
    rules = lc.load_rules("standard", overrides=values)
    assert lc.all_cards(rules) == ["Rx", "R4", "R5", "R6", "Gx", "G4", "G5", "G6"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_deal(variant: str) -> None:
    """LC.02 / LC-02: eight cards each, dealt by turns, the rest is the deck, seat 1 begins."""
    rules = lc.load_rules(variant)
    state = lc.start(rules)
    order = "R2 G2 R3 G3 R4 G4 R5 G5 R6 G6 R7 G7 R8 G8 R9 G9"
    for number, card in enumerate(order.split()):
        assert lc.turn(rules, state) == "chance"
        assert lc.legal(rules, state) == []
        assert (len(state.hands[0]), len(state.hands[1])) == ((number + 1) // 2, number // 2)
        state = lc.apply_chance(rules, state, card)
    assert state.hands == [order.split()[0::2], order.split()[1::2]]
    assert len(state.deck) == (56 if variant == "six-colour" else 44)
    assert state.deck == [c for c in lc.all_cards(rules) if c not in order.split()]
    assert not any(row for rows in (*state.rows, state.piles) for row in rows.values())
    assert (lc.turn(rules, state), state.phase, lc.end(rules, state)) == (0, "place", None)


def test_chance_gives_undrawn_cards_only() -> None:
    """LC.02 / LC-02: a card that is dealt is gone; the third wager is the last of its kind."""
    state = play(STANDARD, lc.start(STANDARD), "R2 Gx Gx Gx")
    for card in ("R2", "Gx", "P2", "R11", "deck", ""):
        with pytest.raises(ValueError, match="not in the deck"):
            lc.apply_chance(STANDARD, state, card)
    with pytest.raises(ValueError, match="not legal"):
        lc.apply(STANDARD, state, "R2-")
    with pytest.raises(ValueError, match="no card of the deck is due"):
        lc.apply_chance(STANDARD, deal(STANDARD, 0), "R2")


@pytest.mark.parametrize("variant", VARIANTS)
def test_turn_is_placing_then_taking(variant: str) -> None:
    """LC.03 / LC-03: the phases follow each other in one order, and only their actions exist."""
    rules = lc.load_rules(variant)
    for seed in range(3):
        for before, token, after in walk(rules, seed):
            actions = lc.legal(rules, before)
            assert len(actions) == len(set(actions))
            if before.phase == "place":
                assert actions
                assert all(re.fullmatch(r"[RGBWYP](x|\d+)[+-]", a) for a in actions)
                assert (after.seat, after.phase) == (before.seat, "draw")
            elif before.phase == "draw":
                assert all(re.fullmatch("deck|[RGBWYP]", a) for a in actions)
                there = (before.seat, "deck") if token == "deck" else (1 - before.seat, "place")
                assert (after.seat, after.phase) == there
            else:
                assert actions == []
                if before.phase == "deck" and after.phase != "deal":
                    assert (after.seat, after.phase) == (1 - before.seat, "place")


def test_states_are_never_altered() -> None:
    """LC.03 / LC-03: an action gives another state; the one before stays as it was."""
    rng = random.Random(6)
    for rules in (STANDARD, lc.load_rules("match", overrides={"colours": 1, "hand_size": 2})):
        state = lc.start(rules)
        while (who := lc.turn(rules, state)) is not None:
            before = copy.deepcopy(state)
            token = rng.choice(state.deck if who == "chance" else lc.legal(rules, state))
            after = step(rules, state, token)
            assert state == before
            state = after


def test_wrong_half_of_a_turn_is_refused() -> None:
    """LC.03 / LC-03: no taking first, no second placing, no pass; the state stays as it was."""
    placing = at(STANDARD, "R5,R7", piles="G:4", turn="2:place")
    taking = play(STANDARD, placing, placing.hands[1][0] + "-")
    waiting = play(STANDARD, taking, "deck")
    for state, actions in (
        (placing, ["deck", "G", "R5+", "pass", "", placing.hands[1][0]]),
        (taking, [taking.hands[1][0] + "-", taking.hands[1][0] + "+", "R", "pass", "", "+"]),
        (waiting, ["deck", "G", waiting.hands[1][0] + "-", "pass", ""]),
    ):
        before = copy.deepcopy(state)
        for action in actions:
            with pytest.raises(ValueError, match="not legal"):
                lc.apply(STANDARD, state, action)
        assert state == before


def test_cards_go_to_the_own_row_or_the_pile_of_their_colour() -> None:
    """LC.04 / LC-04: one of two places gets the card, at its end; nothing else changes."""
    for seed in range(5):
        for before, token, after in walk(STANDARD, seed):
            if before.phase != "place":
                continue
            card, seat = token[:-1], before.seat
            rows, piles = copy.deepcopy(before.rows), copy.deepcopy(before.piles)
            place = rows[seat] if token.endswith("+") else piles
            place[card[0]] = [*place[card[0]], card]
            assert (after.rows, after.piles, after.deck) == (rows, piles, before.deck)
            assert Counter(after.hands[seat]) + Counter([card]) == Counter(before.hands[seat])
            assert after.hands[1 - seat] == before.hands[1 - seat]


def test_one_row_per_colour() -> None:
    """LC.05 / LC-05: five rows a seat; a low card cannot begin a second one of its colour."""
    state = at(STANDARD, "R3,R7,Rx", "R2,R4,Rx", rows="R:5|-")
    assert [list(rows) for rows in state.rows] == [list("RGBWY")] * 2
    assert "R7" in plays(state)
    assert not plays(state) & {"R3", "Rx"}
    other = play(STANDARD, state, "R7+ deck " + state.deck[0])
    assert {"R2", "R4", "Rx"} <= plays(other)  # the row of the other seat does not matter


@pytest.mark.parametrize("card", KINDS)
def test_any_card_begins_a_row(card: str) -> None:
    """LC.06 / LC-06: each of the ten kinds opens an empty row, beside rows of other colours."""
    for rows in ("-|-", "G:9;Y:10|R:x"):
        state = at(STANDARD, card, rows=rows)
        assert play(STANDARD, state, card + "+").rows[0]["R"] == [card]


@pytest.mark.parametrize(
    ("row", "fitting"),
    [
        ("x", "Rx R2 R3 R4 R5 R6 R7 R8 R9 R10"),
        ("x,x", "Rx R2 R3 R4 R5 R6 R7 R8 R9 R10"),
        ("x,x,x", "R2 R3 R4 R5 R6 R7 R8 R9 R10"),
        ("2", "R3 R4 R5 R6 R7 R8 R9 R10"),
        ("5", "R6 R7 R8 R9 R10"),
        ("x,5", "R6 R7 R8 R9 R10"),
        ("2,5", "R6 R7 R8 R9 R10"),
        ("2,9", "R10"),
        ("10", ""),
        ("x,x,2,10", ""),
    ],
)
def test_rows_rise(row: str, fitting: str) -> None:
    """LC.07 / LC-07, LC.08 / LC-08: every red card against a row, one after the other."""
    found = set()
    for card in KINDS:
        if card[1:] in row.split(",") and (card != "Rx" or row.count("x") == 3):
            continue
        first = plays(at(STANDARD, card, rows=f"R:{row}|-"))
        second = plays(at(STANDARD, "", card, rows=f"-|R:{row}", turn="2:place"))
        assert (card in first) == (card in second)
        found |= first & {card}
    assert found == set(fitting.split())


def test_wagers_come_before_numbers() -> None:
    """LC.08 / LC-08: one, two, three wagers; after a number none, with or without earlier ones."""
    hand = "Rx,Rx,Rx,R5,Gx,G6"
    state = at(STANDARD, hand, "Y2,Y3,Y4,Y5,Y6,Y7,Y8,Y9")
    for number, card in enumerate(("Rx", "Rx", "Rx")):
        assert state.rows[0]["R"] == ["Rx"] * number
        reply = f"{state.hands[1][0]}- deck"
        state = play(STANDARD, state, f"{card}+ deck W{number + 2} {reply} B{number + 2}")
    assert state.rows[0]["R"] == ["Rx"] * 3
    state = play(STANDARD, state, f"R5+ deck W5 {state.hands[1][0]}- deck B5")
    assert state.rows[0]["R"] == ["Rx", "Rx", "Rx", "R5"]
    state = play(STANDARD, state, f"G6+ deck W6 {state.hands[1][0]}- deck B6")
    assert "Gx" in state.hands[0]
    assert "Gx" not in plays(state)

    assert "Rx" not in plays(at(STANDARD, "Rx", rows="R:x,x,5|-"))
    four = lc.load_rules("standard", overrides={"wagers": 4, "high": 9})
    assert "Rx" in plays(at(four, "Rx", rows="R:x,x,x|-"), four)


def test_discarding_is_always_open() -> None:
    """LC.09 / LC-09: as many discards as distinct cards, wagers and fitting cards included."""
    for seed in range(5):
        for before, _, _ in walk(STANDARD, seed):
            if before.phase == "place":
                discards = [a[:-1] for a in lc.legal(STANDARD, before) if a.endswith("-")]
                assert sorted(discards) == sorted(set(before.hands[before.seat]))
    state = at(STANDARD, "Rx,Rx,Rx,R5,R7,Gx,G10,B2", rows="-|G:2")
    expected = {"Rx-", "R5-", "R7-", "Gx-", "G10-", "B2-"}
    assert {a for a in lc.legal(STANDARD, state) if a.endswith("-")} == expected
    assert len(lc.legal(STANDARD, state)) == 12


def test_last_in_first_out() -> None:
    """LC.10 / LC-10: five piles; A and then B are put on one, B is taken first, then A."""
    state = at(STANDARD, "R7,G2", "R3,G9", piles="B:x")
    assert list(state.piles) == list("RGBWY")
    state = at(STANDARD, "R7,G2", "R3,G9", piles="B:x", turn="2:place")
    state = play(STANDARD, state, "R3- B R7- deck W2")
    assert state.piles["R"] == ["R3", "R7"]
    state = play(STANDARD, state, "G9- R")
    assert "R7" in state.hands[1]
    assert state.piles["R"] == ["R3"]
    state = play(STANDARD, state, "G2- R")
    assert "R3" in state.hands[0]
    assert state.piles["R"] == []
    assert state.piles["G"] == ["G9", "G2"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_taking(variant: str) -> None:
    """LC.11 / LC-11: the deck and the top of each open pile; the card comes into the hand."""
    rules = lc.load_rules(variant)
    for seed in range(3):
        discarded = ""
        for before, token, after in walk(rules, seed):
            if before.phase == "place":
                discarded = token[0] if token.endswith("-") else ""
            if before.phase == "draw":
                open_piles = {c for c, pile in before.piles.items() if pile} - {discarded}
                assert sorted(lc.legal(rules, before)) == sorted(["deck", *open_piles])
                if token == "deck":
                    continue
                top = before.piles[token][-1]
                assert after.piles[token] == before.piles[token][:-1]
                assert sorted(after.hands[before.seat]) == sorted([*before.hands[before.seat], top])
                assert (after.deck, after.rows) == (before.deck, before.rows)
            if before.phase == "deck" and after.phase != "deal":
                hand = before.hands[before.seat]
                assert Counter(before.deck) - Counter(after.deck) == Counter([token])
                assert sorted(after.hands[before.seat]) == sorted([*hand, token])


@pytest.mark.parametrize(
    ("piles", "action", "expected"),
    [
        ("B:4", "R5-", "deck B"),
        ("R:4;B:4", "R5-", "deck B"),
        ("R:4", "R5-", "deck"),
        ("-", "R5-", "deck"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "R5-", "deck G B W Y"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "Rx-", "deck G B W Y"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "R5+", "deck R G B W Y"),
        ("R:4;G:x;B:4;W:2,3;Y:9", "Rx+", "deck R G B W Y"),
        ("R:4", "R5+", "deck R"),
        ("-", "R5+", "deck"),
    ],
)
def test_own_discard_is_closed(piles: str, action: str, expected: str) -> None:
    """LC.12 / LC-12: only the pile discarded on is closed, and only after a discard."""
    state = play(STANDARD, at(STANDARD, "R5,Rx", piles=piles), action)
    assert set(lc.legal(STANDARD, state)) == set(expected.split())
    if "R" not in expected.split():
        with pytest.raises(ValueError, match="not legal"):
            lc.apply(STANDARD, state, "R")


def test_the_ban_ends_with_the_turn() -> None:
    """LC.12 / LC-12: the other seat may take the card, or the same seat in a later turn."""
    state = play(STANDARD, at(STANDARD, "R5,G6", "R6,G7"), "R5- deck W2 G7-")
    assert set(lc.legal(STANDARD, state)) == {"deck", "R"}
    assert "R5" in play(STANDARD, state, "R").hands[1]
    later = play(STANDARD, state, "deck W3 G6-")
    assert set(lc.legal(STANDARD, later)) == {"deck", "R"}
    assert "R5" in play(STANDARD, later, "R").hands[0]
    covered = play(STANDARD, at(STANDARD, "R5,G6", "R6,G7"), "R5- deck W2 R6- deck W3 G6- R")
    assert covered.piles["R"] == ["R5"]
    assert "R6" in covered.hands[0]


def test_taking_back_can_be_allowed() -> None:
    """LC.12 / LC-12: with ``take_back`` no pile is closed, and the turn can come to nothing."""
    before = at(TAKE_BACK, "R5,Rx", piles="G:2,3")
    state = play(TAKE_BACK, before, "R5-")
    assert state.closed is None
    assert set(lc.legal(TAKE_BACK, state)) == {"deck", "R", "G"}
    after = play(TAKE_BACK, state, "R")
    assert (after.hands, after.piles) == (before.hands, before.piles)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_are_complete_after_each_turn(variant: str) -> None:
    """LC.13 / LC-13: eight cards each when a turn begins, seven while a card is due."""
    rules = lc.load_rules(variant)
    for seed in range(3):
        for _, _, state in walk(rules, seed):
            sizes = (len(state.hands[state.seat]), len(state.hands[1 - state.seat]))
            if state.phase == "place":
                assert sizes == (8, 8)
            elif state.phase in ("draw", "deck"):
                assert sizes == (7, 8)
            assert impossible(rules, state) == []


def test_each_taking_ends_the_turn() -> None:
    """LC.13 / LC-13: after the deck and after a pile the other seat is to place."""
    for line in ("R5+ deck W2", "R5- deck W2", "R5+ G", "R5- G"):
        state = play(STANDARD, at(STANDARD, "R5", piles="G:2,3"), line)
        assert (lc.turn(STANDARD, state), state.phase, len(state.hands[0])) == (1, "place", 8)
