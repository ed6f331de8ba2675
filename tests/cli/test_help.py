"""Help texts: quick, current, and with examples that work as they stand."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ludometer.cli import HELP_FILE
from ludometer.cli.app import COMMANDS
from ludometer.cli.help import help_text, is_current, write_help
from shared import Cli, spawn


def test_the_stored_help_is_what_typer_says(tmp_path: Path) -> None:
    assert is_current(), "run `make docs`"
    write_help(tmp_path / "help.txt")
    assert is_current(tmp_path / "help.txt")
    (tmp_path / "help.txt").write_text("older")
    assert not is_current(tmp_path / "help.txt")
    assert max(map(len, help_text().splitlines())) <= 80


def test_help_comes_from_the_file(cli: Cli) -> None:
    text = Path(HELP_FILE).read_text()
    for arguments in (["--help"], ["-h"]):
        assert (cli(*arguments).code, cli(*arguments).out) == (0, text)
    nothing = cli()
    assert (nothing.code, nothing.out) == (2, text)
    for name in COMMANDS:
        assert f"\n  {name} " in text


@pytest.mark.parametrize("arguments", [["--help"], [], ["--version"]])
def test_what_is_asked_most_waits_for_nobody(arguments: list[str]) -> None:
    heavy = ("polars", "numpy", "rich", "typer", "pydantic")
    script = (
        f"import sys; from ludometer.cli import main; main({arguments!r}); "
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


def test_the_version_is_told_by_both_ways(cli: Cli) -> None:
    assert cli("--version").out.startswith("ludometer ")
    # With another argument Typer answers.
    assert cli("--version", "games").out == cli("--version").out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(cli: Cli, name: str) -> None:
    for option in ("--help", "-h"):
        ran = cli(name, option)
        assert ran.code == 0
        assert ran.err == ""
        assert ran.out.startswith(f"Usage: ludometer {name} ")
        assert "Example:" in ran.out
        assert "<str>" not in ran.out.split("Options:")[1]
    for line in COMMANDS[name].EXAMPLE.strip().splitlines():
        assert f"  {line}\n" in ran.out + "\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_works(cli: Cli, name: str) -> None:
    for line in COMMANDS[name].EXAMPLE.strip().splitlines():
        program, *arguments = shlex.split(line)
        assert program == "ludometer"
        ran = cli(*arguments)
        assert ran.code == 0, ran
        assert ran.out


def test_the_example_of_the_program_works(cli: Cli) -> None:
    example = help_text().rsplit("Example:\n", 1)[1].strip()
    assert cli(*shlex.split(example)[1:]).code == 0


def test_the_module_runs_as_a_program() -> None:
    ran = spawn("games")
    assert ran.code == 0
    assert "top-cap  Top Cap, 2 players\n" in ran.out
