"""A bill that is shared among nobody.

Shortest sequence:  share(Decimal("1"), 0)    decimal.DivisionByZero
"""

from __future__ import annotations

from decimal import Decimal


def share(total: Decimal, people: int) -> Decimal:
    """Return what each has to pay."""
    return total / people  # the fault: nobody
