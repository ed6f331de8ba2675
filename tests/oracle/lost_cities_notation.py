"""Oracle of Lost Cities, its notation: positions and observations as lines of text.

The form is defined in ``seeds/lost_cities/RULES.md``, section Notation. Reading is strict: what no
game can come to is refused, with all its problems in one message.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise

from oracle.lost_cities_state import (
    COMPONENTS,
    FACTS,
    SEATS,
    Rows,
    Rules,
    State,
    Tally,
    all_cards,
    colours,
    in_order,
    is_wager,
    no_past,
    other,
    value,
)

FORM = "HANDS ROWS PILES KNOWN TURN TAKEN [ROUND PAST]"
PHASES = ("place", "draw", "deck", "deal")
STEPS = "place, draw, draw:COLOUR, deck, deal"

# --- writing -----------------------------------------------------------------------------------


def list_text(cards: list[str]) -> str:
    """Cards with commas between them."""
    return ",".join(cards) or "-"


def rows_text(rows: Rows) -> str:
    """Rows of a seat, or piles: ``R:x,3,7;Y:10``."""
    return ";".join([row_text(tuple(row)) for row in rows.values() if row]) or "-"


@cache
def row_text(row: tuple[str, ...]) -> str:
    """One row or pile: its colour, its cards without it."""
    return f"{row[0][0]}:{','.join(card[1:] for card in row)}"


def turn_text(state: State) -> str:
    """The seat and what it has to do, with the closed pile if there is one."""
    closed = f":{state.closed}" if state.closed else ""
    return f"{state.seat + 1}:{state.phase}{closed}"


def past_text(rules: Rules, tally: Tally) -> str:
    """Components, points by colour and facts of the earlier rounds of a seat."""
    groups = (COMPONENTS, colours(rules), FACTS)
    return ";".join(",".join(str(tally[key]) for key in group) for group in groups)


def line(rules: Rules, state: State, hands: list[str], piles: str, deck: list[str]) -> str:
    """The fields of a position or an observation, those of a later round last."""
    fields = [
        "|".join(hands),
        "|".join([rows_text(rows) for rows in state.rows]),
        piles,
        "|".join([list_text(cards) for cards in state.known]),
        turn_text(state),
        "|".join([str(n) for n in state.taken]),
        *deck,
    ]
    if state.round > 1:
        fields += [str(state.round), "|".join(past_text(rules, tally) for tally in state.past)]
    return " ".join(fields)


def write(rules: Rules, state: State) -> str:
    """The state in its one canonical form."""
    hands = [list_text(hand) for hand in state.hands]
    return line(rules, state, hands, rows_text(state.piles), [])


def observation(rules: Rules, state: State, seat: int) -> str:
    """LC-23: what a seat knows of the state."""
    hands = [list_text(hand) for hand in state.hands]
    known = state.known[other(seat)]
    unknown = len(state.hands[other(seat)]) - len(known)
    hands[other(seat)] = list_text([*known, f"?*{unknown}"] if unknown else known)

    piles = []
    for letter, pile in state.piles.items():
        lower = [card[1:] for card in pile[:-1]]
        if lower and rules["pile_memory"] == "top":
            lower = [f"?*{len(lower)}"]
        if pile:
            piles.append(f"{letter}:{list_text(lower)}/{pile[-1][1:]}")
    deck = [f"deck={len(state.deck)}"]
    return line(rules, state, hands, ";".join(piles) or "-", deck)


# --- reading -----------------------------------------------------------------------------------


def parse(rules: Rules, text: str) -> State:
    """The state a line stands for."""
    fields = text.split(" ")
    if len(fields) not in (6, 8):
        raise ValueError(f"{text!r} is not of the form {FORM!r}")
    problems: list[str] = []
    hands = [
        read_cards(rules, part.split(","), f"hand {n}", problems) if part != "-" else []
        for n, part in halves(fields[0], "hands", problems)
    ]
    rows = [
        read_rows(rules, part, f"rows {n}", problems)
        for n, part in halves(fields[1], "rows", problems)
    ]
    piles = read_rows(rules, fields[2], "piles", problems)
    known = [
        read_cards(rules, part.split(","), f"known {n}", problems) if part != "-" else []
        for n, part in halves(fields[3], "known", problems)
    ]
    seat, phase, closed = read_turn(rules, fields[4], problems)
    taken = [
        read_numbers(part, 1, f"taken {n}", problems)[0]
        for n, part in halves(fields[5], "taken", problems)
    ]
    number, past = 1, [no_past(rules), no_past(rules)]
    if len(fields) == 8:
        [number] = read_numbers(fields[6], 1, "round", problems)
        if number == 1:
            problems.append("round: written from 2 on only")
        past = [
            read_past(rules, part, f"past {n}", problems)
            for n, part in halves(fields[7], "past", problems)
        ]
    if problems:
        raise ValueError("; ".join(problems))

    deck = Counter(all_cards(rules))
    deck.subtract(on_view(hands, rows, piles))
    undrawn = in_order([card for card in deck for _ in range(deck[card])])
    turns = 0
    starter = seat if len(hands[0]) == len(hands[1]) else other(seat)
    if phase != "deal":
        turns = deck_after_deal(rules) - len(undrawn) + sum(taken)
        starter = seat if turns % 2 == 0 else other(seat)
    state = State(
        hands=[in_order(hand) for hand in hands],
        rows=rows,
        piles=piles,
        known=[in_order(cards) for cards in known],
        deck=undrawn,
        seat=seat,
        phase=phase,
        closed=closed,
        taken=taken,
        plies=2 * turns + {"draw": 1, "deck": 2}.get(phase, 0),
        starter=starter,
        round=number,
        past=past,
    )
    if problems := impossible(rules, state):
        raise ValueError("; ".join(problems))
    return state


def halves(text: str, what: str, problems: list[str]) -> list[tuple[int, str]]:
    """The part of each seat, numbered from 1."""
    parts = text.split("|")
    if len(parts) != 2:
        problems.append(f"{what}: {text!r} is not two parts with a bar between them")
        return []
    return list(enumerate(parts, start=1))


def read_cards(rules: Rules, names: list[str], what: str, problems: list[str]) -> list[str]:
    """Cards of the game, in the order given."""
    problems += [f"{what}: no card {name!r}" for name in names if name not in all_cards(rules)]
    return [name for name in names if name in all_cards(rules)]


def read_rows(rules: Rules, text: str, what: str, problems: list[str]) -> Rows:
    """Rows of a seat, or piles."""
    rows: Rows = {letter: [] for letter in colours(rules)}
    for part in text.split(";") if text != "-" else []:
        letter, colon, cards = part.partition(":")
        if letter not in rows or not colon:
            problems.append(f"{what}: {part!r} does not begin with one of {colours(rules)}, colon")
        elif rows[letter]:
            problems.append(f"{what}: {letter} is named twice")
        else:
            names = [letter + name for name in cards.split(",")]
            rows[letter] = read_cards(rules, names, what, problems)
    return rows


def read_turn(rules: Rules, text: str, problems: list[str]) -> tuple[int, str, str | None]:
    """Seat, phase, closed pile."""
    for seat in SEATS:
        for phase in PHASES:
            if text == f"{seat + 1}:{phase}":
                return seat, phase, None
        for letter in colours(rules):
            if text == f"{seat + 1}:draw:{letter}":
                return seat, "draw", letter
    problems.append(f"turn: {text!r} is not a seat (1 or 2), a colon and one of {STEPS}")
    return 0, "place", None


def read_numbers(text: str, count: int, what: str, problems: list[str]) -> list[int]:
    """Whole numbers in plain form, with commas between them."""
    parts = text.split(",")
    if len(parts) != count or not all(re.fullmatch("0|-?[1-9][0-9]{0,8}", p) for p in parts):
        problems.append(f"{what}: {text!r} is not {count} whole number{'s' if count > 1 else ''}")
        return [0] * count
    return [int(part) for part in parts]


def read_past(rules: Rules, text: str, what: str, problems: list[str]) -> Tally:
    """Components, points by colour and facts of the earlier rounds of a seat."""
    groups = (COMPONENTS, colours(rules), FACTS)
    parts = text.split(";")
    if len(parts) != len(groups):
        problems.append(f"{what}: {text!r} is not three parts with semicolons between them")
        return no_past(rules)
    tally: Tally = {}
    for group, part in zip(groups, parts, strict=True):
        numbers = read_numbers(part, len(group), what, problems)
        tally.update(zip(group, numbers, strict=True))
    return tally


# --- what no game can come to ------------------------------------------------------------------


def on_view(hands: list[list[str]], rows: list[Rows], piles: Rows) -> list[str]:
    """All cards but those of the deck."""
    places = [*hands, *rows[0].values(), *rows[1].values(), *piles.values()]
    return [card for place in places for card in place]


def deck_after_deal(rules: Rules) -> int:
    """LC-02: how many cards a round begins with in the deck."""
    return len(all_cards(rules)) - 2 * int(rules["hand_size"])


def impossible(rules: Rules, state: State) -> list[str]:
    """Why no game can come to this state; empty if nothing is found.

    Checks of counts rest on complete sets of cards, so they come only when the cards are right.
    """
    problems = card_problems(rules, state) + row_problems(state) + hand_problems(rules, state)
    if not problems:
        problems = count_problems(rules, state)
    return problems + turn_problems(rules, state) + past_problems(rules, state)


def card_problems(rules: Rules, state: State) -> list[str]:
    """LC-01: every card exactly as often as the game has it."""
    have = Counter([*on_view(state.hands, state.rows, state.piles), *state.deck])
    should = Counter(all_cards(rules))
    return [
        f"{card} is there {have[card]} times, not {should[card]}"
        for card in in_order(list(have | should))
        if have[card] != should[card]
    ]


def row_problems(state: State) -> list[str]:
    """LC-07, LC-08: wagers first, then numbers upwards."""
    problems = []
    for n, rows in enumerate(state.rows, start=1):
        for row in rows.values():
            for before, after in pairwise(row):
                if is_wager(before):
                    continue
                if is_wager(after) or value(after) <= value(before):
                    problems.append(f"rows {n}: {after} after {before}")
    return problems


def hand_problems(rules: Rules, state: State) -> list[str]:
    """LC-02, LC-13, LC-23: sizes of hands, and cards known in them."""
    problems = []
    for seat, hand in enumerate(state.hands):
        size = rules["hand_size"]
        if state.phase in ("draw", "deck") and seat == state.seat:
            size -= 1
        if state.phase != "deal" and len(hand) != size:
            problems.append(f"hand {seat + 1}: {len(hand)} cards, not {size}")
        for card in (Counter(state.known[seat]) - Counter(hand)).elements():
            problems.append(f"known {seat + 1}: {card} is not in the hand")
        if len(state.known[seat]) > state.taken[seat]:
            problems.append(
                f"known {seat + 1}: {len(state.known[seat])} cards, "
                f"but {state.taken[seat]} taken from piles"
            )
    if state.phase == "deal":
        waiting, dealt = len(state.hands[state.seat]), len(state.hands[other(state.seat)])
        if dealt not in (waiting, waiting + 1) or waiting >= rules["hand_size"]:
            problems.append(f"hands: {waiting} and {dealt} cards do not come up in a deal")
    return problems


def turn_problems(rules: Rules, state: State) -> list[str]:
    """LC-02, LC-12, LC-14: what the seat has to do must be possible."""
    problems = []
    if not state.deck and state.phase != "place":
        problems.append(f"no card is left in the deck, but the phase is {state.phase}")
    if not state.deck and state.phase == "place" and state.round < rules["rounds"]:
        problems.append("no card is left in the deck, but this is not the last round")
    if state.closed and rules["take_back"]:
        problems.append(f"draw:{state.closed}, but no pile is ever closed (take_back)")
    if state.closed and not state.piles[state.closed]:
        problems.append(f"draw:{state.closed}, but the pile is empty")
    added = state.phase == "draw" and not state.closed and not rules["take_back"]
    if added and not any(state.rows[state.seat].values()):
        problems.append(f"draw after adding to a row, but seat {state.seat + 1} has no row")
    if state.phase == "deal":
        for what, there in (
            ("rows", any(row for rows in state.rows for row in rows.values())),
            ("piles", any(state.piles.values())),
            ("known cards", any(state.known)),
            ("cards taken from piles", any(state.taken)),
        ):
            if there:
                problems.append(f"{what} during the deal")
    return problems


def count_problems(rules: Rules, state: State) -> list[str]:
    """LC-03, LC-13, LC-20, LC-22: turns, plies and who began must agree with the cards."""
    problems = []
    turns = 0
    if state.phase != "deal":
        turns = deck_after_deal(rules) - len(state.deck) + sum(state.taken)
    if state.plies != 2 * turns + {"draw": 1, "deck": 2}.get(state.phase, 0):
        problems.append(f"{state.plies} plies do not agree with {turns} turns")
    if state.plies > rules["max_plies"]:
        problems.append(f"{state.plies} plies are more than max_plies {rules['max_plies']}")
    if state.phase != "deal" and state.seat != (state.starter + turns) % 2:
        problems.append(f"seat {state.seat + 1} is not next after {turns} turns")
    if state.starter not in starters(rules, state):
        problems.append(
            f"seat {state.starter + 1} began round {state.round} (it is seat {state.seat + 1}'s "
            f"turn after {turns} turns), but it does not begin that round"
        )
    for seat in SEATS:
        ended = (turns + 1) // 2 if seat == state.starter else turns // 2
        placed = ended + (1 if seat == state.seat and state.phase in ("draw", "deck") else 0)
        in_rows = sum(len(row) for row in state.rows[seat].values())
        if not 0 <= state.taken[seat] <= ended:
            problems.append(f"taken {seat + 1}: {state.taken[seat]} cards in {ended} turns")
        if in_rows > placed:
            problems.append(f"rows {seat + 1}: {in_rows} cards, but {placed} placed")
    return problems


def starters(rules: Rules, state: State) -> list[int]:
    """LC-02, LC-20: who can have begun this round."""
    points = [sum(tally[c] for c in COMPONENTS) for tally in state.past]
    if state.round == 1 or rules["round_starter"] == "first":
        return [0]
    if rules["round_starter"] == "alternate":
        return [(state.round - 1) % 2]
    if points[0] != points[1]:
        return [0 if points[0] > points[1] else 1]
    return [1] if state.round == 2 else [0, 1]


def past_problems(rules: Rules, state: State) -> list[str]:
    """LC-20: earlier rounds must have been possible."""
    problems = []
    earlier = state.round - 1
    numbers = sum(range(rules["low"], rules["high"] + 1))  # of one colour
    if not 0 <= earlier < rules["rounds"]:
        return [f"round {state.round} is not 1 to {rules['rounds']}"]
    for n, tally in enumerate(state.past, start=1):
        points = [tally[letter] for letter in colours(rules)]
        opened, wagers = tally["opened"], tally["wagers_played"]
        bonuses = [rules["bonus_points"] * k for k in range(earlier * rules["colours"] + 1)]
        for wrong, text in (
            (sum(tally[c] for c in COMPONENTS) != sum(points), "components and colours differ"),
            (not 0 <= opened <= earlier * rules["colours"], f"{opened} rows opened"),
            (not 0 <= wagers <= opened * rules["wagers"], f"{wagers} wagers in {opened} rows"),
            (tally["costs"] != -rules["cost"] * opened, f"costs {tally['costs']}"),
            (tally["bonus"] not in bonuses[: max(opened, 0) + 1], f"bonus {tally['bonus']}"),
            (not 0 <= tally["numbers"] <= opened * numbers, f"numbers {tally['numbers']}"),
            (tally["wagers"] != 0 and wagers == 0, "points of wagers without a wager"),
            (len([p for p in points if p]) > opened, "more colours with points than rows"),
            (tally["pile_draws"] < 0, f"{tally['pile_draws']} cards taken from piles"),
        ):
            if wrong:
                problems.append(f"past {n}: {text}")

    both = {key: sum(tally[key] for tally in state.past) for key in (*COMPONENTS, *FACTS)}
    if both["numbers"] > earlier * rules["colours"] * numbers:
        problems.append(f"past: numbers {both['numbers']} of both seats")
    if both["wagers_played"] > earlier * rules["colours"] * rules["wagers"]:
        problems.append(f"past: {both['wagers_played']} wagers of both seats")
    turns = earlier * deck_after_deal(rules) + both["pile_draws"]
    if turns > earlier * (rules["max_plies"] // 2):
        problems.append(f"past: {turns} turns are too many for max_plies {rules['max_plies']}")
    return problems
