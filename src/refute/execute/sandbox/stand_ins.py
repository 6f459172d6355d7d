"""Stand-ins for functions of the standard library that have an effect but no audit event.

`replace` puts them into `os`, `signal` and `time` of a worker; `prepare` makes it quick in forks.  On Linux the kernel refuses most of these anyway
(`seccomp`); the stand-ins say it clearly, count it, and protect other systems.  They also note what a reset has to
put back: `signal.signal` and `os.umask` leave no other trace.  Each keeps name, module, signature and documentation
of the original, so that reading the module finds the same operations.
"""

from __future__ import annotations

import errno
import inspect
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from types import ModuleType
from typing import Any, NoReturn

from refute.execute.sandbox.audit import shown, signal_allowed
from refute.execute.sandbox.guard import FILES, SIGNALS, STREAMS, UMASK, Guard
from refute.model.execution import RefusedEffect

AnyFunction = Callable[..., Any]

# Not here: os._exit and os.abort.  Code that ends the process under our hands is a finding, and nobody is harmed.
_REFUSED = {
    "change the user or group of the process": (
        "setuid setgid seteuid setegid setreuid setregid setresuid setresgid setgroups initgroups"
    ),
    "change the process group": "setpgid setpgrp setsid tcsetpgrp",
    "change how the process is scheduled": (
        "nice setpriority sched_setaffinity sched_setscheduler sched_setparam"
    ),
    "leave the file system or its namespaces": "chroot unshare setns",
}
# The first argument is a descriptor (for dup2, splice and copy_file_range also the second).
# fmt: off
_FIRST_IS_FD = (
    "close", "read", "readv", "pread", "preadv", "write", "writev", "pwrite", "pwritev", "set_blocking",
    "set_inheritable", "posix_fallocate", "lockf", "fsync", "fdatasync", "lseek", "dup2", "splice",
    "copy_file_range", "sendfile", "login_tty",
)
# fmt: on
# What the kernel refuses for every file, and the function by which the broker does it in the scratch folder.
_THROUGH_BROKER = {
    **{name: name for name in ("chmod", "chown", "utime", "setxattr", "removexattr")},
    "fchmod": "chmod",
    "fchown": "chown",
    "lchown": "chown",
}
_CLOSING = frozenset({"close", "dup2", "login_tty"})

_os_exit = os._exit  # before `replace`


def exit_at_once(code: int) -> NoReturn:
    """End the process without running anything of the code under test: atexit functions, threads, finalizers."""
    _os_exit(code)


# The modules that stand-ins are put into.
REPLACED_IN = frozenset(("os", os.name, "signal", "_signal", "time", "_posixsubprocess"))


def replace(guard: Guard) -> None:
    """Put the stand-ins into this process."""
    for name in _FIRST_IS_FD:
        put_os(name, lambda original: _on_descriptor(guard, original))
    put_os("closerange", lambda original: _closerange(guard, original))
    put_os("open", lambda original: _open(guard, original))
    put_os("umask", lambda original: _noting(guard, original, UMASK))
    put(signal, "signal", _signal(guard, signal.signal))
    for name in ("setitimer", "alarm", "pthread_sigmask", "set_wakeup_fd", "siginterrupt"):
        if hasattr(signal, name):
            put(signal, name, _noting(guard, getattr(signal, name), SIGNALS))
    if "files" not in guard.allowed:
        for name in ("mkfifo", "mknod"):
            put_os(name, lambda original: _making(guard, original))
        for name, meant in _THROUGH_BROKER.items():
            put_os(name, partial(_asking, guard, meant))
    if "processes" not in guard.allowed:
        for action, names in _REFUSED.items():
            for name in names.split():
                put_os(name, partial(_refusing, guard, action=action))
        _put_signals(guard)
        _put_fork_exec(guard)
        for name in ("clock_settime", "clock_settime_ns"):
            if hasattr(time, name):
                put(time, name, _refusing(guard, getattr(time, name), "set the clock"))


def put_os(name: str, stand_in: Callable[[AnyFunction], AnyFunction]) -> None:
    """Put a stand-in into `os` and the module below it, made of the original, if there is one."""
    original = getattr(os, name, None)
    if original is None:
        return
    made = stand_in(original)
    put(os, name, made)
    system = sys.modules.get(os.name)  # posix or nt
    if system is not None and hasattr(system, name):
        setattr(system, name, getattr(os, name))


def put(module: ModuleType, name: str, made: AnyFunction) -> None:
    """Put a function into a module; it looks like the one that was there."""
    original = getattr(module, name)
    for attribute in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(made, attribute, getattr(original, attribute, None))
    if signature := _signature_of(original):
        made.__signature__ = signature  # type: ignore[attr-defined]
    setattr(module, name, made)
    # os.supports_dir_fd and its like are sets of functions: shutil.rmtree asks them for os.open.
    for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
        if original in known:
            known.add(made)


def prepare() -> None:
    """Read the signatures of all that `replace` exchanges: it takes some milliseconds, and each fork has them then."""
    refused = " ".join(_REFUSED.values()).split()
    others = ("closerange", "open", "umask", "mkfifo", "mknod")
    for name in (*_FIRST_IS_FD, *_THROUGH_BROKER, *others, *refused):
        if hasattr(os, name):
            _signature_of(getattr(os, name))


