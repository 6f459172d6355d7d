"""Stops code that does not return: a call of the subject (`CallClock`), a predicate or a method in a search (`patience`).

One interval timer for all who wait.  Arming one for each call costs about a microsecond, as much as a candidate; so at
every tick whoever waits looks whether what it waits for has got on, and raises an exception in it where it has not.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

from refute.execute.machine import Machine, StopCall
from refute.look.subject_time import is_in_subject

# The original: inside the sandbox the one in `signal` is a stand-in.
_setitimer = signal.setitimer

# Seconds between two looks; also how late it is noticed that something hangs.
TICK = 0.1
# So many ticks a call gets when the time of the search is up.
_FEW_TICKS = 3
# A call on an object that perhaps never exists is worth so many.
_HURRIED_TICKS = 10
# For a predicate processor time counts, so that a busy machine does not make a slow one of a quick one; of time spent
# waiting, so many times as much.
_WAITING = 6


class Waiting(Protocol):
    """Somebody who waits for code to return."""

    def look(self, frame: FrameType | None) -> None:
        """Raise an exception where it takes too long; `frame` is where the code is now."""


_waiting: list[Waiting] = []
_handlers_before: list[Any] = []


def _tick(number: int, frame: FrameType | None) -> None:
    for one in reversed(_waiting):
        one.look(frame)


def rearm() -> None:
    """Set the timer again: the code under test may have stopped it."""
    _setitimer(signal.ITIMER_REAL, TICK, TICK)


def start(one: Waiting) -> None:
    """Let somebody look at every tick."""
    _waiting.append(one)
    if len(_waiting) == 1:
        _handlers_before.append(signal.signal(signal.SIGALRM, _tick))
        rearm()


def stop(one: Waiting) -> None:
    """Let nobody look any more; the timer stops with the last."""
    _waiting.remove(one)
    if not _waiting:
        _setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, _handlers_before.pop())


class CallClock:
    """Raises `StopCall` inside a call of the subject that takes longer than the limit."""

    def __init__(self, machine: Machine, seconds: float) -> None:
        self._machine = machine
        self._ticks = max(2, round(seconds / TICK))
        self._limit = seconds
        self._last = -1
        self._same = 0
        self._used = 0.0  # processor time when the call began
        # When the time is up, a call that takes long is stopped sooner.
        self.time_is_up = float("inf")
        self.is_called_off: Callable[[], bool] = lambda: False

    def look(self, frame: FrameType | None) -> None:
        """Stop the call that has been running for too many ticks."""
        calls = self._machine.calls
        # Our own long work between two calls must not be counted against the next.
        if calls != self._last or not is_in_subject(frame):
            self._last, self._same, self._used = calls, 0, time.thread_time()
            return
        self._same += 1
        is_late = time.monotonic() >= self.time_is_up or self.is_called_off()
        enough = _FEW_TICKS if is_late else self._ticks
        if self._machine.is_hurried:
            enough = min(enough, _HURRIED_TICKS)
        if self._same >= enough:
            self._same = 0
            # One that is stopped early because the time is up may be just slow.
            computed = enough == self._ticks and is_computing(
                time.thread_time() - self._used, self._limit
            )
            limit = self._limit
            raise StopCall(f"no answer after {limit:g} s", limit if computed else None, limit)


def is_computing(used: float, seconds: float) -> bool:
    """Return whether so much processor time in so many seconds means work, not waiting.

    A tenth: on a busy machine others have the rest.  What sleeps and looks again uses a hundredth.
    """
    return used >= seconds / 10


class Patience:
    """Waits while a token changes; it says how far the code is, None that nothing is running."""

    def __init__(
        self,
        limit: float,
        token: Callable[[FrameType | None], Any],
        complain: Callable[[], BaseException],
    ) -> None:
        self.limit = limit
        self._token, self._complain = token, complain
        self._last: Any = None
        self._since = (0.0, 0.0)  # by the clock and by the processor

    def look(self, frame: FrameType | None) -> None:
        """Complain where the token has been the same for too long."""
        now = (time.monotonic(), time.process_time())
        token = self._token(frame)
        if token is None or token != self._last:
            self._last, self._since = token, now
            return
        waited, used = now[0] - self._since[0], now[1] - self._since[1]
        if used >= self.limit or waited >= _WAITING * self.limit:
            self._last = None
            raise self._complain()


@contextmanager
def patience(
    limit: float,
    token: Callable[[FrameType | None], Any],
    complain: Callable[[], BaseException],
) -> Iterator[Patience]:
    """Raise `complain()` inside the block when the token stays the same for `limit` seconds."""
    one = Patience(limit, token, complain)
    if limit <= 0 or threading.current_thread() is not threading.main_thread():
        yield one
        return
    start(one)
    try:
        yield one
    finally:
        stop(one)
