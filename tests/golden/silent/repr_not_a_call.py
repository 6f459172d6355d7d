"""Classes whose representation looks a bit like a call and does not pretend to be one."""

from __future__ import annotations


class Temperature:
    """Degrees Celsius; equal by value."""

    def __init__(self, tenths: int) -> None:
        self._tenths = tenths

    def warmer(self, tenths: int) -> Temperature:
        return Temperature(self._tenths + tenths)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Temperature):
            return NotImplemented
        return self._tenths == other._tenths

    def __hash__(self) -> int:
        return hash(self._tenths)

    def __repr__(self) -> str:
        whole, tenth = divmod(abs(self._tenths), 10)
        return f"<{'-' if self._tenths < 0 else ''}{whole}.{tenth} °C>"


class Connection:
    """Something with a state that a representation cannot restore."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._packets = 0

    def send(self, packet: bytes) -> int:
        self._packets += 1
        return len(packet)

    def __repr__(self) -> str:
        return f"<Connection to {self._host!r}, {self._packets} packets>"

    def __str__(self) -> str:
        return self._host
