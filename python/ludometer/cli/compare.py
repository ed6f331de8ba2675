"""``ludometer compare``: what another rule would change, on the same deals."""

import csv
import sys
import tomllib
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Annotated, Any

import typer

from ludometer._core import Game, LudometerError, RulesError
from ludometer.arguments import MAX_CHUNK, MAX_THREADS
from ludometer.cli import balance_options, options
from ludometer.cli.options import Format
from ludometer.cli.output import md_table, note, print_all, print_bytes, print_json, print_text
from ludometer.cli.progress import Meter
from ludometer.spec import make_spec

EXAMPLE = """\
ludometer compare top-cap --vary directions=4,8 -n 5000 --seed 7
ludometer compare lost-cities --readings -n 2000 --seed 7
"""


def command(
    game: options.GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary", metavar="KEY=A,B", help="Values of a rule to compare with. Repeatable."
        ),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="NAME", help="A variant to compare with. Repeatable."),
    ] = None,
    readings: Annotated[
        bool,
        typer.Option("--readings", help="Compare with every other value of every switch."),
    ] = False,
    base: Annotated[
        str, typer.Option("--base", metavar="NAME", help="Variant that all are compared with.")
    ] = "standard",
    games: options.Games = "20_000",
    players: options.Players = None,
    changes: options.Changes = None,
    rules: options.RulesFile = None,
    policy: options.Policy = None,
    seed: options.Seed = None,
    level: balance_options.Level = "0.95",
    threads: options.Threads = "0",
    chunk: options.Chunk = "10_000",
    form: balance_options.Form = Format.TABLE,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Say what another rule would change.

    Every rule set is played with the same seed, so that game i has the same deal under each, and
    games are compared one by one. --vary changes one rule at a time; --set and --rules change base
    and variants alike. Many differences are looked at: those called real (*) are at most 5 %
    false alarms.
    """
    from ludometer.analytics.arms import compare

    number = options.games_number(games)
    confidence = balance_options.level_of(level)
    fixed = options.game_of(game, base, players, changes, rules)
    given = options.seed_number(seed)
    spec = make_spec(fixed, seed=given, policy=options.policies(policy))
    arms, notes = _arms(fixed, vary or (), variant or (), readings=readings)
    for line in notes:
        note(f"left out: {line}", quiet=quiet)
    workers = options.number("--threads", threads, 0, MAX_THREADS)
    size = options.number("--chunk", chunk, 1, MAX_CHUNK)
    with Meter(number * (1 + len(arms)), quiet=quiet) as meter:
        found = compare(
            spec,
            arms,
            number,
            level=confidence,
            threads=workers,
            chunk=size,
            progress=meter.games,
        )
    if given is None:
        note(f"seed {spec.seed}", quiet=quiet)
    _print(spec, found, Format.JSON if as_json else form)
    return 0


def _arms(
    base: Game, vary: Sequence[str], variants: Sequence[str], *, readings: bool
) -> tuple[list[Any], list[str]]:
    """What to compare with, each rule set once. Raises LudometerError if there is nothing."""
    from ludometer.analytics import arms as module

    found, notes = [], []
    for text in vary:
        key, values = vary_pair(text)
        found.append(module.varied(base, key, values))
    found.append(module.variants(base, variants))
    if readings:
        found.append(module.readings(base))
    arms: dict[str, Any] = {}
    for some, left in found:
        notes += left
        for arm in some:
            arms.setdefault(arm.game.rules_hash, arm)
    if not arms:
        told = f" ({'; '.join(notes)})" if notes else ""
        raise LudometerError(
            f"nothing to compare with{told}; give --vary KEY=A,B, --variant NAME or --readings"
        )
    return list(arms.values()), notes


def vary_pair(text: str) -> tuple[str, list[Any]]:
    """``key=a,b`` as key and values; values are TOML, bare words are text. Raises RulesError."""
    key, equals, values = text.partition("=")
    key, values = key.strip(), values.strip()
    if not equals or not key or not values:
        raise RulesError(f"--vary: `{text}` is not possible; allowed: key=value,value,...")
    try:
        table = tomllib.loads(f"v = [{values}]")
    except tomllib.TOMLDecodeError:
        return key, [options.toml_value(word.strip()) for word in values.split(",")]
    if len(table) != 1:
        raise RulesError(f"--vary: `{text}` is not possible; allowed: key=value,value,...")
    found: list[Any] = table["v"]
    return key, found


def _print(spec: Any, found: Mapping[str, Any], form: Format) -> None:
    from ludometer.report.comparison import render_comparison
    from ludometer.report.text import heading_of
    from ludometer.simulation import provenance

    games = found["games"]
    heading = heading_of(spec, games, found["digest"], games, [(0, games)])
    if form is Format.JSON:
        print_json("compare", {**provenance(spec), **found})
    elif form is Format.TABLE:
        print_all(render_comparison(heading, found))
    elif form is Format.MD:
        print_text("  \n".join(heading) + "\n")
        print_text(_markdown(found))
    else:
        _print_rows(_flat(found), form)


def _flat(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One flat row for each arm and metric."""
    rows = []
    for arm in found["arms"]:
        for metric in arm["metrics"]:
            row = {"arm": arm["label"], "metric": metric["metric"]}
            for side in ("base", "variant"):
                row |= {side: metric[side]["est"]}
                row |= {f"{side}_{end}": metric[side][end] for end in ("lo", "hi")}
            row |= metric["difference"]
            rows.append(row | {key: metric[key] for key in ("factor", "p", "q")})
    return rows


def _print_rows(rows: list[dict[str, Any]], form: Format) -> None:
    if form is Format.CSV:
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    import polars as pl

    buffer = BytesIO()
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(buffer)
    print_bytes(buffer.getvalue())


def _markdown(found: Mapping[str, Any]) -> str:
    from ludometer.report.comparison import metric_name, metric_scale, real
    from ludometer.report.formats import cells

    rows = [
        [
            arm["label"],
            metric_name(row["metric"]),
            *cells([row["difference"]], scale=metric_scale(row["metric"]), sign=True)[0],
        ]
        for arm in found["arms"]
        for row in real(arm)
    ]
    level = f"{100 * found['level']:g} % interval"
    return md_table(["rules", "what changes", "change", level], rows, left=2)
