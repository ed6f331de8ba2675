"""Oracle of Tower Up: the rules in plain Python, slow and easy to check by eye.

Written from ``seeds/tower_up/RULES.md`` and in its order; ids such as TU-12 refer to that page.
It shares nothing with the engine: the city is sets of names, buildings are lists of floors, and
what is legal, scored or counted is worked out from them each time anew. The state is in
``tower_up_state``, turns and the end in ``tower_up_turns``, points and facts in
``tower_up_results``, reading and writing of positions in ``tower_up_notation``.
"""

from __future__ import annotations

from oracle.tower_up_components import COLOURS, JOKER, floors_of, vehicles_of
from oracle.tower_up_notation import observation, parse, write
from oracle.tower_up_results import (
    facts,
    game_facts,
    ranks,
    reshuffles,
    scores,
    shares12,
    totals,
    turns,
)
from oracle.tower_up_state import (
    Building,
    Rules,
    State,
    city,
    colours_around,
    copy,
    empty_sites,
    in_kind_order,
    level,
    load_rules,
    meets,
    neighbours,
    roofs_on_view,
    roofs_placed,
    size,
    start,
)
from oracle.tower_up_turns import end, finish, round_from, trigger, turn

__all__ = [
    "Rules",
    "State",
    "apply",
    "apply_chance",
    "chances",
    "code",
    "end",
    "facts",
    "game_facts",
    "legal",
    "load_rules",
    "observation",
    "parse",
    "perft",
    "ranks",
    "reshuffles",
    "scores",
    "shares12",
    "start",
    "totals",
    "turn",
    "turns",
    "write",
]

# --- what can be done ----------------------------------------------------------------------------


def legal(rules: Rules, state: State) -> list[str]:
    """TU-06: the actions of the seat to decide, in ascending code; none else."""
    if not isinstance(turn(rules, state), int):
        return []
    actions: list[str] = []
    match state.step:
        case "start":
            actions = start_places(rules, state)
        case "act":
            actions = [*dict.fromkeys(state.market), *foundings(rules, state)]
        case "gain":
            actions = [f"+{colour}" for colour in COLOURS if state.supply[colour]]
        case "return":
            given = state.new if rules["over_cap"] == "forgo_new" else state.stocks[state.seat]
            actions = [f"-{colour}" for colour in COLOURS if given[colour]]
        case "roof":
            near = neighbours(rules, state, state.site or "")
            actions = [site for site in state.board if site == state.site or site in near]
    return sorted(actions, key=lambda action: code(rules, action))


def start_places(rules: Rules, state: State) -> list[str]:
    """TU-03, TU-56: every site and colour for the next start floor."""
    bottom = floors_of(state.market[len(state.board)])[0]
    return [
        site + colour
        for site in empty_sites(rules, state)
        for colour in (COLOURS if bottom == JOKER else bottom)
        if colour not in colours_around(rules, state, site)
    ]


def foundings(rules: Rules, state: State) -> list[str]:
    """TU-19 to TU-24, TU-28: every site and colour that the seat can found and pay for."""
    if roofs_placed(state, state.seat) == rules["roofs"]:
        return []
    found, stock = [], state.stocks[state.seat]
    for site in empty_sites(rules, state):
        around = [state.board[near].colour for near in neighbours(rules, state, site)]
        if not around or any(around.count(c) > stock[c] for c in COLOURS):
            continue  # TU-19, TU-22, TU-24
        found += [site + c for c in COLOURS if c not in around and stock[c]]
    return found


def code(rules: Rules, action: str) -> int:
    """The number of an action."""
    kinds, sites = rules["components"].kinds, city(rules).sites
    if action in kinds:
        return int(kinds.index(action))
    if action[0] in "+-":
        return len(kinds) + COLOURS.index(action[1]) + (4 if action[0] == "-" else 0)
    if action[-1] in COLOURS:
        return len(kinds) + 8 + 4 * sites.index(action[:-1]) + COLOURS.index(action[-1])
    return len(kinds) + 8 + 4 * len(sites) + sites.index(action)


# --- plies ---------------------------------------------------------------------------------------


def apply(rules: Rules, state: State, action: str) -> State:
    """One decision of the seat whose turn it is."""
    if action not in legal(rules, state):
        raise ValueError(f"{action!r} is not legal")
    after = copy(state)
    after.plies += 1
    if state.step == "start":
        put_start_floor(rules, after, action)
    elif state.step == "act" and action in state.market:
        take(rules, after, action)
    elif state.step == "act":
        found(rules, after, action[:-1], action[-1])
    elif state.step == "gain":
        move_floor(after.supply, after.stocks[after.seat], action[1])
        note_new(rules, after, action[1], 1)
        after.due -= 1
        collect(rules, after)
    elif state.step == "return":
        move_floor(after.stocks[after.seat], after.supply, action[1])
        note_new(rules, after, action[1], -1)
        collect(rules, after)
    else:
        put_roof(rules, after, action)
    return after


def move_floor(source: dict[str, int], target: dict[str, int], colour: str) -> None:
    """One floor goes from here to there."""
    source[colour] -= 1
    target[colour] += 1


def note_new(rules: Rules, state: State, colour: str, count: int) -> None:
    """TU-12: with ``forgo_new``, remember which floors came with the card."""
    if rules["over_cap"] == "forgo_new":
        state.new[colour] += count


def put_start_floor(rules: Rules, state: State, place: str) -> None:
    """TU-03, TU-04: a floor from the supply, without a roof; after the last one seat 1 begins."""
    state.supply[place[-1]] -= 1
    set_building(rules, state, place[:-1], Building(place[-1], [None]))
    if len(state.board) == rules["market"]:
        state.step = "act"


