"""Positions of Tower Up that the oracle refuses, point by point of the list on the rule page.

Each is a possible position with one thing changed; an empty problem says that it is still possible.
"""

from __future__ import annotations

from typing import Any

import pytest

from oracle import tower_up as tu
from oracle.tower_up_components import bundled


def rules(**overrides: Any) -> tu.Rules:
    return tu.load_rules("standard", 2, overrides)


TWO = rules()
SCARCE = rules(floors=12)
FORGO = rules(over_cap="forgo_new")
SCORING = rules(extra_turn_on="scoring_only")
LATER = rules(skipped_column="paid_later")
ONE = rules(roofs=1)
RESTARTS = rules(roofs=1, second_trigger="restarts")
AT_ONCE = rules(roofs=1, cone_of_others="at_trigger")
AT_END = rules(roofs=1, cone_of_others="game_end")
FIRST = tu.load_rules("first-game", 2)
CHOSEN = tu.load_rules("chosen-start", 2)
CHIPS = tu.load_rules(
    "standard",
    2,
    {"objectives": 2},
    {
        "objectives": [
            {"name": "one", "kind": "visible", "count": 1},
            {"name": "low", "kind": "levels", "from": 1, "to": 1, "count": 1},
        ],
        "chips": {**bundled("downtown")["chips"], "2": [7]},
    },
)

# both seats have taken a card
PLAIN = (
    "ladder,quarter,giants KKW,WWB,BBG *wg,*bg a1K-,c1W-,e1B- KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 "
    "-|- 1|1 0|0 1:act - 2"
)
# then seat 1 has founded a2 and roofed a1, seat 2 has founded b1
BUILT = (
    "ladder,quarter,giants KKW,WWB,BBG *wg,*bg a1K-1,a2G-,b1B2,c1W--,e1B- KWBG|KWBG "
    "2,0,0,0|0,0,1,0 0|0 -|- 1|1 0|0 1:act - 6"
)
# then seat 1 has founded b2
ROOF = (
    "ladder,quarter,giants KKW,WWB,BBG *wg,*bg a1K-1-,a2G--,b1B2-,b2W-,c1W--,e1B- KWBG|KWBG "
    "2,0,0,0|0,0,1,0 0|0 -|- 1|1 0|0 1:roof:b2 - 7"
)
# PLAIN, and seat 1 has taken a card that lets it choose a floor
GAIN = (
    "ladder,quarter,giants KKW,WWB BBG,*wg,*bg a1K-,c1W-,e1B- KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 "
    "-|- 2|1 0|0 1:gain:1 - 3"
)
NEW = GAIN.replace("gain:1", "gain:1:KW")
# with one roof each: the last turn of seat 2, and the end after it
LAST = (
    "ladder,quarter,giants KKW,WWB,BBG *wg,*bg a1K-1,a2G-,c1W-,e1B- KWBG|KWBG "
    "2,0,0,0|0,0,0,0 0|0 1|- 1|1 0|0 2:act roof:1:1 4"
)
OVER = BUILT.replace("-|- 1|1 0|0 1:act - 6", "1|1 1|1 0|0 1:act roof:1:0 6")
EMPTY = "- - - - KWBG|KWBG 0,0,0,0|0,0,0,0 0|0 -|- 0|0 0|0 1:objective - 0"
DRAWN = EMPTY.replace("- - - - ", "ladder,quarter,giants - - - ").replace("objective", "card")
OPEN = DRAWN.replace("giants -", "giants KKW,WWB,*wg").replace("card", "start")


def refusal(values: tu.Rules, text: str) -> str:
    with pytest.raises(ValueError, match=r".") as caught:
        tu.parse(values, text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (TWO, PLAIN),
        (TWO, BUILT),
        (TWO, ROOF),
        (TWO, GAIN),
        (FORGO, NEW),
        (ONE, LAST),
        (ONE, OVER),
        (RESTARTS, LAST),
        (AT_END, LAST),
        (AT_END, OVER),
        (TWO, EMPTY),
        (TWO, DRAWN),
        (TWO, OPEN),
    ],
)
def test_what_is_changed_below_is_possible(values: tu.Rules, text: str) -> None:
    """TU-57: the positions that the refusals start from."""
    assert tu.write(values, tu.parse(values, text)) == text


