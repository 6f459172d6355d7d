"""Settings equal to any others that contain them, but not the other way round.

Shortest sequence:  Settings({}) == Settings({"": 0}) is True, the converse is False
"""

from __future__ import annotations


class Settings:
    """Names with numbers."""

    def __init__(self, values: dict[str, int]) -> None:
        self._values = dict(values)

    def get(self, name: str) -> int | None:
        return self._values.get(name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Settings):
            return NotImplemented
        # The fault: names that only the other has are never looked at.
        return all(other.get(name) == value for name, value in self._values.items())

    __hash__ = None  # type: ignore[assignment]
