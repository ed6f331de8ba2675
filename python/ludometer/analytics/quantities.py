"""The whole numbers that each game has, and that sums are taken of."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Column = Callable[[str], Ints]

__all__ = ["YES_OR_NO", "per_game_numbers"]

YES_OR_NO = {"outright", "shared", "truncated", "tie", "winnerless", "decided", "flip"}
"""Numbers (without what follows ``_``) that are 0 or 1 in each game."""


def per_game_numbers(
    column: "Column",
    players: int,
    components: Iterable[str] = (),
    facts: Iterable[str] = (),
) -> "dict[str, NDArray[Any]]":
    """Whole numbers (or yes and no) of each game; ``column`` gives a column of the table by name.

    Of each seat s:

    - ``share12_s``; ``even12_s``: the same, but 12/k where nobody won,
    - ``outright_s``: won alone; ``shared_s``: won with others,
    - ``rank2_s``: twice the average rank, so that tied seats get the same and ranks always sum up,
    - ``score_s``, its components ``c_..._s``, ``plies_s``, ``choices_s``, ``branching_s``.

    Of the game:

    - ``plies``, ``turns``, ``truncated``, and facts as ``fact_...``,
    - ``tie``: several share the win; ``winnerless``: nobody has,
    - ``lead``: points between the first and the second,
    - ``unsummed``: seats whose components do not sum to the score,
    - ``winners``: how many; ``decided``: some won and some did not.

    Of each component c:

    - ``won_c``: points of all winners,
    - ``gap12_c``: twelve times the mean of the winners less that of the others, if decided,
    - ``zero_c``: seats that have none of it,
    - ``flip_c``: whether other seats would have the most points without it.
    """
    seats = range(players)
    share = [column(f"share12_{seat}") for seat in seats]
    score = [column(f"score_{seat}") for seat in seats]
    won = [values > 0 for values in share]
    numbers: dict[str, NDArray[Any]] = {}
    winners = _sum(won)
    nobody = (winners == 0) * (12 // players)
    for seat in seats:
        numbers[f"share12_{seat}"] = share[seat]
        numbers[f"even12_{seat}"] = share[seat] + nobody
        numbers[f"outright_{seat}"] = share[seat] == 12
        numbers[f"shared_{seat}"] = won[seat] & (share[seat] < 12)
        numbers[f"score_{seat}"] = score[seat]
        for name in ("plies", "choices"):
            numbers[f"{name}_{seat}"] = column(f"{name}_{seat}")
        numbers[f"branching_{seat}"] = column(f"sum_branching_{seat}")
    numbers |= _ranks([column(f"rank_{seat}") for seat in seats])
    for name in ("plies", "turns", "truncated"):
        numbers[name] = column(name)
    losers = players - winners
    numbers["tie"], numbers["winnerless"] = winners > 1, winners == 0
    first, second = _top_two(score)
    numbers["lead"] = first - second
    numbers["winners"] = winners
    numbers["decided"] = decided = (winners > 0) & (losers > 0)
    # Twelve is divisible by every number of winners and of losers; nobody there, nothing to take.
    twelfths = np.array([0, 12, 6, 4, 3], np.int64)
    per_winner, per_loser = (twelfths[number] * decided for number in (winners, losers))
    best = [values == first for values in score]
    left = [values.copy() for values in score]
    for name in components:
        parts = [column(f"{name}_{seat}") for seat in seats]
        numbers |= {f"{name}_{seat}": parts[seat] for seat in seats}
        for values, part in zip(left, parts, strict=True):
            values -= part
        ours = _sum([part * has for part, has in zip(parts, won, strict=True)])
        theirs = _sum(parts) - ours
        numbers[f"won_{name}"] = ours
        numbers[f"gap12_{name}"] = ours * per_winner - theirs * per_loser
        numbers[f"zero_{name}"] = _sum([part == 0 for part in parts])
        without = [values - part for values, part in zip(score, parts, strict=True)]
        most = np.maximum.reduce(without)
        changed = [(values == most) != was for values, was in zip(without, best, strict=True)]
        numbers[f"flip_{name}"] = np.logical_or.reduce(changed)
    known = any(name.startswith("gap12_") for name in numbers)
    numbers["unsummed"] = _sum([(values != 0) & known for values in left])
    for name in facts:
        numbers[f"fact_{name}"] = column(name)
    return numbers


def _ranks(ranks: "list[Ints]") -> "dict[str, Ints]":
    """1, 1, 3 becomes 1.5, 1.5, 3 (twice that)."""
    return {
        f"rank2_{seat}": 2 * own + _sum([own == other for other in ranks]) - 1
        for seat, own in enumerate(ranks)
    }


def _top_two(score: "list[Ints]") -> "tuple[Ints, Ints]":
    first, second = np.maximum(score[0], score[1]), np.minimum(score[0], score[1])
    for values in score[2:]:
        second = np.maximum(second, np.minimum(first, values))
        first = np.maximum(first, values)
    return first, second


def _sum(arrays: "list[NDArray[Any]]") -> "Ints":
    total = np.zeros(len(arrays[0]), np.int64)
    for array in arrays:
        total += array
    return total
