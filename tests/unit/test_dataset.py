"""Run folders: what is written, how a run goes on, and what is refused."""

import json
import os
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludometer
from ludometer import DataError, simulate
from ludometer.dataset import Dataset, load, merge, verify, write_run
from ludometer.dataset.files import locked
from ludometer.spec import run_id
from shared import files

GAMES = 900
SHARD = 250


def write(out: Path, **changes: Any) -> Dataset:
    arguments: dict[str, Any] = {"games": GAMES, "seed": 7, "shard": SHARD, "chunk": 100} | changes
    return write_run(out, "top-cap", **arguments)


def manifest(out: Path) -> dict[str, Any]:
    body: dict[str, Any] = json.loads((out / "manifest.json").read_text())
    return body


def change_manifest(out: Path, **changes: Any) -> None:
    (out / "manifest.json").write_text(json.dumps(manifest(out) | changes))


def change_versions(out: Path, **changes: int) -> None:
    """As if the folder came from another version of the engine."""
    versions = manifest(out)["versions"] | changes
    identity = load(out).manifest.identity() | {"versions": versions}
    change_manifest(out, versions=versions, run_id=run_id(identity))


def parts(out: Path, table: str = "games") -> list[Path]:
    return sorted((out / table).iterdir())


def test_a_folder_holds_the_rows_of_the_run(tmp_path: Path) -> None:
    dataset = write(tmp_path / "run")
    run = simulate("top-cap", games=GAMES, seed=7)
    assert dataset.digest == run.digest
    assert dataset.games.collect().equals(run.games)
    assert dataset.seats.collect().equals(run.seats)
    assert dataset.games.collect_schema() == run.games.schema
    assert dataset.seats.collect_schema() == run.seats.schema
    assert dataset.summary() == run.summary()
    assert str(dataset) == str(run)
    names = [f"part-{first:013}-{first + SHARD:013}.parquet" for first in (0, 250, 500)]
    names.append("part-0000000000750-0000000000900.parquet")
    assert files(tmp_path / "run") == sorted(
        ["manifest.json"] + [f"{table}/{name}" for table in ("games", "seats") for name in names]
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


def test_a_complete_run_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    before = {path: path.stat().st_mtime_ns for path in parts(out) + parts(out, "seats")}
    seen: list[int] = []
    again = write(out, progress=seen.append)
    assert again.digest == simulate("top-cap", games=GAMES, seed=7).digest
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert seen == [GAMES]


def test_a_run_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    out = tmp_path / "run"
    whole = write(out).digest
    parts(out)[1].unlink()
    parts(out, "seats")[3].unlink()
    parts(out)[2].unlink()
    seen: list[int] = []
    assert write(out, progress=seen.append).digest == whole
    assert seen[0] == 500
    assert seen[-1] == GAMES
    assert verify(out).ok


def test_the_seed_is_that_of_the_folder(tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = write(out, seed=None)
    parts(out)[0].unlink()
    assert write(out, seed=None).digest == first.digest


def test_a_run_may_grow_but_not_shrink(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    grown = write(out, games=1300)
    assert grown.digest == simulate("top-cap", games=1300, seed=7).digest
    # The part that ended at 900 stays; what follows is cut at the next multiple of the shard.
    assert [part.span for part in grown.parts][-3:] == [(750, 900), (900, 1000), (1000, 1250)] or [
        part.span for part in grown.parts
    ][-4:] == [(750, 900), (900, 1000), (1000, 1250), (1250, 1300)]
    before = files(out)
    with pytest.raises(DataError, match=r"1,300 games, 900 were asked for.*-n 1300"):
        write(out, games=900)
    assert files(out) == before


def test_another_run_is_refused_difference_by_difference(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    before = (out / "manifest.json").read_bytes()
    with pytest.raises(DataError) as caught:
        write(out, seed=8, shard=300, rules={"max_plies": 500})
    text = str(caught.value)
    assert "seed: 7 here, 8 asked for" in text
    assert "shard: 250 here, 300 asked for" in text
    assert "rule max_plies: 1000 here, 500 asked for" in text
    assert "another folder" in text
    assert (out / "manifest.json").read_bytes() == before
    change_versions(out, generator=0)
    with pytest.raises(DataError, match=r"versions: \{'generator': 0, .* here, \{'generator': 1"):
        write(out)


def test_no_resume_takes_a_new_folder_only(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out, resume=False)
    with pytest.raises(DataError, match="--resume"):
        write(out, resume=False)


def test_a_folder_of_something_else_is_not_touched(tmp_path: Path) -> None:
    out = tmp_path / "holiday"
    out.mkdir()
    (out / "beach.jpg").write_bytes(b"sand")
    with pytest.raises(DataError, match=r"beach\.jpg.*new or empty folder"):
        write(out)
    assert files(out) == ["beach.jpg"]
    assert [path.name for path in out.iterdir()] == ["beach.jpg"]
    with pytest.raises(DataError, match="is a file"):
        write(out / "beach.jpg")
    with pytest.raises(DataError, match="not a run folder"):
        load(out)
    with pytest.raises(DataError, match="not a run folder"):
        load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "change",
    [
        {"games": 0},
        {"games": -1},
        {"games": 10**13},
        {"players": 3},
        {"policy": "unifrom"},
        {"variant": "alt-9"},
        {"rules": {"directions": 5}},
        {"rules": {"start_white": ["a1", "b3", "c2", "d1"]}},
        {"range": (0, GAMES + 1)},
        {"shard": 0},
        {"chunk": 0},
        {"threads": -1},
        {"seed": -1},
    ],
)
def test_nothing_is_written_for_what_is_not_possible(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    with pytest.raises(ludometer.LudometerError):
        write(tmp_path / "run", **change)
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_run_are_cleaned_up(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    (out / ".tmp").mkdir()
    (out / ".tmp" / "seats-part-x.parquet").write_bytes(b"half")
    # Seats without games were never committed: the part is played again.
    parts(out)[0].unlink()
    parts(out, "seats")[0].write_bytes(b"half")
    again = write(out)
    assert again.digest == simulate("top-cap", games=GAMES, seed=7).digest
    assert not (out / ".tmp").exists()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out, range=(0, 250))
    with locked(out), pytest.raises(DataError, match="another process"):
        write(out)
    assert write(out).manifest.status == "complete"


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip(path: Path) -> None:
    body = bytearray(path.read_bytes())
    body[len(body) // 3] ^= 0xFF
    path.write_bytes(body)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [truncate, empty, flip, Path.unlink])
@pytest.mark.parametrize("table", ["games", "seats"])
def test_damaged_parts_are_found(tmp_path: Path, table: str, damage: Any) -> None:
    out = tmp_path / "run"
    whole = write(out).digest
    victim = parts(out, table)[1]
    damage(victim)
    found = verify(out)
    assert not found.ok
    if damage is Path.unlink and table == "games":
        # Without its commit mark the part is simply missing, and played again.
        assert write(out).digest == whole
        return
    with pytest.raises(DataError) as caught:
        write(out)
    text = str(caught.value)
    assert str(victim) in text
    assert "delete" in text
    assert "run the same command again" in text
    for twin in ("games", "seats"):
        (out / twin / victim.name).unlink(missing_ok=True)
    assert write(out).digest == whole
    assert verify(out).complete


def test_a_part_of_another_run_is_found(tmp_path: Path) -> None:
    write(tmp_path / "one")
    write(tmp_path / "two", seed=8)
    for table in ("games", "seats"):
        source = parts(tmp_path / "two", table)[0]
        parts(tmp_path / "one", table)[0].write_bytes(source.read_bytes())
    with pytest.raises(DataError, match="belongs to run"):
        write(tmp_path / "one")
    with pytest.raises(DataError, match="belongs to run"):
        load(tmp_path / "one").summary()


def test_renamed_parts_are_found(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out, games=500)
    for table in ("games", "seats"):
        name = parts(out, table)[0]
        name.rename(name.with_name("part-0000000001000-0000000001250.parquet"))
    with pytest.raises(DataError, match="not hold the games of its name"):
        load(out).summary()


def test_overlapping_parts_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    for table in ("games", "seats"):
        name = parts(out, table)[0]
        (out / table / "part-0000000000100-0000000000350.parquet").write_bytes(name.read_bytes())
    with pytest.raises(DataError, match="hold the same games"):
        load(out)


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


def test_an_interrupted_run_keeps_finished_parts(tmp_path: Path) -> None:
    out = tmp_path / "run"

    def stop(sums: ludometer._core.Summary) -> None:
        if sums.games >= 500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(out, on_part=stop)
    body = manifest(out)
    assert body["status"] == "interrupted"
    assert body["parts"][0]["digest"] == simulate("top-cap", games=250, seed=7).digest
    assert not (out / ".tmp").exists()
    partial = load(out)
    assert partial.games.collect().height == 250 * len(partial.parts)
    found = verify(out)
    assert found.ok
    assert not found.complete
    assert found.missing
    assert write(out).digest == simulate("top-cap", games=GAMES, seed=7).digest


def test_a_folder_without_parts_has_empty_frames(tmp_path: Path) -> None:
    out = tmp_path / "run"
    write(out)
    for table in ("games", "seats"):
        for path in parts(out, table):
            path.unlink()
    dataset = load(out)
    assert dataset.games.collect().height == 0
    assert dataset.seats.collect_schema() == simulate("top-cap", games=1, seed=1).seats.schema
    assert dataset.summary()["games"] == 0


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


def test_strange_names_do_not_matter(tmp_path: Path) -> None:
    out = tmp_path / "a [b] *? c"
    dataset = write(out, games=300)
    (out / "games" / "part-x.parquet").write_bytes(b"not ours")
    (out / "games" / ".part.parquet").write_bytes(b"not ours")
    assert load(out).games.collect().height == 300
    assert load(out).summary() == dataset.summary()
