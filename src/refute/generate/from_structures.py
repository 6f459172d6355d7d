"""Every operation on every small valid object: `Starting`.

Korat enumerates the objects; Randoop and JCrasher reach objects by calls only (the thesis, 10.2.3, and JCrasher, 7.3, wish
for both).  An object that calls lead to is made by those calls: from the constructors on, breadth first, every operation is
tried with few small arguments, and an object is gone on from when it is one of the valid small ones and new.  What is left
then no call has led to; it is built field by field, and a failure on it says so.
"""

from __future__ import annotations

import itertools
from collections import Counter, deque
from collections.abc import Callable, Iterable
from types import NoneType
from typing import NamedTuple, Protocol

from refute.generate.generator import Forgive, Live
from refute.generate.knowledge import Slot, Way
from refute.model.sequence import Allocate, Call, Literal, Sequence, Step
from refute.model.typeform import TypeForm

# So many values are tried for one argument, and so many combinations of them for one call.
_FEW_VALUES = 4
_FEW_CALLS = 16
# Objects that are larger than those listed are gone on from, too, but not from more than this: the shortest way to a
# small object may lead over one, and where a predicate says little only the smallest can be listed.
_FEW_OTHERS = 100


class Start(Protocol):
    """A sequence that builds a valid object of the class `target`, and where in it the object is made."""

    @property
    def target(self) -> str: ...
    @property
    def sequence(self) -> Sequence: ...
    @property
    def position(self) -> int: ...


class _Todo(NamedTuple):
    """Steps to begin with, the class and position of the object, and the call to be made on it."""

    steps: tuple[Step, ...]
    target: str
    position: int | None  # None: the call makes the object
    way: Way
    chosen: tuple[int, ...]
    arguments: tuple[Step | int, ...]  # a literal, or the position of a part of the object
    is_built: bool


