"""The oracle of Medina against its rule page: rule values, notation, perft tables."""

from __future__ import annotations

import csv
import random
import re
import tomllib
from typing import Any

import pytest

from oracle import medina as md
from oracle.medina_palaces import ARMS
from oracle.medina_positions import GRID, LINE, SETS, at, odd_state, ready, walk
from oracle.medina_state import CHOICES, LIMITS, VARIANTS

STANDARD = md.load_rules("standard", 2)
FREE = md.load_rules("standard", 2, {"blocked_palace": "frees_colour"})
ANY = md.load_rules("standard", 2, {"palace_trigger": "any", "tower_trigger": "any"})
EDITION = md.load_rules("second-edition", 3)
SWITCHES: list[dict[str, Any]] = [
    {},
    {"blocked_palace": "frees_colour", "finished_colour": "stay"},
    {"extend_by_stable": True, "palace_tie": "moves"},
    {"stable_bridge": True, "palace_trigger": "any", "tower_trigger": "any"},
    {"merchant_touch": "with_diagonals"},
    {"new_line_cell": "at_most_one"},
    {"merchant_touch": "with_diagonals", "new_line_cell": "at_most_one"},
    {"tower_trigger": "any", "tower_contact": "tower", "tie": "largest_palace"},
    {"neutral_roofs": 3, "neutral_tiles": False, "tea": 7, "tower_merchants": True},
    {"neutral_roofs": 2, "neutral_limit": "one_per_colour", "survivor_roofs": True, "well": True},
    {"tea": 12, "tea_use": "either", "first_merchant": "chosen", "short_openings": 3},
    {"board": "10x14", "buildings": 2, "roofs": 2, "stables": 9, "merchants": 20, "walls": 3},
    {"max_plies": 60},
]


# --- rule values ---------------------------------------------------------------------------------


