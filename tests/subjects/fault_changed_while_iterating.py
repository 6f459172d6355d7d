"""A cellar that throws bottles away while walking past them.

Shortest sequence:  c = Cellar(); c.lay("", 0); c.clear_before(1)    RuntimeError
"""

from __future__ import annotations


class Cellar:
    """Bottles with the year."""

    def __init__(self) -> None:
        self._years: dict[str, int] = {}

    def lay(self, bottle: str, year: int) -> None:
        self._years[bottle] = year

    def clear_before(self, year: int) -> int:
        """Throw away older bottles and return how many are left."""
        for bottle in self._years:  # the fault: the dict changes below
            if self._years[bottle] < year:
                del self._years[bottle]
        return len(self._years)
