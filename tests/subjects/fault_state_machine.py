"""A door whose table of transitions lacks one.

Shortest sequence:  d = Door(); d.close(); d.lock(); d.open()    KeyError
"""

from __future__ import annotations

TABLE = {
    ("open", "open"): "open",
    ("open", "close"): "closed",
    ("open", "lock"): "open",
    ("closed", "open"): "open",
    ("closed", "close"): "closed",
    ("closed", "lock"): "locked",
    ("locked", "close"): "locked",
    ("locked", "lock"): "closed",
}  # the fault: nothing for ("locked", "open")


class Door:
    """Open, closed or locked; what is impossible changes nothing."""

    def __init__(self) -> None:
        self._state = "open"

    def open(self) -> str:
        return self._go("open")

    def close(self) -> str:
        return self._go("close")

    def lock(self) -> str:
        """Turn the key: locks a closed door and unlocks a locked one."""
        return self._go("lock")

    def _go(self, event: str) -> str:
        self._state = TABLE[self._state, event]
        return self._state
