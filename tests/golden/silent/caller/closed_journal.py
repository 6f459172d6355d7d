"""A journal over a file: after `close` every use says so, as files do."""

from __future__ import annotations

import io


class Journal:
    """Lines of text, kept in memory."""

    def __init__(self, text: str = "") -> None:
        self._file = io.StringIO(text)

    def close(self) -> None:
        self._file.close()

    def append(self, line: str) -> None:
        self._file.seek(0, io.SEEK_END)
        self._file.write(line + "\n")

    def lines(self) -> list[str]:
        return self._file.getvalue().splitlines()
