"""cached_property on an immutable collection of readings."""

from __future__ import annotations

from functools import cached_property


class Readings:
    """Whole-number readings that never change."""

    def __init__(self, *values: int) -> None:
        self._values = values

    @cached_property
    def total(self) -> int:
        return sum(self._values)

    @cached_property
    def extremes(self) -> tuple[int, int] | None:
        """The least and the greatest reading, None if there are none."""
        return (min(self._values), max(self._values)) if self._values else None

    @cached_property
    def median(self) -> int:
        """The lower median.

        Raises:
            ValueError: there are no readings.
        """
        if not self._values:
            raise ValueError("no readings, no median")
        return sorted(self._values)[(len(self._values) - 1) // 2]

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Readings):
            return NotImplemented
        return self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"Readings({', '.join(map(repr, self._values))})"
