"""Ticks of a scale: iteration includes the last one, look-up does not.

Shortest sequence:  t = Ticks(1); list(t) is [0, 1], 1 in t is False
"""

from __future__ import annotations

from collections.abc import Iterator

LARGEST = 1000


class Ticks:
    """The whole numbers from 0 to and including last."""

    def __init__(self, last: int) -> None:
        if not 1 <= last <= LARGEST:
            raise ValueError(f"the last tick is not between 1 and {LARGEST}")
        self._last = last

    def __contains__(self, tick: object) -> bool:
        return isinstance(tick, int) and 0 <= tick < self._last  # the fault: should be <=

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._last + 1))

    def __len__(self) -> int:
        return self._last + 1
