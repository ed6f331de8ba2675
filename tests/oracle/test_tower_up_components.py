"""The components of Tower Up against what is published of them, and what follows from it.

Each test names the fact: *published* ones are said by reviews, shop texts or the brief, *inferred*
ones follow from the rules (``seeds/tower_up/RULES.md``, section Components). Faults and warnings of
own component files are in ``test_tower_up_own_components.py``.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import hypot
from typing import Any

import pytest

from oracle.tower_up_components import (
    COLOURS,
    SCHEMA,
    SEEDS,
    bundled,
    floors_of,
    load_components,
    read_toml,
    schema_faults,
    vehicles_of,
)

CITIES = ("downtown", "uptown")
SIDES = [(city, side) for city in CITIES for side in ("large", "small")]
BOX = read_toml(SEEDS / "components" / "box.toml")
CARDS: list[str] = BOX["cards"]


def side_of(city: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = bundled(city)["sides"][side]
    return found


def neighbours(side: dict[str, Any]) -> dict[str, set[str]]:
    """Adjacent sites, read by the test itself."""
    near: dict[str, set[str]] = {site: set() for site in side["sites"]}
    for street in side["streets"]:
        a, b = street.split("-")
        near[a].add(b)
        near[b].add(a)
    return near


def connected(near: dict[str, set[str]], sites: set[str]) -> bool:
    """Whether streets between these sites connect them."""
    seen = {min(sites)}
    while more := {n for site in seen for n in near[site] & sites} - seen:
        seen |= more
    return seen == sites


# --- counts --------------------------------------------------------------------------------------


def test_counts() -> None:
    """TU.01 / TU-01, TU-54: 44 cards, 10 objectives, 12 chips as three sets (published)."""
    assert len(CARDS) == 44
    assert len(BOX["objectives"]) == 10
    assert BOX["chips"] == {"2": [7, 5], "3": [7, 5, 3], "4": [7, 5, 3, 3]}
    assert 3 * len(BOX["chips"]["4"]) == 12
    assert [len(BOX["chips"][n]) for n in "234"] == [2, 3, 4]


def test_bundled_components_have_no_fault_and_no_warning() -> None:
    """TU-53: for the numbers of players that a side is meant for."""
    for city in CITIES:
        for side, players in (("small", 2), ("large", 3), ("large", 4)):
            _, faults, odd = load_components(city, side, players)
            assert (faults, odd) == ([], [])


def test_first_game_set() -> None:
    """TU.04 / TU-04: three of the ten objectives are marked for a first game (published)."""
    marked = [o["name"] for o in BOX["objectives"] if o.get("first_game")]
    assert marked == ["palette", "gardens", "boroughs"]
    assert len({o["name"] for o in BOX["objectives"]}) == 10


# --- cards ---------------------------------------------------------------------------------------


def test_symbols_of_cards() -> None:
    """TU.02 / TU-02: 2 to 4 symbols, at most two vehicles, a floor or joker on each (published)."""
    for card in CARDS:
        assert 2 <= len(card) <= 4
        assert len(floors_of(card)) + len(vehicles_of(card)) == len(card)
        assert len(vehicles_of(card)) <= 2
        assert floors_of(card)
        assert card == "".join(floors_of(card)) + "".join(vehicles_of(card)).lower()


def test_vehicles_are_few() -> None:
    """TU.02 / TU-02: cards with none, with one and with two; a minority has any (published)."""
    counts = [len(vehicles_of(card)) for card in CARDS]
    assert [counts.count(n) for n in (0, 1, 2)] == [34, 4, 6]


def test_two_floors_alone_are_jokers() -> None:
    """TU.02 / TU-55: cards that show just two floors show two jokers (published)."""
    assert [card for card in CARDS if len(card) == 2] == ["**", "**"]


@pytest.mark.parametrize("new", ["".join(p) for p in permutations("KWBG")])
def test_cards_treat_colours_alike(new: str) -> None:
    """TU.02 / TU-55: any exchange of colours gives the same cards (inferred)."""
    table = str.maketrans("KWBGkwbg", new + new.lower())
    assert sorted("".join(sorted(card.translate(table))) for card in CARDS) == sorted(
        "".join(sorted(card)) for card in CARDS
    )


def test_bottoms_are_alike() -> None:
    """TU.04 / TU-55, TU-56: each colour is the bottom of nine cards, a joker that of eight."""
    bottoms = [floors_of(card)[0] for card in CARDS]
    assert [bottoms.count(symbol) for symbol in "KWBG*"] == [9, 9, 9, 9, 8]


def test_kinds_of_cards() -> None:
    """TU.02 / TU-55: the list is what the rule page says of it."""

    def shape(card: str) -> tuple[object, ...]:
        floors = [f for f in floors_of(card) if f != "*"]
        same = [f for f in vehicles_of(card) if f in floors]
        counts = sorted(floors.count(c) for c in set(floors))
        return counts, card.count("*"), len(vehicles_of(card)), len(same)

    shapes = [shape(card) for card in CARDS]
    expected = [
        (([3], 0, 0, 0), 4),
        (([1, 2], 0, 0, 0), 12),
        (([1, 1, 1], 0, 0, 0), 4),
        (([2, 2], 0, 0, 0), 6),
        (([1, 1], 1, 0, 0), 6),
        (([], 2, 0, 0), 2),
        (([2], 0, 1, 1), 4),
        (([], 1, 2, 0), 6),
    ]
    assert [(one, shapes.count(one)) for one, _ in expected] == expected
    assert all(card.endswith("*") for card in CARDS if shape(card) == ([1, 1], 1, 0, 0))
    floors = sum(len(floors_of(card)) for card in CARDS)
    assert 2.5 <= floors / len(CARDS) <= 3  # inferred from the length of a game
    assert sum(card.count("*") for card in CARDS) == 16


# --- cities --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_streets_of_a_site(city: str, side: str) -> None:
    """TU.20 / TU-53: a site has one to five streets (published); both ends of that occur."""
    degrees = [len(near) for near in neighbours(side_of(city, side)).values()]
    assert (min(degrees), max(degrees)) == (1, 5)


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_streets_connect_all_sites(city: str, side: str) -> None:
    """TU-53: nobody is cut off (inferred)."""
    near = neighbours(side_of(city, side))
    assert connected(near, set(near))


def meeting(p: list[int], q: list[int], r: list[int], s: list[int]) -> bool:
    """Whether segments pq and rs have a point in common, by solving for it."""
    d1, d2 = (q[0] - p[0], q[1] - p[1]), (s[0] - r[0], s[1] - r[1])
    det = d1[0] * d2[1] - d1[1] * d2[0]
    if det == 0:
        return False  # parallel; see the distance of sites from streets
    at = r[0] - p[0], r[1] - p[1]
    t = Fraction(at[0] * d2[1] - at[1] * d2[0], det)
    u = Fraction(at[0] * d1[1] - at[1] * d1[0], det)
    return 0 <= t <= 1 and 0 <= u <= 1


def test_meeting() -> None:
    """The test of crossings finds what it should."""
    assert meeting([0, 0], [2, 2], [0, 2], [2, 0])
    assert meeting([0, 0], [4, 0], [2, 0], [2, 3])
    assert not meeting([0, 0], [4, 0], [5, -1], [5, 1])


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_streets_do_not_cross(city: str, side: str) -> None:
    """TU-53: the map is planar, as printed streets are (inferred): the drawing with straight
    streets has no crossing, and no street comes near a site that it does not join.
    """
    found = side_of(city, side)
    sites, streets = found["sites"], [street.split("-") for street in found["streets"]]
    assert len({tuple(point) for point in sites.values()}) == len(sites)
    for one, other in combinations(streets, 2):
        if not set(one) & set(other):
            assert not meeting(*(sites[s] for s in (*one, *other)))
    for a, b in streets:
        (ax, ay), (bx, by) = sites[a], sites[b]
        length = hypot(bx - ax, by - ay)
        for site, (x, y) in sites.items():
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
            off = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
            assert site in (a, b) or not 0 <= along <= length or off > 1
    assert len(streets) <= 3 * len(sites) - 6


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_districts(city: str, side: str) -> None:
    """TU-53: five districts (published), each connected by streets and of similar size."""
    found = side_of(city, side)
    near, districts = neighbours(found), found["districts"]
    assert len(districts) == 5
    assert sorted(site for there in districts.values() for site in there) == sorted(near)
    assert all(connected(near, set(there)) for there in districts.values())
    sizes = [len(there) for there in districts.values()]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_parks(city: str, side: str) -> None:
    """TU-53: some sites lie beside parks (published), each park inside a ring of streets."""
    found = side_of(city, side)
    near = neighbours(found)
    beside = {site for there in found["parks"].values() for site in there}
    assert 0.2 <= len(beside) / len(near) <= 0.4
    for there in found["parks"].values():
        assert connected(near, set(there))
        assert all(len(near[site] & set(there)) >= 2 for site in there)


@pytest.mark.parametrize("city", CITIES)
def test_size_of_sides(city: str) -> None:
    """TU-53: enough sites for a tenth roof, few enough floors for the box (inferred)."""
    for side, players, sites, streets in (
        ("small", (2,), (20, 25), (28, 38)),
        ("large", (3, 4), (36, 45), (55, 70)),
    ):
        found = side_of(city, side)
        assert sites[0] <= len(found["sites"]) <= sites[1]
        assert streets[0] <= len(found["streets"]) <= streets[1]
        for seats in players:
            assert len(found["sites"]) >= 3 + 9 * seats + 1
        assert len(found["sites"]) + len(found["streets"]) <= 115


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_maps_are_irregular_and_tidy(city: str, side: str) -> None:
    """TU-53: less straight than a grid (published); whole coordinates from 0, sites apart."""
    found = side_of(city, side)
    points = found["sites"]
    assert min(x for x, _ in points.values()) == min(y for _, y in points.values()) == 0
    straight = sum(
        1
        for a, b in (street.split("-") for street in found["streets"])
        if points[a][0] == points[b][0] or points[a][1] == points[b][1]
    )
    assert straight < len(found["streets"]) / 2
    assert all(hypot(a[0] - b[0], a[1] - b[1]) >= 2 for a, b in combinations(points.values(), 2))


@pytest.mark.parametrize(("city", "side"), SIDES)
def test_names_of_sites(city: str, side: str) -> None:
    """TU-53: a letter for the column from the west, a number from the north, none left out."""
    points = side_of(city, side)["sites"]
    letters = sorted({site[0] for site in points})
    assert letters == list("abcdefgh"[: len(letters)])
    rightmost = -1.0
    for letter in letters:
        column = [site for site in points if site[0] == letter]
        assert column == [f"{letter}{n + 1}" for n in range(len(column))]
        ys = [points[site][1] for site in column]
        assert ys == sorted(ys)
        xs = [points[site][0] for site in column]
        assert min(xs) > rightmost
        rightmost = max(xs) - 0.5
    assert list(points) == sorted(points, key=lambda site: (site[0], int(site[1:])))


def test_the_second_city_differs() -> None:
    """TU-53: uptown has fewer streets for a site, more ends and more centres than downtown."""
    degrees = {}
    for city in CITIES:
        degrees[city] = [len(near) for near in neighbours(side_of(city, "large")).values()]
    for degree in (1, 5):
        assert degrees["uptown"].count(degree) > degrees["downtown"].count(degree)
    assert sum(degrees["uptown"]) / 43 < sum(degrees["downtown"]) / 44


# --- values --------------------------------------------------------------------------------------


def test_tracks() -> None:
    """TU-54: star columns after 2, 4, 6 and 8 steps (published); values begin at 0 and rise."""
    tracks = BOX["tracks"]
    assert tracks["stars"] == [2, 4, 6, 8]
    assert 10 <= len(tracks["values"]) <= 14
    assert tracks["values"][0] == BOX["cone"]["values"][0] == 0
    assert len(BOX["cone"]["values"]) == 11  # for 0 to 10 roofs
    for values in (tracks["values"], BOX["cone"]["values"]):
        steps = [b - a for a, b in pairwise(values)]
        assert steps == sorted(steps)  # slowly rising: each space is worth as much as the last
        assert set(steps) <= {1, 2}


def test_totals_of_a_good_game() -> None:
    """TU-54: ten roofs on mean level 2.5 and a few vehicles are 25 to 30 steps, 6 to 8 a track;
    with five roofs on view and some chips it is near the best score known of people, 64 (inferred).
    """
    values, cone = BOX["tracks"]["values"], BOX["cone"]["values"]
    assert 35 <= 4 * values[6] + cone[4] + 7 <= 64
    assert 45 <= 4 * values[7] + cone[5] + 7 + 5 + 3 <= 64
    assert 55 <= 4 * values[8] + cone[6] + 7 + 7 + 5 <= 75


# --- form ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["box", *CITIES])
def test_bundled_files_fit_the_schema(name: str) -> None:
    """TU-54: the schema is that of the files in the box; where values come from stands in them."""
    tables = read_toml(SEEDS / "components" / f"{name}.toml")
    assert schema_faults(tables, json.loads(SCHEMA.read_text())) == []
    assert tables["name"] == name
    assert set(tables["status"]) == set(tables) - {"name", "text", "status"}
    for status in tables["status"].values():
        assert "designed" in status or "published" in status


def test_page_and_schema_name_the_same_things() -> None:
    """TU-54: tables and kinds of objectives of the schema stand in COMPONENTS.md."""
    schema = json.loads(SCHEMA.read_text())
    page = (SEEDS / "COMPONENTS.md").read_text()
    for table in schema["properties"]:
        assert f"`{table}`" in page or f"[{table}" in page
    for kind in schema["$defs"]["objective"]["properties"]["kind"]["enum"]:
        assert f"| `{kind}` |" in page
    assert set(COLOURS) == {"K", "W", "B", "G"}


def test_objectives_say_what_they_count() -> None:
    """TU.48 / TU-54: ten kinds, each once; the text names the threshold."""
    assert len({o["kind"] for o in BOX["objectives"]}) == 10
    for objective in BOX["objectives"]:
        if objective["name"] != "palette":
            assert str(objective["count"]) in objective["text"]
