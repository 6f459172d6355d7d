"""Pieces of a sequence; a dictionary is none, and nothing is annotated."""

from __future__ import annotations


def without_ending(items, ending):
    """Return the items without the ending, where they have it."""
    left = list(ending)
    if len(items) <= len(left):
        return items
    if left and left == items[-len(left) :]:
        return items[: -len(left)]
    return items
