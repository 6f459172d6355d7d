"""A generator in a module, which begins with the first call."""

_ROOM = tuple(range(300))  # more than any one sequence can use up


def _count():
    yield from _ROOM


_numbers = _count()


def number() -> int:
    return next(_numbers)
