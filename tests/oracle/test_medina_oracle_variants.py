"""The oracle of Medina against ME.56 and ME-57 to ME-61: what only other variants use."""

from __future__ import annotations

from typing import Any

import pytest

from oracle import medina as md
from oracle.medina_palaces import ARMS, Grid
from oracle.medina_positions import SETS, at, cells, play, ready, square, walk

SMALL = Grid(10, 14)


def second(players: int = 3, **changes: Any) -> md.Rules:
    """The second edition with some rules changed, and turns of two from the start on."""
    return md.load_rules("second-edition", players, {"short_openings": 0, **changes})


def tiles(rules: md.Rules, state: md.State) -> str:
    """The holders of the tiles as they are written."""
    return md.write(rules, state).split(" ")[4]


# --- standard has none of it ---------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_standard_has_none_of_it(players: int) -> None:
    """ME.56 / ME-56: the fields are off, and nothing of theirs appears."""
    rules = md.load_rules("standard", players)
    off = ("neutral_roofs", "tea", "well", "tower_merchants", "short_openings", "survivor_roofs")
    assert not any(rules[key] for key in off)
    for _, token, after in walk(rules, 56):
        assert token[0] != "X"
        assert token != "tea"
        assert (after.board.well, after.mark) == (None, None)
        assert "n" not in (*after.palace_tiles.values(), *after.tower_tiles.values())
        assert not any(parts["well"] for parts in md.scores(rules, after))


@pytest.mark.parametrize(
    ("variant", "players", "values"),
    [
        ("standard", 2, "roof roof arm frozen leave no_neighbour False False False shared random"),
        (
            "first-edition",
            3,
            "any any arm frees_colour leave no_neighbour True False False shared chosen",
        ),
        (
            "second-edition",
            4,
            "any any arm frees_colour leave no_neighbour True False False shared random",
        ),
    ],
)
def test_readings(variant: str, players: int, values: str) -> None:
    """O1 to O9, O12, O16: what each variant has."""
    keys = (
        "tower_trigger palace_trigger tower_contact blocked_palace finished_colour new_line_cell "
        "survivor_roofs extend_by_stable stable_bridge tie first_merchant"
    )
    rules = md.load_rules(variant, players)
    assert " ".join(str(rules[key]) for key in keys.split()) == values
    assert rules["tower_values"] == ["1", "3", "2", "4"]
    assert (rules["neutral_tiles"], rules["neutral_limit"]) == (True, "any")
    assert (rules["tea_use"], rules["palace_tie"]) == ("second", "stays")


# --- neutral roofs -------------------------------------------------------------------------------


def test_neutral_roofs() -> None:
    """ME-57: an ordinary placement, also of a colour the seat owns; nobody owns the palace."""
    rules = second(3)
    state = at(rules, "Oc3 Ok9 Nm3", well="h3", roofs="c3:1", tiles="1---|----")
    assert (cells(rules, state, "R"), cells(rules, state, "X")) == ({"m3"}, {"k9", "m3"})
    after = play(rules, state, "Xk9")
    assert after.board.roofs == {"c3": 0, "k9": "n"}
    assert [own["X"] for own in after.supply] == [0, 1, 1]
    assert cells(rules, after, "X") == set()
    assert md.totals(rules, after) == [5, 0, 0]
    assert md.game_facts(rules, after)["neutral_palaces"] == 1
    assert not cells(rules, after, "O") & square("k9", 1)
    assert "k8" in cells(rules, after, "S")


@pytest.mark.parametrize(("limit", "found"), [("any", {"k9", "m3"}), ("one_per_colour", {"m3"})])
def test_neutral_limit(limit: str, found: set[str]) -> None:
    """ME-57, O11: a second neutral palace of a colour, or not."""
    rules = second(3, neutral_limit=limit)
    state = at(rules, "Oc3 Ok9 Nm3", well="h3", roofs="c3:n", tiles="n---|----")
    assert cells(rules, state, "X") == found
    assert cells(rules, state, "R") == {"k9", "m3"}


