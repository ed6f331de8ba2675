"""The oracle of Medina against the checklist (ME.nn) and its rule page (ME-nn): set-up and turn.

Positions are written down by hand; what they must give was worked out on paper. Buildings and
stables are in ``test_medina_oracle_palaces.py``, roofs and tiles in
``test_medina_oracle_tiles.py``, merchants, walls and the end in ``test_medina_oracle_end.py``,
points in ``test_medina_oracle_points.py``, parts of other variants in
``test_medina_oracle_variants.py``, the notation in ``test_medina_oracle_notation.py`` and what it
refuses in ``test_medina_oracle_refusals.py``.
"""

from __future__ import annotations

import copy
from collections import Counter
from itertools import pairwise

import pytest

from oracle import medina as md
from oracle.medina_palaces import ARMS, COLOURS, OPPOSITE, TOWERS, Grid
from oracle.medina_positions import GRID, SETS, at, cells, play, ready, square, walk

STANDARD = md.load_rules("standard", 2)
EMPTY = "16/16/16/16/16/16/16/16/16/16/16"


# --- set-up --------------------------------------------------------------------------------------


def test_board() -> None:
    """ME.01 / ME-01: 176 cells, 54 wall cells each next to one cell, corner cells next to two."""
    assert len(GRID.cells) == len(set(GRID.cells)) == 176
    assert (GRID.cells[0], GRID.cells[15], GRID.cells[16], GRID.cells[-1]) == (
        "a1",
        "p1",
        "a2",
        "p11",
    )
    sides = [GRID.beside[arm] for arm in ARMS[::2]]
    assert sorted(map(len, sides)) == [11, 11, 16, 16]
    beside = Counter(cell for side in sides for cell in side)
    assert beside.total() == 54
    assert {cell for cell, n in beside.items() if n == 2} == {"a1", "p1", "a11", "p11"}
    assert max(beside.values()) == 2
    assert len(beside) == 50 == 176 - len(GRID.inner)
    for cell in GRID.cells:
        assert GRID.near[cell] | {cell} == square(cell, 1)
        assert set(GRID.next_to[cell]) == {
            c for c in square(cell, 1) - {cell} if c[0] == cell[0] or c[1:] == cell[1:]
        }
    small = Grid(10, 14)
    assert (len(small.cells), small.cells[-1], len(small.inner)) == (140, "n10", 96)
    assert sum(len(small.beside[arm]) for arm in ARMS[::2]) == 48


def test_arms() -> None:
    """ME.01 / ME-01, ME-47: two arms a tower, each begins at the corner cell of its tower."""
    corners = {"nw": "a11", "ne": "p11", "se": "p1", "sw": "a1"}
    for arm in ARMS:
        tower, way = arm.split("-")
        line = GRID.beside[arm]
        assert line[0] == corners[tower]
        x = {"e": 1, "w": -1}.get(way, 0)
        y = {"n": 1, "s": -1}.get(way, 0)
        for one, two in pairwise(line):
            assert (ord(two[0]) - ord(one[0]), int(two[1:]) - int(one[1:])) == (x, y)
        assert line == GRID.beside[OPPOSITE[arm]][::-1]
        assert OPPOSITE[OPPOSITE[arm]] == arm
    assert Counter(arm[:2] for arm in ARMS) == dict.fromkeys(TOWERS, 2)


