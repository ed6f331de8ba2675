"""The oracle of Lost Cities against LC.23 of the checklist and its rule page: knowledge, notation.

Also rule values and variants, and the odd positions that other tests start from.
"""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest

from oracle import lost_cities as lc
from oracle.lost_cities_notation import impossible
from oracle.lost_cities_positions import at, deal, odd_state, play, walk
from oracle.lost_cities_state import CHOICES, LIMITS, VARIANTS

SETS = ("standard", "published", "six-colour", "match")
STANDARD = lc.load_rules("standard")
TOP = lc.load_rules("standard", overrides={"pile_memory": "top"})
MATCH = lc.load_rules("match")
TINY = lc.load_rules("standard", overrides={"colours": 1, "hand_size": 2})
TINY_MATCH = lc.load_rules("match", overrides={"colours": 1, "hand_size": 2})
TAKE_BACK = lc.load_rules("standard", overrides={"colours": 1, "hand_size": 2, "take_back": True})
H1 = "R2,R3,R4,R5,G2,G3,G4,G5"
H2 = "R6,R7,R8,R9,G6,G7,G8,G9"
DEALT = f"{H1}|{H2} -|- - -|- 1:place 0|0"
PAST = "36,-20,16,0;0,32,0,0,0;1,1,4|0,0,0,0;0,0,0,0,0;0,0,0"


def seen(rules: lc.Rules, state: lc.State, seat: int) -> list[str]:
    """The fields of an observation."""
    return lc.observation(rules, state, seat).split(" ")


# --- what a seat knows ---------------------------------------------------------------------------


def test_observation_of_a_deal() -> None:
    """LC.23 / LC-23: the own hand and the size of the deck, nothing of the other hand."""
    state = lc.parse(STANDARD, DEALT)
    rest = "-|- - -|- 1:place 0|0 deck=44"
    assert lc.observation(STANDARD, state, 0) == f"{H1}|?*8 {rest}"
    assert lc.observation(STANDARD, state, 1) == f"?*8|{H2} {rest}"


def test_observation_of_a_game() -> None:
    """LC.23 / LC-23: tables, piles with the top apart, and cards that were seen to be taken."""
    line = "R2- deck W2 R6+ R G2- deck W3 R7- G R3- deck W4 G2- deck W5 G3- R"
    state = play(STANDARD, lc.parse(STANDARD, DEALT), line)
    own1, own2 = "R3,R4,R5,G4,G5,W2,W3,W4", "R2,R8,R9,G6,G7,G8,G9,W5"
    rest = "-|R:6 R:-/7;G:2/3 R3|R2 2:place 1|2 deck=40"
    assert lc.observation(STANDARD, state, 0) == f"{own1}|R2,?*7 {rest}"
    assert lc.observation(STANDARD, state, 1) == f"R3,?*7|{own2} {rest}"


def test_observation_keeps_the_history() -> None:
    """LC.23 / LC-23: piles and known cards are what was seen to be put down and taken."""
    for rules in (STANDARD, MATCH, TOP):
        piles: dict[str, list[str]] = {c: [] for c in "RGBWY"}
        known: list[list[str]] = [[], []]
        for before, token, after in walk(rules, 5):
            seat = before.seat
            if before.phase == "place":
                card = token[:-1]
                if card in known[seat]:
                    known[seat].remove(card)
                if token.endswith("-"):
                    piles[card[0]].append(card)
            elif before.phase == "draw" and token != "deck":
                known[seat].append(piles[token].pop())
            elif after.phase == "deal":
                piles, known = {c: [] for c in "RGBWY"}, [[], []]

            written = []
            for letter, cards in piles.items():
                lower = ",".join(card[1:] for card in cards[:-1]) or "-"
                if rules is TOP and len(cards) > 1:
                    lower = f"?*{len(cards) - 1}"
                if cards:
                    written.append(f"{letter}:{lower}/{cards[-1][1:]}")
            for observer in (0, 1):
                fields = seen(rules, after, observer)
                assert fields[2] == (";".join(written) or "-")
                other = lc.in_order(known[1 - observer])
                hidden = len(after.hands[1 - observer]) - len(other)
                entries = other + ([f"?*{hidden}"] if hidden else [])
                hands = fields[0].split("|")
                assert hands[1 - observer] == (",".join(entries) or "-")
                assert hands[observer] == (",".join(after.hands[observer]) or "-")
                assert fields[6] == f"deck={len(after.deck)}"


