"""Runs a command: the only place where errors become messages and exit codes."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import typer

from ludometer._core import LudometerError
from ludometer.cli import INTERNAL, INTERRUPTED, OK, TERMINATED, USAGE
from ludometer.cli.app import command_tree

__all__ = ["Terminated", "run"]

COMPLETION = "_LUDOMETER_COMPLETE"


class Terminated(KeyboardInterrupt):
    """SIGTERM: stops like Ctrl-C, with finished work kept, and leaves with its own exit code."""


def run(arguments: Sequence[str]) -> int:
    """Runs ``arguments`` and returns the exit code.

    Broken pipes and other failures of stdout are for the caller: they are about the output, not
    about the command.
    """
    tree = command_tree()
    if COMPLETION in os.environ:
        tree.main(list(arguments), prog_name="ludometer")
    try:
        with _terminable(), tree.make_context("ludometer", list(arguments)) as context:
            result = tree.invoke(context)
            return result if isinstance(result, int) else OK
    except typer.Exit as done:
        return done.exit_code
    except typer.TyperException as error:
        return _usage(error)
    except LudometerError as error:
        return _say(f"error: {error}", USAGE)
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:
        raise
    except SystemExit:
        raise
    except BaseException as error:  # a panic of the core is no Exception
        return _bug(error)


@contextmanager
def _terminable() -> Iterator[None]:
    """Makes SIGTERM an exception, as Ctrl-C is one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(message: str, code: int) -> int:
    sys.stderr.write(message.rstrip("\n") + "\n")
    return code


def _usage(error: typer.TyperException) -> int:
    """One message, and where to read more."""
    context = getattr(error, "ctx", None)
    path = "ludometer" if context is None else context.command_path
    message = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError":
        return _say(message, USAGE)
    return _say(f"error: {message}\nsee {path} --help", USAGE)


def _bug(error: BaseException) -> int:
    if os.environ.get("LUDOMETER_DEBUG") == "1":
        traceback.print_exception(error)
    line = f"{type(error).__name__}: {error}".splitlines()[0]
    return _say(
        f"internal error: {line}\nThis is a bug in ludometer; please report it. "
        f"LUDOMETER_DEBUG=1 shows where it happened.",
        INTERNAL,
    )
