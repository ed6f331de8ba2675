"""Oracle of Tower Up, its results: points, facts and ranks of a state, counted from the table.

Ids such as TU-47 refer to ``seeds/tower_up/RULES.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.tower_up_components import COLOURS
from oracle.tower_up_state import empty_sites, is_dead, roofs_on_view, roofs_placed, size

if TYPE_CHECKING:
    from oracle.tower_up_state import Rules, State

TRACKS = dict(zip(COLOURS, ("black", "white", "brown", "grey"), strict=True))


def counted(state: State, seat: int) -> int:
    """TU-60: the roofs that count for the cone, those on view now while it is not placed."""
    cone = state.cones[seat]
    return roofs_on_view(state, seat) if cone is None else cone


def places(state: State, seat: int) -> list[int]:
    """As the how manieth a seat took a chip from each objective; 0 if it did not."""
    found = [[*s, seat].index(seat) + 1 if seat in s else 0 for s in state.objectives.values()]
    return [*found, 0, 0, 0][:3]


def scores(rules: Rules, state: State) -> list[dict[str, int]]:
    """TU-47, TU-60: the score of each seat in its components."""
    box, found = rules["components"], []
    for seat in range(rules["players"]):
        parts = {TRACKS[c]: box.values[steps] for c, steps in state.vehicles[seat].items()}
        parts["cone"] = box.cone[counted(state, seat)]
        for number, place in enumerate(places(state, seat), start=1):
            parts[f"objective_{number}"] = box.chips[place - 1] if place else 0
        found.append(parts)
    return found


def totals(rules: Rules, state: State) -> list[int]:
    """TU-47: the score of each seat."""
    return [sum(parts.values()) for parts in scores(rules, state)]


def facts(rules: Rules, state: State) -> list[dict[str, int]]:
    """What else is known of each seat."""
    found = []
    for seat in range(rules["players"]):
        placed = roofs_placed(state, seat)
        parts = {
            "cards_taken": state.taken[seat],
            "founded": placed,
            "extra_turns": state.extra[seat],
            "covered": placed - roofs_on_view(state, seat),
            "on_view": counted(state, seat),
        }
        for number, place in enumerate(places(state, seat), start=1):
            parts[f"place_{number}"] = place
        found.append(parts)
    return found


def game_facts(rules: Rules, state: State) -> dict[str, int]:
    """What else is known of the game."""
    names, box = list(state.objectives), rules["components"]
    empty = empty_sites(rules, state)
    return {
        "caused_by": state.end.by + 1 if state.end else 0,
        "dead_sites": sum(1 for site in empty if is_dead(rules, state, site)),
        "empty_sites": len(empty),
        "floors_built": sum(len(building.floors) for building in state.board.values()),
        "reshuffles": reshuffles(rules, state),
        **{
            f"objective_{n + 1}": box.names.index(names[n]) + 1 if n < len(names) else 0
            for n in range(3)
        },
    }


def reshuffles(rules: Rules, state: State) -> int:
    """TU-14: how often the discard pile has become the deck."""
    period: int = len(rules["components"].cards) - rules["market"] + 1
    waiting = 1 if state.step in ("gain", "return", "refill") else 0  # its refill is still due
    return max(sum(state.taken) - waiting, 0) // period


def turns(rules: Rules, state: State) -> int:
    """Cards taken and buildings founded."""
    return sum(state.taken) + sum(roofs_placed(state, s) for s in range(rules["players"]))


def ranks(rules: Rules, state: State) -> list[int]:
    """TU-49, TU-50, TU-51: by score, then by floors in stock; equal seats share a place."""
    points = totals(rules, state)
    standing = [(points[s], size(state.stocks[s])) for s in range(rules["players"])]
    return [1 + sum(1 for other in standing if other > own) for own in standing]


def shares12(rules: Rules, state: State) -> list[int]:
    """TU-51: the win in twelfths, shared by those on the first place."""
    ranked = ranks(rules, state)
    return [12 // ranked.count(1) if rank == 1 else 0 for rank in ranked]
