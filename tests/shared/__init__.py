"""What several Python tests use: the command line, in this process and in another one."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

PYTHON = [sys.executable, "-m", "ludometer"]


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


class Cli:
    """Runs commands in this process, which is fast; folders are relative to the test's own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Ran:
        from ludometer.cli import main

        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def refuses(self, *arguments: str | Path, saying: Sequence[str] = ()) -> str:
        """Runs a command that must fail as wrong input: exit code 2, one message, no traceback."""
        ran = self(*arguments)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.startswith("error: ")
        assert "Traceback" not in ran.err
        for words in saying:
            assert words in ran.err
        return ran.err


def spawn(
    *arguments: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
) -> Ran:
    """Runs a command in a process of its own."""
    done = subprocess.run(
        [*PYTHON, *map(str, arguments)],
        cwd=cwd,
        env=os.environ | (env or {}),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def files(folder: Path) -> list[str]:
    """Every file below ``folder``, relative to it, ascending."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
