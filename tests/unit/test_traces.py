"""``replay``: any game of a run, from its number."""

from pathlib import Path

import polars as pl
import pytest

import ludometer
from ludometer import CountError, DataError, Game, LudometerError, UnknownNameError, replay
from ludometer.dataset import write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "run"
    write_run(out, "top-cap", games=400, seed=7, shard=150, variant="mini-5x5")
    return out


def test_a_replayed_game_is_the_game_of_the_run() -> None:
    run = ludometer.simulate("top-cap", games=30, seed=7)
    for number in (0, 12, 29):
        row = run.games.row(number, named=True)
        record = replay("top-cap", game=number, seed=7).record
        assert record["digest"] == row["digest"]
        assert record["plies"] == row["plies"] == len(record["steps"])
        assert record["end"] == row["end"]
        seats = run.seats.filter(pl.col("game") == number)
        assert record["scores"] == seats["score"].to_list()
        assert record["ranks"] == seats["rank"].to_list()


def test_steps_can_be_walked() -> None:
    played = replay("top-cap", game=12, seed=7)
    state = Game("top-cap").new_state(seed=7, deal=12)
    for index, step in enumerate(played.record["steps"]):
        assert step["state"] == state.notation
        assert step["seat"] == state.seat
        assert step["legal"] == len(state.legal_actions())
        assert played.board(index) == str(state)
        assert state.action_code(step["action"]) == step["code"]
        state.apply(step["action"])
    assert state.is_terminal()
    assert played.board() == str(state)
    assert played.record["end_state"] == state.notation
    assert "12" in repr(played)


def test_a_folder_knows_its_run(folder: Path) -> None:
    stored = replay(folder, game=200)
    named = replay("top-cap", game=200, seed=7, variant="mini-5x5")
    assert stored.record == named.record
    assert stored.differences == ()
    assert stored.to_dict()["folder"] == str(folder)
    assert stored.to_dict()["seed"] == "7"


def test_a_stored_row_that_differs_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludometer.dataset import Dataset

    honest = Dataset.row

    def forged(self: Dataset, game: int) -> object:
        row, seats = honest(self, game)
        return row | {"digest": 1}, seats

    monkeypatch.setattr(Dataset, "row", forged)
    differences = replay(folder, game=3).differences
    assert len(differences) == 1
    assert "game 3: digest is stored as 1" in differences[0]


def test_what_is_not_possible_is_refused(folder: Path) -> None:
    with pytest.raises(DataError, match="does not hold game 400; it has 0:150, 150:300, 300:400"):
        replay(folder, game=400)
    with pytest.raises(LudometerError, match="seed"):
        replay("top-cap", game=1)
    with pytest.raises(LudometerError, match="leave them out"):
        replay(folder, game=1, seed=7)
    with pytest.raises(UnknownNameError, match="did you mean `top-cap`"):
        replay("top-cup", game=1, seed=7)
    with pytest.raises(DataError, match="not a run folder"):
        replay(folder / "games", game=1)
    with pytest.raises(CountError, match="game: -1"):
        replay("top-cap", game=-1, seed=7)
