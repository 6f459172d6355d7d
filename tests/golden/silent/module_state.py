"""Functions that keep a state in the module."""

from __future__ import annotations

from itertools import count

_numbers = count(1)
_names: dict[int, str] = {}
LARGEST = 10_000


def register(name: str) -> int:
    """Return a new number for the name.

    Raises:
        RuntimeError: too many names are registered.
    """
    if len(_names) >= LARGEST:
        raise RuntimeError("too many names")
    number = next(_numbers)
    _names[number] = name
    return number


def name_of(number: int) -> str | None:
    return _names.get(number)


def forget(number: int) -> bool:
    """Forget the name with that number; return False if there is none."""
    return _names.pop(number, None) is not None


def registered() -> int:
    """Return how many names are registered."""
    return len(_names)
