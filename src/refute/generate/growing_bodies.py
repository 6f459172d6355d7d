"""Functions and subclasses that a growing sequence makes, with bodies that grow when they are called: `BodyGrowing`.

The rules [Fn], [Call] and [Var] of Klein, Flatt and Findler (2010), figure 5, and their derived classes (5.1).  We depart in
three points.  A body is made on the live values of its first call, so that the code need not say their types.  What is
imperative is learned, not read from names: a call that was seen to change its receiver (5.3 goes by names).  The size of a
body is a number of calls, fewer the deeper it stands, in place of a bound on the depth of a derivation (section 8).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

from refute.generate.generator import Judge, Live
from refute.generate.growing_sequence import GrowingSequence, Refused, SequenceEnded
from refute.generate.knowledge import KnownRoutine, Slot
from refute.generate.tuning import (
    BODY_RAISES,
    COMPUTED,
    DEEPEST_BODY,
    IMPERATIVE,
    MOST_CAPTURES,
    MOST_IN_BODY,
    ONLY_A_RESULT,
)
from refute.look.objects import identity
from refute.model.bodies import Made, made_in, remade, with_body
from refute.model.growing import Grown
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Literal,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    Step,
    parameter_names,
)
from refute.model.subject import Extendable, Overridable
from refute.model.typeform import ANY, INT, NONE, TypeForm

# Ends a body that has to give what cannot be made: that we raise something is never held against the code.
_NOTHING_TO_GIVE = Raise("NotImplementedError()")
_ONE = Step(Literal("1", INT), ())
_SUM = Call("builtins:int.__add__", (INT, INT), INT, how="operator")
_NEGATED = Call("builtins:int.__neg__", (INT,), INT, how="operator")


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
        self._growing: list[_Open] = []  # functions whose bodies are being made, the innermost last
        self._closed: dict[int, _Open] = {}  # the same of those that have a body
        live.let_grow(self)

    def _made(self) -> tuple[Step, ...]:
        return self._without_idle_methods(self._steps)

    # ---- made ---------------------------------------------------------------------------------------------

    def _callback(self, form: TypeForm, role: str) -> int:
        """Make a function of a form; what it does is decided when it is called."""
        *inputs, output = form.args
        captured = self._captured()
        names = parameter_names(len(inputs))
        if inputs == [TypeForm("...")]:
            names, inputs = ("*args",), [TypeForm("tuple")]
        operation = self._opened(role, names, tuple(inputs), output, captured)
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
        if output in (ANY, NONE):
            return Sequence()
        presets = self.knowledge.slot_for(output).presets
        last = Step(Return(), (1,))
        return Sequence((presets[0], last) if presets else (Step(_NOTHING_TO_GIVE, ()),))

    def _captured(self) -> list[int]:
        """Return the positions of the objects that a body may use, the last ones first."""
        objects = [p for kind in self._object_kinds for p in self._by_kind[kind]]
        return sorted(objects, reverse=True)[:MOST_CAPTURES]

    def _returned_function(self) -> tuple[KnownRoutine, int] | None:
        """Return a function that a call has returned, and how it is called."""
        position = self._returned[int(self._draw() * len(self._returned))]
        call = self._steps[position].operation
        maker = self.knowledge.routine_behind(call)
        if maker is None or not isinstance(call, Call):
            return None
        kind = self._live.value_kinds[position]
        known = self.knowledge.returned_function(maker, call, kind)
        return None if known is None else (known, position)

    # ---- called -------------------------------------------------------------------------------------------

    def is_open(self, operation: Callback) -> bool:
        """Return whether the body of a function is still to be made."""
        return identity(operation) in self._open

    def demanding(
        self, operation: Callback, indices: tuple[int, ...], source: str
    ) -> Callback | None:
        """Return a function that first asks for a condition on arguments; None where it is not of this sequence."""
        known = self._open.pop(identity(operation), None) or self._closed.get(identity(operation))
        if known is None:
            return None
        asked = [Step(Parameter(index), ()) for index in indices]
        asked.append(Step(Require(source), tuple(range(len(indices), 0, -1))))
        made = replace(operation, body=Sequence.trusted((*asked, *operation.body.steps)))
        self._close(known, Grown(made, tuple(range(len(made.captures)))))
        return made

    def body_of(self, operation: Callback) -> Grown:
        """Make the body of a function while it is called for the first time."""
        opened = self._open.pop(identity(operation))
        outer = self._scope()
        self._growing.append(opened)
        try:
            self._begin_body(operation)
            grown = self._grown(operation, self._overridden(opened))
        finally:
            self._growing.pop()
            self._go_back_to(outer)
        self._close(opened, grown)
        return grown

    def _do(self, step: Step) -> int:
        if self._growing and type(step.operation) is Call:
            self._write_down(step)
        return super()._do(step)

    def _write_down(self, step: Step) -> None:
        """Write down the bodies that are being made, with the call that comes now: it may end the process."""
        steps = [*self._steps, step]
        for opened in reversed(self._growing):
            made, captures = _with_steps(opened.operation, steps)
            outer = opened.steps[opened.position]
            changed = _with_function(outer, opened.method, made, captures)
            if opened is self._growing[0]:
                self._live.amend(opened.position, changed)
            else:
                steps = [*opened.steps]
                steps[opened.position] = changed

    def _begin_body(self, operation: Callback) -> None:
        self._steps, self._by_kind, self._all = [], {}, []
        self._object_kinds, self._written, self._returned = [], {}, []
        count = len(operation.names) + len(operation.captures)
        for position in range(count):
            step = Step(Parameter(position), ())
            self._steps.append(step)
            self._enter(step, position)

    def _overridden(self, opened: _Open) -> Call | None:
        """Return the call of the method that one of ours overrides, where a subclass has to make it (5.4)."""
        cls = opened.steps[opened.position].operation
        if not isinstance(cls, Derive) or not self.knowledge.keeps_up(cls.base, opened.method):
            return None
        operation = opened.operation
        target = f"{cls.base}.{opened.method}"
        return Call(target, operation.inputs, operation.output, how="super")

    def _grown(self, operation: Callback, first: Call | None) -> Grown:
        raises: Raise | None = None
        result: int | None = None
        try:
            if first is not None:
                self._do(Step(first, tuple(range(len(self._steps), len(operation.captures), -1))))
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
        if raises is None and result is None and operation.output not in (ANY, NONE):
            raises = _NOTHING_TO_GIVE
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
        routines = [one for one in self.knowledge.methods_of(kind) if _may_be_called_back(one)]
        routines = self.knowledge.awake(routines)
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
        """Return the position of a value that the function may give: the same each time, for the same arguments."""
        if operation.output == NONE:
            return None
        if operation.output in (ANY, INT) and self._draw() < COMPUTED:
            return self._computed(operation)
        slot = self.knowledge.slot_for(operation.output)
        given = [p for p in range(len(operation.names)) if self._may_give(p, operation.output)]
        if given and self._draw() < 0.5:
            return given[int(self._draw() * len(given))]
        if slot.is_any:
            return self._write(self._family[int(self._draw() * len(self._family))])
        return self._preset(slot) if slot.presets else self._supply(slot, 1)

    @abstractmethod
    def _preset(self, slot: Slot) -> int:
        """Return the position of a preset for a slot."""

    def _may_give(self, position: int, output: TypeForm) -> bool:
        form = self.knowledge.forms[self._live.value_kinds[position]]
        return self.knowledge.fits(form, output)

    def _computed(self, operation: Callback) -> int | None:
        """Return the position of a number made of one that the function was given: what is constant keeps few promises."""
        forms = [
            self.knowledge.forms[self._live.value_kinds[p]] for p in range(len(operation.names))
        ]
        numbers = [place for place, form in enumerate(forms) if form == INT]
        if not numbers:
            return None
        given = numbers[int(self._draw() * len(numbers))]
        if self._draw() < 0.5:
            return self._do(Step(_NEGATED, (len(self._steps) - given,)))
        one = self._write(_ONE)
        here = len(self._steps)
        return self._do(Step(_SUM, (here - given, here - one)))

    # ---- made data ----------------------------------------------------------------------------------------

    def _frozen(
        self, operation: Callback, last: tuple[Step, ...]
    ) -> tuple[Callback, tuple[int, ...]]:
        """Return the function with the steps made so far as its body, and which of its captures that uses."""
        return _with_steps(operation, [*self._steps, *last])

    def _close(self, opened: _Open, grown: Grown) -> None:
        """Write the body into the step that made the function, or the class whose method it is."""
        step = opened.steps[opened.position]
        opened.steps[opened.position] = _with_function(
            step, opened.method, grown.operation, grown.captures
        )
        self._closed[identity(grown.operation)] = replace(opened, operation=grown.operation)

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


def _may_be_called_back(known: KnownRoutine) -> bool:
    """Return whether a body may call a method: not half of a `with` statement, nor what writes to an attribute.

    Nobody looks at objects until the body is done, and then the code would seem to have written it.
    """
    name = known.routine.target.rpartition(".")[2]
    halves = ("__enter__", "__exit__", "__aenter__", "__aexit__")
    return name not in halves and known.routine.how != "set"


def _with_steps(operation: Callback, steps: list[Step]) -> tuple[Callback, tuple[int, ...]]:
    """Return a function with these steps as its body, and which of its captures that uses."""
    everything = Made("", operation, tuple(range(len(operation.captures))))
    made = with_body(everything, Sequence.trusted(tuple(steps)))
    return made.function, made.captured


def _with_function(step: Step, method: str, function: Callback, captures: tuple[int, ...]) -> Step:
    """Return the step that makes this function in place of the one of that name; it captures less."""
    return remade(
        step,
        [
            Made(one.name, function, tuple([one.captured[place] for place in captures]))
            if one.name == method
            else one
            for one in made_in(step)
        ],
    )


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
