"""A context manager that can be entered again and again, but not while it is entered."""

from __future__ import annotations

from types import TracebackType


class Section:
    """A part of a log with a beginning and an end."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._lines: list[str] = []
        self._open = False

    def __enter__(self) -> Section:
        if self._open:
            raise RuntimeError("the section is already open")
        self._open = True
        self._lines.append(f"begin {self._title}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = False
        self._lines.append("end" if kind is None else f"end after {kind.__name__}")

    def write(self, line: str) -> None:
        """Add a line.

        Raises:
            RuntimeError: the section is not open.
        """
        if not self._open:
            raise RuntimeError("the section is not open")
        self._lines.append(line)

    def lines(self) -> list[str]:
        return list(self._lines)
