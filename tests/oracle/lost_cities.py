"""Oracle of Lost Cities: the rules in plain Python, slow and easy to check by eye.

Written from ``seeds/lost_cities/RULES.md`` and in its order; ids such as LC-12 refer to that page.
It shares nothing with the engine: hands, rows, piles and the deck are lists of card names, and
points are counted from the cards on the table, each time anew. Cards, rule values and the state
are in ``lost_cities_state``, reading and writing of positions in ``lost_cities_notation``.
"""

from __future__ import annotations

from functools import cache

from oracle.lost_cities_notation import observation, parse, write
from oracle.lost_cities_state import (
    COMPONENTS,
    FACTS,
    SEATS,
    Rules,
    State,
    Tally,
    all_cards,
    colour,
    colours,
    copy,
    in_order,
    is_wager,
    load_rules,
    new_round,
    other,
    replaced,
    start,
    value,
    without,
)

__all__ = [
    "Rules",
    "State",
    "Tally",
    "after_legal",
    "all_cards",
    "apply",
    "apply_chance",
    "by_colour",
    "colours",
    "end",
    "facts",
    "in_order",
    "legal",
    "load_rules",
    "next_round",
    "observation",
    "parse",
    "perft",
    "ranks",
    "row_points",
    "scores",
    "shares12",
    "start",
    "totals",
    "turn",
    "turns",
    "write",
]

# --- a turn ------------------------------------------------------------------------------------


def fits(row: list[str], card: str) -> bool:
    """LC-06: whether a card may be added to a row of its colour; an empty row takes any."""
    return not row or follows(row[-1], card)


@cache
def follows(last: str, card: str) -> bool:
    """LC-07, LC-08: whether a card may lie behind the last one of a row."""
    if is_wager(last):
        return True
    return not is_wager(card) and value(card) > value(last)


def placements(state: State) -> list[str]:
    """LC-04, LC-09: each distinct card of the hand on its row, if it fits, or on its pile."""
    actions = []
    rows = state.rows[state.seat]
    for card in dict.fromkeys(state.hands[state.seat]):
        if fits(rows[colour(card)], card):
            actions.append(card + "+")
        actions.append(card + "-")
    return actions


def draws(state: State) -> list[str]:
    """LC-11, LC-12: the deck, and each pile that has a card and is not closed."""
    return ["deck"] + [c for c, pile in state.piles.items() if pile and c != state.closed]


def legal(rules: Rules, state: State) -> list[str]:
    """LC-03: the actions of the seat to decide; none else. Their order means nothing."""
    if turn(rules, state) not in SEATS:
        return []
    return placements(state) if state.phase == "place" else draws(state)


def apply(rules: Rules, state: State, action: str) -> State:
    """LC-03: one ply, either half of a turn."""
    if action not in legal(rules, state):
        raise ValueError(f"{action!r} is not legal")
    return after_legal(rules, state, action)


def after_legal(rules: Rules, state: State, action: str) -> State:
    """The same for an action that is one of ``legal``; others are not refused."""
    after = copy(state)
    after.plies += 1
    if state.phase == "place":
        place(rules, after, action[:-1], action[-1])
    elif action == "deck":
        after.phase, after.closed = "deck", None
    else:
        take(after, action)
    return after


def place(rules: Rules, state: State, card: str, where: str) -> None:
    """LC-04, LC-12: a card leaves the hand; discarded, it closes its pile for this turn."""
    seat, letter = state.seat, colour(card)
    state.hands = replaced(state.hands, seat, without(state.hands[seat], card))
    if card in state.known[seat]:  # LC-23: of equal cards the known ones leave first
        state.known = replaced(state.known, seat, without(state.known[seat], card))
    state.phase = "draw"
    if where == "+":
        rows = state.rows[seat]
        state.rows = replaced(state.rows, seat, {**rows, letter: [*rows[letter], card]})
    else:
        state.piles = {**state.piles, letter: [*state.piles[letter], card]}
        state.closed = None if rules["take_back"] else letter


def take(state: State, pile: str) -> None:
    """LC-10, LC-13, LC-23: the top of a pile comes into the hand, seen by the other seat."""
    seat, card = state.seat, state.piles[pile][-1]
    state.piles = {**state.piles, pile: state.piles[pile][:-1]}
    state.hands = replaced(state.hands, seat, in_order([*state.hands[seat], card]))
    state.known = replaced(state.known, seat, in_order([*state.known[seat], card]))
    state.taken = replaced(state.taken, seat, state.taken[seat] + 1)
    pass_turn(state)


def pass_turn(state: State) -> None:
    """LC-03, LC-13: a card has been taken; the other seat places next."""
    state.seat, state.phase, state.closed = other(state.seat), "place", None


