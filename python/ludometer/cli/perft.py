"""``ludometer perft``: counts lines of play, to compare two implementations of the rules."""

from typing import Annotated

import typer

from ludometer.cli import options
from ludometer.cli.output import print_json, print_text
from ludometer.counting import position

EXAMPLE = "ludometer perft top-cap --depth 4\nludometer perft top-cap --depth 3 --divide"


def command(
    game: options.GameName,
    depth: Annotated[str, typer.Option("--depth", metavar="N", help="Longest line.")] = "3",
    variant: options.Variant = "standard",
    players: options.Players = None,
    changes: options.Changes = None,
    rules: options.RulesFile = None,
    state: Annotated[
        str | None, typer.Option("--state", metavar="TEXT", help="Start here, not at the set-up.")
    ] = None,
    tape: Annotated[
        str | None,
        typer.Option("--tape", metavar="A,B,...", help="Answers to chance, draw by draw."),
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count the deepest level by first action.")
    ] = False,
    as_json: options.AsJson = False,
) -> int:
    """Count the decision sequences of each length up to a depth.

    A game that is over before it reaches a depth does not count there.
    """
    number = options.number("--depth", depth, 1, 64)
    fixed = options.game_of(game, variant, players, changes, rules)
    start = position(fixed, state)
    answers = [entry.strip() for entry in tape.split(",")] if tape else []
    counts = start.perft(number, tape=answers)
    by_action = start.divide(number, tape=answers) if divide else None
    if as_json:
        body = {
            "game": fixed.name,
            "variant": fixed.variant,
            "players": fixed.players,
            "rules": fixed.rules,
            "rules_hash": fixed.rules_hash,
            "state": start.notation,
            "tape": answers,
            "depth": number,
            "counts": counts,
            "divide": by_action,
        }
        print_json("perft", body)
        return 0
    print_text(f"{fixed.facts['title']} ({fixed.variant}), from {start.notation}")
    if by_action is not None:
        print_text(_columns([("action", "lines"), *_cells(by_action)]))
        print_text(f"depth {number}: {counts[-1]:,}")
    else:
        levels = {str(level): count for level, count in enumerate(counts, start=1)}
        print_text(_columns([("depth", "lines"), *_cells(levels)]))
    return 0


def _cells(counts: dict[str, int]) -> list[tuple[str, str]]:
    return [(name, f"{count:,}") for name, count in counts.items()]


def _columns(rows: list[tuple[str, str]]) -> str:
    left = max(len(name) for name, _ in rows)
    right = max(len(count) for _, count in rows)
    return "\n".join(f"{name:<{left}}  {count:>{right}}" for name, count in rows)
