"""Refuse what code under test must not do: an audit hook around files, network and processes.

`install` sets the hook and returns a `Guard`.  A refused call sees `RefusedEffect`; the guard counts it, so that the
interpreter compares `guard.refused` before and after a call instead of hoping that the exception was not swallowed.

The hook is for honest code: it says clearly what was refused and allows the scratch folder.  It is not a wall, C code
walks around it; `landlock` and `seccomp` are the wall.  Reading is never refused.
"""

from __future__ import annotations

import os
import signal
import sys
from _thread import get_ident
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from refute.execute.sandbox.fence import Link
from refute.execute.sandbox.guard import CWD, ENVIRONMENT, FILES, STREAMS, Guard

Check = Callable[[tuple[Any, ...]], object]

# Event → verb, then for each path: its place among the arguments, that of its dir_fd, and how a link is taken.
_PATHS: dict[str, tuple[str, tuple[tuple[int, int | None, Link], ...]]] = {
    "os.remove": ("delete", ((0, 1, "itself"),)),
    "os.rmdir": ("delete", ((0, 1, "itself"),)),
    "os.mkdir": ("create", ((0, 2, "itself"),)),
    "os.rename": ("rename", ((0, 2, "itself"), (1, 3, "itself"))),
    "os.link": ("link", ((0, 2, "either"), (1, 3, "itself"))),
    "os.symlink": ("create", ((1, 2, "itself"),)),
    "os.chmod": ("change the mode of", ((0, 2, "either"),)),
    "os.chown": ("change the owner of", ((0, 3, "either"),)),
    "os.chflags": ("change the flags of", ((0, None, "either"),)),
    "os.utime": ("change the times of", ((0, 3, "either"),)),
    "os.setxattr": ("change the attributes of", ((0, None, "either"),)),
    "os.removexattr": ("change the attributes of", ((0, None, "either"),)),
    "os.truncate": ("truncate", ((0, None, "followed"),)),
    # Refused as a whole: rmtree("/", ignore_errors=True) would otherwise try every file of the machine.
    "shutil.rmtree": ("delete", ((0, 1, "itself"),)),
    "shutil.move": ("move", ((0, None, "itself"), (1, None, "followed"))),
    "shutil.copyfile": ("write", ((1, None, "followed"),)),
    "shutil.copymode": ("change the mode of", ((1, None, "either"),)),
    "shutil.copystat": ("change the times of", ((1, None, "either"),)),
    "shutil.copytree": ("create", ((1, None, "followed"),)),
    "shutil.chown": ("change the owner of", ((0, None, "either"),)),
    "shutil.make_archive": ("create", ((0, None, "followed"),)),
    "shutil.unpack_archive": ("write into", ((1, None, "followed"),)),
}

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# Event → verb; the first argument is shown.
_NETWORK = {
    "socket.sendto": "send to",
    "ftplib.connect": "connect to",
    "http.client.connect": "connect to",
    "imaplib.open": "connect to",
    "nntplib.connect": "connect to",
    "poplib.connect": "connect to",
    "smtplib.connect": "connect to",
    "telnetlib.Telnet.open": "connect to",
}
_PROCESSES = {
    "subprocess.Popen": "start",
    "os.system": "run",
    "os.exec": "run",
    "os.posix_spawn": "start",
    "os.spawn": "start",
    "os.fork": "fork",
    "os.forkpty": "fork",
    "pty.spawn": "start",
    "os.startfile": "open",
    "os.startfile/2": "open",
    "webbrowser.open": "open a browser at",
    "ensurepip.bootstrap": "install pip",
    "os.killpg": "send a signal to process group",
    "resource.setrlimit": "set resource limit",
    "socket.sethostname": "rename the machine to",
    "syslog.syslog": "write to the system log with priority",
}
# Families of sockets that need no network: AF_UNIX, for pairs; and unknown, where the socket is open already.
_LOCAL = (1, -1)
# What Landlock does not cover and a filter on system calls cannot tell from the harmless use in the scratch folder.
# Only the name is visible when ctypes looks a function up, so in the worker nobody gets these.
# fmt: off
_NATIVE = frozenset({
    "chmod", "fchmod", "fchmodat", "lchmod", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "utimensat",
    "futimes", "futimens", "lutimes", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
    "lremovexattr", "fremovexattr", "syscall",
})
# fmt: on


