"""Positions of Lost Cities for tests: written down, come to by random play, or odd on purpose."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from oracle import lost_cities as lc
from oracle.lost_cities_notation import PHASES, impossible
from oracle.lost_cities_state import new_round

if TYPE_CHECKING:
    from collections.abc import Iterator

Step = tuple[lc.State, str, lc.State]  # a state, the action or chance outcome, the state after it


def play(rules: lc.Rules, state: lc.State, line: str) -> lc.State:
    """The state after a line of actions and chance outcomes with blanks between them."""
    for token in line.split():
        state = step(rules, state, token)
    return state


def step(rules: lc.Rules, state: lc.State, token: str) -> lc.State:
    """The state after one action or one chance outcome, whichever is due."""
    if lc.turn(rules, state) == "chance":
        return lc.apply_chance(rules, state, token)
    return lc.apply(rules, state, token)


def walk(rules: lc.Rules, seed: int, state: lc.State | None = None) -> Iterator[Step]:
    """Every step of one random game, from the deal on unless told otherwise."""
    rng = random.Random(seed)
    state = state or lc.start(rules)
    while (who := lc.turn(rules, state)) is not None:
        token = rng.choice(state.deck if who == "chance" else lc.legal(rules, state))
        after = step(rules, state, token)
        yield state, token, after
        state = after


def last(rules: lc.Rules, seed: int) -> lc.State:
    """How one random game ends."""
    *_, (_, _, after) = walk(rules, seed)
    return after


def deal(rules: lc.Rules, seed: int) -> lc.State:
    """A first round just dealt at random."""
    return next(after for _, _, after in walk(rules, seed) if after.phase == "place")


def at(rules: lc.Rules, hand1: str = "", hand2: str = "", **fields: str) -> lc.State:
    """A state of the first round with some cards where they matter.

    Fields are ``rows``, ``piles`` and ``turn``, as they are written. Hands are filled up with cards
    from the end of the list that are nowhere else. Cards taken from piles are as few as make
    enough turns for the rows and the right seat.
    """
    written = {"rows": "-|-", "piles": "-", "turn": "1:place"} | fields
    rows, piles, turn = written.values()  # refuses other names
    hands = [[c for c in hand.split(",") if c] for hand in (hand1, hand2)]
    placed = [placed_cards(part) for part in (*rows.split("|"), piles)]
    spare = Counter(lc.all_cards(rules))
    spare.subtract([*hands[0], *hands[1], *placed[0], *placed[1], *placed[2]])
    filling = [card for card in reversed(lc.all_cards(rules)) if spare[card] == 1]
    half = [int(turn.startswith(f"{n}:d")) for n in (1, 2)]  # a card placed, none taken yet
    for seat, hand in enumerate(hands):
        while len(hand) < rules["hand_size"] - half[seat]:
            hand.append(filling.pop(0))

    fewest = sum(map(len, placed)) - sum(half)
    turns = fewest
    while (
        turns % 2 != int(turn[0]) - 1
        or (turns + 1) // 2 + half[0] < len(placed[0])
        or turns // 2 + half[1] < len(placed[1])
    ):
        turns += 1
    extra = turns - fewest
    taken = f"{(extra + 1) // 2}|{extra // 2}"
    texts = [",".join(hand) or "-" for hand in hands]
    return lc.parse(rules, f"{'|'.join(texts)} {rows} {piles} -|- {turn} {taken}")


def placed_cards(text: str) -> list[str]:
    """The cards of rows or piles as they are written."""
    parts = text.split(";") if text != "-" else []
    return [f"{part[0]}{card}" for part in parts for card in part[2:].split(",")]


def odd_state(
    rules: lc.Rules, rng: random.Random, number: int | None = None, *, finished: bool = False
) -> lc.State:
    """A possible state that random play hardly comes to: few cards left, long rows, no pile.

    Of a random round unless told otherwise; ``finished`` with an empty deck.
    """
    number = number or rng.randint(1, rules["rounds"])
    if number == 1:
        base = lc.start(rules)
    else:
        base = lc.next_round(rules, odd_state(rules, rng, number - 1, finished=True))
    here = {**rules, "rounds": number} if finished else rules
    phase = "place" if finished else rng.choices(PHASES, [4, 4, 2, 1])[0]
    for _ in range(10_000):
        state = guess(here, rng, base, phase, finished=finished)
        if not impossible(here, state):
            return state
    raise ValueError("no odd state found for these rules")


def guess(
    rules: lc.Rules, rng: random.Random, base: lc.State, phase: str, *, finished: bool
) -> lc.State:
    """The cards thrown on the table at random; counts may turn out impossible."""
    if phase == "deal":
        for _ in range(rng.randrange(2 * rules["hand_size"])):
            base = lc.apply_chance(rules, base, rng.choice(base.deck))
        return base

    state = new_round(rules, base.starter, base.round, base.past)
    cards = rng.sample(state.deck, len(state.deck))
    state.phase, state.seat = phase, rng.randrange(2)
    for seat in (0, 1):
        size = rules["hand_size"] - (1 if seat == state.seat and phase != "place" else 0)
        state.hands[seat] = lc.in_order([cards.pop() for _ in range(size)])
    whole = len(lc.all_cards(rules)) - 2 * rules["hand_size"]
    left = 0 if finished else min(whole, rng.choice([0, 1, 2, 3, rng.randint(1, whole)]))
    state.deck = lc.in_order([cards.pop() for _ in range(left)])

    to_rows, to_first = rng.choice([0, 0.5, 0.9, 1]), rng.choice([0, 0.5, 0.5, 1])
    for card in cards:
        if rng.random() < to_rows:
            rows = state.rows[0 if rng.random() < to_first else 1]
            rows[card[0]] = lc.in_order([*rows[card[0]], card])
        else:
            state.piles[card[0]].append(card)
    if phase == "draw":
        state.closed = rng.choice([None, *(c for c, pile in state.piles.items() if pile)])
        if rules["take_back"]:
            state.closed = None
    for seat, hand in enumerate(state.hands):
        state.known[seat] = lc.in_order(rng.sample(hand, rng.choice([0, 1, len(hand)])))
        state.taken[seat] = len(state.known[seat]) + rng.randint(0, rng.choice([3, 60]))
    turns = whole - left + sum(state.taken)
    state.plies = 2 * turns + {"draw": 1, "deck": 2}.get(phase, 0)
    return state
