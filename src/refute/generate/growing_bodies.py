"""Functions and subclasses that a growing sequence makes, with bodies that grow when they are called: `BodyGrowing`.

The rules [Fn], [Call] and [Var] of Klein, Flatt and Findler (2010), figure 5, and their derived classes (5.1).  We depart in
three points.  A body is made on the live values of its first call, so that the code need not say their types.  What is
imperative is learned, not read from names: a call that was seen to change its receiver (5.3 goes by names).  The size of a
body is a number of calls, fewer the deeper it stands, in place of a bound on the depth of a derivation (section 8).
"""

from __future__ import annotations

from dataclasses import replace

from refute.generate.frozen_bodies import given_by, pruned, with_steps
from refute.generate.generator import Judge, Live
from refute.generate.growing_sequence import Refused, SequenceEnded
from refute.generate.knowledge import KnownRoutine, Slot
from refute.generate.late_captures import Open
from refute.generate.open_bodies import OpenBodies
from refute.generate.tuning import (
    AS_GENERATOR,
    BODY_RAISES,
    DEEPEST_BODY,
    FUNCTION_IN_BODY,
    GIVEN_FUNCTION,
    IMPERATIVE,
    LATE_CAPTURE,
    MOST_CAPTURES,
    MOST_IN_BODY,
    ONLY_A_RESULT,
)
from refute.look.objects import identity
from refute.model.growing import Grown
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Parameter,
    Raise,
    Return,
    Sequence,
    Step,
    declared,
    parameter_names,
)
from refute.model.subject import Extendable, Overridable
from refute.model.typeform import ANY, NONE, TypeForm
from refute.model.wrapped_results import ITERABLE, inside, way_to_give

# Ends a body that has to give what cannot be made: that we raise something is never held against the code.
_NOTHING_TO_GIVE = Raise("NotImplementedError()")


