"""The summary of a run as text for a terminal, 80 columns wide."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING

from ludometer._core import Game
from ludometer.dataset.spans import Span, text, union
from ludometer.spec import Spec
from ludometer.summary import Branching, Estimate, Length, RunSummary

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = [
    "WIDTH",
    "changed_rules",
    "heading",
    "heading_of",
    "interval",
    "percent",
    "plain_table",
    "render",
    "rule_value",
    "seat_rows",
    "summary_text",
]

WIDTH = 80


def percent(share: float | None, digits: int = 2) -> str:
    """``50.29 %``, or a dash without data."""
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def interval(estimate: Estimate, digits: int = 2) -> str:
    """``50.07 - 50.51 %``: the bounds of an interval of shares, rounded outwards."""
    if estimate["lo"] is None or estimate["hi"] is None:
        return "-"
    step = Decimal(1).scaleb(-digits)
    lo = (100 * Decimal(repr(estimate["lo"]))).quantize(step, ROUND_FLOOR)
    hi = (100 * Decimal(repr(estimate["hi"]))).quantize(step, ROUND_CEILING)
    return f"{lo:f} - {hi:f} %"


def digits_for(games: int) -> int:
    """Decimals of a percentage: as many as the interval of so many games can bear."""
    return 1 if games < 10_000 else 2 if games < 1_000_000 else 3


def number(value: float | None, digits: int = 2) -> str:
    """A plain number, or a dash without data."""
    return "-" if value is None else f"{value:,.{digits}f}"


def heading(spec: Spec, summary: RunSummary, total: int, spans: Iterable[Span]) -> list[str]:
    """What was played: the lines above the tables. ``total``: games of the whole run."""
    return heading_of(spec, summary["games"], summary["digest"], total, spans)


def heading_of(
    spec: Spec, games: int, digest: str | None, total: int, spans: Iterable[Span]
) -> list[str]:
    """As :func:`heading`, from numbers. ``digest`` None is not told."""
    game = spec.game
    players = f"{game.players} player" + ("" if game.players == 1 else "s")
    policies = spec.policies[:1] if len(set(spec.policies)) == 1 else spec.policies
    lines = [
        f"{game.facts['title']} ({game.variant}), {players}, policy {', '.join(policies)}",
        f"{games:,} games, seed {spec.seed}" + (f", digest {digest}" if digest else ""),
    ]
    lines += changed_rules(game)
    if games != total:
        lines.append(f"of the {total:,} games of the run, these: {text(union(spans)) or 'none'}")
    return lines


def changed_rules(game: Game) -> list[str]:
    """One line for each rule value that is not the variant's."""
    return [f"rule changed: {key} = {rule_value(value)}" for key, value in game.changed.items()]


def rule_value(value: bool | int | str | list[str]) -> str:
    """A rule value for people: lists without brackets, yes and no as TOML writes them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value) if isinstance(value, list) else str(value)


def plain_table(*columns: str, left: int = 1) -> "Table":
    """An empty table with a rule under its head; the first ``left`` columns are words."""
    from rich.box import Box
    from rich.table import Table

    # One rule of plain dashes: legible in every font, and when copied into a mail.
    box = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
    table = Table(box=box, pad_edge=False, show_edge=False, header_style="bold")
    for index, name in enumerate(columns):
        words = index < left
        # Long words are folded, never cut.
        table.add_column(
            name, justify="left" if words else "right", no_wrap=not words, overflow="fold"
        )
    return table


def seat_rows(summary: RunSummary) -> tuple[list[str], list[list[str]]]:
    """The table of seats: its head and its cells. Seats count from 1 here."""
    digits = digits_for(summary["games"])
    head = ["seat", "policy", "wins", "shared", "win share", "95 % interval"]
    rows = []
    for seat in summary["seats"]:
        share = seat["share"]
        row = [
            str(seat["seat"] + 1),
            seat["policy"],
            f"{seat['wins']:,}",
            f"{seat['shared']:,}",
            percent(share["est"], digits),
            interval(share, digits),
        ]
        rows.append(row)
    return head, rows


def render(
    spec: Spec, summary: RunSummary, total: int, spans: Iterable[Span]
) -> "list[RenderableType]":
    """The summary as things that rich prints, one after the other."""
    from rich.text import Text

    title, *rest = heading(spec, summary, total, spans)
    blank = Text("")
    scores: list[RenderableType] = []
    if spec.game.facts["has_points"]:
        scores = [blank, _scores(summary), blank, _sources(spec, summary)]
    return [
        Text(title, style="bold"),
        *(Text(line) for line in rest),
        blank,
        _seats(summary),
        *scores,
        blank,
        _ends(summary),
        blank,
        _lengths(summary),
        blank,
        _branching(summary),
    ]


def _seats(summary: RunSummary) -> "Table":
    head, rows = seat_rows(summary)
    table = plain_table(*head, left=2)
    for row in rows:
        table.add_row(*row)
    return table


def _scores(summary: RunSummary) -> "Table":
    """Mean points of each seat."""
    table = plain_table("seat", "mean score", "95 % interval")
    for seat in summary["seats"]:
        score = seat["score"]
        if score is not None:
            bounds = f"{number(score['lo'])} to {number(score['hi'])}"
            table.add_row(str(seat["seat"] + 1), number(score["est"]), bounds)
    return table


def _sources(spec: Spec, summary: RunSummary) -> "Table":
    """Where mean points come from: a row a source, for games have more sources than seats."""
    seats = summary["seats"]
    table = plain_table("mean points from", *(f"seat {seat['seat'] + 1}" for seat in seats))
    for name in spec.game.facts["components"]:
        table.add_row(name, *(number(seat["components"][name]) for seat in seats))
    return table


def _ends(summary: RunSummary) -> "Table":
    digits = digits_for(summary["games"])
    table = plain_table("end", "games", "share", "95 % interval")
    # What the game knows first; a game stopped by the ply cap is shown even if there is none.
    for end in [*summary["ends"][1:], summary["truncated"]]:
        share = end["share"]
        table.add_row(
            end["end"], f"{end['games']:,}", percent(share["est"], digits), interval(share, digits)
        )
    return table


def _lengths(summary: RunSummary) -> "Table":
    table = plain_table("length", "mean", "sd", "min", "5 %", "median", "95 %", "max")
    for name, length in (("plies", summary["plies"]), ("turns", summary["turns"])):
        table.add_row(name, *_length(length))
    return table


def _length(length: Length) -> list[str]:
    whole = [length[key] for key in ("min", "q05", "median", "q95", "max")]
    mean, spread = number(length["mean"]["est"]), number(length["sd"])
    return [mean, spread, *("-" if value is None else f"{value:,}" for value in whole)]


def _branching(summary: RunSummary) -> "Table":
    table = plain_table("branching", "plies", "legal actions per ply", "forced plies")
    rows = [(f"seat {seat['seat'] + 1}", seat["branching"]) for seat in summary["seats"]]
    for name, branching in [*rows, ("all", summary["branching"])]:
        table.add_row(name, *_branches(branching))
    return table


def _branches(branching: Branching) -> list[str]:
    forced = percent(branching["forced"]["est"])
    return [f"{branching['plies']:,}", number(branching["mean"]["est"]), forced]


def summary_text(spec: Spec, summary: RunSummary, total: int, spans: Sequence[Span]) -> str:
    """The summary as plain text, at most 80 columns wide."""
    from io import StringIO

    from rich.console import Console

    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    with console.capture() as capture:
        for item in render(spec, summary, total, spans):
            console.print(item)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())
