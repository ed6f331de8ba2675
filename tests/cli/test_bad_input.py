"""Bad input: a message with the value and what is allowed, exit code 2, nothing half-written."""

from pathlib import Path

import pytest

from ludometer import _core
from shared import Cli, files

SIMULATE = ("simulate", "top-cap", "-n", "600", "--seed", "7", "--shard", "200")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["top-cup"], ["`top-cup`", "did you mean `top-cap`"]),
        (["top-cap", "--variant", "mini"], ["`mini`", "standard", "mini-4x4"]),
        (["top-cap", "--policy", "unifrom"], ["`unifrom`", "did you mean `uniform`"]),
        (["top-cap", "--policy", "uniform"] + ["--policy", "uniform"] * 2, ["policies", "3"]),
        (["top-cap", "--set", "max_plys=9"], ["max_plys", "did you mean `max_plies`"]),
        (["top-cap", "--set", "directions=5"], ["directions", "5", "4, 8"]),
        (["top-cap", "--set", "directions=eight"], ["directions", '"eight"', "4, 8"]),
        (["top-cap", "--set", "board_size=99"], ["board_size", "99", "from 4 to 8"]),
        (["top-cap", "--set", "max_plies=1.5"], ["max_plies", "1.5"]),
        (["top-cap", "--set", "max_plies={a=1}"], ["max_plies"]),
        (["top-cap", "--set", "max_plies"], ["`max_plies`", "key=value"]),
        (["top-cap", "--set", "directions=4", "--set", "directions=8"], ["given twice"]),
        (["top-cap", "--rules", "none.toml"], ["none.toml", "No such file"]),
        (["top-cap", "-n", "0"], ["0 is not possible", "1 to"]),
        (["top-cap", "-n", "-5"], ["-5", "1 to"]),
        (["top-cap", "-n", "10_000_000_000_000"], ["10,000,000,000,000", "1 to"]),
        (["top-cap", "-n", "many"], ["`many`", "whole number"]),
        (["top-cap", "-n", "1e6"], ["`1e6`", "whole number"]),
        (["top-cap", "-p", "3"], ["3", "allowed: 2"]),
        (["top-cap", "-p", "two"], ["`two`"]),
        (["top-cap", "-p", "0"], ["-p/--players", "0"]),
        (["top-cap", "--seed", "-1"], ["--seed", "-1"]),
        (["top-cap", "--seed", "18446744073709551616"], ["--seed", "18,446,744,073,709,551,615"]),
        (["top-cap", "--threads", "2000"], ["--threads", "1,024"]),
        (["top-cap", "--chunk", "0"], ["--chunk", "1 to"]),
        (["top-cap", "--shard", "0"], ["--shard", "1 to 10,000,000"]),
        (["top-cap", "--range", "5"], ["`5`", "A:B"]),
        (["top-cap", "--range", "5:5"], ["5:5", "A < B"]),
        (["top-cap", "-n", "10", "--range", "5:11"], ["5:11", "<= 10"]),
        (["top-cap", "--format", "xml"], ["xml", "table", "parquet"]),
        (["top-cap", "--polcy", "uniform"], ["--polcy", "--policy"]),
        ([], ["GAME"]),
        # Start positions.
        (["top-cap", "--set", 'start_white=["a4","a4","c2","d1"]'], ["`a4`", "twice"]),
        (["top-cap", "--set", 'start_white=["c6","b3","c2","d1"]'], ["`c6`"]),
        (["top-cap", "--set", 'start_white=["a1","b3","c2","d1"]'], ["`a1`", "bottle"]),
        (["top-cap", "--set", 'start_white=["f6","b3","c2","d1"]'], ["`f6`", "bottle"]),
        (["top-cap", "--set", 'start_white=["a4","b3"]'], ["4 caps", "2"]),
        (["top-cap", "--set", "start_white=[]", "--set", "start_black=[]"], ["start_white"]),
        (["top-cap", "--set", 'start_white=["z9","b3","c2","d1"]'], ["`z9`"]),
        (["top-cap", "--set", "start_white=a4"], ["start_white", "list of squares"]),
    ],
)
def test_what_cannot_be_simulated(
    cli: Cli, tmp_path: Path, arguments: list[str], words: list[str]
) -> None:
    message = cli.refuses("simulate", *arguments, "-o", "out", saying=words)
    assert len(message.splitlines()) <= 3
    assert list(tmp_path.iterdir()) == []


def test_every_wrong_rule_is_told_at_once(cli: Cli) -> None:
    wrong = ("--set", "bord_size=5", "--set", "directions=5", "--set", "max_plies=0")
    message = cli.refuses("simulate", "top-cap", *wrong)
    assert len(message.splitlines()) == 3


@pytest.mark.parametrize("body", ["max_plies 4", "max_plies = \n", "\xff"])
def test_a_rules_file_that_is_no_toml(cli: Cli, tmp_path: Path, body: str) -> None:
    (tmp_path / "rules.toml").write_bytes(body.encode("latin-1"))
    cli.refuses("simulate", "top-cap", "--rules", "rules.toml", saying=["rules.toml is not TOML"])


