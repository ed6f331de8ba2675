"""``ludometer balance``: plays games and says whether the game is balanced."""

from ludometer.arguments import MAX_CHUNK, MAX_THREADS
from ludometer.cli import balance_options, options
from ludometer.cli.analysis import print_analysis
from ludometer.cli.options import Format
from ludometer.cli.output import note
from ludometer.cli.progress import Meter
from ludometer.spec import make_spec

EXAMPLE = "ludometer balance top-cap -n 50_000 --seed 7"


def command(
    game: options.GameName,
    games: options.Games = "100_000",
    players: options.Players = None,
    variant: options.Variant = "standard",
    changes: options.Changes = None,
    rules: options.RulesFile = None,
    policy: options.Policy = None,
    seed: options.Seed = None,
    margin: balance_options.Margin = "1pp",
    level: balance_options.Level = "0.95",
    truncated: balance_options.TruncatedGames = "include",
    threads: options.Threads = "0",
    chunk: options.Chunk = "10_000",
    form: balance_options.Form = Format.TABLE,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> int:
    """Play games and say whether the game is balanced, and why.

    As `simulate -o` and `analyze` together, but no game is stored: memory stays the same however
    many games are asked for.
    """
    from ludometer.analytics.runs import play

    asked = balance_options.question(margin, level, truncated)
    number = options.games_number(games)
    fixed = options.game_of(game, variant, players, changes, rules)
    given = options.seed_number(seed)
    spec = make_spec(fixed, seed=given, policy=options.policies(policy))
    workers = options.number("--threads", threads, 0, MAX_THREADS)
    size = options.number("--chunk", chunk, 1, MAX_CHUNK)
    with Meter(number, quiet=quiet) as meter:
        found = play(spec, number, asked, threads=workers, chunk=size, progress=meter.games)
    if given is None:
        note(f"seed {spec.seed}", quiet=quiet)
    print_analysis("balance", found, Format.JSON if as_json else form)
    return 0
