"""Values by a path of keys and places; a place that is not there is what the caller asked for."""

from __future__ import annotations


def value_at(document, path):
    """Return what stands at the end of a path."""
    here = document
    for depth, step in enumerate(path):
        if not isinstance(here, (dict, list, tuple)):
            raise LookupError(f"nothing below step {depth}")
        here = here[step]
    return here


def kinds_along(document, path):
    """Return the names of the types along a path."""
    return [type(value_at(document, path[:end])).__name__ for end in range(len(path))]
