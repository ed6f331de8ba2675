"""``ludometer replay``: one game of a run, move by move."""

from typing import Annotated

import typer

from ludometer.arguments import MAX_SEED
from ludometer.cli import FAILED, OK, options
from ludometer.cli.output import note, print_json, print_text
from ludometer.report.text import changed_rules
from ludometer.traces import Replay, is_game, replay

EXAMPLE = "ludometer replay top-cap --seed 7 --game 12"


def command(
    source: Annotated[
        str,
        typer.Argument(metavar="GAME|FOLDER", help="A game, or a run folder to compare with."),
    ],
    game: Annotated[str, typer.Option("--game", metavar="N", help="Number of the game, from 0.")],
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="N", help="0 to 2**64 - 1. A folder knows its own."),
    ] = None,
    players: options.Players = None,
    variant: options.Variant = "standard",
    changes: options.Changes = None,
    rules: options.RulesFile = None,
    policy: options.Policy = None,
    as_json: options.AsJson = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Moves only, no boards.")] = False,
) -> int:
    """Play one game of a run again: moves, boards, result.

    For a folder the game is compared with what is stored; a difference is exit code 1.
    """
    number = options.number("--game", game, 0, MAX_SEED)
    start = options.seed_number(seed)
    if is_game(source):
        fixed = options.game_of(source, variant, players, changes, rules)
        played = replay(fixed, game=number, seed=start, policy=options.policies(policy))
    else:
        played = replay(
            source,
            game=number,
            seed=start,
            variant=variant,
            players=options.players_number(players),
            rules=options.rule_changes(changes, rules),
            policy=policy or "uniform",
        )
    if as_json:
        print_json("replay", played.to_dict())
    else:
        _print(played, boards=not quiet)
    for line in played.differences:
        note(f"differs: {line}")
    return FAILED if played.differences else OK


def _print(played: Replay, *, boards: bool) -> None:
    spec, record = played.spec, played.record
    game = spec.game
    print_text(
        f"{game.facts['title']} ({game.variant}), game {played.number} of seed {spec.seed}, "
        f"policy {', '.join(dict.fromkeys(spec.policies))}"
    )
    for line in changed_rules(game):
        print_text(line)
    ply = 0
    for index, step in enumerate(record["steps"]):
        if step["seat"] is None:
            print_text(f"      chance   {step['action']}")
            continue
        if boards:
            print_text(f"\n{played.board(index)}")
        ply += 1
        choice = f"1 of {step['legal']}"
        print_text(f"{ply:>5} seat {step['seat'] + 1}   {step['action']:<12} {choice}")
    if boards:
        print_text(f"\n{played.board()}")
    print_text(f"\nend {record['end']}, {record['plies']} plies, {record['turns']} turns")
    points = game.facts["has_points"]
    for seat, rank in enumerate(record["ranks"]):
        parts = ", ".join(f"{name} {value}" for name, value in record["components"][seat].items())
        score = f", score {record['scores'][seat]} ({parts})" if points else ""
        share = f"{record['shares12'][seat] / 12:.2f}".rstrip("0").rstrip(".")
        print_text(f"seat {seat + 1}: rank {rank}, win share {share}{score}")
    stored = "" if played.folder is None or played.differences else ", as stored"
    print_text(f"digest {record['digest']:08x}{stored}")
