"""Parts of a run folder: the two Parquet files of one block of games.

``games/part-FROM-TO.parquet`` is the commit mark. It is renamed into place after its twin in
``seats/``, so a part whose games file is there is complete.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludometer._core import Batch, DataError, LudometerError, Summary
from ludometer.dataset.files import TMP, failure, sync_folder, write_file
from ludometer.dataset.manifest import PartRecord
from ludometer.dataset.parquet import encode
from ludometer.dataset.spans import Span
from ludometer.schemas import stored_schema
from ludometer.spec import Spec

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "TABLES",
    "Part",
    "check_part",
    "committed",
    "missing_twin",
    "present",
    "read_part",
    "read_table",
    "write_part",
]

TABLES = ("games", "seats")
_NAME = re.compile(r"part-(\d{13})-(\d{13})\.parquet")
# In each file's own metadata, so that a file says which run and which games it holds.
_KEY = "ludometer"


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """Games ``first`` to ``last - 1`` of a run, in two files of one name."""

    first: int
    last: int

    @property
    def name(self) -> str:
        """The name of both files; names sort as games do."""
        return f"part-{self.first:013}-{self.last:013}.parquet"

    @property
    def span(self) -> Span:
        """``(first, last)``."""
        return self.first, self.last

    def path(self, folder: Path, table: str) -> Path:
        """The file of ``table`` in a run folder."""
        return folder / table / self.name


def present(folder: Path) -> list[Part]:
    """The parts whose games file is there, ascending. Raises DataError if two overlap."""
    try:
        names = [path.name for path in (folder / "games").glob("part-*.parquet")]
    except OSError as error:
        raise failure("cannot read", folder / "games", error) from error
    matches = (_NAME.fullmatch(name) for name in names)
    parts = sorted(Part(int(match[1]), int(match[2])) for match in matches if match)
    for one, two in pairwise(parts):
        if two.first < one.last:
            raise DataError(f"{folder}: {one.name} and {two.name} hold the same games")
    return parts


def missing_twin(folder: Path, part: Part) -> str | None:
    """What to say about a part without its seats file; None if it is there."""
    if part.path(folder, "seats").is_file():
        return None
    return (
        f"{part.path(folder, 'seats')} is missing; to repair the run, delete "
        f"{part.path(folder, 'games')} and run the same command again"
    )


def committed(folder: Path) -> list[Part]:
    """The parts of a folder, ascending. Raises DataError if one is half there or two overlap."""
    parts = present(folder)
    for part in parts:
        if problem := missing_twin(folder, part):
            raise DataError(problem)
    return parts


def write_part(folder: Path, run_id: str, span: Span, batch: Batch) -> PartRecord:
    """Stores a played block and returns its entry for the manifest.

    Raises DataError if the disk is full or something else goes wrong; no part is then there.
    """
    import polars as pl

    part = Part(*span)
    digest = batch.summary.digest
    tag = {"run_id": run_id, "from": part.first, "to": part.last, "digest": digest}
    rows = {"seats": batch.seats, "games": batch.games}
    temporary = {table: folder / TMP / f"{table}-{part.name}" for table in rows}
    path = folder
    try:
        for table, arrow in rows.items():
            path = part.path(folder, table)
            path.parent.mkdir(exist_ok=True)
            write_file(temporary[table], encode(pl.DataFrame(arrow), {_KEY: json.dumps(tag)}))
        for table in rows:
            path = part.path(folder, table)
            temporary[table].replace(path)
            sync_folder(path.parent)
    except OSError as error:
        for leftover in temporary.values():
            with suppress(OSError):
                leftover.unlink()
        raise failure("cannot write", path, error) from error
    return PartRecord(part.first, part.last, len(batch.games), len(batch.seats), digest)


def read_table(folder: Path, part: Part, table: str, facts: Mapping[str, Any]) -> "pl.DataFrame":
    """One stored table, codes as they are. Raises DataError if the file is damaged."""
    import polars as pl

    path = part.path(folder, table)
    try:
        # Parsed in memory: a file that shrinks under a memory map would stop the process.
        frame = pl.read_parquet(path, memory_map=False, glob=False)
    except OSError as error:
        if error.errno is not None:
            raise failure("cannot read", path, error) from error
        raise _damaged(folder, part, table, str(error)) from error
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise _damaged(folder, part, table, str(error)) from error
    if frame.schema != stored_schema(table, facts):
        raise _damaged(folder, part, table, f"its columns are {dict(frame.schema)}")
    return frame


def read_part(
    folder: Path, part: Part, spec: Spec, run_id: str
) -> tuple["pl.DataFrame", "pl.DataFrame", Summary]:
    """Both tables of a part and their sums, checked against what the files say they hold.

    Raises DataError naming the file, what is wrong with it and how to repair the run.
    """
    import polars as pl

    facts = spec.game.facts
    games, seats = (read_table(folder, part, table, facts) for table in TABLES)
    for table, frame, times in (("games", games, 1), ("seats", seats, spec.game.players)):
        wanted = pl.int_range(part.first, part.last, dtype=pl.UInt64, eager=True)
        if times > 1:
            wanted = wanted.repeat_by(times).explode()
        if not frame["game"].equals(wanted, check_names=False):
            raise _damaged(folder, part, table, "it does not hold the games of its name, in order")
    tags = {table: _tag(folder, part, table) for table in TABLES}
    for table, tag in tags.items():
        if tag.get("run_id") != run_id:
            raise _damaged(folder, part, table, f"it belongs to run {tag.get('run_id')}")
    try:
        sums = spec.game.summarize(games, seats)
    except LudometerError as error:
        raise _damaged(folder, part, "games", str(error)) from error
    for table, tag in tags.items():
        if tag.get("digest") != sums.digest:
            why = (
                f"its rows and those of its twin come to the digest {sums.digest}, "
                f"not to {tag.get('digest')} as written"
            )
            raise _damaged(folder, part, table, why)
    return games, seats, sums


def check_part(folder: Path, part: Part, spec: Spec, run_id: str) -> None:
    """Looks at what both files say of themselves, without reading their rows.

    Raises DataError if a file cannot be read, belongs to another run, has other columns than those
    of the game, or other numbers of rows than its name says.
    """
    import polars as pl

    for table, times in (("games", 1), ("seats", spec.game.players)):
        path = part.path(folder, table)
        try:
            schema = pl.read_parquet_schema(path)
            rows = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()
            tag = _tag(folder, part, table)
        except OSError as error:
            if error.errno is not None:
                raise failure("cannot read", path, error) from error
            raise _damaged(folder, part, table, str(error)) from error
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            raise _damaged(folder, part, table, str(error)) from error
        if tag.get("run_id") != run_id:
            raise _damaged(folder, part, table, f"it belongs to run {tag.get('run_id')}")
        if schema != stored_schema(table, spec.game.facts):
            raise _damaged(folder, part, table, f"its columns are {dict(schema)}")
        if rows != times * (part.last - part.first):
            raise _damaged(folder, part, table, f"it has {rows:,} rows")


def _tag(folder: Path, part: Part, table: str) -> dict[str, Any]:
    import polars as pl

    metadata = pl.read_parquet_metadata(part.path(folder, table))
    try:
        tag = json.loads(metadata[_KEY])
    except (KeyError, ValueError):
        tag = None
    if not isinstance(tag, dict):
        raise _damaged(folder, part, table, "ludometer did not write it")
    return tag


def _damaged(folder: Path, part: Part, table: str, why: str) -> DataError:
    return DataError(
        f"{part.path(folder, table)} is damaged: {why.partition(chr(10))[0] or 'unreadable'}; to "
        f"repair the run, delete {part.name} in games/ and seats/ and run the same command again"
    )
