"""Parts of several machines put together, and folders checked against engine and manifest."""

import json
import os
from pathlib import Path

import polars as pl
import pytest

import ludometer
from ludometer import DataError, simulate
from ludometer.dataset import merge, verify
from shared.runs import (
    GAMES,
    change_manifest,
    change_versions,
    manifest,
    parts,
    truncate,
    write,
)


def test_ranges_are_merged_to_the_run(tmp_path: Path) -> None:
    spans = [(0, 130), (130, 610), (610, GAMES)]
    for number, span in enumerate(spans):
        write(tmp_path / f"m{number}", range=span)
    folders = [tmp_path / f"m{number}" for number in (2, 0, 1)]
    merged = merge(folders, tmp_path / "all")
    run = simulate("top-cap", games=GAMES, seed=7)
    assert merged.digest == run.digest
    assert merged.games.collect().equals(run.games)
    assert merged.manifest.ranges == ((0, GAMES),)
    assert merged.manifest.status == "complete"
    assert verify(tmp_path / "all", sample=GAMES).complete
    # A merged folder is a run folder like any other: it may grow.
    assert write(tmp_path / "all", games=1000).manifest.status == "complete"
    for number in range(3):
        assert verify(tmp_path / f"m{number}").ok


def test_merge_copies_where_it_cannot_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a", range=(0, 250))
    write(tmp_path / "b", range=(250, 500))

    def refuse(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    merged = merge([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    assert merged.digest == simulate("top-cap", games=500, seed=7).digest


def test_what_does_not_belong_together_is_not_merged(tmp_path: Path) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    write(a, range=(0, 300))
    write(b, range=(200, 500))
    write(tmp_path / "other", range=(300, 500), seed=8)
    with pytest.raises(DataError) as caught:
        merge([a, b], tmp_path / "all")
    assert str(a) in str(caught.value)
    assert str(b) in str(caught.value)
    assert "200:250" in str(caught.value)
    with pytest.raises(DataError, match="seed: 7 against 8"):
        merge([a, tmp_path / "other"], tmp_path / "all")
    with pytest.raises(DataError, match="same games"):
        merge([a, a], tmp_path / "all")
    with pytest.raises(DataError, match="at least one"):
        merge([], tmp_path / "all")
    with pytest.raises(DataError, match="holds a run already"):
        merge([a], b)
    assert not (tmp_path / "all").exists()
    truncate(parts(a)[0])
    with pytest.raises(DataError, match="is damaged"):
        merge([a], tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_verify_plays_games_again(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    found = verify(out, sample=50)
    assert found.complete
    assert (found.games, found.replayed) == (GAMES, 50)
    assert found.digest == simulate("top-cap", games=GAMES, seed=7).digest
    assert verify(out, sample=10**6).replayed == GAMES
    with pytest.raises(ludometer.CountError, match="sample"):
        verify(out, sample=-1)


def test_verify_finds_rows_that_were_made_up(tmp_path: Path) -> None:
    """Files that agree with each other and with the manifest, but not with the engine."""
    out = tmp_path / "run"
    dataset = write(out, games=100)
    other = write(tmp_path / "other", games=100, seed=8)
    body = manifest(out)
    for table in ("games", "seats"):
        for path in parts(tmp_path / "other", table):
            frame = pl.read_parquet(path)
            tag = json.loads(pl.read_parquet_metadata(path)["ludometer"])
            tag["run_id"] = dataset.manifest.run_id
            frame.write_parquet(out / table / path.name, metadata={"ludometer": json.dumps(tag)})
    body["digest"] = body["parts"][0]["digest"] = other.digest
    (out / "manifest.json").write_text(json.dumps(body))
    assert verify(out, sample=0).complete
    found = verify(out, sample=3)
    assert not found.ok
    assert "played again" in found.differences[0]


def test_verify_compares_with_the_manifest(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    body = manifest(out)
    change_manifest(out, digest="0" * 16)
    assert any("0000000000000000" in line for line in verify(out).differences)
    change_manifest(out, digest=body["digest"], parts=body["parts"][:-1])
    assert any("not listed" in line for line in verify(out).differences)


def test_verify_says_when_versions_have_moved_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    change_versions(out, game=0)
    found = verify(out)
    assert found.replayed == 0
    assert not found.complete
    assert "cannot be played again" in found.notes[0]
