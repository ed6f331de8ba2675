"""The oracle of Medina against ME.23 to ME.35: roofs and tiles."""

from __future__ import annotations

import pytest

from oracle import medina as md
from oracle.medina_positions import SETS, at, cells, play, ready, square, walk

STANDARD = md.load_rules("standard", 2)
THREE = md.load_rules("standard", 3)
ANY = md.load_rules("standard", 2, {"palace_trigger": "any", "tower_trigger": "any"})


def tiles(rules: md.Rules, state: md.State) -> str:
    """The holders of the tiles as they are written."""
    return md.write(rules, state).split(" ")[4]


# --- roofs ---------------------------------------------------------------------------------------


def test_a_roof_makes_the_owner() -> None:
    """ME.23, ME.25 / ME-23, ME-25: on a palace others built; then it is a target for nobody."""
    state = play(STANDARD, ready(STANDARD), "Oc3 Od3 Rc3")
    assert state.board.roofs == {"c3": 1}
    assert (cells(STANDARD, state, "R"), state.seat) == (set(), 1)
    assert not cells(STANDARD, state, "O") & (square("c3", 1) | square("d3", 1))
    assert cells(STANDARD, state, "S") == {"b3", "c2", "c4", "d2", "d4", "e3"}
    after = play(STANDARD, state, "nw-e")
    assert (cells(STANDARD, after, "R"), after.seat) == (set(), 0)
    assert after.supply[1]["R"] == 3


def test_one_palace_of_a_colour() -> None:
    """ME.24 / ME-24: the owner of a grey palace cannot roof another one; the others can."""
    for seat in range(3):
        state = at(THREE, "Ga1 Gk9", roofs="a1:2", tiles="--2-|----", seat=seat)
        assert cells(THREE, state, "R") == ({"k9"} if seat != 1 else set())


def test_a_roof_names_the_first_cell() -> None:
    """ME.26 / ME-26: one action for each palace open to the seat: its lowest building."""
    board = "Od4 Oc4 Oc5 Sc3 Bh2 Bi2 Nk9 Gn4"
    state = at(STANDARD, board, roofs="n4:1 k9:2", tiles="--12|----")
    roofs = [action for action in md.legal(STANDARD, state) if action[0] == "R"]
    assert roofs == ["Rh2", "Rc4"]
    for wrong in ("Rd4", "Rc5", "Rc3", "Ri2", "Rn4", "Rk9"):
        with pytest.raises(ValueError, match="not legal"):
            md.apply(STANDARD, state, wrong)


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_roof_actions_are_the_open_palaces(variant: str, players: int) -> None:
    """ME.23, ME.24, ME.26 / ME-23, ME-24, ME-26: in random games."""
    rules = md.load_rules(variant, players)
    for _, _, after in walk(rules, 26):
        board = after.board
        if after.due == "turn" and after.supply[after.seat]["R"]:
            colours = {board.built.cells[first] for first in md.owned(board, after.seat)}
            assert cells(rules, after, "R") == {
                first
                for first, palace in board.built.palaces.items()
                if first not in board.roofs and palace.colour not in colours
            }
        for seat in range(players):
            own = [board.built.cells[first] for first in md.owned(board, seat)]
            assert len(own) == len(set(own)) <= 4


# --- palace tiles --------------------------------------------------------------------------------


def test_palace_tile() -> None:
    """ME.27, ME.28 / ME-27, ME-28: the first takes it, then a larger one, not a smaller one."""
    state = play(STANDARD, ready(STANDARD), "Oc3 Rc3")
    assert tiles(STANDARD, state) == "1---|----"
    larger = play(STANDARD, state, "Oc7 Oc8 nw-e nw-e Rc7")
    assert tiles(STANDARD, larger) == "2---|----"
    equal = play(STANDARD, state, "Oc7 Rc7")
    assert tiles(STANDARD, equal) == "1---|----"
    state = at(STANDARD, "Gc3 Gd3 Gm3", roofs="c3:2", tiles="--2-|----")
    assert tiles(STANDARD, play(STANDARD, state, "Rm3")) == "--2-|----"


def test_largest_of_all() -> None:
    """ME.28 / ME-28: A holds with 4, B grew to 6: C needs 7, not 5 or 6."""
    board = "Na1 Nb1 Nc1 Nd1 Na4 Nb4 Nc4 Sd4 Sa5 Sb5"
    for size, holder in ((4, 1), (5, 1), (6, 1), (7, 3)):
        third = " ".join(f"N{c}9" for c in "abcdefg"[:size])
        state = at(THREE, f"{board} {third}", roofs="a1:1 a4:2", tiles="---1|----", seat=2)
        assert tiles(THREE, play(THREE, state, "Ra9")) == f"---{holder}|----"
    moves = md.load_rules("standard", 3, {"palace_tie": "moves"})
    for size, holder in ((5, 1), (6, 3), (7, 3)):
        third = " ".join(f"N{c}9" for c in "abcdefg"[:size])
        state = at(moves, f"{board} {third}", roofs="a1:1 a4:2", tiles="---1|----", seat=2)
        assert tiles(moves, play(moves, state, "Ra9")) == f"---{holder}|----"


