"""Promises about how an object changes over time: `always`, `never`, `unless`, `until`, `leads_to`; `watching` an object.

Returned by a method `temporal_spec` of the class, they are checked by the search.  In tests of one's own:

>>> class Door:
...     locked = True
>>> door = Door()
>>> watch = watching(door, unless(lambda d: d.locked, lambda d: hasattr(d, "key")))
>>> door.locked = False
>>> watch.check()
Traceback (most recent call last):
refute.judge.promises.formulas.Broken: d.locked unless hasattr(d, 'key')
"""

from __future__ import annotations

from typing import Any

from refute.judge.promises.formulas import (
    Broken,
    Property,
    Watch,
    always,
    leads_to,
    never,
    properties_of,
    unless,
    until,
)
from refute.look.state import state_number
from refute.model.errors import UsageError

__all__ = [
    "Broken",
    "Property",
    "Watch",
    "always",
    "leads_to",
    "never",
    "state_number",
    "unless",
    "until",
    "watching",
]


def watching(value: Any, *properties: Property) -> Watch:
    """Begin to watch an object; without properties, those that its own `temporal_spec` returns."""
    found = properties or properties_of(value.temporal_spec())
    if found is None:
        raise UsageError(
            f"{type(value).__name__}.temporal_spec returns no temporal properties; "
            "return always(…), unless(…, …), or a list of such",
            "temporal-properties",
        )
    return Watch(value, found, state_number)