def test_rule_files() -> None:
    """RULES.md, rules.toml, variants.toml and the oracle name the same fields, values and rules."""
    page = VARIANTS.with_name("RULES.md").read_text()
    declared = tomllib.loads(VARIANTS.with_name("rules.toml").read_text())
    assert set(declared) == {*LIMITS, *CHOICES, "tower_values"}
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", page, re.MULTILINE))
    for key, rule in declared.items():
        assert re.search(rf"\*\*{rule['rule']}\*\*", page)
        assert key in rows
        if key in LIMITS:
            assert (rule["min"], rule["max"]) == LIMITS[key]
            assert rows[key].startswith(f"{rule['min']} to {rule['max']}")
        elif rule["type"] == "bool":
            assert CHOICES[key] == (True, False)
        elif key != "tower_values":
            assert tuple(rule["allowed"]) == CHOICES[key]
            assert all(f"`{value}`" in rows[key] for value in rule["allowed"])
    ids = re.findall(r"^\*\*(ME-\d\d)\*\*", page, re.MULTILINE)
    assert ids == [f"ME-{n:02}" for n in range(1, 64)]


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"walls": 21}, "walls 21 is not 0 to 20"),
        ({"walls": True}, "walls True is not"),
        ({"tie": "chain"}, "tie 'chain' is none of shared, largest_palace"),
        ({"well": 1}, "well 1 is none of"),
        ({"tower_values": ["1", "2", "3", "3"]}, "not 1, 2, 3, 4"),
        ({"extend_by_stable": True, "stable_bridge": True}, "both true"),
        ({"camels": 2}, "unknown or missing rules: camels"),
        ({"roofs": 5, "tea": 13}, "roofs 5 is not 0 to 4; tea 13 is not 0 to 12"),
    ],
)
def test_impossible_rules(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        md.load_rules("standard", 2, overrides)


def test_unknown_variants() -> None:
    with pytest.raises(ValueError, match="no variant 'third-edition'"):
        md.load_rules("third-edition")
    with pytest.raises(ValueError, match="'first-edition' is not for 2 players"):
        md.load_rules("first-edition", 2)


# --- writing and reading -------------------------------------------------------------------------


def test_a_position() -> None:
    """The notation of the rule page, field by field."""
    state = at(
        STANDARD,
        "Ba1 Oc1 Od1 Sd2 Ga3 Np11",
        merchants="a2 b2 b1|h6 i6",
        walls="nw-e=3 se-n=2 nw-s=1",
        roofs="a3:2 c1:1",
        tiles="1-2-|----",
        seat=1,
        left=1,
    )
    assert md.write(STANDARD, state) == LINE
    read = md.parse(STANDARD, LINE)
    assert read == state
    assert (read.plies, read.turns, md.turn(STANDARD, read)) == (18, 9, 1)
    assert list(read.board.roofs) == ["a3", "c1"]


@pytest.mark.parametrize(
    ("variant", "players", "number"),
    [(*case, 0) for case in SETS] + [(*SETS[n % 8], n) for n in range(1, len(SWITCHES))],
)
def test_read_is_written(variant: str, players: int, number: int) -> None:
    """States of random games, of all variants and switches, and odd ones, read as written.

    What follows from them, found anew, is what play had found; no ply is counted wrong.
    """
    rules = md.load_rules(variant, players, SWITCHES[number])
    states = [after for _, _, after in walk(rules, number)][number % 4 :: 4]
    rng = random.Random(number)
    for state in states + [odd_state(rules, rng) for _ in range(4)]:
        text = md.write(rules, state)
        read = md.parse(rules, text)
        assert read == state
        assert list(read.board.roofs) == list(state.board.roofs)
        assert md.write(rules, read) == text
        assert read.board.built.palaces == state.board.built.palaces
        assert list(read.board.built.palaces) == list(state.board.built.palaces)
        assert md.legal(rules, read) == md.legal(rules, state)


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_order_of_actions(variant: str, players: int) -> None:
    """Legal actions come in the order of their codes, each once."""
    rules = md.load_rules(variant, players)

    for _, _, after in walk(rules, 7):
        codes = [md.code(action) for action in md.legal(rules, after)]
        assert codes == sorted(set(codes))
        assert all(0 <= code < 1417 for code in codes)


def test_codes() -> None:
    """176 for each kind that goes on cells, then arms, then tea; always 16 to a row."""
    actions = ["Oa1", "Op11", "Ba1", "Gc7", "Na1", "Sb1", "Ma2", "Ra1", "Xp11", *ARMS, "tea"]
    cells = [0, 175, 176, 2 * 176 + 98, 3 * 176, 4 * 176 + 1, 5 * 176 + 16, 6 * 176, 1407]
    assert [md.code(action) for action in actions] == cells + list(range(1408, 1417))


# --- perft ---------------------------------------------------------------------------------------

PERFT = VARIANTS.with_name("perft.csv")


def perft_rows() -> list[dict[str, str]]:
    """The rows of ``perft.csv``."""
    with PERFT.open(newline="") as file:
        return list(csv.DictReader(file))


def override(text: str) -> dict[str, object]:
    """Rule values as ``key=value``: numbers, true, false, words; semicolons between them."""
    pairs = [part.split("=") for part in text.split(";") if part]
    words = {"true": True, "false": False}
    return {key: words.get(v, int(v) if v.isdigit() else v) for key, v in pairs}


@pytest.mark.parametrize("number", range(len(perft_rows())))
def test_perft_file(number: int, scaled: int) -> None:
    """The rows of the file come from this oracle and stay what they are."""
    row = perft_rows()[number]
    rules = md.load_rules(row["variant"], int(row["players"]), override(row["rules"]))
    state = md.parse(rules, row["position"])
    assert md.write(rules, state) == row["position"]
    assert row["source"] == "oracle"
    if int(row["nodes"]) <= 10_000 * scaled or int(row["depth"]) <= 2:
        tape = row["tape"].split()
        assert md.perft(rules, state, tape, int(row["depth"])) == int(row["nodes"])


def test_perft_by_hand() -> None:
    """ME-06: 712 first placements; then what each of them opens and closes, counted on paper."""
    start = md.start(STANDARD)
    assert [md.perft(STANDARD, start, ["h6"], depth) for depth in (0, 1)] == [1, 712]
    with pytest.raises(ValueError, match="tape is too short"):
        md.perft(STANDARD, start, [], 1)
    edition = md.load_rules("first-edition", 4)
    assert [md.perft(edition, md.start(edition), [], depth) for depth in (1, 2)] == [126, 126 * 712]
    rules = md.load_rules("standard", 2, {"buildings": 0, "stables": 0, "merchants": 0, "walls": 2})
    # each of four walls: eight arms, none of them ever full
    assert [md.perft(rules, md.start(rules), ["h6"], d) for d in range(6)] == [
        1,
        8,
        64,
        512,
        4096,
        0,
    ]


def test_perft_of_two_placements() -> None:
    """ME-06, ME-08: second placements after each kind of first one, counted on paper."""
    state = ready(STANDARD, "b2")
    empty = 175
    total = 0
    for cell in GRID.cells:
        if cell == "b2":
            continue
        around = len(GRID.near[cell])
        near_merchant = "b2" in GRID.near[cell]
        beside = len(set(GRID.next_to[cell]) - {"b2"})
        away = empty - 1 - around + (1 if near_merchant else 0)
        merchants = 4 - (cell in GRID.next_to["b2"])
        # the colour extends, the three others begin; stables beside; one roof; eight walls
        total += 4 * (beside + 3 * away + beside + merchants + 1 + 8)
    for _ in GRID.next_to["b2"]:
        total += 4 * (empty - 1) + 6 + 8  # a line of two goes on at six cells, none off the board
    total -= 2  # but from a2 and b1 the line would leave the board
    total += 8 * (4 * empty + 4 + 8)  # after a wall
    assert md.perft(STANDARD, state, [], 2) == total