def install(allowed: frozenset[str], scratch: Path, protected: Iterable[int] = ()) -> Guard:
    """Install the audit hook in this process for good and return its guard.

    `protected` are descriptors that belong to us: the code under test may not open, map or change them.
    """
    guard = Guard(allowed, scratch, protected)
    check_for = checks(guard).get
    trusted = guard._trusted

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        check = check_for(event)
        if check is not None and get_ident() not in trusted:
            check(arguments)

    sys.addaudithook(hook)
    return guard


def checks(guard: Guard) -> dict[str, Check]:
    """Return what to do at which audit event; all others cost one dictionary look-up."""
    table: dict[str, Check] = {
        "open": _opening(guard),
        "sqlite3.connect": _database(guard),
        "mmap.__new__": _descriptor(guard, "map"),
        "fcntl.fcntl": _descriptor(guard, "change"),
        "os.chdir": _noting(guard, CWD),
        "os.putenv": _noting(guard, ENVIRONMENT),
        "os.unsetenv": _noting(guard, ENVIRONMENT),
        "sys.addaudithook": _another_hook,
        "os.listdir": lambda arguments: guard.note_looking(arguments[0], listing=True),
        "os.scandir": lambda arguments: guard.note_looking(arguments[0], listing=True),
        "os.listxattr": lambda arguments: guard.note_looking(arguments[0]),
        "os.getxattr": lambda arguments: guard.note_looking(arguments[0]),
    }
    for event, (verb, places) in _PATHS.items():
        table[event] = _paths(guard, verb, places)
    if "files" not in guard.allowed:
        table["ctypes.dlsym"] = _native(guard)
    if "network" not in guard.allowed:
        table |= {event: _refusing(guard, "network", verb) for event, verb in _NETWORK.items()}
        table |= _addresses(guard)
    if "processes" not in guard.allowed:
        table |= {event: _refusing(guard, "processes", verb) for event, verb in _PROCESSES.items()}
        table["resource.prlimit"] = _limits(guard)
        table["os.kill"] = lambda arguments: signal_allowed(guard, *arguments[:2])
        table["signal.pthread_kill"] = lambda arguments: signal_allowed(
            guard, os.getpid(), arguments[1]
        )
    return table


def _paths(guard: Guard, verb: str, places: tuple[tuple[int, int | None, Link], ...]) -> Check:
    holds = guard.fence.holds
    free = "files" in guard.allowed

    def check(arguments: tuple[Any, ...]) -> None:
        for place, dir_fd_place, link in places:
            path = arguments[place]
            dir_fd = None
            if dir_fd_place is not None and dir_fd_place < len(arguments):
                dir_fd = arguments[dir_fd_place]
            if isinstance(path, int) and path in guard.protected:
                guard.refuse("files", f"{verb} descriptor {path}, which belongs to refute", False)
            if not free and not holds(path, dir_fd, link):
                guard.refuse("files", f"{verb} {shown(path)}")
        guard.changed |= FILES

    return check


def _opening(guard: Guard) -> Check:
    holds = guard.fence.holds
    free = "files" in guard.allowed

    def check(arguments: tuple[Any, ...]) -> None:
        path, mode, flags = arguments[:3]
        if isinstance(path, int):
            if path in guard.protected:
                guard.refuse("files", f"open descriptor {path}, which belongs to refute", False)
            if path <= 2:
                guard.changed |= STREAMS
            return  # an open descriptor passed this check when it was made
        writes = flags & _WRITING if isinstance(flags, int) else True
        if not writes and (not mode or not any(letter in mode for letter in "wax+")):
            guard.note_reading(path)
            return
        if not free and not holds(path):
            guard.refuse("files", f"open {shown(path)} for writing")
        guard.changed |= FILES

    return check


def _database(guard: Guard) -> Check:
    holds = guard.fence.holds

    def check(arguments: tuple[Any, ...]) -> None:
        path = arguments[0]
        text = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
        guard.changed |= FILES
        if text in ("", ":memory:") or "files" in guard.allowed:
            return
        if text.startswith("file:"):
            from urllib.parse import parse_qs, unquote

            location, _, query = text.removeprefix("file:").partition("?")
            mode = parse_qs(query.partition("#")[0]).get("mode", [""])[-1]
            # Without uri=True the same text names a file of the working folder, and the event does not say which.
            if (mode in ("ro", "memory") or location == ":memory:") and holds(text):
                if mode == "ro":
                    guard.note_reading(unquote(location))
                return
            text = unquote(location.partition("#")[0])
            if text.startswith("//"):
                text = "/" + text[2:].partition("/")[2]
        if not holds(text):
            guard.refuse("files", f"open the database {shown(path)}")

    return check