@pytest.mark.parametrize(
    ("variant", "players", "supply", "other"),
    [
        ("standard", 2, "8,8,8,8,4,0,4,12,15,0", ""),
        ("standard", 3, "6,6,6,6,4,0,4,8,12,0", ""),
        ("standard", 4, "5,5,5,5,4,0,3,6,9,0", ""),
        ("first-edition", 3, "6,6,6,6,4,0,4,8,10,0", ""),
        ("first-edition", 4, "5,5,5,5,4,0,3,6,8,0", ""),
        ("second-edition", 2, "8,8,8,8,4,2,4,12,15,0", "14/14/14/14/14/14/14/14/14/14"),
        ("second-edition", 3, "6,6,6,6,4,1,4,8,12,0", ""),
        ("second-edition", 4, "5,5,5,5,4,0,3,6,9,0", ""),
    ],
)
def test_start(variant: str, players: int, supply: str, other: str) -> None:
    """ME.03, ME.04, ME.05 / ME-03 to ME-05: supplies and tiles before the first turn."""
    rules = md.load_rules(variant, players)
    first = "1:merchant" if variant == "first-edition" else "merchant"
    supplies, passes = "|".join([supply] * players), "|".join(["0"] * players)
    line = f"{other or EMPTY} - 0,0,0,0,0,0,0,0 - ----|---- {supplies} {first} 0 {passes}"
    assert md.write(rules, md.start(rules)) == line
    pieces = sum(map(int, supply.split(",")))
    assert pieces == {2: 67, 3: 52 if variant == "standard" else 50, 4: 42}[players] + {
        ("first-edition", 4): -1,
        ("second-edition", 2): 2,
        ("second-edition", 3): 3,
    }.get((variant, players), 0)


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_first_merchant(variant: str, players: int) -> None:
    """ME.06 / ME-06: an extra merchant on an inner cell, by chance or by seat 1."""
    rules = md.load_rules(variant, players)
    state = md.start(rules)
    small = rules["board"] == "10x14"
    last_column, last_row = ("n", 10) if small else ("p", 11)
    inner = {f"{c}{r}" for c in "bcdefghijklmno" if c < last_column for r in range(2, last_row)}
    assert len(inner) == (96 if small else 126)
    if variant == "first-edition":
        assert md.turn(rules, state) == 0
        assert set(md.legal(rules, state)) == {f"M{cell}" for cell in inner}
        assert md.chance_outcomes(rules, state) == []
        after = md.apply(rules, state, "Mc7")
        assert (md.turn(rules, after), after.left, after.plies, after.turns) == (0, 2, 1, 0)
    else:
        assert md.turn(rules, state) == "chance"
        assert md.legal(rules, state) == []
        assert set(md.chance_outcomes(rules, state)) == inner
        after = md.apply_chance(rules, state, "c7")
        with pytest.raises(ValueError, match="not a cell"):
            md.apply_chance(rules, state, "a7")
    assert after.supply == md.start(rules).supply
    assert (after.board.merchants, after.board.lines, after.board.ends) == (
        frozenset(["c7"]),
        1,
        ("c7",),
    )


@pytest.mark.parametrize("cell", ["h6", "b2", "o10"])
def test_first_placement(cell: str) -> None:
    """ME.06 / ME-06: 712 choices: 4 x 175 buildings, 4 merchants, 8 walls; no stable, no roof."""
    state = ready(STANDARD, cell)
    actions = md.legal(STANDARD, state)
    assert len(actions) == len(set(actions)) == 712
    for colour in COLOURS:
        assert cells(STANDARD, state, colour) == set(GRID.cells) - {cell}
    assert cells(STANDARD, state, "M") == set(GRID.next_to[cell])
    assert [a for a in actions if a in ARMS] == list(ARMS)
    assert not cells(STANDARD, state, "S") | cells(STANDARD, state, "R")
    with pytest.raises(ValueError, match="nothing is left to chance"):
        md.apply_chance(STANDARD, state, "c7")


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_conservation(variant: str, players: int) -> None:
    """ME.04, ME.07, ME.08 / ME-04, ME-07, ME-08: every piece is somewhere; the board only grows."""
    rules = md.load_rules(variant, players)
    for seed in range(2):
        held = [Counter(md.full_supply(rules)) for _ in range(players)]
        for before, token, after in walk(rules, seed):
            if before.due == "turn":
                kind = "wall" if token in ARMS else token if token == "tea" else token[0]
                held[before.seat][kind] -= 1
                towers = dict(zip(TOWERS, (3, 1, 2, 0), strict=True))
                for tower, holder in after.tower_tiles.items():
                    moved = before.tower_tiles[tower] == "-" != holder
                    if moved and rules["tower_merchants"] and holder != "n":
                        held[int(holder)]["M"] += towers[tower]
                for seat in range(players):
                    held[seat]["tea"] = after.supply[seat]["tea"]  # tested with tea
                    for colour in COLOURS:
                        having = [
                            owner
                            for first, owner in after.board.roofs.items()
                            if after.board.built.cells[first] == colour and owner != "n"
                        ]
                        if len(having) == players:
                            held[seat][colour] = 0
                assert [dict(own) for own in held] == list(after.supply)
            old, new = before.board, after.board
            assert old.built.cells.items() <= new.built.cells.items()
            assert old.merchants <= new.merchants
            assert old.roofs.items() <= new.roofs.items()
            assert all(old.walls[arm] <= new.walls[arm] for arm in ARMS)
            assert not new.merchants & new.built.cells.keys()


