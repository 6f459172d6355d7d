"""A fraction of a pie that swaps its parts when pickled.

Shortest sequence:  s = Slice(0, 1); pickle.loads(pickle.dumps(s)) == s is False
"""

from __future__ import annotations

from typing import Any


class Slice:
    """Taken and left; never changed, so copies are the slice itself."""

    def __init__(self, taken: int, left: int) -> None:
        self._taken = taken
        self._left = left

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Slice):
            return NotImplemented
        return (self._taken, self._left) == (other._taken, other._left)

    def __hash__(self) -> int:
        return hash((self._taken, self._left))

    def __copy__(self) -> Slice:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Slice:
        return self

    def __reduce__(self) -> tuple[type[Slice], tuple[int, int]]:
        return Slice, (self._left, self._taken)  # the fault: swapped
