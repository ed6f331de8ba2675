"""The analysis of a run as text for a terminal, 80 columns wide."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludometer.report.numbers import cells, p_value
from ludometer.report.text import plain_table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["render_analysis"]

Analysis = Mapping[str, Any]


def render_analysis(heading: Sequence[str], analysis: Analysis) -> "list[RenderableType]":
    """What was played, the verdict first, then the tables, as things that rich prints."""
    from rich.text import Text

    title, *rest = heading
    blank = Text("")
    items: list[RenderableType] = [
        Text(title, style="bold"),
        *(Text(line) for line in rest),
        blank,
        Text(analysis["verdict"]["sentence"], style="bold"),
        blank,
        _seats(analysis),
        Text(_equality(analysis)),
        blank,
        _advantage(analysis),
        blank,
        _ranks(analysis),
    ]
    for table in _scores(analysis):
        items += [blank, table]
    items += [blank, _ends(analysis), blank, _lengths(analysis), blank, _branching(analysis)]
    if analysis["pace"]["facts"]:
        items += [blank, _facts(analysis)]
    for note in analysis["notes"]:
        items += [blank, Text(note)]
    return items


def _level(analysis: Analysis) -> str:
    return f"{100 * analysis['level']:g} % interval"


def _seat(seat: Mapping[str, Any]) -> str:
    return str(seat["seat"] + 1)


def _seats(analysis: Analysis) -> "Table":
    seats = analysis["seats"]
    shares = cells([seat["share"] for seat in seats], scale=100)
    table = plain_table(
        "seat", "policy", "alone", "shared", "win share, %", _level(analysis), left=2
    )
    for seat, (share, interval) in zip(seats, shares, strict=True):
        wins = f"{seat['outright']:,}", f"{seat['shared']:,}"
        table.add_row(_seat(seat), seat["policy"], *wins, share, interval)
    tie, none = cells([analysis["ties"]["tie"], analysis["ties"]["winnerless"]], scale=100)
    games = analysis["games"]
    table.add_row("ties", "", "", f"{round(analysis['ties']['tie']['est'] * games):,}", *tie)
    if analysis["ties"]["winnerless"]["est"]:
        table.add_row("no winner", "", "", "", *none)
    return table


def _equality(analysis: Analysis) -> str:
    test = analysis["equality"]
    if test["p"] is None:
        return f"are all seats equal? no test: {test['method']}"
    return f"are all seats equal? {test['method']}, {p_value(test['p'])}"


def _advantage(analysis: Analysis) -> "Table":
    found = analysis["first_player_advantage"]
    table = plain_table("first-player advantage", "estimate", _level(analysis))
    rows = (("share", "win share, pp", 100), ("points", "points", 1), ("elo", "Elo", 1))
    for key, name, scale in rows:
        if found[key]["level"] is None and found[key]["est"] is None:
            table.add_row(name, "-", found[key]["method"])
        else:
            table.add_row(name, *cells([found[key]], scale=scale, sign=True)[0])
    return table


def _ranks(analysis: Analysis) -> "Table":
    seats = analysis["seats"]
    table = plain_table("seat", "mean rank", _level(analysis))
    for seat, row in zip(seats, cells([seat["rank"] for seat in seats]), strict=True):
        table.add_row(_seat(seat), *row)
    return table


def _scores(analysis: Analysis) -> "list[Table]":
    """Mean scores and handicaps, in games that have points."""
    seats = analysis["seats"]
    if seats[0]["score"] is None:
        return []
    scores = plain_table("seat", "mean score", _level(analysis))
    for seat, row in zip(seats, cells([seat["score"] for seat in seats]), strict=True):
        scores.add_row(_seat(seat), *row)
    found = analysis["handicaps"]
    handicaps = plain_table("seat", "points to add", _level(analysis), "whole", "share with it, %")
    points = cells([row["points"] for row in found], sign=True)
    for row, (added, interval) in zip(found, points, strict=True):
        share = row["share_with_whole"]
        with_it = "-" if share is None else cells([share], scale=100)[0][1]
        whole = "-" if row["whole"] is None else f"{row['whole']:+d}" if row["whole"] else "0"
        handicaps.add_row(_seat(row), added, interval, whole, with_it)
    return [scores, handicaps]


def _ends(analysis: Analysis) -> "Table":
    rows = analysis["pace"]["ends"]
    table = plain_table("end", "games", "share, %", _level(analysis))
    shares = cells([row["share"] for row in rows], scale=100)
    for row, share in zip(rows, shares, strict=True):
        table.add_row(row["end"], f"{row['games']:,}", *share)
    return table


def _lengths(analysis: Analysis) -> "Table":
    """A row a statistic, for intervals need room."""
    length = analysis["pace"]["length"]
    table = plain_table("length", "plies", _level(analysis), "turns", _level(analysis))
    names = {
        "mean": "mean",
        "min": "shortest",
        "q05": "5 % are at most",
        "median": "median",
        "q95": "95 % are at most",
        "max": "longest",
    }
    for key, name in names.items():
        digits = [
            cells([length[what][key]])[0] if key == "mean" else _whole(length[what][key])
            for what in ("plies", "turns")
        ]
        table.add_row(name, *digits[0], *digits[1])
    return table


def _whole(estimate: Mapping[str, Any]) -> tuple[str, str]:
    """A value that occurred, and the values that bound it."""
    lo, hi = estimate["lo"], estimate["hi"]
    return f"{estimate['est']:,.0f}", "-" if lo is None else f"{lo:,.0f} to {hi:,.0f}"


def _branching(analysis: Analysis) -> "Table":
    rows = analysis["pace"]["branching"]
    table = plain_table(
        "seat", "actions per ply", _level(analysis), "forced plies, %", _level(analysis)
    )
    actions = cells([row["actions"] for row in rows])
    forced = cells([row["forced"] for row in rows], scale=100)
    for row, one, two in zip(rows, actions, forced, strict=True):
        table.add_row("all" if row["seat"] is None else _seat(row), *one, *two)
    return table


def _facts(analysis: Analysis) -> "Table":
    table = plain_table("mean of", "estimate", _level(analysis))
    for name, estimate in analysis["pace"]["facts"].items():
        table.add_row(name, *cells([estimate])[0])
    return table