def test_size_is_buildings_and_stables() -> None:
    """ME.29 / ME-29: 3 buildings and 2 stables beat 4 buildings; merchants do not."""
    board = "Ga1 Gb1 Gc1 Gd1 Gm1 Gn1 Go1 Sm2 Sn2"
    state = at(STANDARD, board, roofs="a1:1", tiles="--1-|----", seat=1)
    assert tiles(STANDARD, play(STANDARD, state, "Rm1")) == "--2-|----"
    state = at(STANDARD, board.replace(" Sn2", ""), roofs="a1:1", tiles="--1-|----", seat=1)
    assert tiles(STANDARD, play(STANDARD, state, "Rm1")) == "--1-|----"
    board, line = "Ga1 Gb1 Gm1", "n1 n2 m2 l2"
    state = at(STANDARD, board, merchants=line, roofs="a1:1", tiles="--1-|----", seat=1)
    assert tiles(STANDARD, play(STANDARD, state, "Rm1")) == "--1-|----"


def test_other_colours_do_not_matter() -> None:
    """ME.27 / ME-27: a palace is compared with those of its colour only."""
    state = at(STANDARD, "Ga1 Gb1 Om1", roofs="a1:1", tiles="--1-|----", seat=1)
    assert tiles(STANDARD, play(STANDARD, state, "Rm1")) == "2-1-|----"


def test_a_stable_and_the_palace_tile() -> None:
    """ME.30 / ME-30: no change in standard; with ``any`` the tile moves."""
    board = "Ga1 Gb1 Gm1 Gn1"
    for rules, holder in ((STANDARD, 1), (ANY, 2)):
        state = at(rules, board, roofs="a1:1 m1:2", tiles="--1-|----")
        assert tiles(rules, play(rules, state, "Sm2")) == f"--{holder}-|----"
        assert tiles(rules, play(rules, state, "Sa2 Oh9 Sm2")) == "--1-|----"  # equal: stays
    state = at(ANY, "Ga1 Gb1 Gm1", roofs="a1:1", tiles="--1-|----", seat=1)
    assert tiles(ANY, play(ANY, state, "Sm2 Sn1 nw-e nw-e Rm1")) == "--2-|----"


def test_ties_move() -> None:
    """ME.28, ME.30 / ME-28, ME-30: with both switches an equal palace takes the tile."""
    rules = md.load_rules("standard", 2, {"palace_trigger": "any", "palace_tie": "moves"})
    state = at(rules, "Ga1 Gb1 Gm1", roofs="a1:1 m1:2", tiles="--1-|----")
    assert tiles(rules, play(rules, state, "Sm2")) == "--2-|----"
    assert tiles(rules, play(rules, state, "Sm2 Sa2")) == "--1-|----"


def test_bridges_and_palace_tiles() -> None:
    """ME.38 / ME-38: one stable makes two palaces larger; both are judged as they are then."""
    switches = {"stable_bridge": True, "palace_trigger": "any"}
    rules = md.load_rules("standard", 3, switches)
    board = "Ga1 Gc1 Gm9"
    state = at(rules, board, roofs="m9:1 a1:2 c1:3", tiles="--1-|----")
    assert tiles(rules, play(rules, state, "Sb1")) == "--1-|----"  # they are equal to each other
    state = at(rules, f"{board} Gd1", roofs="m9:1 a1:2 c1:3", tiles="--3-|----")
    assert tiles(rules, play(rules, state, "Sb1")) == "--3-|----"
    moves = md.load_rules("standard", 3, {**switches, "palace_tie": "moves"})
    state = at(moves, board, roofs="m9:1 a1:2 c1:3", tiles="--1-|----")
    assert tiles(moves, play(moves, state, "Sb1")) == "--3-|----"  # the later first cell


# --- tower tiles ---------------------------------------------------------------------------------


def test_tower_tile() -> None:
    """ME.31 / ME-31: roofed at a wall, from the side or from another seat; no wall, no tile."""
    state = at(STANDARD, "Oa11 Ba9 Gc11", walls="nw-e=1 nw-s=3")
    first = play(STANDARD, state, "Ra11")
    assert tiles(STANDARD, first) == "1---|1---"
    assert tiles(STANDARD, play(STANDARD, first, "Oh1 Ra9")) == "12--|2---"
    assert tiles(STANDARD, play(STANDARD, state, "Rc11")) == "--1-|----"


def test_several_tiles_by_one_roof() -> None:
    """ME.32 / ME-32: one palace at walls of two towers, and the largest: three tiles."""
    row = " ".join(f"O{c}1" for c in "cdefghijklmno")
    state = at(STANDARD, row, merchants="h6", walls="sw-e=4 se-w=2")
    assert tiles(STANDARD, play(STANDARD, state, "Rc1")) == "1---|--11"


