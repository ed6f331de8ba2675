"""``manifest.json``: what a run folder holds, and what it would take to play it again.

The file is written before the first game and again at the end, each time in one step: it is
complete or it is not there.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludometer._core import DataError, Game, LudometerError
from ludometer.dataset.files import failure, write_atomically
from ludometer.dataset.spans import Span, text, union
from ludometer.spec import Spec, run_id

__all__ = ["KIND", "NAME", "SCHEMA_VERSION", "STATUSES", "Manifest", "PartRecord"]

NAME = "manifest.json"
KIND = "ludometer-run"
SCHEMA_VERSION = 1
STATUSES = ("running", "interrupted", "complete")


@dataclass(frozen=True, slots=True)
class PartRecord:
    """One part as the manifest lists it: games ``first`` to ``last - 1``, rows, digest."""

    first: int
    last: int
    games: int
    seats: int
    digest: str

    @property
    def span(self) -> Span:
        """``(first, last)``."""
        return self.first, self.last

    def __str__(self) -> str:
        return f"{self.games} games, {self.seats} seats, digest {self.digest}"

    def to_dict(self) -> dict[str, Any]:
        """As in the file, where the bounds are called ``from`` and ``to``."""
        return {
            "from": self.first,
            "to": self.last,
            "games": self.games,
            "seats": self.seats,
            "digest": self.digest,
        }


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest, checked field by field. ``seed`` is text in the file: JSON ends at 2**53."""

    status: str
    run_id: str
    ludometer: str
    versions: dict[str, Any]
    game: str
    variant: str
    players: int
    rules: dict[str, Any]
    changed: dict[str, Any]
    rules_hash: str
    policies: tuple[str, ...]
    seed: int
    shard: int
    games: int
    """Games of the whole run, of which this folder may hold a part."""
    ranges: tuple[Span, ...]
    """Games that were asked for here."""
    parts: tuple[PartRecord, ...] | None = None
    """Parts as they were when the last run ended; None while the first one is under way."""
    digest: str | None = None
    wall_seconds: float = 0.0
    polars: str | None = None
    schema_version: int = SCHEMA_VERSION
    kind: str = field(default=KIND)

    @classmethod
    def of(cls, spec: Spec, *, shard: int, games: int, span: Span) -> "Manifest":
        """The manifest of a run that is about to start."""
        from ludometer import __version__

        game = spec.game
        return cls(
            status="running",
            run_id=run_id(spec.identity(shard, SCHEMA_VERSION)),
            ludometer=__version__,
            versions=spec.versions,
            game=game.name,
            variant=game.variant,
            players=game.players,
            rules=game.rules,
            changed=game.changed,
            rules_hash=game.rules_hash,
            policies=spec.policies,
            seed=spec.seed,
            shard=shard,
            games=games,
            ranges=(span,),
        )

    def asked(self, games: int, span: Span) -> "Manifest":
        """The same run, asked for ``span`` of ``games`` games as well."""
        ranges = tuple(union([*self.ranges, span]))
        return replace(self, status="running", games=games, ranges=ranges)

    def spec(self) -> Spec:
        """Rules, policies and seed. Raises DataError if this version no longer knows them."""
        try:
            game = Game(self.game, variant=self.variant, players=self.players, rules=self.rules)
        except LudometerError as error:
            raise DataError(f"{NAME} does not fit this version of ludometer: {error}") from error
        if game.rules_hash != self.rules_hash:
            raise DataError(
                f"{NAME}: `rules` come to the hash {game.rules_hash}, "
                f"`rules_hash` says {self.rules_hash}; one of them was changed"
            )
        return Spec(game, self.policies, self.seed)

    def identity(self) -> dict[str, Any]:
        """What must agree for two folders to be one run (see ``Spec.identity``)."""
        return {
            "schema_version": self.schema_version,
            "game": self.game,
            "rules_hash": self.rules_hash,
            "players": self.players,
            "policies": list(self.policies),
            "seed": str(self.seed),
            "versions": self.versions,
            "shard": self.shard,
        }

    def differences(self, other: "Manifest") -> list[str]:
        """One line for each thing that makes ``other`` another run: name, value here, value there.

        Rules are compared one by one; the hash is named only if no single rule explains it.
        """
        lines = []
        here, there = self.identity(), other.identity()
        changed = [
            f"rule {key}: {self.rules.get(key)} here, {other.rules.get(key)} asked for"
            for key in sorted({*self.rules, *other.rules})
            if self.rules.get(key) != other.rules.get(key)
        ]
        for name, value in here.items():
            if value == there[name] or (
                name == "rules_hash" and changed and self.game == other.game
            ):
                continue
            lines.append(f"{name}: {value} here, {there[name]} asked for")
        return lines + (changed if self.game == other.game else [])

    def to_dict(self) -> dict[str, Any]:
        """As in the file."""
        start: dict[str, Any] = {
            "schema_version": self.schema_version,
            "kind": self.kind,
            "status": self.status,
            "run_id": self.run_id,
            "ludometer": self.ludometer,
            "versions": self.versions,
            "game": self.game,
            "variant": self.variant,
            "players": self.players,
            "rules": self.rules,
            "changed": self.changed,
            "rules_hash": self.rules_hash,
            "policies": list(self.policies),
            "seed": str(self.seed),
            "shard": self.shard,
            "games": self.games,
            "ranges": [list(span) for span in self.ranges],
        }
        if self.parts is None:
            return start
        return start | {
            "parts": [part.to_dict() for part in self.parts],
            "digest": self.digest,
            "wall_seconds": round(self.wall_seconds, 3),
            "polars": self.polars,
        }

    def write(self, folder: Path) -> None:
        """Puts the file into ``folder``, replacing an older one. Raises DataError if that fails."""
        body = json.dumps(self.to_dict(), indent=2) + "\n"
        write_atomically(folder, NAME, body.encode())

    @classmethod
    def read(cls, folder: Path) -> "Manifest":
        """The manifest of ``folder``. Raises DataError naming the file and the field."""
        path = folder / NAME
        try:
            body = json.loads(path.read_bytes())
        except FileNotFoundError:
            raise DataError(f"{folder} is not a run folder: it has no {NAME}") from None
        except OSError as error:
            raise failure("cannot read", path, error) from error
        except ValueError as error:
            raise DataError(f"{path} is damaged: not JSON ({error})") from error
        try:
            return _parse(body)
        except _FieldError as error:
            raise DataError(f"{path} is damaged: {error}") from error

    def describe(self) -> str:
        """One line for people: the run, and which of its games were asked for here."""
        return (
            f"{self.game} {self.variant}, {self.players} players, {', '.join(self.policies)}, "
            f"seed {self.seed}, games {text(self.ranges)} of {self.games}"
        )


