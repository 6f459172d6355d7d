"""A survey that formats the share of an answer nobody has given yet.

Shortest sequence:  str(Survey())    TypeError: unsupported format string
"""

from __future__ import annotations


class Survey:
    """Answers, yes or no."""

    def __init__(self) -> None:
        self._yes = 0
        self._answers = 0

    def answer(self, yes: bool) -> None:
        self._yes += bool(yes)
        self._answers += 1

    def share(self) -> float | None:
        """Return the share of yes, None before the first answer."""
        return self._yes / self._answers if self._answers else None

    def __str__(self) -> str:
        return f"{self.share():.0%} yes"  # the fault: None has no such format

    def __repr__(self) -> str:
        return f"<Survey of {self._answers}>"
