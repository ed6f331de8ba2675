"""What to plan: the number of games for each question, and what games at hand can show."""

from math import sqrt
from typing import TYPE_CHECKING, Any

from ludometer.analytics.anytime import games_for_balance as looking_for_balance
from ludometer.analytics.anytime import games_for_half_width as looking
from ludometer.analytics.planning import (
    MOST_GAMES,
    games_for_balance,
    games_for_difference,
    games_for_half_width,
    half_width,
    smallest_difference,
    smallest_margin,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludometer.analytics.tallies import Tally

__all__ = ["plan", "shown"]


def plan(
    seats: int,
    *,
    half: float,
    difference: float,
    margin: float,
    power: float,
    level: float,
    points: float,
    sd: float | None = None,
    design: float = 1.0,
) -> list[dict[str, Any]]:
    """Games for each question, as rows of ``question``, ``games`` and ``looking``.

    ``looking`` is the number for a run that is looked at again and again; None where that has no
    plan of its own. ``games`` is None if no number of games will do. ``half``, ``difference`` and
    ``margin`` are fractions of games, ``points`` and ``sd`` points; ``design`` multiplies all.
    """
    equal = 1 / seats
    variance = equal * (1 - equal)
    rows = [
        _row(
            f"win share to +-{100 * half:g} pp ({100 * level:g} %)",
            games_for_half_width(variance, half, level=level),
            design,
            looking(variance, half, level),
        ),
        _row(
            f"see that a seat is {100 * difference:g} pp off (power {100 * power:g} %)",
            games_for_difference(equal, difference, alpha=1 - level, power=power),
            design,
        ),
        _row(
            f"show a fair game balanced within {100 * margin:g} pp (power {100 * power:g} %)",
            games_for_balance(variance, margin, power=power),
            design,
            looking_for_balance(variance, margin, power),
        ),
    ]
    if sd is not None:
        rows.append(
            _row(
                f"mean score to +-{points:g} points (sd {sd:.3g})",
                games_for_half_width(sd**2, points, level=level),
                design,
                looking(sd**2, points, level),
            )
        )
    return rows


def _row(question: str, games: int, design: float, more: int | None = None) -> dict[str, Any]:
    def times(number: int | None) -> int | None:
        if number is None or number >= MOST_GAMES:
            return None
        return max(1, round(number * design))

    return {"question": question, "games": times(games), "looking": times(more)}


def shown(
    sums: "Tally",
    *,
    points_game: bool,
    half: float,
    difference: float,
    margin: float,
    power: float,
    level: float,
    points: float,
    design: float = 1.0,
) -> dict[str, Any]:
    """What the games of a tally can show, and how many each question would need.

    The spread of the win share of the first seat and its design factor stand for all seats;
    ``design`` multiplies on top. Returns ``games``, ``design``, ``shown`` (rows of ``question`` and
    ``value`` with its ``unit``) and ``plan``.
    """
    from ludometer.analytics.estimates import share_spread

    spread = share_spread(sums, "even12_0", 12)
    found = design * spread.design
    equal = 1 / sums.players
    variance = equal * (1 - equal) * found
    n = sums.games
    rows: list[dict[str, Any]] = []

    def add(question: str, value: float, unit: str) -> None:
        rows.append({"question": question, "value": value, "unit": unit})

    add("half width of a win share", half_width(variance, n, level=level), "share")
    smallest: Callable[..., float] = smallest_difference
    add(
        f"smallest difference from an equal share seen (power {100 * power:g} %)",
        smallest(variance, n, alpha=1 - level, power=power),
        "share",
    )
    add(
        f"smallest margin that a fair game is shown within (power {100 * power:g} %)",
        smallest_margin(variance, n, power=power),
        "share",
    )
    sd = None
    if points_game and n > 1:
        total, square = sums.total("score_0"), sums.square("score_0")
        sd = sqrt(max(n * square - total**2, 0) / (n * (n - 1)))
        add("half width of a mean score", half_width(sd**2 * design, n, level=level), "point")
        add(
            f"smallest difference of a mean score seen (power {100 * power:g} %)",
            smallest(sd**2 * design, n, alpha=1 - level, power=power),
            "point",
        )
    rows_of_plan = plan(
        sums.players,
        half=half,
        difference=difference,
        margin=margin,
        power=power,
        level=level,
        points=points,
        sd=sd or None,
        design=found,
    )
    return {"games": n, "design": found, "shown": rows, "plan": rows_of_plan}
