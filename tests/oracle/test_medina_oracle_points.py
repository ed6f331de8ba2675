"""The oracle of Medina against ME.51 to ME.55: points, ties, facts."""

from __future__ import annotations

import pytest

from oracle import medina as md
from oracle.medina_positions import SETS, at, last, play, walk
from oracle.medina_state import TEA

STANDARD = md.load_rules("standard", 2)
CHAIN = md.load_rules("standard", 2, {"tie": "largest_palace"})


def points(rules: md.Rules, state: md.State, seat: int = 0) -> list[int]:
    """Components of a seat: buildings, stables, merchants, walls, palace and tower tiles, well."""
    return list(md.scores(rules, state)[seat].values())


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_both_cuts_add_up(variant: str, players: int) -> None:
    """ME.51 / ME-51: components and colours sum to the score at every ply; nothing is negative."""
    rules = md.load_rules(variant, players)
    names = ["buildings", "stables", "merchants", "walls", "palace_tiles", "tower_tiles", "well"]
    for _, _, after in walk(rules, 51):
        totals = md.totals(rules, after)
        assert after.board.roofs or totals == [0] * players  # ME.05: nobody holds a tile yet
        for seat in range(players):
            parts, cut = md.scores(rules, after)[seat], md.by_colour(rules, after)[seat]
            assert list(parts) == names
            assert list(cut) == ["orange", "black", "grey", "brown", "towers"]
            assert sum(parts.values()) == sum(cut.values()) == totals[seat]
            assert cut["towers"] == parts["tower_tiles"]
            assert min(*parts.values(), *cut.values()) >= 0
        assert sum(parts["palace_tiles"] for parts in md.scores(rules, after)) <= 10
        assert sum(parts["tower_tiles"] for parts in md.scores(rules, after)) <= 10


def test_value_of_a_palace() -> None:
    """ME.52 / ME-52, ME-53: the example: 6 points, 8 with a stable."""
    board, line = "Od11 Oe11 Of11", "e10 e9 f9 g9 g10"
    state = at(STANDARD, board, merchants=line, walls="nw-e=5", seat=0)
    after = play(STANDARD, state, "Rd11")
    assert points(STANDARD, after) == [3, 0, 1, 2, 4, 1, 0]
    after = play(STANDARD, state, "Rd11 Sg11")
    assert points(STANDARD, after) == [3, 1, 2, 2, 4, 1, 0]
    assert md.by_colour(STANDARD, after)[0] == {
        "orange": 12,
        "black": 0,
        "grey": 0,
        "brown": 0,
        "towers": 1,
    }


@pytest.mark.parametrize(
    ("colour", "worth", "place"), [("O", 4, 0), ("B", 2, 1), ("G", 1, 2), ("N", 3, 3)]
)
def test_palace_tiles(colour: str, worth: int, place: int) -> None:
    """ME.05, ME.51 / ME-05, ME-51: grey 1, black 2, brown 3, orange 4, also of another's palace."""
    tiles = ["-"] * 4
    tiles[place] = "2"
    roofs = "c3:1 k3:2"
    state = at(STANDARD, f"{colour}c3 {colour}k3", roofs=roofs, tiles="".join(tiles) + "|----")
    assert points(STANDARD, state, 0) == [1, 0, 0, 0, 0, 0, 0]
    assert points(STANDARD, state, 1) == [1, 0, 0, 0, worth, 0, 0]
    assert list(md.by_colour(STANDARD, state)[1].values())[place] == 1 + worth


@pytest.mark.parametrize(
    ("values", "worths"),
    [(["1", "3", "2", "4"], (1, 3, 2, 4)), (["4", "1", "3", "2"], (4, 1, 3, 2))],
)
def test_tower_tiles(values: list[str], worths: tuple[int, ...]) -> None:
    """ME.05 / ME-05: nw 1, ne 3, se 2, sw 4, or as the field says (O13)."""
    rules = md.load_rules("standard", 2, {"tower_values": values})
    corners = ("a11", "p11", "p1", "a1")
    for number, (cell, worth) in enumerate(zip(corners, worths, strict=True)):
        arm = ("nw-e", "ne-w", "se-n", "sw-e")[number]
        tiles = "".join("1" if n == number else "-" for n in range(4))
        roofs = f"{cell}:1"
        state = at(rules, f"G{cell}", walls=f"{arm}=1", roofs=roofs, tiles=f"--1-|{tiles}")
        assert points(rules, state) == [1, 0, 0, 1, 1, worth, 0]


def test_merchants_alongside() -> None:
    """ME.53 / ME-53: once for each palace; both sides of an alley; old lines; not at a corner."""
    line = "b3 b4 b5 b6 c6 d6 e6"
    state = at(STANDARD, "Oa3 Oa4 Gc3 Gc4", merchants=line, roofs="a3:1 c3:2", tiles="1-2-|----")
    assert points(STANDARD, state, 0) == [2, 0, 2, 0, 4, 0, 0]
    assert points(STANDARD, state, 1) == [2, 0, 2, 0, 1, 0, 0]
    state = at(STANDARD, "Oa3 Ob3 Oa4", merchants="b4 c4", roofs="a3:1", tiles="1---|----")
    assert points(STANDARD, state)[2] == 1  # b4 touches two pieces; c4 is at a corner of b3
    old = "Ba1 Oc1 Ga3"
    state = at(STANDARD, old, merchants="a2 b2 b1|k9", roofs="a1:1 c1:2", tiles="21--|----")
    assert points(STANDARD, state, 0)[2] == 2
    assert points(STANDARD, state, 1)[2] == 1
    both = play(STANDARD, at(STANDARD, "Oa3 Gc3", merchants="b3 b4"), "Ra3 Rc3")
    assert points(STANDARD, both)[2] == 2  # one merchant, two palaces of one seat