class Starting:
    """Makes each sequence once; then it is done.

    `state(p)` is the number of the state that the value at p of the running sequence is in; `rest(way)` is told of a
    way that did not return.
    """

    name = "structures"
    directed = True
    every_step = False

    def __init__(
        self,
        ways: list[Way],
        starts: Callable[[], Iterable[Start]],
        state: Callable[[int], int],
        fits: Callable[[TypeForm, TypeForm], bool],
        rest: Callable[[Way], None],
    ) -> None:
        self.steps: list[Step] = []
        self.family = 0
        self.done = False
        self.is_new = True
        self.is_built = (
            False  # the sequence made last begins with an object that no call has led to
        )
        self.position = 0  # where in that sequence the object is
        self.unreached: dict[str, list[tuple[Sequence, int]]] = {}  # objects no call has led to
        self.reached: dict[tuple[str, int], tuple[Sequence, int]] = {}  # those that calls lead to
        self.met: Counter[str] = Counter()  # how many small objects of a class calls have led to
        # Attributes are no calls: what writing to one leads to is nothing that the class made of itself.
        self._ways = [way for way in ways if way.routine.how not in ("field", "set")]
        self._by_target = {way.routine.stand_in or way.routine.target: way for way in self._ways}
        self._list = starts
        self._is_listed = False
        self._state = state
        self._fits = fits
        self._rest = rest
        self._wanted: dict[tuple[str, int], Start] = {}
        self._todo: deque[_Todo] = deque()
        self._values: dict[str, list[Step]] = {}
        self._given_up: set[str] = set()
        self._stuck: set[int] = set()  # ways that did not return
        self._others: Counter[str] = Counter()

    def sequence(self) -> Sequence:
        """Return the sequence made last."""
        return Sequence.trusted(tuple(self.steps))

    def grow(self, live: Live, forgive: Forgive) -> bool:
        """Make and perform one sequence; False when its last step raised and was not forgiven."""
        if not self._is_listed:
            self._is_listed = True
            self._prepare(live)
        self.steps = []
        self.is_built = False
        self.is_new = True
        live.start()
        todo = self._next()
        if todo is None:
            self.done = True
            return True
        passed = self._perform(todo, live, forgive)
        self.done = not self._todo and not self._wanted
        return passed

    # ---- what is to be done -------------------------------------------------------------------------------

    def _prepare(self, live: Live) -> None:
        """Learn which states there are, and begin with the constructors."""
        for start in self._list():
            live.start()
            if all(live.perform(step) for step in start.sequence.steps):
                key = (start.target, self._state(start.position))
                self._wanted.setdefault(key, start)
                self._note_values(start)
        for target in self._values:
            for way in self._ways:
                if not way.has_receiver and self._fits(way.routine.output, TypeForm(target)):
                    self._add((), target, None, way, is_built=False)

    def _note_values(self, start: Start) -> None:
        known = self._values.setdefault(start.target, [])
        sources = {step.operation.source for step in known if isinstance(step.operation, Literal)}
        for step in start.sequence.steps:
            operation = step.operation
            if isinstance(operation, Literal) and operation.source not in {*sources, "None"}:
                sources.add(operation.source)
                known.append(Step(operation, ()))

    def _next(self) -> _Todo | None:
        while True:
            if self._todo:
                todo = self._todo.popleft()
                if id(todo.way) not in self._stuck and todo.target not in self._given_up:
                    return todo
            elif self._wanted:
                key = next(iter(self._wanted))
                start = self._wanted.pop(key)
                if not self.unreached:
                    self._note_unreached([start, *self._wanted.values()])
                self._from(start.sequence.steps, start.target, start.position, is_built=True)
            else:
                return None

    def _note_unreached(self, starts: list[Start]) -> None:
        for start in starts:
            objects = self.unreached.setdefault(start.target, [])
            objects.append((start.sequence, start.position))

    def _from(self, steps: tuple[Step, ...], target: str, position: int, is_built: bool) -> None:
        for way in self._ways:
            if way.has_receiver and self._fits(TypeForm(target), way.slots[0].form):
                self._add(steps, target, position, way, is_built)

    def _add(
        self,
        steps: tuple[Step, ...],
        target: str,
        position: int | None,
        way: Way,
        is_built: bool,
    ) -> None:
        for optional in ([], way.optional[:1]) if way.optional else ([],):
            chosen = tuple(way.without_gaps(sorted([*way.required, *optional])))
            supplied = chosen if position is None else chosen[1:]
            offers = [self._offers(steps, target, way.slots[index]) for index in supplied]
            for arguments in itertools.islice(itertools.product(*offers), _FEW_CALLS):
                self._todo.append(_Todo(steps, target, position, way, chosen, arguments, is_built))

    def _offers(self, steps: tuple[Step, ...], target: str, slot: Slot) -> list[Step | int]:
        """Return few values for an argument: those that the objects themselves hold come first, parts of them too."""
        fitting: list[Step | int] = [
            step
            for step in self._values[target]
            if isinstance(step.operation, Literal)
            and (slot.is_any or self._fits(step.operation.type, slot.form))
        ]
        parts: list[Step | int] = [
            position
            for position, (operation, _) in enumerate(steps)
            if isinstance(operation, Allocate)
            and not slot.is_any
            and operation.target != target
            and self._fits(TypeForm(operation.target), slot.form)
        ]
        # One value more than the smallest objects hold may make the difference.
        fitting += [preset for preset in slot.presets if preset not in fitting]
        return (parts or fitting)[:_FEW_VALUES]

    # ---- one sequence -------------------------------------------------------------------------------------

    def _perform(self, todo: _Todo, live: Live, forgive: Forgive) -> bool:
        self.is_built = live.is_hurried = todo.is_built
        for step in todo.steps:
            self.steps.append(step)
            call = step.operation
            way = self._by_target.get(call.target) if isinstance(call, Call) else None
            if way is not None:
                way.calls += 1
            if not live.perform(step):
                return self._ended(todo, live, forgive)
            if way is not None:
                way.passed += 1
        positions = [] if todo.position is None else [todo.position]
        for argument in todo.arguments:
            if isinstance(argument, int):
                positions.append(argument)
            else:
                positions.append(len(self.steps))
                self.steps.append(argument)
                live.perform(argument)
        here = len(self.steps)
        self.position = here if todo.position is None else todo.position
        self.steps.append(Step(todo.way.call(todo.chosen), tuple(here - p for p in positions)))
        todo.way.calls += 1
        if not live.perform(self.steps[-1]):
            return self._ended(todo, live, forgive)
        todo.way.passed += 1
        if not todo.is_built:
            todo.way.accept(tuple([live.value_kinds[p] for p in positions]))
            self._go_on(todo.target, here, live)
        return True

    def _go_on(self, target: str, result: int, live: Live) -> None:
        """Go on from the object, if no call has led to it before: from every small one, and from few others.

        A method of an object that never changes returns another of its kind.
        """
        kinds = live.value_kinds
        for position in sorted({self.position, result}):
            if kinds[position] != kinds[self.position]:
                continue
            key = (target, self._state(position))
            is_wanted = self._wanted.pop(key, None) is not None
            if is_wanted or (key not in self.reached and self._others[target] < _FEW_OTHERS):
                self._others[target] += not is_wanted
                self.met[target] += is_wanted
                self.reached[key] = (self.sequence(), position)
                self._from(tuple(self.steps), target, position, is_built=False)

    def _ended(self, todo: _Todo, live: Live, forgive: Forgive) -> bool:
        if not isinstance(getattr(live, "exception", None), Exception | NoneType):
            # It did not return: on an object that no call has led to, its predicate is to blame.
            if todo.is_built:
                self._given_up.add(todo.target)
            else:
                self._rest(todo.way)
                self._stuck.add(id(todo.way))
        if not forgive(self.steps):
            return False
        self.steps.pop()
        self.is_new = False
        live.take_back()
        return True
