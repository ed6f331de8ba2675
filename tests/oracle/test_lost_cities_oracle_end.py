"""The oracle of Lost Cities against the checklist (LC.nn) and its rule page (LC-nn): end, scores.

Values of rows and rounds were worked out on paper or are published.
"""

from __future__ import annotations

import csv
from itertools import combinations

import pytest

from oracle import lost_cities as lc
from oracle.lost_cities_positions import at, deal, last, play, step, walk
from oracle.lost_cities_state import VARIANTS as VARIANTS_FILE

VARIANTS = ("standard", "published", "six-colour", "match")
STANDARD = lc.load_rules("standard")
PUBLISHED = lc.load_rules("published")
SIX = lc.load_rules("six-colour")
TINY = lc.load_rules("standard", overrides={"colours": 1, "hand_size": 2})  # eight in the deck
TINY_MATCH = lc.load_rules("match", overrides={"colours": 1, "hand_size": 2})
PERFT = VARIANTS_FILE.with_name("perft.csv")


def worth(text: str, rules: lc.Rules = STANDARD) -> int:
    """The value of a red row."""
    return sum(lc.row_points(rules, [f"R{card}" for card in text.split()]).values())


def by_formula(row: list[str], *, wagers_count: bool) -> int:
    """The value of a row once more, in one expression."""
    numbers = [int(card[1:]) for card in row if card[1:] != "x"]
    wagers = len(row) - len(numbers)
    bonus = 20 if len(numbers) + wagers * wagers_count >= 8 else 0
    return (sum(numbers) - 20) * (1 + wagers) + bonus if row else 0


def contents() -> list[list[str]]:
    """All 2,048 contents of a row: any set of numbers, zero to three wagers."""
    numbers = [[f"R{n}" for n in some] for k in range(10) for some in combinations(range(2, 11), k)]
    return [["Rx"] * wagers + some for wagers in range(4) for some in numbers]


def result(rules: lc.Rules, state: lc.State) -> tuple[object, ...]:
    """End reason, scores, ranks and shares in one value."""
    points = lc.totals(rules, state)
    return lc.end(rules, state), points, lc.ranks(rules, state), lc.shares12(rules, state)


# --- the end of a round --------------------------------------------------------------------------


def test_round_ends_with_the_last_card_of_the_deck() -> None:
    """LC.14 / LC-14: over at once for both, whoever draws it; cards in hands count nothing."""
    state = at(TINY, "Rx,R10", "R2,R3", rows="R:4,5|-", piles="R:x,x,6,7,8")
    assert state.deck == ["R9"]
    assert lc.end(TINY, state) is None
    state = play(TINY, state, "R10+ deck")
    assert (lc.turn(TINY, state), lc.end(TINY, state)) == ("chance", None)
    state = play(TINY, state, "R9")
    assert (lc.turn(TINY, state), lc.legal(TINY, state)) == (None, [])
    assert result(TINY, state) == ("deck", [-1, 0], [2, 1], [0, 12])
    for action in ("R2+", "R2-", "Rx-", "deck", "R"):
        with pytest.raises(ValueError, match="not legal"):
            lc.apply(TINY, state, action)


def test_piles_keep_the_round_going() -> None:
    """LC.14 / LC-14: with one card in the deck, cards from piles let the other seat play on."""
    state = at(TINY, "Rx,R10", "R2,R3", rows="R:4,5|-", piles="R:x,x,6,7,8")
    for turn, line in ((1, "R10+ R"), (0, "R2+ R")):
        state = play(TINY, state, line)
        assert (lc.turn(TINY, state), lc.end(TINY, state), state.deck) == (turn, None, ["R9"])
    state = play(TINY, state, "Rx- deck R9")
    assert result(TINY, state) == ("deck", [-1, -18], [1, 2], [12, 0])