def test_pieces_belong_to_nobody() -> None:
    """ME.02 / ME-02: who placed what changes no score."""
    state = ready(STANDARD)
    one = play(STANDARD, state, "Oa1 sw-n Ob1 sw-e Ra1 Mh7")
    two = play(STANDARD, state, "Ob1 sw-e Oa1 sw-n Ra1 Mh7")
    assert md.scores(STANDARD, one) == md.scores(STANDARD, two)
    assert md.totals(STANDARD, one) == [2 + 2 + 4 + 4, 0]  # buildings, walls, both tiles


# --- turn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_turns_of_two_plies(variant: str, players: int) -> None:
    """ME.08 / ME-08, ME-61: plies and turns are counted, and the next seat is to the left."""
    rules = md.load_rules(variant, players)
    for seed in range(3):
        done = 0
        for before, _, after in walk(rules, seed):
            if before.due != "turn":
                continue
            done += 1
            size = 1 if before.turns < rules["short_openings"] else 2
            assert before.left == size - done + 1
            assert after.plies == before.plies + 1
            if after.turns == before.turns:
                assert (after.seat, after.left, done) == (before.seat, before.left - 1, 1)
            else:
                assert after.turns == before.turns + 1
                assert done <= size
                done = 0
            if after.due == "turn" and after.turns > before.turns:
                passed = sum(after.passes) - sum(before.passes)
                assert after.seat == (before.seat + 1 + passed) % players


def test_all_pairs_of_kinds_are_turns() -> None:
    """ME.08 / ME-08: any two kinds, the same or different, in either order make a turn."""
    state = at(STANDARD, "Oa1 Gk9 Bm3")
    one = {"building": "Bm4", "stable": "Sa2", "merchant": "Mh7", "roof": "Ra1", "wall": "nw-e"}
    two = {"building": "Bm5", "stable": "Sb1", "merchant": "Mh8", "roof": "Rk9", "wall": "nw-e"}
    for first in one:
        for second in one:
            token = two[second] if first == second else one[second]
            after = play(STANDARD, state, f"{one[first]} {token}")
            assert (after.seat, after.left, after.turns) == (1, 2, state.turns + 1)


def test_second_placement_is_judged_after_the_first() -> None:
    """ME.09 / ME-09: found a palace and roof it; a merchant takes the place of a building."""
    state = play(STANDARD, ready(STANDARD), "Oc3")
    assert cells(STANDARD, state, "R") == {"c3"}
    assert cells(STANDARD, state, "O") == {"b3", "d3", "c2", "c4"}
    assert cells(STANDARD, state, "S") == {"b3", "d3", "c2", "c4"}
    assert cells(STANDARD, state, "B") == set(GRID.cells) - square("c3", 1) - {"h6"}
    after = play(STANDARD, state, "Rc3")
    assert (after.board.roofs, after.seat, after.left) == ({"c3": 0}, 1, 2)


def test_finished_colour_is_gone_for_the_second_placement() -> None:
    """ME.09, ME.22 / ME-09, ME-22: the last seat roofs black; no black building is left."""
    state = at(STANDARD, "Bc3 Bg3 Bh3", roofs="c3:1", tiles="-1--|----", seat=1)
    assert cells(STANDARD, state, "B") == {"f3", "i3", "g2", "g4", "h2", "h4"}
    after = play(STANDARD, state, "Rg3")
    assert (after.seat, after.left) == (1, 1)
    assert [own["B"] for own in after.supply] == [0, 0]
    assert cells(STANDARD, after, "B") == set()
    assert cells(STANDARD, after, "O") == {
        c for c in GRID.cells if not square(c, 1) & {"c3", "g3", "h3"}
    } - {"h6"}
    assert md.game_facts(STANDARD, after)["returned"] == 13


SMALL = {"buildings": 1, "roofs": 1, "stables": 1, "merchants": 0, "walls": 0}


def test_a_missing_second_placement() -> None:
    """ME.10 / ME-10: one piece fits, then none: the turn is over after one ply; no pass action."""
    rules = md.load_rules("standard", 2, {**SMALL, "stables": 0, "walls": 1})
    board = "Oa1 Ob1 Ba3 Bb3 Ga5 Gb5 Na7 Nb7"
    state = at(rules, board, roofs="a1:1 a3:2", tiles="12--|----")
    assert md.legal(rules, state) == list(ARMS)
    after = play(rules, state, "nw-e")
    assert (after.seat, after.left, after.turns, after.plies) == (1, 2, state.turns + 1, 11)
    assert md.legal(rules, after) == list(ARMS)
    over = play(rules, after, "nw-e")
    assert (md.end(rules, over), over.passes) == ("no_placement", state.passes)
    assert over.turns == state.turns + 2


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_no_pass(variant: str, players: int) -> None:
    """ME.10 / ME-10: while the game runs, the seat to decide has a placement."""
    rules = md.load_rules(variant, players)
    for seed in range(3):
        for _, _, after in walk(rules, seed):
            actions = md.legal(rules, after)
            if md.turn(rules, after) in range(players):
                assert set(actions) - {"tea"}
            else:
                assert actions == []


