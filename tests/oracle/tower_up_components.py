"""Oracle of Tower Up, its components: the city, cards, objectives and values, read and judged.

The form of component files is in ``seeds/tower_up/COMPONENTS.md``; ids such as TU-53 refer to
``RULES.md`` beside it. Maps of the city are in ``tower_up_city``.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

from oracle.tower_up_city import City, read_side, side_faults, side_warnings

SEEDS = Path(__file__).resolve().parents[2] / "seeds" / "tower_up"
SCHEMA = SEEDS / "components.schema.json"
COLOURS = "KWBG"  # black, white, brown, grey
JOKER = "*"
SIDES = ("large", "small")
KIND_KEYS = {
    "colour": {"colour"},
    "same_colour": set(),
    "each_colour": set(),
    "levels": {"from", "to"},
    "different_levels": set(),
    "parks": set(),
    "districts": set(),
    "one_district": set(),
    "cluster": set(),
    "visible": set(),
    "tall": {"height"},
}
Table = dict[str, Any]


@dataclass(frozen=True)
class Components:
    """What is on the table of one game, and where each part comes from."""

    city: City
    cards: list[str]  # with repetitions, in the order of the list
    objectives: list[Table]
    values: list[int]  # of a track, by steps
    stars: list[int]
    cone: list[int]
    chips: list[int]

    @cached_property
    def kinds(self) -> list[str]:
        """Different cards, in the order in which they first come."""
        return list(dict.fromkeys(self.cards))

    @cached_property
    def names(self) -> list[str]:
        """Objectives, in the order of the list."""
        return [objective["name"] for objective in self.objectives]

    def objective(self, name: str) -> Table:
        """The objective of this name."""
        return self.objectives[self.names.index(name)]


# --- cards ---------------------------------------------------------------------------------------


def floors_of(card: str) -> list[str]:
    """The floors and jokers of a card, the bottom one first."""
    return [symbol for symbol in card if symbol in COLOURS + JOKER]


def vehicles_of(card: str) -> list[str]:
    """The colours of the vehicles of a card."""
    return [symbol.upper() for symbol in card if symbol in COLOURS.lower()]


# --- reading -------------------------------------------------------------------------------------


def read_toml(path: Path) -> Table:
    """A component file as tables."""
    with path.open("rb") as file:
        return tomllib.load(file)


def bundled(city: str) -> Table:
    """The box with one of the designed cities."""
    folder = SEEDS / "components"
    return {**read_toml(folder / "box.toml"), **read_toml(folder / f"{city}.toml")}


BOX_CARDS: list[str] = read_toml(SEEDS / "components" / "box.toml")["cards"]


def load_components(
    city: str, side: str, players: int, own: Table | None = None
) -> tuple[Components, list[str], list[str]]:
    """Components, why they cannot be played, and what is odd about them.

    Each table of ``own`` takes the place of the one in the box. Nothing can be played if there are
    faults of form; the first value is of the box then.
    """
    tables = bundled(city)
    faults = schema_faults(own or {}, json.loads(SCHEMA.read_text()))
    if not faults:
        tables = {**tables, **(own or {})}
        faults = structure_faults(tables)
        if side not in tables["sides"]:
            faults.append(f"sides: no {side} side")
    if faults:
        return build(bundled(city), side, players), faults, []
    components = build(tables, side, players)
    return components, [], warnings(components, tables)


def build(tables: Table, side: str, players: int) -> Components:
    """Components without a fault, ready to be played with."""
    return Components(
        city=read_side(tables["sides"][side]),
        cards=tables["cards"],
        objectives=tables["objectives"],
        values=tables["tracks"]["values"],
        stars=tables["tracks"]["stars"],
        cone=tables["cone"]["values"],
        chips=tables["chips"][str(players)],
    )


# --- faults --------------------------------------------------------------------------------------

TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int}
SAID = {"$schema", "title", "description", "$defs"}


def schema_faults(value: Any, schema: Table, root: Table | None = None, at: str = "") -> list[str]:
    """What a JSON Schema refuses; only the keywords that ours uses are known."""
    root = root or schema
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return schema_faults(value, target, root, at)
    at = at or "file"
    if schema.get("type") == "boolean":
        return [] if isinstance(value, bool) else [f"{at}: {value!r} is not true or false"]
    if "type" in schema and (
        not isinstance(value, TYPES[schema["type"]]) or isinstance(value, bool)
    ):
        return [f"{at}: {value!r} is not of type {schema['type']}"]
    faults = []
    for keyword, limit in schema.items():
        match keyword:
            case "type" | "properties" | "additionalProperties" | "patternProperties" | "items":
                wrong = False  # below
            case "required":
                faults += [f"{at}: no {key!r}" for key in limit if key not in value]
                wrong = False
            case "enum":
                wrong = value not in limit
            case "pattern":
                wrong = re.search(limit, value) is None
            case "minimum":
                wrong = value < limit
            case "maximum":
                wrong = value > limit
            case "minItems" | "minProperties":
                wrong = len(value) < limit
            case "maxItems" | "maxProperties" | "maxLength":
                wrong = len(value) > limit
            case _ if keyword in SAID:
                wrong = False
            case _:
                raise NotImplementedError(keyword)
        if wrong:
            faults.append(f"{at}: {value!r} does not fit {keyword} {limit}")
    if isinstance(value, list):
        for n, item in enumerate(value, start=1):
            faults += schema_faults(item, schema.get("items", {}), root, f"{at} {n}")
    if isinstance(value, dict):
        for key, item in value.items():
            inner = [schema["properties"][key]] if key in schema.get("properties", {}) else []
            patterns = schema.get("patternProperties", {}).items()
            inner += [each for pattern, each in patterns if re.search(pattern, key)]
            if not inner and schema.get("additionalProperties") is False:
                faults.append(f"{at}: unknown {key!r}")
            elif not inner and isinstance(schema.get("additionalProperties"), dict):
                inner = [schema["additionalProperties"]]
            for each in inner:
                faults += schema_faults(item, each, root, f"{at}.{key}")
    return faults


def structure_faults(tables: Table) -> list[str]:
    """Faults 2 to 8 of COMPONENTS.md: what fits the schema and can still not be played."""
    faults = []
    for name, side in tables["sides"].items():
        faults += [f"sides.{name}: {fault}" for fault in side_faults(side)]
    faults += [f"cards: {c} has no floor and no joker" for c in tables["cards"] if not floors_of(c)]
    if len(set(tables["cards"])) > 64:
        faults.append(f"cards: {len(set(tables['cards']))} kinds, not at most 64")
    names = [objective["name"] for objective in tables["objectives"]]
    faults += [f"objectives: {n} is there twice" for n in sorted(set(names)) if names.count(n) > 1]
    for objective in tables["objectives"]:
        have = set(objective) - {"name", "text", "first_game", "kind", "count"}
        if have != KIND_KEYS[objective["kind"]]:
            wanted = ", ".join(sorted(KIND_KEYS[objective["kind"]])) or "nothing more"
            faults.append(
                f"objectives: {objective['name']} of kind {objective['kind']} has {wanted}"
            )
        elif objective["kind"] == "levels" and objective["from"] > objective["to"]:
            faults.append(f"objectives: {objective['name']} is from above to")
    stars = tables["tracks"]["stars"]
    if any(a >= b for a, b in pairwise(stars)):
        faults.append(f"tracks: stars {stars} do not ascend")
    if stars and max(stars) >= len(tables["tracks"]["values"]):
        faults.append(f"tracks: a star beyond step {len(tables['tracks']['values']) - 1}")
    for players, chips in tables["chips"].items():
        if any(a < b for a, b in pairwise(chips)):
            faults.append(f"chips.{players}: {chips} ascend")
    return faults


# --- warnings ------------------------------------------------------------------------------------


def warnings(components: Components, tables: Table) -> list[str]:
    """Warnings 2 to 10 of COMPONENTS.md; the first one needs the rules."""
    odd = side_warnings(components.city)
    odd += card_warnings(components.cards)
    objectives = tables["objectives"]
    marked = [objective for objective in objectives if objective.get("first_game")]
    if len(objectives) != 10:
        odd.append(f"{len(objectives)} objectives, not ten")
    if len(marked) != 3:
        odd.append(f"{len(marked)} objectives marked for a first game, not three")
    for objective in objectives:
        if objective["count"] > most(components.city, objective):
            odd.append(f"objective {objective['name']} cannot be met on this side")
    if tables["tracks"]["stars"] != [2, 4, 6, 8]:
        odd.append("other star columns than 2, 4, 6, 8")
    if tables["chips"]["4"] != [7, 5, 3, 3]:
        odd.append("other chips for four players than 7, 5, 3, 3")
    if any(len(chips) != int(players) for players, chips in tables["chips"].items()):
        odd.append("other numbers of chips than players")
    for what in ("tracks", "cone"):
        if any(a > b for a, b in pairwise(tables[what]["values"])):
            odd.append(f"values of {what} fall")
    return odd


def most(city: City, objective: Table) -> int:
    """No more than this can be had of what an objective counts; ten where roofs are the limit."""
    height = 1 + max(len(near) for near in city.adjacent.values())
    if objective["kind"] == "tall" and objective["height"] > height:
        return 0
    if objective["kind"] == "levels" and objective["from"] > height:
        return 0
    limits = {
        "parks": len(city.parks),
        "districts": len(city.districts),
        "one_district": max(len(sites) for sites in city.districts.values()),
        "different_levels": height,
    }
    return min(10, limits.get(objective["kind"], 10))


def card_warnings(cards: list[str]) -> list[str]:
    """Warnings 6 and 7: cards unlike those of the box."""
    odd = []
    if len(cards) != 44:
        odd.append(f"{len(cards)} cards, not 44")
    for card in dict.fromkeys(cards):
        if not 2 <= len(card) <= 4:
            odd.append(f"card {card} has {len(card)} symbols, not 2 to 4")
        if len(vehicles_of(card)) > 2:
            odd.append(f"card {card} has more than two vehicles")
        if len(card) == 2 and len(floors_of(card)) == 2 and card != JOKER * 2:
            odd.append(f"card {card} is of two floors alone, but not two jokers")
    with_vehicles = [card for card in cards if vehicles_of(card)]
    if 2 * len(with_vehicles) >= len(cards):
        odd.append(f"{len(with_vehicles)} of {len(cards)} cards have vehicles")
    bottoms = [floors_of(card)[0] for card in cards]
    alike = len({bottoms.count(colour) for colour in COLOURS}) == 1
    if not alike or any(
        recoloured(cards, other) != contents(cards) for other in permutations(COLOURS)
    ):
        odd.append("the cards do not treat all colours alike")
    return odd


def contents(cards: list[str]) -> list[str]:
    """The cards without their order of symbols."""
    return sorted("".join(sorted(card)) for card in cards)


def recoloured(cards: list[str], other: tuple[str, ...]) -> list[str]:
    """The contents of the cards with each colour replaced by another."""
    new = "".join(other)
    table = str.maketrans(COLOURS + COLOURS.lower(), new + new.lower())
    return contents([card.translate(table) for card in cards])
