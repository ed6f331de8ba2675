"""Oracle of Tower Up, its checks: why no game can come to a state.

Each function answers some points of the list *Refused when read* of ``seeds/tower_up/RULES.md``.
"""

from __future__ import annotations

from collections import Counter

from oracle.tower_up_city import groups
from oracle.tower_up_components import COLOURS, JOKER, floors_of, vehicles_of
from oracle.tower_up_state import (
    SETUP,
    Rules,
    State,
    city,
    level,
    marked,
    meets,
    neighbours,
    roofs_placed,
    size,
    start,
)

COLLECTING = ("gain", "return", "refill")


def impossible(rules: Rules, state: State) -> list[str]:
    """Why no game can come to this state; empty if nothing is found."""
    if state.step in SETUP:
        return card_problems(rules, state) or setup_problems(rules, state)
    problems = card_problems(rules, state) + board_problems(rules, state)
    if problems:
        return problems
    return [
        *floor_problems(rules, state),
        *collecting_problems(rules, state),
        *roof_problems(rules, state),
        *vehicle_problems(rules, state),
        *star_problems(rules, state),
        *round_problems(rules, state),
        *end_problems(rules, state),
        *cone_problems(rules, state),
        *chip_problems(rules, state),
        *ply_problems(rules, state),
    ]


def most_floors(rules: Rules) -> int:
    """The most floors and jokers on a card of the game."""
    return max(len(floors_of(card)) for card in rules["components"].cards)


def card_problems(rules: Rules, state: State) -> list[str]:
    """Points 2 and 3: cards, their places, and the objectives in play."""
    problems = []
    have = Counter([*state.market, *state.discard, *state.deck])
    should = Counter(rules["components"].cards)
    for card in rules["components"].kinds:
        if have[card] != should[card]:
            problems.append(f"{card} is there {have[card]} times, not {should[card]}")
    names = list(state.objectives)
    if len(names) > rules["objectives"]:
        problems.append(f"{len(names)} objectives, not {rules['objectives']}")
    if rules["objective_set"] == "first_game":
        first = marked(rules["components"])[: rules["objectives"]]
        if names != first:
            problems.append(f"objectives are {', '.join(names)}, not {', '.join(first)}")
    if state.step in SETUP:
        return problems
    if len(names) < rules["objectives"]:
        problems.append(f"{len(names)} objectives, not {rules['objectives']}")
    market = rules["market"] - (state.step in COLLECTING)
    if len(state.market) != market:
        problems.append(f"{len(state.market)} cards in the market, not {market}")
    period, taken = len(rules["components"].cards) - rules["market"] + 1, sum(state.taken)
    discarded = taken % period
    if discarded == 0 and taken and state.step in COLLECTING:
        discarded = period
    if len(state.discard) != discarded:
        problems.append(f"{len(state.discard)} cards discarded, not {discarded}")
    return problems


def board_problems(rules: Rules, state: State) -> list[str]:
    """Point 4: colours, heights and roofs that founding can lead to."""
    problems, board, streets = [], state.board, 0
    for site, building in board.items():
        near = neighbours(rules, state, site)
        streets += len(near)
        for other in near:
            if site < other and board[other].colour == building.colour:
                problems.append(f"{site} and {other} are adjacent and of one colour")
        if len(building.floors) > 1 + len(near):
            problems.append(f"{site} has {len(building.floors)} floors and {len(near)} neighbours")
    market, founding = rules["market"], 1 if state.step == "roof" else 0
    if len(board) < market:
        problems.append(f"{len(board)} buildings, fewer than the {market} start floors")
    floors = sum(len(building.floors) for building in board.values())
    most = len(board) + streets // 2
    if not most - market * (market - 1) // 2 <= floors <= most:
        problems.append(f"{floors} floors in {len(board)} buildings with {streets // 2} streets")
    if len(groups(city(rules).adjacent, set(board))) > market:
        problems.append(f"more than {market} groups of buildings")
    placed = [roofs_placed(state, seat) for seat in range(rules["players"])]
    if sum(placed) != len(board) - market - founding:
        problems.append(f"{sum(placed)} roofs on {len(board)} buildings")
    problems += [
        f"seat {seat + 1} has {count} roofs on the board, more than {rules['roofs']}"
        for seat, count in enumerate(placed)
        if count > rules["roofs"]
    ]
    return problems


