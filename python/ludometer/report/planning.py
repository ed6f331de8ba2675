"""A plan as text for a terminal, 80 columns wide."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ludometer.report.text import plain_table

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["render_plan"]


def render_plan(heading: str, body: Mapping[str, Any]) -> "list[RenderableType]":
    """The heading, what games at hand can show, and the games that questions need."""
    from rich.text import Text

    items: list[RenderableType] = [Text(heading, style="bold")]
    if body["shown"]:
        table = plain_table(f"{body['games']:,} games can show", "value")
        for row in body["shown"]:
            value = row["value"]
            text = f"{100 * value:.3g} pp" if row["unit"] == "share" else f"{value:.3g} points"
            table.add_row(row["question"], text)
        items += [Text(""), table, Text(f"design factor {body['design']:.3g}")]
    table = plain_table("to answer", "games", "looking")
    for row in body["plan"]:
        table.add_row(row["question"], _games(row["games"]), _games(row["looking"], "-"))
    return [*items, Text(""), table]


def _games(number: int | None, none: str = "no number will do") -> str:
    return none if number is None else f"{number:,}"
