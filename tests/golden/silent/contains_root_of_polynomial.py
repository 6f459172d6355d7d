"""A polynomial yields its coefficients, and is asked for a root."""

from __future__ import annotations

from collections.abc import Iterator


class Poly:
    """A polynomial, the constant coefficient first."""

    def __init__(self, coefficients: list[int]) -> None:
        self._coefficients = list(coefficients)

    def __call__(self, x: int) -> int:
        value = 0
        for coefficient in reversed(self._coefficients):
            value = value * x + coefficient
        return value

    def __contains__(self, x: int) -> bool:
        return self(x) == 0

    def __iter__(self) -> Iterator[int]:
        return iter(self._coefficients)

    def __len__(self) -> int:
        return len(self._coefficients)
