"""``ludometer games``: what can be played."""

from typing import TYPE_CHECKING

from ludometer import _core
from ludometer.cli import options
from ludometer.cli.output import print_all, print_json

if TYPE_CHECKING:
    from rich.text import Text

EXAMPLE = "ludometer games"


def command(as_json: options.AsJson = False) -> int:
    """List the games with their variants, players and ends."""
    games = _core.games()
    if as_json:
        print_json("games", {"games": games, "policies": _core.policies()})
        return 0
    from rich.text import Text

    lines: list[Text] = []
    for game in games:
        players = " or ".join(str(number) for number in game["players"])
        lines += [
            Text.assemble((game["name"], "bold"), f"  {game['title']}, {players} players"),
            _field("variants", game["variants"]),
            _field("ends", game["ends"][1:]),
            _field("score", game["components"] if game["has_points"] else ["none, a win counts 1"]),
            Text(""),
        ]
    lines.append(Text("policies", style="bold"))
    lines += [Text(f"  {policy['name']}  {policy['text']}") for policy in _core.policies()]
    print_all(lines)
    return 0


def _field(name: str, values: list[str]) -> "Text":
    from rich.text import Text

    return Text(f"  {name:<9} {', '.join(values)}")
