"""Is a game balanced? Plain functions from frames to frames.

Start with :func:`per_game`, which puts ``games`` and ``seats`` of a run side by side, one row a
game. Every other function takes that table, or a :func:`tally` of it where several questions are
asked of many games, and returns a lazy frame of estimates: key columns, then ``est``, ``lo``,
``hi``, ``level``, ``method``, ``n``, ``unit``. Nothing is read before the frame is collected.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludometer.analytics.advantage import first_player_advantage
    from ludometer.analytics.analysis import analyse
    from ludometer.analytics.components import (
        component_means,
        correlations,
        covariance_shares,
        flip_rates,
        seat_means,
        zero_rates,
    )
    from ludometer.analytics.driver import drivers
    from ludometer.analytics.handicap import handicaps
    from ludometer.analytics.pace import branching, ends, facts, lengths, quantiles
    from ludometer.analytics.pairs import differences
    from ludometer.analytics.seats import (
        equality,
        mean_ranks,
        mean_scores,
        outright_wins,
        ties,
        win_shares,
    )
    from ludometer.analytics.strategy import strategies
    from ludometer.analytics.table import per_game
    from ludometer.analytics.tallies import Tally, tally
    from ludometer.analytics.verdicts import Verdict, deviations, verdict

__all__ = [
    "Tally",
    "Verdict",
    "analyse",
    "branching",
    "component_means",
    "correlations",
    "covariance_shares",
    "deviations",
    "differences",
    "drivers",
    "ends",
    "equality",
    "facts",
    "first_player_advantage",
    "flip_rates",
    "handicaps",
    "lengths",
    "mean_ranks",
    "mean_scores",
    "outright_wins",
    "per_game",
    "quantiles",
    "seat_means",
    "strategies",
    "tally",
    "ties",
    "verdict",
    "win_shares",
    "zero_rates",
]

# Loaded at first use: the command line must not wait for NumPy before it knows what is asked.
_HOMES = {
    "advantage": ["first_player_advantage"],
    "analysis": ["analyse"],
    "components": [
        "component_means",
        "correlations",
        "covariance_shares",
        "flip_rates",
        "seat_means",
        "zero_rates",
    ],
    "driver": ["drivers"],
    "handicap": ["handicaps"],
    "pairs": ["differences"],
    "pace": ["branching", "ends", "facts", "lengths", "quantiles"],
    "seats": ["equality", "mean_ranks", "mean_scores", "outright_wins", "ties", "win_shares"],
    "strategy": ["strategies"],
    "table": ["per_game"],
    "tallies": ["Tally", "tally"],
    "verdicts": ["Verdict", "deviations", "verdict"],
}


def __getattr__(name: str) -> object:
    """Loads a public name from the module that holds it."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"ludometer.analytics.{module}"), name)
    raise AttributeError(f"module 'ludometer.analytics' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Lists the public names, loaded or not."""
    return sorted({*globals(), *__all__})