FORMS = [
    (" - 2", " -", "is not of the form"),
    (" - 2", " - 2 ", "is not of the form"),
    (" - 2", " - -1", "plies: '-1' is not 1 whole number"),
    (" - 2", " - 02", "plies: '02' is not 1 whole number"),
    ("ladder", "stairs", "objectives: no 'stairs'"),
    ("ladder", "giants", "objectives: giants is named twice"),
    ("ladder", "ladder:3", "objectives: 'ladder:3' does not name seats"),
    ("ladder", "ladder:", "objectives: 'ladder:' does not name seats"),
    ("ladder", "ladder:11", "objectives: 'ladder:11' names a seat twice"),
    ("KKW,", "KKX,", "market: no card 'KKX'"),
    ("*wg", "**w", "discard: no card '**w'"),
    ("a1K-", "z9K-", "board: 'z9K-' is not a site, a colour and a sign for each floor"),
    ("a1K-", "a1K", "board: 'a1K' is not a site"),
    ("a1K-", "a1k-", "board: 'a1k-' is not a site"),
    ("a1K-", "a1K3", "board: 'a1K3' has a roof of no seat"),
    ("a1K-", "c1K-", "board: c1 is named twice"),
    ("KWBG|KWBG", "KWBG", "stocks: 'KWBG' is not 2 parts with bars between them"),
    ("KWBG|KWBG", "KWBG|KWBG|-", "is not 2 parts"),
    ("KWBG|KWBG", "KWB*|KWBG", "stocks: 'KWB*' is not floors"),
    ("KWBG|KWBG", "|KWBG", "stocks: '' is not floors"),
    ("0,0,0,0|", "0,0,0|", "vehicles: '0,0,0' is not 4 whole numbers"),
    ("0|0 -|-", "0|x -|-", "stars: 'x' is not 1 whole number"),
    ("0|0 -|-", "0|0 -|?", "cones: '?' is not 1 whole number"),
    ("1|1 0|0", "1|-1 0|0", "taken: '-1' is not 1 whole number"),
    ("1|1 0|0", "1|1 0", "extra: '0' is not 2 parts"),
    ("1:act", "3:act", "turn: '3:act' is not a seat, a colon and one of"),
    ("1:act", "1:wait", "turn: '1:wait' is not"),
    ("1:act", "1:act:1", "turn: '1:act:1' is not"),
    ("1:act", "1:act+", "'1:act+', but act earns no extra turn"),
    ("1:act", "1:roof:a1+", "roof earns no extra turn"),
    ("1:act", "1:roof", "turn: '1:roof' is not"),
    ("1:act", "1:roof:z9", "turn: no site 'z9'"),
    ("1:act", "1:gain", "turn: '1:gain' is not"),
    ("1:act", "1:gain:x", "turn: 'x' is not 1 whole number"),
    ("1:act", "1:gain:1:K", "turn: '1:gain:1:K' is not"),
    ("1:act -", "1:act end:1:1", "end: 'end:1:1' is not roof or shortage, a seat and a number"),
    ("1:act -", "1:act roof:3:1", "end: 'roof:3:1' is not"),
    ("1:act -", "1:act roof:1", "end: 'roof:1' is not"),
    ("1:act -", "1:act roof+roof+roof:1:1", "is not roof or shortage"),
    ("1:act -", "1:act roof:1:x", "end: 'x' is not 1 whole number"),
]


@pytest.mark.parametrize(("old", "new", "problem"), FORMS)
def test_wrong_forms_are_refused(old: str, new: str, problem: str) -> None:
    """TU-57, point 1: text that is no position."""
    assert old in PLAIN
    assert problem in refusal(TWO, PLAIN.replace(old, new, 1))


