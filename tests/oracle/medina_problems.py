"""Oracle of Medina: why no game can come to a position.

The points are those of ``seeds/medina/RULES.md``, section Notation, with the same numbers. Form (1)
is judged where the position is read.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from oracle.medina_moves import (
    can_place,
    continuations,
    touching,
    under_construction,
)
from oracle.medina_palaces import ARMS, COLOURS, MERCHANT, OPPOSITE, STABLE
from oracle.medina_state import (
    NEUTRAL,
    NEUTRAL_ROOF,
    NOBODY,
    ROOF,
    TEA,
    TOWER_MERCHANTS,
    WALL,
    Board,
    Holder,
    Rules,
    State,
    counts,
    finished,
    full_supply,
    grid,
    owned,
    seats,
    tea_taken,
    touched_arms,
    tower_values,
    turn_size,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def impossible(rules: Rules, state: State, wells: int | None = None) -> list[str]:
    """Why no game can come to this state; empty if nothing is found."""
    if state.due in ("merchant", "first", "well"):
        return list(setup_problems(rules, state))
    board = state.board
    problems = [
        *well_problems(rules, board, int(board.well is not None) if wells is None else wells),
        *palace_problems(rules, board),
        *roof_problems(rules, board),
        *merchant_problems(rules, board),
        *wall_problems(rules, board),
        *supply_problems(rules, state),
        *tile_problems(rules, state),
    ]
    return problems or list(turn_problems(rules, state)) or list(ply_problems(rules, state))


def setup_problems(rules: Rules, state: State) -> Iterator[str]:
    """2: before the first turn nothing else has happened."""
    board = state.board
    if state.due in ("merchant", "first") and (state.due == "first") != (
        rules["first_merchant"] == "chosen"
    ):
        yield f"turn: the first merchant is {rules['first_merchant']}"
    if state.due == "well" and not rules["well"]:
        yield "turn: there is no well"
    alone = tuple(board.merchants) if state.due == "well" else ()
    if state.due == "well" and (len(alone) != 1 or alone[0] not in grid(rules).inner):
        yield "before the well there is one merchant, on an inner cell"
    if (len(board.merchants), board.ends, board.lines) != (len(alone), alone, len(alone)):
        yield "merchants or line: not as before the first turn"
    tiles = {*state.palace_tiles.values(), *state.tower_tiles.values()}
    for what, there in (
        ("buildings or stables", board.built.cells),
        ("a well", board.well),
        ("walls", any(board.walls.values())),
        ("roofs", board.roofs),
        ("tiles held", tiles != {NOBODY}),
        ("pieces missing in a supply", any(own != full_supply(rules) for own in state.supply)),
        ("turns", state.turns),
        ("passes", any(state.passes)),
    ):
        if there:
            yield f"{what} before the first turn"


def well_problems(rules: Rules, board: Board, wells: int) -> Iterator[str]:
    """3: the well (ME-58)."""
    if wells != int(rules["well"]):
        yield f"{wells} wells, not {int(rules['well'])}"
    if board.well is not None:
        if board.well not in grid(rules).inner:
            yield f"the well on {board.well} is not on an inner cell"
        for cell in grid(rules).near[board.well]:
            if cell in board.built.cells:
                yield f"{board.built.cells[cell]} on {cell} is near the well"


def palace_problems(rules: Rules, board: Board) -> Iterator[str]:
    """4: palaces and stables (ME-14, ME-17, ME-36, ME-38)."""
    at = board.built.palaces_at
    for cell, piece in board.built.cells.items():
        if cell not in at:
            yield f"{piece} on {cell} is not next to a building"
            continue
        if len(at[cell]) > 1 and not rules["stable_bridge"]:
            yield f"{piece} on {cell} is next to two palaces"
        for other in grid(rules).near[cell]:
            if other in at and not set(at[cell]) & set(at[other]):
                yield f"{piece} on {cell} is near {board.built.cells[other]} on {other}"
    for colour in COLOURS:
        palaces = under_construction(rules, board, colour)
        if len(palaces) > 1:
            yield f"{colour} has palaces under construction at {', '.join(palaces)}"


def roof_problems(rules: Rules, board: Board) -> Iterator[str]:
    """5: roofs (ME-24, ME-26, ME-57)."""
    for first in board.roofs:
        if first not in board.built.palaces:
            yield f"roof: {first} is not the first cell of a palace"
    for owner in [*seats(rules), NEUTRAL]:
        if owner == NEUTRAL and rules["neutral_limit"] == "any":
            continue
        colours = [board.built.cells.get(first) for first in owned(board, owner)]
        for colour in COLOURS:
            if colours.count(colour) > 1:
                yield f"roofs: {colours.count(colour)} of {colour} have one owner"


def merchant_groups(rules: Rules, board: Board) -> list[set[str]]:
    """Merchants joined by touching."""
    groups: list[set[str]] = []
    for cell in board.merchants:
        if not any(cell in group for group in groups):
            group, todo = {cell}, [cell]
            while todo:
                for other in touching(rules, board, todo.pop()):
                    if other not in group:
                        group.add(other)
                        todo.append(other)
            groups.append(group)
    return groups


def joined(rules: Rules, board: Board, start: str, goal: str) -> bool:
    """Whether merchants lead from one to the other, each next to the one before."""
    reached, todo = {start}, [start]
    while todo:
        for cell in grid(rules).next_to[todo.pop()]:
            if cell in board.merchants and cell not in reached:
                reached.add(cell)
                todo.append(cell)
    return goal in reached


def merchant_problems(rules: Rules, board: Board) -> Iterator[str]:
    """6: merchants and LINE (ME-41 to ME-46)."""
    if not board.merchants or not board.ends:
        yield "no merchant, or no line"
        return
    groups = merchant_groups(rules, board)
    touches = {cell: touching(rules, board, cell) for cell in board.merchants}
    for group in groups:
        if sum(len(touches[cell]) for cell in group) >= 2 * len(group):
            yield f"merchants: a loop at {min(group)}"
    if any(end not in board.merchants for end in board.ends):
        yield "line: an end without a merchant"
        return
    if not joined(rules, board, board.ends[0], board.ends[-1]):
        yield "line: its ends are not joined"

    if rules["new_line_cell"] == "at_most_one":
        if not len(groups) <= board.lines <= len(board.merchants):
            yield f"line: {board.lines} lines in {len(groups)} groups"
        return
    if board.lines != len(groups):
        yield f"line: {board.lines} lines, but {len(groups)} groups"
    for cell, others in touches.items():
        if len(others) > 2 or not {*others} <= {*grid(rules).next_to[cell]}:
            yield f"merchants: {cell} is a branch"
    for end in board.ends:
        if len(touches[end]) > len(board.ends) - 1:
            yield f"line: {end} is not an end"
    for group in groups:
        ends = [cell for cell in group if len(touches[cell]) < 2]
        if board.ends[0] not in group and continuations(rules, board, ends):
            yield f"line: the line at {min(group)} could be continued"


def wall_problems(rules: Rules, board: Board) -> Iterator[str]:
    """7: walls (ME-48)."""
    for arm in ARMS[::2]:
        length = board.walls[arm] + board.walls[OPPOSITE[arm]]
        if length > len(grid(rules).beside[arm]) - 1:
            yield f"walls: {arm} and {OPPOSITE[arm]} meet"


def supply_problems(rules: Rules, state: State) -> Iterator[str]:
    """8: pieces (ME-03, ME-04, ME-22, ME-57, ME-59, ME-60)."""
    board, full = state.board, full_supply(rules)
    placed = list(board.built.cells.values())
    owners = list(board.roofs.values())
    on_board = {colour: placed.count(colour) for colour in COLOURS}
    on_board[STABLE] = placed.count(STABLE)
    on_board[WALL] = sum(board.walls.values())
    on_board[NEUTRAL_ROOF] = owners.count(NEUTRAL)
    for kind, number in on_board.items():
        held = sum(own[kind] for own in state.supply)
        all_there_are = full[kind] * rules["players"]
        gone = rules["finished_colour"] == "leave" and kind in COLOURS
        if gone and finished(rules, board, kind):
            if held or number > all_there_are:
                yield f"{kind}: {held} held and {number} placed, but the colour is finished"
        elif held + number != all_there_are:
            yield f"{kind}: {held} held and {number} placed, not {all_there_are}"

    on_tiles = [TOWER_MERCHANTS[tower_values(rules)[t]] for t in moved_towers(rules, state)]
    merchants = len(board.merchants) + sum(own[MERCHANT] for own in state.supply)
    extra = merchants - 1 - full[MERCHANT] * rules["players"]
    some_lost = rules["neutral_tiles"] and NEUTRAL in owners
    fewest = 0 if some_lost else len(on_tiles)
    sums = [
        sum(tiles) for n in range(fewest, len(on_tiles) + 1) for tiles in combinations(on_tiles, n)
    ]
    if extra not in sums:
        yield f"{MERCHANT}: {merchants} held and placed"
    taken = tea_taken(rules, board)
    for seat, own in enumerate(state.supply):
        if own[ROOF] + owners.count(seat) != full[ROOF]:
            yield f"supply {seat + 1}: {own[ROOF]} roofs and {owners.count(seat)} on the board"
        most = {**full, MERCHANT: full[MERCHANT] + sum(on_tiles), TEA: taken[seat]}
        for kind, number in own.items():
            if number > most[kind]:
                yield f"supply {seat + 1}: {number} of {kind}, at most {most[kind]}"


def moved_towers(rules: Rules, state: State) -> list[str]:
    """ME-60: towers whose merchants were given or lost."""
    if not rules["tower_merchants"]:
        return []
    return [tower for tower, holder in state.tower_tiles.items() if holder != NOBODY]


def tile_problems(rules: Rules, state: State) -> Iterator[str]:
    """9: tiles (ME-27 to ME-35, ME-57)."""
    board = state.board
    palaces = board.built.palaces
    in_play = [
        (first, owner)
        for first, owner in board.roofs.items()
        if first in palaces and counts(rules, owner)
    ]
    for colour, holder in state.palace_tiles.items():
        here = [(f, owner) for f, owner in in_play if palaces[f].colour == colour]
        yield from holder_problems(f"tile {colour}", holder, here, must_move=True)
        own = [palaces[first].size for first, owner in here if owner == holder]
        judged = rules["palace_trigger"] == "any" and not rules["stable_bridge"]
        if own and judged and max(own) < max(palaces[first].size for first, _ in here):
            yield f"tile {colour}: another palace is larger"
    for tower, holder in state.tower_tiles.items():
        here = [
            (first, owner)
            for first, owner in in_play
            if any(arm.startswith(tower) for arm in touched_arms(rules, board, first))
        ]
        must_move = rules["tower_trigger"] == "any"
        yield from holder_problems(f"tile {tower}", holder, here, must_move=must_move)


def holder_problems(
    what: str, holder: Holder, palaces: list[tuple[str, Holder]], *, must_move: bool
) -> Iterator[str]:
    """A tile without a palace that could have taken it, or with one that must have."""
    if holder == NOBODY:
        if palaces and must_move:
            yield f"{what}: {palaces[0][0]} must have taken it"
    elif holder not in [owner for _, owner in palaces]:
        yield f"{what}: its holder has no palace for it"


def turn_problems(rules: Rules, state: State) -> Iterator[str]:
    """10: who is to decide, and what (ME-08, ME-12, ME-50, ME-59, ME-61, ME-62)."""
    if state.due == "over":
        for seat in seats(rules):
            if can_place(rules, state, seat):
                yield f"turn: over, but seat {seat + 1} can place something"
        return
    if not can_place(rules, state, state.seat):
        yield f"turn: seat {state.seat + 1} can place nothing"
    size = turn_size(rules, state.turns)
    if state.left > size:
        yield f"turn: {state.left} placements left of {size}"
    if state.mark and state.left >= size:
        yield f"turn: {state.mark} at the first ply"
    if state.mark == "roof":
        last = [*state.board.roofs.values()][-1:]
        if not rules["survivor_roofs"] or last not in ([state.seat], [NEUTRAL]):
            yield "turn: no roof was placed, or it does not matter"
    if state.mark == "tea":
        spent = tea_taken(rules, state.board)[state.seat] - state.supply[state.seat][TEA]
        if rules["tea_use"] != "either" or spent < 1:
            yield "turn: no tea was spent, or it does not matter"
    if (state.turns + sum(state.passes)) % rules["players"] != state.seat:
        yield f"turn: seat {state.seat + 1} is not next after these turns and passes"


def ply_problems(rules: Rules, state: State) -> Iterator[str]:
    """11: numbers of plies (ME-08, ME-61, ME-63)."""
    past = state.plies - (1 if rules["first_merchant"] == "chosen" else 0)
    if state.due == "turn":
        past -= turn_size(rules, state.turns) - state.left
    most = 2 * state.turns - min(state.turns, rules["short_openings"])
    if not state.turns <= past <= most:
        yield f"turns: {past} plies in {state.turns} turns"
    if state.plies > rules["max_plies"]:
        yield f"{state.plies} plies are more than max_plies {rules['max_plies']}"
