"""Percentage points and percent as people write them."""

import re

from ludometer._core import LudometerError

__all__ = ["fraction", "percentage_points"]

_POINTS = re.compile(r"([+-]?[0-9]*\.?[0-9]+)\s*(?:pp|%)")


def percentage_points(what: str, text: str) -> float:
    """``1pp`` or ``0.5 %`` as a fraction. Raises LudometerError naming what it is and its value."""
    match = _POINTS.fullmatch(text.strip())
    if match is None:
        raise LudometerError(
            f"{what}: `{text}` is not possible; allowed: percentage points like 1pp or 0.5pp"
        )
    return float(match[1]) / 100


def fraction(value: float | str | None) -> float | None:
    """A number as it is, text like ``5 %`` or ``1pp`` as a fraction.

    Raises ValueError for other text.
    """
    if value is None or not isinstance(value, str):
        return value
    match = _POINTS.fullmatch(value.strip())
    if match is None:
        raise ValueError(f"`{value}` is not possible; allowed: a number, or text like `5 %`, `1pp`")
    return float(match[1]) / 100
