"""A rate limiter with an injected clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

LARGEST = 1000


class ManualClock:
    """A clock that moves when told to."""

    def __init__(self, now: int = 0) -> None:
        self._now = now

    def __call__(self) -> int:
        return self._now

    def advance(self, seconds: int) -> int:
        """Move on and return the time.

        Raises:
            ValueError: the number of seconds is negative.
        """
        if seconds < 0:
            raise ValueError("time does not go back")
        self._now += seconds
        return self._now


class RateLimiter:
    """Allows so many events in any span of so many seconds."""

    def __init__(self, events: int, seconds: int, clock: Callable[[], int]) -> None:
        if not 1 <= events <= LARGEST or seconds <= 0:
            raise ValueError("the number of events or seconds is out of range")
        self._events = events
        self._seconds = seconds
        self._clock = clock
        self._times: deque[int] = deque()

    def allow(self) -> bool:
        """Say whether an event is allowed now, and count it if so."""
        now = self._clock()
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        if len(self._times) >= self._events:
            return False
        self._times.append(now)
        return True

    def pending(self) -> int:
        """Return how many events are remembered."""
        return len(self._times)
