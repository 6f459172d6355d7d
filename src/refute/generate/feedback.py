"""Extend sequences that passed by one random operation, on their live values: `Feedback`.

Randoop's directed random testing (Pacheco's thesis, 5.5 and 7.5).  We depart in four points.  A sequence is
performed while it is made, so that an argument can be chosen by what earlier calls really returned.  A value that
no one supplies is made on the spot, by calling something that returns it, so that operations which are hard to
feed are not starved (10.2.3).  Where the code gives no type, what was accepted before is remembered.  A call that
was our fault is taken back and the sequence goes on without it (7.5 starts a new one): every failure is run again
from nothing before it counts, then with these calls as steps whose exceptions are ignored.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import NoReturn

from refute.generate.displays import ELEMENTS
from refute.generate.generator import Ended, Forgive, Live, Refused
from refute.generate.knowledge import MOST_BLOATS, Slot, Way
from refute.generate.pool import Entry, Pool
from refute.generate.presets import Presets
from refute.generate.seen import SeenSequences
from refute.look.identity import identity
from refute.model.forgetful import Forgetful
from refute.model.sequence import Call, Display, Literal, Operation, Sequence, Step, ignoring
from refute.model.subject import Input, Subject
from refute.model.typeform import ANY, OTHER, IsSubclass, TypeForm, fits, members

# How deep producers may be called to make one argument: 4 reaches Poly(Mono(Rat(1, 2), 3)) from nothing.
_DEEPEST = 4
# How many elements a collection made for an argument has at the most.
_LONGEST_DISPLAY = 3

# Of the presets of a number, so many are small.
_SMALL = 5


# An operation that did not return, or killed the worker, is not called for so many sequences, the next time four times
# as many: each time costs as much as a hundred thousand calls.
_REST = 10_000
# Most sequences make do with few presets for each type: equal keys, and a number that meets its negative, are where
# containers go wrong, and among many presets no two are equal.
_WITH_FEW = 0.7
_FEW = 4
# So many calls are known by the routine they belong to, and so many answers whether one form fits another.
_MOST_CALLS = 20_000
_MOST_FITS = 20_000
# Sequences may be longer by a step after every so many.
_SLOWLY = 3
# After so many calls in a row that were refused the sequence is given up.
_PATIENCE = 12
# Exceptions that tell of an argument of the wrong type.  A tuple: making a union takes longer than asking.
_ABOUT_TYPES = (TypeError, AttributeError)

# A step out of an operation and arguments, in half the time of `Step(…)`.
_step = partial(tuple.__new__, Step)


class Feedback:
    """Makes one sequence at a time, on live values."""

    name = "feedback"
    directed = True
    every_step = False
    done = False

    def __init__(
        self,
        subject: Subject,
        presets: Presets,
        forms: list[TypeForm],
        is_subclass: IsSubclass,
        random: Random,
        *,
        length: int = 100,
        repeat: float = 0.1,
        most_repeats: int = 100,
        past_exceptions: bool = False,
        reuse: float = 0.55,
    ) -> None:
        self.random = random
        self.pool = Pool(random.random)
        self.steps: list[Step] = []
        self.ways = [Way(routine, presets, True) for routine in subject.routines]
        self.helpers = [Way(routine, presets, False) for routine in subject.helpers]
        self.seen = SeenSequences()
        self.is_new = True
        # By the identity of its calls, which are held here.
        self._way_of: dict[int, tuple[Call, Way | None]] = Forgetful(_MOST_CALLS)
        every = (*self.ways, *self.helpers)
        self._by_target = {way.routine.stand_in: way for way in every if way.routine.stand_in}
        self._by_target |= {way.routine.target: way for way in every}
        self._draw: Callable[[], float] = random.random
        self._forms = forms
        self._is_subclass = is_subclass
        self._length = length
        self._repeat = repeat
        self._most_repeats = most_repeats
        self._families = [[Step(literal, ()) for literal in f] for f in presets.families()]
        self._literals_of_families = [frozenset(literals) for literals in presets.families()]
        self._family = self._families[0]
        self._family_literals = self._literals_of_families[0]
        self._kinds_of_families: list[list[int]] = [[] for _ in self._families]
        self._family_kinds: list[int] = []
        self.family = 0
        self._by_kind: dict[int, list[int]] = {}
        self._all: list[int] = []
        self._object_kinds: list[int] = []
        self._written: dict[int, int] = {}  # presets in the running sequence, by identity
        self._methods: dict[int, list[Way]] = {}
        self._makers: dict[TypeForm, list[Way]] = {}
        self._fit: dict[tuple[TypeForm, TypeForm], bool] = Forgetful(_MOST_FITS)
        self._displays: dict[tuple[str, tuple[TypeForm, ...]], Display] = {}
        self._element_slots: dict[TypeForm, Slot] = {}
        self._presets = presets
        self._unreached = list(reversed(self.ways))
        self._everything: list[Step] = []
        self._few: dict[TypeForm, list[Step]] | None = None
        self._begun = 0
        self._calls = 0  # in the running sequence
        self._any_rests = False
        self._avoid_rare = False
        self._only_small = False
        self._refusal: BaseException | None = None
        self._past_exceptions = past_exceptions
        self._reuse = reuse
        self._forgive: Forgive
        self._live: Live
        self._offered: list[bool] = []

    # ---- one sequence -------------------------------------------------------------------------------------

    def grow(self, live: Live, forgive: Forgive) -> bool:
        """Make and perform one sequence; False when its last step raised and was not forgiven."""
        self._begin(live)
        self._forgive = forgive
        left = self._target_length()
        idle = 0
        try:
            while left > 0 and idle < _PATIENCE and self._calls < self._length:
                done = self._advance(left)
                left -= done
                idle = 0 if done else idle + 1
            self._extend_until_new()
        except Ended:
            return False
        return True  # perhaps without a step, where no argument could be had

    def _extend_until_new(self) -> None:
        """Make of a sequence that was made before another by more calls: running it once more shows nothing."""
        self.is_new = self.seen.add(self.steps)
        for _ in range(_PATIENCE):
            if self.is_new or self._calls >= self._length:
                return
            if self._advance(1):
                self.is_new = self.seen.add(self.steps)

    def sequence(self) -> Sequence:
        """Return the sequence made last."""
        return Sequence.trusted(tuple(self.steps))

    def offers(self, kind: int) -> bool:
        """Return whether values of a kind are passed on: None and what is too large are not."""
        return kind < len(self._offered) and self._offered[kind]

    def rest(self, way: Way) -> None:
        """Leave a way alone for a while: it did not return."""
        way.stopped += 1
        # Who only makes arguments can be done without.
        way.rests_until = (
            self._begun + _REST * 4 ** (way.stopped - 1) if way.under_test else sys.maxsize
        )
        self._any_rests = True

    def notice(self, way: Way, kind: int) -> None:
        """Remember that a way has returned a value of this kind: it can make one."""
        if kind not in way.returned:
            way.returned.add(kind)
            self._makers.clear()

    def _awake(self, ways: list[Way]) -> list[Way]:
        # A scan, but only of subjects that have hung.
        if not self._any_rests:
            return ways
        return [way for way in ways if way.rests_until <= self._begun]

    def _begin(self, live: Live) -> None:
        live.start()
        self._begun += 1
        self._live = live
        self.steps = []
        self._by_kind = {}
        self._all = []
        self._object_kinds = []
        self._written = {}
        self._calls = 0
        self._few = {} if self._draw() < _WITH_FEW else None
        # One family of plain values for a sequence: a sorted list of ints and strings teaches nothing but that.
        draw = self._draw()
        few = min(len(self._families), 2 if draw < 0.7 else len(self._families))
        self._use_family(int(self._draw() * few))

    def _use_family(self, number: int) -> None:
        self.family = number
        self._family = self._families[number]
        self._family_literals = self._literals_of_families[number]
        self._family_kinds = self._kinds_of_families[number]

    def _target_length(self) -> int:
        # As many short sequences as long ones, on a logarithmic scale: the laws are checked at the end of each.  At first
        # only short ones, as where sequences are made by extending others: what is shallow is found before long.
        length = int(self._length ** (0.35 + 0.65 * self._draw()))
        return max(1, min(length, 2 + self._begun // _SLOWLY))

    def _advance(self, left: int) -> int:
        way, receiver = self._choose()
        times = 1
        if self._draw() < self._repeat:
            # Repeating may go beyond the length aimed at, not beyond the longest asked for.
            times = max(1, int(self._draw() * min(self._most_repeats, 4 * left)))
        done = 0
        for _ in range(times):
            try:
                position = self._apply(way, receiver, 0)
            except Refused:
                break
            if position is None:
                break
            done += 1
            if self._live.is_large:
                way.bloats += 1
                return left
            if self._calls >= self._length:
                break
            if way.has_receiver and receiver is None:
                receiver = position - self.steps[position].arguments[0]
        return done

    def _choose(self) -> tuple[Way, int | None]:
        draw = self._draw
        if self._unreached and not self.steps:
            # First of all, everything is called once: later ones may have to wait for what these return.
            way = self._unreached.pop()
            if way.calls == 0 and not way.stopped:
                return way, None
        if self._object_kinds and draw() < 0.6:
            # First the kind, then the object: of those that are made by the dozen there are always many.
            kind = self._object_kinds[int(draw() * len(self._object_kinds))]
            ways = self._awake(self._methods_of(kind))
            if ways:
                places = self._by_kind[kind]
                return self._less_called(ways), places[int(draw() * len(places))]
        return self._less_called(self._awake(self.ways) or self.ways), None

    def _less_called(self, ways: list[Way]) -> Way:
        draw = self._draw
        first = ways[int(draw() * len(ways))]
        if not self.directed:
            return first
        second = ways[int(draw() * len(ways))]
        # The better of two: spreads the budget without a scan.
        chosen = second if second.calls * 2 < first.calls else first
        # What mostly raises ends sequences: it is called as often as it is likely to return, and a little more.
        for _ in range(3):
            if chosen.passed == chosen.calls and not chosen.seldom:
                break
            likely = (chosen.passed + 1) / (chosen.calls + 1 + 400 * chosen.stopped) + 0.03
            if chosen.seldom and chosen.passed > 50:
                likely = chosen.seldom
            if (chosen.calls < 20 and not chosen.stopped) or draw() < likely:
                break
            chosen = ways[int(draw() * len(ways))]
        return chosen

    def _methods_of(self, kind: int) -> list[Way]:
        ways = self._methods.get(kind)
        if ways is None:
            form = self._forms[kind]
            # Helpers too: what is under test may need a state that only they lead to.
            ways = self._methods[kind] = [
                way
                for way in (*self.ways, *self.helpers)
                if way.has_receiver and self.fits(form, way.slots[0].form)
            ]
        return ways

    # ---- one call -----------------------------------------------------------------------------------------

    def _apply(self, way: Way, receiver: int | None, depth: int) -> int | None:
        """Supply the arguments and make the call; its position, or None where an argument cannot be had."""
        chosen = way.required if way.is_fixed else self._chosen_inputs(way)
        # A call that did not return is the likelier to do so again with a huge number.
        self._avoid_rare = way.stopped > 0 or way.bloats > MOST_BLOATS
        self._only_small = way.is_explosive or way.bloats > MOST_BLOATS
        positions: list[int] = []
        slots = way.slots
        for index in chosen:
            if index == 0 and receiver is not None:
                positions.append(receiver)
                continue
            slot = slots[index]
            position = self._supply(slot, depth)
            if positions and position == positions[0] and slot.is_any and way.takes_others:
                # An object put into itself: cyclic, and hardly ever meant.
                position = self._write(self._family[0])
            if position is None:
                way.missing = slot.form
                return None
            positions.append(position)
        here = len(self.steps)
        call = way.call(chosen)
        if identity(call) not in self._way_of:
            self._way_of[identity(call)] = (call, way)
        if len(positions) == 1:
            arguments: tuple[int, ...] = (here - positions[0],)
        elif len(positions) == 2:
            arguments = (here - positions[0], here - positions[1])
        else:
            arguments = tuple([here - p for p in positions])
        step = _step((call, arguments))
        way.calls += 1
        self._calls += 1
        try:
            self._do(step)
        except (Ended, Refused):
            self._learn_refusal(way, chosen, positions)
            raise
        self._learn_success(way, chosen, positions, here)
        return here

    def _chosen_inputs(self, way: Way) -> tuple[int, ...]:
        draw = self._draw
        chosen = list(way.required)
        if way.optional and draw() < 0.5:
            chosen += [i for i in way.optional if draw() < 0.5]
        for index in way.rest:
            chosen += [index] * int(draw() * 4)
        chosen.sort()
        return tuple(way.without_gaps(chosen))

    def _write(self, step: Step) -> int:
        """Return the position of a preset: an earlier one where it cannot change, since each step costs time."""
        position = self._written.get(identity(step))
        if position is None:
            position = self._do(step)
            if isinstance(step.operation, Literal) and step.operation.is_unchanging:
                self._written[identity(step)] = position
        return position

    def _do(self, step: Step) -> int:
        position = len(self.steps)
        self.steps.append(step)
        if not self._live.perform(step):
            self._raised(step)
        self._enter(step, position)
        return position

    def _raised(self, step: Step) -> NoReturn:
        """End the sequence, or the call, whose last step has raised."""
        live = self._live
        if not self._forgive(self.steps):
            raise Ended
        self._refusal = getattr(live, "exception", None)
        self.steps.pop()
        if self._past_exceptions and isinstance(step.operation, Call) and not step.operation.then:
            ignored = Step(ignoring(step.operation), step.arguments)
            self.steps.append(ignored)
            live.go_past(ignored)
        else:
            live.take_back()
        raise Refused

    def _enter(self, step: Step, position: int) -> None:
        """Make the value of a step that returned one that later steps can be given."""
        kind = self._live.value_kinds[position]
        offered = self._offered
        operation = type(step[0])
        if operation is Literal and kind not in self._family_kinds:
            self._note_family(step, kind)
        if kind >= len(offered):
            self._look_at_new_kinds()
        if offered[kind]:
            places = self._by_kind.get(kind)
            if places is None:
                self._by_kind[kind] = [position]
                if operation is Call and self._methods_of(kind):
                    self._object_kinds.append(kind)
            else:
                places.append(position)
            self._all.append(position)

    def _note_family(self, step: Step, kind: int) -> None:
        if step.operation in self._family_literals:
            self._family_kinds.append(kind)

    def _look_at_new_kinds(self) -> None:
        for form in self._forms[len(self._offered) :]:
            self._offered.append(form != OTHER and form.name not in ("None", "large"))
        self._makers.clear()

    def _learn_success(
        self, way: Way, chosen: tuple[int, ...], positions: list[int], here: int
    ) -> None:
        way.passed += 1
        kinds = self._live.value_kinds
        if kinds[here] not in way.returned:
            self.notice(way, kinds[here])
        if way.passed < 100 or way.calls & 15 == 0:
            way.accept(tuple([kinds[p] for p in positions]))
            for index, position in zip(chosen, positions, strict=True):
                slot = way.slots[index]
                if slot.is_any:
                    slot.good[kinds[position]] = slot.good.get(kinds[position], 0) + 1

    def _learn_refusal(self, way: Way, chosen: tuple[int, ...], positions: list[int]) -> None:
        raised = getattr(self._live, "exception", None) or self._refusal
        if raised is None:
            return  # it returned, and broke a promise
        if not isinstance(raised, Exception) or isinstance(raised, MemoryError):
            self.rest(way)
        if not isinstance(raised, _ABOUT_TYPES):
            return
        kinds = self._live.value_kinds
        for index, position in zip(chosen, positions, strict=True):
            slot = way.slots[index]
            if slot.is_any:
                slot.bad[kinds[position]] = slot.bad.get(kinds[position], 0) + 1

    # ---- one argument -------------------------------------------------------------------------------------

    def _supply(self, slot: Slot, depth: int) -> int | None:
        """Return the position of a value for the slot: a live one, a preset, from the pool, or made now."""
        draw = self._draw()
        if self._only_small:
            few = (slot.presets or self._family)[:_SMALL]
            if few:
                return self._write(few[int(draw * len(few))])
        if slot.is_any:
            return self._supply_anything(slot, draw)
        if draw < self._reuse or not slot.presets:
            position = self._from_scope(slot)
            if position is not None and (draw < 0.9 or depth >= _DEEPEST):
                return position
        if slot.presets and (draw < 0.9 or not self._can_make(slot.form)):
            return self._preset(slot)
        if draw < 0.35 or draw > 0.95:
            position = self._from_pool(slot)
            if position is not None:
                return position
        return self._make(slot.form, depth)

    def _supply_anything(self, slot: Slot, draw: float) -> int | None:
        for _ in range(4):
            position = self._anything(slot, draw)
            kind = self._live.value_kinds[position]
            methods = self._methods.get(kind)
            if methods is None:
                methods = self._methods_of(kind)
            # An object of the subject is seldom meant where nothing says so, and easily ends up inside itself.
            if methods and slot.good.get(kind, 0) < 3 and self._draw() > 0.1:
                draw = self._draw()
                continue
            if slot.bad.get(kind, 0) < 3 or slot.welcomes(kind, self._draw()):
                return position
            draw = self._draw()
        return position

    def _anything(self, slot: Slot, draw: float) -> int:
        if draw < 0.3:
            position = self._live_of_the_family(slot)
            if position is not None:
                return position
        elif draw < 0.4 and self._all:
            return self._all[int(self._draw() * len(self._all))]
        if slot.presets and draw < 0.75:
            return self._preset(slot)
        if draw > 0.98:
            entry = self.pool.pick(self.pool.kinds()) if self.directed else None
            if entry is not None and self._has_room_for(entry):
                return self._redo(entry)
        steps = self._family
        if draw > 0.93:
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
            few = self._few[slot.form] = [self._any_preset(slot) for _ in range(_FEW)]
        return self._write(few[int(self._draw() * _FEW)])

    def _any_preset(self, slot: Slot) -> Step:
        steps = slot.presets
        if slot.rare and not self._avoid_rare and self._draw() < 0.05:
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
        forms = self._forms
        while slot.known < len(forms):
            if self.fits(forms[slot.known], slot.form):
                slot.fitting.append(slot.known)
            slot.known += 1
        return slot.fitting

    def _from_pool(self, slot: Slot) -> int | None:
        if not self.directed:
            return None
        entry = self.pool.pick(self._fitting(slot))
        if entry is not None and entry.family != self.family and self.steps:
            entry = self.pool.pick(self._fitting(slot))
        return self._redo(entry) if entry is not None and self._has_room_for(entry) else None

    def _has_room_for(self, entry: Entry) -> bool:
        return self._calls + entry.calls < self._length

    def _redo(self, entry: Entry) -> int:
        base = len(self.steps)
        if base == 0:
            self._use_family(entry.family)
        self._calls += entry.calls
        done = self._live.perform_all(entry.steps)
        ways = self._way_of
        for position, step in enumerate(entry.steps[: done + 1], base):
            _, way = ways.get(identity(step[0])) or self._way_behind(step[0])
            if way is not None:
                way.calls += 1
            self.steps.append(step)
            if position - base == done:
                self._raised(step)
            if way is not None:
                way.passed += 1
            self._enter(step, position)
        return base + entry.position

    def _way_behind(self, operation: Operation) -> tuple[Call | None, Way | None]:
        """Return an operation that another generator has made with its way, which counts all calls."""
        if not isinstance(operation, Call):
            return None, None
        found = self._way_of[identity(operation)] = (
            operation,
            self._by_target.get(operation.target),
        )
        return found

    # ---- made now -----------------------------------------------------------------------------------------

    def _can_make(self, form: TypeForm) -> bool:
        return any(part.name in ELEMENTS for part in members(form)) or bool(self._makers_of(form))

    def _make(self, form: TypeForm, depth: int) -> int | None:
        if depth >= _DEEPEST:
            return self._from_scope(self._slot_for(form)) if depth > _DEEPEST else None
        parts = members(form)
        part = parts[int(self._draw() * len(parts))]
        if part.name in ELEMENTS:
            return self._display(part, depth)
        makers = self._awake(self._makers_of(form))
        for _ in range(min(3, len(makers))):
            position = self._apply(self._less_called(makers), None, depth + 1)
            if position is not None and self.fits(
                self._forms[self._live.value_kinds[position]], form
            ):
                return position
        slot = self._slot_for(form)
        position = self._from_scope(slot)
        if position is None and slot.presets:
            position = self._preset(slot)
        return position

    def _makers_of(self, form: TypeForm) -> list[Way]:
        makers = self._makers.get(form)
        if makers is None:
            makers = self._makers[form] = [
                way
                for way in (*self.ways, *self.helpers)
                if any(self.fits(part, form) for part in members(way.routine.output))
                or any(self.fits(self._forms[kind], form) for kind in way.returned)
            ]
        return makers

    def _display(self, form: TypeForm, depth: int) -> int | None:
        kind = ELEMENTS[form.name]
        elements = self._elements(form, kind)
        positions = []
        for element in elements:
            position = self._supply(self._slot_for(element), depth + 1)
            if position is None:
                return None
            positions.append(position)
        here = len(self.steps)
        display = self._display_operation(kind, tuple(elements), form)
        return self._do(Step(display, tuple(here - p for p in positions)))

    def _elements(self, form: TypeForm, kind: str) -> list[TypeForm]:
        count = int(self._draw() * (_LONGEST_DISPLAY + 1))
        args = form.args or ((ANY, ANY) if kind == "dict" else (ANY,))
        if kind == "dict":
            return [args[0], args[-1]] * count
        if kind == "tuple" and not (len(args) == 2 and args[1].name == "...") and form.args:
            return list(args)
        return [args[0]] * count

    def _display_operation(
        self, kind: str, elements: tuple[TypeForm, ...], form: TypeForm
    ) -> Display:
        key = (kind, elements)
        display = self._displays.get(key)
        if display is None:
            output = TypeForm(kind, form.args)
            display = self._displays[key] = Display(kind, elements, output)
        return display

    def _slot_for(self, form: TypeForm) -> Slot:
        slot = self._element_slots.get(form)
        if slot is None:
            slot = self._element_slots[form] = Slot(Input("element", form), self._presets)
        return slot

    def fits(self, have: TypeForm, want: TypeForm) -> bool:
        """Return whether a value of one form may be passed where the other is asked for."""
        key = (have, want)
        found = self._fit.get(key)
        if found is None:
            found = self._fit[key] = fits(have, want, self._is_subclass)
        return found


def undiscovered(counts: dict[tuple[str, str], int]) -> float:
    """Return the chance that the next call shows an outcome never seen (Good–Turing).

    `counts` holds how often each operation had each outcome; the estimate is the share of those seen once.
    """
    total = sum(counts.values())
    once = sum(count == 1 for count in counts.values())
    return once / total if total else 1.0
