"""A context manager that keeps a stack: leaving it without having entered it is nobody's way to use one."""

from __future__ import annotations

_open: list[Section] = []


class Section:
    """A part of a report, indented while it is open."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.depth = 0

    def __enter__(self) -> Section:
        self.depth += 1
        _open.append(self)
        return self

    def __exit__(self, *exception: object) -> None:
        self.depth -= 1
        _open.pop()

    def indent(self) -> str:
        return "  " * [0, 1, 2, 3, 4, 5, 6, 7, 8, 9][max(0, min(self.depth, 9))]
