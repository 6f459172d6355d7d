"""Contracts of libraries where functions of ours are called: `asked_anew` in bodies, and promises of methods (`promising`).

So that a condition may call what it is a condition of, icontract asks nothing of a function that is running.  What a function
of ours calls is another matter: whoever calls must see to what is asked for, be it the second time.  And it hands contracts on
to subclasses of `DBC` alone, as deal does to none; but what a method of any class promises, a method of ours must keep, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

# What is running is noted in a variable of this module, and nowhere else.
_CHECKERS = "icontract._checkers"


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
    """Return a method that is asked whether it keeps what the method promises that it overrides.

    What that asks for is not asked: nor would it be in the test that is written down.
    """
    above = getattr(base, name, None)
    if not isinstance(above, FunctionType):
        return method
    return _promising_deal(above, _promising_icontract(base, above, method))


def hands_on(base: type) -> bool:
    """Return whether icontract hands the contracts of a class on to its subclasses."""
    library = sys.modules.get("icontract")
    return library is not None and isinstance(base, library.DBCMeta)


def _promising_icontract(
    base: type, above: FunctionType, method: Callable[..., Any]
) -> Callable[..., Any]:
    library = sys.modules.get("icontract")
    if library is None or hands_on(base):
        return method
    for promise in getattr(above, "__postconditions__", ()):
        ensure = library.ensure(promise.condition, promise.description, error=promise.error)
        method = ensure(method)
    for one in getattr(above, "__postcondition_snapshots__", ()):
        method = library.snapshot(one.capture, one.name)(method)
    return method


def _promising_deal(above: FunctionType, method: Callable[..., Any]) -> Callable[..., Any]:
    library, contracts = sys.modules.get("deal"), vars(above).get("__deal_contract")
    if library is None or contracts is None:
        return method
    for one in contracts.posts:
        method = library.post(one.raw_validator, message=one.message)(method)
    for one in contracts.ensures:
        method = library.ensure(one.raw_validator, message=one.message)(method)
    return method


def _progress() -> Any:
    return getattr(sys.modules.get(_CHECKERS), "_IN_PROGRESS", None)
