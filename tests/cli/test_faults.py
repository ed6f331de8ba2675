"""What the world does to a run: closed pipes, full disks, missing rights, Ctrl-C, kills."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import ludometer
from shared import PYTHON, files, spawn


def wait_for(condition: Callable[[], bool], limit: float = 60) -> None:
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["games"],
        ["rules", "top-cap"],
        ["replay", "top-cap", "--seed", "7", "--game", "12"],
        ["simulate", "top-cap", "-n", "1000", "--seed", "7"],
        ["simulate", "top-cap", "-n", "1000", "--seed", "7", "--json"],
        ["simulate", "top-cap", "-n", "1000", "--seed", "7", "--format", "parquet"],
    ],
)
def test_a_closed_pipe_is_no_error(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*PYTHON, *arguments], stdout=write, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(write)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_output_that_cannot_be_written_is_an_error() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PYTHON, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "error: cannot use the output: No space left on device\n"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter and only its owner may change."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0 or not shutil.which("setpriv"),
    reason="needs root to give up its rights",
)
def test_a_folder_without_the_right_to_write(open_folder: Path) -> None:
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    probe = [*nobody, sys.executable, "-c", "import ludometer"]
    if subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("another user cannot read this installation")
    existing = open_folder / "existing"
    existing.mkdir()
    order = ["simulate", "top-cap", "-n", "1000", "--seed", "7", "-o"]
    # A folder to be created, an empty one, and one that holds a run of somebody else.
    stored = open_folder / "stored"
    assert spawn(*order, stored, "--range", "0:500").code == 0
    before = files(open_folder)
    for out in (open_folder / "new", existing, stored):
        done = subprocess.run(
            [*nobody, *PYTHON, *order, str(out)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2, done
        assert done.stderr.startswith("error: ")
        assert str(out) in done.stderr
        assert "Permission denied" in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""
    assert files(open_folder) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if (
        not shutil.which("mount")
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("cannot mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_keeps_what_is_finished(small_disk: Path) -> None:
    out = small_disk / "run"
    order = ["simulate", "top-cap", "-n", "40_000", "--seed", "7", "--shard", "2000"]
    order += ["-o", str(out)]
    full = spawn(*order)
    assert full.code == 2, full
    assert full.out == ""
    assert full.err.startswith("error: cannot write ")
    assert "No space left on device" in full.err
    assert "Traceback" not in full.err
    assert not (out / ".tmp").exists()
    kept = len(files(out / "games"))
    assert 0 < kept < 20
    assert kept <= len(files(out / "seats")) <= kept + 1
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    resumed = spawn(*order, "--json")
    assert resumed.code == 0, resumed
    assert json.loads(resumed.out)["digest"] == digest(40_000)


def test_a_disk_that_is_full_from_the_start(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"\0" * 250_000)
    with (small_disk / "more").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"\0" * 1024)
    ran = spawn("simulate", "top-cap", "-n", "1000", "--seed", "7", "-o", small_disk / "run")
    assert ran.code == 2
    assert "No space left on device" in ran.err
    assert files(small_disk) == ["ballast", "more"]


def digest(games: int) -> str:
    return ludometer.simulate("top-cap", games=games, seed=7, rows=False).digest


GAMES = 1_000_000
LONG = ["simulate", "top-cap", "-n", str(GAMES), "--seed", "7", "--shard", "20000"]


def stopped(out: Path, number: int) -> tuple[int, str]:
    """Starts a long run, sends a signal once two parts are there, and waits for its end."""
    process = subprocess.Popen(
        [*PYTHON, *LONG, "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: process.poll() is not None or len(list(out.glob("games/*"))) >= 2)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    assert stdout == ""
    return process.returncode, stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, number: int, code: int) -> None:
    out = tmp_path / "the run"
    returned, stderr = stopped(out, number)
    assert returned == code
    assert "Traceback" not in stderr
    assert json.loads((out / "manifest.json").read_text())["status"] == "interrupted"
    assert not (out / ".tmp").exists()
    kept = files(out / "games")
    assert kept == files(out / "seats")
    line = stderr.strip().splitlines()[-1]
    program, *arguments = shlex.split(line)
    assert program == "ludometer"
    times = [(out / "games" / name).stat().st_mtime_ns for name in kept]
    resumed = spawn(*arguments, "--json")
    assert resumed.code == 0, resumed
    assert json.loads(resumed.out)["digest"] == digest(GAMES)
    assert [(out / "games" / name).stat().st_mtime_ns for name in kept] == times


def computed(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_an_interrupted_summary_says_that_nothing_is_kept(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PYTHON, "simulate", "top-cap", "-n", "10_000_000_000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    # After three seconds of computing it is long past its start, however busy the machine is.
    wait_for(lambda: computed(process.pid) > 3)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout == ""
    assert "nothing is kept without -o" in stderr
    assert "--seed" in stderr
    assert list(tmp_path.iterdir()) == []


def test_progress_is_for_terminals_only(tmp_path: Path) -> None:
    ran = spawn("simulate", "top-cap", "-n", "500000", "--seed", "7", cwd=tmp_path)
    assert ran.err == ""


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_terminal_sees_progress(tmp_path: Path) -> None:
    import pty

    reader, writer = pty.openpty()
    process = subprocess.Popen(
        [*PYTHON, *LONG, "-o", str(tmp_path / "run")],
        stdout=subprocess.PIPE,
        stderr=writer,
        env=os.environ | {"COLUMNS": "100", "TERM": "xterm"},
    )
    os.close(writer)
    seen = b""
    while True:
        try:
            more = os.read(reader, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        seen += more
    stdout, _ = process.communicate(timeout=60)
    os.close(reader)
    assert process.returncode == 0
    assert b"of 1,000,000 games" in seen
    assert b"/s" in seen
    assert b"seat 1: " in seen
    assert b"Top Cap" in stdout
