"""Functions and subclasses that a growing sequence makes, with bodies that grow when they are called: `BodyGrowing`.

The rules [Fn], [Call] and [Var] of Klein, Flatt and Findler (2010), figure 5, and their derived classes (5.1).  We depart in
three points.  A body is made on the live values of its first call, so that the code need not say their types.  What is
imperative is learned, not read from names: a call that was seen to change its receiver (5.3 goes by names).  The size of a
body is a number of calls, fewer the deeper it stands, in place of a bound on the depth of a derivation (section 8).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from refute.generate.generator import Judge, Live
from refute.generate.growing_sequence import GrowingSequence, Refused, SequenceEnded
from refute.generate.knowledge import KnownRoutine
from refute.generate.preset_values import parameter_names
from refute.generate.tuning import (
    BODY_RAISES,
    DEEPEST_BODY,
    IMPERATIVE,
    MOST_CAPTURES,
    MOST_IN_BODY,
    ONLY_A_RESULT,
)
from refute.look.objects import identity
from refute.model.growing import Grown
from refute.model.made_functions import Made, made_in, remade, with_body
from refute.model.sequence import (
    Callback,
    Derive,
    Parameter,
    Raise,
    Return,
    Sequence,
    Step,
)
from refute.model.subject import Extendable, Overridable
from refute.model.typeform import ANY, NONE, TypeForm


@dataclass(slots=True)
class _Open:
    """A function whose body is still to be made: where it stands, and which method of a class it is."""

    operation: Callback
    steps: list[Step]
    position: int
    method: str = ""


class BodyGrowing(GrowingSequence):
    """A growing sequence that makes functions and subclasses."""

    def _begin(self, live: Live, judge: Judge) -> None:
        super()._begin(live, judge)
        # By the identity of the operation, which is held here.
        self._open: dict[int, _Open] = {}
        live.let_grow(self)

    def _made(self) -> tuple[Step, ...]:
        return self._without_idle_methods(self._steps)

    # ---- made ---------------------------------------------------------------------------------------------

    def _callback(self, form: TypeForm, role: str) -> int:
        """Make a function of a form; what it does is decided when it is called."""
        *inputs, output = form.args
        captured = self._captured()
        operation = self._opened(
            role, parameter_names(len(inputs)), tuple(inputs), output, captured
        )
        here = len(self._steps)
        self._open[identity(operation)] = _Open(operation, self._steps, here)
        return self._do(Step(operation, tuple([here - p for p in captured])))

    def _derived(self, extendable: Extendable, depth: int) -> int | None:
        """Make an object of a subclass that overrides what must be overridden, and some of what may be."""
        captured = self._captured()
        chosen = [one for one in extendable.methods if one.required or self._draw() < 0.5]
        if not chosen:
            chosen = [extendable.methods[int(self._draw() * len(extendable.methods))]]
        methods = [(one.name, self._method(one, captured)) for one in chosen]
        here = len(self._steps)
        for name, operation in methods:
            self._open[identity(operation)] = _Open(operation, self._steps, here, name)
        arguments = tuple([here - p for p in captured]) * len(methods)
        cls = self._do(Step(Derive(extendable.name, tuple(methods)), arguments))
        return self._apply(self.knowledge.derivers[extendable.name], cls, depth)

    def _method(self, method: Overridable, captured: list[int]) -> Callback:
        names = ("self", *(one.name for one in method.inputs))
        forms = (ANY, *(one.form for one in method.inputs))
        opened = self._opened(method.name, names, forms, method.output, captured)
        return replace(opened, then=method.then)

    def _opened(
        self,
        role: str,
        names: tuple[str, ...],
        inputs: tuple[TypeForm, ...],
        output: TypeForm,
        captured: list[int],
    ) -> Callback:
        forms = [self.knowledge.forms[self._live.value_kinds[p]] for p in captured]
        return Callback(role, names, inputs, output, tuple(forms), self._plain_body(output))

    def _plain_body(self, output: TypeForm) -> Sequence:
        """Return the body of a function that is never called: it gives something of its form, if it has to."""
        presets = self.knowledge.slot_for(output).presets if output not in (ANY, NONE) else []
        return Sequence((presets[0], Step(Return(), (1,)))) if presets else Sequence()

    def _captured(self) -> list[int]:
        """Return the positions of the objects that a body may use, the last ones first."""
        objects = [p for kind in self._object_kinds for p in self._by_kind[kind]]
        return sorted(objects, reverse=True)[:MOST_CAPTURES]

    # ---- called -------------------------------------------------------------------------------------------

    def is_open(self, operation: Callback) -> bool:
        """Return whether the body of a function is still to be made."""
        return identity(operation) in self._open

    def body_of(self, operation: Callback) -> Grown:
        """Make the body of a function while it is called for the first time."""
        opened = self._open.pop(identity(operation))
        outer = self._scope()
        try:
            self._begin_body(operation)
            grown = self._grown(operation)
        finally:
            self._go_back_to(outer)
        self._close(opened, grown)
        return grown

    def _begin_body(self, operation: Callback) -> None:
        self._steps, self._by_kind, self._all = [], {}, []
        self._object_kinds, self._written = [], {}
        count = len(operation.names) + len(operation.captures)
        for position in range(count):
            step = Step(Parameter(position), ())
            self._steps.append(step)
            self._enter(step, position)

    def _grown(self, operation: Callback) -> Grown:
        raises: Raise | None = None
        result: int | None = None
        try:
            self._fill(operation)
            if self._draw() < BODY_RAISES:
                raises = Raise(self._exception())
            else:
                result = self._result(operation)
        except SequenceEnded as end:
            made, captures = self._frozen(operation, ())
            ended = end.outcome, end.violation, self._steps[-1]
            return Grown(made, captures, None, None, *ended)
        except Refused:
            pass  # no result could be had
        last = () if raises is None else (Step(raises, ()),)
        if result is not None:
            last = (Step(Return(), (len(self._steps) - result,)),)
        made, captures = self._frozen(operation, last)
        return Grown(made, captures, result, raises)

    def _fill(self, operation: Callback) -> None:
        """Make the calls of a body, rather such as change something."""
        if self._live.depth > DEEPEST_BODY:
            return
        if operation.output != NONE and self._draw() < ONLY_A_RESULT:
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
        if not self._object_kinds:
            functions = [one for one in self.knowledge.routines if not one.has_receiver]
            awake = self.knowledge.awake(functions)
            return (self.knowledge.less_called(awake, draw), None) if awake else (None, None)
        kind = self._object_kinds[int(draw() * len(self._object_kinds))]
        routines = self.knowledge.awake(self.knowledge.methods_of(kind))
        if draw() < IMPERATIVE:
            routines = [one for one in routines if one.is_imperative] or routines
        if not routines:
            return None, None
        places = self._by_kind[kind]
        return routines[int(draw() * len(routines))], places[int(draw() * len(places))]

    def _exception(self) -> str:
        caught = self.knowledge.caught
        return caught[int(self._draw() * len(caught))] if caught else "ValueError()"

    def _result(self, operation: Callback) -> int | None:
        """Return the position of a value that the function may give."""
        if operation.output == NONE:
            return None
        if operation.output == ANY and self._draw() < 0.5:
            return int(self._draw() * len(operation.names)) if operation.names else None
        return self._supply(self.knowledge.slot_for(operation.output), 1)

    # ---- made data ----------------------------------------------------------------------------------------

    def _frozen(
        self, operation: Callback, last: tuple[Step, ...]
    ) -> tuple[Callback, tuple[int, ...]]:
        """Return the function with the steps made so far as its body, and which of its captures that uses."""
        everything = Made("", operation, tuple(range(len(operation.captures))))
        made = with_body(everything, Sequence.trusted((*self._steps, *last)))
        return made.function, made.captured

    def _close(self, opened: _Open, grown: Grown) -> None:
        """Write the body into the step that made the function, or the class whose method it is."""
        step = opened.steps[opened.position]
        opened.steps[opened.position] = remade(
            step,
            [
                Made(one.name, grown.operation, tuple([one.captured[c] for c in grown.captures]))
                if one.name == opened.method
                else one
                for one in made_in(step)
            ],
        )

    def _without_idle_methods(self, steps: list[Step]) -> tuple[Step, ...]:
        """Return the steps without the methods of ours that were never called, where the base has them."""
        idle: dict[int, set[str]] = {}
        for one in self._open.values():
            if one.steps is steps:
                idle.setdefault(one.position, set()).add(one.method)
        if not idle:
            return tuple(steps)
        return tuple(
            _pruned(step, {n for n in idle[p] if not self._is_required(step, n)}, idle[p])
            if p in idle and isinstance(step.operation, Derive)
            else step
            for p, step in enumerate(steps)
        )

    def _is_required(self, step: Step, name: str) -> bool:
        assert isinstance(step.operation, Derive)
        return self.knowledge.is_required(step.operation.base, name)


def _pruned(step: Step, gone: set[str], idle: set[str]) -> Step:
    """Return a class without some methods; what was never called captures nothing."""
    return remade(
        step,
        [
            with_body(one, one.function.body) if one.name in idle else one
            for one in made_in(step)
            if one.name not in gone
        ],
    )
