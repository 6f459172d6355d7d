"""A fault behind a list that holds itself."""

from __future__ import annotations


def depth(items: list[object]) -> int:
    """Return how deep lists are nested."""
    return 1 + max((depth(one) for one in items if isinstance(one, list)), default=0)