# --- the value of rows ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("7 8", -5),
        ("x 7 8", -10),
        ("x x 6 8 10", 12),
        ("x x 6 10", -12),
        ("x 3 5 7 8 10", 26),
        ("2", -18),
        ("2 8 10", 0),
        ("x x x 2 8 10", 0),
        ("x x x 10", -40),
    ],
)
def test_cost_comes_before_the_multiplication(row: str, points: int) -> None:
    """LC.15 / LC-15: rows below and above the cost, with and without wagers."""
    assert worth(row) == worth(row, PUBLISHED) == points


@pytest.mark.parametrize(("row", "points"), [("", 0), ("x", -40), ("x x", -60), ("x x x", -80)])
def test_rows_without_numbers(row: str, points: int) -> None:
    """LC.16 / LC-16: wagers alone cost; a row without a card does not."""
    assert worth(row) == points
    assert lc.row_points(STANDARD, [])["costs"] == 0


@pytest.mark.parametrize(
    ("row", "standard", "published"),
    [
        ("2 3 4 5 6 7 8 9", 44, 44),
        ("x 2 3 4 5 6 7 8 9", 68, 68),
        ("2 3 4 5 6 7 8 9 10", 54, 54),
        ("x x x 2 3 4 5 6 7 8 9 10", 156, 156),
        ("x x x 6 7 8 9 10", 80, 100),
        ("x 2 3 4 5 6 7 8", 30, 50),
        ("2 3 4 5 6 7 8", 15, 15),
        ("x x x 2 3 4 5", -24, -24),
        ("x x x 2 3 4 5 6", 0, 20),
        ("x x 5 6 7 8 9", 45, 45),
        ("x x 4 5 6 7 8 10", 60, 80),
    ],
)
def test_bonus(row: str, standard: int, published: int) -> None:
    """LC.17 / LC-17, LC.18 / LC-18: eight cards, wagers left out or counted; not multiplied."""
    assert worth(row) == standard
    assert worth(row, PUBLISHED) == published


def test_rule_values_of_the_score() -> None:
    """LC.15 / LC-15, LC.17 / LC-17: cost, bonus and its threshold are rule values."""
    rules = lc.load_rules("standard", overrides={"cost": 15, "bonus_threshold": 5})
    assert worth("x 2 3 4 5", rules) == -2
    assert worth("x 2 3 4 5 6", rules) == 30
    rules = lc.load_rules("published", overrides={"bonus_threshold": 5, "bonus_points": 7})
    assert worth("x 2 3 4 5", rules) == -5


def test_all_contents_of_a_row() -> None:
    """LC.18 / LC-18: sums over all 2,048 contents; 402 differ, each by 20."""
    rows = contents()
    assert len(rows) == 2048
    standard = [worth(" ".join(card[1:] for card in row)) for row in rows]
    published = [worth(" ".join(card[1:] for card in row), PUBLISHED) for row in rows]
    assert standard == [by_formula(row, wagers_count=False) for row in rows]
    assert published == [by_formula(row, wagers_count=True) for row in rows]
    assert (sum(standard), sum(published)) == (36_660, 44_700)
    differences = [b - a for a, b in zip(standard, published, strict=True) if a != b]
    assert differences == [20] * 402


def test_components_of_a_row() -> None:
    """LC.15 / LC-15, LC.17 / LC-17: what each component holds."""
    row = ["Rx", "Rx", "R3", "R5", "R6", "R7", "R8", "R10"]
    expected = {"numbers": 39, "costs": -20, "wagers": 38, "bonus": 0}
    assert lc.row_points(STANDARD, row) == expected
    assert lc.row_points(PUBLISHED, row) == {**expected, "bonus": 20}
    only = {"numbers": 0, "costs": -20, "wagers": -20, "bonus": 0}
    assert lc.row_points(STANDARD, ["Rx"]) == only


def test_extreme_rows_and_rounds() -> None:
    """LC.21 / LC-21: best row 156, worst -80; worst round -400, with six colours -480."""
    for wagers_count in (False, True):
        values = [by_formula(row, wagers_count=wagers_count) for row in contents()]
        assert (max(values), min(values)) == (156, -80)
    for rules, letters, worst in ((STANDARD, "RGBWY", -400), (SIX, "RGBWYP", -480)):
        rows = ";".join(f"{letter}:x,x,x" for letter in letters)
        assert lc.totals(rules, at(rules, rows=f"{rows}|-")) == [worst, 0]
        rows = ";".join(f"{letter}:x,x,x" for letter in letters)
        assert lc.totals(rules, at(rules, rows=f"-|{rows}", turn="2:place")) == [0, worst]


