"""Oracle of Medina, its notation: positions as lines of text.

The form is defined in ``seeds/medina/RULES.md``, section Notation. Reading is strict: what no game
can come to is refused (``medina_problems``), with all its problems in one message.
"""

from __future__ import annotations

import re

from oracle.medina_palaces import ARMS, COLOURS, COLUMNS, MERCHANT, STABLE, TOWERS, WELL, Built
from oracle.medina_problems import impossible
from oracle.medina_state import (
    NEUTRAL,
    NEUTRAL_ROOF,
    NOBODY,
    ROOF,
    SUPPLY,
    TEA,
    Board,
    Holder,
    Rules,
    State,
    Tally,
    grid,
    seats,
    tea_taken,
)

FORM = "BOARD LINE WALLS ROOFS TILES SUPPLY TURN TURNS PASSES"
LETTERS = COLOURS + STABLE + MERCHANT + WELL
KINDS = COLOURS + STABLE + MERCHANT + ROOF + NEUTRAL_ROOF  # blocks of codes
NUMBER = "0|[1-9][0-9]{0,4}"

# --- writing -------------------------------------------------------------------------------------


def board_text(rules: Rules, board: Board) -> str:
    """Rows from north to south: letters, and numbers of empty cells."""
    size = grid(rules)
    letters = ["."] * len(size.cells)
    for cell, piece in board.built.cells.items():
        letters[size.order[cell]] = piece
    for cell in board.merchants:
        letters[size.order[cell]] = MERCHANT
    if board.well is not None:
        letters[size.order[board.well]] = WELL
    rows = ["".join(letters[n : n + size.columns]) for n in range(0, len(letters), size.columns)]
    text = "/".join(reversed(rows))
    for number in range(size.columns, 0, -1):
        text = text.replace("." * number, str(number))
    return text


def holder_text(holder: Holder) -> str:
    """A seat counted from 1, ``n`` or ``-``."""
    return str(holder + 1) if isinstance(holder, int) else holder


def turn_text(state: State) -> str:
    """What is due."""
    if state.due == "first":
        return "1:merchant"
    if state.due == "turn":
        return f"{state.seat + 1}:{state.left}" + (f":{state.mark}" if state.mark else "")
    return state.due


def write(rules: Rules, state: State) -> str:
    """The state in its one canonical form."""
    board = state.board
    tiles = (state.palace_tiles.values(), state.tower_tiles.values())
    return " ".join(
        [
            board_text(rules, board),
            f"{board.lines}:{'-'.join(board.ends)}" if board.lines else "-",
            ",".join(str(board.walls[arm]) for arm in ARMS),
            ",".join(f"{f}:{holder_text(owner)}" for f, owner in board.roofs.items()) or "-",
            "|".join("".join(map(holder_text, holders)) for holders in tiles),
            "|".join(",".join(str(own[kind]) for kind in SUPPLY) for own in state.supply),
            turn_text(state),
            str(state.turns),
            "|".join(map(str, state.passes)),
        ]
    )


def code(action: str) -> int:
    """The integer code of an action; it is the same on all boards."""
    if action == TEA:
        return 1416
    if action in ARMS:
        return 1408 + ARMS.index(action)
    index = 16 * (int(action[2:]) - 1) + COLUMNS.index(action[1])
    return 176 * KINDS.index(action[0]) + index


# --- reading -------------------------------------------------------------------------------------


def parse(rules: Rules, text: str) -> State:
    """The state a line stands for."""
    fields = text.split(" ")
    if len(fields) != 9:
        raise ValueError(f"{text!r} is not of the form {FORM!r}")
    problems: list[str] = []
    cells = read_board(rules, fields[0], problems)
    lines, ends = read_line(rules, fields[1], problems)
    walls = read_numbers(fields[2], len(ARMS), "walls", problems)
    roofs = read_roofs(rules, fields[3], problems)
    holders = read_tiles(rules, fields[4], problems)
    supply = read_supply(rules, fields[5], problems)
    due, seat, left, mark = read_turn(rules, fields[6], problems)
    [turns] = read_numbers(fields[7], 1, "turns", problems)
    passes = read_numbers(fields[8], rules["players"], "passes", problems, between="|")
    if problems:
        raise ValueError("; ".join(problems))

    pieces = {cell: piece for cell, piece in cells.items() if piece not in (MERCHANT, WELL)}
    wells = [cell for cell, piece in cells.items() if piece == WELL]
    board = Board(
        built=Built(grid(rules), pieces, rules["extend_by_stable"], rules["stable_bridge"]),
        merchants=frozenset(cell for cell, piece in cells.items() if piece == MERCHANT),
        well=wells[0] if wells else None,
        lines=lines,
        ends=ends,
        walls=dict(zip(ARMS, walls, strict=True)),
        roofs=roofs,
    )
    state = State(
        board=board,
        palace_tiles=dict(zip(COLOURS, holders[:4], strict=True)),
        tower_tiles=dict(zip(TOWERS, holders[4:], strict=True)),
        supply=supply,
        due=due,
        seat=seat,
        left=left,
        mark=mark,
        turns=turns,
        passes=tuple(passes),
        plies=plies(rules, board, supply),
    )
    if problems := impossible(rules, state, len(wells)):
        raise ValueError("; ".join(problems))
    return state


