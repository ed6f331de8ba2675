"""Shows any single game of a run, played again from its number."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ludometer._core import DataError, Game, LudometerError, games
from ludometer.arguments import MAX_SEED, Rules, check_seed, whole
from ludometer.simulation import provenance
from ludometer.spec import Spec, make_game, make_spec

__all__ = ["Replay", "replay"]


@dataclass(frozen=True, eq=False, repr=False)
class Replay:
    """One game, played again."""

    spec: Spec
    number: int
    """The game's number in the run."""
    record: dict[str, Any]
    """Steps and outcome, as ``Game.record`` returns them."""
    folder: Path | None
    """The run folder that the game was compared with."""
    differences: tuple[str, ...]
    """One line for each stored field that came out otherwise; empty without a folder."""

    def board(self, step: int | None = None) -> str:
        """The board before step ``step`` (from 0), or at the end."""
        text = self.record["end_state"] if step is None else self.record["steps"][step]["state"]
        game = self.spec.game
        return str(game.parse_state(text, seed=self.spec.seed, deal=self.number))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        stored = None if self.folder is None else str(self.folder)
        return provenance(self.spec) | {
            "number": self.number,
            "folder": stored,
            "differences": list(self.differences),
            **self.record,
        }

    def __repr__(self) -> str:
        record = self.record
        return (
            f"<Replay of game {self.number}, seed {self.spec.seed}, {self.spec.game!r}: "
            f"{record['end']} after {record['plies']} plies, digest {record['digest']:08x}>"
        )


def replay(
    source: str | PathLike[str] | Game,
    *,
    game: int,
    seed: int | None = None,
    variant: str = "standard",
    players: int | None = None,
    rules: Rules | None = None,
    policy: str | Sequence[str] = "uniform",
) -> Replay:
    """Plays game number ``game`` of a run again.

    ``source`` is a game (name or ``Game``), with ``seed`` and the other arguments of
    :func:`ludometer.simulate`; or a run folder, which knows them: the game is then compared with
    its stored rows. A folder that is called like a game is meant as ``./name``.

    Raises what ``simulate`` raises, and DataError if the folder does not hold the game.
    """
    number = whole("game", game, 0, MAX_SEED)
    if isinstance(source, Game) or is_game(source):
        if seed is None:
            raise LudometerError("to replay a game by its number, the seed of its run is needed")
        name = source if isinstance(source, Game) else fspath(source)
        fixed = make_game(name, variant=variant, players=players, rules=rules)
        spec = make_spec(fixed, seed=check_seed(seed), policy=policy)
        return Replay(spec, number, _record(spec, number), None, ())
    given = (variant, players, rules or None, policy)
    if seed is not None or given != ("standard", None, None, "uniform"):
        raise LudometerError(
            f"{fspath(source)} is taken as a run folder, which has its own seed, variant, players, "
            f"rules and policy: leave them out"
        )
    return _replay_stored(Path(source), number)


def is_game(source: str | PathLike[str]) -> bool:
    """Whether ``source`` is meant as the name of a game, known or misspelt, not as a folder."""
    text = fspath(source)
    if text.replace("_", "-") in {entry["name"] for entry in games()}:
        return True
    return "/" not in text and "\\" not in text and not Path(text).exists()


def _replay_stored(folder: Path, number: int) -> Replay:
    from ludometer.dataset.read import load
    from ludometer.dataset.verify import compare

    dataset = load(folder)
    if dataset.spec.versions != dataset.manifest.versions:
        raise DataError(
            f"{folder} was played by versions {dataset.manifest.versions}, these are "
            f"{dataset.spec.versions}: its games cannot be played again"
        )
    row, seats = dataset.row(number)
    spec = dataset.spec
    return Replay(
        spec, number, _record(spec, number), folder, tuple(compare(spec, number, row, seats))
    )


def _record(spec: Spec, number: int) -> dict[str, Any]:
    return spec.game.record(number, seed=spec.seed, policies=spec.policies)