# --- the score -----------------------------------------------------------------------------------


def test_score_of_a_table() -> None:
    """LC.19 / LC-19: rows add up, by component and by colour; nothing else counts."""
    rows = "R:x,7,8;G:2,3,4,5,6,7,8,9;B:x|W:x,x,6,8,10"
    state = at(STANDARD, rows=rows)
    assert lc.totals(STANDARD, state) == [-10 + 44 - 40, 12]
    assert lc.scores(STANDARD, state) == [
        {"numbers": 59, "costs": -60, "wagers": -25, "bonus": 20},
        {"numbers": 24, "costs": -20, "wagers": 8, "bonus": 0},
    ]
    assert lc.by_colour(STANDARD, state) == [
        {"R": -10, "G": 44, "B": -40, "W": 0, "Y": 0},
        {"R": 0, "G": 0, "B": 0, "W": 12, "Y": 0},
    ]
    facts = lc.facts(STANDARD, state)
    assert [(f["opened"], f["wagers_played"]) for f in facts] == [(3, 2), (1, 2)]
    more = at(STANDARD, "R9,R10,Gx", "Wx,W9", rows=rows, piles="B:10,9,8;Y:x,x,x,2")
    assert lc.scores(STANDARD, more) == lc.scores(STANDARD, state)


@pytest.mark.parametrize(
    ("rows", "ranks", "shares"),
    [
        ("R:2|G:3", [2, 1], [0, 12]),
        ("R:4|G:3", [1, 2], [12, 0]),
        ("R:3|G:3", [1, 1], [6, 6]),
        ("-|-", [1, 1], [6, 6]),
        ("Y:x|-", [2, 1], [0, 12]),
        ("R:x,7,8|G:x;B:2,3,4,5,6,7,8,10", [2, 1], [0, 12]),
    ],
)
def test_higher_score_wins(rows: str, ranks: list[int], shares: list[int]) -> None:
    """LC.19 / LC-19: the higher score wins, also among negative ones; a tie is shared."""
    state = at(STANDARD, rows=rows)
    assert (lc.ranks(STANDARD, state), lc.shares12(STANDARD, state)) == (ranks, shares)


@pytest.mark.parametrize("variant", VARIANTS)
def test_components_and_colours_add_up(variant: str) -> None:
    """LC.19 / LC-19: both cuts of the score sum to the rows, and the shares to one win."""
    rules = lc.load_rules(variant)
    counts = rules["bonus_counts_wagers"]
    before = [0, 0]  # earlier rounds
    for _, token, state in walk(rules, 4):
        if state.phase == "deal" and not any(state.hands):
            before = lc.totals(rules, state)
        if not token.endswith("+"):
            continue
        scores, colours = lc.scores(rules, state), lc.by_colour(rules, state)
        for seat, rows in enumerate(state.rows):
            here = sum(by_formula(row, wagers_count=counts) for row in rows.values())
            assert sum(scores[seat].values()) == before[seat] + here
            assert sum(colours[seat].values()) == before[seat] + here
        assert sum(lc.shares12(rules, state)) == 12


