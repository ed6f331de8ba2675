"""The oracle of Tower Up against the checklist (TU.nn) and its rule page (TU-nn): results.

Points, objectives, ranks, facts, and perft. Positions are written down by hand; what they must give
was worked out on paper.
"""

from __future__ import annotations

import csv
import random
from typing import Any

import pytest

from oracle import tower_up as tu
from oracle.tower_up_components import SEEDS
from oracle.tower_up_notation import read_board
from oracle.tower_up_positions import at, dealt, last, play, step, walk
from oracle.tower_up_state import meets, roofs_on_view, roofs_placed, size

TWO = tu.load_rules("standard", 2)
THREE = tu.load_rules("standard", 3)
FOUR = tu.load_rules("standard", 4)
START = "a1K-,c1W-,e1B-"  # three start floors of the small side, far apart
CORNERS = "a1K-,g1W-,h4B-"  # the same for the large side
PERFT = SEEDS / "perft.csv"


def standing(scores: str, stocks: str) -> tuple[list[int], list[int], list[int]]:
    """Scores, ranks and shares of three seats with these vehicles and stocks."""
    state = at(THREE, CORNERS, vehicles=scores, stocks=stocks)
    return tu.totals(THREE, state), tu.ranks(THREE, state), tu.shares12(THREE, state)


# --- score ---------------------------------------------------------------------------------------


def test_score() -> None:
    """TU.47 / TU-47: Millions of vehicles, cone and chips; stock and roofs left give nothing."""
    stocks, vehicles = "KKKK|-|W|-", "12,7,0,3|0,0,0,0|1,2,3,4|9,6,11,5"
    state = at(FOUR, CORNERS, stocks=stocks, vehicles=vehicles)
    state.objectives = {"palette": [1], "block": [2, 0], "skyline": []}
    state.cones = [3, None, 5, 10]
    names = ("black", "white", "brown", "grey", "cone", "objective_1", "objective_2", "objective_3")
    assert [tuple(parts) for parts in tu.scores(FOUR, state)] == [names] * 4
    assert [tuple(parts.values()) for parts in tu.scores(FOUR, state)] == [
        (18, 8, 0, 3, 3, 0, 5, 0),
        (0, 0, 0, 0, 0, 7, 0, 0),
        (1, 2, 3, 4, 7, 0, 7, 0),
        (12, 6, 16, 5, 17, 0, 0, 0),
    ]
    assert tu.totals(FOUR, state) == [37, 7, 24, 56]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_components_add_up(players: int) -> None:
    """TU.47 / TU-47, TU.48 / TU-48, TU-60: in every state, from the table alone."""
    rules = tu.load_rules("standard", players)
    chips = rules["components"].chips
    for seed in range(3):
        for _, _, state in walk(rules, seed):
            scores = tu.scores(rules, state)
            assert [sum(parts.values()) for parts in scores] == tu.totals(rules, state)
            for number, takers in enumerate(state.objectives.values(), start=1):
                given = [scores[seat][f"objective_{number}"] for seat in takers]
                assert given == chips[: len(takers)]
                assert sum(s[f"objective_{number}"] for s in scores) == sum(given)
            for seat in range(players):
                cone = state.cones[seat]
                now = roofs_on_view(state, seat) if cone is None else cone
                assert scores[seat]["cone"] == rules["components"].cone[now]


# --- objectives ----------------------------------------------------------------------------------


