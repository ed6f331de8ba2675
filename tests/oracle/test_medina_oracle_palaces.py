"""The oracle of Medina against ME.13 to ME.22 and ME.36 to ME.40: buildings and stables."""

from __future__ import annotations

from collections import Counter

import pytest

from oracle import medina as md
from oracle.medina_palaces import Grid
from oracle.medina_positions import GRID, SETS, at, cells, last, play, square, walk

STANDARD = md.load_rules("standard", 2)
FREE = md.load_rules("standard", 2, {"blocked_palace": "frees_colour"})

# --- buildings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_palaces_are_what_flood_fill_finds(variant: str, players: int) -> None:
    """ME.13, ME.14, ME.17 / ME-13, ME-14, ME-17: kept palaces, the gap, one under construction."""
    rules = md.load_rules(variant, players)
    grid = Grid(*map(int, rules["board"].split("x")))
    for seed in range(2):
        for number, (_, _, after) in enumerate(walk(rules, seed)):
            built = after.board.built
            if number % 5 or not built.cells:
                continue
            group = {cell: cell for cell in built.cells}  # merged until nothing changes
            for _ in built.cells:
                for cell in built.cells:
                    for other in grid.next_to[cell]:
                        if other in group:
                            group[cell] = min(group[cell], group[other])
            found = Counter(group.values())
            assert sorted(found.values()) == sorted(p.size for p in built.palaces.values())
            for first, palace in built.palaces.items():
                assert {group[cell] for cell in palace.pieces} == {group[first]}
                assert {built.cells[cell] for cell in palace.buildings} == {palace.colour}
                assert first == min(palace.buildings, key=grid.order.__getitem__)
            for cell in built.cells:
                for other in grid.near[cell] & built.cells.keys():
                    assert group[cell] == group[other]
            if rules["blocked_palace"] == "frozen":
                open_palaces = [
                    p.colour for f, p in built.palaces.items() if f not in after.board.roofs
                ]
                assert len(open_palaces) == len(set(open_palaces))


def test_a_building_extends_the_palace() -> None:
    """ME.15 / ME-15: the exact cells: beside a building; not at its corners, not far away."""
    state = at(STANDARD, "Oc3 Od3 Od4")
    beside = {"b3", "c2", "d2", "e3", "e4", "c4", "d5"}
    assert cells(STANDARD, state, "O") == beside
    for cell in ("b2", "e5", "c5", "k9"):
        with pytest.raises(ValueError, match="not legal"):
            md.apply(STANDARD, state, f"O{cell}")


def test_a_building_begins_a_palace() -> None:
    """ME.16, ME.17 / ME-16, ME-17: after the roof the colour begins anew, away from all palaces."""
    board = "Oc3 Od3 Bh2 Sh3"
    state = play(STANDARD, at(STANDARD, board, merchants="m9"), "Rc3")
    away = {c for c in GRID.cells if not square(c, 1) & {"c3", "d3", "h2", "h3"}} - {"m9"}
    assert cells(STANDARD, state, "O") == cells(STANDARD, state, "G") == away
    assert cells(STANDARD, state, "B") == {"g2", "i2", "h1"}
    assert cells(STANDARD, state, "R") == {"h2"}


def test_extensions_keep_the_gap() -> None:
    """ME.17 / ME-17: a cell beside the palace but near another one, or its stable, is refused."""
    state = at(STANDARD, "Oc3 Be4 Gc6 Sc5", roofs="c6:2", tiles="--2-|----")
    assert cells(STANDARD, state, "O") == {"b3", "c2"}  # d3 is near e4, c4 near the stable on c5
    assert cells(STANDARD, state, "B") == {"f4", "e3", "e5"}  # d4 is near c3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_greatest_size(players: int) -> None:
    """ME.18 / ME-18: all buildings of a colour form one palace."""
    rules = md.load_rules("standard", players)
    number = rules["buildings"] * players
    snake = [f"{c}{r}" for r in (1, 2, 3) for c in "abcdefghijklmnop"][:number]
    state = at(rules, " ".join(f"G{cell}" for cell in snake))
    assert [palace.size for palace in state.board.built.palaces.values()] == [number]
    assert play(rules, state, "Ra1").palace_tiles["G"] == 0


def test_blocked_palace() -> None:
    """ME.19 / ME-19: black in a corner behind merchants: closed in standard, else 172 cells."""
    for rules, free in ((STANDARD, 0), (FREE, 172)):
        state = at(rules, "Ba1", merchants="a2 b2 b1")
        assert [len(cells(rules, state, c)) for c in "OBGN"] == [172, free, 172, 172]
        assert cells(rules, state, "S") == set()
        assert cells(rules, state, "R") == {"a1"}
        after = play(rules, state, "Ra1")
        assert [len(cells(rules, after, c)) for c in "OBGN"] == [172] * 4
        assert cells(rules, after, "S") == set()


