"""Notices code that does not return: a predicate on a cyclic candidate, a method on a broken object.

One interval timer for all who wait.  Arming a timer per call costs about a microsecond, as much as a candidate; so
each waiter offers a token that changes when it gets on, and the alarm looks whether it did.  Main name: `patience`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

TICK = 0.25  # seconds between looks
# Processor time counts, so that a busy machine does not make a slow predicate of a quick one; of time spent waiting,
# so many times as much.
WAITING = 6


@dataclass(slots=True)
class Waiter:
    """`token` says how far we are, None that nothing is running; `complain` makes what is raised."""

    limit: float
    token: Callable[[FrameType | None], Any]
    complain: Callable[[], BaseException]
    last: Any = None
    since: tuple[float, float] = (0.0, 0.0)  # by the clock and by the processor


_waiters: list[Waiter] = []
_before: list[Any] = []


def _alarm(number: int, frame: FrameType | None) -> None:
    now = (time.monotonic(), time.process_time())
    for waiter in reversed(_waiters):
        token = waiter.token(frame)
        if token is None or token != waiter.last:
            waiter.last, waiter.since = token, now
        elif (
            now[1] - waiter.since[1] >= waiter.limit
            or now[0] - waiter.since[0] >= WAITING * waiter.limit
        ):
            waiter.last = None
            raise waiter.complain()


@contextmanager
def patience(
    limit: float,
    token: Callable[[FrameType | None], Any],
    complain: Callable[[], BaseException],
) -> Iterator[Waiter]:
    """Raise `complain()` inside the block when the token stays the same for `limit` seconds."""
    waiter = Waiter(limit, token, complain)
    if limit <= 0 or threading.current_thread() is not threading.main_thread():
        yield waiter
        return
    start(waiter)
    try:
        yield waiter
    finally:
        stop(waiter)


def start(waiter: Waiter) -> None:
    _waiters.append(waiter)
    if len(_waiters) == 1:
        _before.append(signal.signal(signal.SIGALRM, _alarm))
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)


def stop(waiter: Waiter) -> None:
    _waiters.remove(waiter)
    if not _waiters:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, _before.pop())
