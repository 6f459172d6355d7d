"""The folder that a worker may change: `Scratch`, made and removed by the parent."""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

_FOLDERS = (
    *("home", "tmp", "work", "home/.cache", "home/.config", "home/.local/share"),
    "home/.local/state",
)
# Variables without which Python, or a C library below it, does not start, finds no packages, or speaks another language.
_HARMLESS = (
    *("PATH", "PYTHON*", "VIRTUAL_ENV", "CONDA_PREFIX", "LD_LIBRARY_PATH", "DYLD_*"),
    *("LANG", "LANGUAGE", "LC_*", "TZ", "TERM", "NO_COLOR", "SSL_CERT_*", "*_NUM_THREADS"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT"),
)
_PREFIX = "refute-scratch-"
# A folder that is kept in memory: what waits for a disk to have written, as sqlite3 does, takes a fiftieth of the time there.
_IN_MEMORY = "/dev/shm"
_ENOUGH = 2 << 30  # bytes; two workers may fill 512 MB each
_NOWHERE = Path("/nonexistent")
START, STDERR, FAULTS = "start", "stderr", "faults"
_MOST_STDERR = 256 * 1024  # bytes; a screenful is enough to explain a death


class Scratch:
    """A private temporary folder for one worker: the only place it may change.  Removed on exit, read-only or not.

    As long as the process that made it lives, it holds a lock on the folder; what nobody holds a lock on was left by a
    process that was killed, and is removed by the next one that makes such a folder.
    """

    def __init__(self) -> None:
        folder = folder_for_scratch()
        _sweep(folder)
        self.path, self._lock = _locked_folder(folder)
        make_folders(self.path)

    def last_words(self) -> str:
        """Return what a dead worker left: where it was when it crashed, then the end of its standard error."""
        return "\n".join(
            filter(None, (_tail(self.path / name) for name in (START, FAULTS, STDERR)))
        )

    def remove(self) -> None:
        """Delete the folder and all that is in it.  Call it when the worker is dead."""
        _delete(self.path)
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()


def folder_for_scratch() -> str:
    """Return where scratch folders are made: where TMPDIR says, else in memory where there is room, else on the disk."""
    if not any(os.environ.get(name) for name in ("TMPDIR", "TMP", "TEMP")):
        with suppress(OSError):
            room = os.statvfs(_IN_MEMORY)
            if room.f_bavail * room.f_frsize > _ENOUGH and os.access(_IN_MEMORY, os.W_OK | os.X_OK):
                return _IN_MEMORY
    return tempfile.gettempdir()


def _locked_folder(parent: str) -> tuple[Path, int]:
    """Make a folder that is ours; return also the descriptor that holds the lock."""
    while True:
        path = Path(os.path.realpath(tempfile.mkdtemp(prefix=_PREFIX, dir=parent)))
        with suppress(FileNotFoundError):
            lock = os.open(path, os.O_RDONLY)
            if _lock(lock) and path.exists():
                return path, lock
            os.close(lock)  # somebody took it for left behind before it was locked


def _lock(descriptor: int) -> bool:
    """Lock an open file or folder; return whether nobody else holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


@cache
def _sweep(folder: str) -> None:
    """Remove, once in a process, the scratch folders of processes that were killed."""
    with suppress(OSError), os.scandir(folder) as entries:
        left = [entry for entry in entries if entry.name.startswith(_PREFIX)]
        for entry in left:
            with suppress(OSError):
                _remove_if_left(entry)


def _remove_if_left(entry: os.DirEntry[str]) -> None:
    if entry.stat(follow_symlinks=False).st_uid != os.geteuid():
        return
    descriptor = os.open(entry.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _delete(entry.path)
    finally:
        os.close(descriptor)


def environment(hash_seed: int = 0, passed: Iterable[str] = ()) -> dict[str, str]:
    """Return the environment to start a process with that enters a scratch folder.

    Of the user's variables it has those that are harmless and those named in `passed`: no others, since what the code
    under test can see may end in a test.

    Only the hash seed must be set before the interpreter starts; the user's folders are hidden from the start, and `enter`
    puts those of the scratch folder in their place.  PYTHONSAFEPATH keeps the working folder, which is in the scratch
    folder, off the module search path: the parent passes on the folders to import from, `enter` makes those absolute
    that are relative.
    """
    variables = {name: os.environ[name] for name in os.environ if is_passed(name, passed)}
    if "PYTHONPATH" in variables:
        entries = variables["PYTHONPATH"].split(os.pathsep)
        variables["PYTHONPATH"] = os.pathsep.join(os.path.abspath(entry) for entry in entries)
    python = {"PYTHONHASHSEED": str(hash_seed), "PYTHONSAFEPATH": "1"}
    return variables | folders_of(_NOWHERE) | python


def is_passed(name: str, passed: Iterable[str] = ()) -> bool:
    """Return whether the code under test sees an environment variable."""
    return name in passed or any(fnmatchcase(name, pattern) for pattern in _HARMLESS)


def folders_of(scratch: Path) -> dict[str, str]:
    """Return the variables that keep programs from folders of the user's."""
    home, tmp = str(scratch / "home"), str(scratch / "tmp")
    below = {
        "CACHE": ".cache",
        "CONFIG": ".config",
        "DATA": ".local/share",
        "STATE": ".local/state",
    }
    return {
        **dict.fromkeys(("HOME", "USERPROFILE"), home),
        **dict.fromkeys(("TMPDIR", "TMP", "TEMP", "XDG_RUNTIME_DIR"), tmp),
        **{f"XDG_{name}_HOME": f"{home}/{folder}" for name, folder in below.items()},
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def make_folders(scratch: Path) -> None:
    """Make the folders that a worker finds, or make them anew."""
    for name in _FOLDERS:
        folder = scratch / name
        if os.path.lexists(folder) and not (folder.is_dir() and not folder.is_symlink()):
            _delete(folder)  # the code under test has put something else in its place
        os.makedirs(folder, exist_ok=True)


def all_in(folder: Path) -> frozenset[str]:
    """Return the paths of all files and folders in a folder, to any depth."""
    found: set[str] = set()
    todo = [str(folder)]
    while todo:
        with suppress(OSError), os.scandir(todo.pop()) as entries:
            for entry in entries:
                found.add(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    todo.append(entry.path)
    return frozenset(found)


def delete_new(folder: Path | str, kept: frozenset[str]) -> None:
    """Delete what is in a folder and was not there before."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.path not in kept:
                _delete(entry.path)
            elif entry.is_dir(follow_symlinks=False):
                delete_new(entry.path, kept)


def _delete(path: Path | str) -> None:
    """Delete a file or folder, also when folders in it are read-only; what cannot be deleted stays."""
    if os.path.islink(path) or not os.path.isdir(path):
        with suppress(OSError):
            os.unlink(path)
        return
    with suppress(OSError):
        os.chmod(path, 0o700)
        top = os.open(path, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        os.rmdir(path)


# Not by a link, not waiting for anybody.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = _FILE | os.O_DIRECTORY


def _empty(top: int) -> None:
    """Delete what is in an open folder, however deep: folders are moved up before what is in them is deleted.

    Neither a path nor a stack of ours has room for some thousand folders in each other.
    """
    number = 0
    stay: set[str] = set()  # what cannot be deleted
    while names := set(os.listdir(top)) - stay:
        for name in names:
            try:
                if not _is_folder(name, top):
                    os.unlink(name, dir_fd=top)
                    continue
                os.chmod(name, 0o700, dir_fd=top)
                inside = os.open(name, _FOLDER, dir_fd=top)
                try:
                    for one in os.listdir(inside):
                        if _is_folder(one, inside):
                            os.chmod(one, 0o700, dir_fd=inside)  # to be moved
                            number += 1
                            moved = f"refute-{os.getpid()}-{number}"
                            os.rename(one, moved, src_dir_fd=inside, dst_dir_fd=top)
                        else:
                            os.unlink(one, dir_fd=inside)
                finally:
                    os.close(inside)
                os.rmdir(name, dir_fd=top)
            except OSError:
                stay.add(name)


def _is_folder(name: str, within: int) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=within, follow_symlinks=False).st_mode)


def cap(path: Path) -> None:
    """Empty a file that has grown too large."""
    with suppress(OSError):
        file = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if os.fstat(file).st_size > _MOST_STDERR:
                os.ftruncate(file, 0)
        finally:
            os.close(file)


def _tail(path: Path, size: int = 4096) -> str:
    try:
        file = os.open(path, _FILE)
    except OSError:
        return ""
    try:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            return ""  # the code under test has put something else in its place
        return os.pread(file, size, max(0, found.st_size - size)).decode("utf-8", "replace").strip()
    finally:
        os.close(file)