def test_blocked_palaces_of_one_colour() -> None:
    """ME.19 / ME-14, ME-19: a second palace may be begun; it is then the one to extend."""
    state = play(FREE, at(FREE, "Ba1", merchants="a2 b2 b1"), "Bk9 Bk10")
    assert cells(FREE, state, "B") == {"j9", "l9", "k8", "j10", "l10", "k11"}
    assert cells(FREE, state, "R") == {"a1", "k9"}
    assert md.game_facts(FREE, state)["abandoned"] == 2
    with pytest.raises(ValueError, match="under construction"):
        md.parse(STANDARD, md.write(FREE, state))


def test_blocked_by_other_palaces() -> None:
    """ME.19 / ME-19: cells that break the gap are no room; without them the palace is blocked."""
    state = at(FREE, "Oa1 Ba3 Gc1")
    away = {c for c in GRID.cells if not square(c, 1) & {"a1", "a3", "c1"}} - {"h6"}
    assert cells(FREE, state, "O") == away
    assert cells(STANDARD, at(STANDARD, "Oa1 Ba3 Gc1"), "O") == set()
    assert cells(STANDARD, at(STANDARD, "Oa1 Ba3"), "O") == {"b1"}


def test_extend_by_stable() -> None:
    """ME.20 / ME-20: a cell beside only a stable: no, or with the switch yes."""
    reach = md.load_rules("standard", 2, {"extend_by_stable": True})
    for rules, more in ((STANDARD, set()), (reach, {"e3", "d4", "d2"})):
        state = at(rules, "Oc3 Sd3")
        assert cells(rules, state, "O") == {"b3", "c2", "c4"} | more
        assert cells(rules, state, "S") == {"b3", "c2", "c4"}
    state = play(reach, at(reach, "Oc3 Sd3"), "Oe3 Of3")
    assert {f: p.size for f, p in state.board.built.palaces.items()} == {"c3": 4}
    assert cells(reach, state, "R") == {"c3"}
    assert cells(reach, state, "B") == {
        c for c in GRID.cells if not square(c, 1) & {"c3", "d3", "e3", "f3"}
    } - {"h6"}


def test_only_filled_cells_hinder() -> None:
    """ME.21 / ME-21: a building between merchants, against walls, in a corner, at the edge."""
    state = at(STANDARD, merchants="a2 b2 b1", walls="sw-n=4 sw-e=4")
    assert cells(STANDARD, state, "O") == set(GRID.cells) - {"a2", "b2", "b1"}


def test_finished_colour() -> None:
    """ME.22 / ME-22: buildings of a colour all seats own leave, or stay and can be placed."""
    stay = md.load_rules("standard", 2, {"finished_colour": "stay"})
    for rules, left in ((STANDARD, 0), (stay, 7)):
        state = at(rules, "Bc3 Bg3", roofs="c3:1", tiles="-1--|----", seat=1)
        after = play(rules, state, "Rg3 nw-e")
        assert [own["B"] for own in after.supply] == [left, left]
        assert after.supply[0]["O"] == 8
        away = {c for c in GRID.cells if not square(c, 1) & {"c3", "g3"}} - {"h6"}
        assert cells(rules, after, "O") == away
        assert cells(rules, after, "B") == (away if left else set())
        assert md.game_facts(rules, after)["returned"] == 14 - 2 * left
        assert last(rules, 22).due == "over"
    three = md.load_rules("standard", 3)
    state = at(three, "Bc3 Bg3", roofs="c3:1", tiles="-1--|----", seat=1)
    after = play(three, state, "Rg3")  # the second of three seats
    assert [own["B"] for own in after.supply] == [own["B"] for own in state.supply] == [6, 5, 5]


# --- stables -------------------------------------------------------------------------------------


def test_stables_go_beside_buildings_of_any_palace() -> None:
    """ME.36, ME.37 / ME-36, ME-37: own, foreign, unroofed; not beside a stable, not at a corner."""
    board = "Oc3 Sd3 Bg3 Nk3 Nk4"
    state = at(STANDARD, board, roofs="c3:1 g3:2", tiles="12--|----")
    own, foreign, unroofed = {"b3", "c2", "c4"}, {"f3", "h3", "g2", "g4"}, {"j3", "l3", "k2"}
    assert cells(STANDARD, state, "S") == own | foreign | unroofed | {"j4", "l4", "k5"}
    assert "e3" not in cells(STANDARD, state, "S")  # beside a stable only, as are d2 and d4
    after = play(STANDARD, state, "Sf3 Sc4")
    assert [p.size for p in after.board.built.palaces.values()] == [3, 2, 2]
    assert after.board.built.palaces["c3"].stables == {"c4", "d3"}
    assert cells(STANDARD, after, "S") == {"b3", "c2", "h3", "g2", "g4"} | unroofed | {
        "j4",
        "l4",
        "k5",
    }


