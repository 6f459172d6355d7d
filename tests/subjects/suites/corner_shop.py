"""A corner shop: prices, a till, a cache of the latest customers, a counter and lists cut into chunks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

FREE_DELIVERY = 50


class OutOfStock(Exception):
    """There is less of an article than was asked for."""


def cents(price: float) -> int:
    """Return a price in cents."""
    return round(price * 100)


def discount(total: int, percent: int) -> int:
    """Return what is left of a total in cents after a discount."""
    if percent < 0 or percent > 100:
        raise ValueError("a discount is between 0 and 100 percent")
    return total - total * percent // 100


def delivery_fee(total: int) -> int:
    """Return what delivery costs."""
    if total >= FREE_DELIVERY:
        return 0
    return 5


def shipping_class(weight: int) -> str:
    """Return in which class a parcel is sent."""
    if weight <= 0:
        raise ValueError("a parcel weighs something")
    if weight < 3:
        return "letter"
    if weight <= 20:
        return "parcel"
    return "freight"


def chunked(items: list[int], size: int) -> list[list[int]]:
    """Return the items in lists of a size, the last of which may be shorter."""
    if size < 1:
        raise ValueError("size must be at least 1")
    return [items[start : start + size] for start in range(0, len(items), size)]


def initials(name: str) -> str:
    """Return the first letters of the words of a name, in capitals."""
    return "".join(word[0].upper() for word in name.split())


class Stock:
    """How much there is of each article."""

    def __init__(self) -> None:
        self._amounts: dict[str, int] = {}

    def deliver(self, article: str, amount: int) -> None:
        """Add some of an article."""
        if amount <= 0:
            raise ValueError("deliver at least one")
        self._amounts[article] = self._amounts.get(article, 0) + amount

    def sell(self, article: str, amount: int = 1) -> int:
        """Take some of an article; return how much is left."""
        have = self._amounts.get(article, 0)
        if amount > have:
            raise OutOfStock(article)
        left = have - amount
        if left == 0:
            del self._amounts[article]
        else:
            self._amounts[article] = left
        return left

    def amount(self, article: str) -> int:
        """Return how much there is of an article."""
        return self._amounts.get(article, 0)

    def __len__(self) -> int:
        return len(self._amounts)


class Till:
    """Money and how often it was paid."""

    def __init__(self, start: int = 0) -> None:
        self.total = start
        self.payments = 0

    def pay(self, amount: int, given: int) -> int:
        """Take money for an amount; return the change."""
        if amount < 0:
            raise ValueError("a price is not negative")
        if given < amount:
            raise ValueError("not enough money")
        self.total += amount
        self.payments += 1
        return given - amount

    def average(self) -> float:
        """Return how much was paid each time."""
        if self.payments == 0:
            return 0.0
        return self.total / self.payments


class LatestCustomers:
    """The customers seen last, with what they bought; the one not seen for longest is forgotten first."""

    def __init__(self, capacity: int = 2) -> None:
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self.hits = 0
        self.misses = 0
        self._seen: OrderedDict[str, int] = OrderedDict()

    def remember(self, name: str, spent: int) -> None:
        """Note what a customer has spent."""
        self._seen[name] = spent
        self._seen.move_to_end(name)
        if len(self._seen) > self.capacity:
            self._seen.popitem(last=False)

    def spent(self, name: str) -> int | None:
        """Return what a customer has spent, if it is known."""
        if name in self._seen:
            self.hits += 1
            self._seen.move_to_end(name)
            return self._seen[name]
        self.misses += 1
        return None

    def __len__(self) -> int:
        return len(self._seen)

    def __iter__(self) -> Iterator[str]:
        return iter(self._seen)


class Counter:
    """Counts up to a limit, and starts again."""

    def __init__(self, limit: int = 3) -> None:
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self.limit = limit
        self.value = 0
        self.rounds = 0

    def step(self) -> int:
        """Count one further."""
        self.value += 1
        if self.value >= self.limit:
            self.value = 0
            self.rounds += 1
        return self.value

    def reset(self) -> None:
        """Start anew."""
        self.value = 0
        self.rounds = 0


class Receipt:
    """Lines with prices in cents."""

    def __init__(self) -> None:
        self._lines: list[tuple[str, int]] = []

    def add(self, article: str, price: int) -> None:
        """Add a line."""
        if not article:
            raise ValueError("an article has a name")
        self._lines.append((article, price))

    def total(self) -> int:
        """Return the sum of all prices."""
        return sum(price for _, price in self._lines)

    def dearest(self) -> str | None:
        """Return the article with the highest price, the first of several."""
        if not self._lines:
            return None
        return max(self._lines, key=lambda line: line[1])[0]

    def text(self) -> str:
        """Return the receipt as text."""
        lines = [f"{article}: {price / 100:.2f}" for article, price in self._lines]
        return "\n".join([*lines, f"total: {self.total() / 100:.2f}"])

    def __len__(self) -> int:
        return len(self._lines)
