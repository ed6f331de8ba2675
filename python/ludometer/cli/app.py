"""The Typer app: every command once, in the order of the help."""

from types import ModuleType
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ludometer.cli import (
    analyze,
    balance,
    bench,
    check,
    compare,
    games,
    merge,
    perft,
    plan,
    replay,
    rules,
    simulate,
    verify,
)

__all__ = ["COMMANDS", "command_tree"]

COMMANDS: dict[str, ModuleType] = {
    "simulate": simulate,
    "balance": balance,
    "analyze": analyze,
    "compare": compare,
    "plan": plan,
    "check": check,
    "games": games,
    "rules": rules,
    "replay": replay,
    "perft": perft,
    "merge": merge,
    "verify": verify,
    "bench": bench,
}
"""Name to module; each has ``command`` and ``EXAMPLE``, lines that work as they stand."""

EXAMPLE = """\
ludometer simulate top-cap -n 100_000 --seed 7
"""


def _epilog(example: str) -> str:
    # \b keeps the lines as they are.
    lines = "".join(f"\n  {line}" for line in example.strip().splitlines())
    return f"\b\nExample:{lines}"


def _version(wanted: bool) -> None:
    if wanted:
        from ludometer import __version__

        typer.echo(f"ludometer {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Measures board games: millions of playouts, honest answers about balance.

    Results go to stdout, everything else to stderr. Exit codes: 0 fine, 1 a check failed,
    2 wrong input, 3 incomplete, 70 a bug, 130 interrupted.
    """


def command_tree() -> TyperGroup:
    """The whole command line, ready to run."""
    app = typer.Typer(
        name="ludometer",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=_epilog(EXAMPLE),
    )
    app.callback()(_root)
    for name, module in COMMANDS.items():
        app.command(name, epilog=_epilog(module.EXAMPLE))(module.command)
    tree = get_command(app)
    assert isinstance(tree, TyperGroup)
    return tree
