"""Positions of Tower Up for tests: written down, come to by random play, or odd on purpose."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

from oracle import tower_up as tu
from oracle.tower_up_checks import (
    COLLECTING,
    has_counted,
    impossible,
    last_turns_left,
    most_floors,
)
from oracle.tower_up_components import COLOURS, vehicles_of
from oracle.tower_up_notation import read
from oracle.tower_up_state import (
    CAUSES,
    SETUP,
    Building,
    End,
    city,
    colours_around,
    empty_sites,
    in_kind_order,
    level,
    meets,
    neighbours,
    roofs_on_view,
    roofs_placed,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.tower_up_state import Rules, State

FIELDS = {
    "objectives", "market", "stocks", "vehicles", "stars", "cones", "extra", "end", "taken",
}  # fmt: skip
Step = tuple["State", str, "State"]  # a state, the action or chance outcome, the state after it


def play(rules: Rules, state: State, line: str) -> State:
    """The state after a line of actions and chance outcomes with blanks between them."""
    for token in line.split():
        state = step(rules, state, token)
    return state


def step(rules: Rules, state: State, token: str) -> State:
    """The state after one action or one chance outcome, whichever is due."""
    if tu.turn(rules, state) == "chance":
        return tu.apply_chance(rules, state, token)
    return tu.apply(rules, state, token)


def walk(rules: Rules, seed: int, state: State | None = None) -> Iterator[Step]:
    """Every step of one random game, from set-up on unless told otherwise."""
    rng = random.Random(seed)
    state = state or tu.start(rules)
    while (who := tu.turn(rules, state)) is not None:
        choices = tu.chances(rules, state) if who == "chance" else tu.legal(rules, state)
        token = rng.choice(choices)
        after = step(rules, state, token)
        yield state, token, after
        state = after


def last(rules: Rules, seed: int, state: State | None = None) -> State:
    """How one random game ends."""
    *_, (_, _, after) = walk(rules, seed, state)
    return after


def dealt(rules: Rules, seed: int) -> State:
    """A game just set up at random."""
    return next(after for _, _, after in walk(rules, seed) if after.step == "act")


def without(state: State, colour: str) -> State:
    """The state with no floor of a colour in the supply; where they are does not matter."""
    state = copy.deepcopy(state)
    state.supply[colour] = 0
    return state


def rest(rules: Rules, state: State) -> tuple[list[int], State]:
    """Who has the turns that are left, counted from 1, if everybody takes the first card."""
    seats = []
    while (who := tu.turn(rules, state)) is not None:
        if who == "chance":
            outcomes = [card for card in tu.chances(rules, state) if card.isupper()]
            state = step(rules, state, outcomes[0])
            continue
        if state.step == "act":
            seats.append(state.seat + 1)
        state = step(rules, state, tu.legal(rules, state)[0])
    return seats, state


def at(rules: Rules, board: str, turn: str = "1:act", **fields: str) -> State:
    """A state with some things where they matter; all else is as little as makes it possible.

    ``fields`` are ``objectives``, ``market``, ``stocks``, ``vehicles``, ``stars``, ``cones``,
    ``extra`` and ``end``, as they are written, and ``taken``, the fewest cards. Vehicles are where
    the roofs have brought them, all star columns reached are paid, cones are counted as the board
    stands, whoever meets an objective has a chip of it.
    """
    unknown = set(fields) - FIELDS
    if unknown:
        raise TypeError(f"no fields {unknown}")
    seats = range(rules["players"])
    market = "KKW,WWB,BBG" if turn[2:5] == "act" or turn[2:6] == "roof" else "KKW,WWB"
    line = [
        fields.get("objectives", "ladder,quarter,giants"),
        fields.get("market", market),
        "-",
        board,
        fields.get("stocks", "|".join("KWBG" for _ in seats)),
        fields.get("vehicles", "|".join("0,0,0,0" for _ in seats)),
        fields.get("stars", "|".join("0" for _ in seats)),
        fields.get("cones", "|".join("-" for _ in seats)),
        fields.get("taken", "|".join("0" for _ in seats)),
        fields.get("extra", "|".join("0" for _ in seats)),
        turn,
        fields.get("end", "-"),
        "0",
    ]
    state = read(rules, " ".join(line))
    if "vehicles" not in fields:
        state.vehicles = [by_roofs(rules, state, seat) for seat in seats]
    if "stars" not in fields:
        state.paid = [level(rules, state, seat) for seat in seats]
    if "cones" not in fields:
        state.cones = [
            roofs_on_view(state, seat) if has_counted(rules, state, seat) else None
            for seat in seats
        ]
    for name, takers in state.objectives.items():
        takers += [s for s in seats if s not in takers and meets(rules, state, s, name)]
        del takers[len(rules["components"].chips) :]
    settle(rules, state, [n + 1 for n in state.taken] if state.step in COLLECTING else state.taken)
    return tu.parse(rules, tu.write(rules, state))


def by_roofs(rules: Rules, state: State, seat: int) -> dict[str, int]:
    """TU-29: where the roofs of a seat have brought its vehicles."""
    steps = dict.fromkeys(COLOURS, 0)
    for building in state.board.values():
        for number, roof in enumerate(building.floors, start=1):
            if roof == seat:
                steps[building.colour] += number
    return {c: min(n, len(rules["components"].values) - 1) for c, n in steps.items()}


# --- small cities --------------------------------------------------------------------------------


def small_city(streets: str) -> dict[str, Any]:
    """Tables of a component file: both sides are these streets, all in one district."""
    pairs = streets.split()
    sites = sorted({site for pair in pairs for site in pair.split("-")})
    side = {
        "sites": {site: [ord(site[0]) - ord("a"), int(site[1:])] for site in sites},
        "streets": pairs,
        "districts": {"town": sites},
    }
    return {"sides": {"large": side, "small": side}}


RING = small_city("a1-a2 a2-a3 a3-a4 a4-b3 b3-b2 b2-b1 b1-a1")
STAR = small_city("e5-e4 e4-e3 e3-e2 e5-e6 e6-e7 e7-e8 e8-b5 b5-c5 c5-d5 d5-e5 e5-f5 f5-g5 e5-f4")


def settle(rules: Rules, state: State, least: list[int]) -> None:
    """Makes cards taken and discarded, the deck and plies fit turns that go round."""
    seats = range(rules["players"])
    each = max(len(vehicles_of(card)) for card in rules["components"].cards)
    needs = []
    for seat in seats:
        roofs = by_roofs(rules, state, seat)
        steps = sum(max(state.vehicles[seat][c] - roofs[c], 0) for c in COLOURS)
        needs.append(max(least[seat], -(-steps // each) if each else 0))
    ahead = state.seat + (0 if state.step == "act" else 1)
    done = [roofs_placed(state, s) - state.extra[s] for s in seats]
    if state.step == "roof":
        done[state.seat] += 1
    rounds = max(
        [0, *(done[s] + needs[s] - (1 if s < ahead else 0) for s in seats)],
    )
    state.taken = [rounds + (1 if s < ahead else 0) - done[s] for s in seats]

    period = len(rules["components"].cards) - rules["market"] + 1
    discarded = sum(state.taken) % period
    if discarded == 0 and sum(state.taken) and state.step in COLLECTING:
        discarded = period
    rest = list(rules["components"].cards)
    for card in state.market:
        rest.remove(card)
    rest = in_kind_order(rules, rest)
    state.discard = rest[len(rest) - discarded :]
    state.deck = rest[: len(rest) - discarded]
    placed = sum(roofs_placed(state, s) for s in seats)
    state.plies = sum(state.taken) + 2 * placed + (1 if state.step == "roof" else 0)
    if rules["start_sites"] == "first_player_chooses":
        state.plies += rules["market"]


# --- odd positions -------------------------------------------------------------------------------


def odd_state(rules: Rules, rng: random.Random) -> State:
    """A possible state that random play hardly comes to.

    Full boards, supplies without a colour, stocks at the cap and above, discard piles about to be
    the deck, last turns of either cause, locked boards, tracks at their end.
    """
    for _ in range(10_000):
        state = guess(rules, rng)
        if not impossible(rules, state):
            return state
    raise ValueError("no odd state found for these rules")


def guess(rules: Rules, rng: random.Random) -> State:
    """Buildings, floors and cards thrown on the table; some counts may turn out impossible."""
    state = tu.start(rules)
    while state.step in SETUP:
        who = tu.turn(rules, state)
        choices = tu.chances(rules, state) if who == "chance" else tu.legal(rules, state)
        state = step(rules, state, rng.choice(choices))
    seats = list(range(rules["players"]))
    build(rules, rng, state)
    state.seat = rng.choice(seats)
    state.step = rng.choice(["act", "act", "gain", "return", "refill", "roof"])
    if state.step == "roof":
        found_last(rules, rng, state)
    fill_stocks(rules, rng, state)
    move_vehicles(rules, rng, state)
    if rng.random() < 0.6 or any(roofs_placed(state, s) == rules["roofs"] for s in seats):
        trigger(rules, rng, state)
    for name, takers in state.objectives.items():
        lasting = rules["components"].objective(name)["kind"] != "visible"
        there = [s for s in seats if meets(rules, state, s, name)]
        if not lasting:
            there += [s for s in seats if s not in there and rng.random() < 0.3]
        takers += rng.sample(there, len(there))
        del takers[len(rules["components"].chips) :]
    state.cones = [
        rng.randint(0, roofs_placed(state, s)) if has_counted(rules, state, s) else None
        for s in seats
    ]
    if state.step in COLLECTING:
        state.market.pop(rng.randrange(len(state.market)))
        collect(rules, rng, state)
    period = len(rules["components"].cards) - rules["market"] + 1
    some = rng.choice([0, 1, rng.randint(0, period), period // len(seats) + 1])
    settle(rules, state, [some + (s == state.seat) for s in seats])
    if rng.random() < 0.3:
        for _ in range(period):  # until the deck is empty, if it ever is
            if state.deck:
                settle(rules, state, [n + 1 for n in state.taken])
    shuffled = [*state.deck, *state.discard]
    rng.shuffle(shuffled)
    state.discard = in_kind_order(rules, shuffled[: len(state.discard)])
    state.deck = in_kind_order(rules, shuffled[len(state.discard) :])
    state.plies = min(state.plies + rng.randint(0, 3 * sum(state.taken)), rules["max_plies"])
    return state


def build(rules: Rules, rng: random.Random, state: State) -> None:
    """Buildings founded one after the other, by any seat, whatever the stocks."""
    most = rng.choice([3, 10, 100, 100])
    skew = rng.choice([0, 0, 3])  # at times the first seat builds most
    while most > 0:
        left = [s for s in range(rules["players"]) if roofs_placed(state, s) < rules["roofs"]]
        if not left:
            return
        state.seat = left[0] if rng.randrange(4) < skew else rng.choice(left)
        raised = found_anywhere(rules, rng, state)
        if not raised:
            return
        state.board[rng.choice(raised)].floors[-1] = state.seat
        most -= 1


def found_anywhere(rules: Rules, rng: random.Random, state: State) -> list[str]:
    """One building more, paid for by the supply; the sites that got a floor."""
    choices = [
        (site, colour)
        for site in empty_sites(rules, state)
        for colour in COLOURS
        if neighbours(rules, state, site) and colour not in colours_around(rules, state, site)
    ]
    rng.shuffle(choices)
    for site, colour in choices:
        near = neighbours(rules, state, site)
        price = [colour, *(state.board[other].colour for other in near)]
        if any(price.count(c) > state.supply[c] for c in COLOURS):
            continue
        for c in price:
            state.supply[c] -= 1
        for other in near:
            state.board[other].floors.append(None)
        there = {**state.board, site: Building(colour, [None])}
        state.board = {each: there[each] for each in city(rules).sites if each in there}
        return [site, *near]
    return []


def found_last(rules: Rules, rng: random.Random, state: State) -> None:
    """A building just founded by the seat, if it can; else it is to act."""
    raised = []
    if roofs_placed(state, state.seat) < rules["roofs"]:
        raised = found_anywhere(rules, rng, state)
    if raised:
        state.site = raised[0]
    else:
        state.step = "act"


def fill_stocks(rules: Rules, rng: random.Random, state: State) -> None:
    """Stocks of all sizes, at times so that a colour is nowhere else."""
    greedy = rng.choice([None, None, *COLOURS])
    for seat in range(rules["players"]):
        want = rng.choice([0, 4, rules["stock_cap"], rng.randint(0, rules["stock_cap"])])
        if seat == state.seat and state.step == "return":
            want = rules["stock_cap"] + rng.randint(1, most_floors(rules))
        have = state.stocks[seat]
        for colour in COLOURS:  # back to the supply first
            state.supply[colour] += have[colour]
            have[colour] = 0
        while size(have) < want and size(state.supply):
            colours = [c for c in COLOURS if state.supply[c]]
            colour = greedy if greedy in colours else rng.choice(colours)
            state.supply[colour] -= 1
            have[colour] += 1


def move_vehicles(rules: Rules, rng: random.Random, state: State) -> None:
    """Vehicles where roofs and some cards have brought them, star columns paid."""
    end = len(rules["components"].values) - 1
    for seat in range(rules["players"]):
        steps = by_roofs(rules, state, seat)
        for colour in COLOURS:
            steps[colour] = min(end, steps[colour] + rng.choice([0, 0, 1, rng.randint(0, end)]))
        state.vehicles[seat] = steps
        reached = level(rules, state, seat)
        at_once = rules["extra_turn_on"] == "any_move" and rules["skipped_column"] == "lost"
        state.paid[seat] = reached if at_once else rng.randint(0, reached)
        state.extra[seat] = rng.randint(0, state.paid[seat])


def trigger(rules: Rules, rng: random.Random, state: State) -> None:
    """The end has been triggered, by whichever cause and seat it can be."""
    seats = list(range(rules["players"]))
    out = [s for s in seats if roofs_placed(state, s) == rules["roofs"]]
    causes = [rng.choice(CAUSES)]
    if rules["second_trigger"] == "restarts" and rng.random() < 0.3:
        causes = rng.sample(CAUSES, 2)
    by = rng.choice(out) if causes[-1] == "roof" and out else rng.choice(seats)
    state.end = End(causes, by, 0)
    left = sorted(last_turns_left(rules, state))
    state.end.left = rng.choice(left)
    if state.end.left == 0:
        state.step, state.site = "act", None


def collect(rules: Rules, rng: random.Random, state: State) -> None:
    """What the card that was taken still asks for."""
    state.earned = rng.random() < 0.3
    if state.step == "gain":
        state.due = rng.randint(1, 2)
    if rules["over_cap"] == "forgo_new" and state.step != "refill":
        stock: dict[str, Any] = state.stocks[state.seat]
        owned = [c for c in COLOURS for _ in range(stock[c])]
        few = max(0, len(owned) - rules["stock_cap"])
        most = min(len(owned), most_floors(rules) - state.due)
        for colour in rng.sample(owned, rng.randint(min(few, most), most)):
            state.new[colour] += 1
