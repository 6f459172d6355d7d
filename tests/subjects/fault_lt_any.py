"""Hands of cards of which each can beat the other: one better card is enough.

Shortest sequence:  Hand(0, 1) < Hand(1, 0) and Hand(1, 0) < Hand(0, 1)
"""

from __future__ import annotations


class Hand:
    """Cards in the order they were dealt."""

    def __init__(self, *cards: int) -> None:
        self._cards = cards

    def __lt__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return any(mine < theirs for mine, theirs in zip(self._cards, other._cards))  # the fault

    def __repr__(self) -> str:
        return f"<Hand of {len(self._cards)}>"
