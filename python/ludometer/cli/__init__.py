"""The ``ludometer`` command.

Typer takes longer to import than a person likes to wait for a help text. So what is asked for most
(no arguments, ``--help``, ``--version``) is answered here, from a file that `make docs` renders and
a test compares with Typer's own words; everything else goes on to ``ludometer.cli.run``.
"""

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

OK, FAILED, USAGE, INCOMPLETE, INTERNAL, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 70, 130, 143
"""Exit codes: a check failed, wrong input, incomplete, a bug, Ctrl-C, SIGTERM."""

HELP_FILE = os.path.join(os.path.dirname(__file__), "help.txt")  # noqa: PTH118, PTH120 - pathlib is slow to import


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; ``arguments`` default to ``sys.argv``.

    A reader that closes the pipe early ends the program quietly, with exit code 0.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _answer(given)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        _silence()
        return OK
    except OSError as error:
        _silence()
        # Without a file name it was stdout: a full disk behind `> file`.
        where = error.filename or "the output"
        sys.stderr.write(f"error: cannot use {where}: {error.strerror or error}\n")
        return USAGE
    return code


def _answer(arguments: list[str]) -> int:
    if not arguments or arguments in (["--help"], ["-h"]):
        with open(HELP_FILE, encoding="utf-8") as file:  # noqa: PTH123 - see HELP_FILE
            sys.stdout.write(file.read())
        # Nothing was asked for: help is shown, but a script that lost its arguments should notice.
        return OK if arguments else USAGE
    if arguments == ["--version"]:
        from ludometer import __version__

        sys.stdout.write(f"ludometer {__version__}\n")
        return OK
    from ludometer.cli.run import run

    return run(arguments)


def _silence() -> None:
    """Sends what is still buffered nowhere, or the interpreter would complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
