"""Importing the package: cheap, complete, and loud about debug builds."""

import importlib
import subprocess
import sys

import pytest

import ludometer
from ludometer import _core

HEAVY = ("polars", "numpy", "rich", "typer", "pydantic")


def loaded(code: str) -> str:
    script = f"import sys; {code}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.parametrize(
    "code",
    [
        "import ludometer",
        "import ludometer.dataset",
        "import ludometer; ludometer.State.new('top-cap').apply('a4-a5')",
        "import ludometer; ludometer.simulate('top-cap', games=10, seed=1).summary()",
        "import ludometer; ludometer.perft('top-cap', depth=2)",
    ],
)
def test_heavy_packages_wait_until_they_are_needed(code: str) -> None:
    assert loaded(code) == "[]"


def test_every_public_name_is_there() -> None:
    for name in ludometer.__all__:
        assert getattr(ludometer, name) is not None
    assert set(ludometer.__all__) <= set(dir(ludometer))
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        ludometer.simulat  # noqa: B018


def test_version_is_that_of_the_core() -> None:
    assert ludometer.__version__ == _core.build_info()["version"]


def test_a_debug_build_warns_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    info = _core.build_info() | {"profile": "debug"}
    monkeypatch.setattr(_core, "build_info", lambda: info)
    with pytest.warns(RuntimeWarning, match="without optimisation"):
        importlib.reload(ludometer)
    monkeypatch.undo()
    importlib.reload(ludometer)


def test_errors_form_one_tree() -> None:
    leaves = [name for name in ludometer.__all__ if name.endswith("Error")]
    assert len(leaves) == 10
    for name in leaves:
        error = getattr(ludometer, name)
        assert issubclass(error, ludometer.LudometerError)
        assert name == "LudometerError" or issubclass(error, ValueError)
