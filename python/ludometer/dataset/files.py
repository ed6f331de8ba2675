"""Files that are whole or absent, and one process at a time in a folder.

Everything is written to ``OUT/.tmp`` first and renamed when it is complete. The folder is locked
while somebody writes to it.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ludometer._core import DataError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["TMP", "failure", "locked", "sync_folder", "write_atomically", "write_file"]

TMP = ".tmp"
_LOCK = "lock"


def failure(doing: str, path: Path, error: OSError) -> DataError:
    """The DataError for a file operation that failed: what, where, why."""
    return DataError(f"{doing} {path}: {error.strerror or error}")


def write_file(path: Path, pieces: Iterable[bytes]) -> None:
    """Writes a file and forces it to the disk: only then may it be renamed."""
    with path.open("wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Forces the entries of a folder to the disk, where the system can do that."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_atomically(folder: Path, name: str, body: bytes) -> None:
    """Puts ``body`` into ``folder / name`` in one step; ``folder / .tmp`` must exist.

    Raises DataError if that fails; the file is then as it was before.
    """
    temporary = folder / TMP / name
    try:
        write_file(temporary, [body])
        temporary.replace(folder / name)
        sync_folder(folder)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise failure("cannot write", folder / name, error) from error


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds ``folder`` for one writer; its ``.tmp`` exists inside the block and is empty at first.

    Raises DataError if another process holds it, or nothing can be written there.
    """
    handle = _acquire(folder)
    try:
        _clear(folder, keep=_LOCK)
        yield
    finally:
        # Removed while held: whoever opened the same file meanwhile finds it gone and tries again.
        with suppress(OSError):
            _clear(folder)
            (folder / TMP).rmdir()
        os.close(handle)


def _acquire(folder: Path) -> int:
    path = folder / TMP / _LOCK
    while True:
        try:
            path.parent.mkdir(exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except FileNotFoundError:
            if folder.is_dir():
                continue  # another process has just finished and removed .tmp
            raise
        except OSError as error:
            raise failure("cannot write to", folder, error) from error
        if fcntl is None:
            return handle
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise DataError(
                f"{folder} is being written by another process; wait for it to end, "
                f"or choose another folder"
            ) from None
        except OSError:
            return handle  # a file system without locks: nothing to hold
        if _is_current(handle, path):
            return handle
        os.close(handle)


def _is_current(handle: int, path: Path) -> bool:
    """Whether ``path`` is still the file that was locked."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


def _clear(folder: Path, keep: str | None = None) -> None:
    """Removes what a stopped process left in ``.tmp``; nothing else ever lies there."""
    for path in (folder / TMP).iterdir():
        if path.name != keep:
            path.unlink()
