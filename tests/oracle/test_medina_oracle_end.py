"""The oracle of Medina against ME.41 to ME.50, ME-62, ME-63: merchants, walls, the end."""

from __future__ import annotations

from typing import Any

import pytest

from oracle import medina as md
from oracle.medina_moves import can_place
from oracle.medina_palaces import ARMS
from oracle.medina_positions import GRID, SETS, at, cells, last, play, ready, square, walk

STANDARD = md.load_rules("standard", 2)
LAX = md.load_rules("standard", 2, {"new_line_cell": "at_most_one"})
BLOCKED = "Ba1 Oc1 Ga3"  # around the line a2 b2 b1
STRAIGHT = md.load_rules("standard", 2, {"merchant_touch": "with_diagonals"})


def beside(*cells_: str) -> set[str]:
    """All cells next to one of these."""
    return {other for cell in cells_ for other in GRID.next_to[cell]}


# --- merchants -----------------------------------------------------------------------------------


def test_a_line_grows_at_its_ends() -> None:
    """ME.41 / ME-41: exact cells for lines of 1, 2 and 3, and a bent one; either end, any seat."""
    assert cells(STANDARD, at(STANDARD), "M") == {"g6", "i6", "h5", "h7"}
    state = at(STANDARD, merchants="h6 h7", seat=1)
    assert cells(STANDARD, state, "M") == {"g6", "i6", "h5", "g7", "i7", "h8"}
    state = at(STANDARD, merchants="h6 h7 h8")
    assert cells(STANDARD, state, "M") == {"g6", "i6", "h5", "g8", "i8", "h9"}
    state = at(STANDARD, merchants="h6 h7 i7")
    assert cells(STANDARD, state, "M") == {"g6", "h5", "j7", "i8"}  # i6 would touch both ends
    state = at(STANDARD, merchants="a5 a4")
    assert cells(STANDARD, state, "M") == {"a6", "b5", "b4", "a3"}
    after = play(STANDARD, state, "Ma3")
    assert (after.board.lines, after.board.ends) == (1, ("a3", "a5"))
    assert play(STANDARD, state, "Mb5").board.ends == ("a4", "b5")


def test_merchants_touch_one_other() -> None:
    """ME.42 / ME-42: no branch, no cell that joins both ends, none beside an old line."""
    state = at(STANDARD, merchants="h6 h7 h8 i8 j8 j7")
    assert "g7" not in cells(STANDARD, state, "M")  # beside an inner link
    assert "i7" not in cells(STANDARD, state, "M")
    assert cells(STANDARD, state, "M") == {"g6", "h5", "i6", "k7", "j6"}
    state = at(STANDARD, merchants="h6 h7 h8 i8 j8 j7 j6")
    assert cells(STANDARD, state, "M") == {"g6", "h5", "k6", "j5"}  # i6 joins both ends
    state = at(STANDARD, BLOCKED, merchants="a2 b2 b1|c4")
    assert cells(STANDARD, state, "M") == {"d4", "c5", "b4", "c3"}
    state = at(STANDARD, BLOCKED, merchants="a2 b2 b1|c4 c3")
    assert cells(STANDARD, state, "M") == {"d4", "c5", "b4", "d3"}  # b3, c2 touch the old line


def test_bends_and_diagonals() -> None:
    """ME.43 / ME-43: a bend is legal in standard; if corners count, lines are straight."""
    state = at(STRAIGHT, merchants="h6 h7")
    assert cells(STRAIGHT, state, "M") == {"h5", "h8"}
    assert cells(STRAIGHT, at(STRAIGHT), "M") == {"g6", "i6", "h5", "h7"}
    state = at(STRAIGHT, "Oh5 Bh8", merchants="h6 h7")
    far = set(GRID.cells) - square("h6", 1) - square("h7", 1) - {"h5", "h8"}
    assert cells(STRAIGHT, state, "M") == far
    lax = {"merchant_touch": "with_diagonals", "new_line_cell": "at_most_one"}
    rules = md.load_rules("standard", 2, lax)
    state = at(rules, "Oh5 Bh8", merchants="h6 h7")
    both = (square("h6", 1) & square("h7", 1)) | {"h5", "h8"}
    assert cells(rules, state, "M") == set(GRID.cells) - both


