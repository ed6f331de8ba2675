"""Oracle of Medina: the rules in plain Python, slow and easy to check by eye.

Written from ``seeds/medina/RULES.md`` and in its order; ids such as ME-12 refer to that page.
It shares nothing with the engine: cells are names, palaces come from flood fill, and a placement
gives a state of its own. What follows from a state is worked out when somebody asks, and then kept
with it. The grid and palaces are in ``medina_palaces``, rule values and the state in
``medina_state``, legal actions in ``medina_moves``, points in ``medina_score``, reading and writing
in ``medina_notation``.
"""

from __future__ import annotations

from oracle.medina_moves import can_place, continuations, first_merchant_cells, legal
from oracle.medina_notation import code, parse, plies, write
from oracle.medina_palaces import ARMS, MERCHANT, STABLE
from oracle.medina_score import (
    by_colour,
    facts,
    game_facts,
    ranks,
    scores,
    shares12,
    tiebreaks,
    totals,
)
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
    Tally,
    but,
    counts,
    finished,
    full_supply,
    grid,
    load_rules,
    owned,
    seats,
    start,
    tea_taken,
    touched_arms,
    tower_values,
    turn_size,
)

__all__ = [
    "Board",
    "Rules",
    "State",
    "Tally",
    "apply",
    "apply_chance",
    "by_colour",
    "chance_outcomes",
    "code",
    "end",
    "facts",
    "full_supply",
    "game_facts",
    "legal",
    "load_rules",
    "owned",
    "parse",
    "perft",
    "plies",
    "ranks",
    "scores",
    "shares12",
    "start",
    "tiebreaks",
    "totals",
    "turn",
    "turns",
    "write",
]

# --- set-up --------------------------------------------------------------------------------------


def chance_outcomes(rules: Rules, state: State) -> list[str]:
    """ME-06, ME-58: the equally likely cells of what chance puts on the board next."""
    if state.due not in ("merchant", "well"):
        return []
    return first_merchant_cells(rules, state.board)


def apply_chance(rules: Rules, state: State, outcome: str) -> State:
    """ME-06, ME-58: the first merchant or the well comes to the cell named."""
    if state.due not in ("merchant", "well"):
        raise ValueError("nothing is left to chance")
    if outcome not in chance_outcomes(rules, state):
        raise ValueError(f"{outcome!r} is not a cell that chance can take")
    if state.due == "merchant":
        return first_merchant(rules, state, outcome)
    return begin(rules, but(state, board=but(state.board, well=outcome)))


def first_merchant(rules: Rules, state: State, cell: str) -> State:
    """ME-06, ME-58: the first line is begun; the well comes next, or the first turn."""
    board = but(state.board, merchants=frozenset([cell]), lines=1, ends=(cell,))
    after = but(state, board=board)
    return but(after, due="well") if rules["well"] else begin(rules, after)


def begin(rules: Rules, state: State) -> State:
    """ME-08, ME-50: seat 1 has the first turn; if it can place nothing, nobody can."""
    if not can_place(rules, state, 0):
        return but(state, due="over")
    return but(state, due="turn", seat=0, left=turn_size(rules, 0))


# --- a ply ---------------------------------------------------------------------------------------


def apply(rules: Rules, state: State, action: str) -> State:
    """ME-08, ME-59: one ply, and what it brings about."""
    if action not in legal(rules, state):
        raise ValueError(f"{action!r} is not legal")
    due = state.due
    state = but(state, plies=state.plies + 1)
    if due == "first":
        return first_merchant(rules, state, action[1:])

    state = but(state, left=state.left - 1)
    if action == TEA:
        after = give(state, state.seat, TEA, -1)
        if rules["tea_use"] == "either":
            after = but(after, mark="tea")
    elif action in ARMS:
        after = place_wall(rules, give(state, state.seat, WALL, -1), action)
    else:
        kind, cell = action[0], action[1:]
        after = place_piece(rules, give(state, state.seat, kind, -1), kind, cell)
    return go_on(rules, after)


def give(state: State, seat: int, kind: str, number: int) -> State:
    """A supply with some pieces of a kind more, or fewer."""
    supply = list(state.supply)
    supply[seat] = {**supply[seat], kind: supply[seat][kind] + number}
    return but(state, supply=tuple(supply))


def place_piece(rules: Rules, state: State, kind: str, cell: str) -> State:
    """A building, stable, merchant or roof comes to a cell."""
    if kind == MERCHANT:
        return but(state, board=with_merchant(rules, state.board, cell))
    if kind in (ROOF, NEUTRAL_ROOF):
        return place_roof(rules, state, cell, state.seat if kind == ROOF else NEUTRAL)
    board = but(state.board, built=state.board.built.plus(cell, kind))
    after = but(state, board=board)
    return stable_added(rules, state.board, after, cell) if kind == STABLE else after


def with_merchant(rules: Rules, board: Board, cell: str) -> Board:
    """ME-41, ME-44: the cell becomes an end of the current line, or begins the next."""
    merchants = board.merchants | {cell}
    if cell not in continuations(rules, board, board.ends):
        return but(board, merchants=merchants, lines=board.lines + 1, ends=(cell,))
    joined = [end for end in board.ends if end in grid(rules).next_to[cell]]
    others = [end for end in board.ends if end not in joined] or joined  # a line of one has one end
    ends = grid(rules).in_order([*others, cell])
    return but(board, merchants=merchants, ends=tuple(ends))


def place_wall(rules: Rules, state: State, arm: str) -> State:
    """ME-33, ME-47: an arm grows; a roofed palace beside it may touch it now."""
    before = state.board
    board = but(before, walls={**before.walls, arm: before.walls[arm] + 1})
    cell = grid(rules).beside[arm][before.walls[arm]]
    return new_contacts(rules, before, but(state, board=board), cell)