@pytest.mark.parametrize("variant", SETS)
def test_observation_does_not_leak(variant: str) -> None:
    """LC.23 / LC-23: cards a seat cannot know may change places; its observation is the same."""
    rules, rng = lc.load_rules(variant), random.Random(23)
    for _ in range(40):
        state = odd_state(rules, rng)
        for seat in (0, 1):
            other = 1 - seat
            hidden = list(state.hands[other])
            for card in state.known[other]:
                hidden.remove(card)
            cards = rng.sample(hidden + state.deck, len(hidden) + len(state.deck))
            changed = lc.parse(rules, lc.write(rules, state))
            changed.hands[other] = lc.in_order(state.known[other] + cards[: len(hidden)])
            changed.deck = lc.in_order(cards[len(hidden) :])
            assert impossible(rules, changed) == []
            assert lc.observation(rules, changed, seat) == lc.observation(rules, state, seat)
            own = lc.observation(rules, changed, other) == lc.observation(rules, state, other)
            assert own == (changed.hands == state.hands)


def test_pile_memory() -> None:
    """LC.23 / LC-23: with ``top`` lower cards are a number; everything else is the same."""
    state = at(STANDARD, piles="R:2,x,9;G:5")
    assert seen(STANDARD, state, 0)[2] == "R:2,x/9;G:-/5"
    assert seen(TOP, state, 0)[2] == "R:?*2/9;G:-/5"
    for field in (0, 1, 3, 4, 5, 6):
        assert seen(STANDARD, state, 0)[field] == seen(TOP, state, 0)[field]
    assert lc.legal(STANDARD, state) == lc.legal(TOP, state)


def test_known_wagers_leave_first() -> None:
    """LC.23 / LC-23: two equal wagers, one of them known; the known one is placed first."""
    text = f"Rx,Rx,R4,R5,G2,G3,G4,G5|{H2} R:x|- - Rx,R4|- 2:place 2|0"
    before = lc.parse(STANDARD, text)
    assert before.known == [["Rx", "R4"], []]
    state = play(STANDARD, before, "R6- deck W2")
    for action in ("Rx+", "Rx-"):
        assert play(STANDARD, state, action).known == [["R4"], []]
        assert play(STANDARD, state, f"{action} deck W3 R7- deck W4 {action}").known[0] == ["R4"]
    assert play(STANDARD, state, "G2-").known == [["Rx", "R4"], []]
    assert play(STANDARD, state, "R4+ deck W3").known == [["Rx"], []]


def test_cards_of_the_deck_stay_unknown() -> None:
    """LC.23 / LC-23: a card drawn from the deck is known to nobody else, a taken one is."""
    state = play(STANDARD, lc.parse(STANDARD, DEALT), "R2- deck W2 G6- R R3- G")
    assert state.known == [["G6"], ["R2"]]
    assert "W2" in state.hands[0]
    assert seen(STANDARD, state, 1)[0].startswith("G6,?*7|")
    assert seen(STANDARD, state, 0)[0].endswith("|R2,?*7")


# --- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SETS)
def test_positions_round_trip(variant: str) -> None:
    """LC.23 / LC-23: every state of a game reads back as what it was, counters included."""
    rules = lc.load_rules(variant)
    assert lc.write(rules, lc.start(rules)) == "-|- -|- - -|- 1:deal 0|0"
    for number, (_, _, state) in enumerate(walk(rules, 3)):
        if number % 5 == 0 or state.phase == "deal" or len(state.deck) < 3:
            assert lc.parse(rules, lc.write(rules, state)) == state


