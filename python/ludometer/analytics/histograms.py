"""Counts by value: exact, small, and added without loss."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["Histogram", "Strata"]


@dataclass
class Histogram:
    """How often each whole number occurred: ``counts[i]`` times the value ``low + i``."""

    low: int
    counts: "Ints"

    @classmethod
    def of(cls, values: "Ints") -> "Histogram":
        """Counts ``values``."""
        if not len(values):
            return cls(0, np.zeros(0, np.int64))
        low = int(values.min())
        return cls(low, np.bincount(values - low).astype(np.int64))

    def __add__(self, other: "Histogram") -> "Histogram":
        low, mine, yours = _aligned((self.low, self.counts), (other.low, other.counts))
        return Histogram(low, mine + yours)

    @property
    def n(self) -> int:
        """How many values there are."""
        return int(self.counts.sum())

    @property
    def values(self) -> "Ints":
        """The values, ascending, those between that never occurred included."""
        return np.arange(self.low, self.low + len(self.counts), dtype=np.int64)

    def value_at(self, rank: int) -> int:
        """The value at ``rank`` (from 1) among all in ascending order."""
        return self.low + int(np.searchsorted(np.cumsum(self.counts), rank))


@dataclass
class Strata:
    """For each value of a column and each group: seats that had it, and their win shares.

    ``seats`` and ``share12`` have the shape (values, groups); row i is the value ``low + i``.
    """

    low: int
    seats: "Ints"
    share12: "Ints"

    @classmethod
    def empty(cls, groups: int) -> "Strata":
        """Of no seat."""
        nothing = np.zeros((0, groups), np.int64)
        return cls(0, nothing, nothing)

    @classmethod
    def of(cls, values: "Ints", share12: "Ints", group: "Ints", groups: int) -> "Strata":
        """Counts seats by value and group; all three arrays have one entry a seat of a game."""
        if not len(values):
            return cls.empty(groups)
        low = int(values.min())
        cell = (values - low) * groups + group
        size = (int(values.max()) - low + 1) * groups
        seats = np.bincount(cell, minlength=size)
        won = np.bincount(cell, share12, minlength=size)
        # Weighted counts come as floats; they are whole and far below 2**53.
        return cls(
            low,
            seats.reshape(-1, groups).astype(np.int64),
            won.reshape(-1, groups).astype(np.int64),
        )

    def __add__(self, other: "Strata") -> "Strata":
        low, mine, yours = _aligned((self.low, self.seats), (other.low, other.seats))
        _, won, too = _aligned((self.low, self.share12), (other.low, other.share12))
        return Strata(low, mine + yours, won + too)


def _aligned(one: tuple[int, "Ints"], two: tuple[int, "Ints"]) -> tuple[int, "Ints", "Ints"]:
    """Both arrays, padded with zeros so that row i means the same value."""
    if one[0] == two[0] and one[1].shape == two[1].shape:
        return one[0], one[1], two[1]
    filled = [part for part in (one, two) if len(part[1])] or [one]
    low = min(start for start, _ in filled)
    high = max(start + len(array) for start, array in filled)
    padded = []
    for start, array in (one, two):
        wide = np.zeros((high - low, *array.shape[1:]), np.int64)
        if len(array):
            wide[start - low : start - low + len(array)] = array
        padded.append(wide)
    return low, padded[0], padded[1]
