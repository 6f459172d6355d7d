"""The running sequence, and arguments for its next call: `Supply`.

An argument is a live value of the sequence, a preset, a value that a kept sequence makes again, or one made on the spot by
calling something that returns it.  Which of these, is drawn; the numbers below were chosen on the zoo (benchmarks.directed).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import NoReturn

from refute.generate.displays import ELEMENTS, elements_for
from refute.generate.generator import Judge, Live
from refute.generate.knowledge import Knowledge, KnownRoutine, Slot
from refute.generate.pool import Entry
from refute.generate.tuning import (
    ANY_ENTRY_ABOVE,
    DEEPEST_MAKING,
    FAMILY_BELOW,
    FEW_PRESETS,
    FIRST_FAMILIES,
    LIVE_BELOW,
    LONGEST_DISPLAY,
    MOST_BLOATS,
    OBJECT_ANYWHERE,
    OTHER_FAMILY_ABOVE,
    POOL_ABOVE,
    POOL_BELOW,
    PRESET_BELOW,
    PRESETS_UP_TO,
    RARE,
    SMALL_NUMBERS,
    WITH_FEW_PRESETS,
)
from refute.look.objects import identity
from refute.model.execution import RETURNED, Execution, Outcome
from refute.model.sequence import Call, Literal, Sequence, Step, ignoring
from refute.model.typeform import TypeForm, members
from refute.model.verdict import Violation

# Exceptions that tell of an argument of the wrong type.  A tuple: making a union takes longer than asking.
_ABOUT_TYPES = (TypeError, AttributeError)

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


class Supply:
    """One running sequence, performed while it is made."""

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
        self._few: dict[TypeForm, list[Step]] | None = None
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
        self._calls = 0
        self._few = {} if self._draw() < WITH_FEW_PRESETS else None
        # One family of plain values for a sequence: a sorted list of ints and strings teaches nothing but that.
        draw = self._draw()
        few = min(len(self._families), 2 if draw < FIRST_FAMILIES else len(self._families))
        self._use_family(int(self._draw() * few))

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
            Sequence.trusted(tuple(self._steps)),
            violation=violation,
            outcome=outcome,
            made_by=self.name,
            family=self._family_number,
            is_new=is_new,
            taken_back=tuple(self._live.taken_back),
        )

    # ---- one call -----------------------------------------------------------------------------------------

    def _apply(self, known: KnownRoutine, receiver: int | None, depth: int) -> int | None:
        """Supply the arguments and make the call; its position, or None where an argument cannot be had."""
        chosen = known.required if known.is_fixed else self._chosen_inputs(known)
        # A call that did not return is the likelier to do so again with a huge number.
        self._avoid_rare = known.stopped > 0 or known.bloats > MOST_BLOATS
        self._only_small = known.is_explosive or known.bloats > MOST_BLOATS
        positions: list[int] = []
        slots = known.slots
        for index in chosen:
            if index == 0 and receiver is not None:
                positions.append(receiver)
                continue
            slot = slots[index]
            position = self._supply(slot, depth)
            if positions and position == positions[0] and slot.is_any and known.takes_others:
                # An object put into itself: cyclic, and hardly ever meant.
                position = self._write(self._family[0])
            if position is None:
                known.missing = slot.form
                return None
            positions.append(position)
        here = len(self._steps)
        call = known.call(chosen)
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
        self._learn_success(known, chosen, positions, here)
        return here

    def _chosen_inputs(self, known: KnownRoutine) -> tuple[int, ...]:
        draw = self._draw
        chosen = list(known.required)
        if known.optional and draw() < 0.5:
            chosen += [i for i in known.optional if draw() < 0.5]
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

    def _do(self, step: Step) -> int:
        position = len(self._steps)
        self._steps.append(step)
        outcome = self._live.perform(step)
        if outcome is not RETURNED:
            self._leave(step, outcome)
        self._enter(step, position)
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
        if operation is Literal and kind not in self._family_kinds:
            self._note_family(step, kind)
        if kind >= len(offered):
            self.knowledge.look_at_new_kinds()
        if offered[kind]:
            places = self._by_kind.get(kind)
            if places is None:
                self._by_kind[kind] = [position]
                if operation is Call and self.knowledge.methods_of(kind):
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
        if known.passed < 100 or known.calls & 15 == 0:
            known.accept(tuple([kinds[p] for p in positions]))
            known.note_kinds(chosen, positions, kinds, is_good=True)

    def _learn_refusal(
        self,
        known: KnownRoutine,
        chosen: tuple[int, ...],
        positions: list[int],
        raised: BaseException | None,
    ) -> None:
        if raised is None:
            return  # it returned, and broke a promise
        if not isinstance(raised, Exception) or isinstance(raised, MemoryError):
            self.knowledge.rest(known)
        if isinstance(raised, _ABOUT_TYPES):
            known.note_kinds(chosen, positions, self._live.value_kinds, is_good=False)

    # ---- one argument -------------------------------------------------------------------------------------

    def _supply(self, slot: Slot, depth: int) -> int | None:
        """Return the position of a value for the slot: a live one, a preset, from the pool, or made now."""
        draw = self._draw()
        if self._only_small:
            few = (slot.presets or self._family)[:SMALL_NUMBERS]
            if few:
                return self._write(few[int(draw * len(few))])
        if slot.is_any:
            return self._supply_anything(slot, draw)
        if draw < self._reuse or not slot.presets:
            position = self._from_scope(slot)
            if position is not None and (draw < PRESETS_UP_TO or depth >= DEEPEST_MAKING):
                return position
        if slot.presets and (draw < PRESETS_UP_TO or not self._can_make(slot.form)):
            return self._preset(slot)
        if draw < POOL_BELOW or draw > POOL_ABOVE:
            position = self._from_pool(slot)
            if position is not None:
                return position
        return self._make(slot.form, depth)

    def _supply_anything(self, slot: Slot, draw: float) -> int | None:
        for _ in range(4):
            position = self._anything(slot, draw)
            kind = self._live.value_kinds[position]
            methods = self.knowledge.methods.get(kind)
            if methods is None:
                methods = self.knowledge.methods_of(kind)
            # An object of the subject is seldom meant where nothing says so, and easily ends up inside itself.
            if methods and slot.good.get(kind, 0) < 3 and self._draw() > OBJECT_ANYWHERE:
                draw = self._draw()
                continue
            if slot.bad.get(kind, 0) < 3 or slot.welcomes(kind, self._draw()):
                return position
            draw = self._draw()
        return position

    def _anything(self, slot: Slot, draw: float) -> int:
        if draw < FAMILY_BELOW:
            position = self._live_of_the_family(slot)
            if position is not None:
                return position
        elif draw < LIVE_BELOW and self._all:
            return self._all[int(self._draw() * len(self._all))]
        if slot.presets and draw < PRESET_BELOW:
            return self._preset(slot)
        if draw > ANY_ENTRY_ABOVE:
            entry = self._pool.pick(self._pool.kinds()) if self.directed else None
            if entry is not None and self._fits_in(entry):
                return self._redo(entry)
        steps = self._family
        if draw > OTHER_FAMILY_ABOVE:
            steps = self._families[int(self._draw() * len(self._families))]
        return self._write(steps[int(self._draw() * len(steps))])

    def _live_of_the_family(self, slot: Slot) -> int | None:
        """Return a live value of a kind that is known to be welcome, or that the sequence uses anyway."""
        kinds = self._family_kinds
        if not kinds or self._draw() < 0.25:
            kinds = [kind for kind in slot.good if kind in self._by_kind]
        if not kinds:
            return None
        places = self._by_kind.get(kinds[int(self._draw() * len(kinds))])
        return places[int(self._draw() * len(places))] if places else None

    def _preset(self, slot: Slot) -> int:
        if self._few is None:
            return self._write(self._any_preset(slot))
        few = self._few.get(slot.form)
        if few is None:
            few = self._few[slot.form] = [self._any_preset(slot) for _ in range(FEW_PRESETS)]
        return self._write(few[int(self._draw() * FEW_PRESETS)])

    def _any_preset(self, slot: Slot) -> Step:
        steps = slot.presets
        if slot.rare and not self._avoid_rare and self._draw() < RARE:
            steps = slot.rare
        # Squared: the simple ones come first and are right more often.
        draw = self._draw()
        return steps[int(draw * draw * len(steps))]

    def _from_scope(self, slot: Slot) -> int | None:
        fitting = self._fitting(slot)
        by_kind = self._by_kind
        having = [places for kind in fitting if (places := by_kind.get(kind))]
        if not having:
            return None
        places = having[int(self._draw() * len(having))] if len(having) > 1 else having[0]
        return places[int(self._draw() * len(places))]

    def _fitting(self, slot: Slot) -> list[int]:
        forms = self.knowledge.forms
        while slot.looked_at < len(forms):
            if self.knowledge.fits(forms[slot.looked_at], slot.form):
                slot.fitting.append(slot.looked_at)
            slot.looked_at += 1
        return slot.fitting

    def _from_pool(self, slot: Slot) -> int | None:
        if not self.directed:
            return None
        entry = self._pool.pick(self._fitting(slot))
        if entry is not None and entry.family != self._family_number and self._steps:
            entry = self._pool.pick(self._fitting(slot))
        return self._redo(entry) if entry is not None and self._fits_in(entry) else None

    def _fits_in(self, entry: Entry) -> bool:
        return self._calls + entry.calls < self._length

    def _redo(self, entry: Entry) -> int:
        base = len(self._steps)
        if base == 0:
            self._use_family(entry.family)
        self._calls += entry.calls
        done, outcome = self._live.perform_all(entry.steps)
        for position, step in enumerate(entry.steps[: done + 1], base):
            known = self.knowledge.routine_behind(step[0])
            if known is not None:
                known.calls += 1
            self._steps.append(step)
            if position - base == done:
                self._leave(step, outcome)
            if known is not None:
                known.passed += 1
            self._enter(step, position)
        return base + entry.position

    # ---- made now -----------------------------------------------------------------------------------------

    def _can_make(self, form: TypeForm) -> bool:
        return any(part.name in ELEMENTS for part in members(form)) or bool(
            self.knowledge.makers_of(form)
        )

    def _make(self, form: TypeForm, depth: int) -> int | None:
        if depth >= DEEPEST_MAKING:
            return (
                self._from_scope(self.knowledge.slot_for(form)) if depth > DEEPEST_MAKING else None
            )
        parts = members(form)
        part = parts[int(self._draw() * len(parts))]
        if part.name in ELEMENTS:
            return self._display(part, depth)
        makers = self.knowledge.awake(self.knowledge.makers_of(form))
        for _ in range(min(3, len(makers))):
            position = self._apply(self.knowledge.less_called(makers, self._draw), None, depth + 1)
            if position is not None and self.knowledge.fits(
                self.knowledge.forms[self._live.value_kinds[position]], form
            ):
                return position
        slot = self.knowledge.slot_for(form)
        position = self._from_scope(slot)
        if position is None and slot.presets:
            position = self._preset(slot)
        return position

    def _display(self, form: TypeForm, depth: int) -> int | None:
        kind = ELEMENTS[form.name]
        elements = elements_for(form, int(self._draw() * (LONGEST_DISPLAY + 1)))
        positions = []
        for element in elements:
            position = self._supply(self.knowledge.slot_for(element), depth + 1)
            if position is None:
                return None
            positions.append(position)
        here = len(self._steps)
        display = self.knowledge.displays.operation(kind, tuple(elements), form)
        return self._do(Step(display, tuple(here - p for p in positions)))
