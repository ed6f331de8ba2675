"""Oracle of Medina, what it comes to: points, tie-breaks, ranks and facts.

Ids such as ME-52 refer to ``seeds/medina/RULES.md``. Points are counted from the board each time.
"""

from __future__ import annotations

from oracle.medina_moves import unroofed
from oracle.medina_palaces import COLOURS
from oracle.medina_state import (
    NEUTRAL,
    PALACE_VALUES,
    TEA,
    Board,
    Rules,
    State,
    Tally,
    finished,
    grid,
    once,
    owned,
    seats,
    tower_values,
    walls_beside,
)

PARTS = ("buildings", "stables", "merchants", "walls", "well")  # of the value of a palace
COMPONENTS = ("buildings", "stables", "merchants", "walls", "palace_tiles", "tower_tiles", "well")
COLOUR_NAMES = {"O": "orange", "B": "black", "G": "grey", "N": "brown"}
WELL_POINTS = 4


def palace_value(rules: Rules, board: Board, first: str) -> Tally:
    """ME-52, ME-53, ME-58: the value of a palace, in its parts."""
    palace = board.built.palaces[first]
    beside = {cell for piece in palace.pieces for cell in grid(rules).next_to[piece]}
    walls = walls_beside(rules, board)
    watered = grid(rules).two_away(board.well) if board.well else frozenset()
    return {
        "buildings": len(palace.buildings),
        "stables": len(palace.stables),
        "merchants": len(beside & board.merchants),
        "walls": sum(len(walls.get(piece, [])) for piece in palace.pieces),
        "well": WELL_POINTS * len(palace.pieces & watered),
    }


@once
def values(rules: Rules, state: State) -> dict[str, Tally]:
    """ME-54: the values of all palaces that a seat owns."""
    roofs = state.board.roofs
    return {
        first: palace_value(rules, state.board, first) for first in roofs if roofs[first] != NEUTRAL
    }


def scores(rules: Rules, state: State) -> list[Tally]:
    """ME-51: the score of each seat in its components."""
    return [seat_score(rules, state, seat) for seat in seats(rules)]


def seat_score(rules: Rules, state: State, seat: int) -> Tally:
    """ME-51, ME-54: values of the own palaces, and own tiles."""
    worth = [values(rules, state)[first] for first in owned(state.board, seat)]
    count = {part: sum(value[part] for value in worth) for part in PARTS}
    tiles = [PALACE_VALUES[c] for c, holder in state.palace_tiles.items() if holder == seat]
    towers = [tower_values(rules)[t] for t, holder in state.tower_tiles.items() if holder == seat]
    count |= {"palace_tiles": sum(tiles), "tower_tiles": sum(towers)}
    return {component: count[component] for component in COMPONENTS}


def totals(rules: Rules, state: State) -> list[int]:
    """ME-51: the score of each seat."""
    return [sum(components.values()) for components in scores(rules, state)]


def by_colour(rules: Rules, state: State) -> list[Tally]:
    """The score of each seat by colour: its palace and palace tile; and the tower tiles."""
    cuts = []
    for seat in seats(rules):
        cut = dict.fromkeys(COLOUR_NAMES.values(), 0)
        for first in owned(state.board, seat):
            colour = state.board.built.palaces[first].colour
            cut[COLOUR_NAMES[colour]] += sum(values(rules, state)[first].values())
        for colour, holder in state.palace_tiles.items():
            cut[COLOUR_NAMES[colour]] += PALACE_VALUES[colour] if holder == seat else 0
        towers = state.tower_tiles.items()
        cut["towers"] = sum(tower_values(rules)[t] for t, holder in towers if holder == seat)
        cuts.append(cut)
    return cuts


def tiebreaks(rules: Rules, state: State) -> list[int]:
    """ME-55: 64 times the size of the largest own palace, less the roofs placed before its roof."""
    if rules["tie"] == "shared":
        return [0 for _ in seats(rules)]
    roofs, palaces = list(state.board.roofs.items()), state.board.built.palaces
    return [
        max(
            (
                64 * palaces[first].size - n
                for n, (first, owner) in enumerate(roofs)
                if owner == seat
            ),
            default=0,
        )
        for seat in seats(rules)
    ]


def ranks(rules: Rules, state: State) -> list[int]:
    """ME-55: the higher score is ahead, then the higher tie-break; equal seats share a rank."""
    standing = list(zip(totals(rules, state), tiebreaks(rules, state), strict=True))
    return [1 + sum(1 for other in standing if other > own) for own in standing]


def shares12(rules: Rules, state: State) -> list[int]:
    """ME-55: the win in twelfths, shared by all of rank 1."""
    places = ranks(rules, state)
    return [12 // places.count(1) if place == 1 else 0 for place in places]


def facts(rules: Rules, state: State) -> list[Tally]:
    """Own palaces, how often passed over, and pieces left, of each seat."""
    return [
        {
            "palaces": len(owned(state.board, seat)),
            "passes": state.passes[seat],
            "left_over": sum(n for kind, n in state.supply[seat].items() if kind != TEA),
        }
        for seat in seats(rules)
    ]


def game_facts(rules: Rules, state: State) -> Tally:
    """Palaces without a roof, neutral palaces, merchant lines, and buildings that left (ME-22)."""
    board = state.board
    returned = 0
    for colour in COLOURS:
        if rules["finished_colour"] == "leave" and finished(rules, board, colour):
            on_board = list(board.built.cells.values()).count(colour)
            returned += rules["buildings"] * rules["players"] - on_board
    return {
        "abandoned": sum(map(len, unroofed(rules, board).values())),
        "neutral_palaces": len(owned(board, NEUTRAL)),
        "merchant_lines": board.lines,
        "returned": returned,
    }
