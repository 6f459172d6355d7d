"""A proxy that counts how often attributes of its target are asked for."""

from __future__ import annotations


class Thermostat:
    """A temperature to be reached."""

    def __init__(self, degrees: int = 20) -> None:
        self.degrees = degrees

    def warmer(self) -> int:
        self.degrees += 1
        return self.degrees

    def cooler(self) -> int:
        self.degrees -= 1
        return self.degrees


class Counting:
    """Hands every public attribute through and counts."""

    def __init__(self, target: Thermostat) -> None:
        self._target = target
        self._count = 0

    def __getattr__(self, name: str) -> object:
        # Only called for what is not found here; private names are never handed through, so that
        # copying and pickling, which ask before __init__ has run, end with AttributeError.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        value = getattr(self._target, name, None)
        if value is None:
            raise AttributeError(f"{type(self._target).__name__} has no attribute {name!r}")
        self._count += 1
        return value

    def accesses(self) -> int:
        return self._count


def wrapped(degrees: int) -> Counting:
    return Counting(Thermostat(degrees))
