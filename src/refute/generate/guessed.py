"""Which of the types that are guessed for an input is tried next: `GuessedForms`.

A guess is tried as often as it is sure, less where calls with it raise TypeError or AttributeError; the rest of the time
anything is passed, so that a wrong guess keeps nothing from being tried.
"""

from __future__ import annotations

from typing import Generic, TypeVar

_SlotT = TypeVar("_SlotT")

# How many calls that raised count as much as one that returned: most that return are not counted.
_RAISED_TO_RETURNED = 4
# To make an argument of an argument, and so on, is worth less and less.
_DEEPER = 0.5


class GuessedForms(Generic[_SlotT]):
    """The guesses for one input: how each is supplied, and how often it was wrong."""

    __slots__ = ("_bad", "_confidences", "_good", "_limits", "last", "slots")

    def __init__(self, slots: list[_SlotT], confidences: list[float]) -> None:
        self.slots = slots
        self._confidences = confidences
        self._good = [0] * len(slots)
        self._bad = [0] * len(slots)
        self._limits: list[float] = []
        self.last: int | None = None  # the guess that the next call is given a value of
        self._count()

    def pick(self, draw: float, depth: int) -> _SlotT | None:
        """Return how to supply one of the guesses, None where none is to be tried."""
        draw /= _DEEPER**depth
        for number, limit in enumerate(self._limits):
            if draw < limit:
                self.last = number
                return self.slots[number]
        return None

    def note(self, is_good: bool) -> None:
        """Remember whether a call returned, or raised an exception about types, with the guess picked last."""
        if self.last is None:
            return
        if is_good:
            good = self._good[self.last] = self._good[self.last] + 1
            if good & (good - 1) == 0:  # a power of two: counted anew less and less often
                self._count()
        else:
            self._bad[self.last] += 1
            self._count()

    def _count(self) -> None:
        total = 0.0
        self._limits = []
        for confidence, good, bad in zip(self._confidences, self._good, self._bad, strict=True):
            returned = _RAISED_TO_RETURNED * (good + 1)
            total += confidence * returned / (returned + bad)
            self._limits.append(total)