def place_roof(rules: Rules, state: State, first: str, owner: Holder) -> State:
    """ME-23 and what follows: tiles (ME-27, ME-31), tea (ME-59), a finished colour (ME-22)."""
    board = but(state.board, roofs={**state.board.roofs, first: owner})
    after = judge_palace_tile(rules, but(state, board=board), first)
    for arm in touched_arms(rules, board, first):
        after = take_tower_tile(rules, after, tower_of(arm), owner)

    if owner != NEUTRAL:
        more = tea_taken(rules, board)[owner] - tea_taken(rules, state.board)[owner]
        after = give(after, state.seat, TEA, more)
    colour = board.built.cells[first]
    if rules["finished_colour"] == "leave" and finished(rules, board, colour):
        for seat in seats(rules):
            after = give(after, seat, colour, -after.supply[seat][colour])
    return but(after, mark="roof") if rules["survivor_roofs"] else after


def stable_added(rules: Rules, before: Board, after: State, cell: str) -> State:
    """ME-30, ME-33: what a stable does for the roofed palaces it is attached to."""
    if rules["palace_trigger"] == "any":
        for first in roofed_at(rules, after.board, cell):
            after = judge_palace_tile(rules, after, first)
    return new_contacts(rules, before, after, cell)


# --- tiles ---------------------------------------------------------------------------------------


def tower_of(arm: str) -> str:
    """The tower an arm grows from."""
    return arm.split("-")[0]


def roofed_at(rules: Rules, board: Board, cell: str) -> list[str]:
    """The roofed palaces with a piece on the cell, by first cells."""
    palaces = board.built.palaces_at.get(cell, ())
    return grid(rules).in_order(first for first in palaces if first in board.roofs)


def judge_palace_tile(rules: Rules, state: State, first: str) -> State:
    """ME-27, ME-28, ME-57: the roofed palace takes the tile of its colour if it is the largest."""
    roofs, palaces = state.board.roofs, state.board.built.palaces
    owner, colour = roofs[first], palaces[first].colour
    if not counts(rules, owner):
        return state
    others = [
        palaces[other].size
        for other, holder in roofs.items()
        if other != first and palaces[other].colour == colour and counts(rules, holder)
    ]
    largest = max(others, default=0)
    least = largest + 1 if rules["palace_tie"] == "stays" else largest
    if palaces[first].size < least:
        return state
    return but(state, palace_tiles={**state.palace_tiles, colour: owner})


def take_tower_tile(rules: Rules, state: State, tower: str, owner: Holder) -> State:
    """ME-31, ME-57, ME-60: a tower tile, and the merchants on it if it never moved before."""
    if not counts(rules, owner):
        return state
    if rules["tower_merchants"] and state.tower_tiles[tower] == NOBODY and owner != NEUTRAL:
        state = give(state, int(owner), MERCHANT, TOWER_MERCHANTS[tower_values(rules)[tower]])
    return but(state, tower_tiles={**state.tower_tiles, tower: owner})


def new_contacts(rules: Rules, before: Board, after: State, cell: str) -> State:
    """ME-33: walls beside a roofed palace with a piece on the cell, which just came together."""
    if rules["tower_trigger"] != "any":
        return after
    board = after.board
    for first in roofed_at(rules, board, cell):
        arms_before = touched_arms(rules, before, first)
        arms = [arm for arm in touched_arms(rules, board, first) if arm not in arms_before]
        if rules["tower_contact"] == "tower":
            towers_before = {tower_of(arm) for arm in arms_before}
            arms = [arm for arm in arms if tower_of(arm) not in towers_before]
        for arm in arms:
            after = take_tower_tile(rules, after, tower_of(arm), board.roofs[first])
    return after


# --- turns and the end ---------------------------------------------------------------------------


def go_on(rules: Rules, state: State) -> State:
    """ME-08, ME-10 to ME-12, ME-50: who has the next ply, if anybody."""
    if state.left > 0 and can_place(rules, state, state.seat):
        return state
    turns, passes = state.turns + 1, list(state.passes)
    for step in seats(rules):
        seat = (state.seat + 1 + step) % rules["players"]
        if can_place(rules, state, seat):
            due = {"seat": seat, "left": turn_size(rules, turns), "mark": None}
            return but(state, turns=turns, passes=tuple(passes), **due)
        passes[seat] += 1
    return but(state, due="over", seat=0, left=0, mark=None, turns=turns)


def end(rules: Rules, state: State) -> str | None:
    """ME-50, ME-63: why the game is over, or None while it runs."""
    if state.due == "over":
        return "no_placement"
    if state.due in ("first", "turn") and state.plies >= rules["max_plies"]:
        return "truncated"
    return None


def turn(rules: Rules, state: State) -> int | str | None:
    """The seat to decide, "chance" while the set-up is due, None at the end."""
    if end(rules, state) is not None:
        return None
    return "chance" if state.due in ("merchant", "well") else state.seat


def turns(_rules: Rules, state: State) -> int:
    """ME-08: turns ended."""
    return state.turns


def perft(rules: Rules, state: State, tape: list[str], depth: int) -> int:
    """Sequences of exactly ``depth`` decisions; a game that is over goes no further.

    The k-th chance outcome on each path is ``tape[k]``.
    """
    if depth == 0:
        return 1
    if turn(rules, state) == "chance":
        if not tape:
            raise ValueError("the tape is too short")
        return perft(rules, apply_chance(rules, state, tape[0]), tape[1:], depth)
    actions = legal(rules, state)
    if depth == 1:
        return len(actions)
    return sum(perft(rules, apply(rules, state, a), tape, depth - 1) for a in actions)
