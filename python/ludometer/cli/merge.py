"""``ludometer merge``: parts of one run from several machines, in one folder."""

from pathlib import Path
from typing import Annotated

import typer

from ludometer.cli import options
from ludometer.cli.options import Format
from ludometer.cli.output import note
from ludometer.cli.summary import Result, print_summary

EXAMPLE = """\
ludometer simulate top-cap -n 2000 --seed 7 --range 0:1000 -o runs/a
ludometer simulate top-cap -n 2000 --seed 7 --range 1000:2000 -o runs/b
ludometer merge runs/a runs/b -o runs/all
"""


def command(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Run folders with parts of one run.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FOLDER", help="A new folder.")],
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Put the parts of one run together, and sum them up.

    The folders must hold the same run (rules, policies, seed, versions, shard) and no game twice.
    They stay as they are; files are linked where the file system can, else copied.
    """
    from ludometer.dataset import merge

    dataset = merge(folders, out)
    manifest = dataset.manifest
    note(f"stored in {out} (run {manifest.run_id}, {manifest.status})", quiet=quiet)
    form = Format.JSON if as_json else Format.TABLE
    print_summary("merge", Result.of(dataset), form, verbose=False)
    return 0
