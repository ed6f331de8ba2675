"""Oracle of Tower Up, its turns: who is next, what triggers the end, when the game is over.

Ids such as TU-39 refer to ``seeds/tower_up/RULES.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.tower_up_state import (
    SETUP,
    End,
    empty_sites,
    is_dead,
    neighbours,
    roofs_on_view,
    roofs_placed,
)

if TYPE_CHECKING:
    from oracle.tower_up_state import Rules, State

# --- turns and last turns ------------------------------------------------------------------------


def trigger(rules: Rules, state: State, cause: str) -> None:
    """TU-39, TU-42, TU-44: last turns are fixed, by the first cause or also by the second."""
    earlier = state.end.causes if state.end else []
    if earlier and (rules["second_trigger"] == "ignored" or cause in earlier):
        return
    last_turns = rules["players"] - (1 if cause == "roof" else 0)
    state.end = End([*earlier, cause], state.seat, last_turns)
    for seat in range(rules["players"]):
        just_now = cause == "roof" and seat == state.seat
        if just_now or roofs_placed(state, seat) < rules["roofs"]:
            state.cones[seat] = None
    if rules["cone_of_others"] == "at_trigger":
        count_cones(rules, state)


def count_cones(rules: Rules, state: State) -> None:
    """TU-43, TU-46: every seat that has not counted yet counts now."""
    for seat in range(rules["players"]):
        if state.cones[seat] is None:
            state.cones[seat] = roofs_on_view(state, seat)


def in_last_turn(rules: Rules, state: State) -> bool:
    """TU-41, TU-42, TU-45: whether the turn is a last turn, and not one before the last turns."""
    if state.end is None:
        return False
    if state.seat != state.end.by:
        return True
    return state.end.causes[-1] == "shortage" and state.end.left == 1


def finish(rules: Rules, state: State, *, extra: bool) -> None:
    """TU-05, TU-38, TU-43: a turn is over; an extra one follows, or that of the next seat."""
    state.step, state.earned = "act", False
    if extra:
        state.extra[state.seat] += 1
        return
    if state.end and in_last_turn(rules, state):
        if rules["cone_of_others"] == "own_last_turn" and state.cones[state.seat] is None:
            state.cones[state.seat] = roofs_on_view(state, state.seat)
        state.end.left -= 1
        if state.end.left == 0:
            count_cones(rules, state)
    state.seat = round_from(rules, state.seat)[1]


def round_from(rules: Rules, seat: int) -> list[int]:
    """TU-05: all seats clockwise, beginning with this one."""
    return [(seat + n) % rules["players"] for n in range(rules["players"])]


# --- the end -------------------------------------------------------------------------------------


def locked(rules: Rules, state: State) -> bool:
    """TU-46: whether nobody can found ever again."""
    return all(
        is_dead(rules, state, site) or not neighbours(rules, state, site)
        for site in empty_sites(rules, state)
    )


def end(rules: Rules, state: State) -> str | None:
    """Why the game is over, or None while it runs. The order of the questions is TU-59."""
    if state.step == "refill" or waits_for_setup(rules, state):
        return None
    if state.end and state.end.left == 0:
        return state.end.causes[-1]
    if state.step == "act" and state.end is None and locked(rules, state):
        return "locked"
    if state.plies >= rules["max_plies"]:
        return "truncated"
    return None


def waits_for_setup(rules: Rules, state: State) -> bool:
    """TU-57: whether chance has something to do before seat 1 decides."""
    chosen = state.step == "start" and rules["start_sites"] == "first_player_chooses"
    return state.step in SETUP and not chosen


def turn(rules: Rules, state: State) -> int | str | None:
    """The seat to decide, "chance" while something is due by chance, None at the end."""
    if end(rules, state) is not None:
        return None
    if state.step == "refill" or waits_for_setup(rules, state):
        return "chance"
    return state.seat
