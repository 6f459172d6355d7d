"""Arguments for the next call of a growing sequence: `Supply`.

An argument is a live value of the sequence, a preset, a value that a kept sequence makes again, or one made on the spot by
calling something that returns it.  Which of these, is drawn; the numbers below were chosen on the zoo (benchmarks.directed).
"""

from __future__ import annotations

from refute.generate.displays import ELEMENTS, Loop, elements_for
from refute.generate.growing_bodies import BodyGrowing
from refute.generate.knowledge import Slot, can_be_in_file
from refute.generate.made_texts import MadeTexts
from refute.generate.pool import Entry
from refute.generate.tuning import (
    ANY_ENTRY_ABOVE,
    DEEPEST_MAKING,
    FAMILY_BELOW,
    FEW_PRESETS,
    FOREIGN,
    HOLDS_ITSELF,
    LIVE_BELOW,
    LONGEST_DISPLAY,
    OBJECT_ANYWHERE,
    OTHER_FAMILY_ABOVE,
    POOL_ABOVE,
    POOL_BELOW,
    PRESET_BELOW,
    PRESETS_UP_TO,
    RARE,
    SMALL_NUMBERS,
    WITH_BODY,
    WITH_CONTENTS,
)
from refute.model.sequence import WRITE_FILE, Call, Callback, Literal, Operation, Parameter, Step
from refute.model.subject import Input
from refute.model.typeform import CALLABLE, INT, STR, TypeForm, members
from refute.model.wrapped_results import way_to_give

# How a function gives what no literal is, and what can be gone through, entered or waited for but once.
_ONCE_ONLY = frozenset({"async-items", "async-with", "await", "with"})
_PATH = TypeForm("pathlib:Path")
_WRITE = Call(WRITE_FILE, (_PATH, STR), INT, how="method")


