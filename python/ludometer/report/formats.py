"""Estimates as text: as many decimals as their intervals can bear, bounds rounded outwards."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import floor, log10
from typing import Any

__all__ = ["bounds", "cells", "decimals", "p_value", "value"]

Estimate = Mapping[str, Any]

_MOST_DECIMALS = 5


def decimals(estimates: Sequence[Estimate], scale: float = 1) -> int:
    """Decimals that show two digits of the widest interval; 2 where there is none."""
    widths = [
        scale * (estimate["hi"] - estimate["lo"]) / 2
        for estimate in estimates
        if estimate["lo"] is not None and estimate["hi"] is not None
    ]
    widest = max(widths, default=0.0)
    if widest <= 0:
        return 2
    return min(max(1 - floor(log10(widest)), 0), _MOST_DECIMALS)


def value(number: float | None, digits: int = 2, *, scale: float = 1, sign: bool = False) -> str:
    """A number with thousands separators; a dash without one."""
    if number is None:
        return "-"
    text = f"{scale * number:+,.{digits}f}" if sign else f"{scale * number:,.{digits}f}"
    # What rounds to nothing has no sign.
    return text.lstrip("+-") if float(text.replace(",", "")) == 0 else text


def bounds(estimate: Estimate, digits: int = 2, *, scale: float = 1, sign: bool = False) -> str:
    """``lo to hi``, rounded outwards; a dash without an interval, ``...`` for an open end."""
    lo, hi = estimate["lo"], estimate["hi"]
    if lo is None and hi is None:
        return "-"
    ends = ((lo, ROUND_FLOOR), (hi, ROUND_CEILING))
    return " to ".join(
        "..." if bound is None else _rounded(bound, digits, scale, sign, mode)
        for bound, mode in ends
    )


def _rounded(number: float, digits: int, scale: float, sign: bool, mode: str) -> str:
    exact = (Decimal(repr(scale)) * Decimal(repr(number))).quantize(
        Decimal(1).scaleb(-digits), mode
    )
    if exact == 0:
        exact = abs(exact)
        return f"{exact:f}"
    return f"{exact:+,f}" if sign else f"{exact:,f}"


def cells(
    estimates: Sequence[Estimate], *, scale: float = 1, sign: bool = False, unit: str = ""
) -> list[tuple[str, str]]:
    """Estimate and interval of each, with the same number of decimals; ``unit`` behind both."""
    digits = decimals(estimates, scale)
    behind = f" {unit}" if unit else ""

    def cell(text: str) -> str:
        return text if text == "-" else text + behind

    return [
        (
            cell(value(estimate["est"], digits, scale=scale, sign=sign)),
            cell(bounds(estimate, digits, scale=scale, sign=sign)),
        )
        for estimate in estimates
    ]


def p_value(p: float | None) -> str:
    """``p = 0.12``, or ``p < 0.0001``."""
    if p is None:
        return "no test"
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}" if p < 0.995 else "p = 1"
