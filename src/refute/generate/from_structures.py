"""Every operation on every small valid object: `FromStructures`.

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

from refute.generate.generator import Judge, Live
from refute.generate.knowledge import Knowledge, KnownRoutine, Slot
from refute.generate.tuning import FEW_CALLS, FEW_OTHERS, FEW_VALUES
from refute.model.execution import RETURNED, Execution, Outcome
from refute.model.sequence import Allocate, Literal, Sequence, Step
from refute.model.typeform import TypeForm
from refute.model.verdict import Verdict, Violation


class BuiltObject(Protocol):
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
    known: KnownRoutine
    chosen: tuple[int, ...]
    arguments: tuple[Step | int, ...]  # a literal, or the position of a part of the object
    is_built: bool


class FromStructures:
    """Makes each sequence once; then it is done.

    `state(p)` is the number of the state that the value at p of the running sequence is in.
    """

    name = "structures"
    directed = True
    every_step = False

    def __init__(
        self,
        knowledge: Knowledge,
        starts: Callable[[], Iterable[BuiltObject]],
        state: Callable[[int], int],
    ) -> None:
        self.done = False
        self._steps: list[Step] = []
        self._position = 0  # where in the running sequence the object is
        self.unreached: dict[str, list[tuple[Sequence, int]]] = {}  # objects no call has led to
        self.reached: dict[tuple[str, int], tuple[Sequence, int]] = {}  # those that calls lead to
        self.met: Counter[str] = Counter()  # how many small objects of a class calls have led to
        self._knowledge = knowledge
        self._fits = knowledge.fits
        # Attributes are no calls: what writing to one leads to is nothing that the class made of itself.
        self._routines = [
            one for one in knowledge.everything if one.routine.how not in ("field", "set")
        ]
        self._list = starts
        self._is_listed = False
        self._state = state
        self._wanted: dict[tuple[str, int], BuiltObject] = {}
        self._todo: deque[_Todo] = deque()
        self._values: dict[str, list[Step]] = {}
        self._given_up: set[str] = set()
        self._stuck: set[int] = set()  # routines that did not return
        self._others: Counter[str] = Counter()

    def grow(self, live: Live, judge: Judge) -> Execution:
        """Make and perform one sequence."""
        if not self._is_listed:
            self._is_listed = True
            self._prepare(live)
        self._steps = []
        live.start()
        todo = self._next()
        if todo is None:
            self.done = True
            return Execution(Sequence(), made_by=self.name)
        execution = self._perform(todo, live, judge)
        self.done = not self._todo and not self._wanted
        return execution

    def learn(self, execution: Execution, verdict: Verdict) -> None:
        """Keep a sequence that passed for the new values in it, unless no call has led to its object."""
        if verdict is Verdict.PASS and execution.built is None:
            self._knowledge.keep(execution)

    # ---- what is to be done -------------------------------------------------------------------------------

    def _prepare(self, live: Live) -> None:
        """Learn which states there are, and begin with the constructors."""
        for start in self._list():
            live.start()
            if live.perform_all(start.sequence.steps)[1] is RETURNED:
                key = (start.target, self._state(start.position))
                self._wanted.setdefault(key, start)
                self._note_values(start)
        for target in self._values:
            for known in self._routines:
                if not known.has_receiver and self._fits(known.routine.output, TypeForm(target)):
                    self._add((), target, None, known, is_built=False)

    def _note_values(self, start: BuiltObject) -> None:
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
                if id(todo.known) not in self._stuck and todo.target not in self._given_up:
                    return todo
            elif self._wanted:
                key = next(iter(self._wanted))
                start = self._wanted.pop(key)
                if not self.unreached:
                    self._note_unreached([start, *self._wanted.values()])
                self._from(start.sequence.steps, start.target, start.position, is_built=True)
            else:
                return None

    def _note_unreached(self, starts: list[BuiltObject]) -> None:
        for start in starts:
            objects = self.unreached.setdefault(start.target, [])
            objects.append((start.sequence, start.position))

    def _from(self, steps: tuple[Step, ...], target: str, position: int, is_built: bool) -> None:
        for known in self._routines:
            if known.has_receiver and self._fits(TypeForm(target), known.slots[0].form):
                self._add(steps, target, position, known, is_built)

    def _add(
        self,
        steps: tuple[Step, ...],
        target: str,
        position: int | None,
        known: KnownRoutine,
        is_built: bool,
    ) -> None:
        for optional in ([], known.optional[:1]) if known.optional else ([],):
            chosen = tuple(known.without_gaps(sorted([*known.required, *optional])))
            supplied = chosen if position is None else chosen[1:]
            offers = [self._offers(steps, target, known.slots[index]) for index in supplied]
            for arguments in itertools.islice(itertools.product(*offers), FEW_CALLS):
                self._todo.append(
                    _Todo(steps, target, position, known, chosen, arguments, is_built)
                )

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
        return (parts or fitting)[:FEW_VALUES]

    # ---- one sequence -------------------------------------------------------------------------------------

    def _perform(self, todo: _Todo, live: Live, judge: Judge) -> Execution:
        live.is_hurried = todo.is_built
        for step in todo.steps:
            self._steps.append(step)
            known = self._knowledge.routine_behind(step.operation)
            if known is not None:
                known.calls += 1
            outcome = live.perform(step)
            if outcome is not RETURNED:
                return self._ended(todo, outcome, live, judge)
            if known is not None:
                known.passed += 1
        positions = self._supplied(todo, live)
        here = len(self._steps)
        self._position = here if todo.position is None else todo.position
        self._steps.append(Step(todo.known.call(todo.chosen), tuple(here - p for p in positions)))
        todo.known.calls += 1
        outcome = live.perform(self._steps[-1])
        if outcome is not RETURNED:
            return self._ended(todo, outcome, live, judge)
        todo.known.passed += 1
        if not todo.is_built:
            todo.known.accept(tuple([live.value_kinds[p] for p in positions]))
            self._go_on(todo.target, here, live)
        return self._execution(todo, live)

    def _supplied(self, todo: _Todo, live: Live) -> list[int]:
        """Write down the arguments; return where the object and they are."""
        positions = [] if todo.position is None else [todo.position]
        for argument in todo.arguments:
            if isinstance(argument, int):
                positions.append(argument)
            else:
                positions.append(len(self._steps))
                self._steps.append(argument)
                live.perform(argument)
        return positions

    def _execution(
        self,
        todo: _Todo,
        live: Live,
        violation: Violation | None = None,
        outcome: Outcome = RETURNED,
    ) -> Execution:
        # What is left of a call that was our fault was made before.
        is_new = outcome is RETURNED and self._knowledge.seen.add(self._steps)
        return Execution(
            Sequence.trusted(tuple(self._steps)),
            violation=violation,
            outcome=outcome,
            made_by=self.name,
            is_new=is_new,
            taken_back=tuple(live.taken_back),
            built=self._position if todo.is_built else None,
        )

    def _go_on(self, target: str, result: int, live: Live) -> None:
        """Go on from the object, if no call has led to it before: from every small one, and from few others.

        A method of an object that never changes returns another of its kind.
        """
        kinds = live.value_kinds
        for position in sorted({self._position, result}):
            if kinds[position] != kinds[self._position]:
                continue
            key = (target, self._state(position))
            is_wanted = self._wanted.pop(key, None) is not None
            if is_wanted or (key not in self.reached and self._others[target] < FEW_OTHERS):
                self._others[target] += not is_wanted
                self.met[target] += is_wanted
                self.reached[key] = (Sequence.trusted(tuple(self._steps)), position)
                self._from(tuple(self._steps), target, position, is_built=False)

    def _ended(self, todo: _Todo, outcome: Outcome, live: Live, judge: Judge) -> Execution:
        """Return what it means that the last step did not return."""
        if not isinstance(outcome.exception, Exception | NoneType):
            # It did not return: on an object that no call has led to, its predicate is to blame.
            if todo.is_built:
                self._given_up.add(todo.target)
            else:
                self._knowledge.rest(todo.known)
                self._stuck.add(id(todo.known))
        violation = judge(self._steps, outcome)
        if violation is None:
            live.take_back(self._steps.pop())
        return self._execution(todo, live, violation, outcome)