KINDS = [
    # kind and its parameters, buildings with roofs of seat 1, how many it counts
    ({"kind": "colour", "colour": "K"}, "a1K1,a3K-1,b2K21,b4W1,c1G1", 3),
    ({"kind": "colour", "colour": "B"}, "a1K1,a3K-1,b2K21,b4W1,c1G1", 0),
    ({"kind": "same_colour"}, "a1K1,a3K-1,b2K21,b4W1,c1G1,c3G1-", 3),
    ({"kind": "each_colour"}, "a1K1,a3K1,b4W1,c1G1,c3G1,e1B1,e4B11,d5W1", 2),
    ({"kind": "each_colour"}, "a1K1,a3K1,b4W1,c1G1,c3G1", 0),
    ({"kind": "levels", "from": 1, "to": 1}, "a1K1,a3K-1,b2K21,b4W1-,c1G11", 3),
    ({"kind": "levels", "from": 2, "to": 3}, "a1K1,a3K-1,b2K211,b4W1---1,c1G11", 4),
    ({"kind": "levels", "from": 4, "to": 7}, "a1K1,a3K-1,b2K211,b4W1--1,c1G----1-", 2),
    ({"kind": "different_levels"}, "a1K1,a3K1-1,b2K2-1,b4W---1,c1G1", 3),
    ({"kind": "parks"}, "a1K1,b1K-1,c1W2,c2B1-,c4G21,d4W1,e1B1", 4),
    ({"kind": "districts"}, "a1K1,a2W1,a3K1,c1W2,e3G1", 3),
    ({"kind": "one_district"}, "a1K1,a2W1,b3W1,a3K1,b1W2,c1W1,e3G1", 3),
    ({"kind": "cluster"}, "a1K1,a2W-1,a3K1,a4W1,b1W2,c1K1,c2G1,d2K1", 4),
    ({"kind": "cluster"}, "a1K1,a2W2,a3K1,b2G2", 1),
    ({"kind": "visible"}, "a1K1,a3K-1,b2K1-,b4W12,c1G11", 3),
    ({"kind": "tall", "height": 3}, "a1K1--,a3K1-,b2K---1,b4W---,c1G111", 3),
]


@pytest.mark.parametrize(("condition", "board", "have"), KINDS)
def test_kinds_of_objectives(condition: dict[str, Any], board: str, have: int) -> None:
    """TU.48 / TU-48, TU-54: what each kind counts; presence counts under covered roofs too."""
    for count, met in ((max(have, 1), have > 0), (have + 1, False)):
        objective = {"name": "test", "count": count, **condition}
        rules = tu.load_rules("standard", 2, {"objectives": 1}, {"objectives": [objective]})
        state = tu.start(rules)
        state.board = read_board(rules, board, [])
        assert meets(rules, state, 0, "test") == met
    assert not meets(rules, tu.start(rules), 0, "test")


def test_first_and_second_achiever() -> None:
    """TU.48 / TU-48: the best chip left, at once, once a seat; two in one turn are two chips."""
    own = [
        {"name": "one", "kind": "visible", "count": 1},
        {"name": "low", "kind": "levels", "from": 1, "to": 1, "count": 1},
        {"name": "high", "kind": "levels", "from": 2, "to": 7, "count": 1},
    ]
    rules = tu.load_rules("standard", 2, components={"objectives": own})
    state = at(rules, START, objectives="one,low,high", stocks="KG|KWGG")
    state = play(rules, state, "a2G a2")
    assert state.objectives == {"one": [0], "low": [0], "high": []}
    assert tu.totals(rules, state)[0] == 7 + 7 + 1 + 1  # grey on 1, one roof on view
    state = play(rules, state, "b1G b1")
    assert state.objectives == {"one": [0, 1], "low": [0, 1], "high": []}
    assert [tu.scores(rules, state)[1][f"objective_{n}"] for n in (1, 2, 3)] == [5, 5, 0]
    # seat 2 covers the only roof of seat 1, which keeps its chip; met again it gives no other
    state = play(rules, state, "KKW KKK a3K a2")
    assert roofs_on_view(state, 0) == 0
    assert state.objectives == {"one": [0, 1], "low": [0, 1], "high": [1]}
    chips = rules["components"].chips
    assert chips == [7, 5]  # both are taken from the first two, one is left on the third


def test_chips_run_out() -> None:
    """TU.48 / TU-48: with one chip left out for two players, the second achiever gets none."""
    own = {
        "objectives": [{"name": "one", "kind": "levels", "from": 1, "to": 7, "count": 1}],
        "chips": {"2": [4], "3": [], "4": []},
    }
    rules = tu.load_rules("standard", 2, {"objectives": 1}, own)
    state = at(rules, START, objectives="one", stocks="KG|WG")
    state = play(rules, state, "a2G a2 b1G b1")
    assert state.objectives == {"one": [0]}
    assert [parts["objective_1"] for parts in tu.scores(rules, state)] == [4, 0]


def test_an_objective_met_by_what_another_builds() -> None:
    """TU.48 / TU-48: judged after the roof, not at the founding; the seat to move comes first."""
    own = [{"name": "high", "kind": "tall", "height": 3, "count": 1}]
    rules = tu.load_rules("standard", 2, {"objectives": 1}, {"objectives": own})
    # b2 is black with two floors and a roof of seat 2
    state = at(rules, "a1W-,b2K2-,b3W1,c1W-,e1B-", objectives="high", stocks="KWG|KWG")
    founded = play(rules, state, "a2G")
    assert founded.objectives == {"high": []}
    assert play(rules, founded, "a1").objectives == {"high": [1]}
    assert play(rules, founded, "b2").objectives == {"high": [0, 1]}


