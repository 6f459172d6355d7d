"""The folder and the process the code under test runs in.

The parent makes a `Scratch` and starts a child with its `environment`; the child calls `enter` before anything of the
code under test is imported, then `import_target`, then `remember_process`; between two sequences `reset_process`; at
its end `leave`.  The parent ends a worker with `kill_worker`.

Descriptors.  Every descriptor open when `enter` is called belongs to us: Python code that tries to close, read, write,
map or replace one is refused.  C code and `socket.socket(fileno=n)` are not, so pipes to the parent should be moved out
of the reach of small numbers with `limits.high_fd` first.  If a pipe is lost all the same, the parent reads the end of the
stream and treats it as the death of the worker; nothing worse can follow, because the parent never waits on a worker
without its watchdog.
"""

from __future__ import annotations

import faulthandler
import gc
import io
import os
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

from refute.execute.sandbox import (
    audit,
    broker,
    capabilities,
    landlock,
    limits,
    seccomp,
    stand_ins,
)
from refute.execute.sandbox.broker import Forks
from refute.execute.sandbox.guard import (
    CWD,
    EFFECTS,
    ENVIRONMENT,
    FILES,
    SIGNALS,
    STREAMS,
    UMASK,
    Guard,
)
from refute.execute.sandbox.scratch import (
    FAULTS,
    STDERR,
    all_in,
    cap,
    delete_new,
    folders_of,
    make_folders,
)

_NO_FORKS = Forks()


def missing_walls() -> str:
    """Say what this system lacks to refuse all that is promised; nothing where it lacks nothing."""
    walls = []
    if (landlock.abi() or 0) < landlock.COMPLETE:
        walls.append(f"Landlock (version {landlock.COMPLETE} or later)")
    if not broker.is_possible():
        walls.append("a system call filter (seccomp, Linux 5.5 or later)")
    if not walls:
        return ""
    lacking = " and ".join(walls)
    return f"this system lacks {lacking}: what C code does is not refused, only what Python does"


def enter(
    scratch: Path,
    allowed: frozenset[str] = frozenset(),
    memory: int | None = limits.MEMORY,
    *,
    parent: int | None = None,
    forks: Forks = _NO_FORKS,
) -> Guard:
    """Make this process harmless for good; called in the child, in its main thread, before any code under test is imported.

    A new session (Ctrl-C reaches only the parent), no input, output to nowhere, standard error into a file of the scratch
    folder, limits, Landlock, the system call filter, the audit hook.  The guard says what is in force.  The process goes on
    as a fork of itself, and leaves its `broker` behind; with `forks` it may fork later, and each fork calls `forked`.
    """
    unknown = allowed - EFFECTS
    if unknown:
        raise ValueError(
            f"no such effect: {', '.join(sorted(unknown))}; there are {', '.join(sorted(EFFECTS))}"
        )
    scratch = Path(os.path.realpath(scratch))
    sys.path[:] = [os.path.abspath(entry) for entry in sys.path]
    sys.dont_write_bytecode = True
    make_folders(scratch)
    os.environ.update(folders_of(scratch))
    tempfile.tempdir = None  # may have been computed from the old environment
    with suppress(OSError, AttributeError):  # already the leader of a session
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    between = broker.start(scratch, _NO_FORKS if "processes" in allowed else forks, parent)
    if between is None:
        limits.die_with_parent(parent)
    accepted = limits.apply(memory)
    _redirect(scratch)
    os.chdir(scratch / "work")

    capabilities.give_up(allowed)
    writable = None if "files" in allowed else (scratch,)
    version = landlock.restrict(writable, "network" in allowed, "processes" in allowed)
    # Without a broker these would fail in the scratch folder, too, and nobody would answer for forks.
    without = {"files"} if between is None else set()
    if forks != _NO_FORKS and not (between and between.asks):
        without.add("processes")
    filtered = seccomp.restrict(allowed | without, asks=between is not None and between.asks)

    guard = audit.install(allowed, scratch, limits.open_descriptors())
    guard.landlock, guard.seccomp, guard.limits = version, filtered, accepted
    guard.broker = between
    stand_ins.replace(guard)
    _open_input(guard)
    setattr(sys, "__stdin__", sys.stdin)  # noqa: B010 - read-only for mypy
    remember_process(guard)
    return guard


def forked(guard: Guard, parent: int | None = None) -> None:
    """Make a fork of a worker as harmless as one that may not fork: called in it, first of all."""
    with guard.trusted():
        limits.die_with_parent(parent)
        filtered = seccomp.restrict(guard.allowed | (set() if guard.broker else {"files"}))
    if guard.seccomp and not filtered:
        leave(3)
    guard.distrust()


def leave(code: int = 0) -> NoReturn:
    """End the worker at once: no atexit functions, finalizers or waiting threads of the code under test."""
    stand_ins.exit_at_once(code)


def kill_worker(pid: int) -> None:
    """Kill a worker and all that it started; called in the parent, before the worker is waited for."""
    for kill in (os.killpg, os.kill):  # its own group exists as soon as it has entered the sandbox
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


class _Baseline:
    """The state of the process that a reset goes back to."""

    __slots__ = (
        *("stdin", "stdout", "stderr", "recursion", "switch", "collects"),
        *("cwd", "umask", "environment", "mask", "kept", "resets"),
    )

    def __init__(self, guard: Guard) -> None:
        self.stdin, self.stdout, self.stderr = sys.stdin, sys.stdout, sys.stderr
        self.recursion = sys.getrecursionlimit()
        self.switch = sys.getswitchinterval()
        self.collects = gc.isenabled()
        self.cwd = os.fspath(guard.scratch / "work")
        self.umask = os.umask(0o077)
        os.umask(self.umask)
        self.environment = dict(os.environ)
        can_mask = hasattr(signal, "pthread_sigmask")
        self.mask = signal.pthread_sigmask(signal.SIG_BLOCK, ()) if can_mask else None
        self.kept = all_in(guard.scratch)
        self.resets = 0


