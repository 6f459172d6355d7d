"""The bound method of an iterator that nobody else holds."""

import itertools

_ROOM = tuple(range(300))  # more than any one sequence can use up
_next_number = itertools.count().__next__


class Ticket:
    def __init__(self) -> None:
        self.place = _ROOM[_next_number()]
