"""Oracle of Tower Up, its notation: positions as lines of text.

The form is defined in ``seeds/tower_up/RULES.md``, section Notation. Reading is strict: what no
game can come to is refused (``tower_up_checks``), with all its problems in one message.
"""

from __future__ import annotations

import re
from collections import Counter

from oracle.tower_up_checks import impossible
from oracle.tower_up_components import COLOURS
from oracle.tower_up_state import (
    CAUSES,
    STEPS,
    Building,
    End,
    Floors,
    Rules,
    State,
    city,
    in_kind_order,
    start,
)

FORM = "OBJECTIVES MARKET DISCARD BOARD STOCKS VEHICLES STARS CONES TAKEN EXTRA TURN END PLIES"

# --- writing -------------------------------------------------------------------------------------


def commas(parts: list[str]) -> str:
    """Parts with commas between them."""
    return ",".join(parts) or "-"


def floors_text(floors: Floors) -> str:
    """Floors as letters in the order of the colours."""
    return "".join(colour * floors[colour] for colour in COLOURS) or "-"


def objective_text(name: str, seats: list[int]) -> str:
    """An objective and the seats that took a chip from it."""
    return name + (":" + "".join(str(seat + 1) for seat in seats) if seats else "")


def building_text(site: str, building: Building) -> str:
    """Site, colour, and a sign for each floor."""
    signs = ["-" if roof is None else str(roof + 1) for roof in building.floors]
    return site + building.colour + "".join(signs)


def turn_text(rules: Rules, state: State) -> str:
    """The seat and what it has to do."""
    text = f"{state.seat + 1}:{state.step}"
    if state.step == "roof":
        text += f":{state.site}"
    if state.step == "gain":
        text += f":{state.due}"
    if state.step in ("gain", "return") and rules["over_cap"] == "forgo_new":
        text += f":{floors_text(state.new)}"
    return text + ("+" if state.earned else "")


def end_text(end: End | None) -> str:
    """What triggered the end, who, and the last turns left."""
    return f"{'+'.join(end.causes)}:{end.by + 1}:{end.left}" if end else "-"


def write(rules: Rules, state: State) -> str:
    """The state in its one canonical form."""
    fields = [
        commas([objective_text(name, seats) for name, seats in state.objectives.items()]),
        commas(state.market),
        commas(state.discard),
        commas([building_text(site, building) for site, building in state.board.items()]),
        "|".join(floors_text(stock) for stock in state.stocks),
        "|".join(",".join(str(steps[c]) for c in COLOURS) for steps in state.vehicles),
        "|".join(str(n) for n in state.paid),
        "|".join("-" if n is None else str(n) for n in state.cones),
        "|".join(str(n) for n in state.taken),
        "|".join(str(n) for n in state.extra),
        turn_text(rules, state),
        end_text(state.end),
        str(state.plies),
    ]
    return " ".join(fields)


def observation(rules: Rules, state: State, seat: int) -> str:
    """TU-52: what a seat knows of the state, which is all that a state holds."""
    if not 0 <= seat < rules["players"]:
        raise ValueError(f"no seat {seat}")
    return write(rules, state)


# --- reading -------------------------------------------------------------------------------------


def parse(rules: Rules, text: str) -> State:
    """The state a line stands for."""
    state = read(rules, text)
    if problems := impossible(rules, state):
        raise ValueError("; ".join(problems))
    return state


def read(rules: Rules, text: str) -> State:
    """The state a line of the right form stands for, whether a game can come to it or not."""
    fields = text.split(" ")
    if len(fields) != 13:
        raise ValueError(f"{text!r} is not of the form {FORM!r}")
    problems: list[str] = []
    state = start(rules)
    state.objectives = read_objectives(rules, fields[0], problems)
    state.market = read_cards(rules, fields[1], "market", problems)
    state.discard = read_cards(rules, fields[2], "discard", problems)
    state.board = read_board(rules, fields[3], problems)
    state.stocks = [
        read_floors(part, "stocks", problems)
        for part in seats(rules, fields[4], "stocks", problems)
    ]
    state.vehicles = [
        dict(zip(COLOURS, read_numbers(part, 4, "vehicles", problems), strict=True))
        for part in seats(rules, fields[5], "vehicles", problems)
    ]
    state.paid = counts(rules, fields[6], "stars", problems)
    state.cones = [
        None if part == "-" else read_numbers(part, 1, "cones", problems)[0]
        for part in seats(rules, fields[7], "cones", problems)
    ]
    state.taken = counts(rules, fields[8], "taken", problems)
    state.extra = counts(rules, fields[9], "extra", problems)
    read_turn(rules, fields[10], state, problems)
    state.end = read_end(rules, fields[11], problems)
    [state.plies] = read_numbers(fields[12], 1, "plies", problems)
    if problems:
        raise ValueError("; ".join(problems))

    deck = Counter(rules["components"].cards)
    deck.subtract([*state.market, *state.discard])
    state.deck = in_kind_order(rules, [card for card in deck for _ in range(deck[card])])
    for colour in COLOURS:
        built = sum(len(b.floors) for b in state.board.values() if b.colour == colour)
        in_stocks = sum(stock[colour] for stock in state.stocks)
        state.supply[colour] = rules["floors"] - built - in_stocks
    return state


