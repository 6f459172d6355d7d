"""Numbers with as many places as are asked for; an integer of more than 4,300 digits Python does not write."""

from __future__ import annotations


def with_places(number: int, places: int) -> str:
    """Return a number followed by so many zeros."""
    return str(number * 10 ** min(abs(places), 10_000))
