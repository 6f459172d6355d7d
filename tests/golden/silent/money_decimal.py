"""Money with Decimal, rounded to cents on purpose and kept within bounds."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

CENT = Decimal("0.01")
LIMIT = Decimal(10) ** 15


class Money:
    """An amount in a currency of three capital letters."""

    def __init__(self, amount: Decimal | int, currency: str = "EUR") -> None:
        if not (len(currency) == 3 and currency.isascii() and currency.isupper()):
            raise ValueError(f"{currency!r} is not a currency")
        exact = Decimal(amount)
        if not exact.is_finite() or not -LIMIT <= exact <= LIMIT:
            raise ValueError("the amount is not finite or too large")
        self._amount = exact.quantize(CENT, rounding=ROUND_HALF_EVEN) + 0
        self._currency = currency

    @property
    def amount(self) -> Decimal:
        return self._amount

    def __add__(self, other: Money) -> Money:
        if not isinstance(other, Money):
            return NotImplemented
        if self._currency != other._currency:
            raise ValueError(f"cannot add {other._currency} to {self._currency}")
        return Money(self._amount + other._amount, self._currency)

    def shares(self, number: int) -> list[Money]:
        """Split into at most a hundred parts that differ by at most a cent."""
        if not 1 <= number <= 100:
            raise ValueError("the number of shares is not between 1 and 100")
        cents, rest = divmod(int(self._amount * 100), number)
        return [Money((cents + (i < rest)) * CENT, self._currency) for i in range(number)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Money):
            return NotImplemented
        return (self._amount, self._currency) == (other._amount, other._currency)

    def __hash__(self) -> int:
        return hash((self._amount, self._currency))

    def __repr__(self) -> str:
        return f"Money({self._amount!r}, {self._currency!r})"

    def __str__(self) -> str:
        return f"{self._amount} {self._currency}"
