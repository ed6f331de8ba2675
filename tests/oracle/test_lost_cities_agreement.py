"""Engine and oracle of Lost Cities agree: in random games of every variant, and from odd positions."""

from __future__ import annotations

import pytest

import ludometer
from oracle import lost_cities
from oracle.agreement import walk

CASES: list[tuple[str, dict[str, object], int]] = [
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
def test_random_games(variant: str, overrides: dict[str, object], share: int, scaled: int) -> None:
    game = ludometer.Game("lost-cities", variant=variant, rules=overrides)  # type: ignore[arg-type]
    rules = lost_cities.load_rules(variant, 2, overrides)
    assert {key: rules[key] for key in game.rules} == game.rules
    for deal in range(15 * share * scaled):
        walk(lost_cities, game, rules, 2, deal)
