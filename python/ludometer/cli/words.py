"""Commands as words, for people to type again."""

import json
from collections.abc import Sequence

from ludometer._core import LudometerError
from ludometer.spec import Spec

__all__ = ["run_words", "toml_text"]


def run_words(spec: Spec) -> list[str]:
    """Game, seed, players, variant, changed rules and policies, as options of a command."""
    game = spec.game
    words = [game.name, "--seed", str(spec.seed), "-p", str(game.players)]
    words += ["--variant", game.variant]
    for key, value in game.changed.items():
        words += ["--set", f"{key}={toml_text(value)}"]
    # One stands for all seats.
    for policy in spec.policies[:1] if len(set(spec.policies)) == 1 else spec.policies:
        words += ["--policy", policy]
    return words


def toml_text(value: bool | int | str | Sequence[str]) -> str:
    """A rule value as ``--set`` takes it."""
    # Booleans, whole numbers, text and lists of text are written alike in JSON and TOML.
    if isinstance(value, bool | int | str):
        return json.dumps(value)
    if all(isinstance(item, str) for item in value):
        return json.dumps(list(value))
    raise LudometerError(f"{value!r} is no rule value")
