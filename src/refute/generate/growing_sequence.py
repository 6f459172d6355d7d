"""A sequence that is performed while it is made: `GrowingSequence`.

Knows which values it has and how to add a call; where arguments come from is said by `Supply`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NoReturn

from refute.generate.generator import Judge, Live
from refute.generate.knowledge import Knowledge, KnownRoutine, Slot, is_large
from refute.generate.tuning import (
    FIRST_FAMILIES,
    HELD,
    MOST_BLOATS,
    ONE_OR_TWO,
    WITH_FEW_PRESETS,
)
from refute.look.objects import identity
from refute.model.execution import RETURNED, Execution, Outcome, OutOfFuel
from refute.model.sequence import Call, Derive, Literal, Parameter, Sequence, Step, ignoring
from refute.model.typeform import TypeForm
from refute.model.verdict import Violation

# Exceptions that tell of an argument of the wrong type.  A tuple: making a union takes longer than asking.
_ABOUT_TYPES = (TypeError, AttributeError)

# What gives values of which methods can be called.
_MAKERS = (Call, Parameter)

# A step out of an operation and arguments, in half the time of `Step(…)`.
_step = partial(tuple.__new__, Step)


class SequenceEnded(Exception):
    """The running sequence cannot be extended: its last step did not return, and that was not our fault."""

    def __init__(self, violation: Violation, outcome: Outcome) -> None:
        super().__init__()
        self.violation = violation
        self.outcome = outcome


class Refused(Exception):
    """The call was our fault and was taken back."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


