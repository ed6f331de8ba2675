"""Frames have the columns and types that ``schemas`` says, for every game."""

from typing import Any

import polars as pl
import pytest

import ludometer
from ludometer import schemas

GAMES = ludometer.games()


@pytest.fixture(scope="module", params=GAMES, ids=lambda facts: facts["name"])
def run(request: pytest.FixtureRequest) -> ludometer.Run:
    return ludometer.simulate(request.param["name"], games=300, seed=7)


def facts_of(run: ludometer.Run) -> dict[str, Any]:
    return run.game.facts


def test_frames_have_the_declared_schema(run: ludometer.Run) -> None:
    assert run.games.schema == schemas.games_schema(facts_of(run))
    assert run.seats.schema == schemas.seats_schema(facts_of(run), ["uniform"])
    assert run.games.height == 300
    assert run.seats.height == 300 * run.game.players


def test_arrow_tables_have_the_stored_schema(run: ludometer.Run) -> None:
    for table in ("games", "seats"):
        arrow = run.arrow(table)
        frame = pl.DataFrame(arrow)
        assert frame.schema == schemas.stored_schema(table, facts_of(run))
        assert arrow.column_names == frame.columns
        assert len(arrow) == frame.height


def test_codes_become_the_words_they_stand_for(run: ludometer.Run) -> None:
    ends = facts_of(run)["ends"]
    codes = pl.DataFrame(run.arrow("games"))["end"].to_list()
    assert run.games["end"].to_list() == [ends[code] for code in codes]
    assert run.games["end"].dtype == pl.Enum(ends)
    assert run.seats["policy"].unique().to_list() == ["uniform"]


def test_no_column_is_called_like_another(run: ludometer.Run) -> None:
    columns = list(schemas.seats_columns(facts_of(run)))
    assert len(columns) == len(set(columns))
    components = [name for name in columns if name.startswith("c_")]
    assert components == [f"c_{name}" for name in facts_of(run)["components"]]


def test_lazy_frames_are_converted_alike(run: ludometer.Run) -> None:
    lazy = pl.DataFrame(run.arrow("games")).lazy()
    assert schemas.people_games(lazy, facts_of(run)).collect().equals(run.games)