def test_neutral_palaces_and_palace_tiles() -> None:
    """ME-57, O10: where the largest palace is neutral nobody holds the tile; or it is ignored."""
    for value, after_roof, after_stable in ((True, "n", "n"), (False, "1", "1")):
        rules = second(3, neutral_tiles=value)
        state = at(rules, "Oc3 Ok9 Ok10", well="h3", roofs="c3:1", tiles="1---|----", seat=1)
        assert tiles(rules, play(rules, state, "Xk9")) == f"{after_roof}---|----"
        start = f"{after_roof}---|----"
        state = at(rules, "Oc3 Ok9 Ok10", well="h3", roofs="c3:1 k9:n", tiles=start)
        assert tiles(rules, play(rules, state, "Sd3")) == f"{after_stable}---|----"  # equal
        assert tiles(rules, play(rules, state, "Sd3 Sc4")) == "1---|----"
        state = at(rules, "Oc3 Ok9", well="h3", roofs="c3:1 k9:n", tiles="1---|----")
        assert tiles(rules, play(rules, state, "Sk8")) == f"{after_stable}---|----"
        state = at(rules, "Oc3", well="h3", seat=1)
        first = play(rules, state, "Xc3")
        assert tiles(rules, first) == ("n---|----" if value else "----|----")


def test_neutral_palaces_and_tower_tiles() -> None:
    """ME-57, ME-60, O10: neutral palaces take tower tiles too; merchants on them are lost."""
    for value, holder, gained in ((True, "n", 0), (False, "-", 3)):
        rules = second(3, neutral_tiles=value)
        state = at(rules, "Oa11 Bc11", well="h3", walls="nw-e=3")
        after = play(rules, state, "Xa11")
        assert tiles(rules, after)[5:] == f"{holder}---"
        assert [own["M"] for own in after.supply] == [8, 8, 8]
        after = play(rules, after, "Rc11")
        assert tiles(rules, after)[5:] == "1---"
        assert after.supply[0]["M"] == 8 + gained
        taken: dict[str, Any] = {"roofs": "c11:2", "tiles": "-2--|2---"}
        state = at(rules, "Oa11 Bc11", well="h3", walls="nw-e=3", **taken)
        assert tiles(rules, play(rules, state, "Xa11"))[5:] == ("n---" if value else "2---")
        neutral: dict[str, Any] = {"roofs": "a11:n", "tiles": f"{holder}---|----"}
        state = at(rules, "Oa11", well="h3", **neutral)
        assert tiles(rules, play(rules, state, "nw-s"))[5:] == f"{holder}---"


def test_neutral_palaces_do_not_finish_a_colour() -> None:
    """ME.22 / ME-22: both seats must own a palace; a neutral one stands for neither."""
    rules = second(2)
    state = at(rules, "Bc3 Bk9", merchants="g6", well="h3", roofs="c3:1", tiles="-1--|----", seat=1)
    after = play(rules, state, "Xk9")
    assert [own["B"] for own in after.supply] == [7, 7]
    after = play(rules, state, "Rk9")
    assert [own["B"] for own in after.supply] == [0, 0]


# --- the well ------------------------------------------------------------------------------------


def test_well() -> None:
    """ME-58: chance puts it on another inner cell; no building or stable near it, merchants may."""
    rules = second(2)
    state = md.apply_chance(rules, md.start(rules), "g6")
    assert md.turn(rules, state) == "chance"
    assert set(md.chance_outcomes(rules, state)) == set(SMALL.inner) - {"g6"}
    for wrong in ("g6", "a1", "g10", "n3", "p3"):
        with pytest.raises(ValueError, match="not a cell"):
            md.apply_chance(rules, state, wrong)
    state = md.apply_chance(rules, state, "h7")
    assert (md.turn(rules, state), state.left) == (0, 2)
    ring = SMALL.near["h7"] | {"h7"}
    assert cells(rules, state, "O") == set(SMALL.cells) - ring
    assert cells(rules, state, "M") == {"f6", "h6", "g5", "g7"}
    state = at(rules, "Oe7", merchants="g6", well="h7")
    assert cells(rules, state, "O") == cells(rules, state, "S") == {"d7", "e6", "e8", "f7"}
    state = at(rules, "Of7", merchants="g6", well="h7")
    assert cells(rules, state, "O") == cells(rules, state, "S") == {"e7", "f6", "f8"}
    state = at(rules, merchants="h6", well="h7")
    assert cells(rules, state, "M") == {"g6", "i6", "h5"}


