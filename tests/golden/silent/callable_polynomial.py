"""Objects that can be called like functions."""

from __future__ import annotations

LARGEST = 20
FARTHEST = 1_000_000


class Polynomial:
    """A polynomial with integer coefficients, that of the lowest power first."""

    def __init__(self, *coefficients: int) -> None:
        if len(coefficients) > LARGEST:
            raise ValueError(f"more than {LARGEST} coefficients")
        trimmed = list(coefficients)
        while trimmed and trimmed[-1] == 0:
            trimmed.pop()
        self._coefficients = tuple(trimmed)

    def __call__(self, x: int) -> int:
        if abs(x) > FARTHEST:
            raise ValueError(f"x is farther from 0 than {FARTHEST}")
        value = 0
        for coefficient in reversed(self._coefficients):
            value = value * x + coefficient
        return value

    @property
    def degree(self) -> int:
        """The highest power, -1 for the zero polynomial."""
        return len(self._coefficients) - 1

    def derivative(self) -> Polynomial:
        pairs = enumerate(self._coefficients)
        return Polynomial(*(power * coefficient for power, coefficient in pairs if power))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self._coefficients == other._coefficients

    def __hash__(self) -> int:
        return hash(self._coefficients)

    def __repr__(self) -> str:
        return f"Polynomial({', '.join(map(repr, self._coefficients))})"


class Counter:
    """Counts how often it has been called."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> int:
        self.calls += 1
        return self.calls