@pytest.mark.parametrize("variant", SETS)
def test_odd_positions(variant: str) -> None:
    """LC.01 / LC-01: odd positions are possible, read back and can be played to the end."""
    rules, rng = lc.load_rules(variant), random.Random(1)
    ends = set()
    for seed in range(40):
        state = odd_state(rules, rng)
        assert lc.parse(rules, lc.write(rules, state)) == state
        for number, (_, _, after) in enumerate(walk(rules, seed, state)):
            assert impossible(rules, after) == []
            state = after
            if number > 40:
                break
        ends.add(lc.end(rules, state))
    assert "deck" in ends


def test_any_order_is_read() -> None:
    """LC.23 / LC-23: hands, known cards, rows and piles in any order; written in one."""
    text = f"G5,R4,Rx,Wx,G3,R10,Y2,Bx|{H2} Y:3;R:2|W:2 Y:4;B:3,2 Y2,R10|- 2:place 2|1"
    ordered = f"Rx,R4,R10,G3,G5,Bx,Wx,Y2|{H2} R:2;Y:3|W:2 B:3,2;Y:4 R10,Y2|- 2:place 2|1"
    state = lc.parse(STANDARD, text)
    assert lc.write(STANDARD, state) == ordered
    assert state.piles["B"] == ["B3", "B2"]


@pytest.mark.parametrize(
    ("turn", "phase", "closed", "plies"),
    [
        ("1:place", "place", None, 8),
        ("2:draw:G", "draw", "G", 7),
        ("2:draw", "draw", None, 7),
        ("2:deck", "deck", None, 8),
    ],
)
def test_plies_follow_from_the_cards(turn: str, phase: str, closed: str | None, plies: int) -> None:
    """LC.22 / LC-22: four cards placed and none taken from a pile; seat 1 began."""
    state = at(STANDARD, rows="-|R:x,3", piles="G:4;B:4", turn=turn)
    assert (state.phase, state.closed, state.plies, state.starter) == (phase, closed, plies, 0)
    assert lc.write(STANDARD, state).endswith(f" -|- {turn} 0|0")


