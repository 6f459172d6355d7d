"""A result that is either a value or a reason for failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ok:
    """Success with a value."""

    value: int

    def then(self, step: Callable[[int], Ok | Failed]) -> Ok | Failed:
        return step(self.value)

    def or_else(self, default: int) -> int:
        return self.value


@dataclass(frozen=True)
class Failed:
    """Failure with a reason."""

    reason: str

    def then(self, step: Callable[[int], Ok | Failed]) -> Ok | Failed:
        return self

    def or_else(self, default: int) -> int:
        return default


Result = Ok | Failed


def parsed(text: str) -> Result:
    """Parse a whole number in decimal notation."""
    try:
        return Ok(int(text))
    except ValueError:
        return Failed("not a number")


def halved(number: int) -> Result:
    return Ok(number // 2) if number % 2 == 0 else Failed("odd")


def total(results: list[Result]) -> Result:
    """Return the sum, or the first failure."""
    numbers: list[int] = []
    for result in results:
        match result:
            case Ok(value):
                numbers.append(value)
            case Failed():
                return result
    return Ok(sum(numbers))
