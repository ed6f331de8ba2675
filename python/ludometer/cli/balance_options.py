"""Options of the commands about balance, and how their text becomes values."""

from typing import Annotated

import typer

from ludometer._core import LudometerError
from ludometer.analytics.question import Question, Truncated, check_margin
from ludometer.analytics.units import percentage_points
from ludometer.arguments import MAX_GAMES
from ludometer.cli.options import Format, number

Margin = Annotated[
    str,
    typer.Option(
        "--margin",
        metavar="PP",
        help="How far from an equal share still counts as balanced, like 1pp or 0.5pp.",
    ),
]
Level = Annotated[
    str, typer.Option("--level", metavar="PART", help="Confidence of intervals, like 0.95.")
]
TruncatedGames = Annotated[
    str,
    typer.Option(
        "--truncated",
        metavar="WHAT",
        help="Games stopped by the ply cap: include (as they stood) or exclude.",
    ),
]

Sequence = Annotated[
    str | None,
    typer.Option(
        "--anytime",
        metavar="N",
        help="Intervals that hold however often one looks, narrowest at N games.",
    ),
]
Form = Annotated[
    Format, typer.Option("--format", metavar="FORMAT", help="table, json, csv, parquet or md.")
]


def margin_of(text: str) -> float:
    """The value of ``--margin``, as a fraction; whether it can be used is checked later."""
    return percentage_points("--margin", text)


def level_of(text: str) -> float:
    """The value of ``--level``. Raises LudometerError unless it is from 0.5 to 0.9999."""
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0.5 <= level <= 0.9999:
        raise LudometerError(f"--level: `{text}` is not possible; allowed: 0.5 to 0.9999")
    return level


def truncated_of(text: str) -> Truncated:
    """The value of ``--truncated``. Raises LudometerError for an unknown word."""
    if text == "include":
        return "include"
    if text == "exclude":
        return "exclude"
    raise LudometerError(f"--truncated: `{text}` is unknown; allowed: include, exclude")


def question(margin: str, level: str, truncated: str, planned: str | None = None) -> Question:
    """What is asked, from the texts of the options."""
    games = None if planned is None else number("--anytime", planned, 1, MAX_GAMES)
    asked = Question(margin_of(margin), level_of(level), truncated_of(truncated), planned=games)
    check_margin(asked.margin, asked.alpha)
    return asked