def refusal(rules: lc.Rules, position: str) -> str:
    """What is said about a position that is not read."""
    with pytest.raises(ValueError, match=r".") as error:
        lc.parse(rules, position)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        (DEALT, "", "not of the form"),
        (DEALT, DEALT + " 2", "not of the form"),
        (" ", "  ", "not of the form"),
        (H1, "R2", "hand 1: 1 cards, not 8"),
        (H2, H2 + ",Y2", "hand 2: 9 cards, not 8"),
        (H1, "P2,R1,R11,R", "no card 'P2'; no card 'R1'; no card 'R11'; no card 'R'"),
        (
            H1,
            "r3,R03,Rx2,x,",
            "no card 'r3'; no card 'R03'; no card 'Rx2'; no card 'x'; no card ''",
        ),
        (H1, "R6,R3,R4,R5,G2,G3,G4,G5", "R6 is there 2 times, not 1"),
        (H1, "Yx,Yx,Yx,Yx,G2,G3,G4,G5", "Yx is there 4 times, not 3"),
        ("|", ";", "hands: |rows: |known: |taken: |is not two parts with a bar between them"),
        ("-|- - ", "R5|- - ", "rows 1: 'R5' does not begin with one of RGBWY, colon"),
        ("-|- - ", "P:5|- - ", "rows 1: 'P:5' does not begin"),
        ("-|- - ", "-|Y:2;Y:3 - ", "rows 2: Y is named twice"),
        ("-|- - ", "Y:|- - ", "rows 1: no card 'Y'"),
        ("-|- - ", "|- - ", "rows 1: '' does not begin"),
        ("-|- - ", "-|- Q:2 ", "piles: 'Q:2' does not begin"),
        ("-|- - ", "Y:3,2|- - ", "rows 1: Y2 after Y3"),
        ("-|- - ", "-|Y:2,x - ", "rows 2: Yx after Y2"),
        ("-|- - ", "Y:3,3|- - ", "Y3 is there 2 times, not 1; rows 1: Y3 after Y3"),
        ("- -|-", "- R6|-", "known 1: R6 is not in the hand; known 1: 1 cards, but 0 taken"),
        ("- -|-", "- -|R6,R6", "known 2: R6 is not in the hand; known 2: 2 cards, but 0 taken"),
        ("- -|- 1:place 0|0", "- R2,R3|- 1:place 1|1", "known 1: 2 cards, but 1 taken"),
        ("1:place", "3:place", "turn: '3:place' is not a seat"),
        ("1:place", "1:pass", "turn: '1:pass' is not a seat"),
        ("1:place", "1:draw:P", "turn: '1:draw:P' is not a seat"),
        ("1:place", "1:draw:", "turn: '1:draw:' is not a seat"),
        ("1:place", "1:place:R", "turn: '1:place:R' is not a seat"),
        ("0|0", "0", "taken: '0' is not two parts"),
        ("0|0", "-|0,0", "taken 1: '-' is not 1 whole number; taken 2: '0,0' is not 1 whole"),
        ("0|0", "00|-0", "taken 1: '00' is not 1 whole number; taken 2: '-0' is not 1 whole"),
        ("0|0", "-1|1", "known 1: 0 cards, but -1 taken from piles"),
        ("0|0", "2|0", "taken 1: 2 cards in 1 turns"),
        ("0|0", "0|2", "taken 2: 2 cards in 1 turns"),
        ("1:place", "2:place", "seat 2 began round 1 |but it does not begin that round"),
        ("0|0", "1000|1001", "seat 2 began round 1; 4002 plies are more than max_plies 4000"),
        ("0|0", "1001|1001", "4004 plies are more than max_plies 4000"),
        ("1:place", "1:draw", "hand 1: 8 cards, not 7; draw after adding to a row, but seat 1"),
        ("1:place", "1:draw:Y", "hand 1: 8 cards, not 7; draw:Y, but the pile is empty"),
        ("1:place", "1:deck", "hand 1: 8 cards, not 7"),
        ("1:place", "1:deal", "hands: 8 and 8 cards do not come up in a deal"),
        (DEALT, "R2,R3|R4 -|- - -|- 1:deal 0|0", "hands: 2 and 1 cards do not come up"),
        (DEALT, "R2,R3,R4|R5 -|- - -|- 2:deal 0|0", "hands: 1 and 3 cards do not come up"),
        (DEALT, "R2|R3 -|- - -|- 2:deal 0|0", "seat 2 began round 1"),
        (DEALT, "R2|R3,R4 -|- - -|- 1:deal 0|0", "seat 2 began round 1"),
        (DEALT, "R2|R3 Y:2|- - -|- 1:deal 0|0", "rows during the deal"),
        (DEALT, "R2|R3 -|- Y:2 -|- 1:deal 0|0", "piles during the deal"),
        (DEALT, "R2|R3 -|- - R2|- 1:deal 1|0", "known cards during the deal; cards taken from"),
        ("0|0", f"0|0 2 {PAST}", "round 2 is not 1 to 1"),
    ],
)
def test_impossible_positions_are_refused(old: str, new: str, problems: str) -> None:
    """LC.01 / LC-01, LC.13 / LC-13: no game comes there; all that is wrong is named."""
    assert lc.write(STANDARD, lc.parse(STANDARD, DEALT)) == DEALT
    position = DEALT.replace(old, new)
    said = refusal(STANDARD, position)
    for problem in re.split(r"; |\|", problems):
        assert problem in said


