"""The undirected random walk, kept as a baseline: `Blind`."""

from __future__ import annotations

from functools import cached_property

from refute.generate.feedback import Feedback
from refute.generate.knowledge import KnownRoutine, Slot
from refute.model.sequence import Step


class Blind(Feedback):
    """The undirected random walk (thesis 8.3.1, Rw).

    From nothing, one operation after the other, each chosen at random among those whose arguments are at hand: in
    the sequence, or as presets.  What raises ends the walk.  Nothing is kept, pruned, repeated, made or learned.
    """

    name = "walk-blind"
    directed = False

    @cached_property
    def _anything_at_all(self) -> list[Step]:
        return [step for family in self._families for step in family]

    def _target_length(self) -> int:
        return self._length

    def _advance(self, left: int) -> int:
        routines = self.knowledge.routines
        return int(self._apply(routines[int(self._draw() * len(routines))], None, 0) is not None)

    def _supply(self, slot: Slot, depth: int) -> int | None:
        presets = self._anything_at_all if slot.is_any else slot.presets
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

    def _extend_until_new(self) -> bool:
        return self.knowledge.seen.add(self._steps)

    def _learn_refusal(
        self,
        known: KnownRoutine,
        chosen: tuple[int, ...],
        positions: list[int],
        raised: BaseException | None,
    ) -> None:
        return
