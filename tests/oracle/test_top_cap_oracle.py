"""The oracle of Top Cap against the checklist (TC.nn) and its rule page (TC-nn).

Positions are written down by hand; what they must give was worked out on paper or published.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from oracle import top_cap as tc

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS = ("standard", "alt-1", "alt-2", "alt-3", "mini-4x4", "mini-5x5")
STANDARD = tc.load_rules("standard")
MINI = tc.load_rules("mini-4x4")
FIGURE = "d1c2c3a4/d2f3d5c6"  # the position of the printed move example
BOTTLE_LINE = "d1-e1 e4-c4 c2-c3 d5-d3 c3-f6"
BLOCKADE_LINE = "d1-e1 e4-c4 b3-b6 c6-e6"


def play(rules: tc.Rules, line: str, state: tc.State | None = None) -> tc.State:
    """The state after a line of actions, from the start unless told otherwise."""
    state = state or tc.start(rules)
    for action in line.split():
        state = tc.apply(rules, state, action)
    return state


def walk(rules: tc.Rules, seed: int) -> Iterator[tc.State]:
    """Every state of one random game, the first and the last included."""
    rng = random.Random(seed)
    state = tc.start(rules)
    yield state
    while actions := tc.legal(rules, state):
        state = tc.apply(rules, state, rng.choice(actions))
        yield state


def moves(rules: tc.Rules, position: str, cap: str) -> set[str]:
    """Where one cap may go in a written position."""
    actions = tc.legal(rules, tc.parse(rules, position))
    return {a.split("-")[1] for a in actions if a.startswith(cap)}


def half_turn(rules: tc.Rules, caps: frozenset[tc.Square]) -> frozenset[tc.Square]:
    """The caps as the player on the other side of the table sees them."""
    size = rules["board_size"]
    return frozenset((size + 1 - file, size + 1 - rank) for file, rank in caps)


def other_side(rules: tc.Rules, state: tc.State) -> tc.State:
    """The same position with the board turned and the colours swapped."""
    white, black = half_turn(rules, state.black), half_turn(rules, state.white)
    return tc.State(white, black, 1 - state.to_move, state.ply)


def result(rules: tc.Rules, state: tc.State) -> tuple[object, ...]:
    """End reason, score components, ranks and shares in one value."""
    components = [(s["bottle"], s["blockade"]) for s in tc.scores(rules, state)]
    return tc.end(rules, state), components, tc.ranks(rules, state), tc.shares12(rules, state)


WHITE_BY_BOTTLE = ("bottle", [(1, 0), (0, 0)], [1, 2], [12, 0])
BLACK_BY_BOTTLE = ("bottle", [(0, 0), (1, 0)], [2, 1], [0, 12])
WHITE_BY_BLOCKADE = ("blockade", [(0, 1), (0, 0)], [1, 2], [12, 0])
BLACK_BY_BLOCKADE = ("blockade", [(0, 0), (0, 1)], [2, 1], [0, 12])
TRUNCATED = ("truncated", [(0, 0), (0, 0)], [1, 1], [0, 0])
RUNNING = (None, [(0, 0), (0, 0)], [1, 1], [0, 0])


@pytest.mark.parametrize("variant", VARIANTS)
def test_caps_stay_on_their_own_squares(variant: str) -> None:
    """TC.01 / TC-01: no cap is ever captured, added or stacked, in random games."""
    rules = tc.load_rules(variant)
    each = {"mini-4x4": 2, "mini-5x5": 3}.get(variant, 4)
    for seed in range(5):
        for state in walk(rules, seed):
            assert len(state.white) == len(state.black) == each
            assert len(state.white | state.black) == 2 * each
            assert all(tc.on_board(rules, cap) for cap in state.white | state.black)


@pytest.mark.parametrize(
    ("variant", "position", "corner"),
    [
        ("standard", "d1c2b3a4/f3e4d5c6 w 0", "f6"),
        ("alt-1", "a2b2c2d2/c5d5e5f5 w 0", "f6"),
        ("alt-2", "a2b2e3f3/a4b4e5f5 w 0", "f6"),
        ("alt-3", "c1c2a3b3/e4f4d5d6 w 0", "f6"),
        ("mini-4x4", "b1a2/d3c4 w 0", "d4"),
        ("mini-5x5", "c1b2a3/e3d4c5 w 0", "e5"),
    ],
)
def test_start(variant: str, position: str, corner: str) -> None:
    """TC.02 / TC-02 and TC.19 / TC-19: bottles, starts square by square, seat 1 (a1) begins."""
    rules = tc.load_rules(variant)
    state = tc.start(rules)
    assert tc.write(rules, state) == position
    assert (tc.name(tc.bottle(rules, 0)), tc.name(tc.bottle(rules, 1))) == ("a1", corner)
    assert other_side(rules, state) == tc.State(state.white, state.black, 1, 0)
    assert tc.turn(rules, state) == 0
    assert result(rules, state) == RUNNING


def test_board_drawing_shows_start() -> None:
    """TC.02 / TC-02: the diagonal of caps in front of each bottle, seen as a board."""
    board = "6 . . B . . *|5 . . . B . .|4 W . . . B .|3 . W . . . B|2 . . W . . .|1 * . . W . ."
    assert tc.draw(STANDARD, tc.start(STANDARD)) == (board + "|  a b c d e f").replace("|", "\n")


@pytest.mark.parametrize("variant", VARIANTS)
def test_turns_alternate_and_are_cap_moves(variant: str) -> None:
    """TC.03 / TC-03: one cap of the mover changes its square each ply; no pass is listed."""
    rules = tc.load_rules(variant)
    for seed in range(5):
        states = list(walk(rules, seed))
        for ply, (before, after) in enumerate(pairwise(states)):
            assert (before.ply, before.to_move) == (ply, ply % 2)
            own, foreign = (after.white, after.black)[:: 1 if ply % 2 == 0 else -1]
            was_own, was_foreign = (before.white, before.black)[:: 1 if ply % 2 == 0 else -1]
            assert foreign == was_foreign
            assert len(own - was_own) == len(was_own - own) == 1
            for action in tc.legal(rules, before):
                assert re.fullmatch("[a-h][1-8]-[a-h][1-8]", action)
                assert action[:2] != action[3:]


def test_only_own_caps_move() -> None:
    """TC.04 / TC-04: actions start on own caps; a foreign cap is refused, nothing changes."""
    for seed in range(10):
        for state in walk(STANDARD, seed):
            own = state.white if state.to_move == 0 else state.black
            assert all(tc.square(a[:2]) in own for a in tc.legal(STANDARD, state))
    state = tc.start(STANDARD)
    for action in ("e4-e3", "a1-a2", "a4-a4", "a4", "pass", ""):
        with pytest.raises(ValueError, match="not legal"):
            tc.apply(STANDARD, state, action)
    assert state == tc.start(STANDARD)


@pytest.mark.parametrize(
    ("position", "cap", "count", "targets"),
    [
        ("f1c3f3f5/b2a6b6c6", "c3", 1, "c2 d2 b3 d3 b4 c4 d4"),
        ("f3c3d4f5/b2a6b6c6", "c3", 2, "c1 e1 a3 e3 a5 c5"),
        ("f1c3d4f5/b2c2b6c6", "c3", 3, "f3"),
        ("c3b4d4f5/b2c2b6d6", "c3", 4, ""),
        ("c3b4d4f5/b2c2d2c6", "c3", 5, ""),
        ("b3c3b4d4/b2c2d2c6", "c3", 6, ""),
        ("b3c3b4d4/b2c2d2d3", "c3", 7, ""),
        ("f1a3f3f5/a2a6b6c6", "a3", 1, "b2 b3 a4 b4"),
        ("f1a3f3a4/a2d6b6c6", "a3", 2, "c1 c3 c5"),
        ("f1b2a3a4/a2e6b6c6", "a3", 3, "d3 d6"),
        ("f1b2a3a4/a2b3b6c6", "a3", 4, ""),
        ("f1b2a3a4/a2b3b4c6", "a3", 5, ""),
        ("f1f3f5a6/b5d3d4e4", "a6", 1, "a5 b6"),
        ("f1f3b5a6/a5d3d4e4", "a6", 2, "c6"),
        ("f1f3b5a6/a5b6d4e4", "a6", 3, ""),
    ],
)
def test_distance_counts_caps_around(position: str, cap: str, count: int, targets: str) -> None:
    """TC.05 / TC-05: both colours, eight squares, mover left out; middle, edge and corner."""
    state = tc.parse(STANDARD, position + " w")
    assert tc.distance(state, tc.square(cap)) == count
    assert moves(STANDARD, position + " w", cap) == set(targets.split())


def test_distance_is_exact() -> None:
    """TC.06 / TC-06: two neighbours mean two squares, never one and never three."""
    for action in tc.legal(STANDARD, tc.parse(STANDARD, FIGURE + " w")):
        if action.startswith("c3"):
            (file, rank), (to_file, to_rank) = tc.square(action[:2]), tc.square(action[3:])
            assert max(abs(to_file - file), abs(to_rank - rank)) == 2
    assert moves(STANDARD, FIGURE + " w", "c3").isdisjoint({"b3", "b4", "c4", "d4", "d3", "f3"})


@pytest.mark.parametrize("neighbour", ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"])
def test_eight_directions(neighbour: str) -> None:
    """TC.07 / TC-07: one neighbour closes its own line and leaves the seven others."""
    around = {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}
    for position in (f"c3f1f3f5/{neighbour}a6b6c6 w", f"c3f1f3{neighbour}/f5a6b6c6 w"):
        assert moves(STANDARD, position, "c3") == around - {neighbour}


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_are_straight(variant: str) -> None:
    """TC.07 / TC-07: no target off the eight lines, at most seven for one cap."""
    rules = tc.load_rules(variant)
    for seed in range(5):
        for state in walk(rules, seed):
            actions = tc.legal(rules, state)
            for action in actions:
                (file, rank), (to_file, to_rank) = tc.square(action[:2]), tc.square(action[3:])
                dx, dy = abs(to_file - file), abs(to_rank - rank)
                assert dx == dy or 0 in (dx, dy)
            assert max(Counter(a[:2] for a in actions).values(), default=0) <= 7


@pytest.mark.parametrize(
    ("position", "cap", "targets"),
    [
        # three neighbours; one square to the right edge, two down to the right
        ("d2e2e3a4/f4a5a6c6 w", "e3", {"e6", "b3", "b6"}),
        # two neighbours; one square of room above, on the right and on three diagonals
        ("d5e5a4b4/e4a6b1c1 w", "e5", {"c3"}),
        # two neighbours; Black's cap stands at the right edge
        ("a4b4c4e1/f1f2a6b6 b", "f2", {"f4", "d2", "d4"}),
    ],
)
def test_moves_stay_on_the_board(position: str, cap: str, targets: set[str]) -> None:
    """TC.08 / TC-08: a line without room gives no move: no wrap, no bounce, no shorter move."""
    assert moves(STANDARD, position, cap) == targets


@pytest.mark.parametrize(
    ("white", "black", "open_line"),
    [
        ("a3a4b4f1", "b2d6e6f5", True),  # three neighbours; b3 c3 d3 are free
        ("a3a4b4c3", "b2d6e6f5", False),  # own cap on the path
        ("a3a4b4d3", "b2d6e6f5", False),  # own cap on the target
        ("a3a4b4f1", "b2c3e6f5", False),  # foreign cap on the path
        ("a3a4b4f1", "b2d3e6f5", False),  # foreign cap on the target
        ("a3a4f2f1", "b2b3e6f5", False),  # a neighbour is itself in the way
    ],
)
def test_path_and_target_are_free(white: str, black: str, open_line: bool) -> None:
    """TC.09 / TC-09: own and foreign caps close a line, on the path and on its last square."""
    position = f"{white}/{black} w"
    assert tc.distance(tc.parse(STANDARD, position), (1, 3)) == 3
    assert ("d3" in moves(STANDARD, position, "a3")) is open_line


def test_own_bottle_is_closed() -> None:
    """TC.10 / TC-10: the right count does not open the own bottle, for either side."""
    white = tc.parse(STANDARD, "a3b3d1e1/b4f1f3f4 w")  # a3: two neighbours, a2 and a1 are free
    assert tc.distance(white, (1, 3)) == 2
    assert moves(STANDARD, "a3b3d1e1/b4f1f3f4 w", "a3") == {"c1", "a5"}
    for state, action in ((white, "a3-a1"), (other_side(STANDARD, white), "f4-f6")):
        with pytest.raises(ValueError, match="not legal"):
            tc.apply(STANDARD, state, action)
    as_black = tc.parse(STANDARD, "b4f1f3f4/a3b3d1e1 b")
    assert "a3-a1" in tc.legal(STANDARD, as_black)


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_no_line_runs_on_beyond_a_corner(size: int) -> None:
    """TC.10 / TC-10: a line through a bottle ends there, so nothing can ever pass over one."""
    rules = tc.load_rules("mini-4x4", overrides={"board_size": size})
    corners = {tc.bottle(rules, 0), tc.bottle(rules, 1)}
    assert corners == {(1, 1), (size, size)}
    reached = 0
    for cap in [(file, rank) for file in range(1, size + 1) for rank in range(1, size + 1)]:
        for step in tc.ORTHOGONAL + tc.DIAGONAL:
            for here, beyond in zip(tc.path(cap, step, 8), tc.path(cap, step, 9)[1:], strict=True):
                if here in corners:
                    reached += 1
                    assert not tc.on_board(rules, beyond)
    assert reached == 6 * (size - 1)


def test_bottle_wins_at_once() -> None:
    """TC.11 / TC-11: the shortest win of White, and the same win for Black."""
    state = play(STANDARD, BOTTLE_LINE)
    assert tc.write(STANDARD, state) == "e1b3a4f6/d3f3c4c6 b 5"
    assert result(STANDARD, state) == WHITE_BY_BOTTLE
    assert tc.turn(STANDARD, state) is None
    assert tc.cap_moves(STANDARD, state)
    assert not tc.legal(STANDARD, state)
    black = other_side(STANDARD, play(STANDARD, BOTTLE_LINE.rsplit(" ", 1)[0]))
    black = play(STANDARD, "d4-a1", black)
    assert tc.write(STANDARD, black) == "d1d3a4c4/a1f3e4b6 w 5"
    assert result(STANDARD, black) == BLACK_BY_BOTTLE


def test_bottle_needs_the_exact_count() -> None:
    """TC.11 / TC-11: beside the bottle, one neighbour opens it and two do not."""
    assert "f6" in moves(STANDARD, "e5a4b4c1/e4a6b1d1 w", "e5")
    assert "f6" not in moves(STANDARD, "d5e5a4b4/e4a6b1c1 w", "e5")


def test_isolated_cap_cannot_move() -> None:
    """TC.12 / TC-12: a cap without neighbours has no action, the others have."""
    state = tc.parse(STANDARD, "c2d2e2a4/f4f5a6c6 w")
    assert tc.distance(state, tc.square("a4")) == 0
    assert tc.targets(STANDARD, state, tc.square("a4")) == []
    assert {a[:2] for a in tc.legal(STANDARD, state)} == {"c2", "d2", "e2"}


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        ("b1d1b3d3/f5a6c6e6 w 8", [0, 0, 0, 0]),  # four isolated caps
        ("a5b5a6b6/a4b4c5c6 w 8", [5, 7, 3, 5]),  # neighbours, but every line is closed
        ("e1c2a4b6/f3c4d5e6 w 4", [0, 0, 0, 0]),  # where the shortest blockade ends
    ],
)
def test_blockade_loses(position: str, counts: list[int]) -> None:
    """TC.13 / TC-13: who cannot move any cap when the turn begins loses, either side."""
    state = tc.parse(STANDARD, position)
    assert [tc.distance(state, cap) for cap in tc.in_order(state.white)] == counts
    assert tc.legal(STANDARD, state) == []
    assert tc.turn(STANDARD, state) is None
    assert result(STANDARD, state) == BLACK_BY_BLOCKADE
    assert result(STANDARD, other_side(STANDARD, state)) == WHITE_BY_BLOCKADE
    others_turn = tc.State(state.white, state.black, 1, state.ply)
    assert tc.end(STANDARD, others_turn) is None  # only the side to move is asked


def test_shortest_blockade() -> None:
    """TC.13 / TC-13: the first player can be stuck after four plies."""
    assert tc.write(STANDARD, play(STANDARD, BLOCKADE_LINE)) == "e1c2a4b6/f3c4d5e6 w 4"


def test_bottle_before_blockade() -> None:
    """TC.14 / TC-14: the covering move wins by the bottle even if it also leaves no answer."""
    state = play(STANDARD, "d4-f6", tc.parse(STANDARD, "b1c3d3d4/f1a4a6c6 w 6"))
    assert tc.cap_moves(STANDARD, state) == []
    assert result(STANDARD, state) == WHITE_BY_BOTTLE


def test_endless_cycle_is_truncated() -> None:
    """TC.15 / TC-15: repetition is free; the ply limit ends the game without a winner."""
    state = play(MINI, "b1-b2 d3-c3")
    while state.ply < 998:
        assert result(MINI, state) == RUNNING
        state = play(MINI, "a2-b1 c4-d3 b1-a2 d3-c4", state)
    state = play(MINI, "a2-b1 c4-d3", state)
    assert state.ply == MINI["max_plies"] == 1000
    assert tc.cap_moves(MINI, state)
    assert not tc.legal(MINI, state)
    assert tc.turn(MINI, state) is None
    assert result(MINI, state) == TRUNCATED


@pytest.mark.parametrize(
    ("line", "limit", "expected"),
    [
        (BOTTLE_LINE, 5, WHITE_BY_BOTTLE),
        (BLOCKADE_LINE, 4, BLACK_BY_BLOCKADE),
        (BLOCKADE_LINE.rsplit(" ", 1)[0], 3, TRUNCATED),
        (BLOCKADE_LINE.rsplit(" ", 1)[0], 4, RUNNING),
    ],
)
def test_a_win_on_the_last_ply_counts(line: str, limit: int, expected: object) -> None:
    """TC.15 / TC-15: the limit is asked last, after the bottle and the blockade."""
    rules = tc.load_rules("standard", overrides={"max_plies": limit})
    assert result(rules, play(rules, line)) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_win_or_loss_only(variant: str) -> None:
    """TC.15 / TC-15: a game that ends by the rules has one winner; there is no draw."""
    rules = tc.load_rules(variant)
    wins = (WHITE_BY_BOTTLE, BLACK_BY_BOTTLE, WHITE_BY_BLOCKADE, BLACK_BY_BLOCKADE)
    for seed in range(5):
        *running, last = walk(rules, seed)
        assert all(result(rules, state) == RUNNING for state in running)
        assert result(rules, last) in wins


def test_printed_move_example() -> None:
    """TC.16 / TC-16: all moves of both sides in the printed example."""
    white = "d1-f1 d1-b1 c2-f5 c3-e3 c3-a3 c3-c5 c3-e5 c3-a5"
    black = "d5-e5 d5-c5 d5-d6 d5-d4 d5-e6 d5-e4 d5-c4 c6-d6 c6-b6 c6-c5 c6-b5"
    for side, expected in (("w", white), ("b", black)):
        actions = tc.legal(STANDARD, tc.parse(STANDARD, f"{FIGURE} {side}"))
        assert sorted(actions) == sorted(expected.split())
    assert moves(STANDARD, FIGURE + " w", "c3") == {"e5", "c5", "a5", "a3", "e3"}


def test_first_moves() -> None:
    """TC.17 / TC-17: the fourteen first moves of the standard start."""
    expected = "d1-e1 d1-c1 d1-d2 d1-e2 c2-e2 c2-a2 c2-c4 b3-d3 b3-b5 b3-b1 a4-b4 a4-a5 a4-a3 a4-b5"
    assert sorted(tc.legal(STANDARD, tc.start(STANDARD))) == sorted(expected.split())


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("standard", [1, 14, 190, 2680, 37140]), ("alt-1", [1, 15, 195, 2282, 26769])],
)
def test_perft(variant: str, counts: list[int]) -> None:
    """TC.17 / TC-17: the published numbers of lines of play."""
    rules = tc.load_rules(variant)
    assert [tc.perft(rules, tc.start(rules), d) for d in range(len(counts))] == counts


def test_perft_stops_at_the_end() -> None:
    """TC.17 / TC-17: a game that is over is not continued, whatever ended it."""
    for line in (BOTTLE_LINE, BLOCKADE_LINE):
        assert [tc.perft(STANDARD, play(STANDARD, line), d) for d in (1, 2)] == [0, 0]
    limited = tc.load_rules("standard", overrides={"max_plies": 2})
    assert [tc.perft(limited, tc.start(limited), d) for d in (2, 3)] == [190, 0]


@pytest.mark.slow
def test_perft_five() -> None:
    """TC.17 / TC-17: depth five, its bottle wins, and the blockades one ply before."""
    states = [tc.start(STANDARD)]
    for _ in range(4):
        states = [tc.apply(STANDARD, s, a) for s in states for a in tc.legal(STANDARD, s)]
    actions = [tc.legal(STANDARD, s) for s in states]
    assert sum(map(len, actions)) == 500_770
    assert sum(a.endswith("-f6") for some in actions for a in some) == 104
    assert sum(tc.end(STANDARD, s) == "blockade" for s in states) == 30


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("directions", [8, 4])
def test_both_sides_have_the_same_rules(variant: str, directions: int) -> None:
    """TC.18 / TC-18: half a turn and a swap of colours turn legal moves into legal moves."""
    rules = tc.load_rules(variant, overrides={"directions": directions})
    files, ranks = "abcdefgh"[: rules["board_size"]], "12345678"[: rules["board_size"]]
    turned = str.maketrans(files + ranks, files[::-1] + ranks[::-1])
    for seed in range(5):
        for state in walk(rules, seed):
            expected = {a.translate(turned) for a in tc.legal(rules, state)}
            assert set(tc.legal(rules, other_side(rules, state))) == expected


@pytest.mark.parametrize("line", ["", "d1-e1 e4-c4", BOTTLE_LINE, BLOCKADE_LINE])
def test_positions_round_trip(line: str) -> None:
    """TC.20 / TC-20: running and finished positions read back as what they were."""
    state = play(STANDARD, line)
    for one in (state, other_side(STANDARD, state)):
        again = tc.parse(STANDARD, tc.write(STANDARD, one))
        assert again == one
        assert result(STANDARD, again) == result(STANDARD, one)
    assert tc.parse(STANDARD, "a4d1b3c2/f3c6e4d5 w") == tc.start(STANDARD)


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("d1c2b3g4/f3e4d5c6 w 0", "white: g4 is off the board"),
        ("d1c2b3a4/f3e4d5c7 w 0", "black: c7 is off the board"),
        ("d1c2b3a0/f3e4d5c6 w 0", "white: a0 is off the board"),
        ("d1c2b3b3/f3e4d5c6 w 0", "white: two caps on b3"),
        ("d1c2b3a4/f3e4d5a4 w 0", "two caps on a4"),
        ("d1c2b3/f3e4d5c6 w 0", "white: 3 caps, not 4"),
        ("d1c2b3a4/f3e4d5c6b6 w 0", "black: 5 caps, not 4"),
        ("a1c2b3a4/f3e4d5c6 w 0", "bottle of its own side"),
        ("d1c2b3a4/f6e4d5c6 w 0", "bottle of its own side"),
        ("f6c2b3a4/a1e4d5c6 w 0", "both bottles"),
        ("f6c2b3a4/f3e4d5c6 w 5", "not the side to move"),
        ("d1c2b3a4/a1e4d5c6 b 6", "not the side to move"),
        ("d1c2b3a/f3e4d5c6 w 0", "not the name of a square"),
        ("d1c2b3a4/f3e4d5c6 x 0", "not of the form"),
        ("d1c2b3a4/f3e4d5c6 w -1", "not of the form"),
        ("d1c2b3a4 f3e4d5c6 w 0", "not of the form"),
        ("", "not of the form"),
    ],
)
def test_impossible_positions_are_refused(position: str, problem: str) -> None:
    """TC.20 / TC-20: no game gets there, so nothing else should answer for it."""
    with pytest.raises(ValueError, match=problem):
        tc.parse(STANDARD, position)


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"start_white": ["f6", "b3", "c2", "d1"]}, "a cap starts on the bottle f6"),
        ({"start_black": ["f6", "d5", "e4", "f3"]}, "a cap starts on the bottle f6"),
        ({"start_white": ["a1", "b3", "c2", "d1"]}, "a cap starts on the bottle a1"),
        ({"start_white": ["d5", "b3", "c2", "d1"]}, "start on one square"),
        ({"start_white": []}, "without caps"),
        ({"board_size": 5}, "off the board"),
        ({"board_size": 9}, "not 4 to 8"),
        ({"directions": 6}, "neither 4 nor 8"),
        ({"max_plies": 0}, "not 1 to 60000"),
        ({"max_plies": 60001}, "not 1 to 60000"),
        ({"passing": True}, "unknown or missing rules"),
    ],
)
def test_impossible_rules_are_refused(overrides: dict[str, object], problem: str) -> None:
    """TC.20 / TC-20: a start with a cap on a bottle is refused, and so is other nonsense."""
    with pytest.raises(ValueError, match=problem):
        tc.load_rules("standard", overrides=overrides)


def test_unknown_variants_are_refused() -> None:
    """TC.01 / TC-01: the game is for two, and only in the variants that are listed."""
    with pytest.raises(ValueError, match="not for 3 players"):
        tc.load_rules("standard", players=3)
    with pytest.raises(ValueError, match="no variant 'hexagonal'"):
        tc.load_rules("hexagonal")


def test_four_directions() -> None:
    """TC.21 / TC-21: a diagonal neighbour still counts, a diagonal line is closed."""
    rules = tc.load_rules("standard", overrides={"directions": 4})
    assert moves(rules, "c3f1f3f5/d4a6b6c6 w", "c3") == {"c2", "c4", "b3", "d3"}
    assert moves(rules, FIGURE + " w", "c3") == {"c5", "a3", "e3"}
    without_diagonals = set(tc.legal(STANDARD, tc.start(STANDARD))) - {"d1-e2", "a4-b5"}
    assert set(tc.legal(rules, tc.start(rules))) == without_diagonals


def mini_positions() -> list[tc.State]:
    """Every placement of two and two caps on the 4x4 board that leaves both bottles open."""
    squares = [(f, r) for f in range(1, 5) for r in range(1, 5) if (f, r) not in ((1, 1), (4, 4))]
    return [
        tc.State(frozenset(white), frozenset(black), 0, 0)
        for white in combinations(squares, 2)
        for black in combinations([s for s in squares if s not in white], 2)
    ]


def test_small_board_counts() -> None:
    """TC.17 / TC-17: positions, moves, blockades and immediate wins on the 4x4 board."""
    actions = [tc.legal(MINI, state) for state in mini_positions()]
    assert len(actions) == 6006
    assert sum(map(len, actions)) == 26_907
    assert sum(not some for some in actions) == 513
    assert sum(any(a.endswith("-d4") for a in some) for some in actions) == 1652


def as_mover(rules: tc.Rules, state: tc.State) -> tc.State:
    """The position with the side to move playing White, its ply forgotten."""
    state = state if state.to_move == 0 else other_side(rules, state)
    return tc.State(state.white, state.black, 0, 0)


@pytest.mark.slow
def test_small_board_solved() -> None:
    """TC.15 / TC-15: the 4x4 board by distance to the end; neither side can force a win."""
    after: dict[tc.State, list[tc.State | None]] = {}  # None: the mover has won
    for state in mini_positions():
        nexts = [tc.apply(MINI, state, a) for a in tc.legal(MINI, state)]
        after[state] = [None if tc.end(MINI, n) == "bottle" else as_mover(MINI, n) for n in nexts]
    plies: dict[tc.State | None, int] = {None: 0}  # odd: the mover wins, even: the mover loses
    for ply in range(23):
        for state in [s for s in after if s not in plies]:
            answers = [plies.get(n, -1) for n in after[state]]
            if ply % 2 == 0 and all(n % 2 == 1 and 0 < n < ply for n in answers):
                plies[state] = ply
            if ply % 2 == 1 and ply - 1 in answers:
                plies[state] = ply
    del plies[None]
    by_distance = Counter(plies.values())
    assert [by_distance[n] for n in range(21)] == [
        *(513, 2766, 599, 685, 265, 270, 177, 158, 104, 82, 86),
        *(50, 33, 26, 14, 10, 14, 11, 8, 6, 8),
    ]
    assert len(after) - len(plies) == 121

    line = ["b1-b2", "d3-c3", "a2-b1", "c4-d3", "b1-a2", "d3-c4"]
    for length in range(len(line) + 1):
        assert as_mover(MINI, play(MINI, " ".join(line[:length]))) not in plies
