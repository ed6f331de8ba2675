"""One pass over a table a game: whole-number sums from which every estimate is made.

Sums of integers are exact, so a tally does not depend on chunks, threads or the order of merging.
Games are put into 100 groups by their deal (``deal % 100``), with sums for each group: any
estimate that is a smooth function of sums then has an interval by the delete-a-group jackknife,
and games that share a deal are never taken for independent.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ludometer._core import DataError
from ludometer.analytics.histograms import Histogram, Strata
from ludometer.analytics.quantities import YES_OR_NO, per_game_numbers
from ludometer.analytics.table import chunks, seat_columns, seats_of

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["GROUPS", "STRATA_GAMES", "Grouped", "Tally", "merged", "tally"]

GROUPS = 100
STRATA_GAMES = 1_000_000
"""Games from which strategies are read. More would not change what a player can see."""

# Games worked on at a time, so that their columns stay in the cache of the processor.
_SLICE = 1 << 15
_WORKERS = min(4, os.cpu_count() or 1)

_OF_SEAT = re.compile(r"_\d$")
_PLAIN_SEAT = {
    "score", "rank", "share12", "tiebreak", "plies", "choices", "sum_branching", "policy",
}  # fmt: skip
_PLAIN_GAME = {"game", "deal", "rotation", "plies", "turns", "end", "truncated", "complete"}


@dataclass
class Tally:
    """Sums over games, by group.

    ``sums[g, i]`` sums the number ``names[i]`` (see ``per_game_numbers``) over the games of group
    g; ``squares`` the squares of those whose mean is of interest, over all games. ``gram[g, i, j]``
    sums products of the numbers ``gram_names[i]`` and ``gram_names[j]`` over group g.
    """

    players: int
    components: tuple[str, ...]
    """Columns that sum to the score: ``c_...``."""
    columns: tuple[str, ...]
    """Columns of a seat that a strategy could aim at: components, cuts, facts."""
    facts: tuple[str, ...]
    """Facts of a game."""
    names: tuple[str, ...]
    gram_names: tuple[str, ...]
    group_games: "Ints"
    sums: "Ints"
    squares: dict[str, int]
    gram: "Ints"
    ends: "dict[str, Ints]"
    """For each way to end: games in each group."""
    histograms: dict[str, Histogram]
    strata: dict[str, Strata]
    plain: bool = True
    """Whether each game has a deal of its own."""
    deals: "NDArray[np.uint64] | None" = None
    """The deals, ascending, where games share them."""

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.group_games.sum())

    @property
    def units(self) -> int:
        """Number of independent units: games, or deals where games share them."""
        return self.games if self.plain or self.deals is None else len(self.deals)

    @property
    def unit(self) -> str:
        """What is independent: ``game`` or ``deal``."""
        return "game" if self.plain else "deal"

    def group_sums(self, name: str) -> "Ints":
        """The sum of a number over each group."""
        return self.sums[:, self.names.index(name)]

    def total(self, name: str) -> int:
        """The sum of a number over all games."""
        return int(self.group_sums(name).sum())

    def square(self, name: str) -> int:
        """The sum of the squares of a number over all games. Raises KeyError if not summed."""
        # What is 0 or 1 is its own square.
        if name.partition("_")[0] in YES_OR_NO:
            return self.total(name)
        if name in self.gram_names:
            at = self.gram_names.index(name)
            return int(self.gram[:, at, at].sum())
        return self.squares[name]

    def merge(self, other: "Tally") -> "Tally":
        """The tally of both, which must be of the same columns. Raises DataError if not."""
        if (self.players, self.columns, self.names) != (
            other.players, other.columns, other.names,
        ):  # fmt: skip
            raise DataError("these games have other seats or columns: they are of another game")
        return Tally(
            self.players,
            self.components,
            self.columns,
            self.facts,
            self.names,
            self.gram_names,
            self.group_games + other.group_games,
            self.sums + other.sums,
            {name: square + other.squares[name] for name, square in self.squares.items()},
            self.gram + other.gram,
            _added(self.ends, other.ends),
            {name: one + other.histograms[name] for name, one in self.histograms.items()},
            {name: one + other.strata[name] for name, one in self.strata.items()},
            self.plain and other.plain,
            _union(self.deals, other.deals),
        )

    @classmethod
    def of(cls, rows: "pl.DataFrame", *, columns: Sequence[str] | None = None) -> "Tally":
        """The tally of some rows of a table a game.

        If ``columns`` names those of a seat, ``rows`` need not have them, and their strata stay
        empty; left out, they are all there are.
        """
        return merged(_of(part, columns) for part in rows.iter_slices(_SLICE))


def tally(
    table: "pl.LazyFrame | pl.DataFrame", *, progress: Callable[[int], object] | None = None
) -> Tally:
    """The tally of all rows; ``progress`` gets the number of games seen so far.

    Strategies are read from the first million games only.
    Raises DataError without games, and whatever :func:`ludometer.analytics.table.chunks` raises.
    """
    total: Tally | None = None
    with ThreadPoolExecutor(_WORKERS, thread_name_prefix="ludometer-tally") as pool:
        for part in _in_order(pool, _jobs(table)):
            total = part if total is None else total.merge(part)
            if progress is not None:
                progress(total.games)
    return merged([] if total is None else [total])


def _jobs(table: "pl.LazyFrame | pl.DataFrame") -> "Iterator[Callable[[], Tally]]":
    """The tallies to make, in order: first with strata, then without the columns for them."""
    columns = _columns(table)
    unused = [name for name in table.collect_schema() if name[:-2] in ("tiebreak", "policy")]
    lean = [name for name in columns if not name.startswith("c_")]
    lean_columns = [f"{name}_{seat}" for name in lean for seat in range(seats_of(table))]
    used = table.drop(unused)
    for chunk in chunks(used.head(STRATA_GAMES)):
        if chunk.height:
            yield partial(Tally.of, chunk)
    for chunk in chunks(used.drop(lean_columns).slice(STRATA_GAMES)):
        if chunk.height:
            yield partial(Tally.of, chunk, columns=columns)


def _in_order(pool: ThreadPoolExecutor, jobs: "Iterable[Callable[[], Tally]]") -> Iterator[Tally]:
    """What jobs come to, in order; few are under way at a time, so memory is bounded."""
    under_way: deque[Future[Tally]] = deque()
    for job in jobs:
        under_way.append(pool.submit(job))
        if len(under_way) > _WORKERS:
            yield under_way.popleft().result()
    while under_way:
        yield under_way.popleft().result()


def merged(parts: Iterable[Tally]) -> Tally:
    """The sum of tallies. Raises DataError if they are of no game at all."""
    total: Tally | None = None
    for part in parts:
        total = part if total is None else total.merge(part)
    if total is None:
        raise DataError("no games: there is nothing to analyse")
    return total


def _columns(table: "pl.LazyFrame | pl.DataFrame") -> tuple[str, ...]:
    return tuple(name for name in seat_columns(table) if name not in _PLAIN_SEAT)


class Grouped:
    """Some rows in order of their group, column by column, and the numbers of their games."""

    def __init__(self, rows: "pl.DataFrame") -> None:
        self.rows = rows
        self.players = seats_of(rows)
        self.columns = _columns(rows)
        self.components = tuple(name for name in self.columns if name.startswith("c_"))
        self.facts = tuple(
            name for name in rows.columns if name not in _PLAIN_GAME and not _OF_SEAT.search(name)
        )
        group = (rows["deal"].to_numpy() % GROUPS).astype(np.int64)
        self.order = np.argsort(group, kind="stable")
        self.group: Ints = group[self.order]
        self.games: Ints = np.bincount(group, minlength=GROUPS)
        self.starts: Ints = np.concatenate([[0], np.cumsum(self.games)])
        self.plain = bool((rows["deal"] == rows["game"]).all())
        self._cache: dict[str, Ints] = {}
        self.numbers = per_game_numbers(self.column, self.players, self.components, self.facts)

    def column(self, name: str) -> "Ints":
        """A column of the table a game."""
        if name not in self._cache:
            values = np.take(self.rows[name].to_numpy(), self.order)
            self._cache[name] = values.astype(np.int64)
        return self._cache[name]

    def by_group(self, matrix: "Ints") -> "Ints":
        """Sums over the games of each group: from (numbers, games) to (groups, numbers)."""
        sums = np.zeros((GROUPS, len(matrix)), np.int64)
        held = np.flatnonzero(self.games)
        sums[held] = np.add.reduceat(matrix, self.starts[held], axis=1).T
        return sums

    def ends(self) -> "dict[str, Ints]":
        """For each way to end: games in each group."""
        codes = self.rows["end"].to_physical().to_numpy()[self.order].astype(np.int64)
        words = self.rows["end"].unique().sort()
        cell = np.bincount(codes * GROUPS + self.group, minlength=256 * GROUPS)
        table = cell.reshape(-1, GROUPS)
        coded = zip(words, words.to_physical(), strict=True)
        return {str(word): table[code] for word, code in coded}


def _of(rows: "pl.DataFrame", given: Sequence[str] | None) -> Tally:
    found = Grouped(rows)
    players, components, numbers = found.players, found.components, found.numbers
    columns = found.columns if given is None else tuple(given)
    matrix = np.array(list(numbers.values()), np.int64)
    names = tuple(numbers)
    gram_names = tuple(
        f"{name}_{seat}" for name in ("share12", "score", *components) for seat in range(players)
    )
    return Tally(
        players,
        components,
        columns,
        found.facts,
        names,
        gram_names,
        found.games,
        found.by_group(matrix),
        {
            name: int(values @ values)
            for name, values in _squared(numbers, players, components, found.facts)
        },
        _gram(matrix[[names.index(name) for name in gram_names]], found.starts),
        found.ends(),
        _histograms(numbers, players),
        {
            name: Strata.empty(GROUPS) if given is not None else _strata(found, name)
            for name in columns
        },
        found.plain,
        None if found.plain else np.unique(rows["deal"].to_numpy()).astype(np.uint64),
    )


def _squared(
    numbers: "dict[str, NDArray[Any]]",
    players: int,
    components: Iterable[str],
    facts: Iterable[str],
) -> "Iterator[tuple[str, Ints]]":
    """The numbers whose squares are summed: those of interest that the Gram matrix lacks."""
    names = ["plies", "turns", "lead"]
    names += [f"fact_{name}" for name in facts] + [f"zero_{name}" for name in components]
    kinds = ("even12", "rank2")
    names += [f"{name}_{seat}" for name in kinds for seat in range(players)]
    return ((name, numbers[name]) for name in names)


def _gram(rows: "Ints", starts: "Ints") -> "Ints":
    # Floats for speed; a group of a slice stays far below 2**53, so the result is exact.
    matrix = rows.astype(np.float64)
    gram = np.zeros((GROUPS, len(rows), len(rows)), np.int64)
    for group in range(GROUPS):
        part = matrix[:, starts[group] : starts[group + 1]]
        if part.shape[1]:
            gram[group] = np.rint(part @ part.T)
    return gram


def _histograms(numbers: "dict[str, Ints]", players: int) -> dict[str, Histogram]:
    found = {name: Histogram.of(numbers[name]) for name in ("plies", "turns", "lead")}
    for seat in range(players):
        own = numbers[f"score_{seat}"]
        others = [numbers[f"score_{other}"] for other in range(players) if other != seat]
        best = np.maximum.reduce(others)
        level = np.add.reduce([values == best for values in others], dtype=np.int64)
        found[f"score_{seat}"] = Histogram.of(own)
        # Four codes a margin: how many others are level at their top decides a tie's share.
        found[f"margin4_{seat}"] = Histogram.of(4 * (own - best) + level - 1)
    return found


def _strata(found: Grouped, name: str) -> Strata:
    seats = range(found.players)
    values = np.concatenate([found.column(f"{name}_{seat}") for seat in seats])
    share = np.concatenate([found.column(f"share12_{seat}") for seat in seats])
    return Strata.of(values, share, np.tile(found.group, found.players), GROUPS)


def _added(mine: "dict[str, Ints]", yours: "dict[str, Ints]") -> "dict[str, Ints]":
    nothing = np.zeros(GROUPS, np.int64)
    return {name: mine.get(name, nothing) + yours.get(name, nothing) for name in mine | yours}


def _union(
    mine: "NDArray[np.uint64] | None", yours: "NDArray[np.uint64] | None"
) -> "NDArray[np.uint64] | None":
    if mine is None or yours is None:
        return mine if yours is None else yours
    return np.union1d(mine, yours)
