"""Instructions a ply, counted by callgrind, against the recorded baseline.

The difference of two run lengths leaves start-up out. More than one per cent above the baseline
fails; a result below it asks for ``--record``, so that what was gained stays. Without valgrind, or
with another compiler than the baseline's, the gate skips and says so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "benches" / "baseline.json"
TOLERANCE = 0.01
# Game, variant, and games of the shorter run; the longer one has three times as many.
CASES = [
    ("top-cap", "standard", 5_000),
    ("top-cap", "mini-5x5", 5_000),
    ("lost-cities", "standard", 500),
    ("lost-cities", "six-colour", 500),
    ("medina", "standard", 500),
    ("medina", "second-edition", 500),
]
LEVELS = ["portable", "bmi2"]


def binary() -> Path:
    """The benchmark program, built as it is for releases."""
    command = ["cargo", "bench", "--bench", "instructions", "--no-run", "--message-format=json"]
    built = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    messages = [json.loads(line) for line in built.splitlines()]
    paths = [message["executable"] for message in messages if message.get("executable")]
    return Path(paths[-1])


def count(program: Path, game: str, variant: str, games: int, level: str) -> tuple[int, float]:
    """Instructions and plies of a run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(program)]
    command += [game, variant, str(games), level]
    environment = {"PATH": os.environ["PATH"]}
    run = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    instructions = re.search(r"Collected : (\d+)", run.stderr)
    plies = re.search(r"([\d.]+) plies", run.stdout)
    if not instructions or not plies:
        raise SystemExit(f"cannot read callgrind's output:\n{run.stderr}")
    return int(instructions[1]), float(plies[1])


def measure(program: Path) -> dict[str, float]:
    """Instructions a ply for each game, variant and instruction set."""
    results = {}
    for game, variant, games in CASES:
        for level in LEVELS:
            short, long = (count(program, game, variant, n, level) for n in (games, 3 * games))
            per_ply = (long[0] - short[0]) / (long[1] - short[1])
            results[f"{game} {variant} {level}"] = round(per_ply, 2)
    return results


def main() -> int:
    """Measures, compares, and records if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write the baseline")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        print("bench-gate: skipped, valgrind is not installed")
        return 0
    version = ["rustc", "--version"]
    compiler = subprocess.run(version, check=True, capture_output=True, text=True).stdout.strip()
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    if not arguments.record and baseline.get("compiler") != compiler:
        print(f"bench-gate: skipped, the baseline is of {baseline.get('compiler')}, not {compiler}")
        return 0
    measured = measure(binary())
    if arguments.record:
        record = {"compiler": compiler, "instructions_per_ply": measured}
        BASELINE.write_text(json.dumps(record, indent=2) + "\n")
        print(f"recorded {BASELINE.relative_to(ROOT)}")
    failed = 0
    for name, found in measured.items():
        before = baseline.get("instructions_per_ply", {}).get(name)
        change = f"{found / before - 1:+.2%}" if before else "new"
        failed += bool(before and found > before * (1 + TOLERANCE))
        print(f"{name:32} {found:8.2f} instructions a ply  {change}")
    return 1 if failed and not arguments.record else 0


if __name__ == "__main__":
    sys.exit(main())
