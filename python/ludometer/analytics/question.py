"""What is asked of a run. Light: the command line reads it before anything heavy is loaded."""

from dataclasses import dataclass
from typing import Literal

from ludometer._core import LudometerError
from ludometer.summary import LEVEL

__all__ = ["ALPHA", "MARGIN", "Question", "Truncated", "check_margin"]

Truncated = Literal["include", "exclude"]

MARGIN = 0.01
"""One percentage point of wins, around 1/k."""
ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a run."""

    margin: float = MARGIN
    """Distance from an equal share that still counts as balanced."""
    level: float = LEVEL
    """Confidence of every interval but those of the verdict."""
    truncated: Truncated = "include"
    """Whether games stopped by the ply cap count as they stood, or are left out."""
    alpha: float = ALPHA
    """Chance of a wrong verdict."""
    planned: int | None = None
    """Given if games were or will be looked at again and again: intervals then hold at every look,
    and are narrowest at this number of games."""


def check_margin(margin: float, alpha: float = ALPHA) -> None:
    """Raises LudometerError for a margin or alpha that cannot be used."""
    if not 0 < margin < 0.5:
        raise LudometerError(
            f"margin: {100 * margin:g} pp is not possible; allowed: more than 0, less than 50 pp "
            f"(that shares are exactly equal cannot be shown with any number of games)"
        )
    if not 0 < alpha < 0.5:
        raise LudometerError(f"alpha: {alpha:g} is not possible; allowed: between 0 and 0.5")
