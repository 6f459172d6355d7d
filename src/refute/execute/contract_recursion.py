"""Contracts of icontract, asked in bodies, too: `asked_anew`.

So that a condition may call what it is a condition of, icontract asks nothing of a function that is running.  What a function
of ours calls is another matter: whoever calls must see to what is asked for, be it the second time.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

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


def _progress() -> Any:
    return getattr(sys.modules.get(_CHECKERS), "_IN_PROGRESS", None)
