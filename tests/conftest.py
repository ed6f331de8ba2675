"""What the Python tests share."""

import os
from pathlib import Path

import pytest

from shared import Cli


@pytest.fixture(scope="session")
def scaled() -> int:
    """How much to do: 10 with ``LUDOMETER_TESTS=full`` (numbers as stated), else 1 (a tenth)."""
    return 10 if os.environ.get("LUDOMETER_TESTS") == "full" else 1


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """The command line, run in this process from an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Cli(capsys)
