"""Engine and oracle of Medina agree, in random games of all variants and rules, and odd positions.

Every ply is compared in full: the position, the actions and their order, who decides. What is
recounted from the board anyway (points, ranks, the engine's own checks) is compared now and then,
and at the end of each game.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import ludometer
from oracle import medina as md
from oracle.medina_positions import SETS, odd_state

if TYPE_CHECKING:
    from collections.abc import Iterator

RuleValues = dict[str, Any]
Case = tuple[str, int, RuleValues]

pytestmark = pytest.mark.skipif(
    "medina" not in [game["name"] for game in ludometer.games()], reason="not in the engine yet"
)

# Each open point O1 to O16 of the rule page, and each further choice, the other way round.
SWITCHED: list[Case] = [
    ("standard", 3, {"tower_trigger": "any", "palace_trigger": "any"}),
    ("first-edition", 4, {"tower_trigger": "roof", "palace_trigger": "roof"}),
    ("first-edition", 3, {"tower_contact": "tower", "palace_tie": "moves", "walls": 15}),
    ("standard", 4, {"blocked_palace": "frees_colour", "finished_colour": "stay"}),
    ("second-edition", 2, {"blocked_palace": "frozen", "finished_colour": "stay"}),
    ("standard", 2, {"new_line_cell": "at_most_one", "merchants": 20}),
    ("standard", 2, {"merchant_touch": "with_diagonals", "merchants": 20}),
    ("second-edition", 3, {"merchant_touch": "with_diagonals", "new_line_cell": "at_most_one"}),
    ("standard", 4, {"survivor_roofs": True, "walls": 4, "stables": 1}),
    (
        "second-edition",
        3,
        {"survivor_roofs": True, "tea_use": "either", "merchants": 2, "walls": 3},
    ),
    ("first-edition", 3, {"survivor_roofs": False, "extend_by_stable": True, "stables": 9}),
    ("standard", 2, {"extend_by_stable": True, "stables": 12}),
    ("standard", 2, {"stable_bridge": True, "stables": 12}),
    ("first-edition", 4, {"stable_bridge": True, "stables": 9, "palace_tie": "moves"}),
    ("second-edition", 3, {"neutral_tiles": False, "neutral_roofs": 3}),
    ("second-edition", 2, {"neutral_limit": "one_per_colour", "neutral_roofs": 4}),
    ("first-edition", 3, {"tie": "largest_palace", "tower_values": ["4", "1", "3", "2"]}),
    ("second-edition", 4, {"tea": 12, "tea_use": "either", "short_openings": 4}),
    ("second-edition", 2, {"first_merchant": "chosen", "short_openings": 0}),
    ("first-edition", 4, {"first_merchant": "random", "well": True}),
    ("standard", 2, {"board": "10x14", "buildings": 20, "roofs": 3, "walls": 20}),
    ("standard", 4, {"buildings": 0, "stables": 0, "walls": 0}),
    ("standard", 2, {"buildings": 2, "roofs": 1, "stables": 1, "merchants": 0, "walls": 1}),
    ("second-edition", 3, {"max_plies": 61}),
]
CASES: list[Case] = [(variant, players, {}) for variant, players in SETS] + SWITCHED


def both(case: Case) -> tuple[ludometer.Game, md.Rules]:
    """The same rules for the engine and for the oracle."""
    variant, players, overrides = case
    game = ludometer.Game("medina", variant=variant, players=players, rules=overrides)
    rules = md.load_rules(variant, players, overrides)
    assert {key: rules[key] for key in game.rules} == game.rules
    return game, rules


def compare(rules: md.Rules, theirs: md.State, ours: ludometer.State) -> None:
    """What every ply is compared in."""
    assert md.write(rules, theirs) == ours.notation
    assert md.legal(rules, theirs) == ours.legal_texts()
    assert md.turn(rules, theirs) == ours.seat


def compare_points(rules: md.Rules, theirs: md.State, ours: ludometer.State) -> None:
    """What follows from the position, and the engine's checks of itself."""
    ours.check()
    assert md.end(rules, theirs) == ours.end
    assert theirs.plies == ours.plies
    assert [md.code(action) for action in md.legal(rules, theirs)] == ours.legal_actions()
    assert md.scores(rules, theirs) == ours.components()
    assert md.totals(rules, theirs) == ours.scores()
    if ours.is_terminal():
        assert md.ranks(rules, theirs) == ours.ranks()
        assert md.shares12(rules, theirs) == ours.shares12()


