"""Renders ``help.txt``, which ``ludometer --help`` shows without waiting for Typer.

``python -m ludometer.cli.help`` writes the file; with ``--check`` it only says whether the file is
what Typer would show (exit code 1 if not).
"""

import sys
from pathlib import Path

from ludometer.cli import HELP_FILE
from ludometer.cli.app import command_tree

__all__ = ["help_text", "is_current", "write_help"]


def help_text() -> str:
    """What Typer says to ``ludometer --help``, 80 columns wide."""
    tree = command_tree()
    context = tree.make_context("ludometer", ["games"], terminal_width=80)
    return tree.get_help(context).rstrip() + "\n"


def write_help(path: str | Path = HELP_FILE) -> None:
    """Renders the file."""
    Path(path).write_text(help_text(), encoding="utf-8")


def is_current(path: str | Path = HELP_FILE) -> bool:
    """Whether the file is what Typer would show."""
    return Path(path).is_file() and Path(path).read_text(encoding="utf-8") == help_text()


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if not is_current():
            sys.exit(f"{HELP_FILE} is out of date: run `make docs`")
    else:
        write_help()
