"""Run folders: what is written, how a run goes on, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

import ludometer
from ludometer import DataError, simulate
from ludometer.dataset import load, verify
from ludometer.dataset.files import locked
from shared import files
from shared.runs import GAMES, SHARD, change_versions, empty, flip, manifest, parts, truncate, write


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
    spans = [part.span for part in grown.parts]
    assert spans[3:] == [(750, 900), (900, 1000), (1000, 1250), (1250, 1300)]
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
    # Changed bytes may show in the digest only, which is over both files of a part.
    assert (victim.name if damage is flip else str(victim)) in text
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


def test_strange_names_do_not_matter(tmp_path: Path) -> None:
    out = tmp_path / "a [b] *? c"
    dataset = write(out, games=300)
    (out / "games" / "part-x.parquet").write_bytes(b"not ours")
    (out / "games" / ".part.parquet").write_bytes(b"not ours")
    assert load(out).games.collect().height == 300
    assert load(out).summary() == dataset.summary()
