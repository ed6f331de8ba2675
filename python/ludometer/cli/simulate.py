"""``ludometer simulate``: plays games and says what they come to."""

import os
import shlex
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludometer.arguments import MAX_CHUNK, MAX_SHARD, MAX_THREADS, check_range
from ludometer.cli import options
from ludometer.cli.options import Format
from ludometer.cli.output import note
from ludometer.cli.progress import Meter
from ludometer.cli.summary import Result, print_summary
from ludometer.cli.words import run_words
from ludometer.dataset.write import SHARD, stored_seed, write_run
from ludometer.simulation import play_sums
from ludometer.spec import Spec, make_spec

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = "ludometer simulate top-cap -n 100_000 --seed 7 -o runs/top-cap"


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for, as values."""

    spec: Spec
    games: int
    span: tuple[int, int]
    threads: int
    chunk: int
    shard: int
    out: Path | None
    resume: bool


def command(
    game: options.GameName,
    games: options.Games = "10_000",
    players: options.Players = None,
    variant: options.Variant = "standard",
    changes: options.Changes = None,
    rules: options.RulesFile = None,
    policy: options.Policy = None,
    seed: options.Seed = None,
    threads: options.Threads = "0",
    chunk: options.Chunk = "10_000",
    shard: Annotated[
        str, typer.Option("--shard", metavar="N", help="Games of one pair of Parquet files.")
    ] = "250_000",
    span: Annotated[
        str | None,
        typer.Option(
            "--range",
            metavar="A:B",
            help="Play only games A to B - 1 of the run, so that machines can share it.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FOLDER", help="Store every game here, as Parquet."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume/--no-resume", help="Go on with a folder that holds a part of this run."
        ),
    ] = True,
    form: Annotated[
        Format,
        typer.Option(
            "--format", metavar="FORMAT", help="Of the summary: table, json, csv, parquet, md."
        ),
    ] = Format.TABLE,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> int:
    """Play games and sum them up.

    Game i of a run depends on the rules, the policies, the seed and i alone: threads, interruption
    and splitting over machines change nothing. Without -o only the summary is kept.
    """
    number = options.games_number(games)
    span_asked = check_range(options.range_pair(span), number)
    fixed = options.game_of(game, variant, players, changes, rules)
    asked = options.seed_number(seed)
    # Without --seed a folder knows its own.
    start = stored_seed(out) if asked is None and out is not None else asked
    order = Order(
        spec=make_spec(fixed, seed=start, policy=options.policies(policy)),
        games=number,
        span=span_asked,
        threads=options.number("--threads", threads, 0, MAX_THREADS),
        chunk=options.number("--chunk", chunk, 1, MAX_CHUNK),
        shard=options.number("--shard", shard, 1, MAX_SHARD),
        out=out,
        resume=resume,
    )
    started = time.monotonic()
    with _resumable(order), Meter(span_asked[1] - span_asked[0], quiet=quiet) as meter:
        result = _in_memory(order, meter) if out is None else _to_folder(order, out, meter)
    if asked is None:
        note(f"seed {order.spec.seed}", quiet=quiet)
    if result.stored is not None:
        note("stored in {folder} (run {run_id}, {status})".format(**result.stored), quiet=quiet)
    if verbose:
        seconds = time.monotonic() - started
        note(f"{result.sums.games:,} games in {seconds:.1f} s, {os.cpu_count()} cores here")
    print_summary("simulate", result, Format.JSON if as_json else form, verbose=verbose)
    return 0


def _in_memory(order: Order, meter: Meter) -> Result:
    sums = play_sums(
        order.spec,
        *order.span,
        threads=order.threads,
        chunk=order.chunk,
        progress=meter.games,
        on_block=meter.sums,
    )
    return Result(order.spec, order.games, sums, [order.span])


def _to_folder(order: Order, out: Path, meter: Meter) -> Result:
    dataset = write_run(
        out,
        order.spec.game,
        games=order.games,
        seed=order.spec.seed,
        policy=order.spec.policies,
        threads=order.threads,
        chunk=order.chunk,
        shard=order.shard,
        range=order.span,
        resume=order.resume,
        progress=meter.games,
        on_part=meter.sums,
    )
    return Result.of(dataset)


@contextmanager
def _resumable(order: Order) -> "Iterator[None]":
    """Says how to go on when somebody stops the run. Not even -q hides that."""
    try:
        yield
    except KeyboardInterrupt:
        line = shlex.join(resume_command(order))
        if order.out is None:
            note(f"interrupted; nothing is kept without -o. To play it again:\n{line}")
        else:
            note(f"interrupted; finished parts are kept in {order.out}. To go on:\n{line}")
        raise


def resume_command(order: Order) -> Sequence[str]:
    """The command that goes on with an interrupted run, word by word."""
    name, *words = run_words(order.spec)
    line = ["ludometer", "simulate", name, "-n", str(order.games), *words]
    if order.span != (0, order.games):
        line += ["--range", f"{order.span[0]}:{order.span[1]}"]
    for option, value, default in (
        ("--threads", order.threads, 0),
        ("--chunk", order.chunk, 10_000),
        ("--shard", order.shard, SHARD),
    ):
        if value != default:
            line += [option, str(value)]
    return line if order.out is None else [*line, "-o", str(order.out)]
