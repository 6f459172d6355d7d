"""On how many inputs relations held, and on how many not: `Support`."""

from __future__ import annotations

from typing import NamedTuple

from refute.judge.relations.relation import Family
from refute.model.forgetful import Forgetful

# A relation, and the classes of the values that it spoke of: a law for texts need not be one for lists.
Claim = tuple[tuple[str, ...], tuple[str, ...]]

# So many claims are known, and of each so many different inputs are told apart.
_MOST_CLAIMS = 2000
_MOST_INPUTS = 1000


class HeldOn(NamedTuple):
    """On how many different inputs a claim held, on how many there are in all, and in how much of it for all together."""

    held: int
    seen: int
    agreed: float


class Support:
    """What was seen of relations, in bounded memory."""

    def __init__(self) -> None:
        self._known: dict[Claim, dict[int, float]] = Forgetful(_MOST_CLAIMS)

    def note(self, claim: Claim, degree: float, inputs: int) -> None:
        """Remember in how much of it a claim held on inputs, which are told apart by a number; 1 is all of it."""
        known = self._known.get(claim)
        if known is None:
            known = self._known[claim] = {}
        if len(known) < _MOST_INPUTS:
            known[inputs] = min(degree, known.get(inputs, degree))

    def counted(self, claim: Claim) -> HeldOn:
        """Return how often a claim held."""
        degrees = self._known.get(claim, {}).values()
        return HeldOn(sum(degree == 1.0 for degree in degrees), len(degrees), sum(degrees))

    def is_law(self, family: Family, claim: Claim) -> bool:
        """Return whether a claim has held so often that it is broken where it does not."""
        held, seen, agreed = self.counted(claim)
        counted = agreed if family.partly else held
        return held >= family.enough and counted >= family.share * seen
