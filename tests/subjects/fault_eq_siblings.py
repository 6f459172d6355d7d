"""Two classes of which only one knows how to compare itself with the other.

Shortest sequence:  Dozens(0) == Units(0) is True, Units(0) == Dozens(0) is False
"""

from __future__ import annotations


class _Quantity:
    """So many things."""

    def __init__(self, number: int) -> None:
        self._number = number

    def units(self) -> int:
        return self._number

    def __hash__(self) -> int:
        return hash(self.units())


class Units(_Quantity):
    """Single things."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Units) and self.units() == other.units()  # the fault

    __hash__ = _Quantity.__hash__


class Dozens(_Quantity):
    """Things by the dozen."""

    def units(self) -> int:
        return 12 * self._number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Quantity) and self.units() == other.units()

    __hash__ = _Quantity.__hash__
