"""Landlock: the kernel itself refuses writes outside a folder, TCP, and signals to others.

The audit hook sees only what goes through Python; a C extension or ctypes walks around it, and not around this.
`restrict` cannot be undone and is inherited by every child, also through exec.  Not covered by any version of
Landlock: changing mode, owner, times or attributes of a file, UDP, sockets with a path; the audit hook and the
system call filter (`seccomp`) answer for those.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from pathlib import Path

# System call numbers; the same on every architecture, Landlock being younger than the common numbering.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_VERSION_QUERY = 1
_PR_SET_NO_NEW_PRIVS = 38

_WRITE_FILE, _READ_FILE = 1 << 1, 1 << 2
_REMOVE_DIR, _REMOVE_FILE = 1 << 4, 1 << 5
_MAKE = sum(1 << bit for bit in range(6, 13))  # char, dir, reg, sock, fifo, block, sym
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_TCP = 1 << 0 | 1 << 1  # bind, connect
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1 << 0, 1 << 1

# What each ABI version added; executing and listing stay free, so their bits (0, 3) are never handled.
_FILES_SINCE = {
    1: _WRITE_FILE | _READ_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE,
    2: _REFER,
    3: _TRUNCATE,
    5: _IOCTL_DEV,
}
# From here on no change of what a file holds goes unnoticed; what came later, the filter on system calls refuses, too.
COMPLETE = 3
# The right to make or remove makes sense for a folder only; the kernel rejects it in a rule for a file.
_FOR_A_FILE = _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV

HARMLESS_DEVICES = (Path("/dev/null"), Path("/dev/full"), Path("/dev/zero"))
# To open a device is to do something: it starts a watchdog, winds back a tape, takes what was typed, makes a terminal.
_DEVICES = Path("/dev")
_READABLE_DEVICES = tuple(_DEVICES / name for name in ("random", "urandom", "shm"))


class _Ruleset(ctypes.Structure):
    _fields_ = [
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    ]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32)]


def abi() -> int | None:
    """Return the Landlock version of this kernel, or None when it has none or it is switched off."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        version = _syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_QUERY)
    except (OSError, AttributeError):
        return None
    return version if version >= 1 else None


def restrict(writable: Iterable[Path] | None, network: bool, signals: bool) -> int | None:
    """Restrict this thread and all it starts for good; return the ABI in force, None when there is none.

    `writable` are the only folders and files that may be changed (None: all), and devices are not opened.  `network` allows TCP and abstract
    sockets of others, `signals` allows signals to processes outside.  Never raises for want of kernel support.
    """
    version = abi()
    if version is None:
        return None
    files = 0 if writable is None else _handled_files(version)
    scoped = (0 if network else _SCOPE_ABSTRACT_SOCKETS) | (0 if signals else _SCOPE_SIGNALS)
    attributes = _Ruleset(
        files, 0 if network or version < 4 else _TCP, scoped if version >= 6 else 0
    )
    if not (attributes.handled_access_fs or attributes.handled_access_net or attributes.scoped):
        return None
    size = 8 if version < 4 else 16 if version < 6 else 24
    try:
        ruleset = _syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0)
    except OSError:
        return None
    try:
        for path in (*(writable or ()), *(HARMLESS_DEVICES if files else ())):
            _allow(ruleset, path, files)
        for path in _readable() if files else ():
            _allow(ruleset, path, _READ_FILE)
        no_new_privileges()
        _syscall(_RESTRICT_SELF, ruleset, 0)
    except OSError:
        return None
    finally:
        os.close(ruleset)
    return version


def no_new_privileges() -> None:
    """Give up gaining rights through exec, which the kernel asks for before it accepts restrictions."""
    if _libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_NO_NEW_PRIVS)")


def _readable() -> Iterable[Path]:
    """Return what may be read: all but devices."""
    try:
        top = [Path("/", name) for name in os.listdir("/")]
    except OSError:
        top = [Path("/")]
    return [*(path for path in top if path != _DEVICES), *_READABLE_DEVICES]


def _handled_files(version: int) -> int:
    return sum(bits for since, bits in _FILES_SINCE.items() if since <= version)


def _allow(ruleset: int, path: Path, access: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # a system without /dev/full
        return
    try:
        if not path.is_dir():
            access &= _FOR_A_FILE
        rule = _PathBeneath(access, fd)
        _syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(fd)


def _syscall(number: int, *arguments: object) -> int:
    result: int = _libc().syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"system call {number}")
    return result


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc
