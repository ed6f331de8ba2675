"""``ludometer verify``: a run folder against its manifest and the engine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludometer.cli import FAILED, INCOMPLETE, OK, USAGE, options
from ludometer.cli.output import print_json, print_text

if TYPE_CHECKING:
    from ludometer.dataset import Verification

EXAMPLE = """\
ludometer simulate top-cap -n 2000 --seed 7 -o runs/small
ludometer verify runs/small
"""


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A run folder.")],
    sample: Annotated[
        str, typer.Option("--sample", metavar="N", help="Games to play again and compare.")
    ] = "100",
    as_json: options.AsJson = False,
) -> int:
    """Check a run folder against its manifest and the engine.

    Every file is read, and some games are played again.

    Exit code 0: all is as it should be; 1: contents differ; 2: files are damaged or missing;
    3: nothing is wrong, but the run is not complete.
    """
    from ludometer.dataset import verify

    result = verify(folder, sample=options.number("--sample", sample, 0, 10**9))
    if as_json:
        print_json("verify", result.to_dict())
    else:
        _print(result)
    if result.damaged:
        return USAGE
    if result.differences:
        return FAILED
    return OK if result.complete else INCOMPLETE


def _print(result: "Verification") -> None:
    from ludometer.dataset.spans import text

    print_text(f"{result.folder}: {result.manifest.describe()}")
    print_text(f"{result.games:,} games read, {result.replayed:,} played again")
    print_text(f"digest {result.digest}")
    for line in result.damaged:
        print_text(f"damaged: {line}")
    for line in result.differences:
        print_text(f"differs: {line}")
    for line in result.notes:
        print_text(f"note: {line}")
    if result.missing:
        print_text(f"games not there yet: {text(result.missing)}")
    if result.ok:
        print_text("ok" if result.complete else "ok as far as it goes, not complete")
