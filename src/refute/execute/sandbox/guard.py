"""What is in force in a worker, and what was refused: `Guard`; and threads that were left running: `leftover_threads`."""

from __future__ import annotations

import os
import stat
import sys
import threading
from _thread import _count as _native_thread_count
from _thread import get_ident
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from refute.execute.sandbox.broker import Broker
from refute.execute.sandbox.fence import Fence
from refute.model.execution import RefusedEffect

EFFECTS: frozenset[str] = frozenset({"files", "network", "processes", "threads"})

# Bits of `Guard.changed`: which part of the process the code under test may have changed since the last reset.
CWD, FILES, ENVIRONMENT, SIGNALS, UMASK, STREAMS = 1, 2, 4, 8, 16, 32


# Any of these stands in the topmost folder of a project.
_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
# What these say is the same on every machine, or nothing.
_SAME_EVERYWHERE = ("/usr/share/zoneinfo", "/dev/null", "/dev/zero", "/dev/full")
_HARMLESS = (*_SAME_EVERYWHERE, "/dev/random", "/dev/urandom")
# So many files are told of.
_MOST_TOLD = 1_000

_stat = os.stat  # where it is pretended that the machine is another one, `os` has a stand-in


def _acts(mode: int) -> bool:
    """Return whether opening something, even to read it, does something: to a device, or to who waits at a pipe."""
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISFIFO(mode)


