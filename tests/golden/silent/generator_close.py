"""Generators that clean up when closed and answer when something is thrown in."""

from __future__ import annotations

from collections.abc import Generator, Iterator

LARGEST = 10_000


class Tap:
    """Drops of water, counted; at most one generator runs at a time."""

    def __init__(self) -> None:
        self._dropped = 0
        self._running = False

    def drops(self, most: int) -> Iterator[int]:
        """Yield the numbers of the drops.

        Raises:
            RuntimeError: the tap is running.
            ValueError: more drops than there are in a bucket.
        """
        if most > LARGEST:
            raise ValueError(f"more than {LARGEST} drops")
        if self._running:
            raise RuntimeError("the tap is running")
        self._running = True
        try:
            for _ in range(most):
                self._dropped += 1
                yield self._dropped
        finally:
            self._running = False

    def dropped(self) -> int:
        return self._dropped


def running_total() -> Generator[int, int, int]:
    """Yield the total of what has been sent; a thrown ValueError resets it."""
    total = 0
    while True:
        try:
            sent = yield total
        except ValueError:
            total = 0
            continue
        if sent is None:
            return total
        total += sent


def summed(numbers: list[int]) -> int:
    """Add numbers up by sending them to a generator that is then closed."""
    totals = running_total()
    total = next(totals)
    for number in numbers:
        total = totals.send(number)
    totals.close()
    return total