def remember_process(guard: Guard) -> None:
    """Take the present state as the one that `reset_process` goes back to.

    `enter` does it; call it again after the import of the code under test, so that files and variables it made then
    stay.  Signal handlers are an exception: only those set inside `guard.trusted()` are remembered.
    """
    with guard.trusted():
        if not guard.handlers:
            guard.handlers = {
                int(number): signal.getsignal(number) for number in signal.valid_signals()
            }
        _restore_handlers(guard)
        guard.baseline = _Baseline(guard)
    guard.changed = 0


def has_changed(guard: Guard) -> bool:
    """Return whether the code under test has changed something of the process since the last reset."""
    base: _Baseline = guard.baseline
    try:
        return bool(
            guard.changed
            or sys.stdout is not base.stdout
            or sys.stderr is not base.stderr
            or sys.stdin is not base.stdin
            or base.stdin.closed
            or base.stdout.closed
            or base.stderr.closed
            or sys.getrecursionlimit() != base.recursion
            or gc.isenabled() is not base.collects
            or sys.getswitchinterval() != base.switch
        )
    except ValueError:  # a stream that was detached from what it wrote to
        return True


def reset_process(guard: Guard) -> None:
    """Put back what the code under test may have changed of the process; call it between two sequences, timers disarmed.

    0.3 to 0.6 µs when nothing changed (benchmarks/sandbox.py): what leaves an audit event or goes through a stand-in is marked in
    `guard.changed`, only the rest is compared.
    """
    base: _Baseline = guard.baseline
    if has_changed(guard):
        with guard.trusted():
            _reset(guard, base)
    base.resets += 1
    if not base.resets & 1023:
        with guard.trusted():
            cap(guard.scratch / STDERR)


def _reset(guard: Guard, base: _Baseline) -> None:
    changed = guard.changed
    if changed & UMASK:  # first: the folders made below take it
        os.umask(base.umask)
    if changed & STREAMS:
        _point_descriptors(guard.scratch)
    _restore_streams(guard, base)
    sys.setrecursionlimit(base.recursion)
    sys.setswitchinterval(base.switch)
    (gc.enable if base.collects else gc.disable)()
    if changed & (CWD | FILES):
        make_folders(guard.scratch)
        os.chdir(base.cwd)
    if changed & FILES:
        delete_new(guard.scratch, base.kept)
        if guard.broker is not None:
            guard.broker.look_again()
    if changed & ENVIRONMENT and dict(os.environ) != base.environment:
        os.environ.clear()
        os.environ.update(base.environment)
    if changed & SIGNALS:
        _restore_signals(guard, base)
    guard.changed = 0


def _restore_streams(guard: Guard, base: _Baseline) -> None:
    if any(map(_is_closed, (base.stdin, base.stdout, base.stderr))):
        _open_streams()
        _open_input(guard)
        base.stdin, base.stdout, base.stderr = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = base.stdin, base.stdout, base.stderr


def _is_closed(stream: TextIO) -> bool:
    try:
        return stream.closed
    except ValueError:  # detached from what it wrote to
        return True


def _restore_signals(guard: Guard, base: _Baseline) -> None:
    for timer in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF"):
        if hasattr(signal, timer):
            signal.setitimer(getattr(signal, timer), 0)
    _restore_handlers(guard)
    signal.set_wakeup_fd(-1)
    if base.mask is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, base.mask)


def _restore_handlers(guard: Guard) -> None:
    for number in replaced_handlers(guard):
        with suppress(OSError, ValueError, TypeError):
            signal.signal(number, guard.handlers[number])


def replaced_handlers(guard: Guard) -> list[int]:
    """Return the signals whose handler is no longer ours."""
    return [
        number for number, ours in guard.handlers.items() if signal.getsignal(number) is not ours
    ]


def _redirect(scratch: Path) -> None:
    _point_descriptors(scratch)
    _open_streams()
    for name in ("stdin", "stdout", "stderr"):
        # The originals would close the descriptors with them.
        setattr(sys, f"__{name}__", getattr(sys, name))
    fd = limits.high_fd(os.open(scratch / FAULTS, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
    faulthandler.enable(fd)


def _point_descriptors(scratch: Path) -> None:
    append = os.O_RDWR | os.O_CREAT | os.O_APPEND  # where an import fails, we read what it wrote
    for fd, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, os.devnull, os.O_WRONLY),
        (2, os.fspath(scratch / STDERR), append),
    ):
        opened = os.open(path, flags, 0o600)
        if opened != fd:
            os.dup2(opened, fd)
            os.close(opened)


class _NoInput(io.RawIOBase):
    """Standard input that is empty, and says when it is asked: what code does with nobody's input shows nothing.

    Under pytest, reading it raises; a test that gets there would fail for a reason of its own.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def readinto(self, buffer: object) -> int:
        self._guard.note("input", "read standard input", False)
        return 0


def _open_input(guard: Guard) -> None:
    sys.stdin = io.TextIOWrapper(io.BufferedReader(_NoInput(guard)), encoding="utf-8")


def _open_streams() -> None:
    # closefd=False: sys.stdout.close() then closes the object only, and a new one can be made.
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
