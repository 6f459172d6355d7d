"""What is in force in a worker, and what was refused: `Guard`; and threads that were left running: `leftover_threads`."""

from __future__ import annotations

import sys
import threading
from _thread import _count as _native_thread_count
from _thread import get_ident
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from refute.execute.sandbox.broker import Broker
from refute.execute.sandbox.fence import Fence
from refute.model.execution import RefusedEffect

EFFECTS: frozenset[str] = frozenset({"files", "network", "processes", "threads"})

# Bits of `Guard.changed`: which part of the process the code under test may have changed since the last reset.
CWD, FILES, ENVIRONMENT, SIGNALS, UMASK, STREAMS = 1, 2, 4, 8, 16, 32


class Guard:
    """What is in force in this worker, and what it has refused so far."""

    __slots__ = (
        *("allowed", "fence", "protected", "refused", "counts", "examples", "last", "changed"),
        *("landlock", "seccomp", "limits", "handlers", "threads", "baseline", "broker", "_trusted"),
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

    def in_force(self) -> str:
        """Return one line for `-v`: which walls stand on this system."""
        walls = ["audit hook"]
        walls += [f"Landlock ABI {self.landlock}"] if self.landlock else []
        walls += ["system call filter"] if self.seccomp else []
        walls += [f"{name} {value}" for name, value in sorted(self.limits.items())]
        return f"{', '.join(walls)}; allowed: {', '.join(sorted(self.allowed)) or 'nothing'}"


def leftover_threads(guard: Guard) -> dict[int, str]:
    """Return the running threads that are not ours, by identity and name.  Costs 0.1 µs when there are none."""
    if _native_thread_count() < len(guard.threads):
        return {}
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    with guard.trusted():
        running = sys._current_frames()
    return {i: names.get(i, "without a name") for i in running if i not in guard.threads}
