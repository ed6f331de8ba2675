"""``analyze`` and ``balance``: verdict, tables, formats, and what they refuse."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludometer
from shared import PYTHON, Cli

SIMULATE = ("simulate", "lost-cities", "-n", "3_000", "--seed", "7", "--shard", "1000")
BALANCE = ("balance", "lost-cities", "-n", "3_000", "--seed", "7")


def parsed(text: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(text)
    assert body["schema_version"] == 1
    return body


def estimates(value: Any) -> list[dict[str, Any]]:
    """Every estimate in some JSON."""
    if isinstance(value, dict):
        own = [value] if "est" in value else []
        return own + [found for item in value.values() for found in estimates(item)]
    if isinstance(value, list):
        return [found for item in value for found in estimates(item)]
    return []


@pytest.mark.parametrize("facts", ludometer.games(), ids=lambda facts: facts["name"])
def test_the_tables_of_every_game_fit_a_terminal(cli: Cli, facts: dict[str, Any]) -> None:
    for players in facts["players"]:
        ran = cli("balance", facts["name"], "-p", str(players), "-n", "600", "--seed", "7")
        assert ran.code == 0
        assert ran.err == ""
        assert max(map(len, ran.out.splitlines())) <= 80
        assert not any(line.endswith(" ") for line in ran.out.splitlines())
        assert "…" not in ran.out
        assert "nan" not in ran.out.lower().split()
        for words in ("etermined", "first-player advantage", "win share", "forced plies"):
            assert words in ran.out
        assert ("points to add" in ran.out) == facts["has_points"]
        assert ("share of variance" in ran.out) == facts["has_points"]
        assert ("games won by" in ran.out) != facts["has_points"]
        assert "Random play is not human play" in ran.out


def test_stored_and_fresh_games_have_the_same_analysis(cli: Cli) -> None:
    cli(*SIMULATE, "-o", "run")
    stored, fresh = cli("analyze", "run"), cli(*BALANCE)
    assert stored.code == fresh.code == 0
    assert stored.out == fresh.out
    one, two = parsed(cli("analyze", "run", "--json").out), parsed(cli(*BALANCE, "--json").out)
    assert (one["command"], two["command"]) == ("analyze", "balance")
    assert one["analysis"] == two["analysis"]
    assert one["digest"] == two["digest"]
    assert one["stored"]["folder"] == "run"
    for threads in ("1", "3"):
        assert cli(*BALANCE, "--threads", threads, "--chunk", "77").out == fresh.out


def test_json_says_what_the_run_says(cli: Cli) -> None:
    body = parsed(cli(*BALANCE, "--json").out)
    run = ludometer.simulate("lost-cities", games=3000, seed=7)
    assert body["digest"] == run.digest
    assert body["seed"] == "7"
    analysis = body["analysis"]
    assert analysis["games"] == 3000
    for seat, known in zip(analysis["seats"], run.summary()["seats"], strict=True):
        assert seat["share"]["est"] == pytest.approx(known["share"]["est"])
        assert seat["outright"] == known["wins"]
        assert known["score"] is not None
        assert seat["score"]["est"] == pytest.approx(known["score"]["est"])
    found = estimates(body)
    assert len(found) > 40
    for estimate in found:
        assert set(estimate) == {"est", "lo", "hi", "level", "method", "n", "unit"}
    assert analysis["verdict"]["verdict"] == "undetermined"
    assert analysis["verdict"]["seats"][0]["deviation"]["level"] == 0.9


def test_options_change_what_is_asked(cli: Cli) -> None:
    wide = parsed(cli(*BALANCE, "--margin", "8 pp", "--level", "0.8", "--json").out)["analysis"]
    assert wide["verdict"]["verdict"] == "balanced"
    assert wide["verdict"]["margin"] == pytest.approx(0.08)
    assert wide["seats"][0]["share"]["level"] == 0.8
    assert "80 % interval" in cli(*BALANCE, "--level", "0.8").out


def test_truncated_games_count_unless_they_are_left_out(cli: Cli) -> None:
    short = ("balance", "top-cap", "-n", "500", "--seed", "7", "--set", "max_plies=30")
    with_them = parsed(cli(*short, "--json").out)["analysis"]
    stopped = with_them["truncated"]["games"]
    assert 50 < stopped < 450
    assert with_them["games"] == 500
    left = parsed(cli(*short, "--truncated", "exclude", "--json").out)["analysis"]
    assert left["games"] == 500 - stopped
    assert left["truncated"] == {"policy": "exclude", "games": 0}
    assert sum(seat["share"]["est"] for seat in left["seats"]) == pytest.approx(1)
    assert sum(seat["share"]["est"] for seat in with_them["seats"]) < 1
    assert f"{stopped} of 500 games were stopped" in cli(*short).out.replace("\n", " ")


def test_csv_and_parquet_hold_a_row_an_estimate(cli: Cli, tmp_path: Path) -> None:
    import subprocess

    rows = list(csv.DictReader(io.StringIO(cli(*BALANCE, "--format", "csv").out)))
    named = {row["what"]: row for row in rows}
    assert len(named) == len(rows)
    share = named["seats.0.share"]
    assert float(share["lo"]) < float(share["est"]) < float(share["hi"])
    assert "first_player_advantage.elo" in named
    with (tmp_path / "out.parquet").open("wb") as file:
        subprocess.run([*PYTHON, *BALANCE, "--format", "parquet"], stdout=file, check=True)
    assert pl.read_parquet(tmp_path / "out.parquet").height == len(rows)


def test_markdown_has_the_verdict_and_the_seats(cli: Cli) -> None:
    out = cli(*BALANCE, "--format", "md").out
    assert "Undetermined: 3,000 games" in out
    table = [line for line in out.splitlines() if line.startswith("|")]
    assert len(table) == 4
    assert table[2].startswith("| 1 | uniform |")


def test_a_drawn_seed_is_noted(cli: Cli) -> None:
    ran = cli("balance", "top-cap", "-n", "100")
    seed = ran.err.removeprefix("seed ").strip()
    assert cli("balance", "top-cap", "-n", "100", "--seed", seed).out == ran.out
    assert cli("balance", "top-cap", "-n", "100", "-q").err == ""


def test_an_interrupted_run_is_analysed_as_far_as_it_goes(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE, "--range", "0:1000", "-o", "run")
    ran = cli("analyze", "run")
    assert ran.code == 0
    assert "of the 3,000 games of the run, these: 0:1000" in ran.out
    body = json.loads((tmp_path / "run" / "manifest.json").read_text())
    for name in ("parts", "digest", "wall_seconds", "polars"):
        del body[name]
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(body | {"status": "running"}))
    killed = parsed(cli("analyze", "run", "--json").out)
    assert killed["digest"] is None
    assert killed["analysis"]["games"] == 1000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyze", "none"], ["none", "not a run folder"]),
        (["balance", "chess"], ["`chess`", "known"]),
        ([*BALANCE, "--margin", "0pp"], ["margin", "0 pp", "more than 0"]),
        ([*BALANCE, "--margin", "1"], ["--margin", "`1`", "1pp"]),
        ([*BALANCE, "--margin", "60pp"], ["60 pp", "less than 50"]),
        ([*BALANCE, "--level", "2"], ["--level", "`2`", "0.5 to 0.9999"]),
        ([*BALANCE, "--level", "x"], ["--level", "`x`"]),
        ([*BALANCE, "--truncated", "drop"], ["`drop`", "include, exclude"]),
        ([*BALANCE, "--format", "xml"], ["xml", "table"]),
        ([*BALANCE, "-n", "0"], ["-n/--games"]),
    ],
)
def test_what_is_refused(cli: Cli, arguments: list[str], words: list[str]) -> None:
    cli.refuses(*arguments, saying=words)


def test_all_truncated_is_said(cli: Cli) -> None:
    short = ("balance", "top-cap", "-n", "50", "--seed", "7", "--set", "max_plies=3")
    assert "no game had a winner" in cli(*short).out.replace("\n", " ")
    cli.refuses(*short, "--truncated", "exclude", saying=["stopped by the ply cap"])


def test_folders_that_are_not_what_they_should_be(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE, "-o", "run")
    cli("simulate", "lost-cities", "-n", "3000", "--seed", "8", "--shard", "1000", "-o", "other")
    name = "part-0000000001000-0000000002000.parquet"
    mine, foreign = tmp_path / "run" / "seats" / name, tmp_path / "other" / "seats" / name
    body = mine.read_bytes()
    mine.write_bytes(foreign.read_bytes())
    cli.refuses("analyze", "run", saying=[name, "belongs to run"])
    mine.write_bytes(body[:-30])
    cli.refuses("analyze", "run", saying=[name, "damaged"])
    mine.unlink()
    cli.refuses("analyze", "run", saying=[name, "missing"])
    mine.write_bytes(body)
    assert cli("analyze", "run").code == 0
    frame = pl.read_parquet(mine)
    metadata = pl.read_parquet_metadata(mine)
    keep = {"ludometer": metadata["ludometer"]}
    frame.with_columns(score=pl.col("score") + pl.lit(1, pl.Int16)).write_parquet(
        mine, metadata=keep
    )
    cli.refuses("analyze", "run", saying=["do not sum to the score in 2,000"])
    frame.head(100).write_parquet(mine, metadata=keep)
    cli.refuses("analyze", "run", saying=[name, "100 rows"])
    frame.drop("tiebreak").write_parquet(mine, metadata=keep)
    cli.refuses("analyze", "run", saying=[name, "its columns are"])
    (tmp_path / "empty").mkdir()
    cli.refuses("analyze", "empty", saying=["not a run folder"])
