"""``perft``: counts of lines of play, and what it refuses."""

import pytest

from ludometer import CountError, Game, NotationError, TapeError, perft
from ludometer.counting import position


def test_published_counts() -> None:
    assert perft("top-cap", depth=4) == [14, 190, 2_680, 37_140]
    assert perft("top-cap", variant="alt-1", depth=3) == [15, 195, 2_282]
    assert perft("top-cap") == [14, 190, 2_680]


def test_counts_from_a_stated_position() -> None:
    game = Game("top-cap")
    state = game.new_state()
    by_action = state.divide(3)
    assert sum(by_action.values()) == 2_680
    state.apply("a4-a5")
    assert perft(game, state=state.notation, depth=2)[-1] == by_action["a4-a5"]


def test_rules_matter() -> None:
    assert perft("top-cap", rules={"directions": 4}, depth=1)[0] < 14


def test_a_finished_position_has_no_lines() -> None:
    assert perft("top-cap", state="d1c2b3f6/f3e4c5d5 b 9", depth=2) == [0, 0]


def test_what_is_not_possible_is_refused() -> None:
    for depth in (0, -1, 65):
        with pytest.raises(CountError, match="depth"):
            perft("top-cap", depth=depth)
    with pytest.raises(NotationError):
        perft("top-cap", state="nonsense")
    with pytest.raises((TapeError, NotationError)):
        perft("top-cap", tape=["red 4"])
    with pytest.raises(NotationError):
        position(Game("top-cap"), "d1/f3 w 0")
