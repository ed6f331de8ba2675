"""Oracle of Medina, its ground: the grid of cells, and what buildings and stables make of it.

A cell is its name (``c7``), a palace a set of cells found by flood fill. Nothing is ever altered: a
placement gives another ``Built``. Ids such as ME-17 refer to ``seeds/medina/RULES.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

COLUMNS = "abcdefghijklmnop"
COLOURS = "OBGN"
STABLE, MERCHANT, WELL = "S", "M", "W"
TOWERS = ("nw", "ne", "se", "sw")
ARMS = ("nw-e", "ne-w", "ne-s", "se-n", "se-w", "sw-e", "sw-n", "nw-s")
OPPOSITE = {
    "nw-e": "ne-w",
    "ne-w": "nw-e",
    "ne-s": "se-n",
    "se-n": "ne-s",
    "se-w": "sw-e",
    "sw-e": "se-w",
    "sw-n": "nw-s",
    "nw-s": "sw-n",
}


class Grid:
    """ME-01: the cells of a board of so many rows and columns, and what they are next to."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        letters = COLUMNS[:columns]
        self.cells = tuple(f"{c}{r}" for r in range(1, rows + 1) for c in letters)
        self.order = {cell: n for n, cell in enumerate(self.cells)}
        self.next_to = {cell: self.around(cell, corners=False) for cell in self.cells}
        self.near = {cell: frozenset(self.around(cell, corners=True)) for cell in self.cells}
        self.inner = tuple(cell for cell in self.cells if len(self.near[cell]) == 8)

        north = [f"{c}{rows}" for c in letters]
        east = [f"{letters[-1]}{r}" for r in range(rows, 0, -1)]
        south = [f"{c}1" for c in reversed(letters)]
        west = [f"a{r}" for r in range(1, rows + 1)]
        sides = (north, north[::-1], east, east[::-1], south, south[::-1], west, west[::-1])
        # ME-01, ME-47: the cell beside each wall cell of an arm, from the tower outwards.
        self.beside = dict(zip(ARMS, map(tuple, sides), strict=True))

    def around(self, cell: str, *, corners: bool) -> tuple[str, ...]:
        """The up to four cells next to a cell, or the up to eight near it."""
        column, row = COLUMNS.index(cell[0]), int(cell[1:])
        found = []
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                steps = abs(right) + abs(up)
                inside = 0 <= column + right < self.columns and 1 <= row + up <= self.rows
                if inside and (steps == 1 or (steps == 2 and corners)):
                    found.append(f"{COLUMNS[column + right]}{row + up}")
        return tuple(found)

    def two_away(self, cell: str) -> frozenset[str]:
        """ME-58: the cells exactly two from a cell, along its row or column."""
        column, row = COLUMNS.index(cell[0]), int(cell[1:])
        steps = ((2, 0), (-2, 0), (0, 2), (0, -2))
        names = [f"{(COLUMNS + '??')[column + x]}{row + y}" for x, y in steps if column + x >= 0]
        return frozenset(name for name in names if name in self.order)

    def in_order(self, cells: Iterable[str]) -> list[str]:
        """Cells from the lowest on."""
        return sorted(cells, key=self.order.__getitem__)


@cache
def grid_of(board: str) -> Grid:
    """The grid of a value of the rule ``board``: rows, x, columns."""
    rows, columns = board.split("x")
    return Grid(int(rows), int(columns))


@dataclass(frozen=True)
class Palace:
    """ME-13: buildings of one colour and the stables attached to them."""

    colour: str
    buildings: frozenset[str]
    stables: frozenset[str]
    first: str  # ME-26: the lowest cell with a building

    @cached_property
    def pieces(self) -> frozenset[str]:
        """ME-39: all its cells."""
        return self.buildings | self.stables

    @property
    def size(self) -> int:
        """ME-29: buildings and stables."""
        return len(self.pieces)


