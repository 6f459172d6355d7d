"""The precision of decimal numbers."""

from decimal import getcontext

_ROOM = tuple(range(300))  # more than any one sequence can use up


def finer() -> int:
    getcontext().prec += 1
    return _ROOM[getcontext().prec]