class BodyGrowing(OpenBodies):
    """A growing sequence that makes functions and subclasses."""

    def _begin(self, live: Live, judge: Judge) -> None:
        super()._begin(live, judge)
        live.let_grow(self)

    def _made(self) -> tuple[Step, ...]:
        return self._without_idle_methods(self._steps)

    # ---- made ---------------------------------------------------------------------------------------------

    def _callback(self, form: TypeForm, slot: Slot) -> int:
        """Make a function of a form for a slot; what it does is decided when it is called.

        Where the form does not say what it gives, that is a guess.
        """
        *inputs, output = form.args
        captured = self._captured()
        has_cell = slot.is_of_new and self._draw() < LATE_CAPTURE
        if has_cell:
            captured.append(self._new_cell())
        wanted = slot.input.gives if output == ANY else output
        then = self._way_to_give(wanted)
        gives = inside(wanted, then)
        names = parameter_names(len(inputs))
        if inputs == [TypeForm("...")]:
            names, inputs = ("*args",), [TypeForm("tuple")]
        operation = self._opened(
            slot.input.name, names, tuple(inputs), inside(output, then), captured, gives, then
        )
        here = len(self._steps)
        opened = Open(operation, self._steps, here, gives, target=self._named(slot))
        opened.functions = self._functions_among(captured, len(names))
        self._add_open(opened)
        if has_cell:
            opened.cell = len(captured) - 1
            self._cells.append((opened, captured[-1]))
        return self._do(Step(operation, tuple([here - p for p in captured])))

    def _named(self, slot: Slot) -> str:
        """Return a name for a function that is passed for a slot: where it is passed, and as what."""
        where = slot.routine or (self._growing[-1].target if self._growing else "refute:function")
        return f"{where}.{slot.input.name}"

    def _way_to_give(self, form: TypeForm) -> str:
        """Return how a function gives its result: of what can be gone through, most often a plain collection."""
        then = way_to_give(form)
        is_plain = form.name == ITERABLE and self._draw() > AS_GENERATOR
        return "" if is_plain else then

    def _derived(self, extendable: Extendable, depth: int) -> int | None:
        """Make an object of a subclass that overrides what must be overridden, and some of what may be."""
        captured = self._captured()
        chosen = [one for one in extendable.methods if one.required or self._draw() < 0.5]
        if not chosen:
            chosen = [extendable.methods[int(self._draw() * len(extendable.methods))]]
        methods = [(one.name, self._method(one, captured)) for one in chosen]
        here = len(self._steps)
        for one, (name, operation) in zip(chosen, methods, strict=True):
            if one.then != "attribute":
                target = f"{extendable.name}.{name}"
                opened = Open(operation, self._steps, here, _given(one), name, target=target)
                opened.functions = self._functions_among(captured, len(operation.names))
                self._add_open(opened)
        arguments = [here - p for _, one in methods for p in captured[: len(one.captures)]]
        cls = self._class(Step(Derive(extendable.name, tuple(methods)), tuple(arguments)))
        return self._apply(self.knowledge.derivers[extendable.name], cls, depth)

    def _class(self, step: Step) -> int:
        """Make a subclass; where the class never lets us, no further one is made."""
        assert isinstance(step.operation, Derive)
        try:
            made = self._do(step)
        except (Refused, SequenceEnded) as end:
            self.knowledge.note_not_derived(step.operation.base, end.outcome.exception)
            raise
        self.knowledge.note_derived(step.operation.base)
        return made

    def _method(self, method: Overridable, captured: list[int]) -> Callback:
        names = ("self", *method.names)
        forms = (ANY, *(one.form for one in method.inputs))
        gives = _given(method)
        if method.then == "attribute":
            return Callback(method.name, (), (), gives, (), self._held_value(gives), "attribute")
        return self._opened(method.name, names, forms, method.output, captured, gives, method.then)

    def _held_value(self, form: TypeForm) -> Sequence:
        """Return a body that gives what a class holds: something that can be written down."""
        presets = self.knowledge.slot_for(form).presets or ([] if form != ANY else self._family)
        chosen = presets[int(self._draw() * len(presets))] if presets else None
        return Sequence((chosen, Step(Return(), (1,)))) if chosen is not None else Sequence()

    def _opened(
        self,
        role: str,
        names: tuple[str, ...],
        inputs: tuple[TypeForm, ...],
        output: TypeForm,
        captured: list[int],
        gives: TypeForm,
        then: str,
    ) -> Callback:
        forms = tuple([self.knowledge.forms[self._live.value_kinds[p]] for p in captured])
        return Callback(role, names, inputs, output, forms, self._plain_body(gives), then)

    def _plain_body(self, output: TypeForm) -> Sequence:
        """Return the body of a function that is never called: it gives something of its form, if it has to."""
        if output in (ANY, NONE):
            return Sequence()
        presets = self.knowledge.slot_for(output).presets
        last = Step(Return(), (1,))
        return Sequence((presets[0], last) if presets else (Step(_NOTHING_TO_GIVE, ()),))

    def _captured(self) -> list[int]:
        """Return the positions of the objects and functions that a body may use, the last ones first."""
        objects = {p for kind in self._object_kinds for p in self._by_kind[kind]}
        return sorted(objects.union(self._returned), reverse=True)[:MOST_CAPTURES]

    # ---- called -------------------------------------------------------------------------------------------

    def body_of(self, operation: Callback) -> Grown:
        """Make the body of a function while it is called for the first time."""
        opened = self._open.pop(identity(operation))
        outer, cells = self._scope(), self._cells
        self._growing.append(opened)
        try:
            self._begin_body(opened)
            grown = self._grown(opened, self._overridden(opened))
        finally:
            self._growing.pop()
            self._go_back_to(outer)
            self._cells = cells
        self._close(opened, grown, operation)
        return grown

    def reentered(self, operation: Callback) -> str:
        """Return what a function gives, as source, that is called while its body is made; "" where that cannot be said."""
        if operation.is_generator:
            return ""  # written down, it would run until whoever calls it has gone on
        opened = next((one for one in self._growing if one.operation is operation), None)
        if opened is not None and self._overridden(opened) is not None:
            return ""  # a value alone would leave out what the method does that it overrides
        plain = given_by(operation.body)
        if opened is not None:
            opened.operation = replace(operation, within=plain)
        return plain if opened is not None else ""

    def _begin_body(self, opened: Open) -> None:
        operation = opened.operation
        self._cells = []
        self._steps, self._by_kind, self._all = [], {}, []
        opened.body = self._steps
        self._object_kinds, self._written, self._returned = [], {}, []
        count = len(operation.names) + len(operation.captures)
        for position in range(count):
            step = Step(Parameter(position), ())
            self._steps.append(step)
            if opened.cell < 0 or position != len(operation.names) + opened.cell:
                self._enter(step, position)

    def _overridden(self, opened: Open) -> Call | None:
        """Return the call of the method that one of ours overrides, where a subclass has to make it (5.4)."""
        cls = opened.steps[opened.position].operation
        if not isinstance(cls, Derive) or not self.knowledge.keeps_up(cls.base, opened.method):
            return None
        operation = opened.operation
        target = f"{cls.base}.{opened.method}"
        parameters = [declared(one) for one in operation.names]
        only = [before == "*, " for before, _, _ in parameters]
        keywords = tuple(name for _, name, _ in parameters[only.index(True) :]) if any(only) else ()
        return Call(target, operation.inputs, operation.output, keywords, how="super")

    def _grown(self, opened: Open, first: Call | None) -> Grown:
        operation = opened.operation
        raises: Raise | None = None
        result: int | None = None
        try:
            if first is not None:
                call = Step(first, tuple(range(len(self._steps), len(operation.captures), -1)))
                try:
                    self._do(call)
                except Refused as refused:
                    # What the method refuses that ours overrides, ours refuses, too.
                    made, captures = self._frozen(opened, (call,))
                    return Grown(made, captures, None, None, refused.outcome, None, call)
            if opened.holds is not None:
                self._take_from_cell(opened)
            self._fill(opened.gives)
            if self._draw() < BODY_RAISES:
                raises = Raise(self._exception())
            else:
                result = self._result(operation, opened.gives)
        except SequenceEnded as end:
            made, captures = self._frozen(opened, ())
            ended = end.outcome, end.violation, self._steps[-1]
            return Grown(made, captures, None, None, *ended)
        except Refused:
            pass  # no result could be had
        if raises is None and result is None and operation.output not in (ANY, NONE):
            raises = _NOTHING_TO_GIVE
        last = () if raises is None else (Step(raises, ()),)
        if result is not None:
            last = (Step(Return(), (len(self._steps) - result,)),)
        made, captures = self._frozen(opened, last)
        return Grown(made, captures, result, raises)

    def _fill(self, gives: TypeForm) -> None:
        """Make the calls of a body, rather such as change something."""
        if self._live.depth > DEEPEST_BODY:
            return
        if gives != NONE and self._draw() < ONLY_A_RESULT:
            return
        for _ in range(1 + int(self._draw() ** 2 * MOST_IN_BODY / self._live.depth)):
            known, receiver = self._choose_in_body()
            if known is None:
                return
            before = None if receiver is None else self._live.state(receiver)
            try:
                self._apply(known, receiver, 1)
            except Refused:
                continue
            if receiver is not None:
                known.note_change(before != self._live.state(receiver))

    def _choose_in_body(self) -> tuple[KnownRoutine | None, int | None]:
        draw = self._draw
        if self._returned and draw() < GIVEN_FUNCTION and (found := self._returned_function()):
            return found
        functions = [one for one in self.knowledge.routines if not one.has_receiver]
        if self._object_kinds:
            # Objects are made where they are asked for.
            functions = [one for one in functions if one.routine.how == "function"]
        functions = self._not_waited_for(self.knowledge.awake(functions))
        if not self._object_kinds or (functions and draw() < FUNCTION_IN_BODY):
            return (
                (self.knowledge.less_called(functions, draw), None) if functions else (None, None)
            )
        kind = self._object_kinds[int(draw() * len(self._object_kinds))]
        routines = [one for one in self.knowledge.methods_of(kind) if _may_be_called_back(one)]
        routines = self.knowledge.awake(self._not_waited_for(routines))
        if draw() < IMPERATIVE:
            routines = [one for one in routines if one.is_imperative] or routines
        if not routines:
            return None, None
        places = self._by_kind[kind]
        return routines[int(draw() * len(routines))], places[int(draw() * len(places))]

    def _not_waited_for(self, routines: list[KnownRoutine]) -> list[KnownRoutine]:
        """Return those that a body can call: whoever runs in an event loop cannot begin another, but a coroutine can wait."""
        if not any(one.operation.is_async for one in self._growing):
            return routines
        fine = ("", "await") if self._growing[-1].operation.is_async else ("",)
        return [one for one in routines if one.routine.then in fine]

    # ---- made data ----------------------------------------------------------------------------------------

    def _frozen(self, opened: Open, last: tuple[Step, ...]) -> tuple[Callback, tuple[int, ...]]:
        """Return the function with the steps made so far as its body, and which of its captures that uses."""
        return with_steps(opened.operation, [*self._steps, *last])

    def _without_idle_methods(self, steps: list[Step]) -> tuple[Step, ...]:
        """Return the steps without the methods of ours that were never called, where the base has them."""
        idle: dict[int, set[str]] = {}
        for one in self._open.values():
            if one.steps is steps:
                idle.setdefault(one.position, set()).add(one.method)
        if not idle:
            return tuple(steps)
        return tuple(
            pruned(step, {n for n in idle[p] if not self._is_required(step, n)}, idle[p])
            if p in idle and isinstance(step.operation, Derive)
            else step
            for p, step in enumerate(steps)
        )

    def _is_required(self, step: Step, name: str) -> bool:
        assert isinstance(step.operation, Derive)
        return self.knowledge.is_required(step.operation.base, name)


def _given(method: Overridable) -> TypeForm:
    return method.gives if method.output == ANY else method.output


def _may_be_called_back(known: KnownRoutine) -> bool:
    """Return whether a body may call a method: not half of a `with` statement, nor what writes to an attribute.

    Nobody looks at objects until the body is done, and then the code would seem to have written it.
    """
    name = known.routine.target.rpartition(".")[2]
    halves = ("__enter__", "__exit__", "__aenter__", "__aexit__")
    return name not in halves and known.routine.how != "set"
