"""``ludometer bench``: how fast games are played here."""

import os
import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ludometer import _core
from ludometer._core import Game, LudometerError
from ludometer.arguments import MAX_THREADS
from ludometer.cli import options
from ludometer.cli.output import note, print_all, print_json

EXAMPLE = "ludometer bench top-cap -n 100_000 --threads 1,2"

SEED = 7
REPETITIONS = 3
WARM_UP = 20_000


def command(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="[default: all games]")
    ] = None,
    number: options.Games = "1_000_000",
    threads: Annotated[
        list[str] | None,
        typer.Option(
            "--threads", metavar="N", help="Repeatable, or a list like 1,2.  [default: 1]"
        ),
    ] = None,
    variant: options.Variant = "standard",
    players: options.Players = None,
    policy: options.Policy = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Measure how fast games are played here.

    Whole playouts are timed: set-up, decisions, scores and sums, without rows.
    The best of three repetitions after a warm-up counts. ns_per_ply is wall time over decisions of
    all seats, however many threads share the work. LUDOMETER_CPU forces an instruction set.
    """
    info = _core.build_info()
    if info["profile"] == "debug":
        raise LudometerError("this is a debug build; bench needs `maturin develop --release`")
    count = options.games_number(number)
    names = games or [entry["name"] for entry in _core.games()]
    fixed = [options.game_of(name, variant, players) for name in names]
    workers = thread_numbers(threads)
    level = os.environ.get("LUDOMETER_CPU") or info["cpus"][-1]
    results = [
        measure(game, options.policies(policy), count, worker)
        for game in fixed
        for worker in workers
    ]
    if as_json:
        print_json("bench", {"cpu": level, "build": info, "games": count, "results": results})
        return 0
    note(f"instruction set {level}, ludometer {info['version']}", quiet=quiet)
    _print(results)
    return 0


def thread_numbers(given: Sequence[str] | None) -> list[int]:
    """``--threads 1,2 --threads 4`` as numbers."""
    words = [word for entry in given or ["1"] for word in entry.split(",")]
    return [options.number("--threads", word, 0, MAX_THREADS) for word in words]


def measure(game: Game, policies: Sequence[str], games: int, threads: int) -> dict[str, Any]:
    """Plays ``games`` games three times and returns the entry of ``results`` for the fastest."""
    game.batch(0, min(games, WARM_UP), seed=SEED, policies=policies, threads=threads, rows=False)
    fastest = float("inf")
    for _ in range(REPETITIONS):
        started = time.perf_counter()
        batch = game.batch(0, games, seed=SEED, policies=policies, threads=threads, rows=False)
        fastest = min(fastest, time.perf_counter() - started)
    plies = batch.summary.to_dict()["plies"]["sum"]
    return {
        "game": game.name,
        "variant": game.variant,
        "players": game.players,
        "policy": ",".join(policies),
        "threads": threads,
        "games_per_s": round(games / fastest),
        "ns_per_ply": round(fastest * 1e9 / plies, 3),
        "plies": plies,
        "state_bytes": game.facts["state_bytes"],
        "digest": batch.summary.digest,
    }


def _print(results: Sequence[dict[str, Any]]) -> None:
    from ludometer.report.text import plain_table

    head = ("game", "variant", "seats", "threads", "games/s", "ns/ply", "digest")
    table = plain_table(*head, left=2)
    for result in results:
        table.add_row(
            result["game"],
            result["variant"],
            str(result["players"]),
            str(result["threads"]),
            f"{result['games_per_s']:,}",
            f"{result['ns_per_ply']:.2f}",
            result["digest"],
        )
    print_all([table])