def plies(rules: Rules, board: Board, supply: tuple[Tally, ...]) -> int:
    """The decisions made: all that was placed by seats, and tea tiles spent."""
    merchants = len(board.merchants)
    if rules["first_merchant"] == "random" and merchants:
        merchants -= 1
    roofs = [first for first in board.roofs if first in board.built.cells]
    placed = len(board.built.cells) + merchants + sum(board.walls.values()) + len(roofs)
    taken = tea_taken(rules, board)
    return placed + sum(taken[seat] - supply[seat][TEA] for seat in seats(rules))


def read_numbers(
    text: str, count: int, what: str, problems: list[str], between: str = ","
) -> list[int]:
    """Whole numbers from 0 in plain form."""
    parts = text.split(between)
    if len(parts) != count or not all(re.fullmatch(NUMBER, part) for part in parts):
        problems.append(f"{what}: {text!r} is not {count} whole number{'s' if count > 1 else ''}")
        return [0] * count
    return [int(part) for part in parts]


def read_board(rules: Rules, text: str, problems: list[str]) -> dict[str, str]:
    """What is on each cell that is not empty."""
    size = grid(rules)
    rows = text.split("/")
    if len(rows) != size.rows:
        problems.append(f"board: {len(rows)} rows, not {size.rows}")
        return {}
    cells: dict[str, str] = {}
    for number, row in zip(range(size.rows, 0, -1), rows, strict=True):
        spelt = re.sub("[1-9][0-9]?", lambda gap: "." * int(gap[0]), row)
        if len(spelt) != size.columns or not set(spelt) <= {*LETTERS, "."} or "." in row:
            problems.append(f"board: row {number}, {row!r}, is not {size.columns} cells")
            continue
        cells |= {f"{COLUMNS[n]}{number}": c for n, c in enumerate(spelt) if c != "."}
    return cells


def read_line(rules: Rules, text: str, problems: list[str]) -> tuple[int, tuple[str, ...]]:
    """How many merchant lines, and the ends of the current one."""
    if text == "-":
        return 0, ()
    number, _, named = text.partition(":")
    ends = named.split("-")
    order = grid(rules).order
    places = [order.get(end, -1) for end in ends]
    in_order = -1 not in places and places == sorted(set(places)) and len(places) <= 2
    if re.fullmatch(NUMBER, number) and in_order:
        return int(number), tuple(ends)
    problems.append(f"line: {text!r} is not a number, a colon, and one end or two in order")
    return 0, ()


def read_roofs(rules: Rules, text: str, problems: list[str]) -> dict[str, Holder]:
    """The owner of each roofed palace, in the order given."""
    roofs: dict[str, Holder] = {}
    for part in text.split(",") if text != "-" else []:
        first, _, owner = part.partition(":")
        if first not in grid(rules).order or owner not in owners(rules):
            problems.append(f"roofs: {part!r} is not a cell, a colon and one of {owners(rules)}")
        elif first in roofs:
            problems.append(f"roofs: {first} is named twice")
        else:
            roofs[first] = NEUTRAL if owner == NEUTRAL else int(owner) - 1
    return roofs


def owners(rules: Rules) -> list[str]:
    """How owners of palaces are written."""
    return [*(str(seat + 1) for seat in seats(rules)), NEUTRAL]


def read_tiles(rules: Rules, text: str, problems: list[str]) -> list[Holder]:
    """The holders of the palace tiles and then of the tower tiles."""
    allowed = [*owners(rules), NOBODY]
    if len(text) != 9 or text[4] != "|" or any(c not in allowed for c in text[:4] + text[5:]):
        problems.append(f"tiles: {text!r} is not four and four of {''.join(allowed)}")
        return [NOBODY] * 8
    return [int(c) - 1 if c.isdigit() else c for c in text[:4] + text[5:]]


def read_supply(rules: Rules, text: str, problems: list[str]) -> tuple[Tally, ...]:
    """What each seat has left."""
    parts = text.split("|")
    if len(parts) != rules["players"]:
        problems.append(f"supply: {len(parts)} parts, not {rules['players']}")
        return tuple(dict.fromkeys(SUPPLY, 0) for _ in seats(rules))
    rows = [
        read_numbers(part, len(SUPPLY), f"supply {n}", problems)
        for n, part in enumerate(parts, start=1)
    ]
    return tuple(dict(zip(SUPPLY, row, strict=True)) for row in rows)


def read_turn(rules: Rules, text: str, problems: list[str]) -> tuple[str, int, int, str | None]:
    """What is due, the seat, plies left, and the mark."""
    if text in ("merchant", "well", "over"):
        return text, 0, 0, None
    if text == "1:merchant":
        return "first", 0, 0, None
    parts = text.split(":")
    right = [parts[0] in owners(rules)[:-1], parts[1:2] in (["1"], ["2"])]
    if all(right) and parts[2:] in ([], ["roof"], ["tea"]):
        return "turn", int(parts[0]) - 1, int(parts[1]), parts[2] if parts[2:] else None
    problems.append(f"turn: {text!r} is not merchant, well, over or a seat with 1 or 2 plies")
    return "over", 0, 0, None