def test_more_wrong_forms() -> None:
    """TU-57, point 1: floors that came with the card, where they are kept and where not."""
    assert "turn: '1:gain:1' is not" in refusal(FORGO, GAIN)
    assert "turn: 'X' is not floors" in refusal(FORGO, NEW.replace("KW ", "X "))
    assert "turn: '1:return' is not" in refusal(FORGO, GAIN.replace("gain:1", "return"))
    assert "turn: '1:return:K' is not" in refusal(TWO, GAIN.replace("gain:1", "return:K"))


def test_all_problems_at_once() -> None:
    """TU-57: one message has every problem of the form, or else every one of the position."""
    text = PLAIN.replace("ladder", "stairs").replace("KKW", "KKX").replace("1:act", "1:wait")
    assert len(refusal(TWO, text).split("; ")) == 3
    text = BUILT.replace("2,0,0,0|", "1,0,0,0|").replace("1:act", "2:act").replace("- 6", "- 5")
    assert len(refusal(TWO, text).split("; ")) == 3


CHANGES = [
    # 2, 3: cards and objectives
    (TWO, PLAIN, "*wg", "KKW", "KKW is there 2 times, not 1"),
    (TWO, PLAIN, "KKW,", "", "2 cards in the market, not 3"),
    (TWO, PLAIN, "KKW,", "KKW,KKB,", "4 cards in the market, not 3"),
    (TWO, GAIN, "KKW,", "", "1 cards in the market, not 2"),
    (TWO, PLAIN, "ladder,", "", "2 objectives, not 3"),
    (TWO, PLAIN, "ladder,", "ladder,block,", "4 objectives, not 3"),
    (FIRST, PLAIN, "ladder", "ladder", "ladder, quarter, giants, not palette, gardens, boroughs"),
    (TWO, PLAIN, "*wg,", "", "1 cards discarded, not 2"),
    (TWO, PLAIN, "*wg,", "*wg,*wb,", "3 cards discarded, not 2"),
    (TWO, PLAIN, "1|1", "21|21", "2 cards discarded, not 0"),
    (TWO, GAIN, "2|1", "21|21", "3 cards discarded, not 42"),
    # 4: the board
    (TWO, PLAIN, "c1W-", "a2K-", "a1 and a2 are adjacent and of one colour"),
    (TWO, PLAIN, "a1K-", "a1K--", "a1 has 2 floors and 0 neighbours"),
    (TWO, BUILT, "c1W--", "c1W---", "c1 has 3 floors and 1 neighbours"),
    (TWO, PLAIN, ",e1B-", "", "2 buildings, fewer than the 3 start floors"),
    (TWO, BUILT, "a2G-", "a2G--", "8 floors in 5 buildings with 2 streets"),
    (
        TWO,
        BUILT,
        "a1K-1,a2G-,b1B2,c1W--,e1B-",
        "a1K-,a2W-,a3K1,b2G-,b3W2",
        "5 floors in 5 buildings with 5 streets",
    ),
    (TWO, BUILT, "a2G-,b1B2", "b3G-,d5B2", "more than 3 groups of buildings"),
    (TWO, BUILT, "b1B2", "b1B-", "1 roofs on 5 buildings"),
    (TWO, BUILT, "a2G-", "a2G1", "3 roofs on 5 buildings"),
    (TWO, ROOF, "b2W-", "b2W1", "3 roofs on 6 buildings"),
    (ONE, OVER, "b1B2", "b1B1", "seat 1 has 2 roofs on the board, more than 1"),
    # 5: floors
    (TWO, PLAIN, "KWBG|KWBG", "KKKKKKKKKKK|KWBG", "stock 1: 11 floors, more than 10"),
    (TWO, PLAIN, "KWBG|KWBG", "KKKKKKKKKK|KWBG", ""),
    (TWO, GAIN, "KWBG|KWBG", "KWBG|KKKKKKKKKKK", "stock 2: 11 floors, more than 10"),
    (TWO, GAIN, "KWBG|KWBG", "KKKKKKKKKKKKKKK|KWBG", "stock 1: 15 floors, more than 14"),
    (TWO, GAIN, "KWBG|KWBG", "KKKKKKKKKKKKKK|KWBG", ""),
    (TWO, GAIN, "gain:1", "return", "return with 4 floors in stock"),
    (SCARCE, PLAIN, "KWBG|KWBG", "KKKKKKKKKK|KK", "13 floors of K, more than 12"),
    (SCARCE, PLAIN, "KWBG|KWBG", "KKKKKKKKKK|K", ""),
    # 6: collecting
    (TWO, GAIN, "gain:1", "gain:0", "gain of 0 floors, not 1 to 4"),
    (TWO, GAIN, "gain:1", "gain:5", "gain of 5 floors, not 1 to 4"),
    (TWO, GAIN, "gain:1", "gain:4", ""),
    (TWO, GAIN, "2|1 0|0 1:gain:1", "0|3 0|0 1:gain:1", "gain, but seat 1 has taken no card"),
    (TWO, GAIN, "2|1 0|0 1:gain:1", "0|3 0|0 1:refill", "refill, but seat 1 has taken no card"),
    (FORGO, NEW, "gain:1:KW", "gain:1:KK", "new floors that are not in the stock"),
    (FORGO, NEW, "gain:1:KW", "gain:3:KW", "more new floors than a card has"),
    (FORGO, NEW, "gain:1:KW", "gain:2:KW", ""),
    (FORGO, NEW, "KWBG|", "KKKKKKKKKKWWG|", "too few new floors to get down to the cap"),
    (FORGO, NEW, "KWBG|", "KKKKKKKKKKWW|", ""),
    # 7: a roof
    (TWO, ROOF, "roof:b2", "roof:a3", "a roof at a3, where nothing has just been founded"),
    (TWO, ROOF, "roof:b2", "roof:a1", "a roof at a1, where nothing has just been founded"),
    (TWO, ROOF, "roof:b2", "roof:e1", "a roof at e1, where nothing has just been founded"),
    (TWO, ROOF, "a1K-1-", "a1K--1", "a roof at b2, but a1 has one on its top floor"),
    (ONE, ROOF, "7", "7", "a roof is due, but seat 1 has none left"),
    # 8: vehicles
    (TWO, PLAIN, "0,0,0,0|", "0,0,0,13|", "vehicle G of seat 1 at 13, not 0 to 12"),
    (TWO, BUILT, "2,0,0,0|", "1,0,0,0|", "vehicle K of seat 1 at 1, not 2 to 12"),
    (TWO, BUILT, "|0,0,1,0", "|0,0,0,0", "vehicle B of seat 2 at 0, not 1 to 12"),
    (TWO, BUILT, "2,0,0,0|", "3,1,1,0|", "vehicles of seat 1: 3 steps by 1 cards"),
    (TWO, BUILT, "2,0,0,0|", "3,1,0,0|", ""),
    # 9: star columns and extra turns
    (TWO, PLAIN, "0|0 -|-", "1|0 -|-", "seat 1 is paid for 1 star columns and reached 0"),
    (TWO, PLAIN, "1|1 0|0", "1|1 0|1", "seat 2 has 1 extra turns for 0 star columns"),
    (TWO, GAIN, "gain:1", "gain:1+", "seat 1 has 1 extra turns for 0 star columns"),
    (SCORING, GAIN, "gain:1", "refill+", "an extra turn by a card, but only scoring earns one"),
    # 10: turns go round
    (TWO, PLAIN, "1:act", "2:act", "turns [1, 1] without extra turns do not go round to seat 2"),
    (TWO, GAIN, "2|1", "1|2", "do not go round to seat 1"),
    (TWO, BUILT, "1|1", "2|0", "do not go round to seat 1"),
    (TWO, ROOF, "1|1 0|0 1:roof", "2|0 0|0 2:roof", "do not go round to seat 2"),
    # 11, 12: the end
    (ONE, LAST, "roof:1:1", "-", "seat 1 has placed its last roof, but no end"),
    (ONE, LAST, "roof:1:1", "roof:1:2", "2 last turns left for seat 2 at act"),
    (ONE, LAST, "roof:1:1", "roof:1:0", "0 last turns left for seat 2 at act"),
    (ONE, LAST, "roof:1:1", "roof:2:1", "seat 2 has not placed its last roof"),
    (ONE, LAST, "roof:1:1", "shortage:1:2", ""),
    (ONE, LAST, "roof:1:1", "shortage:1:1", "1 last turns left for seat 2 at act"),
    (ONE, LAST, "roof:1:1", "shortage:2:1", ""),
    (ONE, LAST, "roof:1:1", "shortage:2:2", "no extra turn before the last turns"),
    (ONE, LAST, "roof:1:1", "shortage+roof:1:1", "a second trigger is ignored"),
    (RESTARTS, LAST, "roof:1:1", "shortage+roof:1:1", ""),
    (RESTARTS, LAST, "roof:1:1", "roof+roof:1:1", "a cause triggers once"),
    (RESTARTS, LAST, "roof:1:1", "shortage:1:2", "a last roof that is not among the causes"),
    (RESTARTS, PLAIN, "- 2", "roof+shortage:1:2 2", "no seat has placed its last roof"),
    (ONE, OVER, "roof:1:0", "roof:1:1", "no extra turn before the last turns"),
    (ONE, OVER, "roof:1:0", "shortage:2:0", ""),
    (ONE, OVER, "roof:1:0", "shortage:1:0", "0 last turns left for seat 1 at act"),
    (ONE, ROOF, ":b2 -", ":b2 roof:1:1", "a roof is due after the last one"),
    (ONE, ROOF, ":b2 -", ":b2 roof:1:0", "0 last turns left for seat 1 at roof"),
    # 13: cones
    (TWO, PLAIN, "-|-", "0|-", "cone 1: placed"),
    (ONE, LAST, "1|-", "-|-", "cone 1: not placed"),
    (ONE, LAST, "1|-", "1|0", "cone 2: placed"),
    (ONE, LAST, "1|-", "2|-", "cone 1: 2 roofs, but 1 placed"),
    (ONE, LAST, "1|-", "0|-", ""),
    (ONE, OVER, "1|1 1|1", "1|- 1|1", "cone 2: not placed"),
    (AT_END, OVER, "1|1 1|1", "1|- 1|1", "cone 2: not placed"),
    (AT_ONCE, LAST, "1|-", "1|-", "cone 2: not placed"),
    (AT_ONCE, LAST, "1|-", "1|0", ""),
    # 14: chips
    (TWO, BUILT, "ladder", "ladder:1", "seat 1 has a chip of ladder, but does not meet it"),
    (CHIPS, BUILT, "ladder,quarter,giants", "one:1,low", "seat 2 meets low, but has no chip"),
    (CHIPS, BUILT, "ladder,quarter,giants", "one,low:2", "seat 1 meets one, but has no chip"),
    (CHIPS, BUILT, "ladder,quarter,giants", "one:1,low:2", ""),
    (CHIPS, BUILT, "ladder,quarter,giants", "one:12,low:2", "one has 1 chips, 2 are taken"),
    (CHIPS, ROOF, "ladder,quarter,giants", "one:1,low", ""),
    # 15: plies
    (TWO, PLAIN, "- 2", "- 1", "1 plies, not 2 to 2000"),
    (TWO, BUILT, "- 6", "- 5", "5 plies, not 6 to 2000"),
    (TWO, ROOF, "- 7", "- 6", "6 plies, not 7 to 2000"),
    (TWO, PLAIN, "- 2", "- 2001", "2001 plies, not 2 to 2000"),
    (TWO, PLAIN, "- 2", "- 2000", ""),
    (CHOSEN, PLAIN, "- 2", "- 4", "4 plies, not 5 to 2000"),
    # 16: set-up
    (TWO, EMPTY, "1:objective", "2:objective", "seat in set-up"),
    (TWO, EMPTY, "KWBG|", "KWB|", "stocks in set-up"),
    (TWO, EMPTY, "0,0,0,0|", "1,0,0,0|", "vehicles in set-up"),
    (TWO, EMPTY, "0|0 -|-", "1|0 -|-", "paid in set-up"),
    (TWO, EMPTY, "-|- ", "0|- ", "cones in set-up"),
    (TWO, EMPTY, "0|0 0|0 1", "1|0 0|0 1", "taken in set-up"),
    (TWO, EMPTY, "0|0 1", "0|1 1", "extra in set-up"),
    (TWO, EMPTY, "objective -", "objective shortage:1:2", "end in set-up"),
    (TWO, EMPTY, "objective - 0", "objective - 1", "1 plies, not 0"),
    (TWO, EMPTY, "- - - -", "ladder:1 - - -", "chips taken in set-up"),
    (TWO, EMPTY, "- - - -", "- - KKW -", "discard in set-up"),
    (TWO, EMPTY, "- - - -", "- KKW - -", "0 objectives, 1 cards, 0 floors at objective"),
    (TWO, EMPTY, "objective", "card", "0 objectives, 0 cards, 0 floors at card"),
    (TWO, DRAWN, "card", "objective", "3 objectives, 0 cards, 0 floors at objective"),
    (TWO, DRAWN, "card", "start", "3 objectives, 0 cards, 0 floors at start"),
    (TWO, DRAWN, "- - - KWBG", "- - a1K- KWBG", "3 objectives, 0 cards, 1 floors at card"),
    (TWO, OPEN, "start", "card", "3 objectives, 3 cards, 0 floors at card"),
    (TWO, OPEN, "- - KWBG", "- a1K-,c1W-,e1B- KWBG", "3 objectives, 3 cards, 3 floors at start"),
    (TWO, OPEN, "- - KWBG", "- a1K-,c1W- KWBG", ""),
    (TWO, OPEN, "- - KWBG", "- a1W- KWBG", "start floors in other colours than the cards show"),
    (TWO, OPEN, "- - KWBG", "- a1K1 KWBG", "a1 is not one floor without a roof"),
    (TWO, OPEN, "- - KWBG", "- a1K-- KWBG", "a1 is not one floor without a roof"),
    (TWO, OPEN.replace("WWB", "KKB"), "- - KWBG", "- a1K-,a2K- KWBG", "adjacent to a building of"),
    (CHOSEN, OPEN, "- - KWBG", "- a1K-,c1W- KWBG", "0 plies, not 2"),
    (FIRST, EMPTY, "objective", "card", "objectives are , not palette, gardens, boroughs"),
]


