"""The undirected random walk, kept as a baseline: `Blind`."""

from __future__ import annotations

from refute.generate.feedback import Feedback
from refute.generate.generator import Live
from refute.generate.knowledge import Slot, Way


class Blind(Feedback):
    """The undirected random walk (thesis 8.3.1, Rw).

    From nothing, one operation after the other, each chosen at random among those whose arguments are at hand: in
    the sequence, or as presets.  What raises ends the walk.  Nothing is kept, pruned, repeated, made or learned.
    """

    name = "walk-blind"
    directed = False

    def _begin(self, live: Live) -> None:
        super()._begin(live)
        self._everything = [step for family in self._families for step in family]

    def _target_length(self) -> int:
        return self._length

    def _advance(self, left: int) -> int:
        way = self.ways[int(self._draw() * len(self.ways))]
        return int(self._apply(way, None, 0) is not None)

    def _supply(self, slot: Slot, depth: int) -> int | None:
        presets = self._everything if slot.is_any else slot.presets
        having = self._all if slot.is_any else self._in_scope(slot)
        choices = len(presets) + len(having)
        if not choices:
            return None
        choice = int(self._draw() * choices)
        if choice < len(having):
            return having[choice]
        return self._do(presets[choice - len(having)])

    def _in_scope(self, slot: Slot) -> list[int]:
        return [p for kind in self._fitting(slot) for p in self._by_kind.get(kind, ())]

    def _extend_until_new(self) -> None:
        self.is_new = self.seen.add(self.steps)

    def _learn_refusal(self, way: Way, chosen: tuple[int, ...], positions: list[int]) -> None:
        return