@pytest.mark.parametrize(
    ("rules", "position", "problem"),
    [
        (TINY, "Rx,R10|R2,R3 R:4,5,9|- R:x,x,6,7,8 -|- 1:place 0|0", None),
        (TINY, "Rx|R2,R3 R:4,5,9|- R:x,x,6,7,8,10 -|- 1:draw:R 1|0", "the phase is draw"),
        (TINY, "Rx|R2,R3 R:4,5,9|- R:x,x,6,7,8,10 -|- 1:deck 1|0", "the phase is deck"),
        (TINY_MATCH, "Rx,R10|R2,R3 R:4,5,9|- R:x,x,6,7,8 -|- 1:place 0|0", "not the last round"),
        (TINY, "Rx,R10|R2,R3 R:4,5,6|- - -|- 2:place 0|0", "rows 1: 3 cards, but 2 placed"),
        (TINY, "Rx,R10|R2,R3 -|R:4,5,6 - -|- 2:place 0|0", "rows 2: 3 cards, but 1 placed"),
        (TINY, "R10|R2,R3 R:4,5|- - -|- 1:draw 1|0", None),
        (TAKE_BACK, "R10|R2,R3 R:4|- R:x,6 -|- 1:draw:R 0|0", "no pile is ever closed"),
        (TAKE_BACK, "R10|R2,R3 -|- R:x,6,7 -|- 1:draw 0|0", None),
    ],
)
def test_counts_of_small_positions(rules: lc.Rules, position: str, problem: str | None) -> None:
    """LC.03 / LC-03, LC.14 / LC-14: cards on the table must have been placed in turns."""
    if problem is None:
        assert lc.write(rules, lc.parse(rules, position)) == position
    else:
        assert problem in refusal(rules, position)


def test_stored_counters_must_agree() -> None:
    """LC.13 / LC-13: the check of a state finds counters that the cards contradict."""
    state = deal(STANDARD, 1)
    assert impossible(STANDARD, state) == []
    state.plies = 2
    assert impossible(STANDARD, state) == ["2 plies do not agree with 0 turns"]
    state.plies, state.seat = 0, 1
    assert impossible(STANDARD, state) == ["seat 2 is not next after 0 turns"]
    state.seat, state.deck = 0, state.deck[1:]
    assert "times, not" in impossible(STANDARD, state)[0]


# --- later rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        ("2 36", "1 36", "round: written from 2 on only"),
        ("2 36", "4 36", "round 4 is not 1 to 3"),
        ("2 36", "0 36", "round 0 is not 1 to 3"),
        ("36,-20,16,0", "36,-20,16", "past 1: '36,-20,16' is not 4 whole numbers"),
        ("0,32,0,0,0;", "", "past 1: |is not three parts with semicolons between them"),
        ("|0,0", "0,0", "past: |is not two parts"),
        ("36,", "37,", "past 1: components and colours differ"),
        ("36,-20,16,0", "56,-40,16,0", "past 1: costs -40"),
        ("1,1,4", "6,1,4", "past 1: 6 rows opened; past 1: costs -20"),
        ("1,1,4", "-1,1,4", "past 1: -1 rows opened"),
        ("1,1,4", "1,4,4", "past 1: 4 wagers in 1 rows"),
        ("1,1,4", "1,-1,4", "past 1: -1 wagers in 1 rows"),
        ("36,-20,16,0", "26,-20,16,10", "past 1: bonus 10"),
        ("36,-20,16,0", "10,-20,2,40", "past 1: bonus 40"),
        ("36,-20,16,0", "36,-20,36,-20", "past 1: bonus -20"),
        ("36,-20,16,0", "55,-20,-3,0", "past 1: numbers 55"),
        ("36,-20,16,0", "-1,-20,53,0", "past 1: numbers -1"),
        ("1,1,4", "1,0,4", "past 1: points of wagers without a wager"),
        ("0,32,0,0,0", "0,30,0,2,0", "past 1: more colours with points than rows"),
        ("1,1,4", "1,1,-1", "past 1: -1 cards taken from piles"),
        ("1,1,4", "1,1,1957", "past: 2001 turns are too many for max_plies 4000"),
        ("|0,0,0,0;0", "|60,-20,0,0;40", "past 2: |seat 1 began round 2"),
        ("1:place 0|0", "2:place 0|0", "seat 2 began round 2"),
        ("1:place 0|0", "2:place 1|0", ""),
        ("2 36", "3 36", ""),
        ("1,1,4", "1,1,1956", ""),
        ("|0,0,0,0;0,0,0,0,0;0,0,0", "|52,-20,0,0;32,0,0,0,0;1,0,9", "seat 1 began round 2"),
    ],
)
def test_impossible_pasts_are_refused(old: str, new: str, problems: str) -> None:
    """LC.20 / LC-20: what earlier rounds gave must have been possible."""
    later = f"{DEALT} 2 {PAST}"
    state = lc.parse(MATCH, later)
    assert lc.write(MATCH, state) == later
    assert lc.totals(MATCH, state) == [32, 0]
    position = later.replace(old, new)
    if not problems:
        assert lc.write(MATCH, lc.parse(MATCH, position)) == position
        return
    said = refusal(MATCH, position)
    for problem in re.split(r"; |\|", problems):
        assert problem in said