class _FieldError(Exception):
    """A field of a manifest that is missing or wrong."""


def _take(body: dict[str, Any], name: str, check: Callable[[Any], bool], allowed: str) -> Any:
    if name not in body:
        raise _FieldError(f"field `{name}` is missing")
    if not check(body[name]):
        raise _FieldError(f"field `{name}` is {body[name]!r}; allowed: {allowed}")
    return body[name]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_span(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(map(_is_count, value))
        and bool(value[0] < value[1])
    )


def _is_spans(value: object) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(map(_is_span, value))


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 16 and set(value) <= set("0123456789abcdef")


def _is_seed(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and int(value) < 2**64


def _parse(body: Any) -> Manifest:
    if not isinstance(body, dict):
        raise _FieldError("it must be a JSON object")
    _take(body, "kind", lambda value: value == KIND, KIND)
    version = f"{SCHEMA_VERSION} (this version of ludometer reads no other)"
    _take(body, "schema_version", lambda value: value == SCHEMA_VERSION, version)
    text_of = {
        name: _take(body, name, _is_text, "text") for name in ("ludometer", "game", "variant")
    }
    objects = ("versions", "rules", "changed")
    object_of = {name: _take(body, name, _is_object, "an object") for name in objects}
    counts = ("players", "shard", "games")
    count_of = {
        name: _take(body, name, lambda value: _is_count(value) and value > 0, "a count")
        for name in counts
    }
    digits = "16 hexadecimal digits"
    status = _take(body, "status", lambda value: value in STATUSES, ", ".join(STATUSES))
    policies = _take(
        body,
        "policies",
        lambda value: (
            isinstance(value, list)
            and len(value) == count_of["players"]
            and all(map(_is_text, value))
        ),
        "one name a seat",
    )
    ranges = _take(body, "ranges", _is_spans, "pairs of games")
    manifest = Manifest(
        status=status,
        run_id=_take(body, "run_id", _is_hash, digits),
        rules_hash=_take(body, "rules_hash", _is_hash, digits),
        policies=tuple(policies),
        seed=int(_take(body, "seed", _is_seed, "text of a number from 0 to 2**64 - 1")),
        ranges=tuple((first, last) for first, last in ranges),
        **text_of,
        **object_of,
        **count_of,
    )
    if manifest.run_id != run_id(manifest.identity()):
        raise _FieldError(f"field `run_id` is {manifest.run_id!r}; that is not the id of this run")
    if "parts" not in body:
        if status == "complete":
            raise _FieldError("field `parts` is missing in a complete run")
        return manifest
    parts = _take(body, "parts", lambda value: isinstance(value, list), "a list")
    return replace(
        manifest,
        parts=tuple(_parse_part(number, part) for number, part in enumerate(parts)),
        digest=_take(body, "digest", _is_hash, digits),
        wall_seconds=float(
            _take(body, "wall_seconds", lambda value: isinstance(value, int | float), "seconds")
        ),
        polars=_take(body, "polars", _is_text, "text"),
    )


def _parse_part(number: int, part: Any) -> PartRecord:
    try:
        if not isinstance(part, dict):
            raise _FieldError("it must be an object")
        first, last, games, seats = (
            _take(part, name, _is_count, "a count") for name in ("from", "to", "games", "seats")
        )
        digest = _take(part, "digest", _is_hash, "16 hexadecimal digits")
    except _FieldError as error:
        raise _FieldError(f"field `parts`, entry {number}: {error}") from None
    return PartRecord(first, last, games, seats, digest)