def apply_chance(rules: Rules, state: State, outcome: str) -> State:
    """LC-02, LC-11: the card named comes from the deck into the hand that waits for one."""
    if turn(rules, state) != "chance":
        raise ValueError("no card of the deck is due")
    if outcome not in state.deck:
        raise ValueError(f"{outcome!r} is not in the deck")
    after = copy(state)
    after.deck = without(state.deck, outcome)
    hand = in_order([*state.hands[state.seat], outcome])
    after.hands = replaced(state.hands, state.seat, hand)
    if after.phase == "deal":
        after.seat = other(after.seat)
        if all(len(hand) == rules["hand_size"] for hand in after.hands):
            after.phase = "place"
        return after
    pass_turn(after)
    if not after.deck and after.round < rules["rounds"]:
        return next_round(rules, after)
    return after


def next_round(rules: Rules, state: State) -> State:
    """LC-20: the round is counted, all cards are gathered, and somebody begins the next."""
    past = tallies(rules, state)
    points = totals(rules, state)
    starter = other(state.starter)
    if rules["round_starter"] == "first":
        starter = 0
    elif rules["round_starter"] == "leader" and points[0] != points[1]:
        starter = 0 if points[0] > points[1] else 1
    return new_round(rules, starter, state.round + 1, past)


# --- the end -----------------------------------------------------------------------------------


def end(rules: Rules, state: State) -> str | None:
    """Why the game is over, or None while it runs. The order of the questions is LC-22."""
    if state.phase in ("deck", "deal"):
        return None
    if not state.deck:
        return "deck"  # LC-14: other rounds than the last are followed by a deal at once
    if state.plies >= rules["max_plies"]:
        return "truncated"
    return None


def turn(rules: Rules, state: State) -> int | str | None:
    """The seat to decide, "chance" while a card of the deck is due, None at the end."""
    if end(rules, state) is not None:
        return None
    return "chance" if state.phase in ("deck", "deal") else state.seat


def row_points(rules: Rules, row: list[str]) -> Tally:
    """LC-15 to LC-18: the components of one row."""
    if not row:
        return dict.fromkeys(COMPONENTS, 0)  # LC-16: no card, no row, no cost
    numbers = [value(card) for card in row if not is_wager(card)]
    wagers = len(row) - len(numbers)
    length = len(row) if rules["bonus_counts_wagers"] else len(numbers)
    return {
        "numbers": sum(numbers),
        "costs": -rules["cost"],
        "wagers": wagers * (sum(numbers) - rules["cost"]),
        "bonus": rules["bonus_points"] if length >= rules["bonus_threshold"] else 0,
    }


def tally(rules: Rules, state: State, seat: int) -> Tally:
    """LC-19, LC-20: all that counts for a seat: earlier rounds and the table as it stands."""
    count = dict(state.past[seat])
    for letter, row in state.rows[seat].items():
        points = row_points(rules, row)
        for component in COMPONENTS:
            count[component] += points[component]
        count[letter] += sum(points.values())
        count["opened"] += 1 if row else 0
        count["wagers_played"] += len([card for card in row if is_wager(card)])
    count["pile_draws"] += state.taken[seat]
    return count


def tallies(rules: Rules, state: State) -> list[Tally]:
    """All that counts, for each seat."""
    return [tally(rules, state, seat) for seat in SEATS]


def scores(rules: Rules, state: State) -> list[Tally]:
    """The score of each seat in its components."""
    return [{c: count[c] for c in COMPONENTS} for count in tallies(rules, state)]


def by_colour(rules: Rules, state: State) -> list[Tally]:
    """The score of each seat by colour."""
    return [{c: count[c] for c in colours(rules)} for count in tallies(rules, state)]


def facts(rules: Rules, state: State) -> list[Tally]:
    """Rows opened, wagers played and cards taken from piles by each seat."""
    return [{c: count[c] for c in FACTS} for count in tallies(rules, state)]


def totals(rules: Rules, state: State) -> list[int]:
    """LC-19: the score of each seat."""
    return [sum(components.values()) for components in scores(rules, state)]


def turns(rules: Rules, state: State) -> int:
    """Turns ended so far in all rounds: each has taken a card from the deck or from a pile."""
    deck: int = len(all_cards(rules)) - 2 * rules["hand_size"]
    here = 0 if state.phase == "deal" else deck - len(state.deck)
    earlier = (state.round - 1) * deck
    return here + earlier + sum(f["pile_draws"] for f in facts(rules, state))


def ranks(rules: Rules, state: State) -> list[int]:
    """LC-19: the higher score is first; equal scores are both first."""
    points = totals(rules, state)
    return [1 + sum(1 for p in points if p > own) for own in points]


def shares12(rules: Rules, state: State) -> list[int]:
    """LC-19: the win in twelfths, shared at a tie."""
    places = ranks(rules, state)
    return [12 // places.count(1) if place == 1 else 0 for place in places]


def perft(rules: Rules, state: State, tape: list[str], depth: int) -> int:
    """Sequences of exactly ``depth`` decisions; a game that is over goes no further.

    The k-th card drawn from the deck on each path is ``tape[k]``.
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
