"""Walks for the corpus: `Sampler` keeps a short sequence for each thing that an operation was seen to do.

Like `collector`, which has a suite to fill and time to choose; this one runs in every search and must cost nothing, so it
looks at few sequences and never runs one again.
"""

from __future__ import annotations

from refute.execute.machine import Machine
from refute.model.forgetful import Forgetful
from refute.model.sequence import Call, Sequence, Step
from refute.search.collector import outcome_of

# The first sequences show most of what there is; later a look now and then is enough.
_ALL_OF = 300
_SAMPLE = 16
# So often a better sequence is looked for; longer ones than this are not kept, and this many calls are best: fewer
# hardly show how operations work together, more are hard to read.
_SIGHTINGS = 6
_LONGEST = 12
_BEST = 4
# So many things that an operation was seen to do: classes may be made by calls, each with another name.
_MOST_SHOWN = 10_000


class Sampler:
    """One worker's walks, by what they show: an operation and what came of it."""

    def __init__(self, machine: Machine, targets: frozenset[str], most: int) -> None:
        self._machine = machine
        self._targets = targets
        self._most = most
        self._sequences = 0
        self._sightings: dict[tuple[str, str], int] = Forgetful(_MOST_SHOWN)
        self._kept: dict[tuple[str, str], Sequence] = Forgetful(_MOST_SHOWN)

    def take(self, steps: list[Step]) -> None:
        """Look at a sequence that has just passed."""
        self._sequences += 1
        if self._sequences > _ALL_OF and self._sequences % _SAMPLE:
            return
        values = self._machine.values
        whole: Sequence | None = None
        for position, (operation, _) in enumerate(steps):
            if type(operation) is not Call or operation.target not in self._targets:
                continue
            key = (operation.target, outcome_of(values[position]))
            seen = self._sightings.get(key, 0)
            if seen >= _SIGHTINGS:
                continue
            self._sightings[key] = seen + 1
            whole = whole or Sequence(tuple(steps))
            self._keep(key, whole.keeping(whole.influence(position)))

    def _keep(self, key: tuple[str, str], walk: Sequence) -> None:
        known = self._kept.get(key)
        if walk.calls() <= _LONGEST and (known is None or _size(walk) < _size(known)):
            self._kept[key] = walk

    def chosen(self) -> dict[str, Sequence]:
        """Return the walks by what they show, one of each operation before a second of any; no sequence twice."""
        rank: dict[str, int] = {}
        ordered = []
        for (target, outcome), walk in self._kept.items():
            rank[target] = rank.get(target, 0) + 1
            ordered.append((rank[target], f"{target} {outcome}", walk))
        ordered.sort(key=lambda one: one[0])
        distinct = {walk: shows for _, shows, walk in reversed(ordered)}
        return {shows: walk for walk, shows in list(distinct.items())[::-1][: self._most]}


def _size(sequence: Sequence) -> tuple[int, int]:
    return abs(sequence.calls() - _BEST), len(sequence)
