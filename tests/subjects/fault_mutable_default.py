"""Polls that share their options because the default is one list for all.

Shortest sequence:  p = Poll(); q = Poll(); p.offer(""); q.vote(0)    IndexError
"""

from __future__ import annotations


class Poll:
    """Options and how often each was voted for."""

    def __init__(self, options: list[str] = []) -> None:  # the fault
        self._options = options
        self._votes = [0] * len(options)

    def offer(self, option: str) -> None:
        self._options.append(option)
        self._votes.append(0)

    def vote(self, option: int) -> bool:
        """Count a vote for the option with that number; return False if there is none."""
        if not 0 <= option < len(self._options):
            return False
        self._votes[option] += 1
        return True
