"""Opens run folders."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludometer._core import DataError, Summary
from ludometer.dataset.manifest import Manifest, PartRecord
from ludometer.dataset.parts import Part, check_part, committed, read_part, read_table
from ludometer.dataset.spans import text
from ludometer.schemas import games_schema, people_games, people_seats, seats_schema
from ludometer.spec import Spec
from ludometer.summary import RunSummary, summarize

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Dataset", "load", "records"]


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A run folder. Nothing is read before it is asked for."""

    folder: Path
    manifest: Manifest
    spec: Spec
    parts: tuple[Part, ...]
    """Complete parts, ascending."""

    @property
    def games(self) -> "pl.LazyFrame":
        """One row a game, in order. ``end`` is an Enum."""
        import polars as pl

        facts = self.spec.game.facts
        if not self.parts:
            return pl.LazyFrame(schema=games_schema(facts))
        return people_games(self._scan("games"), facts)

    @property
    def seats(self) -> "pl.LazyFrame":
        """One row a seat of a game, in order, seat 0 first. ``policy`` is an Enum."""
        import polars as pl

        policies = self.spec.policy_names
        if not self.parts:
            return pl.LazyFrame(schema=seats_schema(self.spec.game.facts, policies))
        return people_seats(self._scan("seats"), policies)

    def _scan(self, table: str) -> "pl.LazyFrame":
        import polars as pl

        # Exact paths: other files in the folder, and `*` or `[` in its name, mean nothing.
        paths = [part.path(self.folder, table) for part in self.parts]
        return pl.scan_parquet(paths, glob=False)

    @cached_property
    def sums(self) -> Summary:
        """Exact sums over the stored rows, one part at a time.

        Raises DataError if one is damaged.
        """
        total = self.spec.game.empty_summary()
        for part in self.parts:
            total.merge(read_part(self.folder, part, self.spec, self.manifest.run_id)[2])
        return total

    def check(self) -> None:
        """Checks that every part belongs to this run and has its columns, without reading rows.

        Raises DataError at the first that does not, or if there is none.
        """
        if not self.parts:
            raise DataError(f"{self.folder} holds no games yet")
        for part in self.parts:
            check_part(self.folder, part, self.spec, self.manifest.run_id)

    @property
    def digest(self) -> str:
        """16 hexadecimal digits over all stored rows."""
        return self.sums.digest

    def summary(self) -> RunSummary:
        """Wins, scores, ends, length and branching with intervals, as plain data."""
        return summarize(self.sums.to_dict(), self.spec.game.facts, self.spec.policies)

    def row(self, game: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The stored row of one game, and those of its seats, codes as they are.

        Raises DataError if the folder does not hold the game.
        """
        for part in self.parts:
            if part.first <= game < part.last:
                facts, players = self.spec.game.facts, self.spec.game.players
                at = game - part.first
                games = read_table(self.folder, part, "games", facts)
                seats = read_table(self.folder, part, "seats", facts)
                rows = games.slice(at, 1).to_dicts(), seats.slice(at * players, players).to_dicts()
                if any(row["game"] != game for table in rows for row in table) or not rows[0]:
                    raise DataError(f"{part.name} in {self.folder} does not hold game {game}")
                return rows[0][0], rows[1]
        spans = text(part.span for part in self.parts) or "none"
        raise DataError(f"{self.folder} does not hold game {game}; it has {spans}")

    def __repr__(self) -> str:
        spans = text(part.span for part in self.parts) or "none yet"
        return f"<Dataset {self.folder}: {self.manifest.describe()}; stored {spans}>"

    def __str__(self) -> str:
        from ludometer.report.text import summary_text

        return summary_text(
            self.spec, self.summary(), self.manifest.games, [part.span for part in self.parts]
        )


def load(folder: str | PathLike[str]) -> Dataset:
    """Opens a run folder, complete or not.

    Raises DataError if it is none, its manifest is damaged, or a part is half there.
    """
    path = Path(folder)
    manifest = Manifest.read(path)
    return Dataset(path, manifest, manifest.spec(), tuple(committed(path)))


def records(
    folder: Path, manifest: Manifest, spec: Spec, parts: list[Part]
) -> Iterator[tuple[PartRecord, Summary]]:
    """Reads every part: its entry for the manifest and its sums.

    Raises DataError at a damaged part, or one whose rows are not those that the manifest lists.
    """
    listed = {record.span: record for record in manifest.parts or ()}
    for part in parts:
        games, seats, sums = read_part(folder, part, spec, manifest.run_id)
        record = PartRecord(part.first, part.last, games.height, seats.height, sums.digest)
        known = listed.get(part.span, record)
        if known != record:
            raise DataError(
                f"{folder}: {part.name} holds {record}; the manifest lists {known}; "
                f"delete the part in games/ and seats/ and run the same command again"
            )
        yield record, sums
