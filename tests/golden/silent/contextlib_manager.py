"""A context manager written as a generator function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Indenter:
    """Lines of text with an indentation that blocks increase."""

    def __init__(self) -> None:
        self._level = 0
        self._lines: list[str] = []

    def line(self, text: str) -> None:
        self._lines.append("  " * self._level + text)

    @contextmanager
    def block(self, heading: str) -> Iterator[None]:
        """Indent what is written inside."""
        self.line(heading)
        self._level += 1
        try:
            yield
        finally:
            self._level -= 1

    def text(self) -> str:
        return "\n".join(self._lines)


@contextmanager
def collecting(into: list[str], label: str) -> Iterator[list[str]]:
    """Collect lines and hand them over, labelled, in the end."""
    lines: list[str] = []
    try:
        yield lines
    finally:
        into.extend(f"{label}: {line}" for line in lines)
