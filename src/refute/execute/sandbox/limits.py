"""Bounds on what a worker may use up: memory, file size, core dumps, its own survival; and how people write them.

`apply` is called once in the worker.  `parse_size` and `parse_duration` read what people write on the command line.
Recursion is bounded by Python's own limit, time by an alarm in the worker and a watchdog in the parent.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Collection
from contextlib import suppress

# NumPy, pandas and a parser together map about 1 GiB; a runaway list passes 2 in a second.
MEMORY = 2 * 1024**3
FILE_SIZE = 64 * 1024**2  # a scratch folder is often in memory; nobody's unit of work writes more
# Descriptors of ours live above this (see `high_fd`): more than a loop or a preset reaches by chance, less than every usual
# limit of open files, and ours has to leave room.
_HIGH = 731
OPEN_FILES = 1024

_PR_SET_PDEATHSIG = 1


def apply(memory: int | None) -> dict[str, int]:
    """Set the limits of this process for good and return those the system accepted.

    Never raises: a system that does not know a limit (macOS has no working RLIMIT_AS) goes without it.
    """
    try:
        import resource
    except ImportError:  # Windows
        return {}
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_FSIZE": FILE_SIZE,
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_CORE": 0,
    }
    accepted = {}
    for name, value in wanted.items():
        if value is None or not hasattr(resource, name):
            continue
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(which, (bound, bound))
        except (ValueError, OSError):
            continue
        accepted[name] = bound
    return accepted


def is_out_of_time(signal_name: str) -> bool:
    """Return whether a process that such a signal ended had used up its processor time (`ulimit -t`)."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limited = {"SIGXCPU": soft, "SIGKILL": hard}.get(signal_name, resource.RLIM_INFINITY)
    return limited != resource.RLIM_INFINITY


def die_with_parent(parent: int | None = None) -> bool:
    """Ask the kernel to kill this process when its parent dies; false where it cannot (only Linux can).

    The kernel watches the *thread* that started the process: start workers from a thread that stays.
    When `parent` is given and has died before the request was made, the process ends here.
    """
    if not sys.platform.startswith("linux"):
        return False
    if not prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL)):
        return False
    if parent is not None and os.getppid() != parent:
        os._exit(1)
    return True


def prctl(option: int, value: int) -> bool:
    """Set a property of this process; false where the system does not know it."""
    try:
        import ctypes

        return bool(ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def close_all_but(kept: Collection[int]) -> None:
    """Close all descriptors but the standard streams and some: whoever started this process may have left more open."""
    for descriptor in open_descriptors():
        if descriptor not in kept:
            os.close(descriptor)


def open_descriptors() -> list[int]:
    """Return the open descriptors beyond the standard streams."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        with suppress(OSError):
            listed = [int(name) for name in os.listdir(folder)]
            return [fd for fd in listed if fd > 2 and _is_open(fd)]  # not the one that listed them
    return [fd for fd in range(3, os.sysconf("SC_OPEN_MAX")) if _is_open(fd)]


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def high_fd(fd: int) -> int:
    """Move a descriptor to a number that no code reaches by chance and return it; the old one is closed."""
    import fcntl

    try:
        moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _HIGH)
    except OSError:  # fewer descriptors are allowed
        return fd
    os.close(fd)
    return int(moved)