def test_a_folder_of_another_run(cli: Cli, tmp_path: Path) -> None:
    assert cli(*SIMULATE, "-o", "run").code == 0
    before = {path: (tmp_path / "run" / path).read_bytes() for path in files(tmp_path / "run")}
    other = ("simulate", "top-cap", "-n", "600", "--shard", "300", "-o", "run")
    cli.refuses(*other, "--seed", "8", saying=["seed: 7 here, 8", "shard: 200 here, 300"])
    cli.refuses(*SIMULATE, "--no-resume", "-o", "run", saying=["holds a run already"])
    cli.refuses(*SIMULATE, "-n", "500", "-o", "run", saying=["600 games", "500 were asked"])
    after = {path: (tmp_path / "run" / path).read_bytes() for path in files(tmp_path / "run")}
    assert after == before


def test_a_folder_of_something_else(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine")
    cli.refuses(*SIMULATE, "-o", "out", saying=["notes.txt", "new or empty folder"])
    cli.refuses("verify", "out", saying=["not a run folder"])
    cli.refuses("replay", "./out", "--game", "1", saying=["not a run folder"])
    cli.refuses("merge", "out", "-o", "new", saying=["not a run folder"])
    assert files(tmp_path) == ["out/notes.txt"]


def test_a_damaged_manifest(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE, "-o", "run")
    for body in ("{", '{"kind": "ludometer-run"}'):
        (tmp_path / "run" / "manifest.json").write_text(body)
        for arguments in (
            (*SIMULATE, "-o", "run"),
            ("verify", "run"),
            ("replay", "./run", "--game", "1"),
            ("merge", "run", "-o", "new"),
        ):
            cli.refuses(*arguments, saying=["run/manifest.json is damaged"])
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("table", ["games", "seats"])
def test_a_truncated_part(cli: Cli, tmp_path: Path, table: str) -> None:
    cli(*SIMULATE, "-o", "run")
    victim = sorted((tmp_path / "run" / table).iterdir())[1]
    victim.write_bytes(victim.read_bytes()[:-20])
    cli.refuses(*SIMULATE, "-o", "run", saying=[victim.name, "damaged", "delete"])
    cli.refuses("merge", "run", "-o", "new", saying=[victim.name])
    cli.refuses("replay", "run", "--game", "250", saying=[victim.name])
    assert not (tmp_path / "new").exists()


def test_a_missing_part(cli: Cli, tmp_path: Path) -> None:
    cli(*SIMULATE, "-o", "run")
    victim = sorted((tmp_path / "run" / "seats").iterdir())[1]
    victim.unlink()
    cli.refuses(*SIMULATE, "-o", "run", saying=[str(victim.name), "missing", "delete"])
    assert cli("verify", "run").code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "chess"], ["`chess`", "top-cap"]),
        (["rules", "top-cap", "-p", "5"], ["5", "allowed: 2"]),
        (["rules", "top-cap", "--variant", "x"], ["`x`"]),
        (["replay", "top-cap", "--game", "1"], ["seed"]),
        (["replay", "top-cap", "--game", "x", "--seed", "1"], ["`x`"]),
        (["replay", "top-cap", "--seed", "1"], ["--game"]),
        (["replay", "runs/none", "--game", "1"], ["runs/none", "not a run folder"]),
        (["perft", "top-cap", "--depth", "0"], ["--depth", "1 to 64"]),
        (["perft", "top-cap", "--state", "x"], ["`x`"]),
        (["perft", "top-cap", "--tape", "red"], ["red"]),
        (["perft", "top-cap", "--state", "a1c2b3a4/f3e4d5c6 w"], ["own bottle"]),
        (["verify", "none"], ["none", "not a run folder"]),
        (["verify", "none", "--sample", "x"], ["`x`"]),
        (["merge", "-o", "x"], ["FOLDER"]),
        (["bench", "chess"], ["`chess`"]),
        (["bench", "--threads", "1,x"], ["`x`"]),
        (["bench", "-n", "0"], ["-n/--games"]),
        (["simulat"], ["simulat", "simulate"]),
        (["--nonsense"], ["--nonsense"]),
    ],
)
def test_what_other_commands_refuse(cli: Cli, arguments: list[str], words: list[str]) -> None:
    cli.refuses(*arguments, saying=words)


def test_bench_refuses_debug_builds(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    info = _core.build_info() | {"profile": "debug"}
    monkeypatch.setattr(_core, "build_info", lambda: info)
    cli.refuses("bench", saying=["debug build", "--release"])


def test_an_unknown_instruction_set(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOMETER_CPU", "abacus")
    cli.refuses(*SIMULATE, "-o", "out", saying=["`abacus`", "portable"])


def test_a_bug_is_called_a_bug(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("one over nothing")

    monkeypatch.setattr(_core, "games", fail)
    ran = cli("games")
    assert ran.code == 70
    assert ran.err.startswith("internal error: ZeroDivisionError: one over nothing\n")
    assert "bug" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("LUDOMETER_DEBUG", "1")
    assert "Traceback" in cli("games").err