@pytest.mark.parametrize(("values", "text", "old", "new", "problem"), CHANGES)
def test_impossible_positions_are_refused(
    values: tu.Rules, text: str, old: str, new: str, problem: str
) -> None:
    """TU-57, points 2 to 16: what no game can come to."""
    assert old in text
    changed = text.replace(old, new, 1)
    if problem:
        assert problem in refusal(values, changed)
    else:
        assert tu.write(values, tu.parse(values, changed)) == changed


def test_star_columns_paid_later() -> None:
    """TU-57, point 9: fewer columns paid than reached, only where a rule allows it."""
    ahead = PLAIN.replace("1|1 0|0 1:act - 2", "4|4 0|0 1:act - 8").replace("0,0,0,0|", "2,2,2,2|")
    ahead = ahead.replace("*wg,*bg", "KKK,WWW,BBB,GGG,KKB,KKG,*wg,*bg")
    assert "seat 1 is paid for 0 star columns and reached 1" in refusal(TWO, ahead)
    for values in (LATER, SCORING):
        assert tu.write(values, tu.parse(values, ahead)) == ahead


def test_jokers_as_bottoms_in_set_up() -> None:
    """TU-56, TU-57, point 16: a joker stands for any colour, once."""
    text = OPEN.replace("KKW,WWB,*wg", "KKW,**,*wg").replace("- - KWBG", "- {} KWBG")
    for board in ("a1K-,c1G-", "a1B-,c1K-", "a1K-,c1K-"):
        assert tu.parse(TWO, text.format(board)).step == "start"
    for board in ("a1B-,c1G-", "a1W-"):
        assert "other colours than the cards show" in refusal(TWO, text.format(board))