def test_both_pasts_together() -> None:
    """LC.20 / LC-20: numbers and wagers of both seats come from one set of cards."""
    past = "200,-100,0,0;20,20,20,20,20;5,0,0|71,-60,0,0;10,1,0,0,0;3,0,0"
    assert "past: numbers 271 of both seats" in refusal(MATCH, f"{DEALT} 2 {past}")
    past = "0,-60,-60,0;-60,-60,0,0,0;3,8,0|0,-60,-60,0;-60,-60,0,0,0;3,8,0"
    assert "past: 16 wagers of both seats" in refusal(MATCH, f"{DEALT} 2 {past}")


@pytest.mark.parametrize(
    ("starter", "number", "points", "seats"),
    [
        ("leader", 2, "1|0", {1}),
        ("leader", 2, "0|1", {2}),
        ("leader", 2, "0|0", {2}),
        ("leader", 3, "0|1", {2}),
        ("leader", 3, "0|0", {1, 2}),
        ("alternate", 2, "1|0", {2}),
        ("alternate", 3, "0|1", {1}),
        ("first", 2, "0|1", {1}),
        ("first", 3, "0|0", {1}),
    ],
)
def test_who_can_have_begun(starter: str, number: int, points: str, seats: set[int]) -> None:
    """LC.20 / LC-20: a written position of a later round must be begun by the right seat."""
    rules = {**MATCH, "round_starter": starter}
    past = "|".join(f"{20 + int(p)},-20,0,0;{p},0,0,0,0;1,0,0" for p in points.split("|"))
    found = set()
    for seat in (1, 2):
        position = f"{DEALT.replace('1:place', f'{seat}:place')} {number} {past}"
        if seat in seats:
            assert lc.parse(rules, position).starter == seat - 1
            found.add(seat)
        else:
            assert f"seat {seat} began round {number}" in refusal(rules, position)
    assert found == seats


# --- rule values ---------------------------------------------------------------------------------


def test_variants() -> None:
    """LC.01 / LC-01, LC.18 / LC-18, LC.20 / LC-20: what each variant changes, and nothing else."""
    assert STANDARD == {
        "colours": 5,
        "low": 2,
        "high": 10,
        "wagers": 3,
        "hand_size": 8,
        "cost": 20,
        "bonus_threshold": 8,
        "bonus_points": 20,
        "bonus_counts_wagers": False,
        "rounds": 1,
        "round_starter": "leader",
        "take_back": False,
        "max_plies": 4000,
        "pile_memory": "all",
    }
    assert lc.load_rules("published") == {**STANDARD, "bonus_counts_wagers": True}
    assert lc.load_rules("six-colour") == {**STANDARD, "colours": 6}
    assert lc.load_rules("match") == {**STANDARD, "rounds": 3}
    with VARIANTS.open("rb") as file:
        assert tuple(tomllib.load(file)) == SETS