class Supply(BodyGrowing):
    """A growing sequence that knows where to take its arguments from."""

    # ---- one argument -------------------------------------------------------------------------------------

    def _supply(self, slot: Slot, depth: int) -> int | None:
        """Return the position of a value for the slot: a live one, a preset, from the pool, or made now."""
        draw = self._draw()
        if slot.foreign and self._draw() < FOREIGN:
            return self._write(slot.foreign[int(self._draw() * len(slot.foreign))])
        if slot.contents is not None and self._draw() < WITH_CONTENTS:
            return self._file(slot)
        if slot.loops and not self._avoid_rare and self._draw() < HOLDS_ITSELF:
            return self._loop(slot.loops[int(self._draw() * len(slot.loops))])
        is_guess = slot.function is not None and not slot.input.annotated
        if is_guess and draw < self._reuse and (position := self._passed_before(slot)) is not None:
            return position
        if slot.function is not None and (slot.needs_body or self._draw() < WITH_BODY):
            return self._callback(slot.function, slot)
        if is_guess and slot.presets:
            # Of a function that the code returns nobody knows whether it is meant here.
            return self._preset(slot)
        if self._only_small:
            # An object of a class cannot be had from the family: `2 * 2` is no call of the class's `__mul__`.
            small = slot.presets or (self._family if slot.is_any else [])
            few = small[:SMALL_NUMBERS]
            if few:
                return self._write(few[int(draw * len(few))])
        if slot.is_any:
            position = self._supply_guess(slot, depth) if slot.guessed is not None else None
            return self._supply_anything(slot, draw) if position is None else position
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

    def _passed_before(self, slot: Slot) -> int | None:
        """Return a function that was made for an argument: who has passed it to `on` passes the same to `off`."""
        functions = self.knowledge.functions
        made = [
            place
            for kind, places in self._by_kind.items()
            if kind in functions
            for place in places
            if self._takes_as_many(self._steps[place].operation, slot)
        ]
        return made[int(self._draw() * len(made))] if made else None

    def _takes_as_many(self, made: Operation, slot: Slot) -> bool:
        """Return whether a function was made for as many arguments as are passed here, or for any number of them."""
        assert slot.function is not None
        if isinstance(made, Callback):
            return made.form.args[0].name == "..." or len(made.form.args) == len(slot.function.args)
        any_number = isinstance(made, Literal) and made.source.startswith("lambda *")
        return any_number or (isinstance(made, Literal) and Step(made, ()) in slot.presets)

    def _supply_guess(self, slot: Slot, depth: int) -> int | None:
        """Return a value of a type that is guessed for the slot; None where none is to be tried, or none can be had."""
        assert slot.guessed is not None
        slot.guessed.last = None
        guess = slot.guessed.pick(self._draw(), depth)
        # Not asked whether its kind is welcome: of two arguments a wrong one would soon rule out the right one.
        return None if guess is None else self._supply(guess, depth)

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
        if slot.rare and not self._avoid_rare and self._draw() < RARE:
            return self._write(slot.rare[int(self._draw() * len(slot.rare))])
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
        if slot.texts and self._draw() < slot.texts.share:
            return self._do(self._made_text(slot.texts))
        if self._few is None:
            return self._write(self._any_preset(slot))
        shared_by = slot.form if slot.shares_presets else slot
        few = self._few.get(shared_by)
        if few is None:
            few = self._few[shared_by] = [self._any_preset(slot) for _ in range(FEW_PRESETS)]
        return self._write(few[int(self._draw() * FEW_PRESETS)])

    def _made_text(self, texts: MadeTexts) -> Step:
        return Step(Literal(repr(texts.make(self._draw)), STR), ())

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
        place = places[int(self._draw() * len(places))]
        if slot.function is not None and not self._is_of_type(place, slot):
            return None
        return place

    def _is_of_type(self, place: int, slot: Slot) -> bool:
        """Return whether a function gives what is asked for: a value of it only shows how many arguments it takes."""
        made = self._steps[place].operation
        if isinstance(made, Callback):
            return self.knowledge.fits(made.form, slot.form)
        if isinstance(made, Parameter) and (known := self._function_at(place)) is not None:
            return self.knowledge.fits(known.routine.form, slot.form)
        return not isinstance(made, Literal) or self.knowledge.fits(made.type, slot.form)

    def _fitting(self, slot: Slot) -> list[int]:
        forms = self.knowledge.forms
        while slot.looked_at < len(forms):
            if self.knowledge.fits(forms[slot.looked_at], slot.form) and self._is_meant(
                slot.looked_at, slot
            ):
                slot.fitting.append(slot.looked_at)
            slot.looked_at += 1
        return slot.fitting

    def _is_meant(self, kind: int, slot: Slot) -> bool:
        """Return whether a value that fits a slot may be meant there: not an object that happens to be callable.

        Where a function of so many arguments is asked for, an object of the code's is, whose `__call__` takes as many.
        """
        form = self.knowledge.forms[kind]
        if slot.function is None or slot.function.args[0].name == "...":
            return True
        if ":" not in form.name or kind in self.knowledge.functions:
            return True
        others = [one for one in members(slot.form) if one is not slot.function]
        if any(self.knowledge.fits(form, one) for one in others):
            return True
        count = len(slot.function.args)
        methods = self.knowledge.methods_of(kind)
        calls = [one for one in methods if one.routine.target.endswith(".__call__")]
        return any(
            len(one.required) <= count and (count <= len(one.slots) or one.rest) for one in calls
        )

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

    def _file(self, slot: Slot) -> int:
        """Write a file in the folder where the sequence runs; return the position of its name."""
        assert slot.contents is not None
        name = slot.files[int(self._draw() * len(slot.files))]
        position = path = self._write(name)
        if isinstance(name.operation, Literal) and name.operation.type == STR:
            path = self._write(Step(Literal(f"pathlib.Path({name.operation.source})", _PATH), ()))
        made = slot.contents.texts
        text = self._any_preset(slot.contents)
        if made and self._draw() < made.share and can_be_in_file(like := self._made_text(made)):
            text = like
        contents = self._write(text)
        here = len(self._steps)
        self._do(Step(_WRITE, (here - path, here - contents)))
        slot.last_contents = text.operation if isinstance(text.operation, Literal) else None
        return position

    def _loop(self, loop: Loop) -> int:
        """Make a collection and put it into itself; return its position."""
        steps, put, arguments = loop
        first = len(self._steps)
        for step in steps:
            self._do(step)
        here = len(self._steps)
        self._do(Step(put, tuple(here - first - one for one in arguments)))
        return first

    # ---- made now -----------------------------------------------------------------------------------------

    def _can_make(self, form: TypeForm) -> bool:
        return (
            any(part.name in ELEMENTS or way_to_give(part) in _ONCE_ONLY for part in members(form))
            or bool(self.knowledge.makers_of(form))
            or self.knowledge.extendable(form) is not None
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
        if way_to_give(part) in _ONCE_ONLY:
            return self._given_by_function(part, depth)
        makers = self.knowledge.awake(self.knowledge.makers_of(form))
        extendable = self.knowledge.extendable(form)
        if extendable is not None and (not makers or self._draw() < WITH_BODY):
            position = self._derived(extendable, depth + 1)
            if position is not None:
                return position
        slot = self.knowledge.slot_for(form)
        for _ in range(min(3, len(makers))):
            position = self._apply(self.knowledge.less_called(makers, self._draw), None, depth + 1)
            if position is None:
                continue
            kind = self._live.value_kinds[position]
            if self.knowledge.fits(self.knowledge.forms[kind], form) and self._is_meant(kind, slot):
                return position
        position = self._from_scope(slot)
        if position is None and slot.presets:
            position = self._preset(slot)
        return position

    def _given_by_function(self, form: TypeForm, depth: int) -> int | None:
        """Return what can be had but once, by a call of a function that is made to give it."""
        gives = TypeForm(CALLABLE, (form,))
        maker = self._callback(
            gives, Slot(Input("make", gives, annotated=True), self.knowledge.presets)
        )
        known = self.knowledge.function("made()", gives, is_declared=True, under_test=False)
        return self._apply(known, maker, depth + 1)

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
