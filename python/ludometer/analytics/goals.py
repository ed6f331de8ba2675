"""When to stop: ``half_width<0.1pp``, ``verdict``, or a time budget like ``15m``."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ludometer._core import LudometerError
from ludometer.analytics.anytime import PLANNED, Anytime, games_for_half_width
from ludometer.analytics.question import Question

if TYPE_CHECKING:
    from ludometer.analytics.tallies import Tally

__all__ = ["ALLOWED", "Goal", "goal_of"]

ALLOWED = "half_width<0.1pp, verdict, or a time like 90s, 15m, 2h"

_WIDTH = re.compile(r"half_width\s*<\s*([0-9]*\.?[0-9]+)\s*(?:pp|%)")
_TIME = re.compile(r"([0-9]*\.?[0-9]+)\s*(s|m|h)")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True, slots=True)
class Goal:
    """What has to be reached before a run stops."""

    kind: Literal["half_width", "verdict", "time"]
    text: str
    amount: float = 0.0
    """A half width as a fraction, or seconds."""

    def planned(self, players: int, question: Question) -> int:
        """The number of games that intervals are made for."""
        equal = 1 / players
        variance = equal * (1 - equal)
        if self.kind == "half_width":
            return games_for_half_width(variance, self.amount, question.level)
        if self.kind == "verdict":
            return games_for_half_width(variance, question.margin, 1 - question.alpha)
        return PLANNED

    def reached(self, sums: "Tally", question: Question, seconds: float) -> bool:
        """Whether these games are enough. Only a time budget looks at the clock."""
        if self.kind == "time":
            return seconds >= self.amount
        if self.kind == "half_width":
            return half_width(sums, question) < self.amount
        from ludometer.analytics.verdicts import verdict

        found = verdict(
            sums, margin=question.margin, alpha=question.alpha, planned=question.planned
        )
        return found.verdict != "undetermined"


def half_width(sums: "Tally", question: Question) -> float:
    """Half the widest interval of the win shares of all seats."""
    from ludometer.analytics.estimates import share

    widths = []
    for seat in range(sums.players):
        level = Anytime(question.level, question.planned or PLANNED)
        found: Any = share(sums, f"share12_{seat}", 12, level=level)
        widths.append((found["hi"] - found["lo"]) / 2)
    return float(max(widths))


def goal_of(text: str) -> Goal:
    """The goal that a text asks for. Raises LudometerError naming what is allowed."""
    words = text.strip()
    if words == "verdict":
        return Goal("verdict", words)
    if match := _WIDTH.fullmatch(words):
        amount = float(match[1]) / 100
        if 0 < amount < 0.5:
            return Goal("half_width", words, amount)
    if match := _TIME.fullmatch(words):
        seconds = float(match[1]) * _SECONDS[match[2]]
        if seconds > 0:
            return Goal("time", words, seconds)
    raise LudometerError(f"--until: `{text}` is not possible; allowed: {ALLOWED}")
