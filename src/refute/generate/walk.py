"""A walk around one object: `Walk`.

T2's engine (Prasetya, Vos and Baars 2007, section 3): a sequence has one target object; most of its calls are made on it,
the others on what lies around it.  Feedback spreads its calls over many objects, which is good for finding new values and
bad for what shows only after a long life of one object.  What feedback has learned about calling is shared.
"""

from __future__ import annotations

from collections.abc import Collection

from refute.generate.feedback import Feedback
from refute.generate.generator import Live, Refused
from refute.generate.knowledge import Way

# Classes that promise something are walked around so many times as often as those that do not.
_PROMISING = 4


class Walk(Feedback):
    """Makes one sequence at a time around one object.

    `on_target` is the probability that a call is made on that object.
    """

    name = "walk"
    every_step = True

    def __init__(self, beside: Feedback, promising: Collection[str], *, on_target: float) -> None:
        # The pool, the ways and all that was learned are the same objects; only the running sequence is its own.
        vars(self).update(vars(beside))
        self._beside = beside
        self._on_target = on_target
        self._target: int | None = None
        owners = {way.routine.owner for way in self.ways if way.has_receiver}
        makers = [w for w in self.ways if w.routine.how == "new" and w.routine.owner in owners]
        self._targets: list[Way] = [
            way
            for way in makers
            for _ in range(_PROMISING if way.routine.owner in promising else 1)
        ]
        self.done = not self._targets

    def _begin(self, live: Live) -> None:
        self._begun = self._beside._begun
        self._any_rests = self._beside._any_rests
        super()._begin(live)
        self._beside._begun = self._begun
        self._target = None

    def rest(self, way: Way) -> None:
        """Leave a way alone for a while: it did not return."""
        super().rest(way)
        self._beside._any_rests = True

    def _target_length(self) -> int:
        # Long lives: what short ones show is found by others.
        return max(1, int(self._length * (0.25 + 0.75 * self._draw())))

    def _advance(self, left: int) -> int:
        if self._target is None:
            return self._make_target()
        if self._draw() >= self._on_target:
            return super()._advance(1)
        ways = self._awake(self._methods_of(self._live.value_kinds[self._target]))
        if not ways:
            return left
        way = self._less_called(ways)
        try:
            done = self._apply(way, self._target, 0) is not None
        except Refused:
            return 0
        if self._live.is_large:
            way.bloats += 1
            return left
        return int(done)

    def _make_target(self) -> int:
        targets = self._awake(self._targets) or self._targets
        way = targets[int(self._draw() * len(targets))]
        try:
            self._target = self._apply(way, None, 0)
        except Refused:
            return 0
        return int(self._target is not None)