def floor_problems(rules: Rules, state: State) -> list[str]:
    """Point 5: no more floors than there are, and none above the cap without a reason."""
    problems = [
        f"{rules['floors'] - left} floors of {colour}, more than {rules['floors']}"
        for colour, left in state.supply.items()
        if left < 0
    ]
    for seat, stock in enumerate(state.stocks):
        most = rules["stock_cap"]
        if seat == state.seat and state.step in ("gain", "return"):
            most += most_floors(rules)
        if size(stock) > most:
            problems.append(f"stock {seat + 1}: {size(stock)} floors, more than {most}")
    if state.step == "return" and size(state.stocks[state.seat]) <= rules["stock_cap"]:
        problems.append(f"return with {size(state.stocks[state.seat])} floors in stock")
    return problems


def collecting_problems(rules: Rules, state: State) -> list[str]:
    """Point 6: what a card can still ask for."""
    if state.step not in COLLECTING:
        return []
    problems, stock = [], state.stocks[state.seat]
    most = min(size(state.supply), most_floors(rules))
    if state.step == "gain" and not 1 <= state.due <= most:
        problems.append(f"gain of {state.due} floors, not 1 to {most}")
    if state.taken[state.seat] == 0:
        problems.append(f"{state.step}, but seat {state.seat + 1} has taken no card")
    if rules["over_cap"] == "forgo_new" and state.step != "refill":
        if any(state.new[colour] > stock[colour] for colour in COLOURS):
            problems.append("new floors that are not in the stock")
        if size(stock) - size(state.new) > rules["stock_cap"]:
            problems.append("too few new floors to get down to the cap")
        if size(state.new) + state.due > most_floors(rules):
            problems.append("more new floors than a card has")
    return problems


def roof_problems(rules: Rules, state: State) -> list[str]:
    """Point 7: a roof is due after founding only."""
    if state.step != "roof":
        return []
    building, near = state.board.get(state.site or ""), neighbours(rules, state, state.site or "")
    if building is None or len(building.floors) != 1 or not near:
        return [f"a roof at {state.site}, where nothing has just been founded"]
    problems = [
        f"a roof at {state.site}, but {site} has one on its top floor"
        for site in (state.site or "", *near)
        if state.board[site].floors[-1] is not None
    ]
    if roofs_placed(state, state.seat) == rules["roofs"]:
        problems.append(f"a roof is due, but seat {state.seat + 1} has none left")
    return problems


def vehicle_problems(rules: Rules, state: State) -> list[str]:
    """Point 8: vehicles are where roofs and cards have brought them."""
    problems, end = [], len(rules["components"].values) - 1
    each = max(len(vehicles_of(card)) for card in rules["components"].cards)
    for seat, steps in enumerate(state.vehicles):
        by_cards = 0
        for colour in COLOURS:
            levels = 0
            for building in state.board.values():
                for number, roof in enumerate(building.floors, start=1):
                    if roof == seat and building.colour == colour:
                        levels += number
            if not min(levels, end) <= steps[colour] <= end:
                problems.append(
                    f"vehicle {colour} of seat {seat + 1} at {steps[colour]}, not "
                    f"{min(levels, end)} to {end}"
                )
            by_cards += max(steps[colour] - levels, 0)
        if by_cards > each * state.taken[seat]:
            problems.append(
                f"vehicles of seat {seat + 1}: {by_cards} steps by {state.taken[seat]} cards"
            )
    return problems


