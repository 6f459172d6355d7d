"""Capabilities: what root may do beyond others, given up for good.

Most of what only root can do to a machine falls with them, whichever way it is tried.  Files that belong to others can still
be read, and root's own ones written: where, is for Landlock to say.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Collection

_CHOWN, _DAC_OVERRIDE, _DAC_READ_SEARCH, _FOWNER, _FSETID, _KILL = range(6)
_NET_BIND_SERVICE, _NET_BROADCAST, _NET_RAW = 10, 11, 13
_ALWAYS = {_DAC_OVERRIDE, _DAC_READ_SEARCH}
_FOR = {
    "files": {_CHOWN, _FOWNER, _FSETID},
    "network": {_NET_BIND_SERVICE, _NET_BROADCAST, _NET_RAW},
    "processes": {_KILL},
}
_PR_CAPBSET_DROP = 24
_VERSION = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


def give_up(allowed: Collection[str]) -> None:
    """Keep only what is needed for what is allowed, here and in all that this process starts.

    Never raises: whoever is not root has none, and other systems do not know them.
    """
    if sys.platform != "linux":
        return
    kept = _ALWAYS.union(*(_FOR.get(effect, ()) for effect in allowed))
    libc = ctypes.CDLL(None, use_errno=True)
    for number in range(64):
        if number not in kept:
            libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)
    header, sets = _Header(_VERSION, 0), (_Sets * 2)()
    if libc.capget(ctypes.byref(header), sets) != 0:
        return
    for place, words in enumerate(sets):
        mask = sum(1 << number - 32 * place for number in kept if number // 32 == place)
        words.permitted &= mask
        words.effective &= mask
        words.inheritable = 0  # with it the ambient ones fall
    libc.capset(ctypes.byref(header), sets)