# --- ranks ---------------------------------------------------------------------------------------


def test_most_millions_win() -> None:
    """TU.49 / TU-49: whoever has more, whatever the stock."""
    points, ranks, shares = standing("12,12,4,0|12,12,5,0|12,12,3,0", "KKKKKKKKKK|-|KK")
    assert (points, ranks, shares) == ([40, 41, 39], [2, 1, 3], [0, 12, 0])


def test_a_tie_is_broken_by_the_stock() -> None:
    """TU.50 / TU-50: 40, 40, 39 with stocks of 3, 5, 10: the second wins; colours do not matter."""
    points, ranks, shares = standing("12,12,4,0|12,12,4,0|12,12,3,0", "KKK|KWBGG|WWWWWBBBBB")
    assert (points, ranks, shares) == ([40, 40, 39], [2, 1, 3], [0, 12, 0])


def test_a_full_tie_is_shared() -> None:
    """TU.51 / TU-51: 40, 40, 40 with stocks of 5, 5, 3: half, half, nothing."""
    points, ranks, shares = standing("12,12,4,0|12,4,12,0|4,0,12,12", "KKKKK|KWBGG|WWW")
    assert (points, ranks, shares) == ([40, 40, 40], [1, 1, 3], [6, 6, 0])
    points, ranks, shares = standing("0,0,0,0|0,0,0,0|0,0,0,0", "KWB|KKK|GGG")
    assert (points, ranks, shares) == ([0, 0, 0], [1, 1, 1], [4, 4, 4])


def test_everything_is_open() -> None:
    """TU.52 / TU-52: every seat sees the whole state; only the order of the deck is nowhere."""
    for seed in range(2):
        for _, _, state in walk(THREE, seed):
            seen = {tu.observation(THREE, state, seat) for seat in range(3)}
            assert seen == {tu.write(THREE, state)}
            assert state.deck == sorted(state.deck, key=THREE["components"].kinds.index)
    with pytest.raises(ValueError, match="no seat 3"):
        tu.observation(THREE, state, 3)


# --- facts ---------------------------------------------------------------------------------------


def test_facts() -> None:
    """TU.47 / TU-47, TU-60: of seats and of the game, from one position."""
    board = "a1K--,a2W1--,a3K1,b2G2,c1W--,d1G2,e1B--"
    vehicles = "1,3,0,0|2,2,2,3"
    state = at(TWO, board, objectives="ladder,gardens,skyline", extra="0|1", vehicles=vehicles)
    facts = tu.facts(TWO, state)
    cards = facts[0].pop("cards_taken"), facts[1].pop("cards_taken")
    assert cards == (3, 4)  # seat 2 needs four for its seven steps by cards
    places = {"place_1": 0, "place_2": 0, "place_3": 0}
    assert facts == [
        {"founded": 2, "extra_turns": 0, "covered": 1, "on_view": 1, **places},
        {"founded": 2, "extra_turns": 1, "covered": 0, "on_view": 2, **places},
    ]
    assert tu.game_facts(TWO, state) == {
        "caused_by": 0,
        "dead_sites": 0,
        "empty_sites": 17,
        "floors_built": 12,
        "reshuffles": 0,
        "objective_1": 4,
        "objective_2": 5,
        "objective_3": 9,
    }
    assert tu.turns(TWO, state) == 2 + 2 + 3 + 4