def set_building(rules: Rules, state: State, site: str, building: Building) -> None:
    """A building where there was none; buildings stay in the order of their sites."""
    there = {**state.board, site: building}
    state.board = {each: there[each] for each in city(rules).sites if each in there}


def take(rules: Rules, state: State, card: str) -> None:
    """TU-07 to TU-18, TU-32: all that needs no choice; the card lies on the discard pile."""
    seat = state.seat
    state.market.remove(card)
    state.discard = in_kind_order(rules, [*state.discard, card])
    state.taken[seat] += 1

    lacking = jokers = 0
    for floor in floors_of(card):
        if floor == JOKER:
            jokers += 1
        elif state.supply[floor]:
            move_floor(state.supply, state.stocks[seat], floor)
            note_new(rules, state, floor, 1)
        else:
            lacking += 1
    wanted = lacking + jokers
    shortage = lacking > 0 or wanted > size(state.supply)
    state.due = min(wanted, size(state.supply))

    moved = [advance(rules, state, colour, 1) for colour in vehicles_of(card)]
    if rules["extra_turn_on"] == "any_move" and any(moved):
        state.earned = check(rules, state)
    if shortage:
        trigger(rules, state, "shortage")
    collect(rules, state)


def collect(rules: Rules, state: State) -> None:
    """TU-08, TU-12: what is to be done next for the card that was taken."""
    if state.due:
        state.step = "gain"
    elif size(state.stocks[state.seat]) > rules["stock_cap"]:
        state.step = "return"
    else:
        state.step = "refill"
        state.new = dict.fromkeys(COLOURS, 0)


def found(rules: Rules, state: State, site: str, colour: str) -> None:
    """TU-19, TU-22, TU-23, TU-25: a floor on the site, and one on each adjacent building."""
    stock = state.stocks[state.seat]
    for near in neighbours(rules, state, site):
        stock[state.board[near].colour] -= 1
        state.board[near].floors.append(None)
    stock[colour] -= 1
    set_building(rules, state, site, Building(colour, [None]))
    state.step, state.site = "roof", site


def put_roof(rules: Rules, state: State, site: str) -> None:
    """TU-26 to TU-30, TU-32, TU-39, TU-40, TU-48: the roof, and all that follows from it."""
    seat, building = state.seat, state.board[site]
    building.floors[-1] = seat
    state.site = None
    moved = advance(rules, state, building.colour, len(building.floors))
    earned = moved and check(rules, state)
    give_chips(rules, state)
    if roofs_placed(state, seat) == rules["roofs"]:
        trigger(rules, state, "roof")
        if state.cones[seat] is None:
            state.cones[seat] = roofs_on_view(state, seat)
        earned = earned and rules["tenth_roof_extra_turn"] == "played"
    finish(rules, state, extra=earned)


def advance(rules: Rules, state: State, colour: str, steps: int) -> bool:
    """TU-29, TU-31: a vehicle of the seat moves, not beyond its track; whether it did at all."""
    before = state.vehicles[state.seat][colour]
    after = min(before + steps, len(rules["components"].values) - 1)
    state.vehicles[state.seat][colour] = after
    return after > before


def check(rules: Rules, state: State) -> bool:
    """TU-32, TU-35, TU-36: whether the seat earns an extra turn; star columns are paid."""
    reached = level(rules, state, state.seat)
    if reached <= state.paid[state.seat]:
        return False
    if rules["skipped_column"] == "lost":
        state.paid[state.seat] = reached
    else:
        state.paid[state.seat] += 1
    return True


def give_chips(rules: Rules, state: State) -> None:
    """TU-48: whoever meets an objective takes a chip of it, the seat to move first."""
    for seat in round_from(rules, state.seat):
        for name, seats in state.objectives.items():
            left = len(seats) < len(rules["components"].chips)
            if left and seat not in seats and meets(rules, state, seat, name):
                seats.append(seat)


# --- chance --------------------------------------------------------------------------------------


def chances(rules: Rules, state: State) -> list[str]:
    """TU-57: what chance can bring now, each with its weight: a card as often as it is there."""
    if turn(rules, state) != "chance":
        return []
    if state.step == "objective":
        return [name for name in rules["components"].names if name not in state.objectives]
    if state.step == "start":
        return start_places(rules, state)
    return state.deck or state.discard  # TU-14


def apply_chance(rules: Rules, state: State, outcome: str) -> State:
    """TU-08, TU-57: an objective, a card for the market or a start floor."""
    if turn(rules, state) != "chance":
        raise ValueError("nothing is due by chance")
    if outcome not in chances(rules, state):
        raise ValueError(f"{outcome!r} cannot come now")
    after = copy(state)
    if state.step == "objective":
        names = [n for n in rules["components"].names if n in state.objectives or n == outcome]
        after.objectives = {name: [] for name in names}
        if len(names) == rules["objectives"]:
            after.step = "card"
        return after
    if state.step == "start":
        put_start_floor(rules, after, outcome)
        return after
    if not after.deck:
        after.deck, after.discard = after.discard, []
    after.deck.remove(outcome)
    after.market = in_kind_order(rules, [*after.market, outcome])
    if state.step == "refill":
        finish(rules, after, extra=state.earned)
    elif len(after.market) == rules["market"]:
        after.step = "start"
    return after


# --- perft ---------------------------------------------------------------------------------------


def perft(rules: Rules, state: State, tape: list[str], depth: int) -> int:
    """Sequences of exactly ``depth`` decisions; a game that is over goes no further.

    The k-th outcome of chance on each path is ``tape[k]``.
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