def test_a_new_line_only_if_both_ends_are_blocked() -> None:
    """ME.44 / ME-44: by palaces, by its own curl, by old lines."""
    line = "a2 b2 b1"
    assert cells(STANDARD, at(STANDARD, merchants=line), "M") == {"a3", "c1"}  # a1 touches both
    assert cells(STANDARD, at(STANDARD, "Oc1", merchants=line), "M") == {"a3"}
    both = at(STANDARD, "Oc1 Ba3", merchants=line)
    filled = {"a2", "b2", "b1", "c1", "a3"}
    assert cells(STANDARD, both, "M") == set(GRID.cells) - beside("a2", "b2", "b1") - filled
    after = play(STANDARD, both, "Mk9")
    assert (after.board.lines, after.board.ends) == (2, ("k9",))
    assert cells(STANDARD, after, "M") == beside("k9")
    curl = "d4 d3 e3 f3 f4 f5 e5"  # d5 and e4 touch more than an end
    assert cells(STANDARD, at(STANDARD, "Oc4", merchants=curl), "M") == {"e6"}
    state = at(STANDARD, "Oc4 Be6", merchants=curl)
    filled = {*curl.split(), "c4", "e6"}
    assert cells(STANDARD, state, "M") == set(GRID.cells) - beside(*curl.split()) - filled


def test_old_lines_block() -> None:
    """ME.44, ME.46 / ME-44, ME-46: old merchants count as touched, and are never continued."""
    state = at(STANDARD, BLOCKED, merchants="a2 b2 b1|b4")
    assert cells(STANDARD, state, "M") == {"a4", "c4", "b5"}  # b3 touches the old line too
    around = f"{BLOCKED} Ga4 Ga5 Gb5 Gc5 Gc4"
    state = at(STANDARD, around, merchants="a2 b2 b1|b4")
    filled = {piece[1:] for piece in around.split()} | {"a2", "b2", "b1", "b4"}
    new = set(GRID.cells) - filled - beside("a2", "b2", "b1", "b4")
    assert cells(STANDARD, state, "M") == new
    assert play(STANDARD, state, "Mp9").board.lines == 3


def test_where_a_new_line_begins() -> None:
    """ME.45 / ME-45: beside no merchant, or beside one at most; the outer ring is as good."""
    line = "a2 b2 b1"
    filled = {"a2", "b2", "b1", "a1", "c1", "a3"}
    state = at(STANDARD, "Ba1 Oc1 Ga3", merchants=line)
    assert cells(STANDARD, state, "M") == set(GRID.cells) - filled - {"b3", "c2"}
    state = at(LAX, "Ba1 Oc1 Ga3", merchants=line)
    assert cells(LAX, state, "M") == set(GRID.cells) - filled
    state = at(LAX, "Oc1 Ga3", merchants=line)
    assert "a1" not in cells(LAX, state, "M")  # beside two
    after = play(LAX, state, "Mb3")
    assert (after.board.lines, after.board.ends) == (2, ("b3",))
    assert cells(LAX, after, "M") == {"c3", "b4"}
    after = play(LAX, after, "Mb4 Nk1")
    assert after.board.ends == ("b3", "b4")
    assert cells(LAX, after, "M") == {"c3", "a4", "c4", "b5"}  # its first merchant is still an end


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_single_file(variant: str, players: int) -> None:
    """ME.42, ME.46 / ME-42, ME-46: in random games lines are paths that never touch each other."""
    rules = md.load_rules(variant, players)
    for seed in range(2):
        for before, token, after in walk(rules, seed):
            board = after.board
            touches = {c: len(beside(c) & board.merchants) for c in board.merchants}
            assert not touches or max(touches.values()) <= 2
            links = sum(touches.values()) // 2
            assert len(board.merchants) - links == board.lines
            if token[0] == "M" and before.due == "turn":
                assert touches[token[1:]] == after.board.lines - before.board.lines ^ 1


# --- walls ---------------------------------------------------------------------------------------


def test_walls_grow_from_towers() -> None:
    """ME.47 / ME-47: one action for each arm; it fills the next wall cell of the arm."""
    state = ready(STANDARD)
    assert [a for a in md.legal(STANDARD, state) if "-" in a] == list(ARMS)
    after = play(STANDARD, state, "nw-e nw-e se-n nw-e")
    assert after.board.walls == {**dict.fromkeys(ARMS, 0), "nw-e": 3, "se-n": 1}
    assert [own["wall"] for own in after.supply] == [13, 13]


