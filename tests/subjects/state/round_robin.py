"""An itertools.cycle in a module."""

import itertools

_ROOM = tuple(range(300))  # more than any one sequence can use up
_turns = itertools.cycle([*_ROOM, *(300 for _ in range(10**5))])


def turn() -> int:
    return _ROOM[next(_turns)]
