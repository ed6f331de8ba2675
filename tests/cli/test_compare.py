"""``compare``: what it prints, in every format, and what it refuses."""

import csv
import io
import json
import subprocess
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludometer
from shared import PYTHON, Cli

COMPARE = ("compare", "top-cap", "--vary", "directions=4,8", "-n", "2000", "--seed", "7")


def parsed(text: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(text)
    assert (body["schema_version"], body["command"]) == (1, "compare")
    return body


@pytest.mark.parametrize("facts", ludometer.games(), ids=lambda facts: facts["name"])
def test_the_readings_of_every_game_are_ready_made(cli: Cli, facts: dict[str, Any]) -> None:
    ran = cli("compare", facts["name"], "--readings", "-n", "300", "--seed", "7")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "…" not in ran.out
    body = parsed(
        cli("compare", facts["name"], "--readings", "-n", "300", "--seed", "7", "--json").out
    )
    assert body["game"] == facts["name"]
    for arm in body["arms"]:
        assert f"\n{arm['label']}: " in ran.out


def test_the_table_tells_what_changes(cli: Cli) -> None:
    ran = cli(*COMPARE)
    assert ran.err == "left out: directions=8 is what the base has\n"
    assert "directions=4: 2,000 of 2,000 games differ; differences in" in ran.out
    assert "actions per ply" in ran.out
    assert "* below 0.05" in ran.out.replace("\n", " ")
    line = next(line for line in ran.out.splitlines() if line.startswith("actions per ply  "))
    base = ludometer.simulate("top-cap", games=2000, seed=7).summary()["branching"]["mean"]["est"]
    assert base is not None
    assert float(line.split()[3]) == pytest.approx(base, abs=0.01)
    # Fewer directions, fewer actions.
    assert float(line.split()[4]) < -3


def test_json_is_the_comparison_with_its_provenance(cli: Cli) -> None:
    body = parsed(cli(*COMPARE, "--json").out)
    assert body["seed"] == "7"
    assert body["games"] == 2000
    assert body["digest"] == ludometer.simulate("top-cap", games=2000, seed=7).digest
    (arm,) = body["arms"]
    assert arm["changed"] == {"directions": 4}
    for row in arm["metrics"]:
        for side in ("base", "variant", "difference"):
            assert set(row[side]) == {"est", "lo", "hi", "level", "method", "n", "unit"}
    assert (
        cli(*COMPARE, "--json", "--threads", "1", "--chunk", "99").out
        == cli(*COMPARE, "--json").out
    )


def test_other_formats_have_a_row_a_metric(cli: Cli, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(cli(*COMPARE, "--format", "csv").out)))
    assert {row["arm"] for row in rows} == {"directions=4"}
    assert {"metric", "base", "base_lo", "variant", "est", "factor", "p", "q"} <= set(rows[0])
    with (tmp_path / "out.parquet").open("wb") as file:
        subprocess.run([*PYTHON, *COMPARE, "--format", "parquet"], stdout=file, check=True)
    assert pl.read_parquet(tmp_path / "out.parquet").height == len(rows)
    table = [line for line in cli(*COMPARE, "--format", "md").out.splitlines() if "|" in line]
    assert any("| actions per ply |" in line for line in table)


def test_several_rules_and_variants_are_compared_in_one_go(cli: Cli) -> None:
    body = parsed(
        cli(
            *("compare", "lost-cities", "-n", "200", "--seed", "7", "--json"),
            *("--vary", "cost=10,30", "--vary", "round_starter=first"),
            *("--vary", "take_back=true", "--variant", "six-colour", "--variant", "match"),
        ).out
    )
    assert [arm["label"] for arm in body["arms"]] == [
        "cost=10", "cost=30", "round_starter=first", "take_back=true",
        "variant six-colour", "variant match",
    ]  # fmt: skip


def test_lists_are_values_too(cli: Cli) -> None:
    vary = 'start_white=["a4","b3","c2","d2"],["a3","b3","c2","d1"]'
    body = parsed(cli("compare", "top-cap", "--vary", vary, "-n", "100", "--json", "-q").out)
    assert [arm["label"] for arm in body["arms"]] == [
        "start_white=a4 b3 c2 d2", "start_white=a3 b3 c2 d1",
    ]  # fmt: skip


def test_rules_for_all_change_base_and_variants(cli: Cli) -> None:
    body = parsed(
        cli(
            *("compare", "top-cap", "--base", "mini-5x5", "--variant", "mini-4x4"),
            *("--set", "directions=4", "-n", "100", "--seed", "7", "--json"),
        ).out
    )
    assert body["variant"] == "mini-5x5"
    assert body["rules"]["directions"] == 4
    assert body["arms"][0]["changed"] == {"directions": 4}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["nothing to compare with", "--readings"]),
        (["--vary", "directions=8"], ["nothing to compare", "directions=8 is what the base has"]),
        (["--vary", "directions"], ["`directions`", "key=value,value"]),
        (["--vary", "directions="], ["`directions=`"]),
        (["--vary", "directions=4]\nother = [5"], ["--vary"]),
        (["--vary", "directions=5,6"], ["directions=5", "directions=6", "4, 8"]),
        (["--vary", "direction=4"], ["direction", "did you mean `directions`"]),
        (["--variant", "alt-9"], ["`alt-9`", "alt-1"]),
        (["--base", "x", "--readings"], ["`x`"]),
        (["--readings", "-n", "0"], ["-n/--games"]),
        (["--readings", "--level", "1"], ["--level"]),
        (["--readings", "--policy", "unifrom"], ["did you mean `uniform`"]),
    ],
)
def test_what_is_refused(cli: Cli, arguments: list[str], words: list[str]) -> None:
    cli.refuses("compare", "top-cap", *arguments, saying=words)
