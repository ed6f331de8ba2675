"""Oracle of Medina, its material: rule values, the state, supplies.

Ids such as ME-04 refer to ``seeds/medina/RULES.md``.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from oracle.medina_palaces import (
    ARMS,
    COLOURS,
    MERCHANT,
    STABLE,
    TOWERS,
    Built,
    Grid,
    grid_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Rules = dict[str, Any]
Tally = dict[str, int]
Holder = int | str  # a seat, or one of the next two
T = TypeVar("T")
P = TypeVar("P", "Board", "State")

VARIANTS = Path(__file__).resolve().parents[2] / "seeds" / "medina" / "variants.toml"
NEUTRAL, NOBODY = "n", "-"
ROOF, NEUTRAL_ROOF, WALL, TEA = "R", "X", "wall", "tea"
SUPPLY = (*COLOURS, ROOF, NEUTRAL_ROOF, STABLE, MERCHANT, WALL, TEA)  # in the order of writing
PALACE_VALUES = dict(zip(COLOURS, (4, 2, 1, 3), strict=True))  # ME-05
TOWER_MERCHANTS = {1: 3, 2: 2, 3: 1, 4: 0}  # ME-60: by value of the tile
LIMITS = {
    "buildings": (0, 20),
    "roofs": (0, 4),
    "neutral_roofs": (0, 4),
    "stables": (0, 20),
    "merchants": (0, 20),
    "walls": (0, 20),
    "tea": (0, 12),
    "short_openings": (0, 4),
    "max_plies": (1, 60000),
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "board": ("11x16", "10x14"),
    "well": (True, False),
    "tower_merchants": (True, False),
    "first_merchant": ("random", "chosen"),
    "blocked_palace": ("frozen", "frees_colour"),
    "finished_colour": ("leave", "stay"),
    "extend_by_stable": (True, False),
    "stable_bridge": (True, False),
    "merchant_touch": ("orthogonal", "with_diagonals"),
    "new_line_cell": ("no_neighbour", "at_most_one"),
    "palace_trigger": ("roof", "any"),
    "palace_tie": ("stays", "moves"),
    "tower_trigger": ("roof", "any"),
    "tower_contact": ("arm", "tower"),
    "neutral_tiles": (True, False),
    "neutral_limit": ("any", "one_per_colour"),
    "tea_use": ("second", "either"),
    "survivor_roofs": (True, False),
    "tie": ("shared", "largest_palace"),
}


@dataclass(frozen=True)
class Board:
    """All that stands on the board. Never altered: a placement gives another."""

    built: Built
    merchants: frozenset[str]
    well: str | None
    lines: int  # ME-44: merchant lines begun
    ends: tuple[str, ...]  # ME-41: of the current line, the lower first; one if it is one merchant
    walls: dict[str, int]  # by arm
    roofs: dict[str, Holder]  # by first cell, in the order of placing
    kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


@dataclass(frozen=True)
class State:
    """All that changes in a game. Never altered: ``apply`` and ``apply_chance`` return another.

    ``due`` says what is awaited: ``merchant`` and ``well`` by chance, ``first``, the first merchant
    of seat 1, ``turn``, a ply of ``seat``, which has ``left`` of its turn, or nothing: ``over``.
    """

    board: Board
    palace_tiles: dict[str, Holder]  # by colour
    tower_tiles: dict[str, Holder]  # by tower
    supply: tuple[Tally, ...]  # of each seat
    due: str
    seat: int
    left: int
    mark: str | None  # what this turn has seen: "roof" (ME-62) or "tea" (ME-59), where it matters
    turns: int  # ended
    passes: tuple[int, ...]  # ME-12
    plies: int
    kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


def once(function: Callable[[Rules, P], T]) -> Callable[[Rules, P], T]:
    """Keeps the answer with the board or the state, which never changes."""

    @wraps(function)
    def kept(rules: Rules, place: P) -> T:
        key = function, id(rules)
        if key not in place.kept:
            place.kept[key] = function(rules, place)
        answer: T = place.kept[key]
        return answer

    return kept


def but(thing: P, **changes: Any) -> P:
    """The same with some fields changed; ``dataclasses.replace`` takes ten times as long."""
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__)
    other.__dict__.update(changes, kept={})
    return other


def grid(rules: Rules) -> Grid:
    """ME-01: the board."""
    return grid_of(rules["board"])


def seats(rules: Rules) -> range:
    """The seats, from 0."""
    return range(rules["players"])


def tower_values(rules: Rules) -> dict[str, int]:
    """ME-05: what the tower tiles are worth."""
    return dict(zip(TOWERS, map(int, rules["tower_values"]), strict=True))


# --- rules and set-up --------------------------------------------------------------------------


def load_rules(variant: str, players: int = 2, overrides: dict[str, Any] | None = None) -> Rules:
    """The rule values of a named variant, those of its bases below them, overrides on top.

    With the number of players under ``players``, which is no rule field.
    """
    with VARIANTS.open("rb") as file:
        table = tomllib.load(file)
    if variant not in table:
        raise ValueError(f"no variant {variant!r}; there are: {', '.join(table)}")
    if players not in table[variant]["players"]:
        raise ValueError(f"variant {variant!r} is not for {players} players")

    lineage = [variant]
    while (base := table[lineage[-1]].get("base")) is not None:
        if base in lineage or base not in table:
            raise ValueError(f"variant {lineage[-1]!r} has the impossible base {base!r}")
        lineage.append(base)

    rules: Rules = {}
    for layer in [table[v].get("rules", {}) for v in reversed(lineage)] + [overrides or {}]:
        for key, given in layer.items():
            rules[key] = given[str(players)] if isinstance(given, dict) else given
    if problems := rule_problems(rules):
        raise ValueError("; ".join(problems))
    return {**rules, "players": players}


def rule_problems(rules: Rules) -> list[str]:
    """Why no game can be played with these values; empty if one can."""
    if odd := sorted(set(rules) ^ {*LIMITS, *CHOICES, "tower_values"}):
        return [f"unknown or missing rules: {', '.join(odd)}"]
    problems = []
    for key, (least, most) in LIMITS.items():
        if type(rules[key]) is not int or not least <= rules[key] <= most:
            problems.append(f"{key} {rules[key]!r} is not {least} to {most}")
    for key, allowed in CHOICES.items():
        if not any(rules[key] is a or (rules[key] == a and type(a) is str) for a in allowed):
            problems.append(f"{key} {rules[key]!r} is none of {', '.join(map(str, allowed))}")
    if sorted(rules["tower_values"]) != ["1", "2", "3", "4"]:
        problems.append(f"tower_values {rules['tower_values']!r} is not 1, 2, 3, 4 in some order")
    if rules["extend_by_stable"] is True and rules["stable_bridge"] is True:
        problems.append("extend_by_stable and stable_bridge are both true")
    return problems


def full_supply(rules: Rules) -> Tally:
    """ME-03, ME-04, ME-57: what a seat starts with."""
    return {
        **dict.fromkeys(COLOURS, rules["buildings"]),
        ROOF: rules["roofs"],
        NEUTRAL_ROOF: rules["neutral_roofs"],
        STABLE: rules["stables"],
        MERCHANT: rules["merchants"],
        WALL: rules["walls"],
        TEA: 0,
    }


def start(rules: Rules) -> State:
    """ME-01 to ME-06: the game before the first merchant."""
    board = Board(
        built=Built(grid(rules), {}, rules["extend_by_stable"], rules["stable_bridge"]),
        merchants=frozenset(),
        well=None,
        lines=0,
        ends=(),
        walls=dict.fromkeys(ARMS, 0),
        roofs={},
    )
    return State(
        board=board,
        palace_tiles=dict.fromkeys(COLOURS, NOBODY),
        tower_tiles=dict.fromkeys(TOWERS, NOBODY),
        supply=tuple(full_supply(rules) for _ in seats(rules)),
        due="merchant" if rules["first_merchant"] == "random" else "first",
        seat=0,
        left=0,
        mark=None,
        turns=0,
        passes=(0,) * rules["players"],
        plies=0,
    )


# --- what follows from the state -----------------------------------------------------------------


def turn_size(rules: Rules, turns: int) -> int:
    """ME-08, ME-61: placements of the turn that comes after so many."""
    return 1 if turns < rules["short_openings"] else 2


def counts(rules: Rules, owner: Holder) -> bool:
    """ME-57: whether palaces of this owner are compared with and take tiles."""
    return owner != NEUTRAL or rules["neutral_tiles"] is True


def owned(board: Board, owner: Holder) -> list[str]:
    """First cells of the palaces of a seat, or of the neutral ones."""
    return [first for first, holder in board.roofs.items() if holder == owner]


def finished(rules: Rules, board: Board, colour: str) -> bool:
    """ME-22: whether every seat owns a palace of the colour."""
    having = {
        owner for first, owner in board.roofs.items() if board.built.cells.get(first) == colour
    }
    return all(seat in having for seat in seats(rules))


def tea_taken(rules: Rules, board: Board) -> Counter[Holder]:
    """ME-59: the tea tiles each seat has taken, and those that neutral roofs took out."""
    stack, taken = rules["tea"], Counter[Holder]()
    for first, owner in board.roofs.items():
        if board.built.cells.get(first) == "B" and counts(rules, owner):
            share = (stack + 1) // 2
            stack -= share
            taken[owner] += share
    return taken


@once
def walls_beside(rules: Rules, board: Board) -> dict[str, list[str]]:
    """ME-34, ME-47: for each cell next to a wall, its arm; a corner cell can have two."""
    beside: dict[str, list[str]] = {}
    for arm, length in board.walls.items():
        for cell in grid(rules).beside[arm][:length]:
            beside.setdefault(cell, []).append(arm)
    return beside


def touched_arms(rules: Rules, board: Board, first: str) -> list[str]:
    """ME-34: the arms that a palace touches."""
    beside = walls_beside(rules, board)
    pieces = board.built.palaces[first].pieces
    return sorted({arm for cell in pieces for arm in beside.get(cell, [])}, key=ARMS.index)
