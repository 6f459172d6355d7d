"""A request that is completed step by step: its class declares what functions set."""

from __future__ import annotations


class Request:
    """What is asked of a table."""

    white: list[int]
    place: int

    def __init__(self, pieces: list[int]) -> None:
        self.pieces = pieces


def index_of(request: Request) -> int:
    """Return the place in a table that holds one piece."""
    return len(request.white)


def index_of_two(request: Request) -> int:
    """Return the place in a table that holds two pieces."""
    return 2 * len(request.white) + request.place


def answer(request: Request) -> int:
    """Return what the table says."""
    request.white, request.place = list(request.pieces), 0
    return index_of(request) + index_of_two(request)
