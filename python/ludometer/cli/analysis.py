"""The analysis of a run, in every format that ``--format`` knows."""

import csv
import sys
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ludometer.cli.options import Format
from ludometer.cli.output import md_table, print_all, print_bytes, print_json, print_text
from ludometer.report.balance import render_analysis
from ludometer.report.formats import cells
from ludometer.report.text import heading_of

if TYPE_CHECKING:
    from ludometer.analytics.runs import Tallied

__all__ = ["flat_estimates", "print_analysis"]


def print_analysis(
    command: str,
    found: "Tallied",
    form: Format,
    *,
    more: Mapping[str, Any] | None = None,
    lines: Sequence[str] = (),
) -> None:
    """Prints an analysis: tables or JSON; every estimate as CSV or Parquet; the seats as Markdown.

    Seats count from 1 for people (table, Markdown) and from 0 for programs. ``more`` goes into the
    JSON beside the analysis, ``lines`` into the heading.
    """
    analysis = found.analysis()
    heading = heading_of(found.spec, found.seen, found.digest, found.total, found.spans)
    heading += lines
    if form is Format.JSON:
        print_json(command, {**found.provenance(), **(more or {}), "analysis": analysis})
    elif form is Format.CSV:
        rows = flat_estimates(analysis)
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    elif form is Format.PARQUET:
        import polars as pl

        buffer = BytesIO()
        pl.DataFrame(flat_estimates(analysis), infer_schema_length=None).write_parquet(buffer)
        print_bytes(buffer.getvalue())
    elif form is Format.MD:
        print_text("  \n".join(heading) + f"\n\n{analysis['verdict']['sentence']}\n")
        seats = analysis["seats"]
        level = f"{100 * analysis['level']:g} % interval"
        head = ["seat", "policy", "win share, %", level]
        shares = cells([seat["share"] for seat in seats], scale=100)
        rows_of_seats = [
            [str(seat["seat"] + 1), seat["policy"], *share]
            for seat, share in zip(seats, shares, strict=True)
        ]
        print_text(md_table(head, rows_of_seats, left=2))
    else:
        print_all(render_analysis(heading, analysis))


def flat_estimates(analysis: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every estimate as one flat row: where it stands in the analysis (``what``), its fields."""
    from ludometer.analytics.expectations import estimates

    return [{"what": path, **estimate} for path, estimate in estimates(analysis)]
