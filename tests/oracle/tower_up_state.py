"""Oracle of Tower Up, its material: rule values, the state and what can be read off it.

Colours are letters (``K W B G``), cards and sites their names, stocks counts by colour; a building
is its colour and, for each floor from the bottom, the seat whose roof lies on it, or None.
Ids such as TU-12 refer to ``seeds/tower_up/RULES.md``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oracle.tower_up_city import City, reached
from oracle.tower_up_components import COLOURS, SEEDS, Components, load_components

if TYPE_CHECKING:
    from collections.abc import Iterable

Rules = dict[str, Any]  # rule values; besides "players", "components" and "warnings"
Floors = dict[str, int]  # how many, by colour

VARIANTS = SEEDS / "variants.toml"
CAUSES = ("roof", "shortage")
SETUP = ("objective", "card", "start")
STEPS = (*SETUP, "act", "gain", "return", "refill", "roof")
LIMITS = {
    "floors": (12, 60),
    "roofs": (1, 10),
    "market": (1, 4),
    "start_stock": (0, 1),
    "stock_cap": (7, 20),
    "objectives": (0, 3),
    "max_plies": (1, 60000),
}
CHOICES = {
    "city": ("downtown", "uptown"),
    "side": ("large", "small"),
    "objective_set": ("random", "first_game"),
    "start_sites": ("random_legal", "first_player_chooses"),
    "over_cap": ("return_any", "forgo_new"),
    "extra_turn_on": ("any_move", "scoring_only"),
    "skipped_column": ("lost", "paid_later"),
    "tenth_roof_extra_turn": ("played", "lost"),
    "cone_of_others": ("own_last_turn", "game_end", "at_trigger"),
    "second_trigger": ("ignored", "restarts"),
}


@dataclass
class Building:
    """The floors on a site: one sign a floor, the seat whose roof lies on it or None."""

    colour: str
    floors: list[int | None]


@dataclass
class End:
    """What triggered the end, who, and how many last turns are not over yet."""

    causes: list[str]  # the last one fixed the last turns
    by: int
    left: int


@dataclass
class State:
    """All that changes in a game. Never altered: ``apply`` and ``apply_chance`` return another."""

    objectives: dict[str, list[int]]  # those in play: the seats that took a chip, in order
    deck: list[str]  # sorted by kind: no order of drawing
    market: list[str]
    discard: list[str]
    board: dict[str, Building]
    supply: Floors
    stocks: list[Floors]
    vehicles: list[dict[str, int]]
    paid: list[int]  # star columns that have earned an extra turn, or have been lost
    cones: list[int | None]
    taken: list[int]
    extra: list[int]  # extra turns begun
    seat: int
    step: str
    site: str | None  # founded, a roof is due
    due: int  # floors to choose the colour of
    new: Floors  # floors that came with this card (only kept with forgo_new)
    earned: bool  # an extra turn, by the card being collected
    end: End | None
    plies: int


# --- rules and set-up ----------------------------------------------------------------------------


def load_rules(
    variant: str,
    players: int = 2,
    overrides: dict[str, Any] | None = None,
    components: dict[str, Any] | None = None,
) -> Rules:
    """The rule values of a named variant, those of its bases below them, overrides on top.

    ``components`` are tables of an own component file. ``players``, the resolved ``components``
    and their ``warnings`` are among the rules.
    """
    with VARIANTS.open("rb") as file:
        table = tomllib.load(file)
    if variant not in table:
        raise ValueError(f"no variant {variant!r}; there are: {', '.join(table)}")
    if players not in table[variant]["players"]:
        raise ValueError(f"variant {variant!r} is not for {players} players")

    lineage = [variant]
    while (base := table[lineage[-1]].get("base")) is not None:
        lineage.append(base)
    rules: Rules = {}
    for layer in [table[v].get("rules", {}) for v in reversed(lineage)] + [overrides or {}]:
        for key, given in layer.items():
            rules[key] = given[str(players)] if isinstance(given, dict) else given
    if problems := rule_problems(rules):
        raise ValueError("; ".join(problems))

    found, faults, odd = load_components(rules["city"], rules["side"], players, components)
    if not faults:
        faults = fit_problems(rules, found)
    if faults:
        raise ValueError("; ".join(faults))
    least = rules["market"] + (rules["roofs"] - 1) * players + 1
    if len(found.city.sites) < least:
        odd.insert(0, f"{len(found.city.sites)} sites, fewer than {least} for {players} players")
    return {**rules, "players": players, "components": found, "warnings": odd}


def rule_problems(rules: Rules) -> list[str]:
    """Why no game can be played with these values; empty if one can."""
    if strange := sorted(set(rules) ^ (set(LIMITS) | set(CHOICES))):
        return [f"unknown or missing rules: {', '.join(strange)}"]
    problems = []
    for key, (least, most) in LIMITS.items():
        if type(rules[key]) is not int or not least <= rules[key] <= most:
            problems.append(f"{key} {rules[key]!r} is not {least} to {most}")
    for key, allowed in CHOICES.items():
        if rules[key] not in allowed:
            problems.append(f"{key} {rules[key]!r} is none of {', '.join(allowed)}")
    return problems


def fit_problems(rules: Rules, components: Components) -> list[str]:
    """Fault 9 of COMPONENTS.md: components that these rules cannot be played with."""
    problems = []
    most = max(len(near) for near in components.city.adjacent.values())
    if len(components.city.sites) <= (rules["market"] - 1) * (1 + most):
        problems.append(f"{len(components.city.sites)} sites may have no room for the start floors")
    if len(components.cards) < rules["market"] + 1:
        problems.append(f"{len(components.cards)} cards, but the market has {rules['market']}")
    if len(components.objectives) < rules["objectives"]:
        problems.append(f"{len(components.objectives)} objectives, not {rules['objectives']}")
    if rules["objective_set"] == "first_game" and len(marked(components)) < rules["objectives"]:
        problems.append(f"{len(marked(components))} objectives are marked for a first game")
    if len(components.cone) <= rules["roofs"]:
        problems.append(f"the cone has no value for {rules['roofs']} roofs")
    return problems


def marked(components: Components) -> list[str]:
    """The objectives that are marked for a first game."""
    return [each["name"] for each in components.objectives if each.get("first_game")]


def city(rules: Rules) -> City:
    """The city that is played in."""
    found: City = rules["components"].city
    return found


def start(rules: Rules) -> State:
    """TU-04, TU-57: the game before anything is drawn."""
    seats = range(rules["players"])
    first: list[str] = []
    if rules["objective_set"] == "first_game":
        first = marked(rules["components"])[: rules["objectives"]]
    each: int = rules["start_stock"]
    return State(
        objectives={name: [] for name in first},
        deck=in_kind_order(rules, rules["components"].cards),
        market=[],
        discard=[],
        board={},
        supply=dict.fromkeys(COLOURS, int(rules["floors"]) - each * len(seats)),
        stocks=[dict.fromkeys(COLOURS, each) for _ in seats],
        vehicles=[dict.fromkeys(COLOURS, 0) for _ in seats],
        paid=[0 for _ in seats],
        cones=[None for _ in seats],
        taken=[0 for _ in seats],
        extra=[0 for _ in seats],
        seat=0,
        step="objective" if len(first) < rules["objectives"] else "card",
        site=None,
        due=0,
        new=dict.fromkeys(COLOURS, 0),
        earned=False,
        end=None,
        plies=0,
    )


def copy(state: State) -> State:
    """A state that can be altered without altering the one given."""
    end = state.end
    return State(
        objectives={name: list(seats) for name, seats in state.objectives.items()},
        deck=list(state.deck),
        market=list(state.market),
        discard=list(state.discard),
        board={s: Building(b.colour, list(b.floors)) for s, b in state.board.items()},
        supply=dict(state.supply),
        stocks=[dict(stock) for stock in state.stocks],
        vehicles=[dict(steps) for steps in state.vehicles],
        paid=list(state.paid),
        cones=list(state.cones),
        taken=list(state.taken),
        extra=list(state.extra),
        seat=state.seat,
        step=state.step,
        site=state.site,
        due=state.due,
        new=dict(state.new),
        earned=state.earned,
        end=End(list(end.causes), end.by, end.left) if end else None,
        plies=state.plies,
    )


# --- what can be read off a state ----------------------------------------------------------------


def in_kind_order(rules: Rules, cards: Iterable[str]) -> list[str]:
    """Cards as they are written."""
    return sorted(cards, key=rules["components"].kinds.index)


def size(floors: Floors) -> int:
    """How many floors there are of all colours."""
    return sum(floors.values())


def neighbours(rules: Rules, state: State, site: str) -> list[str]:
    """TU-20: the sites with a building that a street joins with this one, in order."""
    return [near for near in city(rules).adjacent[site] if near in state.board]


def colours_around(rules: Rules, state: State, site: str) -> set[str]:
    """The colours of the adjacent buildings."""
    return {state.board[near].colour for near in neighbours(rules, state, site)}


def empty_sites(rules: Rules, state: State) -> list[str]:
    """Sites without a building."""
    return [site for site in city(rules).sites if site not in state.board]


def is_dead(rules: Rules, state: State, site: str) -> bool:
    """TU-21: whether buildings in all four colours stand around an empty site."""
    return colours_around(rules, state, site) == set(COLOURS)


def roofs_placed(state: State, seat: int) -> int:
    """How many roofs of a seat lie on the board."""
    return sum(building.floors.count(seat) for building in state.board.values())


def roofs_on_view(state: State, seat: int) -> int:
    """TU-40: buildings whose top floor carries a roof of the seat."""
    return sum(1 for building in state.board.values() if building.floors[-1] == seat)


def level(rules: Rules, state: State, seat: int) -> int:
    """TU-33, TU-34: star columns that all four vehicles of a seat have reached."""
    slowest = min(state.vehicles[seat].values())
    return sum(1 for star in rules["components"].stars if star <= slowest)


def meets(rules: Rules, state: State, seat: int, name: str) -> bool:
    """TU-48: whether a seat meets the condition of an objective, as COMPONENTS.md defines it."""
    objective = rules["components"].objective(name)
    here = {site for site, building in state.board.items() if seat in building.floors}
    by_colour = {c: {s for s in here if state.board[s].colour == c} for c in COLOURS}
    levels = [
        number
        for building in state.board.values()
        for number, roof in enumerate(building.floors, start=1)
        if roof == seat
    ]
    by_district = [here & sites for sites in city(rules).districts.values()]
    match objective["kind"]:
        case "colour":
            have = len(by_colour[objective["colour"]])
        case "same_colour":
            have = max(len(sites) for sites in by_colour.values())
        case "each_colour":
            have = min(len(sites) for sites in by_colour.values())
        case "levels":
            have = sum(1 for l in levels if objective["from"] <= l <= objective["to"])  # noqa: E741
        case "different_levels":
            have = len(set(levels))
        case "parks":
            have = len(here & city(rules).parks)
        case "districts":
            have = sum(1 for sites in by_district if sites)
        case "one_district":
            have = max(len(sites) for sites in by_district)
        case "cluster":
            have = max((len(reached(site, city(rules).adjacent, here)) for site in here), default=0)
        case "visible":
            have = roofs_on_view(state, seat)
        case "tall":
            tall = [s for s in here if len(state.board[s].floors) >= objective["height"]]
            have = len(tall)
        case _:
            raise ValueError(f"no kind {objective['kind']!r} of objectives")
    needed: int = objective["count"]
    return have >= needed
