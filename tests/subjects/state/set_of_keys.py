"""A set in a module."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_seen: set[object] = set()


def see() -> int:
    _seen.add(object())
    return _ROOM[len(_seen)]
