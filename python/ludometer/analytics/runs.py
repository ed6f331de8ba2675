"""Runs and what is asked of them: from a folder, or from games played for the purpose."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from ludometer._core import Batch, DataError
from ludometer.analytics.analysis import analyse
from ludometer.analytics.anytime import Anytime, looks
from ludometer.analytics.goals import Goal
from ludometer.analytics.question import Question, Truncated
from ludometer.analytics.table import CHUNK, per_game
from ludometer.analytics.tallies import STRATA_GAMES, Tally, tally
from ludometer.dataset.spans import Span, union
from ludometer.schemas import people_games, people_seats
from ludometer.simulation import Progress, play_rows, provenance, shifted
from ludometer.spec import Spec

if TYPE_CHECKING:
    import polars as pl

    from ludometer.dataset import Dataset

__all__ = ["Stop", "Tallied", "batch_table", "play", "play_until", "stored"]


@dataclass(frozen=True, slots=True)
class Tallied:
    """A run with the tally of its games."""

    spec: Spec
    total: int
    """Games of the whole run."""
    spans: list[Span]
    """Games looked at, truncated ones that the question leaves out included."""
    digest: str | None
    """Over all rows of these games; None if a folder was not closed properly."""
    question: Question
    tally: Tally
    stored: dict[str, str] | None = None
    """Folder, run id and status of stored rows."""

    @property
    def seen(self) -> int:
        """How many games were looked at."""
        return sum(last - first for first, last in self.spans)

    def analysis(self) -> dict[str, Any]:
        """Every answer, as plain data. Raises LudometerError if the margin cannot be used."""
        level = self.question.level
        if self.question.planned is not None:
            level = Anytime(level, self.question.planned)
        return analyse(
            self.tally,
            points=self.spec.game.facts["has_points"],
            policies=self.spec.policies,
            truncated=self.question.truncated,
            margin=self.question.margin,
            alpha=self.question.alpha,
            level=level,
        )

    def provenance(self) -> dict[str, Any]:
        """What it takes to have the same games again, as plain data."""
        return provenance(self.spec) | {
            "games": self.total,
            "ranges": [list(span) for span in self.spans],
            "digest": self.digest,
            "stored": self.stored,
        }


def stored(
    dataset: "Dataset", question: Question, *, progress: Callable[[int], object] | None = None
) -> Tallied:
    """The tally of a run folder, complete or not.

    Raises DataError if there are no games, files are damaged or belong to another run, or
    components do not sum to scores.
    """
    dataset.check()
    spans = union(part.span for part in dataset.parts)
    manifest = dataset.manifest
    closed = manifest.parts is not None and union(part.span for part in manifest.parts) == spans
    table = per_game(dataset.games, dataset.seats, truncated=question.truncated)
    sums = _some(lambda: tally(table, progress=progress), question)
    if odd := sums.total("unsummed"):
        raise DataError(f"{dataset.folder}: components do not sum to the score in {odd:,} rows")
    source = {
        "folder": str(dataset.folder),
        "run_id": manifest.run_id,
        "status": manifest.status,
    }
    digest = manifest.digest if closed else None
    return Tallied(dataset.spec, manifest.games, spans, digest, question, sums, source)


def _some(count: Callable[[], Tally], question: Question) -> Tally:
    try:
        return count()
    except DataError as error:
        if question.truncated == "exclude" and "no games" in str(error):
            raise DataError(
                "no games are left: all were stopped by the ply cap; --truncated include counts "
                "them as they stood"
            ) from error
        raise


def batch_table(spec: Spec, batch: Batch, truncated: Truncated = "include") -> "pl.DataFrame":
    """The table a game of a played batch."""
    import polars as pl

    games = people_games(pl.DataFrame(batch.games), spec.game.facts)
    seats = people_seats(pl.DataFrame(batch.seats), spec.policy_names)
    return per_game(games, seats, truncated=truncated).collect()


def play(
    spec: Spec,
    games: int,
    question: Question,
    *,
    threads: int = 0,
    chunk: int = 10_000,
    progress: Progress | None = None,
    on_look: Callable[[Tally], object] | None = None,
) -> Tallied:
    """Plays games 0 to ``games - 1`` of a run and tallies them, in constant memory.

    Rows are kept for a block at a time. ``on_look`` gets the tally so far after each.
    Raises DataError if no game is left.
    """
    player = _Player(spec, question.truncated, threads, chunk, progress)
    with player:
        for last in [*range(CHUNK, games, CHUNK), games]:
            player.play(last)
            if on_look is not None and player.counted is not None:
                on_look(player.counted)
    if on_look is not None and player.counted is not None:
        on_look(player.counted)
    sums = _some(lambda: _there(player.counted), question)
    return Tallied(spec, games, [(0, games)], player.digest.digest, question, sums)


@dataclass(frozen=True, slots=True)
class Stop:
    """How a run with a goal ended."""

    goal: str
    reached: bool
    looks: int
    seconds: float


def play_until(
    spec: Spec,
    goal: Goal,
    question: Question,
    *,
    at_most: int,
    threads: int = 0,
    chunk: int = 10_000,
    progress: Progress | None = None,
    on_look: Callable[[Tally], object] | None = None,
    clock: Callable[[], float] = monotonic,
) -> tuple[Tallied, Stop]:
    """Plays games until a goal is reached, looking at fixed numbers of games only.

    Intervals hold at all looks together (``question.planned`` is set from the goal if it is not).
    At ``at_most`` games it ends in any case. Raises DataError if no game is left.
    """
    if question.planned is None:
        question = replace(question, planned=goal.planned(spec.game.players, question))
    started = clock()
    player = _Player(spec, question.truncated, threads, chunk, progress)
    reached, seen = False, 0
    with player:
        for last in looks(at_most):
            player.play(last)
            sums = player.all_counted()
            seen += 1
            if sums is None:
                continue
            if on_look is not None:
                on_look(sums)
            reached = goal.reached(sums, question, clock() - started)
            if reached:
                break
    games = player.played
    total = _some(lambda: _there(player.counted), question)
    found = Tallied(spec, games, [(0, games)], player.digest.digest, question, total)
    return found, Stop(goal.text, reached, seen, clock() - started)


class _Player:
    """Plays further and further, and counts one block while the next is played."""

    def __init__(
        self,
        spec: Spec,
        truncated: Truncated,
        threads: int,
        chunk: int,
        progress: Progress | None,
    ) -> None:
        self.spec = spec
        self.truncated: Truncated = truncated
        self.threads = threads
        self.chunk = chunk
        self.progress = progress
        self.played = 0
        self.digest = spec.game.empty_summary()
        self.counted: Tally | None = None
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="ludometer-tally")
        self.pending: Future[Tally | None] | None = None

    def __enter__(self) -> "_Player":
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self.all_counted()
        self.pool.shutdown(cancel_futures=True)

    def play(self, last: int) -> None:
        """Plays up to game ``last - 1``."""
        while self.played < last:
            stop = min(self.played + CHUNK, last)
            batch = play_rows(
                self.spec,
                self.played,
                stop,
                threads=self.threads,
                chunk=self.chunk,
                progress=shifted(self.progress, self.played),
            )
            self.digest.merge(batch.summary)
            self.all_counted()
            self.pending = self.pool.submit(self._add, batch)
            self.played = stop

    def all_counted(self) -> Tally | None:
        """The tally of all games played; None if none of them is left."""
        if self.pending is not None:
            self.counted, self.pending = self.pending.result(), None
        return self.counted

    def _add(self, batch: Batch) -> Tally | None:
        rows = batch_table(self.spec, batch, self.truncated)
        if not rows.height:
            return self.counted
        total = self.counted
        enough = total is not None and total.games >= STRATA_GAMES
        part = Tally.of(rows, columns=total.columns if total is not None and enough else None)
        return part if total is None else total.merge(part)


def _there(total: Tally | None) -> Tally:
    if total is None:
        raise DataError("no games: there is nothing to analyse")
    return total
