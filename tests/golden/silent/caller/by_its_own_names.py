"""Dictionaries walked through by name: a list of numbers is nothing to be looked up by its own items."""

from __future__ import annotations


def without(items, *names):
    """Return a copy without these names."""
    left = set(items)
    left.difference_update(names)
    found = {}
    for name in left:
        found[name] = items[name]
    return found


def doubled(items):
    return {name: items[name] for name in sorted(items)} if len(items) > 1 else {}
