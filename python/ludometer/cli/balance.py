"""``ludometer balance``: plays games and says whether the game is balanced."""

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludometer.arguments import MAX_CHUNK, MAX_THREADS
from ludometer.cli import INCOMPLETE, OK, balance_options, options
from ludometer.cli.analysis import print_analysis
from ludometer.cli.options import Format
from ludometer.cli.output import note
from ludometer.cli.progress import Meter
from ludometer.cli.words import run_words
from ludometer.spec import make_spec

if TYPE_CHECKING:
    from ludometer.analytics.runs import Stop, Tallied

EXAMPLE = """\
ludometer balance top-cap -n 50_000 --seed 7
ludometer balance top-cap --until "half_width<1pp" --seed 7
"""

GAMES, AT_MOST = "100_000", "100_000_000"


def command(
    game: options.GameName,
    games: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            help="Number of games; with --until, the most.  [default: 100_000; with --until "
            "100_000_000]",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="GOAL",
            help="Stop when precise enough: half_width<0.1pp, verdict, or a time like 15m.",
        ),
    ] = None,
    players: options.Players = None,
    variant: options.Variant = "standard",
    changes: options.Changes = None,
    rules: options.RulesFile = None,
    policy: options.Policy = None,
    seed: options.Seed = None,
    margin: balance_options.Margin = "1pp",
    level: balance_options.Level = "0.95",
    truncated: balance_options.TruncatedGames = "include",
    planned: balance_options.Sequence = None,
    threads: options.Threads = "0",
    chunk: options.Chunk = "10_000",
    form: balance_options.Form = Format.TABLE,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Play games and say whether the game is balanced, and why.

    As `simulate -o` and `analyze` together, but no game is stored: memory stays the same however
    many games are asked for. --until looks at fixed numbers of games, with intervals that hold at
    all looks together, and prints the command that has the same games again. Exit code 3: the
    goal was not reached.
    """
    from ludometer.analytics.goals import goal_of

    asked = balance_options.question(margin, level, truncated, planned)
    goal = None if until is None else goal_of(until)
    number = options.games_number(games or (GAMES if goal is None else AT_MOST))
    fixed = options.game_of(game, variant, players, changes, rules)
    given = options.seed_number(seed)
    spec = make_spec(fixed, seed=given, policy=options.policies(policy))
    how: dict[str, Any] = {
        "threads": options.number("--threads", threads, 0, MAX_THREADS),
        "chunk": options.number("--chunk", chunk, 1, MAX_CHUNK),
    }
    form = Format.JSON if as_json else form
    with Meter(number, quiet=quiet) as meter:
        from ludometer.analytics.runs import play, play_until

        how |= {"progress": meter.games, "on_look": meter.tally}
        if goal is None:
            found, stop = play(spec, number, asked, **how), None
        else:
            found, stop = play_until(spec, goal, asked, at_most=number, **how)
    if given is None:
        note(f"seed {spec.seed}", quiet=quiet)
    more, lines = ({}, []) if stop is None else _told(found, stop)
    print_analysis("balance", found, form, more=more, lines=lines)
    return OK if stop is None or stop.reached else INCOMPLETE


def _told(found: "Tallied", stop: "Stop") -> tuple[dict[str, Any], list[str]]:
    """How the run ended, for JSON and for people."""
    again = shlex.join(again_words(found))
    ended = "reached" if stop.reached else "not reached"
    how = f"{ended} after {found.total:,} games, at look {stop.looks}"
    lines = [
        f"until {stop.goal}: {how}; every interval holds at all looks together",
        f"the same again: {again}",
    ]
    body = {"goal": stop.goal, "reached": stop.reached, "looks": stop.looks, "command": again}
    return {"until": body}, lines


def again_words(found: "Tallied") -> list[str]:
    """The command that has the same games and the same intervals again, word by word."""
    name, *words = run_words(found.spec)
    asked = found.question
    line = ["ludometer", "balance", name, "-n", str(found.total), *words]
    if asked.planned is not None:
        line += ["--anytime", str(asked.planned)]
    line += ["--margin", f"{100 * asked.margin:g}pp", "--level", f"{asked.level:g}"]
    return line if asked.truncated == "include" else [*line, "--truncated", asked.truncated]