def test_points_of_the_well() -> None:
    """ME-58: four for each cell two away along row or column, of a building or stable."""
    rules = second(3)
    one: dict[str, Any] = {"merchants": "k9", "tiles": "1---|----"}
    board, roofs = "Of6 Of7 Bh8 Si8 Ok6", "f6:1 h8:2 k6:3"
    state = at(rules, board, well="h6", roofs=roofs, merchants="c3", tiles="12--|----")
    assert [parts["well"] for parts in md.scores(rules, state)] == [4, 4, 0]
    assert [sum(cut.values()) for cut in md.by_colour(rules, state)] == [10, 8, 1]
    state = at(rules, "Oa2 Oa3 Sa4", well="c3", roofs="a2:1", **one)
    assert md.scores(rules, state)[0]["well"] == 4
    state = at(rules, "Oa5 Ob5 Sc5", well="c3", roofs="a5:1", **one)
    assert md.scores(rules, state)[0]["well"] == 4  # the stable on c5
    state = at(rules, "Ob1", well="d4", roofs="b1:1", **one)
    assert md.scores(rules, state)[0]["well"] == 0
    state = at(rules, "Oc1 Oa3 Oa2 Oa1 Ob1", well="c3", roofs="a1:1", **one)
    assert md.scores(rules, state)[0]["well"] == 8


# --- tea -----------------------------------------------------------------------------------------


def test_tea_shares() -> None:
    """ME-59: half of the stack, rounded up, for who roofs a black palace: 3, 2, 1, 0."""
    rules = second(4)
    firsts = ("a1", "c1", "e1", "g1")
    held = [0, 0, 0, 0]
    for seat, share in enumerate((3, 2, 1, 0)):
        board = " ".join(f"B{first}" for first in firsts[: seat + 1])
        roofs = " ".join(f"{first}:{n + 1}" for n, first in enumerate(firsts[:seat]))
        tiles_ = "-1--|----" if seat else "----|----"
        state = at(rules, board, well="k9", roofs=roofs, tiles=tiles_, seat=seat)
        assert [own["tea"] for own in state.supply] == held
        held[seat] = share
        after = play(rules, state, f"R{firsts[seat]}")
        assert [own["tea"] for own in after.supply] == held
    other = at(rules, "Oa1", well="k9")
    assert play(rules, other, "Ra1").supply[0]["tea"] == 0
    for stack, shares in ((7, (4, 2)), (1, (1, 0)), (0, (0, 0))):
        rules = second(3, tea=stack)
        state = at(rules, "Ba1", well="k9", roofs="a1:2", tiles="-2--|----")
        assert state.supply[1]["tea"] == shares[0]
        state = at(rules, "Ba1 Bc1", well="k9", roofs="a1:2", tiles="-2--|----")
        assert play(rules, state, "Rc1").supply[0]["tea"] == shares[1]


@pytest.mark.parametrize(("neutral_tiles", "share"), [(True, 2), (False, 3)])
def test_tea_and_neutral_roofs(neutral_tiles: bool, share: int) -> None:
    """ME-59: a neutral roof on black takes its share out of the game, unless it moves no tile."""
    rules = second(3, neutral_tiles=neutral_tiles)
    state = play(rules, at(rules, "Ba1", well="k9"), "Xa1")
    assert [own["tea"] for own in state.supply] == [0, 0, 0]
    state = play(rules, state, "Bc1 Bc2 Rc1")
    assert [own["tea"] for own in state.supply] == [0, share, 0]


def test_tea_for_the_second_placement() -> None:
    """ME-59: a ply that places nothing; only the second of two; it scores nothing."""
    rules = second(3)
    state = at(rules, "Ba1", well="k9", roofs="a1:1", tiles="-1--|----")
    assert "tea" not in md.legal(rules, state)
    state = play(rules, state, "nw-e")
    assert md.legal(rules, state)[-1] == "tea"
    after = play(rules, state, "tea")
    assert (after.seat, after.left, after.mark, after.plies) == (1, 2, None, state.plies + 1)
    assert (after.supply[0]["tea"], after.board) == (2, state.board)
    assert md.facts(rules, after) == md.facts(rules, state)  # tea is no piece left over
    assert md.totals(rules, after) == md.totals(rules, state) == [3, 0, 0]
    assert "tea" not in md.legal(rules, play(rules, after, "nw-e"))  # seat 2 has none


