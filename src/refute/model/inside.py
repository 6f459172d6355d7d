"""Looking into values and classes without running anything of theirs: `contents_of`, `annotations_of`."""

from __future__ import annotations

from collections import deque
from typing import Any

_BUILTINS: tuple[Any, ...] = (list, tuple, set, frozenset, deque)


def contents_of(value: object) -> list[object]:
    """Return what a container of Python's own holds, of a dictionary keys and values; nothing for anything else.

    The class may be derived, and answer `iter` and `values` in its own way, or not at all: it is not asked.

    >>> contents_of({1: "a"}), contents_of((2,)), contents_of("text")
    ([1, 'a'], [2], [])
    """
    if isinstance(value, dict):
        return [*dict.keys(value), *dict.values(value)]
    for builtin in _BUILTINS:
        if isinstance(value, builtin):
            return list(builtin.__iter__(value))
    return []


def annotations_of(cls: type) -> dict[str, Any]:
    """Return the annotations that a class itself writes down; `type` has none, but something by that name.

    >>> annotations_of(type)
    {}
    """
    found = vars(cls).get("__annotations__")
    return found if isinstance(found, dict) else {}