@cache
def _signature_of(function: AnyFunction) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except ValueError:  # written in C without a readable signature
        return None


def _put_signals(guard: Guard) -> None:
    def raising(original: AnyFunction) -> AnyFunction:
        def raise_signal(number: Any, /) -> Any:
            if not guard.is_trusted():
                signal_allowed(guard, os.getpid(), number)
            return original(number)

        return raise_signal

    put(signal, "raise_signal", raising(signal.raise_signal))
    if hasattr(signal, "pidfd_send_signal"):
        made = _refusing(
            guard, signal.pidfd_send_signal, "send a signal through a process descriptor"
        )
        put(signal, "pidfd_send_signal", made)


def _put_fork_exec(guard: Guard) -> None:
    """Replace what multiprocessing starts its helpers with; only subprocess.Popen has an audit event."""
    try:
        import _posixsubprocess
    except ImportError:
        return
    made = _refusing(guard, _posixsubprocess.fork_exec, "start a process")
    put(_posixsubprocess, "fork_exec", made)


def _refusing(guard: Guard, original: AnyFunction, action: str) -> AnyFunction:
    name = getattr(original, "__name__", "")

    def refused(*arguments: Any, **named: Any) -> Any:
        if guard.is_trusted():
            return original(*arguments, **named)
        guard.refuse("processes", f"{action} ({name})")

    return refused


def _noting(guard: Guard, original: AnyFunction, bit: int) -> AnyFunction:
    def noted(*arguments: Any, **named: Any) -> Any:
        if not guard.is_trusted():
            guard.changed |= bit
        return original(*arguments, **named)

    return noted


def _signal(guard: Guard, original: AnyFunction) -> AnyFunction:
    """Return a `signal.signal` that remembers our own handlers as those to put back."""

    def stand_in(signalnum: Any, handler: Any) -> Any:
        before = original(signalnum, handler)
        if guard.is_trusted():
            guard.handlers[int(signalnum)] = handler
        else:
            guard.changed |= SIGNALS
        return before

    return stand_in


def _on_descriptor(guard: Guard, original: AnyFunction) -> AnyFunction:
    name = original.__name__
    protected = guard.protected

    def on_descriptor(*arguments: Any, **named: Any) -> Any:
        given = arguments[:2] if name in ("dup2", "splice", "copy_file_range") else arguments[:1]
        if named:
            given = (*given, *named.values())
        for fd in given:
            if type(fd) is int and fd <= 2:
                if fd >= 0 and name in _CLOSING:
                    guard.changed |= STREAMS
            elif type(fd) is int and fd in protected and not guard.is_trusted():
                guard.refuse("files", f"{name} descriptor {fd}, which belongs to refute", False)
        return original(*arguments, **named)

    return on_descriptor


def _closerange(guard: Guard, original: AnyFunction) -> AnyFunction:
    def closerange(fd_low: Any, fd_high: Any, /) -> None:
        """Close the range around the descriptors that belong to us: closing all is a habit of daemons, not harm."""
        if not (isinstance(fd_low, int) and isinstance(fd_high, int)) or guard.is_trusted():
            return original(fd_low, fd_high)  # type: ignore[no-any-return]
        # An empty range is left alone: closerange(3, -1) closes everything from 3 on, the end taken as unsigned.
        fd_low = max(fd_low, 0)
        if fd_high <= fd_low:
            return None
        guard.changed |= STREAMS
        for fd in sorted(guard.protected):
            if fd_low <= fd < fd_high:
                if fd > fd_low:
                    original(fd_low, fd)
                fd_low = fd + 1
        if fd_high > fd_low:
            original(fd_low, fd_high)
        return None

    return closerange


def _open(guard: Guard, original: AnyFunction) -> AnyFunction:
    """Return an `os.open` that looks at `dir_fd`, which the audit event leaves out."""
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    free = "files" in guard.allowed

    def stand_in(path: Any, flags: Any, mode: Any = 0o777, *, dir_fd: Any = None) -> Any:
        if dir_fd is None:
            return original(path, flags, mode)
        if (
            not free
            and isinstance(flags, int)
            and flags & writing
            and not guard.is_trusted()
            and not guard.fence.holds(path, dir_fd)
        ):
            guard.refuse("files", f"open {shown(path)} for writing")
        return original(path, flags, mode, dir_fd=dir_fd)

    return stand_in


def _making(guard: Guard, original: AnyFunction) -> AnyFunction:
    def making(path: Any, *arguments: Any, **named: Any) -> Any:
        if not guard.is_trusted() and not guard.fence.holds(path, named.get("dir_fd"), "itself"):
            guard.refuse("files", f"create {shown(path)}")
        guard.changed |= FILES
        return original(path, *arguments, **named)

    return making


def _asking(guard: Guard, meant: str, original: AnyFunction) -> AnyFunction:
    """Return the function that lets the broker do what the kernel has refused; the original looks at the arguments."""
    links = {"follow_symlinks": False} if original.__name__ == "lchown" else {}

    def asking(*arguments: Any, **named: Any) -> Any:
        try:
            return original(*arguments, **named)
        except RefusedEffect:
            raise
        except PermissionError as error:
            if guard.broker is None or error.errno != errno.EPERM:
                raise
        given = {**named, **links}
        first, *others = arguments or [given.pop("path", None) or given.pop("fd")]
        return guard.broker.change(meant, first, *others, **given)

    return asking
