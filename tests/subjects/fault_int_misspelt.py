"""An amount of money whose conversion reads an attribute that there is not.

Shortest sequence:  int(Amount(0))    AttributeError
"""

from __future__ import annotations


class Amount:
    """Money in cents."""

    def __init__(self, cents: int) -> None:
        self._cents = cents

    def doubled(self) -> Amount:
        return Amount(2 * self._cents)

    def __int__(self) -> int:
        return self._cnets // 100  # type: ignore  # the fault
