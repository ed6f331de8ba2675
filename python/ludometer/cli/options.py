"""Options that several commands share, and how their text becomes values.

Numbers arrive as text: so ``1_000_000`` works, and messages are ours, naming value and limits.
"""

import tomllib
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ludometer._core import CountError, Game, LudometerError, RulesError
from ludometer.arguments import MAX_GAMES, MAX_SEED, whole
from ludometer.spec import make_game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="See `ludometer games`.")]
Games = Annotated[str, typer.Option("-n", "--games", metavar="N", help="Number of games.")]
Players = Annotated[
    str | None,
    typer.Option(
        "-p", "--players", metavar="N", help="Number of seats.  [default: the variant's first]"
    ),
]
Variant = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="Named set of rule values.")
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change one rule; the value is TOML, a bare word is text. Repeatable.",
    ),
]
RulesFile = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="Rule values from a TOML file; --set goes first."),
]
Policy = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="Once for all seats, or once a seat in their order.  [default: uniform]",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="0 to 2**64 - 1.  [default: drawn, and shown]"),
]
Threads = Annotated[
    str, typer.Option("--threads", metavar="N", help="0 takes all cores. Never changes a result.")
]
Chunk = Annotated[
    str,
    typer.Option("--chunk", metavar="N", help="Games played in one go. Never changes a result."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable result.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="No progress and no notes.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="More detail.")]


class Format(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    MD = "md"


def number(option: str, text: str, low: int, high: int) -> int:
    """A whole number, underscores allowed. Raises CountError naming the option and the limits."""
    try:
        value = int(text.strip())
    except ValueError:
        raise CountError(
            f"{option}: `{text}` is not a whole number; allowed: {low:,} to {high:,}"
        ) from None
    return whole(option, value, low, high)


def games_number(text: str) -> int:
    """The value of ``-n``."""
    return number("-n/--games", text, 1, MAX_GAMES)


def seed_number(text: str | None) -> int | None:
    """The value of ``--seed``, if there is one."""
    return None if text is None else number("--seed", text, 0, MAX_SEED)


def players_number(text: str | None) -> int | None:
    """The value of ``-p``, if there is one."""
    return None if text is None else number("-p/--players", text, 1, 255)


def range_pair(text: str | None) -> tuple[int, int] | None:
    """``A:B`` as a pair, if there is one; whether it fits the run is checked later."""
    if text is None:
        return None
    first, colon, last = text.partition(":")
    if not colon:
        raise CountError(f"--range: `{text}` is not possible; allowed: A:B, games A to B - 1")
    return tuple(number("--range", part, 0, MAX_GAMES) for part in (first, last))  # type: ignore[return-value]


def policies(given: Sequence[str] | None) -> tuple[str, ...]:
    """The line-up: one name for all seats or one a seat."""
    return tuple(given) if given else ("uniform",)


def rule_changes(changes: Sequence[str] | None, file: Path | None) -> dict[str, Any]:
    """Rule values from ``--rules`` and then ``--set``. Raises RulesError for what is no TOML."""
    values: dict[str, Any] = {}
    if file is not None:
        values.update(_read_rules(file))
    given: set[str] = set()
    for change in changes or ():
        key, equals, text = change.partition("=")
        key = key.strip()
        if not equals or not key:
            raise RulesError(f"--set: `{change}` is not possible; allowed: key=value")
        if key in given:
            raise RulesError(f"--set: rule `{key}` is given twice")
        given.add(key)
        values[key] = toml_value(text.strip())
    return values


def toml_value(text: str) -> Any:
    """``text`` as a TOML value; what is none is taken as text."""
    try:
        table = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    # `4\nother = 5` would be valid TOML and two values.
    return table["value"] if len(table) == 1 else text


def _read_rules(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LudometerError(f"cannot read {file}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{file} is not TOML: {error}") from error


def game_of(
    name: str,
    variant: str,
    players: str | None,
    changes: Sequence[str] | None = None,
    file: Path | None = None,
) -> Game:
    """The game that the shared options describe."""
    return make_game(
        name,
        variant=variant,
        players=players_number(players),
        rules=rule_changes(changes, file),
    )
