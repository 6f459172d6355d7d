"""Coins equal by value with the hash of their identity.

Shortest sequence:  Coin(0) == Coin(0), but their hashes differ
"""

from __future__ import annotations


class Coin:
    """A coin of some value."""

    def __init__(self, cents: int) -> None:
        self._cents = cents

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coin):
            return NotImplemented
        return self._cents == other._cents

    __hash__ = object.__hash__  # the fault
