"""Keys of which one without a number equals every other: not transitive.

Shortest sequence:  Key(0) == Key(None) and Key(None) == Key(1), but Key(0) != Key(1)
"""

from __future__ import annotations


class Key:
    """A number, or None for any."""

    def __init__(self, number: int | None = None) -> None:
        self._number = number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Key):
            return NotImplemented
        if self._number is None or other._number is None:  # the fault: matching is not equality
            return True
        return self._number == other._number

    def __hash__(self) -> int:
        return 0
