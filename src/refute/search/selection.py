"""Which few candidates of a suite together show everything: `select`."""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush

from refute.model.recording import Candidate
from refute.search.plain_sequences import strangeness


def select(candidates: list[Candidate]) -> list[int]:
    """Return the positions of few, short and plain candidates that together have all features, in ascending order.

    Greedy: the one with the most new features per step comes first; then whatever the others make superfluous goes,
    longest first.  Of two that show the same, the shorter stays.
    """
    missing = set[str]().union(*(c.features for c in candidates))
    sizes = [1 + c.sequence.calls() + strangeness(c.sequence) for c in candidates]

    def worth(i: int) -> tuple[float, int, int]:
        size = sizes[i]
        return -len(candidates[i].features & missing) / size, size, i

    chosen: list[int] = []
    waiting = [worth(i) for i, c in enumerate(candidates) if c.features]
    heapify(waiting)
    while missing:
        i = heappop(waiting)[2]
        # A candidate is worth less and less; the best is one that is still worth as much as those behind it.
        now = worth(i)
        if waiting and now > waiting[0]:
            heappush(waiting, now)
            continue
        chosen.append(i)
        missing -= candidates[i].features
    return sorted(_without_superfluous(candidates, chosen))


def _without_superfluous(candidates: list[Candidate], chosen: list[int]) -> list[int]:
    shown = Counter(feature for i in chosen for feature in candidates[i].features)
    kept = list(chosen)
    for i in sorted(chosen, key=lambda i: (-candidates[i].sequence.calls(), i)):
        if all(shown[feature] > 1 for feature in candidates[i].features):
            kept.remove(i)
            shown.subtract(candidates[i].features)
    return kept
