"""``ludometer check``: whether a stored run meets what its designer expects."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludometer._core import LudometerError
from ludometer.cli import FAILED, INCOMPLETE, OK, options
from ludometer.cli.output import print_all, print_json, print_text
from ludometer.cli.progress import Meter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from ludometer.analytics.expectations import Checked

EXAMPLE = """\
ludometer simulate top-cap -n 50_000 --seed 7 -o runs/top-cap
ludometer check runs/top-cap --write balance.toml
ludometer check runs/top-cap --expect balance.toml
"""


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A run folder.")],
    expect: Annotated[
        Path | None, typer.Option("--expect", metavar="FILE", help="Expectations, as TOML.")
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FILE",
            help="Write expectations that this run meets, to begin with. The file must be new.",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="What the games do not decide counts as failed.")
    ] = False,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Check a stored run against expectations, for scripts and CI.

    An expectation is met if the interval lies within its bounds, failed if it lies outside, and
    undetermined if these games show neither.

    Exit code 0: all are met; 1: one failed; 3: none failed, but the games do not decide all.
    """
    from ludometer.analytics.expectations import check, draft, read
    from ludometer.analytics.question import Question
    from ludometer.analytics.runs import stored
    from ludometer.dataset import load

    if (expect is None) == (write is None):
        raise LudometerError("give either --expect FILE or --write FILE")
    expected = None if expect is None else read(expect)
    dataset = load(folder)
    asked = Question() if expected is None else expected.question
    with Meter(sum(part.last - part.first for part in dataset.parts), quiet=quiet) as meter:
        found = stored(dataset, asked, progress=meter.games)
    if expected is None or write is not None:
        assert write is not None
        _write(write, draft(found.analysis()))
        print_text(f"wrote {write}")
        return OK
    results = check(expected, found.analysis())
    failed = any(row.result == "failed" for row in results)
    undecided = any(row.result == "undetermined" for row in results)
    if as_json:
        rows = [
            {key: getattr(row, key) for key in ("result", "what", "expected", "found", "estimate")}
            for row in results
        ]
        passed = not failed and not undecided
        print_json("check", {**found.provenance(), "passed": passed, "results": rows})
    else:
        print_all([_table(results)])
    if failed or (strict and undecided):
        return FAILED
    return INCOMPLETE if undecided else OK


def _write(path: Path, text: str) -> None:
    """Writes a new file. Raises LudometerError if there is one, or that fails."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise LudometerError(f"{path} is there already; delete it or choose another") from None
    except OSError as error:
        raise LudometerError(f"cannot write {path}: {error.strerror or error}") from error


def _table(results: "Sequence[Checked]") -> "Table":
    from ludometer.report.text import plain_table

    table = plain_table("result", "what", "expected", "found", left=4)
    for row in results:
        table.add_row(row.result, row.what, row.expected, row.found)
    return table
