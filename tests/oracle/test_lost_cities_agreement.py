"""Engine and oracle of Lost Cities agree in 10,000 random games of all variants, and elsewhere.

Elsewhere: in the rows of a batch and in odd positions. What both refuse as a position is in
``test_lost_cities_refusals.py``. That disagreement would be seen is shown with mistakes put into
the oracle.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import ludometer
from oracle import lost_cities, lost_cities_positions
from oracle.agreement import compare, walk
from oracle.lost_cities_state import LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable

RuleValues = dict[str, Any]

# Variant, rule values, share of the games in hundredths.
CASES: list[tuple[str, RuleValues, int]] = [
    ("standard", {}, 20),
    ("published", {}, 10),
    ("six-colour", {}, 8),
    ("match", {}, 3),
    ("match", {"round_starter": "alternate", "bonus_counts_wagers": True}, 2),
    ("match", {"round_starter": "first", "rounds": 2}, 2),
    ("standard", {"take_back": True}, 5),
    ("standard", {"max_plies": 101}, 12),
    ("standard", {"pile_memory": "top"}, 5),
    ("standard", {"colours": 2, "hand_size": 3}, 18),
    ("standard", {"colours": 1, "hand_size": 1, "wagers": 0, "low": 4, "high": 9}, 11),
    ("six-colour", {"wagers": 6, "low": 5, "high": 10, "bonus_threshold": 4}, 4),
]
SIZES = [case[:2] for case in CASES]
THOROUGH = 100
"""Every game whose number is a multiple is compared in everything at every ply."""


def games(variant: str, overrides: RuleValues) -> tuple[ludometer.Game, lost_cities.Rules]:
    """The game of the engine and the rules of the oracle; both have the same values."""
    game = ludometer.Game("lost-cities", variant=variant, rules=overrides)
    rules = lost_cities.load_rules(variant, 2, overrides)
    assert {key: rules[key] for key in game.rules} == game.rules
    return game, rules


@pytest.mark.parametrize(("variant", "overrides", "share"), CASES)
def test_random_games(variant: str, overrides: RuleValues, share: int, scaled: int) -> None:
    """10,000 games in all, 40,000 in the full run; how they are compared is said in ``walk``."""
    assert sum(case[2] for case in CASES) == 100
    game, rules = games(variant, overrides)
    for deal in range(100 * share * (1 if scaled == 1 else 4)):
        walk(lost_cities, game, rules, 2, deal, sparing=deal % THOROUGH != 0)


@pytest.mark.parametrize(("variant", "overrides"), SIZES)
def test_rows_of_a_batch(variant: str, overrides: RuleValues, scaled: int) -> None:
    """What a batch stores of a game is what the oracle counts when it is told the moves."""
    game, rules = games(variant, overrides)
    number = 20 * scaled
    batch = game.batch(0, number, seed=3)
    seats = pl.DataFrame(batch.seats).to_dicts()
    for row in pl.DataFrame(batch.games).to_dicts():
        check_rows(game, rules, row, seats[2 * row["game"] : 2 * row["game"] + 2])


def check_rows(
    game: ludometer.Game,
    rules: lost_cities.Rules,
    row: dict[str, Any],
    seats: list[dict[str, Any]],
) -> None:
    """Plays a stored game again by its recorded moves, with the oracle, and compares its rows."""
    record = game.record(row["game"], seed=3)
    state = lost_cities.parse(rules, record["steps"][0]["state"])
    legal: list[list[int]] = [[], []]
    for step in record["steps"]:
        if step["seat"] is None:
            state = lost_cities.apply_chance(rules, state, step["action"])
            continue
        assert lost_cities.turn(rules, state) == step["seat"]
        legal[step["seat"]].append(len(lost_cities.legal(rules, state)))
        assert legal[step["seat"]][-1] == step["legal"]
        state = lost_cities.apply(rules, state, step["action"])
    assert lost_cities.write(rules, state) == record["end_state"]

    shares = lost_cities.shares12(rules, state)
    assert game.facts["ends"][row["end"]] == lost_cities.end(rules, state)
    assert row["plies"] == sum(map(len, legal))
    assert row["turns"] == lost_cities.turns(rules, state)
    assert row["winner_mask"] == sum(1 << seat for seat in (0, 1) if shares[seat])
    names = dict(zip(game.facts["cuts"], LETTERS, strict=True))
    for seat, stored in enumerate(seats):
        colours = lost_cities.by_colour(rules, state)[seat]
        expected = {
            "game": row["game"],
            "seat": seat,
            "policy": 0,
            "score": lost_cities.totals(rules, state)[seat],
            "rank": lost_cities.ranks(rules, state)[seat],
            "share12": shares[seat],
            "tiebreak": 0,
            "plies": len(legal[seat]),
            "choices": sum(count > 1 for count in legal[seat]),
            "sum_branching": sum(legal[seat]),
            **{f"c_{part}": n for part, n in lost_cities.scores(rules, state)[seat].items()},
            **{f"by_{name}": colours.get(letter, 0) for name, letter in names.items()},
            **lost_cities.facts(rules, state)[seat],
        }
        assert stored == expected


# The oracle's maker of odd positions wants more than the one colour of the smallest game.
ODD = [case for case in SIZES if case[1].get("colours") != 1]


@pytest.mark.parametrize(("variant", "overrides"), ODD)
def test_odd_positions(variant: str, overrides: RuleValues, scaled: int) -> None:
    """Last cards, empty piles, full rows, later rounds: read, compared, played a little on."""
    game, rules = games(variant, overrides)
    chooser = random.Random(f"{variant} {overrides}")
    for _ in range(40 * scaled):
        theirs = lost_cities_positions.odd_state(rules, chooser)
        ours = game.parse_state(lost_cities.write(rules, theirs))
        for outcome in ours.chance:
            theirs = lost_cities.apply_chance(rules, theirs, outcome)
        for _ in range(4):
            compare(lost_cities, rules, theirs, ours)
            if ours.is_terminal():
                break
            action = chooser.choice(sorted(ours.legal_texts()))
            theirs = lost_cities.apply(rules, theirs, action)
            ours.apply(action)
            for outcome in ours.chance:
                theirs = lost_cities.apply_chance(rules, theirs, outcome)


# --- disagreement is seen ------------------------------------------------------------------------


def lax_follows(last: str, card: str) -> bool:
    """LC-08 forgotten: a wager behind a number."""
    return "x" in (last[1:], card[1:]) or int(card[1:]) > int(last[1:])


def strict_follows(last: str, card: str) -> bool:
    """LC-07 misread: no gaps."""
    return last[1:] == "x" or card[1:] == str(int(last[1:]) + 1)


def all_draws(state: lost_cities.State) -> list[str]:
    """LC-12 forgotten: no pile is closed."""
    return ["deck", *(letter for letter, pile in state.piles.items() if pile)]


def equal_wagers(state: lost_cities.State) -> list[str]:
    """Equal wagers as different discards."""
    rows = state.rows[state.seat]
    hand = state.hands[state.seat]
    plays = [f"{card}+" for card in set(hand) if lost_cities.fits(rows[card[0]], card)]
    return [*plays, *(f"{card}-" for card in hand)]


def first_in(state: lost_cities.State, pile: str) -> None:
    """LC-10 misread: the bottom of a pile is taken."""
    state.piles = {**state.piles, pile: [*state.piles[pile][1:], state.piles[pile][0]]}
    TRUE_TAKE(state, pile)


def unseen(state: lost_cities.State, pile: str) -> None:
    """LC-23 forgotten: nobody remembers who took what."""
    known = state.known
    TRUE_TAKE(state, pile)
    state.known = known


def late_cost(rules: lost_cities.Rules, row: list[str]) -> lost_cities.Tally:
    """LC-15 misread: the cost comes off after the multiplication."""
    points = TRUE_POINTS(rules, row)
    wagers = sum(card[1:] == "x" for card in row)
    return {**points, "wagers": wagers * points["numbers"]}


def counted_wagers(rules: lost_cities.Rules, row: list[str]) -> lost_cities.Tally:
    """LC-17 misread: wagers count towards the bonus."""
    return TRUE_POINTS({**rules, "bonus_counts_wagers": True}, row)


def open_hands(rules: lost_cities.Rules, state: lost_cities.State, seat: int) -> str:
    """LC-23 broken: the other hand is seen once most of it is known."""
    if len(state.known[1 - seat]) >= 4:
        state = replace(state, known=state.hands)
    return TRUE_OBSERVATION(rules, state, seat)


def same_starter(rules: lost_cities.Rules, state: lost_cities.State) -> lost_cities.State:
    """LC-20 misread: the seat with fewer points begins."""
    after = TRUE_NEXT_ROUND(rules, state)
    after.seat = after.starter = 1 - after.starter
    return after


TRUE_TAKE = lost_cities.take
TRUE_POINTS = lost_cities.row_points
TRUE_OBSERVATION = lost_cities.observation
TRUE_NEXT_ROUND = lost_cities.next_round
MISTAKES: list[tuple[str, Callable[..., object], int]] = [
    ("follows", lax_follows, 0),
    ("follows", strict_follows, 2),
    ("draws", all_draws, 1),
    ("placements", equal_wagers, 0),
    ("take", first_in, 9),
    ("take", unseen, 0),
    ("row_points", late_cost, 0),
    ("row_points", counted_wagers, 11),
    ("observation", open_hands, 0),
    ("next_round", same_starter, 4),
]


@pytest.mark.parametrize(("where", "mistake", "case"), MISTAKES)
def test_a_mistake_is_seen(
    where: str, mistake: Callable[..., object], case: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sparing walks stop at each of these mistakes within 20 games."""
    game, rules = games(*SIZES[case])
    monkeypatch.setattr(lost_cities, where, mistake)
    with pytest.raises(AssertionError):  # noqa: PT012 - any of the games may stop
        for deal in range(20):
            walk(lost_cities, game, rules, 2, deal, sparing=True)


@pytest.mark.parametrize("where", ["turns", "facts", "by_colour", "shares12"])
def test_a_mistake_in_a_row_is_seen(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column that is off by one in the smallest way is seen in a single game."""
    game, rules = games("standard", {})
    true = getattr(lost_cities, where)

    def off_by_one(rules: lost_cities.Rules, state: lost_cities.State) -> object:
        found = true(rules, state)
        if where == "turns":
            return found + 1
        if where == "shares12":
            return found[::-1]
        return [found[0], {key: n + (key in ("opened", "Y")) for key, n in found[1].items()}]

    monkeypatch.setattr(lost_cities, where, off_by_one)
    batch = game.batch(0, 1, seed=3)
    [row] = pl.DataFrame(batch.games).to_dicts()
    with pytest.raises(AssertionError):
        check_rows(game, rules, row, pl.DataFrame(batch.seats).to_dicts())
