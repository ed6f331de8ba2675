"""One run, one digest: whatever the threads, the chunks, the split, the door or the accidents."""

import json
import random
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest

import ludometer
from ludometer.dataset import merge, verify, write_run
from shared import PYTHON, spawn

SEED = 7


@pytest.fixture(scope="module")
def games(scaled: int) -> int:
    return 10_000 * scaled


@pytest.fixture(scope="module")
def digest(games: int) -> str:
    return ludometer.simulate("top-cap", games=games, seed=SEED).digest


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("chunk", [1, 64, 10_000])
def test_threads_and_chunks_do_not_show(games: int, digest: str, threads: int, chunk: int) -> None:
    for rows in (True, False):
        run = ludometer.simulate(
            "top-cap", games=games, seed=SEED, threads=threads, chunk=chunk, rows=rows
        )
        assert run.digest == digest


def test_rows_are_the_same_row_by_row(games: int) -> None:
    one = ludometer.simulate("top-cap", games=games, seed=SEED, threads=1, chunk=10_000)
    two = ludometer.simulate("top-cap", games=games, seed=SEED, threads=7, chunk=64)
    assert one.games.equals(two.games)
    assert one.seats.equals(two.seats)


def test_three_ranges_merged_are_the_run(tmp_path: Path, games: int, digest: str) -> None:
    cuts = [0, games // 3 + 1, games // 2 - 7, games]
    folders = []
    for number, span in enumerate(pairwise(cuts)):
        folders.append(tmp_path / f"m{number}")
        write_run(
            folders[-1],
            "top-cap",
            games=games,
            seed=SEED,
            range=span,
            shard=1000,
            threads=number + 1,
            chunk=[1, 64, 10_000][number],
        )
    merged = merge(folders, tmp_path / "all")
    assert merged.digest == digest
    assert verify(tmp_path / "all").complete


def test_the_command_line_plays_the_same_games(tmp_path: Path, games: int, digest: str) -> None:
    order = ["simulate", "top-cap", "-n", str(games), "--seed", str(SEED), "--json"]
    for more in ([], ["-o", tmp_path / "run"], ["--policy", "uniform", "--policy", "uniform"]):
        ran = spawn(*order, *more)
        assert ran.code == 0, ran
        assert json.loads(ran.out)["digest"] == digest


def test_instruction_sets_do_not_show(games: int, digest: str) -> None:
    for cpu in ludometer.build_info()["cpus"]:
        ran = spawn(
            *("simulate", "top-cap", "-n", str(games), "--seed", str(SEED), "--json"),
            env={"LUDOMETER_CPU": cpu},
        )
        assert json.loads(ran.out)["digest"] == digest


def test_seeds_rules_and_variants_show(games: int, digest: str) -> None:
    others = [
        ludometer.simulate("top-cap", games=games, seed=SEED + 1, rows=False),
        ludometer.simulate("top-cap", games=games, seed=SEED, rows=False, variant="alt-1"),
        ludometer.simulate("top-cap", games=games, seed=SEED, rows=False, rules={"max_plies": 40}),
        ludometer.simulate("top-cap", games=games - 1, seed=SEED, rows=False),
    ]
    digests = {digest, *(run.digest for run in others)}
    assert len(digests) == 1 + len(others)


def kill_and_resume(out: Path, games: int, shard: int, kills: int, longest: float) -> str:
    """Kills a run at ``kills`` random moments, then lets it finish, and returns its digest."""
    moments = random.Random(SEED)
    order = ["simulate", "top-cap", "-n", str(games), "--seed", str(SEED)]
    order += ["--shard", str(shard), "-o", str(out), "--json"]
    for _ in range(kills):
        process = subprocess.Popen(
            [*PYTHON, *order], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        time.sleep(moments.uniform(0.05, longest))
        process.kill()
        _, stderr = process.communicate(timeout=60)
        assert stderr.startswith("stored in") or stderr == ""
    ran = spawn(*order)
    assert ran.code == 0, ran
    assert not (out / ".tmp").exists()
    found: str = json.loads(ran.out)["digest"]
    return found


def test_a_run_survives_ten_kills(tmp_path: Path, scaled: int) -> None:
    games = 1_000_000 * scaled
    out = tmp_path / "run"
    found = kill_and_resume(out, games, shard=20_000 * scaled, kills=10, longest=1.2)
    whole = ludometer.simulate("top-cap", games=games, seed=SEED, rows=False).digest
    assert found == whole
    assert verify(out, sample=20).complete
