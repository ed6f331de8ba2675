"""A comparison of rule sets as text for a terminal, 80 columns wide."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludometer.report.formats import cells
from ludometer.report.text import plain_table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["REAL", "headline", "metric_name", "metric_scale", "real", "render_comparison"]

REAL = 0.05
"""q-values below this are called real."""

_PLAIN = {
    "tie": "ties",
    "winnerless": "no winner",
    "truncated": "truncated",
    "plies": "plies",
    "turns": "turns",
    "lead": "lead of winner",
    "branching": "actions per ply",
    "forced": "forced plies",
}


def metric_name(metric: str) -> str:
    """What people call a metric; shares are told in percent and compared in points of it."""
    if metric in _PLAIN:
        return _PLAIN[metric]
    kind, _, rest = metric.partition("_")
    if kind == "share":
        return f"wins of seat {int(rest) + 1}"
    if kind == "score":
        return f"score of seat {int(rest) + 1}"
    rest = rest.removeprefix("c_").replace("_", " ")
    words = {"end": "end: ", "c": "points: ", "flip": "flips: ", "fact": ""}
    return f"{words[kind]}{rest}"


def metric_scale(metric: str) -> int:
    """100 for shares of games, of plies and of wins, else 1."""
    kind = metric.partition("_")[0]
    shares = {"share", "tie", "winnerless", "truncated", "end", "flip", "forced"}
    return 100 if kind in shares else 1


def real(arm: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The metrics of an arm whose difference is called real."""
    return [row for row in arm["metrics"] if row["q"] is not None and row["q"] < REAL]


def headline(arm: Mapping[str, Any], games: int) -> str:
    """One sentence about an arm: how many games differ, and in what."""
    differing = round(arm["differing"]["est"] * games)
    if not differing:
        return f"{arm['label']}: no game differs."
    changed = [metric_name(row["metric"]) for row in real(arm)]
    what = f"differences in {', '.join(changed)}" if changed else "no difference is shown"
    return f"{arm['label']}: {differing:,} of {games:,} games differ; {what}."


def render_comparison(
    heading: Sequence[str], comparison: Mapping[str, Any]
) -> "list[RenderableType]":
    """What was compared, one sentence an arm, then a table an arm, as things that rich prints."""
    from rich.text import Text

    title, *rest = heading
    blank = Text("")
    games = comparison["games"]
    items: list[RenderableType] = [
        Text(title, style="bold"), *(Text(line) for line in rest), blank
    ]  # fmt: skip
    items += [Text(headline(arm, games), style="bold") for arm in comparison["arms"]]
    for arm in comparison["arms"]:
        if arm["differing"]["est"]:
            items += [blank, _arm(arm, comparison["level"])]
    legend = (
        "Shares in percent, their changes in percentage points; each game is compared with the "
        "same deal under the base. factor: variance against that of two independent runs. "
        "q: share of false alarms among all differences at most so small; * below "
        f"{REAL:g}."
    )
    return [*items, blank, Text(legend)]


def _arm(arm: Mapping[str, Any], level: float) -> "Table":
    table = plain_table(
        arm["label"], "base", "change", f"{100 * level:g} % interval", "factor", "q"
    )
    for row in arm["metrics"]:
        difference = row["difference"]
        if not difference["est"] and row["p"] is None:
            continue
        scale = metric_scale(row["metric"])
        change, interval = cells([difference], scale=scale, sign=True)[0]
        base = cells([row["base"]], scale=scale)[0][0]
        factor = "-" if row["factor"] is None else f"{row['factor']:.2f}"
        table.add_row(metric_name(row["metric"]), base, change, interval, factor, _q(row["q"]))
    return table


def _q(q: float | None) -> str:
    if q is None:
        return "-"
    text = "<0.001" if q < 0.001 else f"{q:.3f}"
    return f"{text} *" if q < REAL else f"{text}  "
