"""A walk around one object: `Walk`.

T2's engine (Prasetya, Vos and Baars 2007, section 3): a sequence has one target object; most of its calls are made on it,
the others on what lies around it.  Feedback spreads its calls over many objects, which is good for finding new values and
bad for what shows only after a long life of one object.  What feedback has learned about calling is shared.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from refute.generate.feedback import Feedback
from refute.generate.generator import Judge, Live
from refute.generate.growing_sequence import Refused
from refute.generate.knowledge import Knowledge, KnownRoutine
from refute.generate.tuning import PROMISING, SHORTEST_WALK, WITH_BODY


class Walk(Feedback):
    """Makes one sequence at a time around one object.

    `on_target` is the probability that a call is made on that object.
    """

    name = "walk"
    every_step = True

    def __init__(
        self,
        knowledge: Knowledge,
        random: Random,
        promising: Collection[str],
        *,
        on_target: float,
        length: int = 100,
        past_exceptions: bool = False,
        reuse: float = 0.55,
    ) -> None:
        super().__init__(
            knowledge, random, length=length, past_exceptions=past_exceptions, reuse=reuse
        )
        self._on_target = on_target
        self._target: int | None = None
        routines = knowledge.routines
        # A life that is nothing but reading attributes shows nothing.
        owners = {
            one.routine.owner for one in routines if one.has_receiver and one.routine.how != "field"
        }
        makers = [
            one for one in routines if one.routine.how == "new" and one.routine.owner in owners
        ]
        self._targets: list[KnownRoutine] = [
            one for one in makers for _ in range(PROMISING if one.routine.owner in promising else 1)
        ]
        self.done = not self._targets

    def _extend_until_new(self) -> bool:
        super()._extend_until_new()
        # Never taken for new: what holds after every step was asked on the way, and the laws at the end of so long a life
        # cost more than they show.
        return False

    def _begin(self, live: Live, judge: Judge) -> None:
        super()._begin(live, judge)
        self._target = None

    def _target_length(self) -> int:
        # Long lives: what short ones show is found by others.
        return max(1, int(self._length * (SHORTEST_WALK + (1 - SHORTEST_WALK) * self._draw())))

    def _advance(self, left: int) -> int:
        if self._target is None:
            return self._make_target()
        if self._draw() >= self._on_target:
            return super()._advance(1)
        methods = self.knowledge.methods_of(self._live.value_kinds[self._target])
        awake = self.knowledge.awake(methods)
        if not awake:
            return left
        known = self.knowledge.less_called(awake, self._draw)
        try:
            done = self._apply(known, self._target, 0) is not None
        except Refused:
            return 0
        if self._live.is_large:
            return left
        return int(done)

    def _make_target(self) -> int:
        targets = self.knowledge.awake(self._targets) or self._targets
        known = targets[int(self._draw() * len(targets))]
        extendable = self.knowledge.extendable(known.routine.output)
        try:
            if extendable is not None and self._draw() < WITH_BODY:
                self._target = self._derived(extendable, 0)
            else:
                self._target = self._apply(known, None, 0)
        except Refused:
            return 0
        return int(self._target is not None)
