"""``check``: exit codes and messages."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared import Cli

SIMULATE = ("simulate", "top-cap", "-n", "3000", "--seed", "7", "-o", "run")


def expectations(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path


def test_exit_codes_tell_what_came_out(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE)
    met = expectations(tmp_path / "met.toml", 'verdict = "balanced"', 'margin = "8pp"')
    ran = cli("check", "run", "--expect", met)
    assert ran.code == 0
    assert ran.out.splitlines()[2].startswith("met ")
    open_ = expectations(tmp_path / "open.toml", 'verdict = "balanced"')
    assert cli("check", "run", "--expect", open_).code == 3
    assert cli("check", "run", "--expect", open_, "--strict").code == 1
    failed = expectations(
        tmp_path / "failed.toml",
        'verdict = "balanced"',
        "[[expect]]",
        'what = "pace.length.plies.mean"',
        "at_least = 100",
    )
    ran = cli("check", "run", "--expect", failed)
    assert ran.code == 1
    assert "failed" in ran.out
    assert "undetermined" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_json_has_every_result(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE)
    file = expectations(tmp_path / "x.toml", "[[expect]]", 'what = "ties.tie"', 'at_most = "1 %"')
    body: dict[str, Any] = json.loads(cli("check", "run", "--expect", file, "--json").out)
    assert body["command"] == "check"
    assert body["passed"] is True
    assert body["stored"]["folder"] == "run"
    (row,) = body["results"]
    assert (row["result"], row["what"]) == ("met", "ties.tie")
    assert row["estimate"]["est"] == 0.0


def test_a_file_to_begin_with_is_written_once(cli: Cli) -> None:
    cli(*SIMULATE)
    assert cli("check", "run", "--write", "balance.toml").out == "wrote balance.toml\n"
    assert cli("check", "run", "--expect", "balance.toml").code == 0
    cli.refuses("check", "run", "--write", "balance.toml", saying=["is there already"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run"], ["either --expect FILE or --write FILE"]),
        (["run", "--expect", "none.toml"], ["none.toml", "No such file"]),
        (["run", "--expect", "broken.toml"], ["broken.toml is not TOML"]),
        (["run", "--expect", "odd.toml"], ["unknown key `colour`"]),
        (["nowhere", "--expect", "good.toml"], ["nowhere", "not a run folder"]),
        (["run", "--write", "nowhere/x.toml"], ["cannot write nowhere/x.toml"]),
    ],
)
def test_what_is_refused(cli: Cli, tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    cli(*SIMULATE)
    expectations(tmp_path / "broken.toml", "verdict = ")
    expectations(tmp_path / "odd.toml", "colour = 1")
    expectations(tmp_path / "good.toml", 'verdict = "balanced"')
    cli.refuses("check", *arguments, saying=words)
