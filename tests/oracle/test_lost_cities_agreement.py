"""Engine and oracle of Lost Cities agree, in random games of all variants and odd positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludometer
from oracle import lost_cities, lost_cities_positions
from oracle.agreement import compare, walk

RuleValues = dict[str, Any]

CASES: list[tuple[str, RuleValues, int]] = [
    ("standard", {}, 4),
    ("published", {}, 2),
    ("six-colour", {}, 2),
    ("match", {}, 1),
    ("match", {"round_starter": "alternate", "bonus_counts_wagers": True}, 1),
    ("match", {"round_starter": "first", "rounds": 2}, 1),
    ("standard", {"take_back": True}, 2),
    ("standard", {"max_plies": 101}, 2),
    ("standard", {"pile_memory": "top"}, 2),
    ("standard", {"colours": 2, "hand_size": 3}, 10),
    ("standard", {"colours": 1, "hand_size": 1, "wagers": 0, "low": 4, "high": 9}, 40),
    ("six-colour", {"wagers": 6, "low": 5, "high": 10, "bonus_threshold": 4}, 2),
]


@pytest.mark.parametrize(("variant", "overrides", "share"), CASES)
def test_random_games(variant: str, overrides: RuleValues, share: int, scaled: int) -> None:
    game = ludometer.Game("lost-cities", variant=variant, rules=overrides)
    rules = lost_cities.load_rules(variant, 2, overrides)
    assert {key: rules[key] for key in game.rules} == game.rules
    for deal in range(5 * share * scaled):
        walk(lost_cities, game, rules, 2, deal)


# The oracle's maker of odd positions wants more than the one colour of the smallest game.
ODD = [case[:2] for case in CASES if case[1].get("colours") != 1]


@pytest.mark.parametrize(("variant", "overrides"), ODD)
def test_odd_positions(variant: str, overrides: RuleValues, scaled: int) -> None:
    """Last cards, empty piles, full rows, later rounds: read, compared, played a little on."""
    game = ludometer.Game("lost-cities", variant=variant, rules=overrides)
    rules = lost_cities.load_rules(variant, 2, overrides)
    chooser = random.Random(f"{variant} {overrides}")
    for _ in range(20 * scaled):
        theirs = lost_cities_positions.odd_state(rules, chooser)
        ours = game.parse_state(lost_cities.write(rules, theirs))
        for outcome in ours.chance:
            theirs = lost_cities.apply_chance(rules, theirs, outcome)
        for _ in range(4):
            compare(lost_cities, rules, theirs, ours)
            if ours.is_terminal():
                break
            action = chooser.choice(sorted(ours.legal_texts()))
            theirs = lost_cities.apply(rules, theirs, action)
            ours.apply(action)
            for outcome in ours.chance:
                theirs = lost_cities.apply_chance(rules, theirs, outcome)
