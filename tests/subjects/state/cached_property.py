"""A property that an object in a module has cached."""

from functools import cached_property

_ROOM = tuple(range(300))  # more than any one sequence can use up


class _Journal:
    @cached_property
    def lines(self) -> list[str]:
        return []


_journal = _Journal()


def note(line: str) -> int:
    _journal.lines.append(line)
    return _ROOM[len(_journal.lines)]
