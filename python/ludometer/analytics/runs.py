"""Runs and what is asked of them: from a folder, or from games played for the purpose."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludometer._core import Batch, DataError
from ludometer.analytics.analysis import analyse
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

__all__ = ["Tallied", "batch_table", "play", "stored"]


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
        return analyse(
            self.tally,
            points=self.spec.game.facts["has_points"],
            policies=self.spec.policies,
            truncated=self.question.truncated,
            margin=self.question.margin,
            alpha=self.question.alpha,
            level=self.question.level,
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
    on_block: Callable[[Tally], object] | None = None,
) -> Tallied:
    """Plays games 0 to ``games - 1`` of a run and tallies them, in constant memory.

    Rows are kept for a block at a time. ``on_block`` gets the tally so far after each.
    Raises DataError if no game is left.
    """
    digest = spec.game.empty_summary()
    counted = _Counter(spec, question.truncated)
    with ThreadPoolExecutor(1, thread_name_prefix="ludometer-tally") as pool:
        pending: Future[Tally | None] | None = None
        for first in range(0, games, CHUNK):
            last = min(first + CHUNK, games)
            batch = play_rows(
                spec,
                first,
                last,
                threads=threads,
                chunk=chunk,
                progress=shifted(progress, first),
            )
            digest.merge(batch.summary)
            # One block is counted while the next is played.
            total = pending.result() if pending is not None else None
            if total is not None and on_block is not None:
                on_block(total)
            pending = pool.submit(counted.add, batch)
        assert pending is not None
        total = pending.result()
    if total is not None and on_block is not None:
        on_block(total)
    sums = _some(lambda: _there(total), question)
    return Tallied(spec, games, [(0, games)], digest.digest, question, sums)


def _there(total: Tally | None) -> Tally:
    if total is None:
        raise DataError("no games: there is nothing to analyse")
    return total


class _Counter:
    """Adds up batches, one after the other."""

    def __init__(self, spec: Spec, truncated: Truncated) -> None:
        self.spec = spec
        self.truncated: Truncated = truncated
        self.total: Tally | None = None

    def add(self, batch: Batch) -> Tally | None:
        """The tally of all batches so far; None if no game is left of them."""
        rows = batch_table(self.spec, batch, self.truncated)
        if rows.height:
            enough = self.total is not None and self.total.games >= STRATA_GAMES
            columns = self.total.columns if self.total is not None and enough else None
            part = Tally.of(rows, columns=columns)
            self.total = part if self.total is None else self.total.merge(part)
        return self.total
