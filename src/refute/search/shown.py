"""A sequence with what a run of it shows, and which few of them show everything: `Shown`, `selected`."""

from __future__ import annotations

from dataclasses import dataclass

from refute.execute.coverage import Arc
from refute.model.recording import Candidate, Sight
from refute.model.sequence import Sequence
from refute.search.selection import select
from refute.shrink.shrinker import Value

# The operation called last and what came of it; an arc taken on the way; or a mutant that is noticed.
Feature = tuple[str, str] | Arc


@dataclass(frozen=True, slots=True)
class Shown:
    """A sequence with what a run of it shows."""

    sequence: Sequence
    features: frozenset[Feature]
    values: tuple[Value, ...] = ()
    # Kept for the branches it takes: then what comes of its last call does not matter.
    for_branches: bool = False
    # What its test has to look at so that the mutants among the features are noticed.
    telling: tuple[Sight, ...] = ()


def selected(shown: list[Shown]) -> list[Shown]:
    """Return few that together show everything."""
    names: dict[Feature, str] = {}
    for one in shown:
        for feature in one.features:
            names.setdefault(feature, str(len(names)))
    candidates = [Candidate(o.sequence, frozenset(names[f] for f in o.features)) for o in shown]
    return [shown[place] for place in select(candidates)]