def test_walls_alongside() -> None:
    """ME.52, ME.53 / ME-52, ME-53: beside a building or stable; two at a corner cell."""
    state = at(STANDARD, "Oa1 Ob1 Sa2", walls="sw-e=5 sw-n=1 se-w=10")
    assert points(STANDARD, play(STANDARD, state, "Ra1")) == [2, 1, 0, 3, 4, 4, 0]
    assert points(STANDARD, play(STANDARD, state, "Ra1 sw-n"))[3] == 4
    other = play(STANDARD, state, "sw-n Ra1")
    assert points(STANDARD, other)[3] == 4


def test_no_roof_no_points() -> None:
    """ME.54 / ME-54: palaces without a roof score for nobody; pieces left cost nothing."""
    state = at(STANDARD, "Oa1 Ob1 Gk9 Gk10", walls="sw-e=5", roofs="k9:2", tiles="--2-|----")
    assert md.totals(STANDARD, state) == [0, 3]
    assert md.game_facts(STANDARD, state) == {
        "abandoned": 1,
        "neutral_palaces": 0,
        "merchant_lines": 1,
        "returned": 0,
    }
    facts = md.facts(STANDARD, state)
    assert [own["palaces"] for own in facts] == [0, 1]
    assert [own["left_over"] for own in facts] == [
        sum(n for kind, n in own.items() if kind != TEA) for own in state.supply
    ]
    assert sum(own["left_over"] for own in facts) == 2 * 67 - 10


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_ranks_and_shares(variant: str, players: int) -> None:
    """ME.55 / ME-55: the highest score wins; equal scores share."""
    rules = md.load_rules(variant, players)
    for seed in range(6):
        over = last(rules, seed)
        totals, ranks = md.totals(rules, over), md.ranks(rules, over)
        best = max(totals)
        for seat in range(players):
            assert ranks[seat] == 1 + len([p for p in totals if p > totals[seat]])
            share = 12 // totals.count(best) if totals[seat] == best else 0
            assert md.shares12(rules, over)[seat] == share
        assert md.tiebreaks(rules, over) == [0] * players


TIED = ("Ga1 Gb1 Gc1 Ne1 Be5 Bf5", "a1:1 e1:2 e5:3", "-312|----")


def test_shared_win() -> None:
    """ME.55 / ME-55: three equal seats of four: 1, 1, 1, 4, and four twelfths each."""
    rules = md.load_rules("standard", 4)
    board, roofs, tiles = TIED
    state = at(rules, board, roofs=roofs, tiles=tiles)
    assert md.totals(rules, state) == [4, 4, 4, 0]
    assert md.ranks(rules, state) == [1, 1, 1, 4]
    assert md.shares12(rules, state) == [4, 4, 4, 0]
    assert md.tiebreaks(rules, state) == [0, 0, 0, 0]


def test_largest_palace_breaks_ties() -> None:
    """ME.55 / ME-55: the field decides by size, whatever the value; a higher score still wins."""
    rules = md.load_rules("standard", 4, {"tie": "largest_palace"})
    board, roofs, tiles = TIED
    state = at(rules, board, roofs=roofs, tiles=tiles)
    assert md.tiebreaks(rules, state) == [192, 63, 126, 0]
    assert md.ranks(rules, state) == [1, 3, 2, 4]
    assert md.shares12(rules, state) == [12, 0, 0, 0]
    state = at(rules, f"{board} Se6", roofs=roofs, tiles=tiles)
    assert md.ranks(rules, state) == [2, 3, 1, 4]
    assert md.tiebreaks(rules, state) == [192, 63, 190, 0]  # a stable counts


def test_the_older_palace_breaks_ties() -> None:
    """ME.55 / ME-55: of equal size the one roofed first; of a seat, its first of that size."""
    board, tiles = "Bc4 Bd4 Ga1 Gb1", "-12-|----"
    for roofs, breaks, ranks in (
        ("c4:1 a1:2", [128, 127], [1, 2]),
        ("a1:2 c4:1", [127, 128], [2, 1]),
    ):
        state = at(CHAIN, board, merchants="a2 a3", roofs=roofs, tiles=tiles)
        assert md.totals(CHAIN, state) == [4, 4]
        assert md.tiebreaks(CHAIN, state) == breaks
        assert md.ranks(CHAIN, state) == ranks
    state = at(CHAIN, f"{board} Nm1 Ok9 Ol9", roofs="a1:2 m1:1 c4:1 k9:1", tiles="1121|----")
    assert md.tiebreaks(CHAIN, state) == [128 - 2, 128]
    assert md.tiebreaks(CHAIN, at(CHAIN)) == [0, 0]
    assert md.shares12(CHAIN, at(CHAIN)) == [6, 6]
