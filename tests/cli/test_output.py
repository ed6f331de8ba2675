"""What commands print: results on stdout, in every format, and notes on stderr."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludometer
from shared import Cli, spawn

SIMULATE = ("simulate", "top-cap", "-n", "2_000", "--seed", "7")


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


def test_the_table_fits_a_terminal_and_tells_everything(cli: Cli) -> None:
    ran = cli(*SIMULATE, "--set", "max_plies=60")
    assert ran.code == 0
    assert ran.err == ""
    digest = ludometer.simulate("top-cap", games=2000, seed=7, rules={"max_plies": 60}).digest
    for words in (
        "Top Cap (standard), 2 players, policy uniform",
        f"2,000 games, seed 7, digest {digest}",
        "rule changed: max_plies = 60",
        "95 % interval",
        "bottle",
        "blockade",
        "truncated",
        "median",
        "legal actions per ply",
    ):
        assert words in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in ran.out.splitlines())


@pytest.mark.parametrize("facts", ludometer.games(), ids=lambda facts: facts["name"])
def test_the_table_of_every_game_fits_a_terminal(cli: Cli, facts: dict[str, Any]) -> None:
    out = cli("simulate", facts["name"], "-n", "200", "--seed", "7").out
    assert max(map(len, out.splitlines())) <= 80
    assert "…" not in out
    for name in facts["ends"] + (facts["components"] if facts["has_points"] else []):
        assert f"\n{name} " in out


def test_truncated_games_are_shown_when_there_are_none(cli: Cli) -> None:
    line = next(line for line in cli(*SIMULATE).out.splitlines() if line.startswith("truncated"))
    assert line.split()[1:3] == ["0", "0.0"]


def test_json_carries_provenance_and_intervals(cli: Cli) -> None:
    body = parsed(cli(*SIMULATE, "--json").out)
    run = ludometer.simulate("top-cap", games=2000, seed=7)
    assert body["command"] == "simulate"
    assert body["summary"] == run.summary()
    assert body["digest"] == run.digest
    assert body["seed"] == "7"
    assert body["rules"] == run.game.rules
    assert body["rules_hash"] == run.game.rules_hash
    assert body["policies"] == ["uniform", "uniform"]
    assert body["ranges"] == [[0, 2000]]
    assert set(body["versions"]) == {"generator", "game", "policies"}
    assert "lengths" not in body
    found = estimates(body)
    assert len(found) >= 8
    for estimate in found:
        assert set(estimate) == {"est", "lo", "hi", "level", "method", "n", "unit"}
    assert cli(*SIMULATE, "--format", "json").out == cli(*SIMULATE, "--json").out
    lengths = parsed(cli(*SIMULATE, "--json", "-v").out)["lengths"]
    assert sum(lengths) == 2000


def test_csv_and_parquet_hold_a_row_a_seat(cli: Cli) -> None:
    rows = list(csv.DictReader(io.StringIO(cli(*SIMULATE, "--format", "csv").out)))
    assert [row["seat"] for row in rows] == ["0", "1"]
    assert sum(float(row["win_share"]) for row in rows) == pytest.approx(1)
    assert all(float(row["win_share_lo"]) < float(row["win_share_hi"]) for row in rows)


def test_parquet_is_written_to_stdout(tmp_path: Path) -> None:
    with (tmp_path / "summary.parquet").open("wb") as file:
        import subprocess

        from shared import PYTHON

        subprocess.run([*PYTHON, *SIMULATE, "--format", "parquet"], stdout=file, check=True)
    frame = pl.read_parquet(tmp_path / "summary.parquet")
    assert frame["seat"].to_list() == [0, 1]
    assert int(frame["wins"].sum()) == 2000


def test_markdown_is_a_table(cli: Cli) -> None:
    out = cli(*SIMULATE, "--format", "md").out
    table = [line for line in out.splitlines() if line.startswith("|")]
    assert len(table) == 4
    assert table[2].startswith("| 1 | uniform |")


def test_a_drawn_seed_is_noted_unless_quiet(cli: Cli) -> None:
    ran = cli("simulate", "top-cap", "-n", "100")
    seed = ran.err.removeprefix("seed ").strip()
    assert f"seed {seed}," in ran.out
    assert cli("simulate", "top-cap", "-n", "100", "--seed", seed).out == ran.out
    assert cli("simulate", "top-cap", "-n", "100", "-q").err == ""
    assert "s, " in cli(*SIMULATE, "-v").err


def test_a_stored_run_is_summed_up_alike(cli: Cli) -> None:
    stored = cli(*SIMULATE, "-o", "run", "--shard", "700")
    assert stored.out == cli(*SIMULATE).out
    assert "stored in run" in stored.err
    again = cli(*SIMULATE, "-o", "run", "--shard", "700", "--json")
    body = parsed(again.out)
    assert body["stored"]["folder"] == "run"
    assert body["stored"]["status"] == "complete"
    # Without --seed the folder's own is taken.
    assert cli("simulate", "top-cap", "-n", "2000", "-o", "run", "--shard", "700").out == stored.out


def test_ranges_are_merged_and_verified(cli: Cli) -> None:
    whole = cli(*SIMULATE).out
    for name, span in (("a", "0:900"), ("b", "900:2000")):
        assert (
            f"of the 2,000 games of the run, these: {span}"
            in cli(*SIMULATE, "--range", span, "-o", name).out
        )
    merged = cli("merge", "a", "b", "-o", "all")
    assert (merged.code, merged.out) == (0, whole)
    assert parsed(cli("merge", "a", "b", "-o", "all2", "--json").out)["command"] == "merge"
    ran = cli("verify", "all")
    assert ran.code == 0
    assert "2,000 games read, 100 played again" in ran.out
    assert parsed(cli("verify", "all", "--json", "--sample", "5").out)["replayed"] == 5


def test_verify_has_an_exit_code_for_each_verdict(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE, "-o", "run", "--shard", "1000")
    manifest = tmp_path / "run" / "manifest.json"
    good = manifest.read_text()
    body = json.loads(good)
    manifest.write_text(json.dumps(body | {"digest": "0" * 16}))
    differs = cli("verify", "run")
    assert differs.code == 1
    assert "differs: " in differs.out
    manifest.write_text(json.dumps(body | {"ranges": [[0, 2500]], "status": "interrupted"}))
    incomplete = cli("verify", "run")
    assert incomplete.code == 3
    assert "2000:2500" in incomplete.out
    manifest.write_text(good)
    victim = next((tmp_path / "run" / "seats").iterdir())
    victim.write_bytes(victim.read_bytes()[:-50])
    damaged = cli("verify", "run")
    assert damaged.code == 2
    assert str(victim.relative_to(tmp_path)) in damaged.out


def test_games_and_rules_are_listed(cli: Cli) -> None:
    assert "mini-4x4" in cli("games").out
    assert parsed(cli("games", "--json").out)["games"] == ludometer.games()
    text = cli("rules", "top-cap").out
    for words in ("board_size  [TC-02, published]", "4: mini-4x4", "allowed: one of 4, 8"):
        assert words in text
    assert max(map(len, text.splitlines())) <= 80
    only = cli("rules", "top_cap", "--variant", "mini-4x4").out
    assert "mini-4x4" in only
    assert "alt-1" not in only
    body = parsed(cli("rules", "top-cap", "--json").out)
    variants = {entry["name"]: entry["values"] for entry in body["variants"]}
    assert variants["mini-5x5"]["board_size"] == 5
    assert {rule["status"] for rule in body["rules"]} <= {
        "brief",
        "published",
        "reading",
        "designed",
    }
    assert body["game"] == "top-cap"


def test_a_game_is_replayed_from_its_number(cli: Cli) -> None:
    ran = cli("replay", "top-cap", "--seed", "7", "--game", "12")
    record = ludometer.replay("top-cap", game=12, seed=7).record
    assert ran.code == 0
    assert ran.out.count("a b c d e f") == 2 * (record["plies"] + 1)
    assert f"digest {record['digest']:08x}" in ran.out
    moves = cli("replay", "top-cap", "--seed", "7", "--game", "12", "-q").out
    assert "a b c d e f" not in moves
    assert f"end {record['end']}, {record['plies']} plies" in moves
    body = parsed(cli("replay", "top-cap", "--seed", "7", "--game", "12", "--json").out)
    assert body["steps"] == record["steps"]
    assert body["digest"] == record["digest"]


def test_a_stored_game_is_compared(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE, "-o", "runs/a")
    assert "as stored" in cli("replay", "runs/a", "--game", "12", "-q").out
    path = next((tmp_path / "runs" / "a" / "games").iterdir())
    frame = pl.read_parquet(path)
    frame.with_columns(pl.col("plies") + pl.lit(1, pl.UInt16)).write_parquet(path)
    ran = cli("replay", "runs/a", "--game", "12", "-q")
    assert ran.code == 1
    assert "differs: game 12: plies is stored as" in ran.err


def test_perft_prints_counts(cli: Cli) -> None:
    assert cli("perft", "top-cap", "--depth", "3").out.splitlines()[-1].split() == ["3", "2,680"]
    divided = cli("perft", "top-cap", "--depth", "2", "--divide").out
    assert "depth 2: 190" in divided
    assert "a4-a5" in divided
    body = parsed(cli("perft", "top-cap", "--depth", "4", "--divide", "--json").out)
    assert body["counts"] == [14, 190, 2680, 37140]
    assert sum(body["divide"].values()) == 37140
    start = ("--state", "d1c2b3a4/f3e4d5c6 w 0")
    assert parsed(cli("perft", "top-cap", "--json", *start).out)["counts"] == [14, 190, 2680]
    four = ("--set", "directions=4", "--depth", "1", "--json")
    assert parsed(cli("perft", "top-cap", *four).out)["counts"][0] < 14


def test_bench_reports_what_it_measured(cli: Cli) -> None:
    ran = cli("bench", "top-cap", "-n", "3000", "--threads", "1,2", "--json")
    results = parsed(ran.out)["results"]
    assert [result["threads"] for result in results] == [1, 2]
    digest = ludometer.simulate("top-cap", games=3000, seed=7).digest
    for result in results:
        assert list(result) == [
            "game",
            "variant",
            "players",
            "policy",
            "threads",
            "games_per_s",
            "ns_per_ply",
            "plies",
            "state_bytes",
            "digest",
        ]
        assert result["digest"] == digest
    table = cli("bench", "-n", "1000").out
    assert "top-cap" in table
    assert max(map(len, table.splitlines())) <= 80


def test_rules_come_from_options_and_files(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('max_plies = 60\nstart_white = ["a3", "b2", "c1"]\n')
    start = ("--variant", "mini-5x5", "--rules", "mine.toml", "--set", "max_plies=70")
    body = parsed(cli(*SIMULATE, *start, "--set", 'start_black=["c5","d4","e3"]', "--json").out)
    assert body["rules"]["max_plies"] == 70
    assert body["changed"] == {"max_plies": 70}


def test_output_is_legible_where_there_is_no_unicode() -> None:
    ran = spawn(*SIMULATE, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.code == 0
    assert "bottle" in ran.out
