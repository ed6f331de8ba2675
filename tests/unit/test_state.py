"""``Game`` and ``State``: play move by move, with every door checked."""

import copy
import pickle
from random import Random

import numpy as np
import pytest

import ludometer
from ludometer import (
    CountError,
    Game,
    GameOverError,
    IllegalActionError,
    NotationError,
    RulesError,
    State,
)

START = "d1c2b3a4/f3e4d5c6 w 0"
WON = "d1c2b3f6/f3e4c5d5 b 9"  # a cap of White covers f6


def played_out(seed: int) -> State:
    """A game of a user's own policy: here, a random one in Python."""
    random = Random(seed)
    state = State.new("top-cap")
    while not state.is_terminal():
        state.apply(random.choice(state.legal_actions()))
    return state


def test_a_new_state_is_the_start() -> None:
    state = State.new("top-cap")
    assert state.notation == START
    assert (state.seat, state.plies, state.end) == (0, 0, None)
    assert state.game == Game("top-cap")
    assert state == Game("top-cap").new_state()
    assert len(state.legal_actions()) == 14
    assert state.legal_actions() == sorted(state.legal_actions())


def test_actions_go_by_code_and_by_text() -> None:
    state = State.new("top-cap")
    by_code = state.clone()
    state.apply("a4-a5")
    by_code.apply(by_code.action_code("a4-a5"))
    assert state == by_code
    assert (state.seat, state.plies) == (1, 1)
    texts = state.legal_texts()
    assert [state.action_code(text) for text in texts] == state.legal_actions()
    assert [state.action_text(code) for code in state.legal_actions()] == texts


@pytest.mark.parametrize("action", ["a4-a6", "c6-c5", "nonsense", "", -1, 0, 10**6, 2**70])
def test_an_illegal_action_changes_nothing(action: int | str) -> None:
    state = State.new("top-cap")
    before = state.clone()
    with pytest.raises(IllegalActionError) as caught:
        state.apply(action)
    assert str(action) in str(caught.value) or isinstance(action, int)
    assert "a4-a5" in str(caught.value)
    assert state == before
    assert state.notation == START
    state.check()


def test_an_action_of_another_type_is_refused() -> None:
    state = State.new("top-cap")
    with pytest.raises(TypeError, match="int or a str"):
        state.apply(1.5)  # type: ignore[arg-type]
    assert state.notation == START


def test_a_finished_state_does_not_move() -> None:
    state = Game("top-cap").parse_state(WON)
    assert state.is_terminal()
    assert (state.seat, state.end) == (None, "bottle")
    assert state.legal_actions() == []
    assert not state.legal_mask().any()
    for action in ("d1-d2", 0):
        with pytest.raises(GameOverError, match="bottle"):
            state.apply(action)
    assert state.notation == WON
    assert (state.scores(), state.ranks(), state.shares12()) == ([1, 0], [1, 2], [12, 0])
    assert state.components() == [{"bottle": 1, "blockade": 0}, {"bottle": 0, "blockade": 0}]


def test_a_python_policy_plays_to_the_end() -> None:
    ends = set()
    for seed in range(20):
        state = played_out(seed)
        ends.add(state.end)
        assert sum(state.shares12()) == 12
        assert state.scores() == [sum(part.values()) for part in state.components()]
        assert sorted(state.ranks()) == [1, 2]
        state.check()
    assert ends == {"bottle", "blockade"}


def test_the_mask_marks_the_legal_codes() -> None:
    state = State.new("top-cap")
    mask = state.legal_mask()
    assert mask.dtype == np.bool_
    assert mask.shape == (state.game.action_codes,)
    assert np.flatnonzero(mask).tolist() == state.legal_actions()
    mask[:] = True
    assert state.legal_mask().sum() == 14


def test_copies_go_their_own_way() -> None:
    state = State.new("top-cap")
    for twin in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        twin.apply("a4-a5")
        assert twin != state
        assert state.notation == START


def test_states_and_games_survive_pickling() -> None:
    game = Game("top-cap", variant="mini-5x5", rules={"max_plies": 50})
    state = game.new_state(seed=7, deal=3)
    state.apply(state.legal_actions()[0])
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state
    assert twin.game == game
    assert twin.legal_actions() == state.legal_actions()
    assert pickle.loads(pickle.dumps(game)) == game
    over = played_out(1)
    assert pickle.loads(pickle.dumps(over)).end == over.end


def test_a_state_shows_its_board() -> None:
    text = str(State.new("top-cap"))
    assert text.splitlines()[1] == "6 . . B . . b 6"
    assert "white to move" in text
    assert START in repr(State.new("top-cap"))


def test_a_seat_sees_the_whole_board() -> None:
    state = State.new("top-cap")
    assert state.observation(0) == state.observation(1) == START
    for seat in (-1, 2):
        with pytest.raises(CountError, match="seat"):
            state.observation(seat)


def test_states_are_read_as_they_are_written() -> None:
    game = Game("top-cap")
    state = played_out(3)
    assert game.parse_state(state.notation) == state
    assert game.parse_state("a4b3c2d1/c6d5e4f3 w").notation == START


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d1c2b3a4/f3e4d5 w 0", "3 caps"),
        ("d1c2b3a4/f3e4d5d1 w 0", "twice"),
        ("d1c2b3a7/f3e4d5c6 w 0", "a7"),
        ("a1c2b3a4/f3e4d5c6 w 0", "own bottle"),
        ("d1c2b3a4/f3e4d5c6 x 0", "`x`"),
        ("d1c2b3a4/f3e4d5c6 w -1", "-1"),
        ("d1c2b3a4 w 0", "/"),
        ("", "position"),
    ],
)
def test_text_that_is_no_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        Game("top-cap").parse_state(text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"start_white": ["a4", "a4", "c2", "d1"]}, "twice"),
        ({"start_white": ["c6", "b3", "c2", "d1"]}, "c6"),
        ({"start_white": ["a1", "b3", "c2", "d1"]}, "bottle"),
        ({"start_black": ["f6", "d5", "e4", "f3"]}, "bottle"),
        ({"start_white": ["a4", "b3"]}, "equally many"),
        ({"start_white": [], "start_black": []}, "start_white"),
        ({"start_white": ["a9", "b3", "c2", "d1"]}, "a9"),
        ({"board_size": 4}, "square"),
        ({"board_size": 9}, "4 to 8"),
    ],
)
def test_a_start_that_is_not_possible_is_refused(rules: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        Game("top-cap", rules=rules)  # type: ignore[arg-type]
    assert why in str(caught.value)


def test_games_with_equal_rules_are_equal() -> None:
    one = Game("top-cap", rules={"directions": 4})
    two = Game("top-cap", rules={"directions": 4, "max_plies": 1000})
    assert one == two
    assert hash(one) == hash(two)
    assert one.rules_hash == two.rules_hash != Game("top-cap").rules_hash
    assert one.changed == {"directions": 4}
    assert one.facts in ludometer.games()
