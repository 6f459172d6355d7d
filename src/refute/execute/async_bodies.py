"""Which body runs, and so whether a coroutine can be waited for in it while an event loop is running: `entered`, `waited_for`.

A body is run by a function that is called, be it of a coroutine: it cannot hand over to the loop.  What never does so, as
most coroutines that only compute, is run to its end all the same, as `await` would.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

_bodies: list[bool] = []


@contextmanager
def entered(is_async: bool) -> Iterator[None]:
    """Note that a body runs: that of a coroutine may wait for others."""
    _bodies.append(is_async)
    try:
        yield
    finally:
        _bodies.pop()


def may_wait() -> bool:
    """Return whether the innermost body may wait for a coroutine."""
    return bool(_bodies) and _bodies[-1]


def waited_for(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Return what a coroutine gives that needs no event loop; RuntimeError where it does."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    coroutine.close()
    raise RuntimeError("what hands over to the event loop cannot be waited for here")
