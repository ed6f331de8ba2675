"""Prints results on stdout and notes on stderr."""

import json
import sys
from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ludometer._core import LudometerError

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["md_table", "note", "print_all", "print_bytes", "print_json", "print_text", "wrapped"]

SCHEMA_VERSION = 1
"""Of everything that ``--json`` prints; raised when a field changes its meaning or goes."""


def print_text(text: str) -> None:
    """Prints text with a line end."""
    sys.stdout.write(text + "\n")


def wrapped(text: str, indent: int, hanging: int | None = None) -> str:
    """``text`` in lines of at most 80 columns, indented; ``hanging`` for lines after the first."""
    first, rest = " " * indent, " " * (indent + 2 if hanging is None else hanging)
    return fill(text, 80, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def print_json(command: str, body: dict[str, Any]) -> None:
    """Prints ``body`` as JSON, after the version of its form and the command it came from."""
    head = {"schema_version": SCHEMA_VERSION, "command": command}
    print_text(json.dumps(head | body, indent=2, allow_nan=False))


def print_all(items: "Iterable[RenderableType]") -> None:
    """Prints things that rich can print, 80 columns wide or as wide as a narrower terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal or console.width > 80:
        console.width = 80
    # Captured and written here: rich ends the program in its own way when a pipe is closed.
    with console.capture() as capture:
        for item in items:
            console.print(item)
    # Wrapped text leaves the space it was wrapped at.
    sys.stdout.writelines(line.rstrip() + "\n" for line in capture.get().splitlines())


def print_bytes(body: bytes) -> None:
    """Prints binary data. Raises LudometerError if stdout is a terminal."""
    if sys.stdout.isatty():
        raise LudometerError("Parquet is binary: send it to a file, like `> summary.parquet`")
    sys.stdout.flush()
    sys.stdout.buffer.write(body)


def md_table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A Markdown table; the first ``left`` columns are words, the others numbers."""
    marks = ["---" if index < left else "---:" for index in range(len(head))]
    lines = [" | ".join(cells) for cells in (head, marks, *rows)]
    return "\n".join(f"| {line} |" for line in lines)


def note(text: str, *, quiet: bool = False) -> None:
    """Says something on stderr that is not part of the result."""
    if not quiet:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
