"""A class that holds an open stream: not meant to be copied or pickled."""

from __future__ import annotations

import io
from typing import NoReturn


class Journal:
    """Lines written to a stream until it is closed."""

    def __init__(self) -> None:
        self._stream = io.StringIO()
        self._lines = 0

    def write(self, line: str) -> int:
        """Write a line and return its number.

        Raises:
            ValueError: the journal is closed.
        """
        if self._stream.closed:
            raise ValueError("the journal is closed")
        self._stream.write(line + "\n")
        self._lines += 1
        return self._lines

    def contents(self) -> str:
        """Return all lines, nothing once the journal is closed."""
        return "" if self._stream.closed else self._stream.getvalue()

    def close(self) -> None:
        self._stream.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a journal cannot be copied or pickled")
