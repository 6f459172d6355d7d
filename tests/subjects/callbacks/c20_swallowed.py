"""`progress` is called with one argument where two are promised, and nobody hears of it."""

from collections.abc import Callable


class Copier:
    def __init__(self, progress: Callable[[int, int], bool]) -> None:
        self._progress = progress
        self.copied: list[int] = []

    def copy(self, items: list[int]) -> int:
        self.copied += items
        try:
            self._progress(len(items))  # the fault: how many there are in all is missing
        except TypeError:
            pass
        return len(items)
