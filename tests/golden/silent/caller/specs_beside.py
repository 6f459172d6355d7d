"""Specifications beside a property, a static method, a class method and a function, and one that only looks like one."""

from __future__ import annotations


class Stack:
    """Numbers, the last first."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def push(self, x: int) -> None:
        """Put a number on top."""
        self._items.append(x)

    @property
    def top(self) -> int:
        """The last number."""
        return self._items[-1]

    def top_spec(self) -> int:
        assert self._items, "PRE"
        found = self.top
        assert found == self._items[-1], "POST"
        return found

    @staticmethod
    def halves(n: int) -> int:
        """Return half of an even number."""
        return [n // 2][n % 2]

    @staticmethod
    def halves_spec(n: int) -> int:
        assert n % 2 == 0, "PRE"
        half = Stack.halves(n)
        assert half + half == n, "POST"
        return half

    @classmethod
    def of(cls, size: int) -> Stack:
        """Return a stack of zeros."""
        made = cls()
        made._items += [0] * (5 // size)
        return made

    @classmethod
    def of_spec(cls, size: int) -> Stack:
        assert size > 0, "PRE"
        made = cls.of(size)
        assert len(made._items) <= 5, "POST"
        return made

    def pop(self) -> int:
        """Take the last number away."""
        return self._items.pop()

    def pop_spec(self) -> int:
        assert self._items, "PRE"
        return type(self).pop(self)

    def drop_spec(self) -> None:
        assert self._items, "PRE"
        self._items.clear()

    async def fetch(self, place: int) -> int:
        """Return the number at a place, when it is ready."""
        return self._items[place]

    async def fetch_spec(self, place: int) -> int:
        assert 0 <= place < len(self._items), "PRE"
        found = await self.fetch(place)
        assert found in self._items, "POST"
        return found

    def push_spec(self, x: int) -> None:
        assert isinstance(x, int), "prefix of what may be pushed"
        self.push(x)
        assert self._items, "previous ones are still there"


def third(n: int) -> int:
    """Return a third of a number that has one."""
    return [n // 3][n % 3]


def third_spec(n: int) -> int:
    assert n % 3 == 0, "PRE"
    found = third(n)
    assert found * 3 == n, "POST"
    return found
