"""A pool of connections that takes back one it has already taken back.

Shortest sequence:
    p = Pool(); c = p.take(); p.give(c); p.give(c); p.rep_ok() is False
"""

from __future__ import annotations


class Connection:
    """A numbered connection."""

    def __init__(self, number: int) -> None:
        self._number = number

    def number(self) -> int:
        return self._number


class Pool:
    """Connections that wait to be used again."""

    def __init__(self) -> None:
        self._made = 0
        self._free: list[Connection] = []

    def take(self) -> Connection:
        """Return a waiting connection, or a new one."""
        if self._free:
            return self._free.pop()
        self._made += 1
        return Connection(self._made)

    def give(self, connection: Connection) -> bool:
        """Take a connection back; return False if it is not one of ours."""
        if not 1 <= connection.number() <= self._made:
            return False
        self._free.append(connection)  # the fault: it may be waiting already
        return True

    def rep_ok(self) -> bool:
        """No connection waits twice."""
        return len({id(connection) for connection in self._free}) == len(self._free)
