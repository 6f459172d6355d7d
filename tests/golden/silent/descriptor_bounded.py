"""A descriptor that keeps attributes within bounds."""

from __future__ import annotations

from typing import overload


class Bounded:
    """An integer attribute between two bounds; reads as the lower one before it is set."""

    def __init__(self, low: int, high: int) -> None:
        if low > high:
            raise ValueError("low is greater than high")
        self._low = low
        self._high = high
        self._name = "_bounded"

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    @overload
    def __get__(self, instance: None, owner: type) -> Bounded: ...

    @overload
    def __get__(self, instance: object, owner: type) -> int: ...

    def __get__(self, instance: object | None, owner: type) -> Bounded | int:
        if instance is None:
            return self
        return getattr(instance, self._name, self._low)

    def __set__(self, instance: object, value: int) -> None:
        if not self._low <= value <= self._high:
            raise ValueError(f"{value} is not between {self._low} and {self._high}")
        setattr(instance, self._name, value)


class Volume:
    """Loudness and balance of a loudspeaker."""

    level = Bounded(0, 100)
    balance = Bounded(-10, 10)

    def __init__(self, level: int = 50, balance: int = 0) -> None:
        self.level = level
        self.balance = balance

    def louder(self, by: int) -> int:
        """Raise the level as far as possible and return it."""
        self.level = max(0, min(100, self.level + by))
        return self.level

    def mute(self) -> None:
        self.level = 0
