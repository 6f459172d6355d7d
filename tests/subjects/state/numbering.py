"""An itertools.count in a module."""

import itertools

_ROOM = tuple(range(300))  # more than any one sequence can use up
_numbers = itertools.count()


def number() -> int:
    return _ROOM[next(_numbers)]