def play_on(
    rules: md.Rules, theirs: md.State, ours: ludometer.State, chooser: random.Random
) -> Iterator[md.State]:
    """Both at random, ply by ply, each compared; the oracle is told what chance did."""
    while True:
        compare(rules, theirs, ours)
        yield theirs
        if ours.is_terminal():
            return
        action = chooser.choice(md.legal(rules, theirs))
        theirs = md.apply(rules, theirs, action)
        ours.apply(action)
        for outcome in ours.chance:
            theirs = md.apply_chance(rules, theirs, outcome)


@pytest.mark.parametrize("case", CASES)
def test_random_games(case: Case) -> None:
    """3,120 games."""
    game, rules = both(case)
    for deal in range(180 if case[2] == {} else 70):
        ours = game.new_state(seed=3, deal=deal)
        # The set-up is the engine's own; the oracle tests that it reads none that cannot be.
        theirs = md.parse(rules, ours.notation)
        chooser = random.Random(f"3/{deal}")
        for number, state in enumerate(play_on(rules, theirs, ours, chooser)):
            if number % 16 == deal % 16 or ours.is_terminal():
                compare_points(rules, state, ours)


@pytest.mark.parametrize("case", CASES)
def test_odd_positions(case: Case, scaled: int) -> None:
    """Blocked palaces and lines, last placements, one seat left, supplies dealt otherwise."""
    game, rules = both(case)
    chooser = random.Random(str(case))
    for _ in range(3 * scaled):
        theirs = odd_state(rules, chooser)
        ours = game.parse_state(md.write(rules, theirs))
        for number, state in enumerate(play_on(rules, theirs, ours, chooser)):
            compare_points(rules, state, ours)
            if number == 4:
                break


def spoilt(text: str, other: str, rng: random.Random) -> str:
    """A position with something changed: a character, or a field of another position."""
    if rng.random() < 0.5:
        fields, others = text.split(" "), other.split(" ")
        number = rng.randrange(len(fields))
        fields[number] = others[number]
        return " ".join(fields)
    place = rng.randrange(len(text))
    return text[:place] + rng.choice("0123456789-n|,:/OBGNSMWabc") + text[place + 1 :]


@pytest.mark.parametrize("case", CASES)
def test_the_same_is_refused(case: Case, scaled: int) -> None:
    """Positions with something changed are read by both or by neither; and read alike."""
    game, rules = both(case)
    chooser = random.Random(f"refused {case}")
    texts = [md.write(rules, odd_state(rules, chooser)) for _ in range(4)]
    for _ in range(20 * scaled):
        text = spoilt(chooser.choice(texts), chooser.choice(texts), chooser)
        try:
            theirs = md.parse(rules, text)
        except ValueError:
            with pytest.raises(ludometer.NotationError):
                game.parse_state(text)
        else:
            compare(rules, theirs, game.parse_state(text))


@pytest.mark.parametrize("case", CASES)
def test_columns(case: Case) -> None:
    """Rows of played games: both cuts, facts, tie-breaks and turns, from the last position."""
    game, rules = both(case)
    batch = game.batch(0, 5, seed=11)
    games, seats = pl.DataFrame(batch.games), pl.DataFrame(batch.seats)
    for row in games.iter_rows(named=True):
        played = game.record(row["game"], seed=11)
        state = md.parse(rules, played["end_state"])
        assert row["turns"] == md.turns(rules, state) == played["turns"]
        assert row["plies"] == state.plies
        facts = md.game_facts(rules, state)
        assert {key: row[key] for key in facts} == facts
        own = seats.filter(pl.col("game") == row["game"]).sort("seat")
        for seat, columns in enumerate(own.iter_rows(named=True)):
            expected = {
                "score": md.totals(rules, state)[seat],
                "rank": md.ranks(rules, state)[seat],
                "share12": md.shares12(rules, state)[seat],
                "tiebreak": md.tiebreaks(rules, state)[seat],
                **{f"c_{key}": n for key, n in md.scores(rules, state)[seat].items()},
                **{f"by_{key}": n for key, n in md.by_colour(rules, state)[seat].items()},
                **md.facts(rules, state)[seat],
            }
            assert {key: columns[key] for key in expected} == expected