def _descriptor(guard: Guard, verb: str) -> Check:
    def check(arguments: tuple[Any, ...]) -> None:
        if arguments[0] in guard.protected:
            guard.refuse(
                "files", f"{verb} descriptor {arguments[0]}, which belongs to refute", False
            )

    return check


def _noting(guard: Guard, bit: int) -> Check:
    def check(arguments: tuple[Any, ...]) -> None:
        guard.changed |= bit

    return check


def _another_hook(arguments: tuple[Any, ...]) -> None:
    # A hook cannot be removed: a thousand calls would leave a thousand.  Python drops the new hook without a word
    # when an older one raises RuntimeError here.
    raise RuntimeError("refute allows no further audit hooks")


def _refusing(guard: Guard, effect: str, verb: str) -> Check:
    def check(arguments: tuple[Any, ...]) -> None:
        what = next(
            (a for a in arguments if isinstance(a, str | bytes | int | tuple | os.PathLike)), None
        )
        guard.refuse(effect, verb if what is None else f"{verb} {shown(what)}")

    return check


def _native(guard: Guard) -> Check:
    def check(arguments: tuple[Any, ...]) -> None:
        if arguments[1] in _NATIVE:
            guard.refuse("files", f"look up the C function {arguments[1]!r}")

    return check


def _limits(guard: Guard) -> Check:
    def check(arguments: tuple[Any, ...]) -> None:
        if arguments[2] is not None:
            guard.refuse("processes", f"set resource limit {arguments[1]!r}")

    return check


def _addresses(guard: Guard) -> dict[str, Check]:
    """Return the checks of events that carry an address which may be harmless."""

    def connecting(arguments: tuple[Any, ...]) -> None:
        # Local sockets too: behind them are other people's services (docker, X11), and the filter on system calls
        # cannot tell them apart.
        guard.refuse("network", f"connect to {shown(arguments[1])}")

    def creating(arguments: tuple[Any, ...]) -> None:
        family = arguments[1]
        if family not in _LOCAL:
            guard.refuse("network", f"create a socket of family {shown(int(family))}")

    def binding(arguments: tuple[Any, ...]) -> None:
        guard.refuse("network", f"listen at {shown(arguments[1])}")

    def sending(arguments: tuple[Any, ...]) -> None:
        guard.refuse("network", f"send a message to {shown(arguments[1])}")

    def resolving(arguments: tuple[Any, ...]) -> None:
        if not _needs_no_network(arguments[0]):
            guard.refuse("network", f"look up {shown(arguments[0])}")

    def requesting(arguments: tuple[Any, ...]) -> None:
        if not str(arguments[0]).lower().startswith(("file:", "data:")):
            guard.refuse("network", f"request {shown(arguments[0])}")

    return {
        "socket.__new__": creating,
        "socket.connect": connecting,
        "socket.bind": binding,
        "socket.sendmsg": sending,
        "socket.getaddrinfo": resolving,
        "socket.gethostbyname": resolving,
        "socket.gethostbyaddr": resolving,
        "socket.getnameinfo": lambda arguments: resolving(arguments[0]),
        "urllib.Request": requesting,
    }


def _needs_no_network(host: object) -> bool:
    if host is None or host in ("", b"", "localhost", b"localhost"):
        return True
    if not isinstance(host, str | bytes):
        return True  # no host at all: the call fails by itself
    from _socket import AF_INET, AF_INET6, inet_pton

    for family in (AF_INET, AF_INET6):
        try:
            inet_pton(family, os.fsdecode(host).partition("%")[0])
        except (OSError, ValueError):
            continue
        return True
    return False


def signal_allowed(guard: Guard, pid: object, number: object) -> None:
    """Refuse a signal unless it goes to this very process and the code under test has a handler for it."""
    if pid == os.getpid() and isinstance(number, int):
        if number == 0:
            return
        try:
            handler = signal.getsignal(number)
        except ValueError:
            return  # no such signal: the call fails by itself
        if callable(handler) and handler is not guard.handlers.get(number):
            return
        guard.refuse("processes", f"send signal {number} to its own process")
    guard.refuse("processes", f"send signal {shown(number)} to process {shown(pid)}")


def shown(value: object) -> str:
    """Return a value as it appears in a message: short, and without running code of the code under test.

    >>> shown("/home/x/a"), len(shown("a" * 1000)), shown(("::1", 80))
    ("'/home/x/a'", 120, "('::1', 80)")
    """
    if isinstance(value, Path):
        value = str(value)
    if type(value) is tuple:
        return f"({', '.join(map(shown, value))})"
    if type(value) not in (str, bytes, int, bool, type(None)):
        return f"a {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:40]}…{text[-79:]}"  # of a path the end says more