class Guard:
    """What is in force in this worker, and what it has refused so far."""

    __slots__ = (
        *("allowed", "fence", "protected", "refused", "counts", "examples", "last", "changed"),
        *("landlock", "seccomp", "limits", "handlers", "threads", "baseline", "broker", "_trusted"),
        *("read_last", "_own", "_looked_through", "_is_open", "_told", "_tell"),
    )

    def __init__(
        self, allowed: frozenset[str], scratch: Path, protected: Iterable[int] = ()
    ) -> None:
        self.allowed = allowed
        self.fence = Fence(scratch)
        self.protected = set(protected)  # descriptors that only we may touch
        self.refused = 0
        self.counts: dict[str, int] = {}
        self.examples: dict[str, str] = {}  # effect → the first action refused
        self.last: RefusedEffect | None = None
        self.changed = 0
        self.landlock: int | None = None
        self.seccomp = False
        self.limits: dict[str, int] = {}
        self.handlers: dict[int, Any] = {}  # signal → the handler a reset puts back
        self.threads = frozenset(sys._current_frames())  # identities of those that are ours
        self.baseline: Any = None  # what sandbox.reset_process puts back
        self.broker: Broker | None = None
        self._trusted: set[int] = set()
        self.read_last = ""  # the file outside the project that was opened or looked at last
        self._own: tuple[str, ...] = ("/",)  # folders of the project and of Python
        self._looked_through: tuple[str, ...] = (
            "/",
        )  # those whose contents are the same elsewhere
        self._is_open = False
        self._told: set[str] = set()
        self._tell: Callable[[str], object] = lambda path: None

    @property
    def scratch(self) -> Path:
        """The only folder that may be changed."""
        return Path(self.fence.root)

    @contextmanager
    def trusted(self) -> Iterator[None]:
        """Let our own code, in this thread only, do what is refused to others."""
        me = get_ident()
        if me in self._trusted:
            yield
            return
        self._trusted.add(me)
        try:
            yield
        finally:
            self._trusted.discard(me)

    def is_trusted(self) -> bool:
        """Return whether this thread is inside `trusted`."""
        return get_ident() in self._trusted

    def distrust(self) -> None:
        """Trust nobody any more: for a fork that was made inside `trusted`."""
        self._trusted.clear()

    def refuse(self, effect: str, action: str, may_be_allowed: bool = True) -> None:
        """Count a refusal and raise it."""
        self.note(effect, action, may_be_allowed)
        raise RefusedEffect(effect, action, may_be_allowed)

    def note(self, effect: str, action: str, may_be_allowed: bool = True) -> None:
        """Count what was not let happen as it would have: what the code does then is not its own behaviour."""
        self.refused += 1
        self.counts[effect] = self.counts.get(effect, 0) + 1
        self.examples.setdefault(effect, action)
        # Not the one that is raised: that will hold the frames, and through them the values, of the code under test.
        self.last = RefusedEffect(effect, action, may_be_allowed)

    def watch_reading(self, project: Iterable[str], tell: Callable[[str], object]) -> None:
        """Tell of each file that is opened and says something about the machine or its user.

        That is one outside the project and outside of Python's own folders; or one in the project that not everyone may
        read, where the project itself is open to everyone.
        """
        roots = [_root_of(os.path.realpath(entry)) for entry in project]
        python = (*sys.path, sys.prefix, sys.base_prefix)
        self._looked_through = _whole((*roots, *python))
        self._own = _whole((*roots, *python, self.fence.root, *_SAME_EVERYWHERE))
        self._is_open = any(os.stat(root).st_mode & stat.S_IROTH for root in roots)
        self.tell_of_reading(tell)

    def tell_of_reading(self, tell: Callable[[str], object]) -> None:
        """Tell of such files in this way from now on."""
        self._tell = tell

    def note_reading(self, path: object) -> None:
        """Note that a file is opened to be read; what takes part in something when it is opened is refused."""
        try:
            whole = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
        except (TypeError, ValueError, OSError):  # opening it will fail
            return
        try:
            mode = _stat(whole).st_mode
        except OSError:  # opening it will fail, but perhaps not elsewhere
            mode = stat.S_IROTH
        is_own = whole.startswith(self._own) or whole in _HARMLESS
        if not is_own and _acts(mode) and "files" not in self.allowed:
            self.refuse("files", f"open {whole}, which is no file")
        is_private = self._is_open and not mode & stat.S_IROTH
        if is_own and (not is_private or whole.startswith(self.fence.root)):
            return
        self.read_last = whole
        if whole not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(whole)
            self._tell(whole)

    def note_looking(self, path: object, listing: bool = False) -> bool:
        """Note that it is asked whether there is a file, how it is, or what is in a folder; return whether it is outside."""
        try:
            text = os.fsdecode(path if path is not None else ".")  # type: ignore[arg-type]
        except TypeError:  # a descriptor: it was opened by its path
            return False
        place = os.path.normpath(text)
        if not os.path.isabs(place):
            place = os.path.normpath(os.path.join(self.fence.root, "work", place))
        inside = os.path.join(place, "")
        if inside.startswith(self._looked_through):
            return False
        if not listing:
            # A file of the working folder is one that the test names; a folder above is part of every path.
            work = os.path.join(self.fence.root, "work", "")
            above = any(folder.startswith(inside) for folder in (*self._own, work))
            if above or inside.startswith(work) or place.startswith(_SAME_EVERYWHERE):
                return False
        self.read_last = place
        return True

    def in_force(self) -> str:
        """Return one line for `-v`: which walls stand on this system."""
        walls = ["audit hook"]
        walls += [f"Landlock ABI {self.landlock}"] if self.landlock else []
        walls += ["system call filter"] if self.seccomp else []
        walls += [f"{name} {value}" for name, value in sorted(self.limits.items())]
        return f"{', '.join(walls)}; allowed: {', '.join(sorted(self.allowed)) or 'nothing'}"


def _whole(folders: Iterable[str]) -> tuple[str, ...]:
    """Return folders as the paths of what is in them begin."""
    return tuple(os.path.join(os.path.realpath(folder), "") for folder in folders if folder)


def _root_of(folder: str) -> str:
    """Return the topmost folder of the project in which a folder is; the folder where nothing marks one."""
    above = folder
    while above != os.path.dirname(above):
        if any(os.path.lexists(os.path.join(above, mark)) for mark in _MARKS):
            return above
        above = os.path.dirname(above)
    return folder


def leftover_threads(guard: Guard) -> dict[int, str]:
    """Return the running threads that are not ours, by identity and name.  Costs 0.1 µs when there are none."""
    if _native_thread_count() < len(guard.threads):
        return {}
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    with guard.trusted():
        running = sys._current_frames()
    return {i: names.get(i, "without a name") for i in running if i not in guard.threads}
