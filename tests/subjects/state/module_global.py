"""A number in a module."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_used = 0


def ticket() -> int:
    global _used
    _used += 1
    return _ROOM[_used]
