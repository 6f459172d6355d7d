"""A list in a module."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_free = list(_ROOM)


def take() -> int:
    return _free.pop()
