"""A job whose representation needs a field that only `run` sets.

Shortest sequence:  repr(Job(""))    AttributeError
"""

from __future__ import annotations


class Job:
    """Something to be done once or more often."""

    def __init__(self, name: str) -> None:
        self._name = name  # the fault: no self._runs yet

    def run(self) -> int:
        self._runs = getattr(self, "_runs", 0) + 1
        return self._runs

    def __repr__(self) -> str:
        return f"<Job {self._name!r} run {self._runs} times>"