def test_tea_for_either_placement() -> None:
    """ME-59, O14: of the first or the second, one tile in a turn."""
    rules = second(3, tea_use="either")
    state = at(rules, "Ba1", well="k9", roofs="a1:1", tiles="-1--|----")
    assert md.legal(rules, state)[-1] == "tea"
    after = play(rules, state, "tea")
    assert (after.seat, after.left, after.mark) == (0, 1, "tea")
    assert "tea" not in md.legal(rules, after)
    later = play(rules, after, "nw-e")
    assert (later.seat, later.left, later.mark) == (1, 2, None)
    after = play(rules, state, "nw-e tea")
    assert (after.seat, after.left, after.mark) == (1, 2, None)


@pytest.mark.parametrize(("tea_use", "offered"), [("second", False), ("either", True)])
def test_tea_in_a_short_turn(tea_use: str, offered: bool) -> None:
    """ME-59, ME-61: a turn of one placement has no second one."""
    rules = second(2, tea_use=tea_use, short_openings=4)
    state = play(rules, ready(rules, "g6"), "Bk9 Rk9 nw-e")
    assert (state.seat, state.left, state.supply[1]["tea"]) == (1, 1, 3)
    assert ("tea" in md.legal(rules, state)) == offered


def test_tea_alone_is_no_placement() -> None:
    """ME-59: who can place nothing cannot spend tea either; the game is over with tiles held."""
    few = {"buildings": 1, "roofs": 1, "walls": 1}
    none = dict.fromkeys(("stables", "merchants", "neutral_roofs"), 0)
    rules = second(2, **few, **none)
    board = "Ba1 Ba2 Oc1 Oc2 Ge1 Ge2 Ng1 Ng2"
    state = at(
        rules,
        board,
        merchants="g6",
        well="k5",
        roofs="a1:1 c1:2",
        tiles="21--|----",
        walls="ne-s=1",
        hold={0: {"wall": 1}},
    )
    assert md.legal(rules, state) == list(ARMS)
    over = play(rules, state, "nw-e")
    assert (over.due, over.supply[0]["tea"]) == ("over", 3)


# --- merchants on tower tiles, short opening -----------------------------------------------------


def test_tower_merchants() -> None:
    """ME-60: 3, 2, 1 and 0 for the first seat that takes the tile 1, 2, 3, 4."""
    rules = second(3)
    for arm, corner, number in (
        ("nw-e", "a11", 3),
        ("ne-s", "p11", 1),
        ("se-w", "p1", 2),
        ("sw-n", "a1", 0),
    ):
        state = at(rules, f"O{corner}", well="k9", walls=f"{arm}=1", seat=1)
        after = play(rules, state, f"R{corner}")
        assert [own["M"] for own in after.supply] == [8, 8 + number, 8]
        wall = at(rules, f"O{corner}", well="k9", roofs=f"{corner}:3", tiles="3---|----")
        assert play(rules, wall, arm).supply[2]["M"] == 8 + number
    state = at(rules, "Oa11 Bc11", well="k9", walls="nw-e=3", roofs="a11:2", tiles="2---|2---")
    held = [own["M"] for own in state.supply]
    assert sum(held) == 27
    after = play(rules, state, "Rc11")
    assert (tiles(rules, after), [own["M"] for own in after.supply]) == ("21--|1---", held)


@pytest.mark.parametrize(("variant", "players"), SETS)
def test_short_opening(variant: str, players: int) -> None:
    """ME-61, O15: one placement in the first turn for two, in the first two for three and four."""
    rules = md.load_rules(variant, players)
    short = 0 if variant != "second-edition" else 1 if players == 2 else 2
    state = ready(rules, "g6")
    sizes: list[int] = []
    while len(sizes) < 2 * players:
        sizes.append(state.left)
        number = state.turns
        while state.turns == number:
            state = md.apply(rules, state, md.legal(rules, state)[0])
    assert sizes == [1] * short + [2] * (2 * players - short)
