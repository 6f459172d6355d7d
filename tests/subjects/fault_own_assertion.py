"""A counter of brackets whose own assertion fails when more are closed than opened.

Shortest sequence:  b = Brackets(); b.close()    AssertionError
"""

from __future__ import annotations


class Brackets:
    """How deep we are."""

    def __init__(self) -> None:
        self._depth = 0

    def open(self) -> None:
        self._depth += 1
        self._check()

    def close(self) -> None:
        self._depth -= 1  # the fault: only if there is an open one
        self._check()

    def depth(self) -> int:
        return self._depth

    def _check(self) -> None:
        assert self._depth >= 0