def seats(rules: Rules, text: str, what: str, problems: list[str]) -> list[str]:
    """The part of each seat."""
    parts = text.split("|")
    if len(parts) != rules["players"]:
        problems.append(f"{what}: {text!r} is not {rules['players']} parts with bars between them")
        return []
    return parts


def counts(rules: Rules, text: str, what: str, problems: list[str]) -> list[int]:
    """A number for each seat."""
    parts = seats(rules, text, what, problems)
    return [read_numbers(part, 1, what, problems)[0] for part in parts]


def read_numbers(text: str, count: int, what: str, problems: list[str]) -> list[int]:
    """Whole numbers in plain form, with commas between them."""
    parts = text.split(",")
    if len(parts) != count or not all(re.fullmatch("0|[1-9][0-9]{0,4}", p) for p in parts):
        problems.append(f"{what}: {text!r} is not {count} whole number{'s' if count > 1 else ''}")
        return [0] * count
    return [int(part) for part in parts]


def read_seat(rules: Rules, text: str) -> int | None:
    """A seat, or None if there is no such seat."""
    numbers = [str(n + 1) for n in range(rules["players"])]
    return numbers.index(text) if text in numbers else None


def read_objectives(rules: Rules, text: str, problems: list[str]) -> dict[str, list[int]]:
    """Objectives in play, in the order of the list, with the seats that took chips."""
    found: dict[str, list[int]] = {}
    for part in text.split(",") if text != "-" else []:
        name, colon, digits = part.partition(":")
        takers = [read_seat(rules, digit) for digit in digits]
        if name not in rules["components"].names:
            problems.append(f"objectives: no {name!r}")
        elif name in found:
            problems.append(f"objectives: {name} is named twice")
        elif None in takers or bool(colon) != bool(digits):
            problems.append(f"objectives: {part!r} does not name seats")
        elif len(set(takers)) < len(takers):
            problems.append(f"objectives: {part!r} names a seat twice")
        else:
            found[name] = [seat for seat in takers if seat is not None]
    return {name: found[name] for name in rules["components"].names if name in found}


def read_cards(rules: Rules, text: str, what: str, problems: list[str]) -> list[str]:
    """Cards, as they are written."""
    cards = text.split(",") if text != "-" else []
    kinds = rules["components"].kinds
    problems += [f"{what}: no card {card!r}" for card in cards if card not in kinds]
    return in_kind_order(rules, [card for card in cards if card in kinds])


def read_board(rules: Rules, text: str, problems: list[str]) -> dict[str, Building]:
    """Buildings in the order of their sites."""
    found: dict[str, Building] = {}
    for part in text.split(",") if text != "-" else []:
        match = re.fullmatch("([a-z][0-9]+)([KWBG])([-1-4]+)", part)
        if not match or match[1] not in city(rules).sites:
            problems.append(f"board: {part!r} is not a site, a colour and a sign for each floor")
            continue
        signs = [None if sign == "-" else read_seat(rules, sign) for sign in match[3]]
        if [sign for sign in match[3] if sign != "-" and read_seat(rules, sign) is None]:
            problems.append(f"board: {part!r} has a roof of no seat")
        elif match[1] in found:
            problems.append(f"board: {match[1]} is named twice")
        found[match[1]] = Building(match[2], list(signs))
    return {site: found[site] for site in city(rules).sites if site in found}


def read_floors(text: str, what: str, problems: list[str]) -> Floors:
    """Floors by colour."""
    letters = text if text != "-" else ""
    if not text or set(letters) - set(COLOURS):
        problems.append(f"{what}: {text!r} is not floors, each one of {COLOURS}")
    return {colour: letters.count(colour) for colour in COLOURS}


def read_turn(rules: Rules, text: str, state: State, problems: list[str]) -> None:
    """Seat and step with all that belongs to it."""
    wrong = f"turn: {text!r} is not a seat, a colon and one of {', '.join(STEPS)}"
    state.earned = text.endswith("+")
    seat_text, _, rest = text.removesuffix("+").partition(":")
    step, *more = rest.split(":")
    seat = read_seat(rules, seat_text)
    forgo = rules["over_cap"] == "forgo_new"
    wanted = {"roof": 1, "gain": 1 + forgo, "return": int(forgo)}.get(step, 0)
    if seat is None or step not in STEPS or len(more) != wanted:
        problems.append(wrong)
        return
    if state.earned and step not in ("gain", "return", "refill"):
        problems.append(f"turn: {text!r}, but {step} earns no extra turn")
    state.seat, state.step = seat, step
    if step == "roof":
        state.site = more[0]
        if more[0] not in city(rules).sites:
            problems.append(f"turn: no site {more[0]!r}")
    if step == "gain":
        [state.due] = read_numbers(more[0], 1, "turn", problems)
    if step in ("gain", "return") and forgo:
        state.new = read_floors(more[-1], "turn", problems)


def read_end(rules: Rules, text: str, problems: list[str]) -> End | None:
    """What triggered the end, or None."""
    if text == "-":
        return None
    parts = text.split(":")
    causes = parts[0].split("+")
    by = read_seat(rules, parts[1]) if len(parts) == 3 else None
    if by is None or len(causes) > 2 or any(cause not in CAUSES for cause in causes):
        problems.append(f"end: {text!r} is not {' or '.join(CAUSES)}, a seat and a number")
        return None
    return End(causes, by, read_numbers(parts[2], 1, "end", problems)[0])
