"""Oracle of Top Cap: the rules in plain Python, slow and easy to check by eye.

Written from ``seeds/top_cap/RULES.md`` and in its order; ids such as TC-05 refer to that page.
It shares nothing with the engine: a square is a pair (file, rank) counted from 1, the caps of a
side are a set of such pairs, and every question is answered from the squares, each time anew.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Rules = dict[str, Any]
Square = tuple[int, int]

VARIANTS = Path(__file__).resolve().parents[2] / "seeds" / "top_cap" / "variants.toml"
FIELDS = ("board_size", "start_white", "start_black", "directions", "max_plies")
WHITE, BLACK = 0, 1
ORTHOGONAL: tuple[Square, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Square, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True)
class State:
    """Where the caps of both sides lie, who is to move (0 White, 1 Black), plies played so far."""

    white: frozenset[Square]
    black: frozenset[Square]
    to_move: int
    ply: int


# --- squares -----------------------------------------------------------------------------------


def square(text: str) -> Square:
    """The square called ``text``: file letter, rank digit (c2 is the pair (3, 2))."""
    if not re.fullmatch("[a-z][0-9]", text):
        raise ValueError(f"{text!r} is not the name of a square")
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]) + 1, int(text[1])


def name(where: Square) -> str:
    """The name of a square on a board."""
    return "?abcdefgh"[where[0]] + str(where[1])


def in_order(squares: frozenset[Square]) -> list[Square]:
    """Squares by rank, then by file: the order in which positions are written."""
    return sorted(squares, key=lambda s: (s[1], s[0]))


def on_board(rules: Rules, where: Square) -> bool:
    """TC-02, TC-08: the board is a square of ``board_size`` files and ranks."""
    size: int = rules["board_size"]
    return 1 <= where[0] <= size and 1 <= where[1] <= size


def bottle(rules: Rules, seat: int) -> Square:
    """TC-02: White's bottle stands on a1, Black's on the opposite corner."""
    size = rules["board_size"]
    return (1, 1) if seat == WHITE else (size, size)


# --- rules and set-up --------------------------------------------------------------------------


def load_rules(variant: str, players: int = 2, overrides: dict[str, Any] | None = None) -> Rules:
    """The rule values of a named variant, those of its bases below them, overrides on top."""
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
        for key, value in layer.items():
            rules[key] = value[str(players)] if isinstance(value, dict) else value
    check_rules(rules)
    return rules


def check_rules(rules: Rules) -> None:
    """Refuses rule values no game can be played with (TC-01, TC-02, TC-20)."""
    if set(rules) != set(FIELDS):
        raise ValueError(f"unknown or missing rules: {sorted(set(rules) ^ set(FIELDS))}")
    if rules["board_size"] not in range(4, 9):
        raise ValueError(f"board_size {rules['board_size']} is not 4 to 8")
    if rules["directions"] not in (4, 8):
        raise ValueError(f"directions {rules['directions']} is neither 4 nor 8")
    if rules["max_plies"] not in range(1, 60001):
        raise ValueError(f"max_plies {rules['max_plies']} is not 1 to 60000")
    white = check_caps(rules, "start_white", rules["start_white"])
    black = check_caps(rules, "start_black", rules["start_black"])
    if not white or not black:
        raise ValueError("a side starts without caps")
    if white & black:
        raise ValueError("two caps start on one square")
    for seat in (WHITE, BLACK):
        if bottle(rules, seat) in white | black:
            raise ValueError(f"a cap starts on the bottle {name(bottle(rules, seat))}")


def check_caps(rules: Rules, what: str, names: list[str]) -> frozenset[Square]:
    """The squares of some caps, all on the board and no square named twice (TC-01)."""
    caps = [square(n) for n in names]
    for cap, text in zip(caps, names, strict=True):
        if not on_board(rules, cap):
            raise ValueError(f"{what}: {text} is off the board")
        if caps.count(cap) > 1:
            raise ValueError(f"{what}: two caps on {text}")
    return frozenset(caps)


def start(rules: Rules) -> State:
    """TC-02, TC-19: the caps on their starting squares; seat 1 (White, bottle a1) begins."""
    white = frozenset(square(n) for n in rules["start_white"])
    black = frozenset(square(n) for n in rules["start_black"])
    return State(white, black, WHITE, 0)


# --- notation ----------------------------------------------------------------------------------


def parse(rules: Rules, text: str) -> State:
    """The state written as ``WHITE/BLACK TURN PLY``; the ply may be left out (TC-20)."""
    form = re.fullmatch(r"([a-z0-9]+)/([a-z0-9]+) ([wb])(?: ([0-9]+))?", text)
    if form is None:
        raise ValueError(f"{text!r} is not of the form 'WHITE/BLACK TURN PLY'")
    white = check_caps(rules, "white", re.findall("..?", form[1]))
    black = check_caps(rules, "black", re.findall("..?", form[2]))
    to_move = WHITE if form[3] == "w" else BLACK

    if white & black:
        raise ValueError(f"two caps on {name(in_order(white & black)[0])}")
    for what, caps in (("white", white), ("black", black)):
        if len(caps) != len(rules[f"start_{what}"]):
            raise ValueError(f"{what}: {len(caps)} caps, not {len(rules[f'start_{what}'])}")
    if bottle(rules, WHITE) in white or bottle(rules, BLACK) in black:
        raise ValueError("a cap stands on the bottle of its own side")
    white_won = bottle(rules, BLACK) in white
    black_won = bottle(rules, WHITE) in black
    if white_won and black_won:
        raise ValueError("both bottles are covered")
    if (white_won and to_move == WHITE) or (black_won and to_move == BLACK):
        raise ValueError("a bottle is covered, but its owner is not the side to move")
    return State(white, black, to_move, int(form[4] or 0))


def write(rules: Rules, state: State) -> str:
    """The state in its one canonical form: squares by rank, then by file."""
    white = "".join(name(s) for s in in_order(state.white))
    black = "".join(name(s) for s in in_order(state.black))
    return f"{white}/{black} {'wb'[state.to_move]} {state.ply}"


def draw(rules: Rules, state: State) -> str:
    """The board for the eye: W and B caps, * an open bottle, highest rank on top."""
    size = rules["board_size"]
    lines = []
    for rank in range(size, 0, -1):
        signs = []
        for file in range(1, size + 1):
            here = (file, rank)
            is_bottle = here in (bottle(rules, WHITE), bottle(rules, BLACK))
            cap = "W" if here in state.white else "B" if here in state.black else ""
            signs.append(cap or ("*" if is_bottle else "."))
        lines.append(f"{rank} {' '.join(signs)}")
    lines.append("  " + " ".join("abcdefgh"[:size]))
    return "\n".join(lines)


# --- moving a cap ------------------------------------------------------------------------------


def own_caps(state: State) -> frozenset[Square]:
    """TC-04: only these may be moved."""
    return state.white if state.to_move == WHITE else state.black


def distance(state: State, cap: Square) -> int:
    """TC-05: how many caps of either colour lie on the squares around this cap.

    All eight squares count, also where ``directions`` is 4 (TC-21); the cap itself does not.
    """
    around = [(cap[0] + dx, cap[1] + dy) for dx, dy in ORTHOGONAL + DIAGONAL]
    return sum(1 for s in around if s in state.white or s in state.black)


def path(cap: Square, step: Square, length: int) -> list[Square]:
    """TC-06, TC-07: the squares of a straight line, from next to the cap to the last one."""
    return [(cap[0] + step[0] * i, cap[1] + step[1] * i) for i in range(1, length + 1)]


def targets(rules: Rules, state: State, cap: Square) -> list[Square]:
    """The squares a cap of the side to move can move to."""
    length = distance(state, cap)
    if length == 0:
        return []  # TC-12: staying where it is would be a hidden pass
    found = []
    for step in ORTHOGONAL if rules["directions"] == 4 else ORTHOGONAL + DIAGONAL:
        line = path(cap, step, length)
        if not all(on_board(rules, s) for s in line):
            continue  # TC-08
        if any(s in state.white or s in state.black for s in line):
            continue  # TC-09
        if bottle(rules, state.to_move) in line:
            continue  # TC-10
        found.append(line[-1])
    return found


def cap_moves(rules: Rules, state: State) -> list[str]:
    """TC-03: every move of one cap, without asking whether the game is over."""
    return [
        f"{name(cap)}-{name(target)}"
        for cap in in_order(own_caps(state))
        for target in in_order(frozenset(targets(rules, state, cap)))
    ]


# --- the end -----------------------------------------------------------------------------------


def end(rules: Rules, state: State) -> str | None:
    """Why the game is over, or None while it runs. The order of the questions is TC-14, TC-15."""
    if bottle(rules, BLACK) in state.white or bottle(rules, WHITE) in state.black:
        return "bottle"  # TC-11
    if not cap_moves(rules, state):
        return "blockade"  # TC-13
    if state.ply >= rules["max_plies"]:
        return "truncated"  # TC-15
    return None


def winner(rules: Rules, state: State) -> int | None:
    """The seat that won, None while the game runs and after a truncated one (TC-15)."""
    reason = end(rules, state)
    if reason == "bottle":
        return WHITE if bottle(rules, BLACK) in state.white else BLACK
    if reason == "blockade":
        return BLACK if state.to_move == WHITE else WHITE
    return None


def scores(rules: Rules, state: State) -> list[dict[str, int]]:
    """TC-15: no points; the component that names the way of winning is 1 for the winner."""
    reason, won = end(rules, state), winner(rules, state)
    return [
        {way: int(seat == won and way == reason) for way in ("bottle", "blockade")}
        for seat in (WHITE, BLACK)
    ]


def ranks(rules: Rules, state: State) -> list[int]:
    """TC-15: winner 1, loser 2; nobody is ahead while there is no winner."""
    won = winner(rules, state)
    return [1 if won is None or seat == won else 2 for seat in (WHITE, BLACK)]


def shares12(rules: Rules, state: State) -> list[int]:
    """TC-15: the win in twelfths; a truncated game has no winner and hence no share."""
    won = winner(rules, state)
    return [12 if seat == won else 0 for seat in (WHITE, BLACK)]


# --- playing -----------------------------------------------------------------------------------


def turn(rules: Rules, state: State) -> int | None:
    """The seat to decide, None at the end."""
    return state.to_move if end(rules, state) is None else None


def legal(rules: Rules, state: State) -> list[str]:
    """TC-03: the actions of the side to move; none at the end. Their order means nothing."""
    return cap_moves(rules, state) if end(rules, state) is None else []


def apply(rules: Rules, state: State, action: str) -> State:
    """TC-01, TC-03: one cap goes to another square, nothing else changes, the turn passes."""
    if action not in legal(rules, state):
        raise ValueError(f"{action!r} is not legal in {write(rules, state)!r}")
    source, target = (square(n) for n in action.split("-"))
    moved = (own_caps(state) - {source}) | {target}
    if state.to_move == WHITE:
        return State(moved, state.black, BLACK, state.ply + 1)
    return State(state.white, moved, WHITE, state.ply + 1)


def perft(rules: Rules, state: State, depth: int) -> int:
    """TC-17: sequences of exactly ``depth`` decisions; a game that is over goes no further."""
    if depth == 0:
        return 1
    actions = legal(rules, state)
    if depth == 1:
        return len(actions)
    return sum(perft(rules, apply(rules, state, a), depth - 1) for a in actions)
