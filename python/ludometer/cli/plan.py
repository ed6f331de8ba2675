"""``ludometer plan``: how many games a question needs."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ludometer._core import LudometerError
from ludometer.analytics.units import percentage_points
from ludometer.cli import balance_options, options
from ludometer.cli.output import print_all, print_json
from ludometer.cli.progress import Meter

EXAMPLE = """\
ludometer plan -p 2 --half-width 0.02pp
ludometer simulate top-cap -n 20_000 --seed 7 -o runs/top-cap
ludometer plan runs/top-cap
"""


def command(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", help="A run folder, for what its games can show."),
    ] = None,
    players: Annotated[
        str, typer.Option("-p", "--players", metavar="N", help="Number of seats.")
    ] = "2",
    half_width: Annotated[
        str,
        typer.Option("--half-width", metavar="PP", help="Precision of a win share, each side."),
    ] = "0.1pp",
    difference: Annotated[
        str, typer.Option("--difference", metavar="PP", help="Difference from an equal share.")
    ] = "1pp",
    margin: balance_options.Margin = "1pp",
    power: Annotated[
        str, typer.Option("--power", metavar="PART", help="Chance of seeing what is there.")
    ] = "0.8",
    level: balance_options.Level = "0.95",
    spread: Annotated[
        str | None,
        typer.Option("--sd", metavar="X", help="Standard deviation of a score, for --points."),
    ] = None,
    points: Annotated[
        str, typer.Option("--points", metavar="X", help="Precision of a mean score, each side.")
    ] = "0.1",
    design: Annotated[
        str,
        typer.Option("--design", metavar="X", help="Times as many games where games share deals."),
    ] = "1",
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Say how many games a question needs, and what the games of a folder can show.

    Normal approximations. "looking" is the number for `balance --until`, whose intervals hold at
    every look. For a folder, spread and design factor are those of its games.
    """
    from ludometer.analytics.plans import plan, shown

    seats = options.number("-p/--players", players, 2, 4)
    chance = _part("--power", power)
    confidence = balance_options.level_of(level)
    asked: dict[str, Any] = {
        "half": _points("--half-width", half_width),
        "difference": _points("--difference", difference),
        "margin": balance_options.question(margin, level, "include").margin,
        "power": chance,
        "level": confidence,
    }
    deviation = None if spread is None else _positive("--sd", spread)
    asked |= {"points": _positive("--points", points), "design": _positive("--design", design)}
    if folder is None:
        body: dict[str, Any] = {"plan": plan(seats, sd=deviation, **asked), "shown": None}
        heading = f"{seats} players"
    else:
        from ludometer.analytics.question import Question
        from ludometer.analytics.runs import stored
        from ludometer.dataset import load

        dataset = load(folder)
        with Meter(sum(part.last - part.first for part in dataset.parts), quiet=quiet) as meter:
            found = stored(dataset, Question(), progress=meter.games)
        body = shown(found.tally, points_game=found.spec.game.facts["has_points"], **asked)
        heading = f"{folder}: {dataset.manifest.describe()}"
    if as_json:
        print_json("plan", body)
    else:
        from ludometer.report.planning import render_plan

        print_all(render_plan(heading, body))
    return 0


def _points(option: str, text: str) -> float:
    value = percentage_points(option, text)
    if not 0 < value < 0.5:
        raise LudometerError(f"{option}: `{text}` is not possible; allowed: above 0, below 50 pp")
    return value


def _positive(option: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise LudometerError(f"{option}: `{text}` is not possible; allowed: a number above 0")
    return value


def _part(option: str, text: str) -> float:
    value = _positive(option, text)
    if not 0.05 <= value <= 0.999:
        raise LudometerError(f"{option}: `{text}` is not possible; allowed: 0.05 to 0.999")
    return value
