"""Own component files of Tower Up: what is refused, what is warned about, what replaces what.

The lists are those of ``seeds/tower_up/COMPONENTS.md``.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest

from oracle import tower_up as tu
from oracle.tower_up_components import bundled, load_components
from oracle.tower_up_positions import RING, STAR, small_city

BOX = bundled("downtown")


def changed(path: str, value: Any) -> dict[str, Any]:
    """The box with one value replaced, or removed if the value is None."""
    tables = copy.deepcopy(BOX)
    *inner, key = path.split("/")
    table: Any = tables
    for name in inner:
        table = table[int(name) if isinstance(table, list) else name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    return tables


def faults(own: dict[str, Any]) -> list[str]:
    """What is wrong with an own file for two players."""
    return load_components("downtown", "small", 2, own)[1]


SMALL = "sides/small"
STREETS: list[str] = BOX["sides"]["small"]["streets"]


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        # 1: the schema
        ("colour", "red", "unknown 'colour'"),
        ("name", "Down Town", "file.name: 'Down Town' does not fit pattern"),
        ("text", "x" * 201, "does not fit maxLength 200"),
        ("status", {"cards": 3}, "file.status.cards: 3 is not of type string"),
        ("cards", "KKW", "file.cards: 'KKW' is not of type array"),
        ("cards", [], "does not fit minItems 1"),
        ("cards", ["KKW"] * 121, "does not fit maxItems 120"),
        ("cards", ["KKX"], "file.cards 1: 'KKX' does not fit pattern"),
        ("cards", ["KKKKKKK"], "does not fit pattern"),
        ("sides/middle", {}, "file.sides: unknown 'middle'"),
        (f"{SMALL}/sites", None, "no 'sites'"),
        (f"{SMALL}/districts", None, "no 'districts'"),
        (f"{SMALL}/sites/A1", [9, 9], "unknown 'A1'"),
        (f"{SMALL}/sites/a1", [9], "does not fit minItems 2"),
        (f"{SMALL}/sites/a1", [9, 9, 9], "does not fit maxItems 2"),
        (f"{SMALL}/sites/a1", [9, -1], "-1 does not fit minimum 0"),
        (f"{SMALL}/sites/a1", [9, 1000], "1000 does not fit maximum 999"),
        (f"{SMALL}/sites/a1", [9, 0.5], "0.5 is not of type integer"),
        (f"{SMALL}/sites/a1", [9, True], "True is not of type integer"),
        (f"{SMALL}/sites", {"a1": [0, 0]}, "does not fit minProperties 4"),
        (
            f"{SMALL}/sites",
            {f"a{n}": [n, 0] for n in range(1, 66)},
            "does not fit maxProperties 64",
        ),
        (f"{SMALL}/streets", ["a1b1"], "file.sides.small.streets 1: 'a1b1' does not fit pattern"),
        (f"{SMALL}/districts/Old", ["a1"], "unknown 'Old'"),
        (f"{SMALL}/parks/lawn", [], "does not fit minItems 1"),
        ("tracks/values", None, "file.tracks: no 'values'"),
        ("tracks/values", [0], "does not fit minItems 2"),
        ("tracks/values", list(range(33)), "does not fit maxItems 32"),
        ("tracks/values", [0, 100], "100 does not fit maximum 99"),
        ("tracks/stars", [0, 2], "0 does not fit minimum 1"),
        ("tracks/stars", [1, 2, 3, 4, 5, 6, 7, 8, 9], "does not fit maxItems 8"),
        ("cone/values", [-1] * 11, "-1 does not fit minimum 0"),
        ("chips/3", None, "file.chips: no '3'"),
        ("chips/5", [7], "file.chips: unknown '5'"),
        ("chips/4", [7, 5, 3, 3, 1], "does not fit maxItems 4"),
        ("objectives", [BOX["objectives"][0]] * 17, "does not fit maxItems 16"),
        ("objectives/0/kind", "stack", "'stack' does not fit enum"),
        ("objectives/0/count", 0, "0 does not fit minimum 1"),
        ("objectives/0/count", None, "file.objectives 1: no 'count'"),
        ("objectives/0/name", "Monochrome", "does not fit pattern"),
        ("objectives/0/first_game", 1, "1 is not true or false"),
        ("objectives/0/points", 7, "unknown 'points'"),
        # 2 to 5: a side
        (f"{SMALL}/sites/a1", [0, 9], "a1 and a2 are at one point"),
        (f"{SMALL}/streets", [*STREETS, "a1-z9"], "street a1-z9: no site z9"),
        (f"{SMALL}/streets", [*STREETS, "a1-a1"], "street a1-a1 joins a site with itself"),
        (f"{SMALL}/streets", [*STREETS, "a1-a2"], "street a1-a2 is there twice"),
        (f"{SMALL}/streets", [*STREETS, "a2-a1"], "street a2-a1 is there twice"),
        (f"{SMALL}/sites/z9", [99, 99], "z9 has 0 streets, not 1 to 6"),
        (
            f"{SMALL}/streets",
            [*STREETS, *(f"d4-{site}" for site in ("a1", "a2", "a3"))],
            "d4 has 7 streets, not 1 to 6",
        ),
        (f"{SMALL}/streets", STREETS[:-1], "streets do not connect all sites"),
        (f"{SMALL}/districts/market", ["c3", "z9"], "districts market: no site z9"),
        (f"{SMALL}/districts/market", ["c3", "c3"], "districts market: c3 is there twice"),
        (f"{SMALL}/districts/market", ["c3", "a1"], "a1 is in two districts, oldtown and market"),
        (f"{SMALL}/districts/market", ["c3"], "c4 is in no district"),
        (f"{SMALL}/parks/lawn", ["z9"], "parks lawn: no site z9"),
        (f"{SMALL}/parks/lawn", ["a1", "a1"], "parks lawn: a1 is there twice"),
        # 6 to 8: cards, objectives, tracks, chips
        ("cards", ["KKW", "kw"], "kw has no floor and no joker"),
        (
            "cards",
            [a + b + c for a in "KWBG" for b in "KWBG" for c in "KWBG*kwbg"][:65],
            "65 kinds, not at most 64",
        ),
        ("objectives/1/name", "monochrome", "monochrome is there twice"),
        ("objectives/0/colour", "K", "monochrome of kind same_colour has nothing more"),
        ("objectives/9/height", None, "giants of kind tall has height"),
        ("objectives/2/to", None, "foundations of kind levels has from, to"),
        ("objectives/2/from", 2, "foundations is from above to"),
        ("tracks/stars", [2, 4, 4], "stars [2, 4, 4] do not ascend"),
        ("tracks/stars", [2, 13], "a star beyond step 12"),
        ("chips/2", [5, 7], "chips.2: [5, 7] ascend"),
    ],
)
def test_refused(path: str, value: Any, fault: str) -> None:
    """TU-53, TU-54: each fault of form and structure is named."""
    assert any(fault in each for each in faults(changed(path, value)))


def test_limits_are_allowed() -> None:
    """TU-53, TU-54: the largest values that the schema has are no faults."""
    spokes = [f"d4-{site}" for site in ("a1", "a2")]
    for path, value in (
        (f"{SMALL}/streets", [*STREETS, *spokes]),  # six streets at d4
        (f"{SMALL}/parks/lawn", ["b1"]),  # a site beside two parks
        ("cards", [a + b + c for a in "KWBG" for b in "KWBG" for c in "KWBG"]),
        ("tracks/stars", [2, 12]),
        ("chips/2", [5, 5]),
        ("chips/2", []),
        ("objectives", []),
    ):
        assert faults(changed(path, value)) == []


def test_all_faults_at_once() -> None:
    """TU-53, TU-54: one message has them all, in a file as in the rules."""
    own = changed("tracks/stars", [2, 13])
    own["cards"] = ["kw"]
    own["sides"]["large"]["streets"].append("a1-a1")
    own["sides"]["small"]["streets"].append("a1-z9")
    assert len(faults(own)) == 4
    with pytest.raises(ValueError, match=r"a1-a1.*a1-z9.*kw has no floor.*beyond step 12"):
        tu.load_rules("standard", 2, components=own)


@pytest.mark.parametrize(
    ("own", "overrides", "fault"),
    [
        ({"sides": {"large": BOX["sides"]["large"]}}, {}, "sides: no small side"),
        (small_city("a1-a2 a2-a3 a3-a4 a4-a5 a5-a6"), {}, "6 sites may have no room"),
        (RING, {"market": 4}, "7 sites may have no room"),
        ({"cards": ["KKW"] * 3}, {}, "3 cards, but the market has 3"),
        ({"objectives": BOX["objectives"][:2]}, {}, "2 objectives, not 3"),
        (
            {"objectives": BOX["objectives"][:4]},
            {"objective_set": "first_game"},
            "1 objectives are marked for a first game",
        ),
        ({"cone": {"values": [0] * 10}}, {}, "the cone has no value for 10 roofs"),
    ],
)
def test_refused_with_rules(own: dict[str, Any], overrides: dict[str, Any], fault: str) -> None:
    """TU-53, TU-54, TU-57: components must do for the rules."""
    with pytest.raises(ValueError, match=fault):
        tu.load_rules("standard", 2, overrides, own)


def test_just_enough_for_the_rules() -> None:
    """TU-53, TU-54, TU-57: at the limit there is no fault, and a game can be set up."""
    rules = tu.load_rules(
        "standard",
        2,
        {"objectives": 2, "roofs": 9},
        {
            **RING,
            "cards": ["KKW"] * 4,
            "objectives": BOX["objectives"][:2],
            "cone": {"values": [0] * 10},
        },
    )
    state = tu.start(rules)
    for outcome in ("monochrome", "palette", "KKW", "KKW", "KKW", "a1K", "a3K", "b2K"):
        assert outcome in tu.chances(rules, state)
        state = tu.apply_chance(rules, state, outcome)
    assert state.step == "act"


def test_each_table_replaces_its_own() -> None:
    """TU-54: what is not in an own file stays as in the box with the city of the rules."""
    rules = tu.load_rules("standard", 2, {"city": "uptown"}, {"cards": ["KKW", "**"] * 5})
    plain = tu.load_rules("uptown", 2)
    box, other = plain["components"], rules["components"]
    assert other.cards == ["KKW", "**"] * 5
    assert other.kinds == ["KKW", "**"]
    assert (other.city, other.values, other.cone) == (box.city, box.values, box.cone)
    assert tu.load_rules("standard", 2, components=RING)["components"].city.sites == [
        "a1", "a2", "a3", "a4", "b1", "b2", "b3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "warning"),
    [
        (f"{SMALL}/streets", [*STREETS, "d4-a1", "d4-a2"], "d4 has 6 streets, more than five"),
        (f"{SMALL}/streets", [*STREETS, "b1-c2", "b2-c1"], "streets b1-c2 and b2-c1 cross"),
        (f"{SMALL}/streets", [*STREETS, "a1-a3"], "street a1-a3 runs through a2"),
        (f"{SMALL}/streets", [*STREETS, "a1-a3"], "streets a1-a2 and a1-a3 cross"),
        (f"{SMALL}/districts/market", ["c4", "c5", "d4", "d5"], "7 districts, not five"),
        (f"{SMALL}/districts/market", ["c4", "c5", "d4", "d5"], "do not connect district rest"),
        (f"{SMALL}/districts/market", ["c4", "c5", "d4", "d5"], "districts have 1 to 5 sites"),
        ("cards", BOX["cards"][1:], "43 cards, not 44"),
        ("cards", ["K", *BOX["cards"][1:]], "card K has 1 symbols, not 2 to 4"),
        ("cards", ["KKWWB", *BOX["cards"][1:]], "card KKWWB has 5 symbols, not 2 to 4"),
        ("cards", ["Kkwb", *BOX["cards"][1:]], "card Kkwb has more than two vehicles"),
        ("cards", ["KK", *BOX["cards"][1:]], "card KK is of two floors alone, but not two jokers"),
        ("cards", ["KKk", "WWW"] * 22, "22 of 44 cards have vehicles"),
        ("cards", ["KKW", *BOX["cards"][1:]], "the cards do not treat all colours alike"),
        ("objectives", BOX["objectives"][1:], "9 objectives, not ten"),
        ("objectives/0/first_game", True, "4 objectives marked for a first game, not three"),
        ("objectives/5/count", 6, "objective boroughs cannot be met on this side"),
        ("objectives/4/count", 8, "objective gardens cannot be met on this side"),
        ("objectives/6/count", 6, "objective quarter cannot be met on this side"),
        ("objectives/3/count", 7, "objective ladder cannot be met on this side"),
        ("objectives/0/count", 11, "objective monochrome cannot be met on this side"),
        ("objectives/9/height", 7, "objective giants cannot be met on this side"),
        ("tracks/stars", [2, 5, 8], "other star columns than 2, 4, 6, 8"),
        ("chips/4", [6, 5, 3, 3], "other chips for four players than 7, 5, 3, 3"),
        ("chips/2", [7], "other numbers of chips than players"),
        ("tracks/values", [0, 2, 1, 3, 4, 5, 6, 7, 8], "values of tracks fall"),
        ("cone/values", [1, 0, *range(2, 11)], "values of cone fall"),
    ],
)
def test_warned_about(path: str, value: Any, warning: str) -> None:
    """TU-53, TU-54: published and inferred bounds are told, and can be played with."""
    own = changed(path, value)
    if path.endswith("districts/market"):
        own["sides"]["small"]["districts"] |= {"middle": ["c3"]}
        for name in ("oldtown", "harbour"):
            own["sides"]["small"]["districts"][name] = BOX["sides"]["small"]["districts"][name][1:]
        own["sides"]["small"]["districts"]["rest"] = ["a1", "d3"]
    rules = tu.load_rules("standard", 2, components=own)
    assert any(warning in each for each in rules["warnings"])


def test_warned_about_sizes() -> None:
    """TU-53: too few sites for the last roof, or too many for the floors."""
    rules = tu.load_rules("standard", 2, components=STAR)
    assert "13 sites, fewer than 22 for 2 players" in rules["warnings"]
    rules = tu.load_rules("standard", 4, {"side": "small"})
    assert rules["warnings"] == ["24 sites, fewer than 40 for 4 players"]
    rules = tu.load_rules("standard", 4, {"side": "small", "roofs": 6})
    assert rules["warnings"] == []
    columns = "abcdefgh"
    rows = [f"{c}{n}-{c}{n + 1}" for c in columns for n in range(1, 8)]
    across = [f"{c}{n}-{d}{n}" for c, d in pairwise(columns) for n in range(1, 9)]
    rules = tu.load_rules("standard", 4, components=small_city(" ".join(rows + across)))
    assert "176 sites and streets together, more than 115" in rules["warnings"]
