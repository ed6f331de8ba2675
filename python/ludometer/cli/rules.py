"""``ludometer rules``: every rule value of a game, where it comes from, and what it may be."""

from typing import Annotated, Any

import typer

from ludometer._core import Game, rule_book
from ludometer.cli import options
from ludometer.cli.output import print_json, print_text, wrapped
from ludometer.report.text import rule_value

EXAMPLE = "ludometer rules top-cap --variant mini-4x4"


def command(
    game: options.GameName,
    variant: Annotated[
        str | None,
        typer.Option("--variant", metavar="NAME", help="Only this one.  [default: all]"),
    ] = None,
    players: options.Players = None,
    as_json: options.AsJson = False,
) -> int:
    """Show every rule value of each variant, and where it comes from.

    A source is an id in the game's RULES.md; its status is brief, published, reading (our choice
    where the sources are unclear) or designed. Change a value with --set KEY=VALUE.
    """
    book = rule_book(game)
    plays = _plays(game, book, variant, options.players_number(players))
    if as_json:
        print_json("rules", {"game": plays[0].name, **_body(book, plays)})
    else:
        _print(book, plays)
    return 0


def _plays(name: str, book: dict[str, Any], variant: str | None, players: int | None) -> list[Game]:
    """The game under each variant to show; with ``players``, those that take the number."""
    if variant is not None:
        return [Game(name, variant=variant, players=players)]
    takes = [
        entry["name"]
        for entry in book["variants"]
        if players is None or players in entry["players"]
    ]
    # No variant takes the number: the core's message says which numbers there are.
    return [Game(name, variant=entry, players=players) for entry in takes or ["standard"]]


def _body(book: dict[str, Any], plays: list[Game]) -> dict[str, Any]:
    texts = {entry["name"]: entry for entry in book["variants"]}
    return {
        "rules": book["rules"],
        "variants": [
            {
                "name": play.variant,
                "text": texts[play.variant]["text"],
                "takes": texts[play.variant]["players"],
                "players": play.players,
                "rules_hash": play.rules_hash,
                "values": play.rules,
            }
            for play in plays
        ],
    }


def _print(book: dict[str, Any], plays: list[Game]) -> None:
    texts = {entry["name"]: entry["text"] for entry in book["variants"]}
    print_text(f"{plays[0].facts['title']}: variants")
    for play in plays:
        players = f"{play.players} players"
        print_text(wrapped(f"{play.variant} ({players}): {texts[play.variant]}", 2))
    print_text("\nRules")
    for rule in book["rules"]:
        print_text(f"  {rule['key']}  [{rule['rule']}, {rule['status']}]")
        for line in (rule["text"], f"allowed: {rule['allowed']}", *_values(rule["key"], plays)):
            print_text(wrapped(line, 4))


def _values(key: str, plays: list[Game]) -> list[str]:
    """One line a value: the value, and the variants that have it."""
    by_value: dict[str, list[str]] = {}
    for play in plays:
        by_value.setdefault(rule_value(play.rules[key]), []).append(play.variant)
    return [f"{value}: {', '.join(variants)}" for value, variants in by_value.items()]
