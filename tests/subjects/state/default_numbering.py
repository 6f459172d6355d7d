"""An iterator that is the default of a parameter."""

import itertools
from collections.abc import Iterator

_ROOM = tuple(range(300))  # more than any one sequence can use up


def number(_numbers: Iterator[int] = itertools.count()) -> int:  # noqa: B008
    return _ROOM[next(_numbers)]
