"""A class with slots and read-only properties."""

from __future__ import annotations


class InsufficientFunds(Exception):
    """There is not enough money."""


class Account:
    """Money of an owner, in cents, never negative."""

    __slots__ = ("_balance", "_owner")

    def __init__(self, owner: str, balance: int = 0) -> None:
        if balance < 0:
            raise ValueError("the balance is negative")
        self._owner = owner
        self._balance = balance

    @property
    def owner(self) -> str:
        return self._owner

    @property
    def balance(self) -> int:
        return self._balance

    def deposit(self, cents: int) -> None:
        self._balance += _positive(cents)

    def withdraw(self, cents: int) -> None:
        if _positive(cents) > self._balance:
            raise InsufficientFunds(f"{cents} of {self._balance}")
        self._balance -= cents

    def transfer(self, cents: int, to: Account) -> None:
        """Move money; to the account itself nothing changes."""
        self.withdraw(cents)
        to.deposit(cents)

    def rep_ok(self) -> bool:
        return self._balance >= 0


def _positive(cents: int) -> int:
    if cents <= 0:
        raise ValueError("the amount is not positive")
    return cents
