"""Plays games in memory: rows, sums, or both."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludometer._core import ArrowTable, Batch, DataError, Game, Summary
from ludometer.arguments import (
    Rules,
    check_chunk,
    check_games,
    check_range,
    check_threads,
)
from ludometer.schemas import people_games, people_seats
from ludometer.spec import Spec, make_game, make_spec
from ludometer.summary import RunSummary, summarize

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Progress", "Run", "play_sums", "simulate"]

Progress = Callable[[int], object]
"""Called from the main thread a few times a second with the number of games played so far."""

# The core keeps a few kilobytes per chunk until a call ends. So calls are of bounded size, and
# where a call must hold a whole block, chunks are no smaller than the block divided by this.
_BLOCK_GAMES = 1 << 20
_BLOCK_CHUNKS = 1 << 12
_ROW_CHUNKS = 1 << 14


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """Played games: rows as polars frames, sums, and what it takes to play them again."""

    spec: Spec
    total: int
    """Games of the whole run, of which these may be a range."""
    first: int
    """Number of the first game."""
    last: int
    """Number after that of the last game."""
    sums: Summary
    """The core's exact sums."""
    batch: Batch | None
    """The rows in Arrow memory; None if only sums were asked for."""

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.spec.game

    @property
    def policies(self) -> tuple[str, ...]:
        """One policy a seat."""
        return self.spec.policies

    @property
    def seed(self) -> int:
        """The seed, given or drawn."""
        return self.spec.seed

    @property
    def digest(self) -> str:
        """16 hexadecimal digits over all rows; equal however the games were split and played."""
        return self.sums.digest

    @cached_property
    def games(self) -> "pl.DataFrame":
        """One row a game, in order. ``end`` is an Enum. Raises DataError without rows."""
        import polars as pl

        return people_games(pl.DataFrame(self.arrow("games")), self.game.facts)

    @cached_property
    def seats(self) -> "pl.DataFrame":
        """One row a seat of a game, in order, seat 0 first. ``policy`` is an Enum."""
        import polars as pl

        return people_seats(pl.DataFrame(self.arrow("seats")), self.spec.policy_names)

    def arrow(self, table: str) -> ArrowTable:
        """The ``games`` or ``seats`` rows for any reader of Arrow streams, codes as they are.

        Raises DataError if the rows were not kept, or there is no such table.
        """
        if table not in ("games", "seats"):
            raise DataError(f"unknown table `{table}`; known: games, seats")
        if self.batch is None:
            raise DataError(f"the rows of `{table}` were not kept; simulate with rows=True")
        return self.batch.games if table == "games" else self.batch.seats

    def summary(self) -> RunSummary:
        """Wins, scores, ends, length and branching with intervals, as plain data."""
        return summarize(self.sums.to_dict(), self.game.facts, self.policies)

    def __repr__(self) -> str:
        return (
            f"<Run of {self.game!r}: games {self.first} to {self.last - 1}, "
            f"seed {self.seed}, digest {self.digest}>"
        )

    def __str__(self) -> str:
        from ludometer.report.text import summary_text

        return summary_text(self.spec, self.summary(), self.total, [(self.first, self.last)])


def simulate(
    game: str | Game,
    *,
    games: int,
    seed: int | None = None,
    variant: str = "standard",
    players: int | None = None,
    rules: Rules | None = None,
    policy: str | Sequence[str] = "uniform",
    threads: int = 0,
    chunk: int = 10_000,
    range: tuple[int, int] | None = None,  # noqa: A002 - the name of the CLI's option
    rows: bool = True,
    progress: Progress | None = None,
) -> Run:
    """Plays ``games`` games and returns them.

    ``game`` is a name, with ``variant``, ``players`` and single ``rules`` changed, or a ``Game``.
    ``policy`` is one for all seats or one a seat. Game *i* depends on rules, policies, ``seed``
    and *i* alone, so ``range=(a, b)`` plays just these games of the run. ``seed`` None draws one;
    it is in the result. ``threads`` 0 takes all cores; neither it nor ``chunk``, the games played
    in one go, changes a result. ``rows=False`` keeps the sums only, in constant memory.

    Raises UnknownNameError, CountError, RulesError, TypeError.
    """
    number = check_games(games, rows=False)
    first, last = check_range(range, number)
    if rows:
        check_games(last - first, rows=True)
    threads, chunk = check_threads(threads), check_chunk(chunk)
    fixed = make_game(game, variant=variant, players=players, rules=rules)
    spec = make_spec(fixed, seed=seed, policy=policy)
    if not rows:
        sums = play_sums(spec, first, last, threads=threads, chunk=chunk, progress=progress)
        return Run(spec, number, first, last, sums, None)
    batch = play_rows(spec, first, last, threads=threads, chunk=chunk, progress=progress)
    return Run(spec, number, first, last, batch.summary, batch)


def play_rows(
    spec: Spec, first: int, last: int, *, threads: int, chunk: int, progress: Progress | None
) -> Batch:
    """Plays a range and keeps its rows. Tiny chunks of a large range are enlarged."""
    return spec.game.batch(
        first,
        last,
        seed=spec.seed,
        policies=spec.policies,
        threads=threads,
        chunk=max(chunk, -((first - last) // _ROW_CHUNKS)),
        rows=True,
        progress=progress,
    )


def play_sums(
    spec: Spec,
    first: int,
    last: int,
    *,
    threads: int,
    chunk: int,
    progress: Progress | None = None,
    on_block: Callable[[Summary], object] | None = None,
) -> Summary:
    """Plays a range in constant memory and returns its sums.

    ``on_block`` gets the sums so far, every million games or so.
    """
    total = spec.game.empty_summary()
    for start, stop in _blocks(first, last, min(_BLOCK_GAMES, _BLOCK_CHUNKS * chunk)):
        batch = spec.game.batch(
            start,
            stop,
            seed=spec.seed,
            policies=spec.policies,
            threads=threads,
            chunk=chunk,
            rows=False,
            progress=shifted(progress, start - first),
        )
        total.merge(batch.summary)
        if on_block is not None:
            on_block(total)
    return total


def shifted(progress: Progress | None, done: int) -> Progress | None:
    """Reports games of one call on top of those ``done`` before it."""
    if progress is None:
        return None
    return lambda games: progress(done + games)


def _blocks(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    start = first
    while start < last:
        stop = min(start + size, last)
        yield start, stop
        start = stop


def provenance(spec: Spec) -> dict[str, Any]:
    """What it takes to play the run again, as plain data; the seed as text (JSON ends at 2**53)."""
    from ludometer import __version__

    game = spec.game
    return {
        "ludometer": __version__,
        "versions": spec.versions,
        "game": game.name,
        "variant": game.variant,
        "players": game.players,
        "rules": game.rules,
        "changed": game.changed,
        "rules_hash": game.rules_hash,
        "policies": list(spec.policies),
        "seed": str(spec.seed),
    }
