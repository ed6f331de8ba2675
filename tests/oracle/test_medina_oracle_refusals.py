"""The oracle of Medina against its rule page: positions that no game can come to are refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from oracle import medina as md
from oracle.medina_positions import LINE, at, play, ready
from oracle.medina_problems import impossible

STANDARD = md.load_rules("standard", 2)
FREE = md.load_rules("standard", 2, {"blocked_palace": "frees_colour"})
ANY = md.load_rules("standard", 2, {"palace_trigger": "any", "tower_trigger": "any"})
EDITION = md.load_rules("second-edition", 3)
START = md.write(STANDARD, md.start(STANDARD))
SECOND_START = md.write(EDITION, md.start(EDITION))
AFTER_MERCHANT = md.write(EDITION, md.apply_chance(EDITION, md.start(EDITION), "h6"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # 1: form
        (" 9 0|0", " 9", "is not of the form"),
        (" 9 0|0", " 9 0|0 0", "is not of the form"),
        ("15N/", "", "10 rows, not 11"),
        ("15N", "14N", "row 11, '14N', is not 16 cells"),
        ("15N", "16N", "row 11"),
        ("15N", "015N", "row 11"),
        ("15N", "15P", "row 11"),
        ("15N", "15.", "row 11"),
        ("2:h6-i6", "2:i6-h6", "in order"),
        ("2:h6-i6", "2:h6-h6", "in order"),
        ("2:h6-i6", "2:h6-i6-j6", "line:"),
        ("2:h6-i6", "2:h6-q6", "line:"),
        ("2:h6-i6", "02:h6-i6", "line:"),
        ("3,0,0,2,0,0,0,1", "3,0,0,2,0,0,1", "walls: .* is not 8 whole numbers"),
        ("3,0,0,2,0,0,0,1", "3,0,0,2,0,0,0,01", "walls"),
        ("3,0,0,2,0,0,0,1", "3,0,0,2,0,0,0,-1", "walls"),
        ("a3:2,c1:1", "a3:2,a3:1", "a3 is named twice"),
        ("a3:2,c1:1", "a3:2,c1:3", "roofs: 'c1:3' is not"),
        ("a3:2,c1:1", "a3:2,q1:1", "roofs"),
        ("a3:2,c1:1", "a3:2,c1", "roofs"),
        ("1-2-|----", "1-2-|---", "tiles"),
        ("1-2-|----", "1-2------", "tiles"),
        ("1-2-|----", "1-3-|----", "tiles"),
        ("1-2-|----", "1-0-|----", "tiles"),
        ("|7,7,7,7,3,0,3,10,12,0", "", "supply: 1 parts, not 2"),
        ("3,10,12,0 ", "3,10,12 ", "supply 2: .* is not 10 whole numbers"),
        (" 2:1 ", " 3:1 ", "turn"),
        (" 2:1 ", " 2:0 ", "turn"),
        (" 2:1 ", " 2:3 ", "turn"),
        (" 2:1 ", " 2:1:wall ", "turn"),
        (" 2:1 ", " n:1 ", "turn"),
        (" 2:1 ", " 2 ", "turn"),
        (" 9 ", " 09 ", "turns"),
        (" 9 ", " -9 ", "turns"),
        (" 0|0", " 0|0|0", "passes"),
        # 3: the well
        ("/16/16/16/16/", "/16/5W10/16/16/", "1 wells, not 0"),
        # 4: palaces
        ("MM1S12", "MM3S10", "S on f2 is not next to a building"),
        ("G15", "G2N12", "S on d2 is next to two palaces"),
        ("15N", "14BN", "B on o11 is near N on p11"),
        ("15N", "13O1N", None),
        ("15N", "N14N", "N has palaces under construction at a11, p11"),
        # 5: roofs
        ("a3:2,c1:1", "a3:2,d1:1", "d1 is not the first cell"),
        ("a3:2,c1:1", "a3:2,d2:1", "d2 is not the first cell"),
        ("a3:2,c1:1", "a3:2,k9:1", "k9 is not the first cell"),
        # 6: merchants
        ("2:h6-i6", "-", "no merchant, or no line"),
        ("2:h6-i6", "1:h6-i6", "1 lines, but 2 groups"),
        ("2:h6-i6", "2:b1-a2", "the line at .* could be continued"),
        ("2:h6-i6", "2:h6", "h6 is not an end"),
        ("2:h6-i6", "2:b2-h6", "its ends are not joined"),
        ("2:h6-i6", "2:h6-j6", "an end without a merchant"),
        ("7MM7/16", "7MM7/7MM7", "a loop"),
        ("7MM7/16", "6MMM7/7M8", "h6 is a branch"),
        # 7, 8: walls and pieces
        ("3,0,0,2,0,0,0,1", "13,3,0,2,0,0,0,1", "nw-e and ne-w meet"),
        ("7,8,8,8,3,", "8,8,8,8,3,", "O: 15 held and 2 placed, not 16"),
        ("7,8,8,8,3,0,4", "7,8,8,8,3,0,3", "S: 6 held and 1 placed, not 8"),
        ("7,8,8,8,3,", "7,8,8,8,4,", "supply 1: 4 roofs and 1 on the board"),
        (",10,12,0|", ",11,12,0|", "M: 26 held and placed"),
        (",10,12,0|", ",10,11,0|", "wall: 23 held and 6 placed, not 30"),
        (",10,12,0|", ",10,12,1|", "supply 1: 1 of tea, at most 0"),
        ("7,8,8,8,3,0,4,10,12,0|7,7,", "7,9,8,8,3,0,4,10,12,0|7,6,", "9 of B, at most 8"),
        ("7,8,8,8,3,0,", "7,8,8,8,3,1,", "X: 1 held and 0 placed, not 0"),
        # 9: tiles
        ("1-2-|", "--2-|", "tile O: c1 must have taken it"),
        ("1-2-|", "2-2-|", "tile O: its holder has no palace for it"),
        ("1-2-|", "n-2-|", "tile O: its holder has no palace"),
        ("1-2-|", "112-|", "tile B: its holder has no palace"),
        ("|----", "|1---", "tile nw: its holder has no palace"),
        # 10: the turn
        (" 2:1 9 ", " over 9 ", "over, but seat 1 can place"),
        (" 2:1 9 ", " 2:1:roof 9 ", "no roof was placed"),
        (" 2:1 9 ", " 2:1:tea 9 ", "no tea was spent"),
        (" 2:1 9 ", " 2:2:roof 9 ", "roof at the first ply"),
        (" 2:1 9 0|0", " 2:1 9 0|1", "seat 2 is not next"),
        (" 2:1 9 ", " 2:1 10 ", "seat 2 is not next"),
        (" 2:1 9 ", " 1:1 9 ", "seat 1 is not next"),
        # 11: plies
        (" 9 0|0", " 7 0|0", "17 plies in 7 turns"),
        (" 9 0|0", " 19 0|0", "17 plies in 19 turns"),
    ],
)
def test_refused(old: str, new: str, message: str | None) -> None:
    """Positions of standard that no game can come to; what is wrong is named."""
    assert LINE.count(old) == 1
    text = LINE.replace(old, new)
    if message is None:  # the pieces are not right, but nothing is said of palaces
        message = "^O: 14 held and 3 placed, not 16$"
    with pytest.raises(ValueError, match=message):
        md.parse(STANDARD, text)


@pytest.mark.parametrize(
    ("rules", "text", "old", "new", "message"),
    [
        # 2: before the first turn
        (STANDARD, START, " merchant ", " 1:merchant ", "the first merchant is random"),
        (STANDARD, START, " merchant ", " well ", "there is no well"),
        (STANDARD, START, " merchant ", " 1:2 ", "no merchant, or no line"),
        (STANDARD, START, " merchant ", " over ", "no merchant, or no line"),
        (STANDARD, START, "/16 -", "/15O -", "buildings or stables before the first turn"),
        (STANDARD, START, "/16 -", "/15M -", "merchants or line"),
        (STANDARD, START, " - 0", " 1:c7 0", "merchants or line"),
        (STANDARD, START, " 0,0,", " 1,0,", "walls before the first turn"),
        (STANDARD, START, " - ----", " c7:1 ----", "roofs before the first turn"),
        (STANDARD, START, "|----", "|1---", "tiles held before the first turn"),
        (STANDARD, START, "15,0 ", "14,0 ", "pieces missing in a supply"),
        (STANDARD, START, " 0 0|0", " 1 0|0", "turns before the first turn"),
        (STANDARD, START, " 0 0|0", " 0 0|1", "passes before the first turn"),
        (EDITION, SECOND_START, "/16 -", "/15W -", "a well before the first turn"),
        (EDITION, SECOND_START, " merchant ", " well ", "there is one merchant, on an inner cell"),
        (EDITION, AFTER_MERCHANT, "7M8/16/", "16/7M8/", "merchants or line"),
        (EDITION, AFTER_MERCHANT, "1:h6", "2:h6", "merchants or line"),
        (EDITION, AFTER_MERCHANT, " well ", " merchant ", "merchants or line"),
        (EDITION, AFTER_MERCHANT, "7M8", "7MM7", "there is one merchant"),
    ],
)
def test_refused_before_the_first_turn(
    rules: md.Rules, text: str, old: str, new: str, message: str
) -> None:
    assert old in text
    with pytest.raises(ValueError, match=message):
        md.parse(rules, text.replace(old, new, 1))


def refused(state: md.State, rules: md.Rules, message: str) -> None:
    """That the state is refused in other rules than its own."""
    problems = impossible(rules, state)
    assert any(re.search(message, problem) for problem in problems), problems


def test_refused_by_other_rules() -> None:
    """What one reading allows another refuses: palaces, stables, lines, tiles, roofs, turns."""
    two = at(FREE, "Ba1 Bk9", merchants="a2 b2 b1")
    refused(two, STANDARD, "B has palaces under construction at a1, k9")
    assert impossible(FREE, two) == []
    reach = md.load_rules("standard", 2, {"extend_by_stable": True})
    far = md.write(reach, play(reach, at(reach, "Oc3 Sd3"), "Oe3"))
    with pytest.raises(ValueError, match="S on d3 is next to two palaces"):
        md.parse(STANDARD, far)
    with pytest.raises(ValueError, match="O has palaces under construction"):
        md.parse(md.load_rules("standard", 2, {"stable_bridge": True}), far)
    lax = md.load_rules("standard", 2, {"new_line_cell": "at_most_one"})
    branch = play(lax, at(lax, "Oc1 Ga3", merchants="a2 b2 b1"), "Mb3")
    refused(branch, STANDARD, "2 lines, but 1 groups")
    refused(branch, STANDARD, "b2 is a branch")
    straight = md.load_rules("standard", 2, {"merchant_touch": "with_diagonals"})
    refused(at(STANDARD, merchants="c3 c4 d4"), straight, "a loop")
    small = md.load_rules("standard", 2, {"max_plies": 2})
    refused(play(STANDARD, ready(STANDARD), "Oa1 Ra1 nw-e"), small, "3 plies are more than max_")


def test_refused_lines_of_at_most_one() -> None:
    """6: with branches the number of lines lies between that of groups and of merchants."""
    lax = md.load_rules("standard", 2, {"new_line_cell": "at_most_one"})
    line = md.write(lax, play(lax, at(lax, "Oc1 Ga3", merchants="a2 b2 b1"), "Mb3 Np9 Mb4"))
    assert " 2:b3-b4 " in line
    for number in (1, 3, 5):
        md.parse(lax, line.replace(" 2:b3-b4 ", f" {number}:b3-b4 "))
    for number in (0, 6):
        with pytest.raises(ValueError, match=f"{number} lines in 1 groups"):
            md.parse(lax, line.replace(" 2:b3-b4 ", f" {number}:b3-b4 "))


def test_refused_corners_of_lines() -> None:
    """6: where corners count as touching, the merchants of a line are still next to each other."""
    straight = md.load_rules("standard", 2, {"merchant_touch": "with_diagonals"})
    with pytest.raises(ValueError, match=r"merchants: (a1|b2) is a branch"):
        at(straight, "Oc2 Oc3 Ob3", merchants="a1 b2|k9")


def test_refused_buildings_of_a_finished_colour() -> None:
    """8: with ``leave`` none is in a supply, and not more are on the board than there are."""
    roofs, tiles = "c3:1 g3:2", "-1--|----"
    assert at(STANDARD, "Bc3 Bg3", roofs=roofs, tiles=tiles)
    hold = {0: {"B": 1}, 1: {"B": 0}}
    with pytest.raises(ValueError, match="B: 1 held and 2 placed, but the colour is finished"):
        at(STANDARD, "Bc3 Bg3", roofs=roofs, tiles=tiles, hold=hold)
    few = md.load_rules("standard", 2, {"buildings": 1})
    with pytest.raises(ValueError, match="B: 0 held and 3 placed, but the colour is finished"):
        at(few, "Bc3 Bc4 Bg3", roofs=roofs, tiles=tiles)


def test_refused_tiles_of_any() -> None:
    """9: where stables and walls move tiles too, more is known of who holds them."""
    board, roofs = "Ga1 Gm1 Gn1", "a1:1 m1:2"
    with pytest.raises(ValueError, match="tile G: another palace is larger"):
        at(ANY, board, roofs=roofs, tiles="--1-|----")
    assert at(STANDARD, board, roofs=roofs, tiles="--1-|----")
    with pytest.raises(ValueError, match="tile sw: a1 must have taken it"):
        at(ANY, board, walls="sw-n=1", roofs=roofs, tiles="--2-|----")
    assert at(STANDARD, board, walls="sw-n=1", roofs=roofs, tiles="--2-|----")
    bridge = md.load_rules("standard", 2, {"palace_trigger": "any", "stable_bridge": True})
    assert at(bridge, board, roofs=roofs, tiles="--1-|----")
    assert at(ANY, "Ga1 Gm1 Gn1", roofs="a1:1", tiles="--1-|----")  # m1 has no roof


def test_refused_in_the_second_edition() -> None:
    """3, 8, 9, 10: the well, merchants of towers, tea, neutral palaces, marks, short turns."""
    rules = md.load_rules("second-edition", 3, {"survivor_roofs": True, "tea_use": "either"})
    more: dict[str, Any] = {"well": "h3", "walls": "ne-s=6 nw-e=1"}
    state = at(rules, "Ba11 Oc3", roofs="a11:2", tiles="-2--|2---", **more)
    line = md.write(rules, state)
    assert line.split(" ")[5].split("|")[1].endswith(",3")  # tea of seat 2
    changes = [
        (line.replace("2O4W8", "2O13"), "0 wells, not 1"),
        (re.sub(r",9,(\d+),0\|", r",6,\1,0|", line, count=1), "M: .* held and placed"),
        (line.replace("|2---", "|----"), "must have taken it"),
        (line.replace("|2---", "|n---"), "tile nw: its holder has no palace"),
        (line.replace("-2--|", "-n--|"), "tile B: its holder has no palace"),
        (line.replace("a11:2", "a11:n"), "tile B"),
        (re.sub(r"(\d+),(\d+),3\|", r"\1,\2,4|", line), "4 of tea, at most 3"),
        (re.sub(r" (\d):2 ", r" \1:2:tea ", line), "tea at the first ply"),
        (re.sub(r" (\d):2 ", r" \1:1:tea ", line), "no tea was spent"),
    ]
    for text, message in changes:
        assert text != line
        with pytest.raises(ValueError, match=message):
            md.parse(rules, text)
    for cell, message in (("d3", "O on c3 is near the well"), ("h1", "not on an inner cell")):
        with pytest.raises(ValueError, match=message):
            at(rules, "Oc3", well=cell, walls="ne-s=6")
    with pytest.raises(ValueError, match="2 placements left of 1"):
        md.parse(rules, md.write(rules, ready(rules)).replace(" 1:1 ", " 1:2 "))
    lost = at(rules, "Oa11", roofs="a11:n", tiles="n---|n---", **more)
    assert sum(own["M"] for own in lost.supply) == 27
    text = md.write(rules, lost)
    for number, fine in ((9, True), (8, False), (7, False), (6, True)):
        other = re.sub(r",9,(\d+),0\|", rf",{number},\1,0|", text, count=1)
        if fine:
            md.parse(rules, other)
        else:
            with pytest.raises(ValueError, match=r"M: .* held and placed"):
                md.parse(rules, other)
    one = {**rules, "neutral_limit": "one_per_colour"}
    two = at(rules, "Oa1 Oc1", well="h3", walls="ne-s=6", roofs="a1:n c1:n", tiles="n---|----")
    refused(two, one, "2 of O have one owner")


def test_refused_marks() -> None:
    """10: a mark needs its rule, and what it tells of must have happened."""
    duty = md.load_rules("standard", 2, {"survivor_roofs": True})
    one: dict[str, Any] = {"left": 1, "mark": "roof"}
    assert at(duty, "Oc3", roofs="c3:1", tiles="1---|----", **one).mark == "roof"
    for rules, owner in ((duty, 2), (STANDARD, 1)):
        with pytest.raises(ValueError, match="no roof was placed, or it does not matter"):
            at(rules, "Oc3", roofs=f"c3:{owner}", tiles=f"{owner}---|----", **one)
    either = {"tea": 6, "tea_use": "either", "short_openings": 0}
    for use, held, fine in (("either", 2, True), ("either", 3, False), ("second", 2, False)):
        rules = md.load_rules("standard", 2, {**either, "tea_use": use})
        one = {"left": 1, "mark": "tea", "hold": {0: {"tea": held}}}
        one |= {"roofs": "c3:1", "tiles": "-1--|----"}
        if fine:
            assert at(rules, "Bc3 Bc4", **one).mark == "tea"
        else:
            with pytest.raises(ValueError, match="no tea was spent, or it does not matter"):
                at(rules, "Bc3 Bc4", **one)


def test_refused_turns() -> None:
    """10, 11: a seat that can place nothing is not the one to decide; short turns have one ply."""
    values = {"buildings": 1, "roofs": 1, "stables": 0, "merchants": 0, "walls": 1}
    few = md.load_rules("standard", 2, values)
    board, roofs = "Oa1 Ob1 Ba3 Bb3 Ga5 Gb5 Na7 Nb7", "a1:1 a3:2"
    one: dict[str, Any] = {"tiles": "12--|----", "walls": "ne-s=1", "hold": {0: {"wall": 1}}}
    assert at(few, board, roofs=roofs, **one).seat == 0
    with pytest.raises(ValueError, match="turn: seat 2 can place nothing"):
        at(few, board, roofs=roofs, seat=1, **one)
    text = md.write(EDITION, play(EDITION, ready(EDITION), "nw-e nw-s ne-s se-n"))
    assert " 1:2 3 0|0|0" in text
    with pytest.raises(ValueError, match=r"^turns: 4 plies in 2 turns$"):
        md.parse(EDITION, text.replace(" 1:2 3 ", " 3:2 2 "))


def test_all_problems_at_once() -> None:
    with pytest.raises(ValueError, match=r"^walls: .*; tiles: .*; turns: ") as caught:
        md.parse(
            STANDARD, LINE.replace("3,0,0,2", "3,0,0").replace("|----", "|").replace(" 9 ", " x ")
        )
    assert len(str(caught.value).split("; ")) == 3