def test_empty_supply() -> None:
    """ME.11 / ME-11, ME-12: a seat without pieces is passed over at every turn; the others play."""
    rules = md.load_rules("standard", 3, {**SMALL, "buildings": 0, "stables": 0, "walls": 3})
    state = at(rules, walls="nw-e=3", hold={0: {"wall": 3}, 1: {"wall": 0}, 2: {"wall": 3}})
    assert (state.seat, state.left) == (0, 2)
    after = play(rules, state, "nw-s nw-s")
    assert (after.seat, after.passes) == (
        2,
        tuple(n + (s == 1) for s, n in enumerate(state.passes)),
    )
    after = play(rules, after, "ne-s ne-s")
    assert after.seat == 0
    after = play(rules, after, "nw-s")
    assert (after.seat, after.left, after.passes[1]) == (2, 2, state.passes[1] + 2)
    over = play(rules, after, "ne-s")
    assert (over.due, over.passes) == ("over", after.passes)


def test_passed_over_and_back() -> None:
    """ME.12 / ME-12: seat 2 holds only a building of a frozen colour, until a roof frees it."""
    rules = md.load_rules("standard", 3, {**SMALL, "stables": 0, "merchants": 1, "walls": 2})
    state = at(
        rules,
        "Ga11 Gk7 Ok1 Ol1 Om1 Bk3 Bl3 Bm3 Nk5 Nl5 Nm5",
        merchants="b11 b10 a10 a9",
        walls="ne-s=2",
        roofs="k1:2 k7:3",
        tiles="2-3-|----",
        hold={0: {"G": 0, "wall": 2}, 1: {"G": 1, "wall": 0}, 2: {"G": 0, "wall": 2}},
    )
    assert state.seat == 0
    still = play(rules, state, "nw-e nw-e")
    assert (still.seat, still.passes[1]) == (2, state.passes[1] + 1)
    again = play(rules, still, "nw-s nw-s")
    assert (again.seat, again.passes) == (0, still.passes)
    after = play(rules, again, "Ra11")  # nothing is left for seat 1, so its turn is over
    assert (after.seat, after.left, after.passes) == (1, 2, still.passes)
    assert set(md.legal(rules, after)) == {f"G{cell}" for cell in cells(rules, after, "G")}
    assert "a5" in cells(rules, after, "G")


def test_a_new_palace_gives_a_roof_its_place() -> None:
    """ME.12 / ME-12: seat 2 holds only a roof; another seat's building lets it return."""
    rules = md.load_rules("standard", 3, {**SMALL, "stables": 0, "walls": 2})
    state = at(
        rules,
        "Ok1 Ol1 Om1 Bk3 Bl3 Bm3 Nk5 Nl5 Nm5 Gk7 Gl7",
        walls="ne-s=2",
        roofs="k1:1 k7:3",
        tiles="1-3-|----",
        hold={0: {"G": 1, "wall": 2}, 1: {"G": 0, "wall": 0}, 2: {"G": 0, "wall": 2}},
    )
    assert cells(rules, state, "R") == set()
    state = play(rules, state, "Ga1")
    assert cells(rules, state, "R") == set()  # seat 1 has no roof left
    after = play(rules, state, "nw-e")
    assert (after.seat, after.passes) == (1, state.passes)
    assert md.legal(rules, after) == ["Ra1", "Rk3", "Rk5"]


def test_states_are_never_altered() -> None:
    """ME.08 / ME-08: an action gives another state; the one before stays as it was."""
    rules = md.load_rules("second-edition", 3)
    for before, token, after in walk(rules, 8):
        text = md.write(rules, before)
        supply = copy.deepcopy(before.supply)
        if before.due == "turn":
            assert md.write(rules, md.apply(rules, before, token)) == md.write(rules, after)
            assert (md.write(rules, before), before.supply) == (text, supply)
