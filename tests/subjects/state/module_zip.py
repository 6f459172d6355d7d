"""A zip of iterators in a module."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_pairs = zip(iter({n: n for n in _ROOM}), reversed(_ROOM), strict=True)


def pair() -> tuple[int, int]:
    return next(_pairs)
