"""A variable of a closure."""

from collections.abc import Callable

_ROOM = tuple(range(300))  # more than any one sequence can use up


def _counter() -> Callable[[], int]:
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return count

    return step


_step = _counter()


def step() -> int:
    return _ROOM[_step()]