def test_walls_never_meet() -> None:
    """ME.48 / ME-48: a long side is full at 15, a short one at 10, all together at 50."""
    rules = md.load_rules("standard", 4, {"walls": 20})
    state = at(rules, walls="nw-e=15")
    assert [a for a in md.legal(rules, state) if "-" in a] == list(ARMS[2:])
    state = at(rules, walls="nw-e=8 ne-w=7 ne-s=4 se-n=5 nw-s=10")
    assert [a for a in md.legal(rules, state) if "-" in a] == ["ne-s", "se-n", "se-w", "sw-e"]
    for board, most in (("11x16", 50), ("10x14", 44)):
        rules = md.load_rules("standard", 4, {"walls": 20, "board": board})
        number, state = 0, ready(rules)
        while walls := [a for a in md.legal(rules, state) if "-" in a]:
            state = md.apply(rules, state, walls[number % len(walls)])
            number += 1
        assert number == most
    small = md.load_rules("second-edition", 2)
    state = at(small, merchants="g6", well="b2", walls="ne-s=9 se-w=6 sw-e=6")
    assert [a for a in md.legal(small, state) if "-" in a] == [*ARMS[:2], *ARMS[4:]]


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_a_wall_can_always_be_placed(variant: str, players: int) -> None:
    """ME.49 / ME-49: who has one is never passed over; without any palace too."""
    rules = md.load_rules(variant, players)
    most = 44 if rules["board"] == "10x14" else 50
    assert rules["walls"] * players < most
    for before, _, after in walk(rules, 49):
        for seat in range(players):
            assert after.passes[seat] == before.passes[seat] or not after.supply[seat]["wall"]
    assert not any(own["wall"] for own in last(rules, 49).supply)


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_over_when_nobody_can_place(variant: str, players: int) -> None:
    """ME.50 / ME-50: not before, and at once."""
    rules = md.load_rules(variant, players)
    for seed in range(3):
        for before, _, after in walk(rules, seed):
            able = any(can_place(rules, after, seat) for seat in range(players))
            if before.due == "turn":
                assert (md.end(rules, after) == "no_placement") == (not able)
                assert (after.due == "turn") == able


TINY = {"buildings": 2, "roofs": 4, "stables": 1, "merchants": 1, "walls": 2}


def test_four_palaces_each_do_not_end_it() -> None:
    """ME.50 / ME-50: walls, merchants and stables are still placed."""
    rules = md.load_rules("standard", 2, TINY)
    ones = {"O": "a1", "B": "c1", "G": "e1", "N": "g1"}
    twos = {"O": "a5", "B": "c5", "G": "e5", "N": "g5"}
    board = " ".join(f"{c}{x}" for group in (ones, twos) for c, x in group.items())
    roofs = " ".join([f"{x}:1" for x in ones.values()] + [f"{x}:2" for x in twos.values()])
    state = at(rules, board, merchants="k9", roofs=roofs, tiles="1111|----")
    assert md.end(rules, state) is None
    kinds = {"W" if a in ARMS else a[0] for a in md.legal(rules, state)}
    assert kinds == {"S", "M", "W"}
    assert md.game_facts(rules, state)["returned"] == 8


def test_unplaceable_pieces_do_not_keep_it_alive() -> None:
    """ME.50 / ME-50: over in the middle of a turn, though both seats hold pieces."""
    rules = md.load_rules("standard", 2, {**TINY, "buildings": 1, "roofs": 1, "merchants": 2})
    board = "Ga1 Oc4 Od4 Be6 Bf6 Ng8 Nh8 Sc5 Se7"
    state = at(
        rules,
        board,
        merchants="a2 b2 b1 c1 d1",
        walls="nw-e=3",
        roofs="c4:1 e6:2",
        tiles="12--|----",
        hold={0: {"G": 1, "wall": 1}, 1: {"G": 0, "wall": 0}},
    )
    assert md.legal(rules, state) == list(ARMS)
    after = play(rules, state, "nw-e")
    assert (md.end(rules, after), md.turn(rules, after)) == ("no_placement", None)
    assert (after.turns, after.passes) == (state.turns + 1, state.passes)
    assert md.facts(rules, after)[0] == {"palaces": 1, "passes": state.passes[0], "left_over": 1}
    assert md.legal(rules, after) == []
    with pytest.raises(ValueError, match="not legal"):
        md.apply(rules, after, "nw-e")


# --- survivor's duty, limit ----------------------------------------------------------------------

DUTY = {"buildings": 1, "stables": 0, "merchants": 0, "walls": 2, "survivor_roofs": True}
LEFT = {0: {"wall": 2}, 1: {"wall": 0}}
BOARD = "Oc1 Od1 Bc3 Bd3 Gc5 Gd5 Nc7 Nd7"


