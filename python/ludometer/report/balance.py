"""The analysis of a run as text for a terminal, 80 columns wide."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludometer.report.formats import cells, p_value
from ludometer.report.text import plain_table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["render_analysis", "strategy_name"]

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
    for table in [*_scores(analysis), *_sources(analysis), *_strategies(analysis)]:
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


def _sources(analysis: Analysis) -> "list[RenderableType]":
    """Where points come from: a row a source, for games have more sources than seats."""
    sources = analysis["sources"]["components"]
    if not sources:
        return []
    if "winners" not in sources[0]:
        return [_won_by(analysis)]
    level = _level(analysis)
    tables: list[RenderableType] = []
    for head, keys, scales, legend in (
        (
            ("mean points from", "winners", level, "others", level),
            ("winners", "others"),
            (1, 1),
            "",
        ),
        (
            ("source", "gap", level, "none, %", level),
            ("difference", "zero"),
            (1, 100),
            "gap: mean points of winners less that of others; none: seats without any of it",
        ),
        (
            ("share of variance", "scores, %", level, "margins, %", level),
            ("score_share", "margin_share"),
            (100, 100),
            "covariance with the score, and with its distance from the mean of the table",
        ),
        (
            ("what decides", "drives, %", level, "flips, %", level),
            ("driver", "flip"),
            (100, 100),
            (
                "drives: variance of the win share that it explains (Shapley); flips: games "
                "that other seats would lead without it"
            ),
        ),
    ):
        table = plain_table(*head)
        columns = [
            cells([row[key] for row in sources], scale=scale, sign=key == "difference")
            for key, scale in zip(keys, scales, strict=True)
        ]
        for row, one, two in zip(sources, *columns, strict=True):
            table.add_row(row["component"], *one, *two)
        tables.append(_with_legend(table, legend))
    return [*tables, *_correlations(analysis)]


def _with_legend(table: "Table", legend: str) -> "RenderableType":
    """A table with a line of explanation below."""
    from rich.console import Group
    from rich.text import Text

    return Group(table, Text(legend)) if legend else table


def _won_by(analysis: Analysis) -> "Table":
    """In a game without points: how often each seat wins by what."""
    table = plain_table("games won by", "seat", "share, %", _level(analysis))
    for row in analysis["sources"]["components"]:
        shares = cells([seat["mean"] for seat in row["seats"]], scale=100)
        for seat, share in zip(row["seats"], shares, strict=True):
            table.add_row(row["component"], _seat(seat), *share)
    return table


def _correlations(analysis: Analysis) -> "list[Table]":
    pairs = [pair for pair in analysis["sources"]["correlations"] if pair["r"]["est"] is not None]
    if not pairs:
        return []
    table = plain_table("correlation of", "and", "r", _level(analysis), left=2)
    for pair, row in zip(pairs, cells([pair["r"] for pair in pairs], sign=True), strict=True):
        table.add_row(pair["component"], pair["other"], *row)
    return [table]


def _strategies(analysis: Analysis) -> "list[Table]":
    """Win shares of the quarter of seats that has most, and that has least, of something."""
    if not analysis["strategies"]:
        return []
    table = plain_table("seats with", "of all, %", "win share, %", _level(analysis))
    rows = analysis["strategies"]
    for row, share in zip(rows, cells([row["share"] for row in rows], scale=100), strict=True):
        table.add_row(strategy_name(row), f"{100 * row['part']:.1f}", *share)
    return [table]


def strategy_name(row: Mapping[str, Any]) -> str:
    """``at least 83 points from numbers``: which seats a row of strategies is about."""
    bound = "at least" if row["which"] == "top" else "at most"
    column = row["column"]
    name = column.removeprefix("c_").removeprefix("by_").replace("_", " ")
    points = "" if name == column.replace("_", " ") else "points from "
    return f"{bound} {row['value']} {points}{name}"


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
