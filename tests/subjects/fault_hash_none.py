"""People whose hash needs the nickname they may not have.

Shortest sequence:  hash(Person(""))    TypeError
"""

from __future__ import annotations


class Person:
    """A name and perhaps a nickname."""

    def __init__(self, name: str, nickname: str | None = None) -> None:
        self._name = name
        self._nickname = nickname

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Person):
            return NotImplemented
        return (self._name, self._nickname) == (other._name, other._nickname)

    def __hash__(self) -> int:
        return hash((self._name, len(self._nickname)))  # type: ignore[arg-type]  # the fault
