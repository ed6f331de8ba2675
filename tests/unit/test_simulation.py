"""``simulate``: arguments, determinism, laziness."""

from typing import Any

import numpy as np
import polars as pl
import pytest

import ludometer
from ludometer import CountError, DataError, RulesError, UnknownNameError, simulate


def test_a_run_is_what_seed_and_rules_make_it() -> None:
    first = simulate("top-cap", games=500, seed=7)
    again = simulate("top-cap", games=500, seed=7, threads=2, chunk=7)
    assert first.games.equals(again.games)
    assert first.seats.equals(again.seats)
    assert first.digest == again.digest
    assert simulate("top-cap", games=500, seed=8).digest != first.digest


def test_a_range_is_a_slice_of_the_run() -> None:
    whole = simulate("top-cap", games=1000, seed=7)
    part = simulate("top-cap", games=1000, seed=7, range=(300, 450))
    assert part.games.equals(whole.games.slice(300, 150))
    assert part.seats.equals(whole.seats.slice(600, 300))
    assert (part.first, part.last) == (300, 450)


def test_one_policy_stands_for_all_seats() -> None:
    one = simulate("top-cap", games=50, seed=7, policy="uniform")
    both = simulate("top-cap", games=50, seed=7, policy=["uniform", "uniform"])
    assert one.digest == both.digest
    assert one.policies == both.policies == ("uniform", "uniform")


def test_sums_alone_are_the_same_sums() -> None:
    rows = simulate("top-cap", games=3000, seed=7)
    sums = simulate("top-cap", games=3000, seed=7, rows=False)
    assert sums.digest == rows.digest
    assert sums.summary() == rows.summary()
    with pytest.raises(DataError, match="rows=True"):
        _ = sums.games


def test_sums_are_put_together_from_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate("top-cap", games=1000, seed=7, rows=False)
    monkeypatch.setattr("ludometer.simulation._BLOCK_GAMES", 300)
    seen: list[int] = []
    blocks = simulate("top-cap", games=1000, seed=7, rows=False, progress=seen.append)
    assert blocks.summary() == whole.summary()
    assert seen == sorted(seen)
    assert seen[-1] == 1000


def test_tiny_chunks_of_many_games_are_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludometer.simulation._ROW_CHUNKS", 10)
    run = simulate("top-cap", games=1001, seed=7, chunk=1)
    assert run.digest == simulate("top-cap", games=1001, seed=7).digest


def test_a_drawn_seed_is_told() -> None:
    run = simulate("top-cap", games=20)
    assert 0 <= run.seed < 2**63
    assert simulate("top-cap", games=20, seed=run.seed).digest == run.digest
    assert simulate("top-cap", games=20).seed != run.seed


def test_the_largest_seed_works() -> None:
    run = simulate("top-cap", games=20, seed=2**64 - 1)
    assert run.seed == 2**64 - 1
    assert run.digest != simulate("top-cap", games=20, seed=0).digest


def test_a_game_may_be_given_as_such() -> None:
    game = ludometer.Game("top-cap", variant="mini-5x5", rules={"max_plies": 99})
    run = simulate(game, games=20, seed=7)
    named = simulate("top_cap", games=20, seed=7, variant="mini-5x5", rules={"max_plies": 99})
    assert run.digest == named.digest
    with pytest.raises(TypeError, match="leave out variant"):
        simulate(game, games=20, seed=7, variant="alt-1")


def test_frames_are_made_once_and_when_asked() -> None:
    run = simulate("top-cap", games=20, seed=7)
    assert "games" not in vars(run)
    assert run.games is run.games


def test_rows_are_given_to_other_readers_as_an_arrow_stream() -> None:
    run = simulate("top-cap", games=20, seed=7)
    capsule = run.arrow("seats").__arrow_c_stream__()
    assert type(capsule).__name__ == "PyCapsule"
    # Twice, since each reader uses up its own stream.
    assert pl.DataFrame(run.arrow("seats")).equals(pl.DataFrame(run.arrow("seats")))
    with pytest.raises(DataError, match="known: games, seats"):
        run.arrow("plies")


def test_numpy_integers_are_integers() -> None:
    numbers: dict[str, Any] = {"games": np.int64(20), "seed": np.uint64(7)}
    run = simulate("top-cap", **numbers)
    assert run.digest == simulate("top-cap", games=20, seed=7).digest


def test_progress_may_stop_a_run() -> None:
    def stop(done: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        simulate("top-cap", games=3_000_000, seed=7, rows=False, progress=stop)


def test_a_run_describes_itself() -> None:
    run = simulate("top-cap", games=100, seed=7, rules={"max_plies": 30})
    assert repr(run).startswith("<Run of Game('top-cap'")
    text = str(run)
    assert "seed 7" in text
    assert run.digest in text
    assert "rule changed: max_plies = 30" in text
    assert "truncated" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"games": 0}, CountError, "games: 0 is not possible; allowed: 1 to"),
        ({"games": -3}, CountError, "-3"),
        ({"games": 10**13}, CountError, "1,000,000,000,000"),
        ({"games": 10**9 + 1}, CountError, "rows=False"),
        ({"games": 2.5}, TypeError, "games must be a whole number, not 2.5"),
        ({"games": True}, TypeError, "games"),
        ({"games": "10"}, TypeError, "'10'"),
        ({"seed": -1}, CountError, "seed: -1"),
        ({"seed": 2**64}, CountError, "18,446,744,073,709,551,615"),
        ({"seed": 1.0}, TypeError, "seed"),
        ({"threads": -1}, CountError, "threads"),
        ({"threads": 1025}, CountError, "0 to 1,024"),
        ({"chunk": 0}, CountError, "chunk"),
        ({"players": 3}, CountError, "allowed: 2"),
        ({"players": "2"}, TypeError, "players"),
        ({"variant": "standrad"}, UnknownNameError, "did you mean `standard`"),
        ({"variant": 4}, TypeError, "variant"),
        ({"policy": "unifrom"}, UnknownNameError, "did you mean `uniform`"),
        ({"policy": ["uniform"] * 3}, CountError, "policies"),
        ({"policy": []}, CountError, "policies"),
        ({"policy": 1}, TypeError, "policy"),
        ({"rules": {"max_ply": 4}}, RulesError, "did you mean `max_plies`"),
        ({"rules": {"directions": 5}}, RulesError, "one of 4, 8"),
        ({"rules": {"max_plies": 1.5}}, RulesError, "max_plies"),
        ({"range": (5, 5)}, CountError, "range: 5:5"),
        ({"range": (0, 11)}, CountError, "B <= 10"),
        ({"range": "0:5"}, TypeError, "range"),
    ],
)
def test_what_is_not_possible_is_refused(
    change: dict[str, Any], error: type[Exception], words: str
) -> None:
    arguments: dict[str, Any] = {"games": 10, "seed": 7} | change
    with pytest.raises(error) as caught:
        simulate("top-cap", **arguments)
    assert words in str(caught.value)


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean `top-cap`"):
        simulate("tpo-cap", games=1)
    with pytest.raises(TypeError, match="game must be a str"):
        simulate(7, games=1)  # type: ignore[arg-type]


def test_all_problems_of_rules_come_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        simulate("top-cap", games=1, rules={"bord_size": 5, "directions": 3})
    assert len(str(caught.value).splitlines()) == 2
