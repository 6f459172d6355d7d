"""A tank is closed while it is filled from what somebody yields, and stays so where that fails."""

from collections.abc import Callable, Iterator


class Tank:
    def __init__(self) -> None:
        self._level = 0
        self._closed = False

    def fill(self, source: Callable[[], Iterator[int]]) -> None:
        self._closed = True  # the fault
        for _ in source():
            self._level += 1
        self._closed = False

    def invariant(self) -> bool:
        return not self._closed
