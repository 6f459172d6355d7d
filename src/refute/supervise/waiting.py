"""Waits for something to read: `has_arrived`."""

from __future__ import annotations

import math
import select
import time


def has_arrived(descriptor: int, until: float = math.inf) -> bool:
    """Wait, until a moment of `time.monotonic`, and return whether there is something to read, be it the end."""
    ready = select.poll()  # select.select takes no descriptor above 1023
    ready.register(descriptor, select.POLLIN)
    left = None if until == math.inf else max(0.0, 1000 * (until - time.monotonic()))
    return bool(ready.poll(left))
