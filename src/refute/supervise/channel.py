"""Lines of JSON through pipes: `Channel` sends messages, `Lines` are read as they arrive."""

from __future__ import annotations

import os
from collections.abc import Iterator

from refute.model.wire import to_line

# The originals: inside the sandbox those in `os` are stand-ins that protect our own descriptors.
_read, _write = os.read, os.write


class Channel:
    """One end of a pipe, to write messages to."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, message: object) -> None:
        """Write one message."""
        data = to_line(message)
        while data:
            data = data[_write(self._descriptor, data) :]


class Lines:
    """The other end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def arrived(self) -> list[bytes] | None:
        """Wait for something to arrive and return the lines that are whole, None when there will be no more."""
        data = _read(self._descriptor, 1 << 20)
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return lines

    def __iter__(self) -> Iterator[bytes]:
        """Yield lines until there will be no more."""
        while (lines := self.arrived()) is not None:
            yield from lines
