"""An OrderedDict whose order counts."""

from collections import OrderedDict

_ROOM = tuple(range(300))  # more than any one sequence can use up
_recent: OrderedDict[int, int] = OrderedDict((n, 0) for n in _ROOM)


def next_victim() -> int:
    key = next(iter(_recent))
    _recent.move_to_end(key)
    _recent[key] += 1
    return 1 // (1 - _recent[key] // 2)
