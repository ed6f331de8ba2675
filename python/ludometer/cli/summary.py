"""The summary of a run, in every format that ``--format`` knows."""

import csv
import sys
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ludometer._core import Summary
from ludometer.cli.options import Format
from ludometer.cli.output import md_table, print_all, print_bytes, print_json, print_text
from ludometer.dataset.spans import Span, union
from ludometer.report.text import heading, render, seat_rows
from ludometer.simulation import provenance
from ludometer.spec import Spec
from ludometer.summary import RunSummary, summarize

if TYPE_CHECKING:
    from ludometer.dataset import Dataset

__all__ = ["Result", "flat_rows", "print_summary"]


@dataclass(frozen=True, slots=True)
class Result:
    """What was played: the run, its sums, the games they are over, and where the rows are."""

    spec: Spec
    games: int
    """Games of the whole run."""
    sums: Summary
    spans: list[Span]
    stored: dict[str, str] | None = None
    """Folder, run id and status of stored rows."""

    @classmethod
    def of(cls, dataset: "Dataset") -> "Result":
        """What a folder holds."""
        manifest = dataset.manifest
        return cls(
            dataset.spec,
            manifest.games,
            dataset.sums,
            [part.span for part in dataset.parts],
            {
                "folder": str(dataset.folder),
                "run_id": manifest.run_id,
                "status": manifest.status,
            },
        )


def print_summary(command: str, result: Result, form: Format, *, verbose: bool) -> None:
    """Prints the summary: everything as a table or JSON, the seats as CSV, Parquet or Markdown.

    Seats count from 1 for people (table, Markdown) and from 0 for programs.
    """
    spec = result.spec
    sums = result.sums.to_dict()
    summary = summarize(sums, spec.game.facts, spec.policies)
    if form is Format.JSON:
        body = _json(result, summary)
        if verbose:
            body["lengths"] = sums["lengths"]
        print_json(command, body)
    elif form is Format.CSV:
        rows = flat_rows(result, summary)
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    elif form is Format.PARQUET:
        import polars as pl

        buffer = BytesIO()
        pl.DataFrame(flat_rows(result, summary)).write_parquet(buffer)
        print_bytes(buffer.getvalue())
    elif form is Format.MD:
        lines = heading(spec, summary, result.games, result.spans)
        print_text("  \n".join(lines) + "\n")
        print_text(md_table(*seat_rows(summary), left=2))
    else:
        print_all(render(spec, summary, result.games, result.spans))


def _json(result: Result, summary: RunSummary) -> dict[str, Any]:
    return provenance(result.spec) | {
        "games": result.games,
        "ranges": [list(span) for span in union(result.spans)],
        "digest": summary["digest"],
        "stored": result.stored,
        "summary": summary,
    }


def flat_rows(result: Result, summary: RunSummary) -> list[dict[str, Any]]:
    """One flat row a seat, for tables that programs read. The seed is text: it may exceed 2**63."""
    spec = result.spec
    rows = []
    for seat in summary["seats"]:
        share, score, branching = seat["share"], seat["score"], seat["branching"]
        row: dict[str, Any] = {
            "game": spec.game.name,
            "variant": spec.game.variant,
            "players": spec.game.players,
            "rules_hash": spec.game.rules_hash,
            "seed": str(spec.seed),
            "digest": summary["digest"],
            "games": summary["games"],
            "truncated": summary["truncated"]["games"],
            "seat": seat["seat"],
            "policy": seat["policy"],
            "wins": seat["wins"],
            "shared": seat["shared"],
            "win_share": share["est"],
            "win_share_lo": share["lo"],
            "win_share_hi": share["hi"],
            "level": share["level"],
            "method": share["method"],
            "branching": branching["mean"]["est"],
            "forced": branching["forced"]["est"],
        }
        if score is not None:
            row |= {"score": score["est"], "score_lo": score["lo"], "score_hi": score["hi"]}
        row |= {f"c_{name}": value for name, value in seat["components"].items()}
        rows.append(row)
    return rows
