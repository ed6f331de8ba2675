"""The table a game: one row for each game, with a column for each seat.

All analytics start from it. It is what ``games`` and ``seats`` say, side by side: ``score`` of
seat 0 is ``score_0``, and so on. Nothing is left out but the identities of rows.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludometer._core import DataError
from ludometer.analytics.question import Truncated

if TYPE_CHECKING:
    import polars as pl

    Frame = pl.LazyFrame | pl.DataFrame

__all__ = ["CHUNK", "chunks", "per_game", "seat_columns", "seats_of"]

CHUNK = 250_000
"""Games looked at in one go: memory stays the same however many there are."""

_GAME_NEEDS = ("game", "deal", "plies", "turns", "end")
_SEAT_NEEDS = ("game", "seat", "score", "rank", "share12", "plies", "choices", "sum_branching")
_DROPPED = ("digest", "winner_mask", "rep")
_MAX_SEATS = 4


def per_game(games: "Frame", seats: "Frame", *, truncated: Truncated = "include") -> "pl.LazyFrame":
    """One row a game: its columns of ``games``, then those of each seat with the seat behind.

    ``games`` and ``seats`` are the frames of a run (see docs/datasets.md), stored or as people
    get them, of one run or of several one after the other. Rows must be in order: by game, then
    by seat. ``truncated`` (bool) says whether the ply cap stopped the game; with
    ``truncated="exclude"`` such games are left out, else they count as they stood. ``complete``
    says whether the row has all its seats; analytics refuse tables where one does not.

    Reads the first few rows to learn the number of seats; all else is lazy.
    Raises DataError if columns are missing or there are no games.
    """
    import polars as pl

    if truncated not in ("include", "exclude"):
        raise DataError(f"truncated: `{truncated}` is unknown; known: include, exclude")
    games, seats = games.lazy(), seats.lazy()
    _need("games", games, _GAME_NEEDS)
    _need("seats", seats, _SEAT_NEEDS)
    players = _players(seats)
    end = games.collect_schema()["end"]
    stopped = pl.col("end") == (0 if end.is_integer() else "truncated")
    own = [name for name in seats.collect_schema() if name not in _DROPPED]
    wide = [seats.gather_every(players, seat).rename({c: f"{c}_{seat}" for c in own}) for seat in
            range(players)]  # fmt: skip
    together = pl.concat(
        [
            games.drop(name for name in _DROPPED if name in games.collect_schema()),
            *(part.select(f"{c}_{seat}" for c in own) for seat, part in enumerate(wide)),
        ],
        how="horizontal",
    )
    whole = [pl.col(f"game_{seat}") == pl.col("game") for seat in range(players)]
    whole += [pl.col(f"seat_{seat}") == seat for seat in range(players)]
    table = together.with_columns(
        truncated=stopped, complete=pl.all_horizontal(whole).fill_null(value=False)
    ).drop(f"{name}_{seat}" for seat in range(players) for name in ("game", "seat"))
    return table.filter(~pl.col("truncated")) if truncated == "exclude" else table


def _need(what: str, frame: "pl.LazyFrame", needed: Sequence[str]) -> None:
    missing = [name for name in needed if name not in frame.collect_schema()]
    if missing:
        raise DataError(
            f"{what} is not such a frame of a run: columns missing: {', '.join(missing)}"
        )


def _players(seats: "pl.LazyFrame") -> int:
    """The number of seats: rows of the first game."""
    first = seats.select("game", "seat").head(_MAX_SEATS + 1).collect()
    if first.is_empty():
        raise DataError("no games: the frames have no rows")
    players = first.filter(first["game"] == first["game"][0]).height
    if first["seat"].to_list()[:players] != list(range(players)):
        raise DataError(
            f"seats: game {first['game'][0]} should begin with seat 0 and count up; it has "
            f"{first['seat'].to_list()[:players]} (rows in order of game and seat?)"
        )
    if not 2 <= players <= _MAX_SEATS:
        raise DataError(f"seats: game {first['game'][0]} has {players} seats; allowed: 2 to 4")
    return players


def seats_of(table: "Frame") -> int:
    """The number of seats of a table a game. Raises DataError if it is none."""
    names = table.collect_schema()
    players = sum(f"share12_{seat}" in names for seat in range(_MAX_SEATS))
    if players < 2 or "complete" not in names:
        raise DataError("this is no table a game; make one with ludometer.analytics.per_game")
    return players


def seat_columns(table: "Frame") -> list[str]:
    """The columns that each seat has, without the seat's number, in order."""
    return [name[:-2] for name in table.collect_schema() if name.endswith("_0")]


def chunks(table: "Frame", size: int = CHUNK) -> "Iterator[pl.DataFrame]":
    """The rows in order, ``size`` at a time, in constant memory.

    Raises DataError if files cannot be read, or a game does not have all of its seats.
    """
    import polars as pl

    seats_of(table)
    try:
        if isinstance(table, pl.DataFrame):
            yield from (_whole(part) for part in table.iter_slices(size))
        else:
            yield from map(_whole, table.collect_batches(chunk_size=size))
    except pl.exceptions.ShapeError as error:
        raise DataError(
            "games and seats do not belong together: some game lacks a seat, or has one too many"
        ) from error
    except (pl.exceptions.PolarsError, OSError) as error:
        raise DataError(f"cannot read the rows: {str(error).partition(chr(10))[0]}") from error


def _whole(chunk: "pl.DataFrame") -> "pl.DataFrame":
    if not chunk["complete"].all():
        game = chunk.filter(~chunk["complete"])["game"][0]
        raise DataError(
            f"game {game}: a row of games without its seats, or rows that are not in order "
            f"(by game, then by seat)"
        )
    return chunk
