"""Checks of what callers pass in: one message each, naming the value and what is allowed."""

import operator
from collections.abc import Mapping, Sequence

from ludometer._core import CountError

__all__ = [
    "MAX_CHUNK",
    "MAX_GAMES",
    "MAX_ROWS",
    "MAX_SEED",
    "MAX_SHARD",
    "MAX_THREADS",
    "RuleValue",
    "Rules",
    "check_chunk",
    "check_games",
    "check_range",
    "check_seed",
    "check_shard",
    "check_threads",
    "names",
    "whole",
]

RuleValue = bool | int | str | Sequence[str]
Rules = Mapping[str, RuleValue]

MAX_GAMES = 10**12
"""Games of a run. At a million a second this is twelve days."""
MAX_ROWS = 10**9
"""Games whose rows are kept in memory; beyond it a folder is the place for them."""
MAX_SEED = 2**64 - 1
MAX_THREADS = 1024
MAX_CHUNK = 10**9
MAX_SHARD = 10**7
"""Games of a part. Two parts are in memory at a time: at this size, a few gigabytes."""


def whole(name: str, value: object, low: int, high: int, *, hint: str = "") -> int:
    """``value`` as an int in ``low..=high``; NumPy integers are fine, booleans and floats are not.

    ``name`` says what the number is; ``hint`` ends the message with what to do.
    Raises TypeError for another type, CountError for a number out of range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {value!r} ({type(value).__name__})")
    number = operator.index(value)
    if not low <= number <= high:
        limits = f"{low:,} to {high:,}"
        raise CountError(f"{name}: {number:,} is not possible; allowed: {limits}{hint}")
    return number


def check_games(value: object, *, rows: bool) -> int:
    """A number of games: 1 to 10**12, or to 10**9 if their rows are to stay in memory."""
    if rows:
        hint = " with rows in memory; write to a folder (-o), or keep the summary only (rows=False)"
        return whole("games", value, 1, MAX_ROWS, hint=hint)
    return whole("games", value, 1, MAX_GAMES)


def check_seed(value: object) -> int:
    """A seed: 0 to 2**64 - 1."""
    return whole("seed", value, 0, MAX_SEED)


def check_threads(value: object) -> int:
    """A number of threads: 0 (all cores) to 1024."""
    return whole("threads", value, 0, MAX_THREADS, hint=" (0: all cores)")


def check_chunk(value: object) -> int:
    """A number of games that are played in one go: 1 to 10**9."""
    return whole("chunk", value, 1, MAX_CHUNK)


def check_shard(value: object) -> int:
    """A number of games that are stored in one pair of files: 1 to 10**7."""
    return whole("shard", value, 1, MAX_SHARD)


def check_range(value: object, games: int) -> tuple[int, int]:
    """The games ``first`` to ``last - 1`` of a run of ``games``; ``None`` means all of them.

    Raises TypeError if it is not a pair, CountError if it is empty or not inside the run.
    """
    if value is None:
        return 0, games
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise TypeError(f"range must be a pair (first, last + 1), not {value!r}")
    first = whole("range (first game)", value[0], 0, MAX_GAMES)
    last = whole("range (last game + 1)", value[1], 0, MAX_GAMES)
    if first >= last or last > games:
        raise CountError(
            f"range: {first}:{last} is not possible; allowed: A:B with A < B <= {games}, "
            f"the number of games of the whole run"
        )
    return first, last


def names(name: str, value: object) -> tuple[str, ...]:
    """One name, or several, as a tuple of str. Raises TypeError for anything else."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Sequence) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise TypeError(f"{name} must be a str or a sequence of str, not {value!r}")
