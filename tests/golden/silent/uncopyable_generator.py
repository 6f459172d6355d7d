"""A class that holds a running generator: it can be neither copied nor pickled."""

from __future__ import annotations

from collections.abc import Iterator


def _naturals() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


class Tickets:
    """Hands out numbers in order."""

    def __init__(self) -> None:
        self._numbers = _naturals()
        self._last: int | None = None

    def draw(self) -> int:
        self._last = next(self._numbers)
        return self._last

    @property
    def last(self) -> int | None:
        return self._last

    def __repr__(self) -> str:
        return f"<Tickets, last {self._last}>"
