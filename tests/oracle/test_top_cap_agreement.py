"""Engine and oracle of Top Cap agree: in random games of every variant, and from odd positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludometer
from oracle import top_cap
from oracle.agreement import compare, walk

RuleValues = dict[str, Any]

CASES: list[tuple[str, RuleValues]] = [
    (variant, {}) for variant in ludometer.Game("top-cap").facts["variants"]
]
CASES += [
    ("standard", {"directions": 4}),
    ("standard", {"max_plies": 12}),
    (
        "standard",
        {
            "board_size": 8,
            "start_white": ["a6", "b5", "c4", "d3", "e2", "f1"],
            "start_black": ["c8", "d7", "e6", "f5", "g4", "h3"],
            "max_plies": 80,
        },
    ),
    (
        "standard",
        {
            "board_size": 7,
            "start_white": ["a4", "b3", "c2", "d1"],
            "start_black": ["d7", "e6", "f5", "g4"],
            "max_plies": 80,
        },
    ),
]


def games(variant: str, rules: RuleValues) -> tuple[ludometer.Game, top_cap.Rules]:
    game = ludometer.Game("top-cap", variant=variant, rules=rules)
    own = top_cap.load_rules(variant, 2, rules)
    assert {key: own[key] for key in game.rules} == game.rules
    return game, own


@pytest.mark.parametrize(("variant", "overrides"), CASES)
def test_random_games(variant: str, overrides: RuleValues, scaled: int) -> None:
    game, rules = games(variant, overrides)
    plies = [walk(top_cap, game, rules, 1, deal) for deal in range(30 * scaled)]
    assert max(plies) > 0


@pytest.mark.parametrize(("variant", "overrides"), CASES)
def test_odd_positions(variant: str, overrides: RuleValues, scaled: int) -> None:
    """Caps anywhere, bottles covered or not, either side to move: read, compared, and played on."""
    game, rules = games(variant, overrides)
    size, caps = int(rules["board_size"]), len(rules["start_white"])
    squares = [f"{'abcdefgh'[file]}{rank + 1}" for rank in range(size) for file in range(size)]
    chooser = random.Random(f"{variant} {overrides}")
    seen: dict[str | None, int] = {}
    for _ in range(100 * scaled):
        placed = chooser.sample(squares, 2 * caps)
        side, ply = chooser.choice("wb"), chooser.choice([0, 5, rules["max_plies"]])
        text = f"{''.join(placed[:caps])}/{''.join(placed[caps:])} {side} {ply}"
        try:
            theirs = top_cap.parse(rules, text)
        except ValueError:
            with pytest.raises(ludometer.NotationError):
                game.parse_state(text)
            seen["refused"] = seen.get("refused", 0) + 1
            continue
        ours = game.parse_state(text)
        compare(top_cap, rules, theirs, ours)
        seen[ours.end] = seen.get(ours.end, 0) + 1
        for action in top_cap.legal(rules, theirs):
            after = ours.clone()
            after.apply(action)
            compare(top_cap, rules, top_cap.apply(rules, theirs, action), after)
    assert {"refused", "truncated", None} <= seen.keys()


def test_the_example_positions_of_the_dossier() -> None:
    game, rules = games("standard", {})
    for text in ("a4c3c2d1/c6d5f3d2 w", "a4c3c2d1/c6d5f3d2 b"):
        compare(top_cap, rules, top_cap.parse(rules, text), game.parse_state(text))
