"""``ludometer analyze``: what stored games say about balance."""

from pathlib import Path
from typing import Annotated

import typer

from ludometer.cli import balance_options, options
from ludometer.cli.analysis import print_analysis
from ludometer.cli.options import Format
from ludometer.cli.progress import Meter

EXAMPLE = """\
ludometer simulate top-cap -n 20_000 --seed 7 -o runs/top-cap
ludometer analyze runs/top-cap --margin 2pp
"""


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A run folder.")],
    margin: balance_options.Margin = "1pp",
    level: balance_options.Level = "0.95",
    truncated: balance_options.TruncatedGames = "include",
    planned: balance_options.Sequence = None,
    form: balance_options.Form = Format.TABLE,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Say whether a stored run is balanced, and why.

    The verdict is balanced, unbalanced or undetermined, against a margin around an equal share of
    wins. Then: win shares, first-player advantage in wins, points and Elo, fair handicap, scores,
    ends, length and branching, each with its interval. `ludometer balance` plays and analyzes in
    one go.
    """
    from ludometer.analytics.runs import stored
    from ludometer.dataset import load

    asked = balance_options.question(margin, level, truncated, planned)
    dataset = load(folder)
    with Meter(sum(part.last - part.first for part in dataset.parts), quiet=quiet) as meter:
        found = stored(dataset, asked, progress=meter.games)
    print_analysis("analyze", found, Format.JSON if as_json else form)
    return 0