def test_walls_and_stables_later() -> None:
    """ME.33 / ME-33: they move no tower tile in standard; with ``any`` the owner takes it."""
    for rules, one in ((STANDARD, "----"), (ANY, "2---")):
        state = at(rules, "Oa11", roofs="a11:2", tiles="2---|----")
        assert tiles(rules, play(rules, state, "nw-s")) == f"2---|{one}"  # seat 1 lays it
    for rules, one in ((STANDARD, "----"), (ANY, "--2-")):
        state = at(rules, "Oo2", walls="se-w=3", roofs="o2:2", tiles="2---|----")
        assert tiles(rules, play(rules, state, "So1")) == f"2---|{one}"
        assert tiles(rules, play(rules, state, "So3")) == "2---|----"
    state = at(ANY, "Oa11", tiles="----|----")
    assert tiles(ANY, play(ANY, state, "nw-s")) == "----|----"  # ME.35: no roof


def test_only_new_contacts() -> None:
    """ME.33 / ME-33: an arm that grows on along the palace gives no tile back."""
    board = "Oe11 Of11 Bk11 Bl11"
    state = at(ANY, board, walls="nw-e=5", roofs="e11:1", tiles="1---|1---")
    taken = at(ANY, f"{board} Ga8", walls="nw-e=5 nw-s=4", roofs="e11:1 a8:2", tiles="1-2-|2---")
    assert tiles(ANY, play(ANY, state, "nw-e")) == "1---|1---"
    assert tiles(ANY, play(ANY, taken, "nw-e")) == "1-2-|2---"


@pytest.mark.parametrize(("contact", "holder"), [("arm", 1), ("tower", 2)])
def test_contact_by_arm_or_tower(contact: str, holder: int) -> None:
    """ME.33 / ME-33: the second arm of a tower is a new contact, or it is not."""
    rules = md.load_rules("standard", 2, {"tower_trigger": "any", "tower_contact": contact})
    board, roofs = "Oa11 Bc11", "a11:1 c11:2"
    state = at(rules, board, walls="nw-e=3", roofs=roofs, tiles="12--|2---")
    assert tiles(rules, play(rules, state, "nw-s")) == f"12--|{holder}---"
    # a stable in the corner touches both arms at once
    state = at(rules, "Oa10", walls="nw-e=1 nw-s=1", roofs="a10:1", tiles="1---|----")
    assert tiles(rules, play(rules, state, "Sa11")) == "1---|1---"
    # another tower is new in either case
    row = " ".join(f"O{c}1" for c in "cdefghijklmno")
    state = at(rules, row, walls="sw-e=4 se-w=1", roofs="c1:1", tiles="1---|---1")
    assert tiles(rules, play(rules, state, "se-w")) == "1---|--11"


def test_contact_is_along_a_side() -> None:
    """ME.34 / ME-34: not at a corner, not with a tower; through a stable it is."""
    state = at(STANDARD, "Oc11 Ba11", walls="nw-e=2")
    assert tiles(STANDARD, play(STANDARD, state, "Rc11")) == "1---|----"
    state = at(STANDARD, "Oa11")
    assert tiles(STANDARD, play(STANDARD, state, "Ra11")) == "1---|----"
    state = at(STANDARD, "Oa10 Sa11", walls="nw-e=1")
    assert tiles(STANDARD, play(STANDARD, state, "Ra10")) == "1---|1---"


def test_a_palace_without_roof_takes_nothing() -> None:
    """ME.35 / ME-35: it is not compared with either."""
    free = md.load_rules("standard", 2, {"blocked_palace": "frees_colour"})
    state = at(free, "Ba1 Bk9", merchants="a2 b2 b1", walls="sw-n=1")
    assert tiles(free, state) == "----|----"
    big = at(free, "Ba1 Ba2 Bk9", merchants="a3 b3 b2 b1")
    assert tiles(free, play(free, big, "Rk9")) == "-1--|----"


def test_bridges_and_tower_tiles() -> None:
    """ME.38 / ME-33, ME-38: a wall beside a bridge is a contact of both palaces."""
    rules = md.load_rules("standard", 2, {"stable_bridge": True, "tower_trigger": "any"})
    board, roofs = "Oa1 Bc1", "a1:1 c1:2"
    state = at(rules, board, roofs=roofs, tiles="12--|----")
    assert tiles(rules, play(rules, state, "Sb1 sw-e")) == "12--|---1"
    assert tiles(rules, play(rules, state, "Sb1 sw-e sw-e")) == "12--|---2"
    assert tiles(rules, play(rules, state, "Sb1 sw-e sw-e sw-e")) == "12--|---2"
    state = at(rules, board, walls="sw-e=2", roofs=roofs, tiles="12--|---1")
    assert tiles(rules, play(rules, state, "Sb1")) == "12--|---2"
    state = at(rules, board, walls="se-w=14", roofs=roofs, tiles="12--|--2-")
    assert tiles(rules, play(rules, state, "Sb1")) == "12--|--2-"
    assert tiles(rules, play(rules, state, "Sb1 se-w")) == "12--|--1-"
