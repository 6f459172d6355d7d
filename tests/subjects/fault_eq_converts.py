"""Scores that convert whatever they are compared with to a number.

Shortest sequence:  s = Score(0); s == object()    TypeError
"""

from __future__ import annotations


class Score:
    """Points in a game."""

    def __init__(self, points: int) -> None:
        self._points = points

    def __int__(self) -> int:
        return self._points

    def __eq__(self, other: object) -> bool:
        if other is None:
            return False
        return self._points == int(other)  # type: ignore[call-overload]  # the fault

    __hash__ = None  # type: ignore[assignment]
