"""Conditions on a value, as source with `{0}` for it: `holds`.  They stand in forms, see `typeform.restricted`."""

from __future__ import annotations

import datetime
import decimal
import fractions
import re
from collections.abc import Callable
from functools import lru_cache

# Of these no method is code under test.
_OURS = frozenset(["builtins", "decimal", "fractions", "datetime"])


def holds(condition: str, value: object) -> bool:
    """Return whether a condition holds of a value; True of an object whose class may answer with code of its own.

    >>> holds("{0} > 3", 4), holds("len({0}) <= 2", "abc"), holds("{0} > 3", "a")
    (True, False, False)
    """
    if type(value).__module__ not in _OURS:
        return True
    try:
        return bool(_function(condition)(value))
    except Exception:  # not a value that the condition can be asked of
        return False


@lru_cache(maxsize=1024)
def _function(condition: str) -> Callable[[object], object]:
    modules = {one.__name__: one for one in (datetime, decimal, fractions, re)}
    names = {**modules, "__builtins__": {"len": len, "float": float}}
    made: Callable[[object], object] = eval(f"lambda x: {condition.replace('{0}', 'x')}", names)
    return made
