"""Plays a run into a folder, and goes on where it was stopped."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ludometer._core import Batch, DataError, Game, Summary
from ludometer.arguments import (
    Rules,
    check_chunk,
    check_games,
    check_range,
    check_seed,
    check_shard,
    check_threads,
)
from ludometer.dataset.files import TMP, failure, locked
from ludometer.dataset.manifest import NAME, Manifest, PartRecord
from ludometer.dataset.parts import Part, committed, write_part
from ludometer.dataset.read import Dataset, records
from ludometer.dataset.spans import Span, covered, cut, subtract
from ludometer.simulation import Progress, play_rows, shifted
from ludometer.spec import Spec, make_game, make_spec

__all__ = ["SHARD", "prepare", "stored_seed", "write_run"]

SHARD = 250_000
"""Games of one part. Parts begin at multiples of it, so machines agree on them."""


def write_run(
    out: str | PathLike[str],
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
    shard: int = SHARD,
    range: tuple[int, int] | None = None,  # noqa: A002 - the name of the CLI's option
    resume: bool = True,
    progress: Progress | None = None,
    on_part: Callable[[Summary], object] | None = None,
) -> Dataset:
    """Plays games of a run into the folder ``out`` and opens it.

    Arguments are those of :func:`ludometer.simulate`. Rows go to one pair of Parquet files per
    block of ``shard`` games, in constant memory. If ``out`` holds parts of the same run already,
    only missing games are played; ``games`` may be larger than before. ``seed`` None takes the
    seed of the folder, or draws one. ``range=(a, b)`` plays just these games of the run, so that
    machines can share it. ``resume=False`` refuses a folder that holds a run.

    ``progress`` gets the number of games that are done, those found in the folder included;
    ``on_part`` gets the sums so far after each part. When either raises, or Ctrl-C is pressed,
    finished parts stay and the manifest says ``interrupted``.

    Raises UnknownNameError, CountError, RulesError, TypeError before anything is written, and
    DataError if the folder holds something else, another run or damaged files, or cannot be
    written.
    """
    folder = Path(out)
    number = check_games(games, rows=False)
    span = check_range(range, number)
    threads, chunk = check_threads(threads), check_chunk(chunk)
    shard = check_shard(shard)
    fixed = make_game(game, variant=variant, players=players, rules=rules)
    if seed is not None:
        check_seed(seed)
    make_spec(fixed, seed=0, policy=policy)
    created = prepare(folder, resume=resume)
    try:
        with locked(folder):
            old = Manifest.read(folder) if (folder / NAME).exists() else None
            if seed is None and old is not None:
                seed = old.seed
            spec = make_spec(fixed, seed=seed, policy=policy)
            manifest = Manifest.of(spec, shard=shard, games=number, span=span)
            if old is not None:
                manifest = _same_run(folder, old, manifest, span)
            worker = _Worker(folder, manifest, spec, on_part)
            worker.open()
            worker.work(span, threads=threads, chunk=chunk, progress=progress)
    except BaseException:
        if created:
            with suppress(OSError):  # only if nothing was stored
                folder.rmdir()
        raise
    return worker.dataset()


def prepare(folder: Path, *, resume: bool) -> bool:
    """Looks at the folder before anything is written; creates it if need be, and says whether."""
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            return True
        entries = sorted(entry.name for entry in folder.iterdir() if entry.name != TMP)
    except NotADirectoryError:
        raise DataError(f"{folder} is a file; choose a new or empty folder") from None
    except OSError as error:
        raise failure("cannot use the folder", folder, error) from error
    if NAME in entries:
        if not resume:
            raise DataError(
                f"{folder} holds a run already; choose a new or empty folder, "
                f"or let the run go on (--resume)"
            )
    elif entries:
        some = ", ".join(entries[:3]) + (", ..." if len(entries) > 3 else "")
        raise DataError(
            f"{folder} is not a run folder: it holds {some} but no {NAME}; "
            f"choose a new or empty folder"
        )
    return False


def _same_run(folder: Path, old: Manifest, new: Manifest, span: Span) -> Manifest:
    """The manifest to go on with. Raises DataError naming each difference."""
    if differences := old.differences(new):
        lines = "".join(f"\n  {line}" for line in differences)
        raise DataError(
            f"{folder} holds another run:{lines}\n"
            f"choose another folder, or ask for the run that is there"
        )
    if new.games < old.games:
        raise DataError(
            f"{folder} holds a run of {old.games:,} games, {new.games:,} were asked for: games are "
            f"never taken away; ask for -n {old.games} or more, or choose another folder"
        )
    return old.asked(new.games, span)


def stored_seed(out: str | PathLike[str]) -> int | None:
    """The seed of the run in a folder; None if there is none. Raises DataError if it is damaged."""
    folder = Path(out)
    return Manifest.read(folder).seed if (folder / NAME).exists() else None


class _Worker:
    """Plays blocks in this thread while one thread stores the block before."""

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        spec: Spec,
        on_part: Callable[[Summary], object] | None,
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.spec = spec
        self.on_part = on_part
        self.sums = spec.game.empty_summary()
        self.stored: list[PartRecord] = []
        self.pending: tuple[Future[PartRecord], Batch] | None = None

    def open(self) -> None:
        """Reads what is there, so that damage is found now, then writes the manifest."""
        for record, sums in records(self.folder, self.manifest, self.spec, committed(self.folder)):
            self.stored.append(record)
            self.sums.merge(sums)
        if self.on_part is not None and self.stored:
            self.on_part(self.sums)
        self.manifest.write(self.folder)

    def work(self, span: Span, *, threads: int, chunk: int, progress: Progress | None) -> None:
        """Plays what is missing of ``span`` and closes the manifest, whatever happens."""
        started = time.monotonic()
        before = self.manifest.wall_seconds
        missing = subtract(span, [(part.first, part.last) for part in self.stored])
        done = span[1] - span[0] - sum(last - first for first, last in missing)
        if progress is not None:
            progress(done)
        try:
            with ThreadPoolExecutor(1, thread_name_prefix="ludometer-writer") as writer:
                for block in missing:
                    for first, last in cut(block, self.manifest.shard):
                        batch = play_rows(
                            self.spec,
                            first,
                            last,
                            threads=threads,
                            chunk=chunk,
                            progress=shifted(progress, done),
                        )
                        # At most two blocks in memory: one being stored, one being played.
                        self._settle()
                        job = writer.submit(
                            write_part, self.folder, self.manifest.run_id, (first, last), batch
                        )
                        self.pending = job, batch
                        done += last - first
                self._settle()
        finally:
            with suppress(DataError):
                self._settle()
            seconds = before + time.monotonic() - started
            self._close(seconds)

    def _settle(self) -> None:
        """Waits for the block that is being stored and counts it."""
        if self.pending is None:
            return
        (job, batch), self.pending = self.pending, None
        self.stored.append(job.result())
        self.sums.merge(batch.summary)
        if self.on_part is not None:
            self.on_part(self.sums)

    def _close(self, seconds: float) -> None:
        import polars as pl

        self.stored.sort(key=lambda part: part.first)
        spans = [(part.first, part.last) for part in self.stored]
        status = "complete" if covered(self.manifest.ranges, spans) else "interrupted"
        self.manifest = replace(
            self.manifest,
            status=status,
            parts=tuple(self.stored),
            digest=self.sums.digest,
            wall_seconds=seconds,
            polars=pl.__version__,
        )
        if status == "complete":
            self.manifest.write(self.folder)
        else:
            # The reason for stopping is on its way; a full disk must not hide it.
            with suppress(DataError):
                self.manifest.write(self.folder)

    def dataset(self) -> Dataset:
        """The folder as it is now; its sums are known already."""
        parts = tuple(Part(part.first, part.last) for part in self.stored)
        dataset = Dataset(self.folder, self.manifest, self.spec, parts)
        dataset.__dict__["sums"] = self.sums
        return dataset