def test_survivor_must_roof() -> None:
    """ME-62, O7: alone with roofs to place: one of the two placements is a roof."""
    rules = md.load_rules("standard", 2, {**DUTY, "roofs": 1})
    state = at(rules, BOARD, walls="ne-s=2", roofs="c1:2", tiles="2---|----", hold=LEFT)
    assert not can_place(rules, state, 1)
    assert md.legal(rules, state) == ["Rc3", "Rc5", "Rc7", *ARMS]
    after = play(rules, state, "nw-e")
    assert md.legal(rules, after) == ["Rc3", "Rc5", "Rc7"]
    over = play(rules, after, "Rc3")
    assert (over.seat, over.left, over.passes[1]) == (0, 2, state.passes[1] + 1)
    first = play(rules, state, "Rc3")
    assert (first.mark, first.left) == ("roof", 1)
    assert md.legal(rules, first) == list(ARMS)
    off = {**rules, "survivor_roofs": False}
    assert set(ARMS) < set(md.legal(off, play(off, state, "nw-e")))
    assert play(off, state, "Rc3").mark is None


def test_one_roof_a_turn_is_enough() -> None:
    """ME-62: after one roof the second placement is free, though another could be placed."""
    rules = md.load_rules("standard", 2, {**DUTY, "roofs": 2})
    one: dict[str, Any] = {"walls": "ne-s=2", "roofs": "c1:2 c3:2", "tiles": "22--|----"}
    state = at(rules, BOARD, hold=LEFT, **one)
    assert md.legal(rules, play(rules, state, "Rc5")) == ["Rc7", *ARMS]
    assert md.legal(rules, play(rules, state, "nw-e")) == ["Rc5", "Rc7"]


def test_no_duty_among_several() -> None:
    """ME-62: not while another seat can place something; not without a roof that can be placed."""
    rules = md.load_rules("standard", 2, {**DUTY, "roofs": 1, "walls": 3})
    one: dict[str, Any] = {"walls": "ne-s=2", "tiles": "2---|----"}
    state = at(rules, BOARD, roofs="c1:2", hold={0: {"wall": 3}, 1: {"wall": 1}}, **one)
    assert set(ARMS) < set(md.legal(rules, play(rules, state, "nw-e")))
    rules = md.load_rules("standard", 2, {**DUTY, "roofs": 1})
    one["tiles"] = "12--|----"
    state = at(rules, BOARD, roofs="c1:1 c3:2", hold=LEFT, **one)
    assert not can_place(rules, state, 1)
    assert md.legal(rules, play(rules, state, "nw-e")) == list(ARMS)


def test_neutral_roofs_fulfil_the_duty() -> None:
    """ME-62: own and neutral roofs both count; tea cannot stand for the roof."""
    rules = md.load_rules(
        "second-edition", 2, {**DUTY, "roofs": 1, "neutral_roofs": 1, "short_openings": 0}
    )
    board = "Bc1 Bd1 Oc3 Od3 Gc5 Gd5 Nc7 Nd7"
    hold = {0: {"wall": 2, "X": 1}, 1: {"wall": 0, "X": 0}}
    more: dict[str, Any] = {"roofs": "c1:1 c3:2 c5:n", "tiles": "21n-|----"}
    state = at(rules, board, merchants="g6", well="k5", walls="ne-s=2", hold=hold, **more)
    assert state.supply[0]["tea"] == 3
    after = play(rules, state, "nw-e")
    assert md.legal(rules, after) == ["Xc7"]
    after = play(rules, state, "Xc7")
    assert md.legal(rules, after) == [*ARMS, "tea"]


def test_limit_of_plies() -> None:
    """ME-63: the game stops where a seat would decide, and stands as it is."""
    rules = md.load_rules("standard", 2, {"max_plies": 3})
    state = play(rules, ready(rules), "Oa1 Ra1")
    assert md.end(rules, state) is None
    over = play(rules, state, "nw-e")
    assert (md.end(rules, over), md.turn(rules, over), over.due) == ("truncated", None, "turn")
    assert md.legal(rules, over) == []
    assert md.ranks(rules, over) == [1, 2]
    assert md.shares12(rules, over) == [12, 0]
    first = md.load_rules("second-edition", 3, {"first_merchant": "chosen", "max_plies": 1})
    state = play(first, md.start(first), "Mh6")
    assert md.turn(first, state) == "chance"
    assert md.end(first, play(first, state, "b2")) == "truncated"
    none = dict.fromkeys(("buildings", "stables", "merchants", "walls"), 0)
    nothing = md.load_rules("standard", 3, none)
    over = ready(nothing)
    assert (md.end(nothing, over), over.turns, md.ranks(nothing, over)) == (
        "no_placement",
        0,
        [1, 1, 1],
    )


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_games_end_by_themselves(variant: str, players: int) -> None:
    """ME-63: far below any limit."""
    rules = md.load_rules(variant, players)
    pieces = sum(md.full_supply(rules).values()) * players
    for _, _, after in walk(rules, 63):
        assert after.plies == md.plies(rules, after.board, after.supply)
        assert after.plies <= pieces + 1 + 6 + rules["tea"]