def test_stables_go_beside_neutral_palaces() -> None:
    """ME.36 / ME-36: a neutral palace takes stables."""
    rules = md.load_rules("second-edition", 3)
    state = at(rules, "Oc3", well="m9", roofs="c3:n", tiles="n---|----")
    assert cells(rules, state, "S") == {"b3", "d3", "c2", "c4"}
    assert play(rules, state, "Sd3").board.built.palaces["c3"].size == 2


def test_stables_keep_the_gap() -> None:
    """ME.38 / ME-38: near another palace, along a side or at a corner: no; two steps away: yes."""
    state = at(STANDARD, "Oc3 Bf3")
    assert cells(STANDARD, state, "S") == {"b3", "c2", "c4", "d3", "e3", "g3", "f2", "f4"}
    state = play(STANDARD, state, "Sd3")
    assert cells(STANDARD, state, "S") == {"b3", "c2", "c4", "g3", "f2", "f4"}
    assert cells(STANDARD, state, "B") == {"g3", "f2", "f4"}  # e3 is beside the stable
    state = at(STANDARD, "Oc3 Be4")  # d3 and d4 are beside one and at a corner of the other
    assert cells(STANDARD, state, "S") == {"b3", "c2", "c4", "f4", "e5", "e3"}
    state = at(STANDARD, "Oc3 Sd3 Bf4")  # e4 is at a corner of the stable
    assert cells(STANDARD, state, "S") == {"b3", "c2", "c4", "g4", "f5", "f3"}
    assert cells(STANDARD, state, "B") == {"g4", "f5", "f3"}
    assert not cells(STANDARD, state, "G") & square("d3", 1)


def test_nothing_keeps_alleys_open() -> None:
    """ME.38 / ME-38: a stable may close the last way between palaces."""
    state = at(STANDARD, "Ob1 Ob2 Ob3")
    assert "a3" in cells(STANDARD, state, "S")  # no merchant line comes to a1 and a2 after that
    assert {"a1", "a2"} <= cells(STANDARD, play(STANDARD, state, "Sa3"), "S")


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_stables_and_extensions_are_one_set(variant: str, players: int) -> None:
    """ME.40 / ME-40: stables of a palace go where buildings would, roofed or not."""
    rules = md.load_rules(variant, players)
    for _, _, after in walk(rules, 40):
        board, built = after.board, after.board.built
        closed = built.cells.keys() | board.merchants
        if board.well:
            closed |= {board.well, *built.grid.near[board.well]}
        where = {}
        for first, palace in built.palaces.items():
            beside = {c for b in palace.buildings for c in built.grid.next_to[b]} - closed
            others = built.cells.keys() - palace.pieces
            where[first] = {cell for cell in beside if not built.grid.near[cell] & others}
        if after.due != "turn" or (rules["survivor_roofs"] and after.left == 1):
            continue
        if after.supply[after.seat]["S"]:
            assert cells(rules, after, "S") == set().union(*where.values())
        for colour in "OBGN":
            its = [f for f, p in built.palaces.items() if p.colour == colour]
            room = [where[first] for first in its if first not in board.roofs]
            if rules["blocked_palace"] == "frees_colour":
                room = [cells for cells in room if cells]
            if room and after.supply[after.seat][colour]:
                assert [cells(rules, after, colour)] == room


BRIDGE = md.load_rules("standard", 2, {"stable_bridge": True})


def test_bridge() -> None:
    """ME.38 / ME-38: with the switch a stable beside two palaces counts for both."""
    board = "Oc3 Be3"
    assert "d3" not in cells(STANDARD, at(STANDARD, board), "S")
    state = at(BRIDGE, board, roofs="c3:2", tiles="2---|----")
    assert cells(BRIDGE, state, "S") == {"b3", "c2", "c4", "d3", "f3", "e2", "e4"}
    after = play(BRIDGE, state, "Sd3")
    assert [p.size for p in after.board.built.palaces.values()] == [2, 2]
    # d2 and d4 are beside the bridge only. What is near it and beside a building is all right.
    assert cells(BRIDGE, after, "B") == {"f3", "e2", "e4"}
    assert cells(BRIDGE, after, "S") == {"b3", "c2", "c4", "f3", "e2", "e4"}
    after = play(BRIDGE, after, "Re3")
    assert [parts["stables"] for parts in md.scores(BRIDGE, after)] == [1, 1]


def test_bridge_keeps_the_gap_to_others() -> None:
    """ME.38 / ME-38: a palace that the stable is not beside must not be near it."""
    state = at(BRIDGE, "Oc3 Be3 Gd5")
    assert "d4" not in cells(BRIDGE, state, "S")
    assert "d3" in cells(BRIDGE, state, "S")
    state = at(BRIDGE, "Oc3 Be4")
    assert cells(BRIDGE, state, "S") == {"b3", "c2", "c4", "f4", "e5", "e3"}
    state = at(BRIDGE, "Oc3 Be3 Sd3 Nb5")
    assert "c4" not in cells(BRIDGE, state, "S")
