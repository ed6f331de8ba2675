"""Small run folders, and ways to spoil them."""

import json
from pathlib import Path
from typing import Any

from ludometer.dataset import Dataset, load, write_run
from ludometer.spec import run_id

GAMES = 900
SHARD = 250


def write(out: Path, **changes: Any) -> Dataset:
    arguments: dict[str, Any] = {"games": GAMES, "seed": 7, "shard": SHARD, "chunk": 100} | changes
    return write_run(out, "top-cap", **arguments)


def manifest(out: Path) -> dict[str, Any]:
    body: dict[str, Any] = json.loads((out / "manifest.json").read_text())
    return body


def change_manifest(out: Path, **changes: Any) -> None:
    (out / "manifest.json").write_text(json.dumps(manifest(out) | changes))


def change_versions(out: Path, **changes: int) -> None:
    """As if the folder came from another version of the engine."""
    versions = manifest(out)["versions"] | changes
    identity = load(out).manifest.identity() | {"versions": versions}
    change_manifest(out, versions=versions, run_id=run_id(identity))


def parts(out: Path, table: str = "games") -> list[Path]:
    return sorted((out / table).iterdir())


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip(path: Path) -> None:
    # Some bytes, since single ones may be words of a dictionary that no row uses.
    body = bytearray(path.read_bytes())
    middle = len(body) // 2
    body[middle : middle + 100] = bytes(0xFF ^ byte for byte in body[middle : middle + 100])
    path.write_bytes(body)


def empty(path: Path) -> None:
    path.write_bytes(b"")
