"""A directory with two indexes of which `leave` cleans only one.

Shortest sequence:  d = Directory(); d.enter(0, ""); d.leave(0); d.number_of("")    KeyError
"""

from __future__ import annotations


class Directory:
    """People by number and by name."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def enter(self, number: int, name: str) -> bool:
        """Add a person; return False if the number or the name is taken."""
        if number in self._names or name in self._numbers:
            return False
        self._names[number] = name
        self._numbers[name] = number
        return True

    def leave(self, number: int) -> None:
        self._names.pop(number, None)  # the fault: self._numbers keeps the name

    def number_of(self, name: str) -> str | None:
        """Return the entry as it is printed, None if there is none."""
        if name not in self._numbers:
            return None
        number = self._numbers[name]
        return f"{number}: {self._names[number]}"