@pytest.mark.parametrize(
    ("overrides", "problems"),
    [
        ({"colours": 7}, "colours 7 is not 1 to 6"),
        ({"colours": 0, "cost": 51}, "colours 0 is not 1 to 6; cost 51 is not 0 to 50"),
        ({"low": 11}, "high 10 is below low 11"),
        ({"high": 12}, "a colour has 14 cards, not at most 12"),
        ({"wagers": 4}, "a colour has 13 cards, not at most 12"),
        ({"hand_size": 30}, "hand_size 30 leaves no card in the deck"),
        ({"hand_size": 36}, "hand_size 36 is not 1 to 35"),
        ({"rounds": 3, "max_plies": 20001}, "rounds times max_plies is more than 60000"),
        ({"rounds": 0}, "rounds 0 is not 1 to 9"),
        ({"max_plies": 0}, "max_plies 0 is not 1 to 60000"),
        ({"wagers": True}, "wagers True is not 0 to 6"),
        ({"take_back": 1}, "take_back 1 is none of True, False"),
        ({"round_starter": "loser"}, "round_starter 'loser' is none of leader, alternate, first"),
        ({"pile_memory": "none"}, "pile_memory 'none' is none of all, top"),
        ({"jokers": 2}, "unknown or missing rules: jokers"),
    ],
)
def test_impossible_rules_are_refused(overrides: dict[str, object], problems: str) -> None:
    """LC.01 / LC-01, LC.02 / LC-02: values that no game can be played with."""
    with pytest.raises(ValueError, match=re.escape(problems)):
        lc.load_rules("standard", overrides=overrides)


@pytest.mark.parametrize(
    "overrides",
    [
        {"hand_size": 29},
        {"colours": 1, "wagers": 0, "low": 5, "high": 7, "hand_size": 1},
        {"wagers": 6, "low": 10, "high": 15, "colours": 6, "hand_size": 35, "max_plies": 60000},
    ],
)
def test_unusual_games(overrides: dict[str, object]) -> None:
    """LC.01 / LC-01, LC.02 / LC-02: other sizes are games too."""
    rules = lc.load_rules("standard", overrides=overrides)
    for seed in range(2):
        for _, _, state in walk(rules, seed):
            assert impossible(rules, state) == []
        assert lc.end(rules, state) == "deck"


def test_unknown_variants_are_refused() -> None:
    """LC.02 / LC-02: the game is for two, and only in the variants that are listed."""
    with pytest.raises(ValueError, match="not for 3 players"):
        lc.load_rules("standard", players=3)
    with pytest.raises(ValueError, match="no variant 'rivals'"):
        lc.load_rules("rivals")


def test_declared_rule_values() -> None:
    """LC.01 / LC-01: the table of rule fields says what the oracle takes, and names real rules."""
    with VARIANTS.with_name("rules.toml").open("rb") as file:
        declared = tomllib.load(file)
    page = VARIANTS.with_name("RULES.md").read_text()
    assert set(declared) == set(LIMITS) | set(CHOICES)
    for key, field in declared.items():
        if key in LIMITS:
            assert (field["type"], field["min"], field["max"]) == ("int", *LIMITS[key])
        elif CHOICES[key] == (True, False):
            assert field["type"] == "bool"
        else:
            assert (field["type"], tuple(field["allowed"])) == ("text", CHOICES[key])
        assert field["status"] in ("brief", "published", "reading", "designed")
        assert f"**{field['rule']}**" in page
        assert f"| `{key}` |" in page


def test_every_line_of_the_checklist_has_a_test() -> None:
    """LC.01 / LC-01 to LC.23 / LC-23: a rule on the page and a test that cites it."""
    page = VARIANTS.with_name("RULES.md").read_text()
    here = Path(__file__)
    tests = "".join(p.read_text() for p in here.parent.glob("test_lost_cities_oracle*.py"))
    for number in range(1, 24):
        assert f"**LC-{number:02}** (LC.{number:02};" in page
        assert f"LC.{number:02} / LC-{number:02}" in tests.replace(
            "LC.01 / LC-01 to LC.23 / LC-23", ""
        )
