"""Positions of Medina for tests: written down, come to by random play, or odd on purpose."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from oracle import medina as md
from oracle.medina_moves import can_place
from oracle.medina_palaces import ARMS, COLOURS, MERCHANT, STABLE, TOWERS, Built, grid_of
from oracle.medina_problems import impossible, moved_towers
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
    but,
    finished,
    full_supply,
    grid,
    seats,
    tea_taken,
    tower_values,
    turn_size,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Step = tuple[md.State, str, md.State]  # a state, the action or chance outcome, the state after it

GRID = grid_of("11x16")
SETS = [
    (variant, players)
    for variant, most in (("standard", 2), ("first-edition", 3), ("second-edition", 2))
    for players in range(most, 5)
]
# A position of standard for two: each field has something in it.
LINE = (
    "15N/16/16/16/16/7MM7/16/16/G15/MM1S12/BMOO12 2:h6-i6 3,0,0,2,0,0,0,1 a3:2,c1:1 1-2-|---- "
    "7,8,8,8,3,0,4,10,12,0|7,7,7,7,3,0,3,10,12,0 2:1 9 0|0"
)


def ready(rules: md.Rules, merchant: str = "h6", well: str = "b2") -> md.State:
    """The game just before the first turn."""
    token = merchant if rules["first_merchant"] == "random" else f"M{merchant}"
    state = step(rules, md.start(rules), token)
    return md.apply_chance(rules, state, well) if rules["well"] else state


def cells(rules: md.Rules, state: md.State, kind: str) -> set[str]:
    """Where the seat to decide may place a piece of a kind that goes on cells."""
    return {a[1:] for a in md.legal(rules, state) if a[0] == kind and a[1:] in grid(rules).order}


def square(cell: str, distance: int) -> set[str]:
    """The cells up to so many steps away, corners included, on 11x16: from letters and numbers."""
    column, row = ord(cell[0]), int(cell[1:])
    around = range(-distance, distance + 1)
    names = {f"{chr(column + x)}{row + y}" for x in around for y in around}
    return names & set(GRID.cells)


# --- play ----------------------------------------------------------------------------------------


def play(rules: md.Rules, state: md.State, line: str) -> md.State:
    """The state after a line of actions and chance outcomes with blanks between them."""
    for token in line.split():
        state = step(rules, state, token)
    return state


def step(rules: md.Rules, state: md.State, token: str) -> md.State:
    """The state after one action or one chance outcome, whichever is due."""
    if md.turn(rules, state) == "chance":
        return md.apply_chance(rules, state, token)
    return md.apply(rules, state, token)


def walk(
    rules: md.Rules,
    seed: object,
    state: md.State | None = None,
    liking: Callable[[md.State, str], float] | None = None,
) -> Iterator[Step]:
    """Every step of one random game, from the set-up on unless told otherwise.

    Of the actions, those that ``liking`` puts highest are drawn from.
    """
    rng = random.Random(str(seed))
    state = state or md.start(rules)
    while (who := md.turn(rules, state)) is not None:
        tokens = md.chance_outcomes(rules, state) if who == "chance" else md.legal(rules, state)
        if liking and who != "chance":
            likes = [liking(state, token) for token in tokens]
            best = max(likes)
            tokens = [token for token, like in zip(tokens, likes, strict=True) if like == best]
        token = rng.choice(tokens)
        after = step(rules, state, token)
        yield state, token, after
        state = after


def last(rules: md.Rules, seed: object) -> md.State:
    """How one random game ends."""
    *_, (_, _, after) = walk(rules, seed)
    return after


# --- positions written down ----------------------------------------------------------------------


def at(
    rules: md.Rules,
    board: str = "",
    *,
    merchants: str = "h6",
    walls: str = "",
    roofs: str = "",
    tiles: str = "----|----",
    seat: int = 0,
    left: int = 2,
    mark: str | None = None,
    well: str | None = None,
    hold: dict[int, dict[str, int]] | None = None,
    due: str = "turn",
) -> md.State:
    """A possible state with some pieces where they matter.

    ``board`` names buildings and stables as actions do (``Oc7 Sc8``), ``merchants`` the lines in
    the order begun, each from end to end, with bars between; ``walls`` arms and lengths
    (``nw-e=3``), ``roofs`` first cells and owners (``c7:1``). What is not on the board is shared
    out evenly, but for what ``hold`` says of a seat. Turns and passes are as few as fit.
    """
    lines = [line.split() for line in merchants.split("|")]
    ends = grid(rules).in_order({lines[-1][0], lines[-1][-1]})
    lengths = dict(part.split("=") for part in walls.split())
    holders = [int(c) - 1 if c.isdigit() else c for c in tiles.replace("|", "")]
    named = [part.split(":") for part in roofs.split()]
    table = Board(
        built=Built(
            grid(rules),
            {piece[1:]: piece[0] for piece in board.split()},
            rules["extend_by_stable"],
            rules["stable_bridge"],
        ),
        merchants=frozenset(cell for line in lines for cell in line),
        well=well,
        lines=len(lines),
        ends=tuple(ends),
        walls={arm: int(lengths.get(arm, 0)) for arm in ARMS},
        roofs={first: NEUTRAL if owner == "n" else int(owner) - 1 for first, owner in named},
    )
    state = but(
        md.start(rules),
        board=table,
        palace_tiles=dict(zip(COLOURS, holders[:4], strict=True)),
        tower_tiles=dict(zip(TOWERS, holders[4:], strict=True)),
        due=due,
        seat=seat,
        left=left if due == "turn" else 0,
        mark=mark,
    )
    state = count_turns(rules, but(state, supply=share_out(rules, state, hold or {})))
    return md.parse(rules, md.write(rules, state))


def share_out(
    rules: md.Rules, state: md.State, hold: dict[int, dict[str, int]]
) -> tuple[md.Tally, ...]:
    """The pieces that are not on the board, as evenly as can be, but as ``hold`` says."""
    board, full = state.board, full_supply(rules)
    placed = [*board.built.cells.values(), *(MERCHANT for _ in board.merchants)]
    taken = tea_taken(rules, board)
    supply: list[md.Tally] = [{} for _ in seats(rules)]
    for kind, number in full.items():
        if kind == ROOF:
            shares = [number - len(md.owned(board, seat)) for seat in seats(rules)]
        elif kind == TEA:
            shares = [hold.get(seat, {}).get(TEA, taken[seat]) for seat in seats(rules)]
        else:
            rest = number * rules["players"] - placed.count(kind)
            if kind == MERCHANT:
                values = [tower_values(rules)[tower] for tower in moved_towers(rules, state)]
                rest += 1 + sum(TOWER_MERCHANTS[value] for value in values)
            elif kind == WALL:
                rest -= sum(board.walls.values())
            elif kind == NEUTRAL_ROOF:
                rest -= len(md.owned(board, NEUTRAL))
            elif kind in COLOURS and rules["finished_colour"] == "leave":
                rest = 0 if finished(rules, board, kind) else rest
            fixed = {seat: own[kind] for seat, own in hold.items() if kind in own}
            rest -= sum(fixed.values())
            others = [seat for seat in seats(rules) if seat not in fixed]
            shares = [fixed.get(seat, 0) for seat in seats(rules)]
            for n, seat in enumerate(others):
                shares[seat] = rest // len(others) + (n < rest % len(others))
        for seat in seats(rules):
            supply[seat][kind] = shares[seat]
    return tuple(supply)


def count_turns(rules: md.Rules, state: md.State, spare: int = 0) -> md.State:
    """Turns and passes that fit the pieces placed and the seat to decide."""
    plies = md.plies(rules, state.board, state.supply)
    past = plies - (1 if rules["first_merchant"] == "chosen" else 0)
    turns = next(
        n
        for n in range(past + 1)
        if n <= (ended := past - (turn_size(rules, n) - state.left if state.due == "turn" else 0))
        and ended <= 2 * n - min(n, rules["short_openings"])
    )
    missing = (state.seat - turns) % rules["players"] + spare * rules["players"]
    passes = [missing // rules["players"]] * rules["players"]
    for n in range(missing % rules["players"]):
        passes[-1 - n] += 1
    return but(state, plies=plies, turns=turns, passes=tuple(passes))


# --- odd positions -------------------------------------------------------------------------------


def taste(rules: md.Rules, rng: random.Random, name: str) -> Callable[[md.State, str], float]:
    """What a seat likes to do that is after something odd."""
    corner = rng.choice([c for c in grid(rules).cells if len(grid(rules).near[c]) == 3])
    colour = rng.choice(COLOURS)

    def liking(state: md.State, action: str) -> float:
        kind, cell = action[0], action[1:]
        near = grid(rules).near.get(cell, frozenset())
        roof = kind in (ROOF, NEUTRAL_ROOF)
        merchants_near = len(near & state.board.merchants) if kind == MERCHANT else -1
        likes: dict[str, float] = {
            "blocked palace": 9 * (action == colour + corner) + merchants_near * (corner in near),
            "blocked line": merchants_near,
            "finished colour": 2 * (kind == ROOF) + (kind == colour),
            "corners": 2 * (len(near) == 3) + (action in ARMS),
            "stables": 2 * (kind == STABLE) + roof,
            "neutral": 2 * (kind == NEUTRAL_ROOF) + (kind == STABLE or action in ARMS),
            "tea": 4 * (action == TEA) + 3 * (kind == ROOF) + 2 * (kind == "B"),
            "walls": action in ARMS,
            "no roofs": not roof,
        }
        return likes[name]

    return liking


TASTES = (
    "blocked palace",
    "blocked line",
    "finished colour",
    "corners",
    "stables",
    "neutral",
    "tea",
    "walls",
    "no roofs",
)
ENDS = ("last plies", "one seat left", "any")


def odd_state(rules: md.Rules, rng: random.Random) -> md.State:
    """A possible state that random play hardly comes to.

    Some are reached by seats with one thing in mind, some lie just before the end of a random game;
    half have supplies, passes and tiles that no play may bring about, though nothing forbids them.
    """
    name = rng.choice(TASTES + ENDS)
    if name in ENDS:
        states = [after for _, _, after in walk(rules, rng.random()) if after.due == "turn"]
        if name == "last plies":
            states = states[-4:]
        elif name == "one seat left":
            states = [s for s in states if sum(can_place(rules, s, n) for n in seats(rules)) == 1]
    else:
        liking = taste(rules, rng, name)
        steps = list(walk(rules, rng.random(), liking=liking))
        states = [after for _, _, after in steps if after.due in ("turn", "over")]
    state = rng.choice(states or [last(rules, rng.random())])
    return shuffled(rules, rng, state) if rng.random() < 0.5 else state


def shuffled(rules: md.Rules, rng: random.Random, state: md.State) -> md.State:
    """The same board with supplies, passes and tiles dealt otherwise, if that can be."""
    for _ in range(20):
        supply: list[md.Tally] = [dict(own) for own in state.supply]
        for kind in (*COLOURS, STABLE, MERCHANT, WALL, NEUTRAL_ROOF):
            pool = sum(own[kind] for own in supply)
            for own in supply:
                own[kind] = 0
            for _ in range(pool):
                rng.choice(supply)[kind] += 1
        owners: list[Holder] = [NOBODY, NEUTRAL, *seats(rules)]
        tiles = {
            key: {
                name: rng.choice(owners) if rng.random() < 0.3 else holder
                for name, holder in getattr(state, key).items()
            }
            for key in ("palace_tiles", "tower_tiles")
        }
        changes: dict[str, Any] = {"supply": tuple(supply), **tiles}
        if state.due == "turn":
            changes["seat"] = rng.randrange(rules["players"])
        other = but(state, **changes)
        other = count_turns(rules, other, rng.randrange(3))
        if not impossible(rules, other):
            return other
    return state
