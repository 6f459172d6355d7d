"""A fault behind a dictionary that holds itself."""

from __future__ import annotations


def paths(tree: dict[str, object]) -> list[str]:
    """Return the keys of all levels, joined by dots."""
    found = []
    for key, below in tree.items():
        found += [f"{key}.{one}" for one in paths(below)] if isinstance(below, dict) else [key]
    return found
