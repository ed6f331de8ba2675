"""Oracle of Medina, where pieces may go: the legal actions of a state.

Ids such as ME-15 refer to ``seeds/medina/RULES.md``. What the board has room for does not depend on
the seat that places; a seat places what it has a piece for, and roofs as its palaces allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.medina_palaces import ARMS, COLOURS, MERCHANT, OPPOSITE, STABLE
from oracle.medina_state import (
    NEUTRAL,
    NEUTRAL_ROOF,
    ROOF,
    TEA,
    WALL,
    Board,
    Rules,
    State,
    grid,
    once,
    owned,
    seats,
    turn_size,
)

if TYPE_CHECKING:
    from collections.abc import Collection

# --- buildings and stables -----------------------------------------------------------------------


@once
def barred(rules: Rules, board: Board) -> set[str]:
    """Cells that take no building and no stable whatever is around: filled, or near the well."""
    cells = set(board.merchants)
    if board.well is not None:
        cells.update([board.well, *grid(rules).near[board.well]])  # ME-58
    return cells


def extensions(rules: Rules, board: Board, first: str) -> list[str]:
    """ME-15: the extension cells of a palace, roofed or not."""
    closed = barred(rules, board)
    return [cell for cell in board.built.extensions(first) if cell not in closed]


@once
def unroofed(_rules: Rules, board: Board) -> dict[str, list[str]]:
    """ME-13: first cells of the palaces without a roof, by colour."""
    found: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    for first, palace in board.built.palaces.items():
        if first not in board.roofs:
            found[palace.colour].append(first)
    return found


def under_construction(rules: Rules, board: Board, colour: str) -> dict[str, list[str]]:
    """ME-14, ME-19: the palace that buildings of the colour must extend, and its extension cells.

    No game comes to more than one.
    """
    palaces = {first: extensions(rules, board, first) for first in unroofed(rules, board)[colour]}
    if rules["blocked_palace"] == "frees_colour":
        palaces = {first: cells for first, cells in palaces.items() if cells}
    return palaces


def building_cells(rules: Rules, board: Board, colour: str) -> Collection[str]:
    """ME-15, ME-16: where a building of the colour may go."""
    if palaces := under_construction(rules, board, colour):
        return {cell for cells in palaces.values() for cell in cells}
    return new_palace_cells(rules, board)


@once
def new_palace_cells(rules: Rules, board: Board) -> list[str]:
    """ME-16: empty cells that keep the gap to all palaces."""
    closed = barred(rules, board)
    return [cell for cell in board.built.apart if cell not in closed]


def stable_cells(rules: Rules, board: Board) -> list[str]:
    """ME-36, ME-38: where a stable may go."""
    closed = barred(rules, board)
    return [cell for cell in board.built.stable_cells if cell not in closed]


# --- merchants -----------------------------------------------------------------------------------


def touching(rules: Rules, board: Board, cell: str) -> list[str]:
    """ME-43: the merchants that touch a cell, or would."""
    corners = rules["merchant_touch"] == "with_diagonals"
    around = grid(rules).near if corners else grid(rules).next_to
    return [other for other in around[cell] if other in board.merchants]


def empty(board: Board, cell: str) -> bool:
    """Whether nothing is on the cell."""
    return not (cell in board.built.cells or cell in board.merchants or cell == board.well)


def continuations(rules: Rules, board: Board, ends: Collection[str]) -> set[str]:
    """ME-41, ME-42: cells that continue a line with these ends."""
    return {
        cell
        for end in ends
        for cell in grid(rules).next_to[end]
        if empty(board, cell) and len(touching(rules, board, cell)) == 1
    }


@once
def merchant_cells(rules: Rules, board: Board) -> Collection[str]:
    """ME-41, ME-44, ME-45: where a merchant may go."""
    if cells := continuations(rules, board, board.ends):
        return cells
    most = 0 if rules["new_line_cell"] == "no_neighbour" else 1
    return [
        cell
        for cell in grid(rules).cells
        if empty(board, cell) and len(touching(rules, board, cell)) <= most
    ]


def first_merchant_cells(rules: Rules, board: Board) -> list[str]:
    """ME-06, ME-58: empty cells off the outer ring, for the first merchant and the well."""
    return [cell for cell in grid(rules).inner if empty(board, cell)]


# --- walls and roofs -----------------------------------------------------------------------------


@once
def wall_arms(rules: Rules, board: Board) -> list[str]:
    """ME-47, ME-48: the arms that can grow: a wall cell of the side stays empty."""
    arms = []
    for arm in ARMS:
        built = board.walls[arm] + board.walls[OPPOSITE[arm]]
        if built < len(grid(rules).beside[arm]) - 1:
            arms.append(arm)
    return arms


def roof_cells(rules: Rules, board: Board, seat: int) -> list[str]:
    """ME-23, ME-24: first cells of the palaces that the seat can roof for itself."""
    having = {board.built.cells[first] for first in owned(board, seat)}
    palaces = unroofed(rules, board)
    return [first for c in COLOURS if c not in having for first in palaces[c]]


def neutral_roof_cells(rules: Rules, board: Board) -> list[str]:
    """ME-57: first cells of the palaces that take a neutral roof."""
    having = {board.built.cells[first] for first in owned(board, NEUTRAL)}
    if rules["neutral_limit"] == "any":
        having = set()
    palaces = unroofed(rules, board)
    return [first for c in COLOURS if c not in having for first in palaces[c]]


# --- what a seat can do --------------------------------------------------------------------------


def spots(rules: Rules, state: State, seat: int, kind: str) -> Collection[str]:
    """Where the seat can place a piece of a kind; nowhere if it has none left."""
    if state.supply[seat][kind] == 0:
        return ()
    board = state.board
    if kind in COLOURS:
        return building_cells(rules, board, kind)
    if kind == STABLE:
        return stable_cells(rules, board)
    if kind == MERCHANT:
        return merchant_cells(rules, board)
    if kind == WALL:
        return wall_arms(rules, board)
    if kind == ROOF:
        return roof_cells(rules, board, seat)
    return neutral_roof_cells(rules, board)


KINDS = (*COLOURS, STABLE, MERCHANT, ROOF, NEUTRAL_ROOF, WALL)  # in the order of actions


def can_place(rules: Rules, state: State, seat: int) -> bool:
    """ME-10, ME-12: whether the seat can place anything."""
    return any(spots(rules, state, seat, kind) for kind in reversed(KINDS))


def must_roof(rules: Rules, state: State) -> bool:
    """ME-62: whether the last placement of this turn must be a roof."""
    if not rules["survivor_roofs"] or state.left > 1 or state.mark == "roof":
        return False
    if not any(spots(rules, state, state.seat, kind) for kind in (ROOF, NEUTRAL_ROOF)):
        return False
    return not any(can_place(rules, state, s) for s in seats(rules) if s != state.seat)


def may_spend_tea(rules: Rules, state: State) -> bool:
    """ME-59: whether the seat may spend a tea tile in place of a placement."""
    if state.supply[state.seat][TEA] == 0 or state.mark == "tea":
        return False
    second = state.left == 1 and turn_size(rules, state.turns) == 2
    return rules["tea_use"] == "either" or second


@once
def legal(rules: Rules, state: State) -> list[str]:
    """The actions of the seat to decide, in the order of their codes; none while chance is due."""
    if state.due == "first":
        return [MERCHANT + cell for cell in first_merchant_cells(rules, state.board)]
    if state.due != "turn" or state.plies >= rules["max_plies"]:
        return []
    kinds = (ROOF, NEUTRAL_ROOF) if must_roof(rules, state) else KINDS
    actions: list[str] = []
    for kind in kinds:
        where = spots(rules, state, state.seat, kind)
        if kind == WALL:
            actions += where
        else:
            actions += [kind + cell for cell in grid(rules).in_order(where)]
    if kinds == KINDS and may_spend_tea(rules, state):
        actions.append(TEA)
    return actions
