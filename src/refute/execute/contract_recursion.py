"""Contracts of icontract where functions of ours are called: `asked_anew` in bodies, and promises of methods (`promising`).

So that a condition may call what it is a condition of, icontract asks nothing of a function that is running.  What a function
of ours calls is another matter: whoever calls must see to what is asked for, be it the second time.  And it hands contracts on
to subclasses of `DBC` alone; but what a method of any other class promises, a method of ours must keep, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

_CHECKERS = "icontract._checkers"
_CLASSES = "icontract._metaclass"


@contextmanager
def asked_anew(objects: Collection[object]) -> Iterator[frozenset[int]]:
    """Let contracts of functions be asked though they are running; not the invariants of these objects, which are in use.

    Gives the identities of the functions of which that is so.
    """
    progress = _progress()
    running = progress.get() if progress is not None else None
    if progress is None or not running:
        yield frozenset()
        return
    in_use = running & set(map(id, objects))
    token = progress.set(in_use)
    try:
        yield frozenset(running - in_use)
    finally:
        progress.reset(token)


def promising(base: type, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that is asked whether it keeps what the method promises that it overrides."""
    checkers, classes = sys.modules.get(_CHECKERS), sys.modules.get(_CLASSES)
    find: Any = getattr(checkers, "find_checker", None)
    hand_on: Any = getattr(classes, "_decorate_namespace_function", None)
    above = getattr(base, name, None)
    if find is None or hand_on is None or not isinstance(above, FunctionType):
        return method
    if isinstance(base, getattr(classes, "DBCMeta", ())) or find(func=above) is None:
        return method
    members: dict[str, Any] = {name: method}
    hand_on([base], members, name)
    promised: Callable[..., Any] = members[name]
    if promised is not method:
        # What it asks for would not be asked in the test that is written down.
        promised.__preconditions__ = []  # type: ignore[attr-defined]
    return promised


def _progress() -> Any:
    return getattr(sys.modules.get(_CHECKERS), "_IN_PROGRESS", None)
