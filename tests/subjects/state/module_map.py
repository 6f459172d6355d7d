"""A map in a module."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_names = map(str, _ROOM)


def name() -> str:
    return next(_names)