def test_facts_of_places() -> None:
    """TU.48 / TU-48: as the how manieth a seat took a chip, by objective in order of the list."""
    rules = tu.load_rules("standard", 4)
    state = tu.start(rules)
    state.objectives = {"palette": [2, 0, 3], "gardens": [], "skyline": [1, 3]}
    places = [[f[f"place_{n}"] for n in (1, 2, 3)] for f in tu.facts(rules, state)]
    assert places == [[2, 0, 0], [0, 0, 1], [1, 0, 0], [3, 0, 2]]
    points = [[s[f"objective_{n}"] for n in (1, 2, 3)] for s in tu.scores(rules, state)]
    assert points == [[5, 0, 0], [0, 0, 7], [7, 0, 0], [3, 0, 5]]
    fewer = tu.load_rules("standard", 4, {"objectives": 1})
    state = tu.start(fewer)
    state.objectives = {"ladder": [3]}
    assert tu.facts(fewer, state)[3]["place_1"] == 1
    assert tu.game_facts(fewer, state)["objective_1"] == 4
    assert tu.game_facts(fewer, state)["objective_2"] == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_facts_over_random_games(players: int) -> None:
    """TU.47 / TU-47: facts agree with what was done."""
    rules = tu.load_rules("standard", players)
    for seed in range(3):
        cards, built, extra, refills = [0] * players, [0] * players, 0, 0
        for before, token, after in walk(rules, seed):
            if before.step == "act":
                (cards if token in before.market else built)[before.seat] += 1
            refills += before.step == "refill" and before.deck == []
            if after.step == "act" and before.step in ("refill", "roof"):
                extra += after.seat == before.seat
        facts = tu.facts(rules, after)
        assert [f["cards_taken"] for f in facts] == cards
        assert [f["founded"] for f in facts] == built
        assert sum(f["extra_turns"] for f in facts) == extra
        assert tu.turns(rules, after) == sum(cards) + sum(built)
        found = tu.game_facts(rules, after)
        assert found["reshuffles"] == refills
        assert found["floors_built"] == sum(len(b.floors) for b in after.board.values())
        assert found["empty_sites"] == len(rules["components"].city.sites) - len(after.board)
        names = rules["components"].names
        assert [names[found[f"objective_{n}"] - 1] for n in (1, 2, 3)] == list(after.objectives)
        for seat, fact in enumerate(facts):
            assert fact["covered"] + roofs_on_view(after, seat) == roofs_placed(after, seat)
            assert fact["on_view"] == after.cones[seat]
            assert size(after.stocks[seat]) <= 10


# --- perft ---------------------------------------------------------------------------------------


def test_perft_counts_lines() -> None:
    """TU.06 / TU-06: perft agrees with lines written out one by one, chance read from the tape."""
    state = dealt(TWO, 7)
    tape = state.deck[:4]
    lines = [(state, 0)]
    for depth in range(1, 4):
        longer = []
        for one, drawn in lines:
            for action in tu.legal(TWO, one):
                after = step(TWO, one, action)
                due = tu.turn(TWO, after) == "chance"
                longer.append((step(TWO, after, tape[drawn]) if due else after, drawn + due))
        lines = longer
        assert tu.perft(TWO, state, tape, depth) == len(lines)
    assert tu.perft(TWO, state, tape, 0) == 1
    with pytest.raises(ValueError, match="tape is too short"):
        tu.perft(TWO, state, [], 3)


def test_perft_stops_at_the_end() -> None:
    """TU.41 / TU-41: a game that is over is not continued."""
    rules = tu.load_rules("standard", 2, {"roofs": 1})
    state = at(rules, "a1K-,a2W1,c1W-,e1B-", "2:act", stocks="K|-", end="roof:1:1")
    assert [tu.perft(rules, state, ["KKK"], depth) for depth in (1, 2)] == [3, 0]


def perft_rows() -> list[dict[str, str]]:
    """The rows of ``perft.csv``."""
    with PERFT.open(newline="") as file:
        return list(csv.DictReader(file))


def override(text: str) -> dict[str, Any]:
    """Rule values as ``key=value``, whole numbers or words, semicolons between them."""
    pairs = [part.split("=") for part in text.split(";") if part]
    return {key: int(value) if value.isdigit() else value for key, value in pairs}


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: f"{row['variant']}-{row['nodes']}")
def test_perft_file(row: dict[str, str]) -> None:
    """TU.06 / TU-06: the rows of the file come from this oracle and stay what they are."""
    rules = tu.load_rules(row["variant"], int(row["players"]), override(row["rules"]))
    state = tu.parse(rules, row["position"])
    assert tu.write(rules, state) == row["position"]
    assert row["source"] == "oracle"
    assert tu.perft(rules, state, row["tape"].split(), int(row["depth"])) == int(row["nodes"])


def test_scores_of_random_games() -> None:
    """TU-54: random play scores about half of the best score known of people, 64."""
    rng = random.Random(5)
    for players in (2, 3, 4):
        rules = tu.load_rules("standard", players)
        totals = [n for _ in range(5) for n in tu.totals(rules, last(rules, rng.randrange(999)))]
        assert 20 <= sum(totals) / len(totals) <= 45
        assert max(totals) <= 4 * 18 + 17 + 21