# --- rounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds(variant: str) -> None:
    """LC.20 / LC-20: one deck is a game, or three in ``match``, and each adds its points."""
    rules = lc.load_rules(variant)
    rounds = 3 if variant == "match" else 1
    for seed in range(2):
        ended: list[list[int]] = []
        taken, turns = [0, 0], 0
        for before, token, after in walk(rules, seed):
            if before.phase == "draw" and token != "deck":
                taken[before.seat] += 1
            if before.phase == "deck" or (before.phase == "draw" and token != "deck"):
                turns += 1
            if before.phase == "deck" and len(before.deck) == 1:
                counts = rules["bonus_counts_wagers"]
                ended.append(
                    [
                        sum(by_formula(row, wagers_count=counts) for row in rows.values())
                        for rows in before.rows
                    ]
                )
                assert (after.phase == "deal") == (len(ended) < rounds)
                assert (lc.end(rules, after) == "deck") == (len(ended) == rounds)
            assert after.round == min(len(ended) + 1, rounds)
            if after.phase in ("place", "deal"):
                assert lc.turns(rules, after) == turns
                assert [f["pile_draws"] for f in lc.facts(rules, after)] == taken
        assert len(ended) == rounds
        assert lc.totals(rules, after) == [sum(e[seat] for e in ended) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("starter", "points", "seats"),
    [
        # red rows of both seats in two rounds; seats that begin rounds two and three
        ("leader", ["2|5", "9|3"], [1, 0]),
        ("leader", ["5|2", "3|4"], [0, 0]),
        ("leader", ["5|2", "3|9"], [0, 1]),
        ("leader", ["-|-", "-|-"], [1, 0]),
        ("leader", ["5|2", "2|5"], [0, 1]),
        ("leader", ["2|5", "5|2"], [1, 0]),
        ("leader", ["-|-", "5|2"], [1, 0]),
        ("alternate", ["5|2", "5|2"], [1, 0]),
        ("alternate", ["2|5", "2|5"], [1, 0]),
        ("first", ["2|5", "2|5"], [0, 0]),
        ("first", ["-|-", "2|5"], [0, 0]),
    ],
)
def test_who_begins_later_rounds(starter: str, points: list[str], seats: list[int]) -> None:
    """LC.20 / LC-20: the leader in all points so far; at a tie who did not begin before."""
    rules = {**TINY_MATCH, "round_starter": starter}
    state, begun = lc.start(rules), []
    for rows in points:
        done = lc.start(rules)
        for seat, card in enumerate(rows.split("|")):
            done.rows[seat]["R"] = [] if card == "-" else [f"R{card}"]
        done.starter, done.round, done.past = state.starter, state.round, state.past
        state = lc.next_round(rules, done)
        begun.append(state.seat)
        assert state.starter == state.seat
        assert lc.turn(rules, state) == "chance"
    assert begun == seats


def test_next_round_is_dealt_anew() -> None:
    """LC.20 / LC-20: all cards are gathered and dealt, the one who begins is served first."""
    state = at(TINY_MATCH, "Rx,R10", "R2,R3", rows="R:4,5|R:6,7,8", piles="R:x,x")
    state = play(TINY_MATCH, state, "R10+ deck R9")
    assert (state.seat, state.round, state.plies, state.taken) == (1, 2, 0, [0, 0])
    assert state.deck == lc.all_cards(TINY_MATCH)
    assert lc.totals(TINY_MATCH, state) == [-1, 1]
    state = play(TINY_MATCH, state, "R2 Rx R4")
    assert state.hands == [["Rx"], ["R2", "R4"]]
    state = play(TINY_MATCH, state, "R3")
    assert (lc.turn(TINY_MATCH, state), state.phase) == (1, "place")


