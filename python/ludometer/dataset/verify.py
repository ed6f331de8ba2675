"""Checks a run folder: files against the manifest, rows against the engine."""

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any

from ludometer._core import DataError, Summary
from ludometer.arguments import whole
from ludometer.dataset.manifest import Manifest, PartRecord
from ludometer.dataset.parts import Part, missing_twin, present, read_part
from ludometer.dataset.spans import Span, subtract
from ludometer.spec import Spec

__all__ = ["Verification", "compare", "verify"]


@dataclass(slots=True)
class Verification:
    """What was found. ``ok`` if nothing is wrong; ``complete`` if nothing is missing either."""

    folder: Path
    manifest: Manifest
    games: int = 0
    """Rows of ``games`` that were read."""
    replayed: int = 0
    """Games that were played again and compared."""
    digest: str = ""
    damaged: list[str] = field(default_factory=list)
    """Files that are missing or cannot be read."""
    differences: list[str] = field(default_factory=list)
    """Contents that are not what the manifest lists or the engine plays."""
    missing: list[Span] = field(default_factory=list)
    """Games that were asked for and are not there (yet)."""
    notes: list[str] = field(default_factory=list)
    """What could not be checked, and why."""

    @property
    def ok(self) -> bool:
        """Nothing is damaged and nothing differs."""
        return not self.damaged and not self.differences

    @property
    def complete(self) -> bool:
        """Every game that was asked for is there, and everything could be checked."""
        return not self.missing and not self.notes and self.manifest.status == "complete"

    def to_dict(self) -> dict[str, Any]:
        """The findings as plain data."""
        return {
            "folder": str(self.folder),
            "status": self.manifest.status,
            "run_id": self.manifest.run_id,
            "ok": self.ok,
            "complete": self.complete,
            "games": self.games,
            "replayed": self.replayed,
            "digest": self.digest,
            "damaged": self.damaged,
            "differences": self.differences,
            "missing": [list(span) for span in self.missing],
            "notes": self.notes,
        }


def verify(folder: str | PathLike[str], *, sample: int = 100) -> Verification:
    """Reads every part of a run folder and plays ``sample`` of its games again.

    Checked are the manifest, that parts are there and readable, their rows, their digests and the
    whole digest, that the ranges asked for are covered, and that the sampled games (always the
    same ones of a folder) come out as stored. Finds everything at once.

    Raises DataError if there is no manifest, it is damaged, or parts overlap; CountError for a
    sample below 0.
    """
    path = Path(folder)
    sample = whole("sample", sample, 0, 10**9)
    manifest = Manifest.read(path)
    result = Verification(path, manifest)
    spec = manifest.spec()
    if spec.versions != manifest.versions:
        result.notes.append(
            f"played by versions {manifest.versions}, these are {spec.versions}: "
            f"games cannot be played again"
        )
        sample = 0
    parts = []
    for part in present(path):
        if problem := missing_twin(path, part):
            result.damaged.append(problem)
        else:
            parts.append(part)
    listed = {record.span: record for record in manifest.parts or ()}
    gone = sorted({Part(*span) for span in listed} - set(present(path)))
    result.damaged += [f"{part.path(path, 'games')} is listed and missing" for part in gone]
    wanted = _sample(parts, sample, int(manifest.run_id, 16))
    sums = spec.game.empty_summary()
    for part in parts:
        _check_part(result, spec, part, listed.get(part.span), wanted.get(part, []), sums)
    result.digest = sums.digest
    if result.ok and manifest.digest is not None and sums.digest != manifest.digest:
        result.differences.append(
            f"rows come to the digest {sums.digest}, the manifest says {manifest.digest}"
        )
    spans = [part.span for part in parts]
    result.missing = [gap for span in manifest.ranges for gap in subtract(span, spans)]
    if manifest.status != "complete":
        result.notes.append(f"the manifest says `{manifest.status}`")
    return result


def _check_part(
    result: Verification,
    spec: Spec,
    part: Part,
    listed: PartRecord | None,
    wanted: list[int],
    total: Summary,
) -> None:
    try:
        games, seats, sums = read_part(result.folder, part, spec, result.manifest.run_id)
    except DataError as error:
        result.damaged.append(str(error))
        return
    total.merge(sums)
    result.games += games.height
    record = PartRecord(part.first, part.last, games.height, seats.height, sums.digest)
    if listed is None and result.manifest.status == "complete":
        result.differences.append(f"{part.name} is there and not listed in the manifest")
    elif listed is not None and listed != record:
        result.differences.append(f"{part.name} holds {record}; the manifest lists {listed}")
    players = spec.game.players
    for game in wanted:
        at = game - part.first
        row = games.row(at, named=True)
        own = seats.slice(at * players, players).to_dicts()
        result.differences += compare(spec, game, row, own)
        result.replayed += 1


def compare(spec: Spec, game: int, row: dict[str, Any], seats: list[dict[str, Any]]) -> list[str]:
    """Plays a game again: one line for each field in which it is not as stored."""
    played = spec.game.record(game, seed=spec.seed, policies=spec.policies)
    stored = {
        "digest": row["digest"],
        "plies": row["plies"],
        "turns": row["turns"],
        "end": spec.game.facts["ends"][row["end"]],
        "scores": [seat["score"] for seat in seats],
        "ranks": [seat["rank"] for seat in seats],
        "shares12": [seat["share12"] for seat in seats],
    }
    return [
        f"game {game}: {name} is stored as {value}, played again it is {played[name]}"
        for name, value in stored.items()
        if value != played[name]
    ]


def _sample(parts: list[Part], size: int, seed: int) -> dict[Part, list[int]]:
    """Which games to replay, by part; drawn from the run id, so that a check can be repeated."""
    sizes = [part.last - part.first for part in parts]
    total = sum(sizes)
    random = Random(seed)  # noqa: S311 - a sample, not a secret
    chosen = sorted(random.sample(range(total), min(size, total)))
    wanted: dict[Part, list[int]] = {}
    offset = 0
    for part, length in zip(parts, sizes, strict=True):
        numbers = [part.first + at - offset for at in chosen if offset <= at < offset + length]
        if numbers:
            wanted[part] = numbers
        offset += length
    return wanted
