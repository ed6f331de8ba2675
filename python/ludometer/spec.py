"""What decides every row of a run: rules, policies and seed, and the versions of what plays it."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Any

from ludometer._core import Game, build_info, line_up
from ludometer.arguments import Rules, check_seed, names, whole

__all__ = ["Spec", "fresh_seed", "make_game", "make_spec", "run_id"]


@dataclass(frozen=True, slots=True)
class Spec:
    """Rules, policies and seed: row *i* of the run is a function of these and of *i*."""

    game: Game
    policies: tuple[str, ...]
    """One policy a seat."""
    seed: int

    @property
    def policy_names(self) -> list[str]:
        """Each policy once, in order of first appearance: the meaning of the codes in ``seats``."""
        return list(dict.fromkeys(self.policies))

    @property
    def versions(self) -> dict[str, Any]:
        """Behaviour versions used: ``generator``, ``game``, ``policies`` (name to version)."""
        info = build_info()
        policies = line_up(self.policies, self.game.players)
        used = sorted({kind for _, kinds in policies for kind in kinds})
        return {
            "generator": info["generator"],
            "game": info["games"][self.game.name],
            "policies": {name: info["policies"][name] for name in used},
        }

    def identity(self, shard: int, schema_version: int) -> dict[str, Any]:
        """What two folders must share to be parts of one run, as plain data."""
        return {
            "schema_version": schema_version,
            "game": self.game.name,
            "rules_hash": self.game.rules_hash,
            "players": self.game.players,
            "policies": list(self.policies),
            "seed": str(self.seed),
            "versions": self.versions,
            "shard": shard,
        }


def run_id(identity: dict[str, Any]) -> str:
    """16 hexadecimal digits over the ``identity`` of a run."""
    text = json.dumps(identity, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fresh_seed() -> int:
    """A seed that nobody has used: 63 random bits, so that it fits every signed integer."""
    return secrets.randbits(63)


def make_game(
    game: str | Game,
    *,
    variant: str = "standard",
    players: int | None = None,
    rules: Rules | None = None,
) -> Game:
    """The game with its rules. A ``Game`` is taken as it is and must come without the others.

    Raises TypeError, and whatever :class:`ludometer.Game` raises.
    """
    if isinstance(game, Game):
        if variant != "standard" or players is not None or rules:
            raise TypeError("a Game has its rules already: leave out variant, players and rules")
        return game
    for name, value in (("game", game), ("variant", variant)):
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {value!r}")
    if players is not None:
        # The core knows which numbers the variant takes; this refuses what is no number at all.
        players = whole("players", players, 0, 255)
    return Game(game, variant=variant, players=players, rules=dict(rules) if rules else None)


def make_spec(game: Game, *, seed: object, policy: object) -> Spec:
    """The run of ``game`` with one policy for all seats or one a seat; ``seed`` None draws one.

    Raises TypeError, CountError, UnknownNameError.
    """
    chosen = names("policy", policy)
    number = fresh_seed() if seed is None else check_seed(seed)
    return Spec(game, tuple(text for text, _ in line_up(chosen, game.players)), number)
