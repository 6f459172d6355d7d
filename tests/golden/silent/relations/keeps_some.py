"""Nested tables made flat: what is empty is kept where that is asked for."""

from __future__ import annotations


def flatten(table: dict, keep_empty: bool = False) -> dict:
    """Return the values by the tuples of the keys that lead to them."""
    flat = {}
    for key, value in table.items():
        if isinstance(value, dict) and (value or not keep_empty):
            for path, inner in flatten(value, keep_empty).items():
                flat[(key, *path)] = inner
        else:
            flat[(key,)] = value
    return flat


def unflatten(flat: dict) -> dict:
    """Return the nested table.

    Raises:
        ValueError: a key is no path, or one path goes on where another one ends.
    """
    table: dict = {}
    for path, value in flat.items():
        if not isinstance(path, tuple) or not path:
            raise ValueError(f"{path!r} is no path")
        inner = table
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                raise ValueError(f"{path!r} goes on where another path ends")
        inner[path[-1]] = value
    return table
