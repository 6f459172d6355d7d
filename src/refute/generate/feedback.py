"""Extend sequences that passed by one random operation, on their live values: `Feedback`.

Randoop's directed random testing (Pacheco's thesis, 5.5 and 7.5).  We depart in four points.  A sequence is
performed while it is made, so that an argument can be chosen by what earlier calls really returned.  A value that
no one supplies is made on the spot, by calling something that returns it, so that operations which are hard to
feed are not starved (10.2.3).  Where the code gives no type, what was accepted before is remembered.  A call that
was our fault is taken back and the sequence goes on without it (7.5 starts a new one): every failure is run again
from nothing before it counts, then with these calls as steps whose exceptions are ignored.
"""

from __future__ import annotations

import contextlib
from random import Random

from refute.generate.generator import Judge, Live
from refute.generate.growing_sequence import Refused, SequenceEnded
from refute.generate.knowledge import Knowledge, KnownRoutine
from refute.generate.supply import Supply
from refute.generate.tuning import (
    FROM_EXAMPLE,
    ON_A_FUNCTION,
    ON_AN_OBJECT,
    REFUSED_IN_A_ROW,
    SHORTEST_POWER,
    SLOWLY,
)
from refute.model.execution import Execution
from refute.model.verdict import Verdict


class Feedback(Supply):
    """Makes one sequence at a time, on live values."""

    name = "feedback"
    every_step = False
    done = False

    def __init__(
        self,
        knowledge: Knowledge,
        random: Random,
        *,
        length: int = 100,
        repeat: float = 0.1,
        most_repeats: int = 100,
        past_exceptions: bool = False,
        reuse: float = 0.55,
    ) -> None:
        super().__init__(
            knowledge, random, length=length, past_exceptions=past_exceptions, reuse=reuse
        )
        self._repeat = repeat
        self._most_repeats = most_repeats

    def grow(self, live: Live, judge: Judge) -> Execution:
        """Make and perform one sequence; perhaps without a step, where no argument could be had."""
        self._begin(live, judge)
        left = self._target_length()
        idle = 0
        try:
            if self.knowledge.examples and self._draw() < FROM_EXAMPLE:
                self._begin_with_example()
            while left > 0 and idle < REFUSED_IN_A_ROW and self._calls < self._length:
                done = self._advance(left)
                left -= done
                idle = 0 if done else idle + 1
            return self._execution(self._extend_until_new())
        except SequenceEnded as end:
            return self._execution(True, end.violation, end.outcome)

    def _begin_with_example(self) -> None:
        """Go on from how the documentation uses the code, as far as that returns."""
        examples = self.knowledge.examples
        entry = examples[int(self._draw() * len(examples))]
        if self.directed and self._fits_in(entry):
            with contextlib.suppress(Refused):
                self._redo(entry)

    def learn(self, execution: Execution, verdict: Verdict) -> None:
        """Keep a sequence that passed for the new values in it."""
        if self.directed and verdict is Verdict.PASS:
            self.knowledge.keep(execution)

    def _extend_until_new(self) -> bool:
        """Make of a sequence that was made before another by more calls: running it once more shows nothing."""
        seen = self.knowledge.seen
        is_new = seen.add(self._steps)
        for _ in range(REFUSED_IN_A_ROW):
            if is_new or self._calls >= self._length:
                break
            if self._advance(1):
                is_new = seen.add(self._steps)
        return is_new

    def _target_length(self) -> int:
        # As many short sequences as long ones, on a logarithmic scale: the laws are checked at the end of each.  At first
        # only short ones, as where sequences are made by extending others: what is shallow is found before long.
        length = int(self._length ** (SHORTEST_POWER + (1 - SHORTEST_POWER) * self._draw()))
        return max(1, min(length, 2 + self.knowledge.begun // SLOWLY))

    def _advance(self, left: int) -> int:
        known, receiver = self._choose()
        times = 1
        if self._draw() < self._repeat:
            # Repeating may go beyond the length aimed at, not beyond the longest asked for.
            times = max(1, int(self._draw() * min(self._most_repeats, 4 * left)))
        done = 0
        for _ in range(times):
            try:
                position = self._apply(known, receiver, 0)
            except Refused:
                break
            if position is None:
                break
            done += 1
            if self._live.is_large:
                return left
            if self._calls >= self._length:
                break
            if known.has_receiver and receiver is None:
                receiver = position - self._steps[position].arguments[0]
        return done

    def _choose(self) -> tuple[KnownRoutine, int | None]:
        draw = self._draw
        if self.knowledge.uncalled and not self._steps:
            # First of all, everything is called once: later ones may have to wait for what these return.
            known = self.knowledge.uncalled.pop()
            if known.calls == 0 and not known.stopped:
                return known, None
        if self._returned and draw() < ON_A_FUNCTION and (found := self._returned_function()):
            return found
        if self._object_kinds and draw() < ON_AN_OBJECT:
            # First the kind, then the object: of those that are made by the dozen there are always many.
            kind = self._object_kinds[int(draw() * len(self._object_kinds))]
            routines = self.knowledge.awake(self.knowledge.methods_to_call(kind, draw))
            if routines:
                places = self._by_kind[kind]
                return self.knowledge.less_called(routines, draw), places[int(draw() * len(places))]
        routines = self.knowledge.choosable(draw)
        return self.knowledge.less_called(self.knowledge.awake(routines) or routines, draw), None


def undiscovered(counts: dict[tuple[str, str], int]) -> float:
    """Return the chance that the next call shows an outcome never seen (Good–Turing).

    `counts` holds how often each operation had each outcome; the estimate is the share of those seen once.
    """
    total = sum(counts.values())
    once = sum(count == 1 for count in counts.values())
    return once / total if total else 1.0