class GrowingSequence(ABC):
    """One running sequence."""

    name = ""
    directed = True

    def __init__(
        self,
        knowledge: Knowledge,
        random: Random,
        *,
        length: int = 100,
        past_exceptions: bool = False,
        reuse: float = 0.55,
    ) -> None:
        self.knowledge = knowledge
        self._draw: Callable[[], float] = random.random
        self._length = length
        self._past_exceptions = past_exceptions
        self._reuse = reuse
        self._pool = knowledge.pool
        self._families = knowledge.families
        self._offered = knowledge.offered
        self._live: Live
        self._judge: Judge
        self._steps: list[Step] = []
        self._calls = 0  # in the running sequence
        # Positions of the values that can be passed on: by kind, and all.
        self._by_kind: dict[int, list[int]] = {}
        self._all: list[int] = []
        self._object_kinds: list[int] = []  # kinds on which something can be called
        self._written: dict[int, int] = {}  # presets in the running sequence, by identity
        self._returned: list[
            int
        ] = []  # positions of functions that calls returned, or a body was given
        self._growing: list[Any] = []  # functions whose bodies are being made, the innermost last
        self._cells: list[Any] = []  # functions that wait for an object, and the lists for it
        self._few: dict[TypeForm | Slot, list[Step]] | None = None
        self._avoid_rare = False
        self._only_small = False
        self._use_family(0)

    def _begin(self, live: Live, judge: Judge) -> None:
        live.start()
        self.knowledge.begun += 1
        self._live = live
        self._judge = judge
        self._steps = []
        self._by_kind = {}
        self._all = []
        self._object_kinds = []
        self._written = {}
        self._returned = []
        self._calls = 0
        self._few = {} if self._draw() < WITH_FEW_PRESETS else None
        # One family of plain values for a sequence: a sorted list of ints and strings teaches nothing but that.
        draw = self._draw()
        few = min(len(self._families), 2 if draw < FIRST_FAMILIES else len(self._families))
        self._use_family(int(self._draw() * few))

    def _scope(self) -> tuple[object, ...]:
        """Return what belongs to the running sequence, for `_go_back_to`: a body has its own."""
        kinds = self._by_kind, self._all, self._object_kinds
        return self._steps, *kinds, self._written, self._returned

    def _go_back_to(self, scope: tuple[Any, ...]) -> None:
        self._steps, self._by_kind, self._all, self._object_kinds = scope[:4]
        self._written, self._returned = scope[4:]

    def _use_family(self, number: int) -> None:
        self._family_number = number
        self._family = self._families[number]
        self._family_literals = self.knowledge.literals_of_families[number]
        self._family_kinds = self.knowledge.kinds_of_families[number]

    def _execution(
        self, is_new: bool, violation: Violation | None = None, outcome: Outcome = RETURNED
    ) -> Execution:
        """Return what became of the running sequence."""
        return Execution(
            Sequence.trusted(self._made()),
            violation=violation,
            outcome=outcome,
            made_by=self.name,
            family=self._family_number,
            is_new=is_new,
            taken_back=tuple(self._live.taken_back),
        )

    def _made(self) -> tuple[Step, ...]:
        """Return the steps of the running sequence, as they are kept."""
        return tuple(self._steps)

    # ---- one call -----------------------------------------------------------------------------------------

    def _apply(self, known: KnownRoutine, receiver: int | None, depth: int) -> int | None:
        """Supply the arguments and make the call; its position, or None where an argument cannot be had."""
        chosen = known.required if known.is_fixed else self._chosen_inputs(known)
        # A call that did not return is the likelier to do so again with a huge number.
        avoid_rare = known.stopped > 0 or known.bloats > MOST_BLOATS
        only_small = known.is_explosive or known.bloats > MOST_BLOATS
        positions: list[int] = []
        slots = known.slots
        for index in chosen:
            if index == 0 and receiver is not None:
                positions.append(receiver)
                continue
            slot = slots[index]
            # Each time: making the argument before may have taken calls of others.
            self._avoid_rare = avoid_rare
            self._only_small = only_small
            position = self._supply(slot, depth)
            if positions and position == positions[0] and slot.is_any and known.takes_others:
                # An object put into itself: cyclic, and hardly ever meant.
                position = self._write(self._family[0])
            if position is None:
                known.missing = slot.form
                return None
            positions.append(position)
        here = len(self._steps)
        is_held = known.iterates and self._draw() < HELD
        call = known.held(chosen) if is_held else known.call(chosen)
        behind = self.knowledge.behind
        if identity(call) not in behind:
            behind[identity(call)] = (call, known)
        if len(positions) == 1:
            arguments: tuple[int, ...] = (here - positions[0],)
        elif len(positions) == 2:
            arguments = (here - positions[0], here - positions[1])
        else:
            arguments = tuple([here - p for p in positions])
        step = _step((call, arguments))
        known.calls += 1
        self._calls += 1
        try:
            self._do(step)
        except (SequenceEnded, Refused) as end:
            self._learn_refusal(known, chosen, positions, end.outcome.exception)
            raise
        if self._live.is_large and not depth:
            self._note_large(known, chosen, positions)
        if is_held:
            known.passed += 1  # its body has not run: what it takes is not known yet
        else:
            self._learn_success(known, chosen, positions, here)
        return here

    def _chosen_inputs(self, known: KnownRoutine) -> tuple[int, ...]:
        draw = self._draw
        chosen = list(known.required)
        optional = known.optional
        if optional and draw() < 0.5:
            if len(optional) > 2 and draw() < ONE_OR_TWO:
                # Alone, or two together: of many given at once the first that raises hides what the others do.
                count = 1 + (draw() < 0.5)
                chosen += {optional[int(draw() * len(optional))] for _ in range(count)}
            else:
                chosen += [i for i in optional if draw() < 0.5]
        for index in known.rest:
            chosen += [index] * int(draw() * 4)
        chosen.sort()
        return tuple(known.without_gaps(chosen))

    def _write(self, step: Step) -> int:
        """Return the position of a preset: an earlier one where it cannot change, since each step costs time."""
        position = self._written.get(identity(step))
        if position is None:
            position = self._do(step)
            if isinstance(step.operation, Literal) and step.operation.is_unchanging:
                self._written[identity(step)] = position
        return position

    def _note_large(
        self, known: KnownRoutine, chosen: tuple[int, ...], positions: list[int]
    ) -> None:
        """Remember what has made something huge: a large number that was passed, or else the operation itself."""
        steps = self._steps
        large = [n for n, p in zip(chosen, positions, strict=True) if is_large(steps[p].operation)]
        for number in large:
            known.slots[number].note_large()
        known.bloats += not large

    def _do(self, step: Step) -> int:
        if self._growing:
            self._write_down(step)
        position = len(self._steps)
        self._steps.append(step)
        outcome = self._live.perform(step)
        if outcome is not RETURNED:
            self._leave(step, outcome)
        self._enter(step, position)
        if self._cells:
            self._fill_cells(step, position)
        return position

    def _leave(self, step: Step, outcome: Outcome) -> NoReturn:
        """End the sequence, or the call, whose last step did not return."""
        live = self._live
        violation = self._judge(self._steps, outcome)
        if violation is not None:
            raise SequenceEnded(violation, outcome)
        self._steps.pop()
        if self._past_exceptions and isinstance(step.operation, Call) and not step.operation.then:
            ignored = Step(ignoring(step.operation), step.arguments)
            self._steps.append(ignored)
            live.go_past(ignored)
        else:
            live.take_back(step)
        raise Refused(outcome)

    def _enter(self, step: Step, position: int) -> None:
        """Make the value of a step that returned one that later steps can be given."""
        kind = self._live.value_kinds[position]
        offered = self._offered
        operation = type(step[0])
        if operation is Derive:
            return  # for the objects of it alone
        if kind in self.knowledge.functions and operation in _MAKERS:
            self._returned.append(position)
        if operation is Literal and kind not in self._family_kinds:
            self._note_family(step, kind)
        if kind >= len(offered):
            self.knowledge.look_at_new_kinds()
        if offered[kind]:
            places = self._by_kind.get(kind)
            if places is None:
                self._by_kind[kind] = [position]
                if operation in _MAKERS and self.knowledge.is_worth_calling_on(kind):
                    self._object_kinds.append(kind)
            else:
                places.append(position)
            self._all.append(position)

    def _note_family(self, step: Step, kind: int) -> None:
        if step.operation in self._family_literals:
            self._family_kinds.append(kind)

    def _learn_success(
        self, known: KnownRoutine, chosen: tuple[int, ...], positions: list[int], here: int
    ) -> None:
        known.passed += 1
        kinds = self._live.value_kinds
        if kinds[here] not in known.returned:
            self.knowledge.notice(known, kinds[here])
        if known.may_be_lazy and self._live.is_made(here):
            known.take_items()
        if known.passed < 100 or known.calls & 15 == 0:
            known.accept(tuple([kinds[p] for p in positions]))
            known.note_kinds(chosen, positions, kinds, is_good=True)
            steps = self._steps
            known.note_literals(known.call(chosen), [steps[p][0] for p in positions])
        if known.reads_files:
            known.note_contents(chosen)

    def _learn_refusal(
        self,
        known: KnownRoutine,
        chosen: tuple[int, ...],
        positions: list[int],
        raised: BaseException | None,
    ) -> None:
        if raised is None or type(raised) is OutOfFuel:
            return  # it returned, and broke a promise; or functions of ours were called too often
        if not isinstance(raised, Exception) or isinstance(raised, MemoryError):
            self.knowledge.rest(known)
        if isinstance(raised, FileNotFoundError):
            known.note_missing_file(chosen, [self._steps[p][0] for p in positions], raised.filename)
        self.knowledge.note_refusal(known)
        if isinstance(raised, _ABOUT_TYPES):
            known.note_kinds(chosen, positions, self._live.value_kinds, is_good=False)

    @abstractmethod
    def _write_down(self, step: Step) -> None:
        """Write down the bodies that are being made, with the step that comes now."""

    @abstractmethod
    def _fill_cells(self, step: Step, here: int) -> None:
        """Put what a step has made into the lists of the functions that wait for it."""

    @abstractmethod
    def _supply(self, slot: Slot, depth: int) -> int | None:
        """Return the position of a value for the slot, None where there is none to be had."""
