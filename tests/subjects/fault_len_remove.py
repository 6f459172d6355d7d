"""A waiting list whose length shrinks when somebody leaves who was not on it.

Shortest sequence:  w = WaitingList(); w.join("a"); w.leave("b"); len(w) is 0, len(list(w)) is 1
"""

from __future__ import annotations

from collections.abc import Iterator


class WaitingList:
    """Names in the order of joining."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._length = 0

    def join(self, name: str) -> None:
        self._names.append(name)
        self._length += 1

    def leave(self, name: str) -> None:
        if name in self._names:
            self._names.remove(name)
        if self._length:
            self._length -= 1  # the fault: belongs under the first if

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._names))