def star_problems(rules: Rules, state: State) -> list[str]:
    """Point 9: star columns paid and extra turns."""
    problems = []
    at_once = rules["extra_turn_on"] == "any_move" and rules["skipped_column"] == "lost"
    for seat in range(rules["players"]):
        reached, paid = level(rules, state, seat), state.paid[seat]
        if paid > reached or (at_once and paid < reached):
            problems.append(
                f"seat {seat + 1} is paid for {paid} star columns and reached {reached}"
            )
        extra = state.extra[seat] + (1 if state.earned and seat == state.seat else 0)
        if extra > paid:
            problems.append(f"seat {seat + 1} has {extra} extra turns for {paid} star columns")
    if state.earned and rules["extra_turn_on"] == "scoring_only":
        problems.append("an extra turn by a card, but only scoring earns one")
    return problems


def round_problems(rules: Rules, state: State) -> list[str]:
    """Point 10: turns go round."""
    regular = []
    for seat in range(rules["players"]):
        done = state.taken[seat] + roofs_placed(state, seat) - state.extra[seat]
        regular.append(done + (1 if state.step == "roof" and seat == state.seat else 0))
    ahead = state.seat + (0 if state.step == "act" else 1)  # so many seats have begun this round
    first = regular[-1] - (1 if ahead == rules["players"] else 0)
    should = [first + (1 if seat < ahead else 0) for seat in range(rules["players"])]
    if regular != should or first < 0:
        return [f"turns {regular} without extra turns do not go round to seat {state.seat + 1}"]
    return []


def last_turns_left(rules: Rules, state: State) -> set[int]:
    """Point 11: how many last turns can be left for this seat to be next."""
    if state.end is None:
        return set()
    players = rules["players"]
    distance = (state.seat - state.end.by) % players
    if state.end.causes[-1] == "roof":
        return {players - 1, 0} if distance == 0 else {players - distance}
    return {0: {players, 1}, 1: {players, 0}}.get(distance, {players - distance + 1})


def before_last_turns(rules: Rules, state: State) -> bool:
    """TU-45: whether the seat that triggered the end still plays the turns it has earned."""
    if state.end is None or state.seat != state.end.by:
        return False
    whole = rules["players"] - (1 if state.end.causes[-1] == "roof" else 0)
    return bool(state.end.left == whole)


def end_problems(rules: Rules, state: State) -> list[str]:
    """Points 11 and 12: the end and its last turns."""
    out = [seat for seat in range(rules["players"]) if roofs_placed(state, seat) == rules["roofs"]]
    if state.end is None:
        return [f"seat {seat + 1} has placed its last roof, but no end" for seat in out]
    problems, end = [], state.end
    if end.left not in last_turns_left(rules, state) or (end.left == 0 and state.step != "act"):
        problems.append(f"{end.left} last turns left for seat {state.seat + 1} at {state.step}")
    if before_last_turns(rules, state):
        if state.step == "act" and state.extra[state.seat] == 0:
            problems.append("no extra turn before the last turns")
        if state.step == "roof" and end.causes[-1] == "roof":
            problems.append("a roof is due after the last one")
    if end.causes[-1] == "roof" and end.by not in out:
        problems.append(f"seat {end.by + 1} has not placed its last roof")
    if end.causes[-1] == "shortage" and state.taken[end.by] == 0:
        problems.append(f"seat {end.by + 1} has taken no card")
    if len(end.causes) > 1 and rules["second_trigger"] == "ignored":
        problems.append("a second trigger is ignored")
    if len(set(end.causes)) < len(end.causes):
        problems.append("a cause triggers once")
    if rules["second_trigger"] == "restarts" and out and "roof" not in end.causes:
        problems.append("a last roof that is not among the causes")
    if "roof" in end.causes and not out:
        problems.append("no seat has placed its last roof")
    return problems


