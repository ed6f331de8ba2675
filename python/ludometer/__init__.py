"""Ludometer measures board games: playouts by the million, and what they say about balance.

``simulate`` plays games and returns their rows and sums, ``load`` opens a folder of stored games,
``Game`` and ``State`` play move by move, ``perft`` counts lines of play, ``replay`` shows any
single game of a run. Everything that can go wrong on purpose is a ``LudometerError``.

Importing this package loads neither polars nor NumPy; whatever needs them loads them when called.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING

from ludometer._core import (
    CountError,
    CpuError,
    DataError,
    Game,
    GameOverError,
    IllegalActionError,
    LudometerError,
    NotationError,
    RulesError,
    State,
    TapeError,
    UnknownNameError,
    build_info,
    games,
    policies,
    rule_book,
)

if TYPE_CHECKING:
    from ludometer.counting import perft
    from ludometer.dataset import Dataset, load
    from ludometer.simulation import Run, simulate
    from ludometer.traces import Replay, replay

__all__ = [
    "CountError",
    "CpuError",
    "DataError",
    "Dataset",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "LudometerError",
    "NotationError",
    "Replay",
    "RulesError",
    "Run",
    "State",
    "TapeError",
    "UnknownNameError",
    "__version__",
    "build_info",
    "games",
    "load",
    "perft",
    "policies",
    "replay",
    "rule_book",
    "simulate",
]

__version__: str = build_info()["version"]

# Loaded at first use: `ludometer --help` must answer before they could be imported.
_HOMES = {
    "Dataset": "ludometer.dataset",
    "Replay": "ludometer.traces",
    "Run": "ludometer.simulation",
    "load": "ludometer.dataset",
    "perft": "ludometer.counting",
    "replay": "ludometer.traces",
    "simulate": "ludometer.simulation",
}


def __getattr__(name: str) -> object:
    """Loads a public name that does not live in the core."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ludometer' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Lists the public names, loaded or not."""
    return sorted({*globals(), *_HOMES})


if build_info()["profile"] == "debug":
    warnings.warn(
        "ludometer was built without optimisation: its results are right, its speed means nothing; "
        "build it with `maturin develop --release`",
        RuntimeWarning,
        stacklevel=2,
    )
