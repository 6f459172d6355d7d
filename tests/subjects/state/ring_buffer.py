"""A deque in a module."""

from collections import deque

_ROOM = tuple(range(300))  # more than any one sequence can use up
_waiting = deque(_ROOM)


def serve() -> int:
    return _waiting.popleft()
