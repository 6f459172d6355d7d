"""A counter that holds a lock: it can be neither copied nor pickled, and need not be."""

from __future__ import annotations

import threading


class SharedCounter:
    """A number that several threads may change."""

    def __init__(self, start: int = 0) -> None:
        self._number = start
        self._lock = threading.Lock()

    def add(self, amount: int = 1) -> int:
        """Add and return the new number."""
        with self._lock:
            self._number += amount
            return self._number

    def reset(self) -> int:
        """Set to zero and return the old number."""
        with self._lock:
            number, self._number = self._number, 0
            return number

    @property
    def number(self) -> int:
        with self._lock:
            return self._number
