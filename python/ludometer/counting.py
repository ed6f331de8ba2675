"""Counts lines of play, as chess programs do to compare rules."""

from collections.abc import Sequence

from ludometer._core import Game, State
from ludometer.arguments import Rules
from ludometer.spec import make_game

__all__ = ["perft", "position"]


def perft(
    game: str | Game,
    *,
    variant: str = "standard",
    players: int | None = None,
    rules: Rules | None = None,
    state: str | None = None,
    tape: Sequence[str] = (),
    depth: int = 3,
) -> list[int]:
    """The numbers of decision sequences of length 1 to ``depth``.

    They start from ``state`` (its notation), or from the set-up. Chance is answered from ``tape``,
    draw k by entry k. A game that is over before it reaches a depth does not count there.

    Raises UnknownNameError, CountError, RulesError, NotationError, TapeError.
    """
    fixed = make_game(game, variant=variant, players=players, rules=rules)
    return position(fixed, state).perft(depth, tape=list(tape))


def position(game: Game, state: str | None) -> State:
    """The state that the notation ``state`` describes, or the set-up without one."""
    return game.new_state() if state is None else game.parse_state(state)
