"""Accounts with money; a transfer to nobody takes the money all the same.

Wrong result:  bank.transfer("a", "b", 1) raises, and a has less than before
"""

from __future__ import annotations


class UnknownAccount(Exception):
    """There is no such account."""


class Bank:
    def __init__(self) -> None:
        self._balances: dict[str, int] = {}

    def open(self, name: str, balance: int = 0) -> None:
        if balance < 0:
            raise ValueError("nobody begins with debts")
        self._balances.setdefault(name, balance)

    def balance(self, name: str) -> int:
        """Return what is on an account.

        Raises:
            UnknownAccount: nobody has opened it.
        """
        if name not in self._balances:
            raise UnknownAccount(name)
        return self._balances[name]

    def transfer(self, source: str, target: str, amount: int) -> None:
        """Move money from one account to another.

        Raises:
            UnknownAccount: nobody has opened one of them.
            ValueError: there is not enough, or the amount is negative.
        """
        if amount < 0 or self.balance(source) < amount:
            raise ValueError(f"cannot transfer {amount}")
        self._balances[source] -= amount
        self._balances[target] = self.balance(target) + amount  # the fault: raises too late
