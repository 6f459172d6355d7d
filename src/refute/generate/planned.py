"""Call every operation with planned combinations of arguments, none of them twice: `Planned`; `Shuffle`, `chosen_depth`.

JCrasher's selection (section 3.2).  All combinations up to a depth are tried when there is time for them, otherwise a
sample, drawn uniformly among the combinations of each operation at each depth, without repetition.  We depart in how
the sample is spread: in proportion to the size of the spaces, one operation with five inputs would take all of the
time; so the shares grow with the logarithm of the size, and what needs a longer chain is tried less often than what
does with a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heapreplace
from math import isqrt

from refute.generate.feedback import Feedback
from refute.generate.generator import Forgive, Live
from refute.generate.knowledge import MOST_BLOATS, Way
from refute.generate.parameter_graph import Graph, Operation
from refute.look.identity import identity
from refute.model.sequence import Call, Sequence, Step

# Planned sequences per second and core, for estimates; `benchmarks/plan.py` measures it.
RATE = 20_000
# What needs one call more in its longest chain is tried so many times less often, until the others are used up.
_LESS = 4
_ROUNDS = 4
# So many combinations in a row that need an operation which did not return are passed over.
_PATIENCE = 100
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
        self.stride = _LESS**longer / self.size.bit_length()
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
    family = 0

    def __init__(
        self,
        graph: Graph,
        known: Feedback,
        key: int,
        tests: int,
        most: int | None = None,
        part: tuple[int, int] = (0, 1),
        most_steps: float = float("inf"),
        directed: bool = True,
    ) -> None:
        """Plan for so many tests; make no more than `most`, and of all only the share `part` (number, of how many).

        The key decides the order.  Where no other generator builds on it, what is made need not be kept: not directed.
        """
        self.directed = directed
        self.steps: list[Step] = []
        self.is_new = True
        self._graph = graph
        self._known = known
        self._ways = {way.routine.target: way for way in (*known.ways, *known.helpers)}
        # A call may go by the name of what stands in for a routine.
        self._by_stand_in = {
            way.routine.stand_in: way for way in self._ways.values() if way.routine.stand_in
        }
        self._by_call: dict[int, Way] = {}
        self._left = most
        self._steps_left = most_steps
        for operation in graph.operations:
            missing = operation.missing()
            if missing is not None:
                self._ways[operation.routine.target].missing = missing.form
        self._plan = self._ordered(chosen_depth(graph, tests), key, part)
        self._begun = False
        self._stopped: set[str] = (
            set()
        )  # what did not return: once is enough; what made huge things
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

    def grow(self, live: Live, forgive: Forgive) -> bool:
        """Perform the next sequence of the plan; a call that was our fault ends it."""
        live.start()
        steps = self._take()
        self.is_new = True
        returned = live.perform_all(steps)
        self.steps = list(steps[: returned + 1])
        by_call = self._by_call
        for place in range(returned):
            operation = steps[place].operation
            if type(operation) is Call:
                way = by_call.get(identity(operation)) or self._way(operation)
                way.calls += 1
                way.passed += 1
                if way.passed < 300 or way.calls & 15 == 0:
                    self._learn(way, steps[place], live.value_kinds, place)
        if live.is_large and self.directed and returned:
            self._note_large(steps[returned - 1])
        if returned == len(steps):
            return True
        if returned < len(steps) - 1:
            self._note_missing(steps[-1], steps[returned])
        return self._raised(live, forgive)

    def sequence(self) -> Sequence:
        """Return the sequence made last."""
        return Sequence.trusted(tuple(self.steps))

    def _take(self) -> tuple[Step, ...]:
        """Return the next steps of the plan, and look whether there are more."""
        if not self._begun:
            self._begun = True
            self._stopped = {target for target, way in self._ways.items() if way.stopped}
        steps = self._following or ()
        if self._left is not None:
            self._left -= 1
        self._steps_left -= len(steps)
        self._following = None if self._left == 0 or self._steps_left <= 0 else self._next()
        self.done = self._following is None
        return () if self._stopped and self._uses_avoided(steps) else steps

    def _next(self) -> tuple[Step, ...] | None:
        steps = next(self._plan, None)
        for _ in range(_PATIENCE):
            if steps is None or not self._stopped or not self._uses_avoided(steps):
                break
            steps = next(self._plan, None)
        return steps

    def _learn(self, way: Way, step: Step, kinds: list[int], here: int) -> None:
        way.accept(tuple([kinds[here - back] for back in step.arguments]))
        self._known.notice(way, kinds[here])

    def _note_missing(self, last: Step, raised: Step) -> None:
        """Remember what could not be made for the operation under test: perhaps it will never be called."""
        if isinstance(last.operation, Call) and isinstance(raised.operation, Call):
            self._way(last.operation).missing = raised.operation.output

    def _note_large(self, step: Step) -> None:
        """Leave to others, who choose small numbers, what has made something huge a few times."""
        if isinstance(step.operation, Call):
            way = self._way(step.operation)
            way.bloats += 1
            if way.bloats > MOST_BLOATS:
                self._stopped.add(way.routine.target)

    def _raised(self, live: Live, forgive: Forgive) -> bool:
        operation = self.steps[-1].operation
        way = self._way(operation) if isinstance(operation, Call) else None
        raised = getattr(live, "exception", None)
        if way is not None:
            way.calls += 1
        if not forgive(self.steps):
            fatal = raised is not None and not isinstance(raised, Exception)
            if way is not None and (fatal or isinstance(raised, MemoryError)):
                self._known.rest(way)
                self._stopped.add(way.routine.target)
            return False
        self.steps.pop()
        live.take_back()
        self.is_new = False  # what is left are arguments, planned elsewhere for their own sake
        return True

    def _way(self, call: Call) -> Way:
        found = self._by_call.get(identity(call))
        if found is None:
            found = self._ways.get(call.target) or self._by_stand_in[call.target]
            self._by_call[identity(call)] = found
        return found


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
