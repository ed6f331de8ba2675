"""Columns of the ``games`` and ``seats`` frames: names, types, and the codes that become words.

Stored frames (Parquet, Arrow) carry the end and the policy as codes of one byte. Frames handed to
people carry them as ``pl.Enum``; the bytes stay where they are, so this costs next to nothing.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import polars as pl

    Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)

__all__ = [
    "games_columns",
    "games_schema",
    "people_games",
    "people_seats",
    "seats_columns",
    "seats_schema",
    "stored_schema",
]

_GAMES = {
    "game": "UInt64",
    "deal": "UInt64",
    "rep": "UInt16",
    "rotation": "UInt8",
    "plies": "UInt16",
    "turns": "UInt16",
    "end": "UInt8",
    "winner_mask": "UInt8",
    "digest": "UInt32",
}
_SEATS = {
    "game": "UInt64",
    "seat": "UInt8",
    "policy": "UInt8",
    "score": "Int16",
    "rank": "UInt8",
    "share12": "UInt8",
    "tiebreak": "Int16",
    "plies": "UInt16",
    "choices": "UInt16",
    "sum_branching": "UInt32",
}


def games_columns(facts: Mapping[str, Any]) -> dict[str, str]:
    """Columns of ``games`` as stored, in order, with the names of their polars types.

    ``facts`` is the game's entry in ``ludometer.games()``.
    """
    return _GAMES | dict.fromkeys(facts["game_facts"], "Int16")


def seats_columns(facts: Mapping[str, Any]) -> dict[str, str]:
    """Columns of ``seats`` as stored: ``c_*`` components, ``by_*`` second cut, bare facts last."""
    own = [f"c_{name}" for name in facts["components"]]
    own += [f"by_{name}" for name in facts["cuts"]]
    own += facts["seat_facts"]
    return _SEATS | dict.fromkeys(own, "Int16")


def stored_schema(table: str, facts: Mapping[str, Any]) -> "pl.Schema":
    """The polars schema of a stored ``games`` or ``seats`` table."""
    import polars as pl

    columns = games_columns(facts) if table == "games" else seats_columns(facts)
    return pl.Schema({name: getattr(pl, dtype) for name, dtype in columns.items()})


def games_schema(facts: Mapping[str, Any]) -> "pl.Schema":
    """The polars schema of ``games`` as people get it: ``end`` is an Enum of the game's ends."""
    import polars as pl

    schema = stored_schema("games", facts)
    schema["end"] = pl.Enum(facts["ends"])
    return schema


def seats_schema(facts: Mapping[str, Any], policies: Sequence[str]) -> "pl.Schema":
    """The polars schema of ``seats`` as people get it: ``policy`` is an Enum of ``policies``.

    ``policies`` are the run's distinct policies in order of first appearance.
    """
    import polars as pl

    schema = stored_schema("seats", facts)
    schema["policy"] = pl.Enum(policies)
    return schema


def people_games(frame: "Frame", facts: Mapping[str, Any]) -> "Frame":
    """Stored ``games`` with the end as an Enum."""
    return _coded(frame, "end", facts["ends"])


def people_seats(frame: "Frame", policies: Sequence[str]) -> "Frame":
    """Stored ``seats`` with the policy as an Enum of ``policies``."""
    return _coded(frame, "policy", policies)


def _coded(frame: "Frame", column: str, words: Sequence[str]) -> "Frame":
    import polars as pl

    # A cast would read the codes as text; `cat.to` reinterprets them as they are.
    return frame.with_columns(pl.col(column).cat.to(pl.Enum(words)))