# --- known values --------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "turns"), [(STANDARD, 44), (SIX, 56)])
def test_game_of_discards(rules: lc.Rules, turns: int) -> None:
    """LC.21 / LC-21: discards and deck only: 44 turns (56), half for each seat, 0 to 0."""
    for seed in range(3):
        state, by_seat = deal(rules, seed), [0, 0]
        while lc.end(rules, state) is None:
            by_seat[state.seat] += 1
            state = play(rules, state, f"{state.hands[state.seat][seed]}- deck {state.deck[-1]}")
        assert by_seat == [turns // 2, turns // 2]
        assert (lc.turns(rules, state), state.plies) == (turns, 2 * turns)
        assert result(rules, state) == ("deck", [0, 0], [1, 1], [6, 6])


@pytest.mark.parametrize(
    ("hand", "distinct"), [("R2,R3,R4,G5,G6,B7,W8,Y9", 8), ("Rx,Rx,Rx,Gx,Gx,B2,W3,Y4", 5)]
)
def test_first_turn(hand: str, distinct: int) -> None:
    """LC.21 / LC-21: two placements for each distinct card, each followed by the deck only."""
    state = at(STANDARD, hand)
    assert len(lc.legal(STANDARD, state)) == 2 * distinct
    for action in lc.legal(STANDARD, state):
        assert lc.legal(STANDARD, lc.apply(STANDARD, state, action)) == ["deck"]
    assert lc.perft(STANDARD, state, [], 2) == 2 * distinct


# --- the limit -----------------------------------------------------------------------------------


def cycle(rules: lc.Rules, state: lc.State) -> lc.State:
    """Both seats discard and take from another pile until the game is over."""
    while lc.end(rules, state) is None:
        pile = next(letter for letter, cards in state.piles.items() if cards)
        card = next(c for c in state.hands[state.seat] if c[0] != pile)
        state = play(rules, state, f"{card}- {pile}")
    return state


def test_endless_cycle_is_truncated() -> None:
    """LC.22 / LC-22: nothing ends a cycle but the limit; the table is scored as it stands."""
    rows = "B:2,3,4,5,6,7,8,9|B:x"
    state = at(STANDARD, "R2,R3,R4,G2,G3", "R5,R6,R7,G4,G5", rows=rows, piles="R:9")
    state = cycle(STANDARD, state)
    assert state.plies == STANDARD["max_plies"] == 4000
    assert lc.turn(STANDARD, state) is None
    assert lc.legal(STANDARD, state) == []
    assert result(STANDARD, state) == ("truncated", [44, -40], [1, 2], [12, 0])
    assert lc.turns(STANDARD, state) == 2000
    assert len(state.deck) == 60 - 16 - 10
    assert state.taken == [f["pile_draws"] for f in lc.facts(STANDARD, state)]
    assert sum(state.taken) == 2000 - 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_deck_draws_of_a_game(variant: str) -> None:
    """LC.22 / LC-22: 44 cards (56) leave the deck in each round that is not truncated."""
    rules = lc.load_rules(variant)
    whole = {"six-colour": 56, "match": 3 * 44}.get(variant, 44)
    for seed in range(2):
        steps = list(walk(rules, seed))
        drawn = sum(before.phase == "deck" for before, _, _ in steps)
        after = steps[-1][2]
        assert lc.end(rules, after) == "deck"
        assert drawn == whole
        piles = sum(f["pile_draws"] for f in lc.facts(rules, after))
        assert lc.turns(rules, after) == drawn + piles


@pytest.mark.parametrize(
    ("limit", "line", "expected"),
    [
        (18, "R10+ deck R9", "deck"),  # the last card of the deck is asked first
        (18, "R10+ deck", None),  # a card that is due is drawn first
        (18, "R10+ R", "truncated"),
        (19, "R10+ R", None),
        (17, "R10+", "truncated"),  # within a turn
        (17, "", None),
        (16, "", "truncated"),
    ],
)
def test_limit_is_asked_last(limit: int, line: str, expected: str | None) -> None:
    """LC.22 / LC-22: the limit matters only when a seat would have to decide."""
    rules = {**TINY, "max_plies": limit}
    before = at(rules, "Rx,R10", "R2,R3", rows="R:4,5|-", piles="R:x,x,6,7,8")
    assert before.plies == 16
    state = play(rules, before, line)
    assert lc.end(rules, state) == expected
    if expected == "truncated":
        assert (lc.turn(rules, state), lc.legal(rules, state)) == (None, [])


def test_limit_holds_for_each_round() -> None:
    """LC.22 / LC-22: a new round counts plies from 0; a truncated one ends the whole game."""
    rules = {**TINY_MATCH, "max_plies": 16}
    state = play(rules, lc.start(rules), "Rx Rx Rx R2")
    for card in ("R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"):
        assert state.round == 1
        state = play(rules, state, f"{state.hands[state.seat][0]}- deck {card}")
    assert (state.round, state.plies, lc.end(rules, state)) == (2, 0, None)
    state = play(rules, state, "Rx Rx Rx R2 Rx- deck R3 R2+ R")
    while lc.end(rules, state) is None:
        state = play(rules, state, f"{state.hands[state.seat][0]}- deck {state.deck[0]}")
    assert (state.round, state.plies, state.deck) == (2, 16, ["R10"])
    assert lc.turns(rules, state) == 8 + 8
    assert result(rules, state) == ("truncated", [-18, 0], [2, 1], [0, 12])


# --- perft ---------------------------------------------------------------------------------------


def test_perft_of_two_turns() -> None:
    """LC.21 / LC-21: lines of two turns from a deal, counted by colour."""
    first, second = "R2,R3,R4,G5,G6,B7,W8,Y9", "R5,R6,R7,R8,G7,G8,B2,Y2"
    state = at(STANDARD, first, second)
    tape = ["W2", "W3"]
    assert [lc.perft(STANDARD, state, tape, d) for d in range(4)] == [1, 16, 16, 256]
    # After adding to a row the other seat can only draw from the deck. After a discard, the pile
    # is there too, but not if the second discard goes on the same pile.
    same = [sum(card[0] == mine[0] for card in second.split(",")) for mine in first.split(",")]
    lines = 8 * 16 + sum(2 * 16 - n for n in same)
    assert lc.perft(STANDARD, state, tape, 4) == lines


def test_perft_stops_at_the_end() -> None:
    """LC.14 / LC-14: a game that is over is not continued; the tape is read in order."""
    state = at(TINY, "Rx,R10", "R2,R3", rows="R:4,5|-", piles="R:x,x,6,7,8")
    # Rx-, R10+, R10-: deck; after R10+ also the pile, which lets seat 2 place
    assert [lc.perft(TINY, state, ["R9"], d) for d in (1, 2, 3)] == [3, 4, 4]
    with pytest.raises(ValueError, match="tape is too short"):
        lc.perft(TINY, state, [], 3)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_perft_counts_lines(depth: int) -> None:
    """LC.03 / LC-03: perft agrees with lines written out one by one."""
    state = deal(STANDARD, 7)
    tape = state.deck[:4]
    lines = [(state, 0)]
    for _ in range(depth):
        longer = []
        for one, drawn in lines:
            for action in lc.legal(STANDARD, one):
                after = step(STANDARD, one, action)
                if action == "deck":
                    after = step(STANDARD, after, tape[drawn])
                longer.append((after, drawn + (action == "deck")))
        lines = longer
    assert lc.perft(STANDARD, state, tape, depth) == len(lines)


def perft_rows() -> list[dict[str, str]]:
    """The rows of ``perft.csv``."""
    with PERFT.open(newline="") as file:
        return list(csv.DictReader(file))


def override(text: str) -> dict[str, object]:
    """Rule values as ``key=value``, whole numbers or true and false, semicolons between them."""
    pairs = [part.split("=") for part in text.split(";") if part]
    words = {"true": True, "false": False}
    return {key: words.get(v, int(v) if v.isdigit() else v) for key, v in pairs}


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: f"{row['variant']}-{row['nodes']}")
def test_perft_file(row: dict[str, str]) -> None:
    """LC.03 / LC-03: the rows of the file come from this oracle and stay what they are."""
    rules = lc.load_rules(row["variant"], int(row["players"]), override(row["rules"]))
    state = lc.parse(rules, row["position"])
    assert lc.write(rules, state) == row["position"]
    assert row["source"] == "oracle"
    assert lc.perft(rules, state, row["tape"].split(), int(row["depth"])) == int(row["nodes"])


def test_random_games_end_as_they_should() -> None:
    """LC.14 / LC-14: random games end by the deck; facts agree with the table."""
    for seed in range(5):
        state = last(STANDARD, seed)
        assert lc.end(STANDARD, state) == "deck"
        for seat, fact in enumerate(lc.facts(STANDARD, state)):
            rows = state.rows[seat].values()
            assert fact["opened"] == sum(1 for row in rows if row)
            assert fact["wagers_played"] == sum(row.count(f"{row[0][0]}x") for row in rows if row)
