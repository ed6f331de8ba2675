"""``manifest.json``: what it says, and how damage to it is told."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ludometer import DataError
from ludometer.dataset import load, verify
from shared.runs import (
    GAMES,
    change_manifest,
    manifest,
    write,
)


def test_the_manifest_says_what_it_takes_to_play_again(tmp_path: Path) -> None:
    out = tmp_path / "run"
    dataset = write(out, seed=2**64 - 1, rules={"max_plies": 99})
    body = manifest(out)
    assert body["schema_version"] == 1
    assert body["kind"] == "ludometer-run"
    assert body["status"] == "complete"
    assert body["seed"] == str(2**64 - 1)
    assert body["policies"] == ["uniform", "uniform"]
    assert body["rules"]["max_plies"] == 99
    assert body["rules"]["directions"] == 8
    assert body["changed"] == {"max_plies": 99}
    assert body["ranges"] == [[0, GAMES]]
    assert body["digest"] == dataset.digest
    assert [(part["from"], part["to"], part["games"], part["seats"]) for part in body["parts"]] == [
        (0, 250, 250, 500),
        (250, 500, 250, 500),
        (500, 750, 250, 500),
        (750, 900, 150, 300),
    ]
    assert body["polars"] == pl.__version__
    assert load(out).spec.seed == 2**64 - 1


def test_the_run_id_knows_the_run_and_nothing_else(tmp_path: Path) -> None:
    first = write(tmp_path / "a").manifest.run_id
    same: dict[str, Any] = {"games": 500, "chunk": 7, "threads": 1, "range": (100, 200)}
    assert write(tmp_path / "b", **same).manifest.run_id == first
    changes: list[dict[str, Any]] = [
        {"seed": 8},
        {"rules": {"max_plies": 500}},
        {"shard": 300},
        {"variant": "alt-1"},
    ]
    for number, change in enumerate(changes):
        assert write(tmp_path / f"c{number}", **change).manifest.run_id != first


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "holiday"}, "`kind` is 'holiday'"),
        ({"schema_version": 2}, "`schema_version` is 2"),
        ({"seed": "x"}, "`seed` is 'x'"),
        ({"seed": 7}, "`seed` is 7"),
        ({"players": "2"}, "`players` is '2'"),
        ({"policies": ["uniform"]}, "`policies`"),
        ({"ranges": [[5, 1]]}, "`ranges`"),
        ({"ranges": []}, "`ranges`"),
        ({"status": "fine"}, "running, interrupted, complete"),
        ({"run_id": "xyz"}, "`run_id`"),
        ({"seed": "8"}, "not the id of this run"),
        ({"parts": [{"from": 0}]}, "`parts`, entry 0: field `to` is missing"),
        ({"parts": "none"}, "`parts`"),
        ({"wall_seconds": "long"}, "`wall_seconds`"),
    ],
)
def test_a_damaged_manifest_is_named_field_by_field(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    out = tmp_path / "run"
    write(out, games=20)
    change_manifest(out, **change)
    for door in (load, verify, lambda path: write(path, games=20)):
        with pytest.raises(DataError) as caught:
            door(out)
        assert f"{out / 'manifest.json'} is damaged" in str(caught.value)
        assert words in str(caught.value)


@pytest.mark.parametrize("name", ["game", "rules", "versions", "games", "shard", "rules_hash"])
def test_a_missing_field_is_named(tmp_path: Path, name: str) -> None:
    out = tmp_path / "run"
    write(out, games=20)
    body = manifest(out)
    del body[name]
    (out / "manifest.json").write_text(json.dumps(body))
    with pytest.raises(DataError, match=f"field `{name}` is missing"):
        load(out)


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "\xff"])
def test_a_manifest_that_is_no_json_object(tmp_path: Path, body: str) -> None:
    out = tmp_path / "run"
    write(out, games=20)
    (out / "manifest.json").write_text(body, encoding="latin-1")
    with pytest.raises(DataError, match="is damaged"):
        load(out)


def test_changed_rules_do_not_pass(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out, games=20)
    change_manifest(out, rules=manifest(out)["rules"] | {"max_plies": 5})
    with pytest.raises(DataError, match="rules_hash"):
        load(out)
    change_manifest(out, rules={"max_plies": "five"})
    with pytest.raises(DataError, match="does not fit this version"):
        load(out)