@dataclass(frozen=True)
class Built:
    """The buildings and stables of a board, and the palaces they make.

    ``cells`` says what stands where: a colour or ``S``. The two switches are rule values.
    ``known`` are palaces found before that cannot have changed since.
    """

    grid: Grid
    cells: dict[str, str]
    extend_by_stable: bool
    stable_bridge: bool
    known: tuple[Palace, ...] = field(default=(), compare=False, repr=False)

    def plus(self, cell: str, piece: str) -> Built:
        """With one piece more; only palaces that it is next to change."""
        cells = {**self.cells, cell: piece}
        known = [p for p in self.palaces.values() if p.pieces.isdisjoint(self.grid.next_to[cell])]
        return Built(self.grid, cells, self.extend_by_stable, self.stable_bridge, tuple(known))

    @cached_property
    def palaces(self) -> dict[str, Palace]:
        """ME-13: every palace by its first cell, in order."""
        found = {palace.first: palace for palace in self.known}
        seen = {cell for palace in self.known for cell in palace.buildings}
        for cell in self.grid.in_order(self.cells.keys() - seen):
            if cell not in seen and self.cells[cell] != STABLE:
                palace = self.palace_from(cell)
                seen |= palace.buildings
                found[cell] = palace
        return {first: found[first] for first in self.grid.in_order(found)}

    def palace_from(self, first: str) -> Palace:
        """ME-13, ME-20, ME-36: flood fill from the lowest building of a palace."""
        colour = self.cells[first]
        links = {colour, STABLE} if self.extend_by_stable else {colour}
        reached, todo = {first}, [first]
        while todo:
            for cell in self.grid.next_to[todo.pop()]:
                if cell not in reached and self.cells.get(cell) in links:
                    reached.add(cell)
                    todo.append(cell)
        buildings = frozenset(cell for cell in reached if self.cells[cell] == colour)
        beside = self.beside(buildings)
        stables = frozenset(cell for cell in beside if self.cells.get(cell) == STABLE)
        return Palace(colour, buildings, stables, first)

    def beside(self, cells: Iterable[str]) -> set[str]:
        """All that is next to one of the cells."""
        return set().union(*(self.grid.next_to[cell] for cell in cells))

    @cached_property
    def palaces_at(self) -> dict[str, tuple[str, ...]]:
        """The palaces each piece is part of, by first cells: one, or two with a bridge (ME-38)."""
        at: dict[str, tuple[str, ...]] = {}
        for first, palace in self.palaces.items():
            for cell in palace.pieces:
                at[cell] = (*at.get(cell, ()), first)
        return at

    @cached_property
    def apart(self) -> list[str]:
        """ME-16, ME-17: cells with no building or stable on or near them, in order."""
        taken = self.cells.keys() | set().union(*(self.grid.near[cell] for cell in self.cells))
        return [cell for cell in self.grid.cells if cell not in taken]

    def keep_gap(self, cells: Iterable[str], *joined: str) -> list[str]:
        """ME-17, ME-38: those of the cells that only pieces of these palaces are near."""
        others = self.cells.keys() - set().union(*(self.palaces[p].pieces for p in joined))
        return [cell for cell in cells if self.grid.near[cell].isdisjoint(others)]

    def extensions(self, first: str) -> list[str]:
        """ME-15, ME-20: cells without building or stable that would extend a palace.

        They may be filled by a merchant or the well, or lie near the well.
        """
        palace = self.palaces[first]
        joints = palace.pieces if self.extend_by_stable else palace.buildings
        return self.keep_gap(self.beside(joints) - self.cells.keys(), first)

    @cached_property
    def stable_cells(self) -> list[str]:
        """ME-36, ME-38: cells without building or stable that would take a stable; as above."""
        joined: dict[str, tuple[str, ...]] = {}
        for first, palace in self.palaces.items():
            for cell in self.beside(palace.buildings) - self.cells.keys():
                joined[cell] = (*joined.get(cell, ()), first)
        most = 2 if self.stable_bridge else 1
        found = []
        for palaces in dict.fromkeys(joined.values()):
            if len(palaces) <= most:
                cells = [cell for cell, its in joined.items() if its == palaces]
                found += self.keep_gap(cells, *palaces)
        return found
