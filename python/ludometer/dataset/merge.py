"""Puts the parts of one run that several machines played into one folder."""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from ludometer._core import DataError
from ludometer.dataset.files import TMP, failure, locked, write_file
from ludometer.dataset.parts import Part
from ludometer.dataset.read import Dataset, load, records
from ludometer.dataset.spans import covered, text, union
from ludometer.dataset.write import prepare

if TYPE_CHECKING:
    from ludometer.dataset.manifest import PartRecord

__all__ = ["merge"]


def merge(folders: Sequence[str | PathLike[str]], out: str | PathLike[str]) -> Dataset:
    """Puts the parts of ``folders`` into the new folder ``out`` and opens it.

    Files are hard-linked where the file system allows it, else copied; the folders stay as they
    are. Every part is read on the way. The result asks for all ranges that the folders ask for.

    Raises DataError if a folder is damaged or of another run than the first, if two hold the same
    games, or if ``out`` is not new.
    """
    datasets = [load(folder) for folder in folders]
    if not datasets:
        raise DataError("nothing to merge: name at least one folder")
    _check_same_run(datasets)
    owners = _owners(datasets)
    folder = Path(out)
    created = prepare(folder, resume=False)
    try:
        with locked(folder):
            return _fill(folder, datasets, owners)
    except BaseException:
        if created:
            # Nothing of value is lost: all of it is still where it came from.
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _check_same_run(datasets: Sequence[Dataset]) -> None:
    first, *others = datasets
    for other in others:
        if lines := first.manifest.differences(other.manifest):
            told = "".join(f"\n  {line.replace(' here, ', ' against ')}" for line in lines)
            told = told.replace(" asked for", "")
            raise DataError(f"{first.folder} and {other.folder} hold different runs:{told}")


def _owners(datasets: Sequence[Dataset]) -> list[tuple[Part, Dataset]]:
    """Every part with the folder that holds it, ascending."""
    owners = sorted(
        ((part, dataset) for dataset in datasets for part in dataset.parts),
        key=lambda owner: owner[0],
    )
    for (one, here), (two, there) in pairwise(owners):
        if two.first < one.last:
            both = text([(two.first, min(one.last, two.last))])
            raise DataError(
                f"{here.folder} and {there.folder} hold the same games ({both}); "
                f"leave one of them out"
            )
    return owners


def _fill(
    folder: Path, datasets: Sequence[Dataset], owners: Sequence[tuple[Part, Dataset]]
) -> Dataset:
    import polars as pl

    manifests = [dataset.manifest for dataset in datasets]
    manifest = replace(
        manifests[0],
        status="running",
        games=max(manifest.games for manifest in manifests),
        ranges=tuple(union(span for manifest in manifests for span in manifest.ranges)),
        parts=None,
    )
    manifest.write(folder)
    sums = datasets[0].spec.game.empty_summary()
    stored: list[PartRecord] = []
    for part, dataset in owners:
        for record, more in records(dataset.folder, dataset.manifest, dataset.spec, [part]):
            stored.append(record)
            sums.merge(more)
        _take(folder, part, dataset)
    done = covered(manifest.ranges, [part.span for part, _ in owners])
    manifest = replace(
        manifest,
        status="complete" if done else "interrupted",
        parts=tuple(stored),
        digest=sums.digest,
        wall_seconds=sum(manifest.wall_seconds for manifest in manifests),
        polars=pl.__version__,
    )
    manifest.write(folder)
    parts = tuple(part for part, _ in owners)
    merged = Dataset(folder, manifest, datasets[0].spec, parts)
    merged.__dict__["sums"] = sums
    return merged


def _take(folder: Path, part: Part, dataset: Dataset) -> None:
    """Links or copies both files of a part, seats first."""
    for table in ("seats", "games"):
        source, target = part.path(dataset.folder, table), part.path(folder, table)
        temporary = folder / TMP / f"{table}-{part.name}"
        try:
            target.parent.mkdir(exist_ok=True)
            try:
                os.link(source, temporary)
            except OSError:
                with source.open("rb") as original:
                    write_file(temporary, iter(lambda: original.read(1 << 20), b""))
            temporary.replace(target)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink()
            raise failure("cannot write", target, error) from error