def cone_problems(rules: Rules, state: State) -> list[str]:
    """Point 13: who has counted."""
    problems = []
    for seat, cone in enumerate(state.cones):
        if cone is not None and cone > roofs_placed(state, seat):
            problems.append(
                f"cone {seat + 1}: {cone} roofs, but {roofs_placed(state, seat)} placed"
            )
        if (cone is not None) != has_counted(rules, state, seat):
            problems.append(f"cone {seat + 1}: {'not ' if cone is None else ''}placed")
    return problems


def has_counted(rules: Rules, state: State, seat: int) -> bool:
    """TU-40, TU-43: whether the cone of a seat should be placed."""
    if state.end is None:
        return False
    if roofs_placed(state, seat) == rules["roofs"] or state.end.left == 0:
        return True
    if rules["cone_of_others"] != "own_last_turn":
        return bool(rules["cone_of_others"] == "at_trigger")
    players, by = rules["players"], state.end.by
    order = [(by + n) % players for n in range(1, players + 1)]
    if state.end.causes[-1] == "roof":
        order.pop()
    return seat in order[: len(order) - state.end.left]


def chip_problems(rules: Rules, state: State) -> list[str]:
    """Point 14: chips go to those who meet the objectives."""
    problems, chips = [], len(rules["components"].chips)
    for name, seats in state.objectives.items():
        if len(seats) > chips:
            problems.append(f"{name} has {chips} chips, {len(seats)} are taken")
        lasting = rules["components"].objective(name)["kind"] != "visible"
        for seat in range(rules["players"]):
            met = meets(rules, state, seat, name)
            if seat in seats and lasting and not met:
                problems.append(f"seat {seat + 1} has a chip of {name}, but does not meet it")
            if seat not in seats and met and len(seats) < chips and state.step != "roof":
                problems.append(f"seat {seat + 1} meets {name}, but has no chip")
    return problems


def ply_problems(rules: Rules, state: State) -> list[str]:
    """Point 15: as many plies as cards and buildings make, or more."""
    roofs = sum(roofs_placed(state, seat) for seat in range(rules["players"]))
    least = sum(state.taken) + 2 * roofs + (1 if state.step == "roof" else 0)
    if rules["start_sites"] == "first_player_chooses":
        least += rules["market"]
    if not least <= state.plies <= rules["max_plies"]:
        return [f"{state.plies} plies, not {least} to {rules['max_plies']}"]
    return []


def setup_problems(rules: Rules, state: State) -> list[str]:
    """Point 16: nothing has happened before the start floors are there."""
    problems, fresh = [], start(rules)
    for what in (
        "seat",
        "discard",
        "stocks",
        "vehicles",
        "paid",
        "cones",
        "taken",
        "extra",
        "end",
        "earned",
    ):
        if getattr(state, what) != getattr(fresh, what):
            problems.append(f"{what} in set-up")
    if any(state.objectives.values()):
        problems.append("chips taken in set-up")
    drawn, cards, floors = len(state.objectives), len(state.market), len(state.board)
    objectives, market = rules["objectives"], rules["market"]
    fits = {
        "objective": drawn < objectives and cards == 0 and floors == 0,
        "card": drawn == objectives and cards < market and floors == 0,
        "start": drawn == objectives and cards == market and floors < market,
    }
    if not fits[state.step]:
        problems.append(f"{drawn} objectives, {cards} cards, {floors} floors at {state.step}")
    plies = floors if rules["start_sites"] == "first_player_chooses" else 0
    if state.plies != plies:
        problems.append(f"{state.plies} plies, not {plies}")
    bottoms = Counter(floors_of(card)[0] for card in state.market[:floors])
    spare = bottoms[JOKER]
    for colour in COLOURS:
        spare -= max(sum(b.colour == colour for b in state.board.values()) - bottoms[colour], 0)
    if spare < 0:
        problems.append("start floors in other colours than the cards show")
    for site, building in state.board.items():
        if building.floors != [None]:
            problems.append(f"{site} is not one floor without a roof")
        near = [state.board[other].colour for other in neighbours(rules, state, site)]
        if building.colour in near:
            problems.append(f"{site} is adjacent to a building of its colour")
    return problems
