"""An amount whose representation is a constructor call without the currency.

Shortest sequence:  a = Amount(0, "a"); eval(repr(a)) == a is False
"""

from __future__ import annotations


class Amount:
    """So many units of a currency."""

    def __init__(self, units: int, currency: str = "EUR") -> None:
        self._units = units
        self._currency = currency

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Amount):
            return NotImplemented
        return (self._units, self._currency) == (other._units, other._currency)

    def __hash__(self) -> int:
        return hash((self._units, self._currency))

    def __repr__(self) -> str:
        return f"Amount({self._units})"  # the fault: the currency
