"""What the Python tests share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session")
def scaled() -> int:
    """How much to do: 10 with ``LUDOMETER_TESTS=full`` (the numbers as stated), else 1 (a tenth)."""
    return 10 if os.environ.get("LUDOMETER_TESTS") == "full" else 1
