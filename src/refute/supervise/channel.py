"""Lines of JSON through pipes: `Channel` sends messages, `Lines` are read as they arrive."""

from __future__ import annotations

import os
from collections.abc import Iterator

from refute.model.wire import to_line

# The originals: inside the sandbox those in `os` are stand-ins that protect our own descriptors.
_read, _write, _close = os.read, os.write, os.close
# Bytes of a message: what a large suite is made of has some millions.  A child can send without end.
_LONGEST = 256 << 20


class Channel:
    """One end of a pipe, to write messages to."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, message: object) -> None:
        """Write one message."""
        self.send_line(to_line(message))

    def close(self) -> None:
        """Say nothing more."""
        _close(self._descriptor)

    def send_line(self, data: bytes) -> None:
        """Write a message that is a line already."""
        while data:
            data = data[_write(self._descriptor, data) :]


class Lines:
    """The other end; what arrives may be anything."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest: list[bytes] = []  # of a line that is not whole yet
        self._size = 0

    def arrived(self) -> list[bytes] | None:
        """Wait for something to arrive and return the lines that are whole, None when there will be no more."""
        data = _read(self._descriptor, 1 << 20)
        if not data:
            return None
        first, *others = data.split(b"\n")
        if self._size < _LONGEST:  # what is cut here is no message any more
            self._rest.append(first)
            self._size += len(first)
        if not others:
            return []
        lines = [b"".join(self._rest), *others[:-1]]
        self._rest, self._size = [others[-1]], len(others[-1])
        return lines

    def __iter__(self) -> Iterator[bytes]:
        """Yield lines until there will be no more."""
        while (lines := self.arrived()) is not None:
            yield from lines
