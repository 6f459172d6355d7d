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
# That it held more often than not must be more than chance: the lead that a coin has once in forty times.
_DEVIATIONS = 2


class HeldOn(NamedTuple):
    """On how many different inputs a claim held, and on how many it was tried."""

    held: int
    seen: int


class Support:
    """What was seen of relations, in bounded memory."""

    def __init__(self) -> None:
        self._known: dict[Claim, dict[int, bool]] = Forgetful(_MOST_CLAIMS)

    def note(self, claim: Claim, held: bool, inputs: int) -> None:
        """Remember whether a claim held on inputs, which are told apart by a number."""
        known = self._known.get(claim)
        if known is None:
            known = self._known[claim] = {}
        if len(known) < _MOST_INPUTS:
            known[inputs] = held and known.get(inputs, True)

    def counted(self, claim: Claim) -> HeldOn:
        """Return how often a claim held."""
        known = self._known.get(claim, {})
        return HeldOn(sum(known.values()), len(known))

    def is_law(self, family: Family, claim: Claim) -> bool:
        """Return whether a claim has held so often, and failed so seldom, that it is broken where it does not hold."""
        if not family.enough:
            return True
        held, seen = self.counted(claim)
        lead = held - (seen - held)
        is_chance = lead * lead < _DEVIATIONS * _DEVIATIONS * seen
        return held >= family.enough and held >= family.share * seen and not is_chance
