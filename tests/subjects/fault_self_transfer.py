"""A bank where a transfer from an account to itself makes money.

Shortest sequence:  b = Bank(); b.open(0, 1); b.transfer(0, 0, 1); b.rep_ok() is False
"""

from __future__ import annotations


class Bank:
    """Accounts by number; money only comes in when an account is opened."""

    def __init__(self) -> None:
        self._balances: dict[int, int] = {}
        self._deposited = 0

    def open(self, account: int, deposit: int) -> bool:
        """Open an account; return False if the number is taken.

        Raises:
            ValueError: the deposit is negative.
        """
        if deposit < 0:
            raise ValueError("the deposit is negative")
        if account in self._balances:
            return False
        self._balances[account] = deposit
        self._deposited += deposit
        return True

    def transfer(self, source: int, target: int, amount: int) -> bool:
        """Move the amount; return False if an account is unknown or cannot pay.

        Raises:
            ValueError: the amount is negative.
        """
        if amount < 0:
            raise ValueError("the amount is negative")
        if source not in self._balances or target not in self._balances:
            return False
        left, right = self._balances[source], self._balances[target]
        if left < amount:
            return False
        self._balances[source] = left - amount
        self._balances[target] = right + amount  # the fault: source may be target
        return True

    def rep_ok(self) -> bool:
        """No balance is negative and no money has come or gone."""
        balances = self._balances.values()
        return all(balance >= 0 for balance in balances) and sum(balances) == self._deposited
