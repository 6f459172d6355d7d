"""Whether a path leads outside the scratch folder, however it is written.

A path may be text, bytes, an open descriptor, relative to the working folder or to a descriptor, and go through
symbolic links.  `Fence.holds` follows all of these; what is no path at all it lets pass, because the call that was
given it will fail by itself.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

# Which file is meant when the last part of a path is a symbolic link: the one it leads to, the link, or unknown.
Link = Literal["followed", "itself", "either"]

_F_GETPATH = 50  # macOS
_DEVICES = frozenset({"/dev/null", "/dev/full", "/dev/zero"})


class Fence:
    """The scratch folder as seen by a suspicious eye."""

    __slots__ = ("_inside", "root")

    def __init__(self, scratch: Path) -> None:
        self.root = os.path.realpath(scratch)
        self._inside = self.root + os.sep

    def holds(self, path: object, dir_fd: object = None, link: Link = "followed") -> bool:
        """Return whether changing `path` changes nothing outside the scratch folder (or a device without effect)."""
        if isinstance(path, int):
            return self._holds_descriptor(path)
        try:
            text = os.fsdecode(path)  # type: ignore[arg-type]
        except Exception:  # not a path; or its __fspath__ fails, then the call fails too
            return True
        if "\0" in text:
            return True
        text = os.path.join(folder_of(dir_fd), text)
        if link != "itself" and not self._holds_resolved(os.path.realpath(text)):
            return False
        if link == "followed":
            return True
        parent, name = os.path.split(text.rstrip(os.sep) or os.sep)
        if name in ("", ".", ".."):
            return self._holds_resolved(os.path.realpath(text))
        return self._holds_resolved(os.path.join(os.path.realpath(parent), name))

    def _holds_resolved(self, text: str) -> bool:
        return text.startswith(self._inside) or text == self.root or text in _DEVICES

    def _holds_descriptor(self, fd: int) -> bool:
        text = path_of(fd)
        if text is None:  # closed, so the call fails; or a system that does not say
            return not _is_open(fd)
        has_no_path = not text.startswith("/") or text.startswith("/memfd:")
        return has_no_path or self._holds_resolved(text)


def path_of(fd: int) -> str | None:
    """Return the path a descriptor was opened by, `pipe:[…]` and the like included; None if unknown."""
    try:
        if sys.platform == "darwin":
            import fcntl

            return os.fsdecode(fcntl.fcntl(fd, _F_GETPATH, bytes(1024)).rstrip(b"\0"))
        return os.readlink(f"/proc/self/fd/{fd}")
    except (OSError, OverflowError):
        return None


def folder_of(dir_fd: object) -> str:
    """Return where a relative path begins."""
    if isinstance(dir_fd, int) and dir_fd >= 0:
        return path_of(dir_fd) or os.sep  # unknown: a place that is certainly outside
    try:
        return os.getcwd()
    except OSError:  # the working folder was deleted; nothing can be created in it
        return os.sep


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except (OSError, OverflowError):
        return False
    return True
