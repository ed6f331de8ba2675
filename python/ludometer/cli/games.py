"""``ludometer games``: what can be played."""

from ludometer import _core
from ludometer.cli import options
from ludometer.cli.output import print_json, print_text, wrapped

EXAMPLE = "ludometer games"


def command(as_json: options.AsJson = False) -> int:
    """List the games with their variants, players and ends."""
    games = _core.games()
    if as_json:
        print_json("games", {"games": games, "policies": _core.policies()})
        return 0
    for game in games:
        players = " or ".join(str(number) for number in game["players"])
        print_text(f"{game['name']}  {game['title']}, {players} players")
        score = game["components"] if game["has_points"] else ["none, a win counts 1"]
        for name, values in (
            ("variants", game["variants"]),
            ("ends", game["ends"][1:]),
            ("score", score),
        ):
            print_text(wrapped(f"{name:<8}  {', '.join(values)}", 2, 12))
        print_text("")
    print_text("policies")
    for policy in _core.policies():
        print_text(wrapped(f"{policy['form']}  {policy['text']}", 2))
    return 0
