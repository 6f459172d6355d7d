"""A row of seats: asserts say what may be passed in and what is called first, more narrowly than annotations can."""

from __future__ import annotations


def factors(number: int, largest: int) -> list[tuple[int, int]]:
    """Return how a number is made of factors that are not larger."""
    assert number >= 0
    assert largest > 2, f"{largest} is too small"
    return [] if number <= largest else [divmod(number, largest)]


class Row:
    """Seats that are read from a plan."""

    def __init__(self) -> None:
        self._plan: list[str] | None = None

    def load(self, plan: list[str]) -> None:
        """Take the names of the seats."""
        for name in plan:
            assert name
        self._plan = plan

    def seats(self) -> int:
        """Return how many seats there are."""
        assert self._plan is not None
        return len(self._plan)
