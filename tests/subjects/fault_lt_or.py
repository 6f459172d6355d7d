"""Releases ordered by `or` where it should be lexicographic: two can each be less than the other.

Shortest sequence:  Release(0, 1) < Release(1, 0) and Release(1, 0) < Release(0, 1)
"""

from __future__ import annotations

from functools import total_ordering


@total_ordering
class Release:
    """A major and a minor number."""

    def __init__(self, major: int, minor: int) -> None:
        self._major = major
        self._minor = minor

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Release):
            return NotImplemented
        return (self._major, self._minor) == (other._major, other._minor)

    def __lt__(self, other: Release) -> bool:
        if not isinstance(other, Release):
            return NotImplemented
        return self._major < other._major or self._minor < other._minor  # the fault

    def __hash__(self) -> int:
        return hash((self._major, self._minor))
