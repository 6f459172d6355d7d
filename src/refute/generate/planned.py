"""Call every operation with planned combinations of arguments, none of them twice: `Planned`; `Shuffle`, `chosen_depth`.

JCrasher's selection (section 3.2).  All combinations up to a depth are tried when there is time for them, otherwise a
sample, drawn uniformly among the combinations of each operation at each depth, without repetition.  We depart in how
the sample is spread: in proportion to the size of the spaces, one operation with five inputs would take all of the
time; so the shares grow with the logarithm of the size, and what needs a longer chain is tried less often than what
does with a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heapreplace
from itertools import chain
from math import isqrt

from refute.generate.combinations import Operation
from refute.generate.generator import Judge, Live
from refute.generate.knowledge import Knowledge, KnownRoutine
from refute.generate.parameter_graph import Graph
from refute.generate.tuning import LESS_WHERE_LONGER, MOST_BLOATS, PASSED_OVER
from refute.model.execution import Execution, Outcome
from refute.model.sequence import Call, Sequence, Step
from refute.model.verdict import Verdict, Violation

# Rounds of the network that shuffles, which four make random enough; and a machine word.
_ROUNDS = 4
_WORD = (1 << 64) - 1


class Shuffle:
    """The numbers below `size` in an order without pattern: a bijection, computed, not stored.

    A Feistel network on pairs of digits; what falls beyond the size is sent through again until it does not.
    """

    __slots__ = ("_keys", "_side", "_size")

    def __init__(self, size: int, key: int) -> None:
        self._size = size
        self._side = isqrt(size - 1) + 1 if size > 1 else 1
        self._keys = [hash((key, number)) for number in range(_ROUNDS)]

    def __getitem__(self, place: int) -> int:
        side, size = self._side, self._size
        while True:
            left, right = divmod(place, side)
            for key in self._keys:
                # The high bits of the product are as good as random, whatever the size.
                left, right = right, (left + ((hash((key, right)) & _WORD) * side >> 64)) % side
            place = left * side + right
            if place < size:
                return place


class Stratum:
    """The combinations of an operation that are new at a depth, of which one after the other is taken."""

    __slots__ = ("_depth", "_every", "_shuffle", "operation", "place", "size", "stride")

    def __init__(
        self, operation: Operation, depth: int, key: int, part: tuple[int, int] = (0, 1)
    ) -> None:
        self.operation = operation
        self.size = operation.sizes[depth] - operation.sizes[depth - 1]
        longer = depth - (operation.first_depth() or 1)
        # How soon it is due again, for each step that it takes.
        self.stride = LESS_WHERE_LONGER**longer / self.size.bit_length()
        self.place, self._every = part
        self._depth = depth
        self._shuffle = Shuffle(self.size, key)

    def take(self) -> tuple[Step, ...]:
        """Return the steps of the next combination."""
        rank = self._shuffle[self.place]
        self.place += self._every
        return self.operation.new_at(self._depth, rank)


def chosen_depth(graph: Graph, tests: int) -> int:
    """Return the depth up to which all combinations are tried when there is time for so many tests.

    At least the depth at which every operation that can be called at all is called.
    """
    least = max((one.first_depth() or 1 for one in graph.operations), default=1)
    fitting = [depth for depth in range(1, graph.depth + 1) if graph.total(depth) <= tests]
    return max(least, *fitting) if fitting else least


class Planned:
    """Makes the sequences of a plan, each ending with the operation under test."""

    name = "graph"
    every_step = False

    def __init__(
        self,
        graph: Graph,
        knowledge: Knowledge,
        key: int,
        tests: int,
        most: int | None = None,
        part: tuple[int, int] = (0, 1),
        most_steps: float = float("inf"),
        directed: bool = True,
        first: Iterable[Sequence] = (),
    ) -> None:
        """Plan for so many tests; make no more than `most`, and of all only the share `part` (number, of how many).

        The key decides the order; the sequences `first` come before.  Where no other generator builds on it, what is made need not be kept: not directed.
        """
        self.directed = directed
        self._graph = graph
        self._knowledge = knowledge
        self._left = most
        self._steps_left = most_steps
        for operation in graph.operations:
            missing = operation.missing()
            known = knowledge.of_target(operation.routine.target)
            if missing is not None and known is not None:
                known.missing = missing.form
        examples = (sequence.steps for sequence in first)
        self._plan = chain(examples, self._ordered(chosen_depth(graph, tests), key, part))
        self._begun = False
        # What did not return: once is enough; what made huge things.
        self._stopped: set[str] = set()
        self._following = self._next()
        self.done = self._following is None

    # ---- which ----------------------------------------------------------------------------------------------

    def _ordered(self, depth: int, key: int, part: tuple[int, int]) -> Iterator[tuple[Step, ...]]:
        """Yield the plan: first what is within the depth, then what is beyond it."""
        for depths in (range(1, depth + 1), range(depth + 1, self._graph.depth + 1)):
            strata = strata_of(self._graph.operations, depths, key, part)
            yield from taken_in_turn(strata, self._is_avoided)

    def _is_avoided(self, operation: Operation) -> bool:
        return operation.routine.target in self._stopped

    def _uses_avoided(self, steps: tuple[Step, ...]) -> bool:
        return any(getattr(step.operation, "target", "") in self._stopped for step in steps)

    # ---- one sequence ---------------------------------------------------------------------------------------

    def grow(self, live: Live, judge: Judge) -> Execution:
        """Perform the next sequence of the plan; a call that was our fault ends it."""
        live.start()
        steps = self._take()
        returned, outcome = live.perform_all(steps)
        for place in range(returned):
            known = self._knowledge.routine_behind(steps[place].operation)
            if known is not None:
                known.calls += 1
                known.passed += 1
                if known.passed < 300 or known.calls & 15 == 0:
                    self._note(known, steps, live.value_kinds, place)
        if live.is_large and self.directed and returned:
            self._note_large(steps[returned - 1])
        if returned == len(steps):
            # Where no other generator builds on it, no other makes a sequence again.
            is_new = not (steps and self.directed) or self._knowledge.seen.add(steps)
            return Execution(Sequence.trusted(steps), made_by=self.name, is_new=is_new)
        if returned < len(steps) - 1:
            self._note_missing(steps[-1], steps[returned])
        return self._ended(list(steps[: returned + 1]), outcome, live, judge)

    def learn(self, execution: Execution, verdict: Verdict) -> None:
        """Keep a sequence that passed for the new values in it, where another generator builds on them."""
        if self.directed and verdict is Verdict.PASS:
            self._knowledge.keep(execution)

    def _take(self) -> tuple[Step, ...]:
        """Return the next steps of the plan, and look whether there are more."""
        if not self._begun:
            self._begun = True
            self._stopped = {
                one.routine.target for one in self._knowledge.everything if one.stopped
            }
        steps = self._following or ()
        if self._left is not None:
            self._left -= 1
        self._steps_left -= len(steps)
        self._following = None if self._left == 0 or self._steps_left <= 0 else self._next()
        self.done = self._following is None
        return () if self._stopped and self._uses_avoided(steps) else steps

    def _next(self) -> tuple[Step, ...] | None:
        steps = next(self._plan, None)
        for _ in range(PASSED_OVER):
            if steps is None or not self._stopped or not self._uses_avoided(steps):
                break
            steps = next(self._plan, None)
        return steps

    def _note(
        self, known: KnownRoutine, steps: tuple[Step, ...], kinds: list[int], here: int
    ) -> None:
        call, arguments = steps[here]
        known.accept(tuple([kinds[here - back] for back in arguments]))
        if isinstance(call, Call):
            known.note_literals(call, [steps[here - back].operation for back in arguments])
        self._knowledge.notice(known, kinds[here])

    def _note_missing(self, last: Step, raised: Step) -> None:
        """Remember what could not be made for the operation under test: perhaps it will never be called."""
        known = self._knowledge.routine_behind(last.operation)
        if known is not None and isinstance(raised.operation, Call):
            known.missing = raised.operation.output

    def _note_large(self, step: Step) -> None:
        """Leave to others, who choose small numbers, what has made something huge a few times."""
        known = self._knowledge.routine_behind(step.operation)
        if known is not None:
            known.bloats += 1
            if known.bloats > MOST_BLOATS:
                self._stopped.add(known.routine.target)

    def _ended(self, steps: list[Step], outcome: Outcome, live: Live, judge: Judge) -> Execution:
        """Return what it means that the last step did not return."""
        known = self._knowledge.routine_behind(steps[-1].operation)
        raised = outcome.exception
        if known is not None:
            known.calls += 1
        violation: Violation | None = judge(steps, outcome)
        if violation is None:
            live.take_back(steps.pop())
        elif known is not None and raised is not None and _is_fatal(raised):
            self._knowledge.rest(known)
            self._stopped.add(known.routine.target)
        return Execution(
            Sequence.trusted(tuple(steps)),
            violation=violation,
            outcome=outcome,
            made_by=self.name,
            # What is left are arguments, planned elsewhere for their own sake.
            is_new=violation is not None,
            taken_back=tuple(live.taken_back),
        )


def _is_fatal(raised: BaseException) -> bool:
    return not isinstance(raised, Exception) or isinstance(raised, MemoryError)


def strata_of(
    operations: list[Operation], depths: range, key: int, part: tuple[int, int] = (0, 1)
) -> list[Stratum]:
    """Return what there is at these depths; of several workers each takes its part of every stratum."""
    return [
        Stratum(operation, depth, hash((key, number, depth)), part)
        for number, operation in enumerate(operations)
        for depth in depths
        if operation.sizes[depth] > operation.sizes[depth - 1]
    ]


def taken_in_turn(
    strata: list[Stratum], is_avoided: Callable[[Operation], bool] = lambda operation: False
) -> Iterator[tuple[Step, ...]]:
    """Yield every combination of the strata once; steps are shared out, the more the larger the stratum."""
    # Stride scheduling: each is due again after a time that is the shorter the larger its share.
    queue = [(one.stride, number, one) for number, one in enumerate(strata)]
    heapify(queue)
    while queue:
        due, number, one = queue[0]
        if one.place >= one.size or is_avoided(one.operation):
            heappop(queue)
            continue
        steps = one.take()
        heapreplace(queue, (due + one.stride * len(steps), number, one))
        yield steps
