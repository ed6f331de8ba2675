"""What crossing the boundary costs: calls for few and many games, frames, and steps of a `State`.

Times are of one machine at one moment; the fastest of several repetitions is shown.
"""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING

import polars as pl

import ludometer
from ludometer._core import build_info

if TYPE_CHECKING:
    from collections.abc import Callable


def best(action: Callable[[], object], number: int) -> float:
    """Seconds a call, the fastest of five repetitions."""
    return min(timeit.repeat(action, number=number, repeat=5)) / number


def main() -> None:
    """Prints one line a measurement."""
    if build_info()["profile"] != "release":
        raise SystemExit("a debug build says nothing about speed; build with --release")
    game = ludometer.Game("top-cap")
    state = game.new_state()
    for games, number in ((1, 2000), (100, 200), (100_000, 1)):
        played = best(lambda n=games: game.batch(0, n, seed=7, threads=1), number)
        print(f"batch of {games:>7,} games     {played / games * 1e9:10,.0f} ns a game")
    many = 200_000
    batch = game.batch(0, many, seed=7, threads=1)
    # By turns, so that a machine whose clock wanders treats all three alike.
    rounds = [
        (
            timeit.timeit(lambda: game.batch(0, many, seed=7, threads=1, rows=False), number=1),
            timeit.timeit(lambda: game.batch(0, many, seed=7, threads=1), number=1),
            timeit.timeit(lambda: (pl.DataFrame(batch.games), pl.DataFrame(batch.seats)), number=1),
        )
        for _ in range(9)
    ]
    summary, rows, frames = (min(times) for times in zip(*rounds, strict=True))
    print(f"rows and frames            {(rows - summary + frames) / many * 1e9:10,.0f} ns a game")
    for name, action in {
        "clone": state.clone,
        "legal_actions": state.legal_actions,
        "clone and apply": lambda: state.clone().apply(148),
        "legal_mask": state.legal_mask,
        "scores": state.scores,
    }.items():
        print(f"State {name:20} {best(action, 2000) * 1e9:10,.0f} ns")


if __name__ == "__main__":
    main()
