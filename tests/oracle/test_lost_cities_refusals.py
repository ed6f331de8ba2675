"""Engine and oracle of Lost Cities refuse the same positions."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import ludometer
from oracle import lost_cities, lost_cities_positions

RuleValues = dict[str, Any]

SIZES: list[tuple[str, RuleValues]] = [
    ("standard", {}),
    ("six-colour", {}),
    ("match", {}),
    ("standard", {"take_back": True}),
    ("standard", {"max_plies": 101}),
    ("standard", {"colours": 2, "hand_size": 3}),
]


def games(variant: str, overrides: RuleValues) -> tuple[ludometer.Game, lost_cities.Rules]:
    """The game of the engine and the rules of the oracle."""
    game = ludometer.Game("lost-cities", variant=variant, rules=overrides)
    return game, lost_cities.load_rules(variant, 2, overrides)


def damaged(text: str, chooser: random.Random) -> str:
    """A position with one slip of the pen in it; it may still be one."""
    words = list(re.finditer(r"[^ |;,:]+", text))
    kind = chooser.choice(["number", "swap", "word", "less", "more"])
    if kind == "swap":
        one, two = sorted(chooser.sample(words, 2), key=lambda word: word.start())
        between = text[one.end() : two.start()]
        return text[: one.start()] + two[0] + between + one[0] + text[two.end() :]
    if kind == "less":
        place = chooser.randrange(len(text))
        return text[:place] + text[place + 1 :]
    if kind == "more":
        place = chooser.randrange(len(text))
        return text[:place] + chooser.choice(" |;,:-+x12R?") + text[place:]
    numbers = [word for word in words if word[0].isdigit()]
    word = chooser.choice(numbers if kind == "number" else words)
    other = chooser.choice(
        ["x", "R", "Rx", "R5", "-", "10", "01", "place", "draw", "deal", "0", ""]
    )
    if kind == "number":
        other = str(int(word[0]) + chooser.choice([-20, -2, -1, 1, 2, 5, 20]))
    return text[: word.start()] + other + text[word.end() :]


@pytest.mark.parametrize(("variant", "overrides"), SIZES)
def test_slips(variant: str, overrides: RuleValues, scaled: int) -> None:
    """Slips in a position of the first round: both refuse it, or both read the same."""
    game, rules = games(variant, overrides)
    chooser = random.Random(f"slips {variant} {overrides}")
    read = refused = 0
    for _ in range(150 * scaled):
        state = lost_cities_positions.odd_state(rules, chooser, 1)
        text = damaged(lost_cities.write(rules, state), chooser)
        try:
            theirs = lost_cities.write(rules, lost_cities.parse(rules, text))
        except ValueError:
            refused += 1
            with pytest.raises(ludometer.NotationError):
                game.parse_state(text)
        else:
            read += 1
            ours = game.parse_state(text)
            assert ours.chance or ours.notation == theirs, text
    assert min(read, refused) > 0


HANDS = "Rx,R2,R3,R4,G2,G3,G4,G5|R6,R7,R8,R9,G6,G7,G8,G9"
FAIR = "36,-20,16,0;0,32,0,0,0;1,1,4"
NOTHING = "0,0,0,0;0,0,0,0,0;0,0,0"
ALL_WAGERS = "0,-100,-300,0;-80,-80,-80,-80,-80;5,15,0"
ALL_NUMBERS = "270,-100,0,0;34,34,34,34,34;5,0,0"


def second_round(first: str, second: str) -> str:
    """A second round just dealt, begun by who has more points from the first, else by seat 2."""
    points = [
        sum(int(number) for number in past.split(";")[0].split(",")) for past in (first, second)
    ]
    seat = 1 if points[0] > points[1] else 2
    return f"{HANDS} -|- - -|- {seat}:place 0|0 2 {first}|{second}"


@pytest.mark.parametrize("past", [FAIR, NOTHING, ALL_WAGERS, ALL_NUMBERS])
def test_past_that_can_be(past: str) -> None:
    """LC-20: what can be is read, by both and in both places."""
    game, rules = games("match", {})
    for text in (second_round(past, NOTHING), second_round(NOTHING, past)):
        assert game.parse_state(text).notation == text
        assert lost_cities.write(rules, lost_cities.parse(rules, text)) == text


@pytest.mark.parametrize(
    ("past", "other"),
    [
        pytest.param("36,-20,16,0;0,31,0,0,0;1,1,4", FAIR, id="different sums"),
        pytest.param("36,-40,16,0;0,12,0,0,0;1,1,4", FAIR, id="costs of two rows for one"),
        pytest.param("0,0,0,0;0,0,0,0,0;0,0,-1", FAIR, id="a count below 0"),
        pytest.param("36,-20,16,0;0,32,0,0,0;1,1,1957", NOTHING, id="2001 turns in 4000 plies"),
        pytest.param("0,0,0,0;0,0,0,0;0,0,0", FAIR, id="four colours"),
        pytest.param("0,0,0;0,0,0,0,0;0,0,0", FAIR, id="three components"),
        pytest.param("120,-120,0,0;0,0,0,0,0;6,0,4", FAIR, id="six rows, five colours"),
        pytest.param("36,-20,64,0;0,80,0,0,0;1,4,4", FAIR, id="four wagers in a row"),
        pytest.param("36,-20,16,10;0,42,0,0,0;1,1,4", FAIR, id="half a bonus"),
        pytest.param("36,-20,16,40;0,72,0,0,0;1,1,4", FAIR, id="two bonuses, one row"),
        pytest.param("55,-20,35,0;0,70,0,0,0;1,1,4", FAIR, id="55 in one colour"),
        pytest.param("-1,-20,0,0;0,-21,0,0,0;1,0,4", FAIR, id="numbers below 0"),
        pytest.param("36,-20,16,0;0,32,0,0,0;1,0,4", FAIR, id="multiplied by no wager"),
        pytest.param("36,-20,16,0;9,23,0,0,0;1,1,4", FAIR, id="two colours, one row"),
        pytest.param(ALL_WAGERS, FAIR, id="16 wagers of both seats"),
        pytest.param(ALL_NUMBERS, FAIR, id="numbers of both seats"),
    ],
)
def test_past_that_cannot_be(past: str, other: str) -> None:
    """LC-20 and point 12 of what is refused: by both, in both places."""
    game, rules = games("match", {})
    for text in (second_round(past, other), second_round(other, past)):
        with pytest.raises(ValueError, match="past"):
            lost_cities.parse(rules, text)
        with pytest.raises(ludometer.NotationError):
            game.parse_state(text)
