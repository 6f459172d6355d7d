"""Functions and subclasses that a failing sequence makes, made smaller: `shrink_bodies`.

First whether they are needed at all: the calls of a body are made outside it, a plain function or an object of the class
itself is passed instead, methods are dropped.  Then each body is a sequence that is shrunk in its place (`BodyAttempt`), by the
passes that shrink the one around it, the bodies in it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from refute.model.bodies import Made, made_in, opened, remade, with_body
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Operation,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    Step,
    heeding,
    ignores,
)
from refute.model.typeform import ANY, NONE, TypeForm
from refute.shrink.candidates import backwards, dropping, tidy
from refute.shrink.shrinker import PLAIN_RAISE, Attempt, Context, Pass, Value, literal_key

# So many literals are tried in place of a function, and as its result.
_FEW_LITERALS = 4
# So many objects of the pool are tried in place of one of a subclass of ours.
_FEW_MAKERS = 10


class BodyAttempt(Attempt):
    """The body of one of the functions that a step makes; candidates are tried with all that is around it.

    All parameters and captures stand in front, used or not, so that a pass can try one in the place of the other.
    """

    def __init__(self, around: Attempt, position: int, number: int) -> None:
        self._around = around
        self._position = position
        self._number = number
        self._made = made_in(around.sequence.steps[position])[number]
        self.result = self._made.function.output
        self._take(opened(self._made.function))

    def __call__(self, candidate: Sequence | None) -> bool:
        """Take the candidate over if the sequence around it is smaller with it and fails in the same way."""
        if candidate is None or not self._gives_enough(candidate) or not _asks_callers(candidate):
            return False
        if _calls_super(self.sequence) and not _calls_super(candidate):
            return False
        if not self._around(self._with(candidate)):
            return False
        self._take(candidate)
        return True

    def run_within_itself(self) -> None:
        """Let the function do the same when it is called while it runs."""
        made = self._made
        if made.function.within:
            self._made = made._replace(function=replace(made.function, within=""))
            if not self._around(self._with(self.sequence)):
                self._made = made

    def _take(self, body: Sequence) -> None:
        function = self._made.function
        given = (*function.inputs, *function.captures)
        self.sequence = body
        self.values = [Value(_form(operation, given), 0) for operation, _ in body.steps]

    def _gives_enough(self, body: Sequence) -> bool:
        """Return whether a body ends as it did, where somebody asks for what it gives."""
        return self.result in (ANY, NONE) or _ends(body) or not _ends(self.sequence)

    def _with(self, body: Sequence) -> Sequence:
        sequence, position = self._around.sequence, self._position
        made = list(made_in(sequence.steps[position]))
        made[self._number] = with_body(self._made, body)
        return _with_step(sequence, position, remade(sequence.steps[position], made))


def _calls_super(body: Sequence) -> bool:
    """Return whether a method does what the one does that it overrides: left out, the test would break the class itself."""
    return any(isinstance(o, Call) and o.how == "super" for o, _ in body.steps)


def _asks_callers(body: Sequence) -> bool:
    """Return whether all conditions are about what the function is given: any other holds or not, whoever calls."""
    return all(
        isinstance(body.steps[source].operation, Parameter)
        for position, step in enumerate(body.steps)
        if isinstance(step.operation, Require)
        for source in body.sources(position)
    )


def shrink_bodies(*passes: Pass) -> Pass:
    """Return a pass that does without functions and subclasses of ours, and runs the passes in the bodies that stay."""

    def shrink_all(attempt: Attempt, context: Context) -> None:
        for one in _FROM_OUTSIDE:
            one(attempt, context)
        for position in backwards(attempt):
            for number in range(len(made_in(attempt.sequence.steps[position]))):
                inside = BodyAttempt(attempt, position, number)
                inside(inside.sequence)  # it may capture what it does not use
                do_nothing(inside, context)
                shrink_all(inside, context)
                for one in (*passes, raise_plainly):
                    one(inside, context)
                inside.run_within_itself()

    return shrink_all


def hoist(attempt: Attempt, context: Context) -> None:
    """Make a call of a body outside it: where that fails too, nobody had to be called back."""
    for position in backwards(attempt):
        for number in range(len(made_in(attempt.sequence.steps[position]))):
            for candidate in _hoisted(attempt.sequence, position, number):
                if attempt(candidate):
                    return  # positions have moved; what is left comes next time


def use_plain_functions(attempt: Attempt, context: Context) -> None:
    """Write a plain lambda in the place of a function of ours."""
    for position in backwards(attempt):
        function = attempt.sequence.steps[position].operation
        if isinstance(function, Callback) and not function.then:
            for literal in context.literals(function.form)[:_FEW_LITERALS]:
                if attempt(attempt.sequence.replace(position, literal, ())):
                    break


def use_plain_objects(attempt: Attempt, context: Context) -> None:
    """Make an object of the class itself, or of a subclass that there is, in the place of one of a subclass of ours."""
    for position in backwards(attempt):
        if _is_of_ours(attempt.sequence.steps[position].operation):
            for candidate in _not_derived(attempt, context, position):
                if attempt(candidate):
                    break


def drop_methods(attempt: Attempt, context: Context) -> None:
    """Drop a method of a subclass of ours."""
    for position in backwards(attempt):
        step = attempt.sequence.steps[position]
        made = made_in(step) if isinstance(step.operation, Derive) else ()
        for one in reversed(made):
            fewer = [other for other in made if other is not one]
            if attempt(_with_step(attempt.sequence, position, remade(step, fewer))):
                made = tuple(fewer)


def raise_nothing(attempt: Attempt, context: Context) -> None:
    """Let a function raise nothing, and the calls that went on after that be plain calls: one needs the other."""
    for position in backwards(attempt):
        made = list(made_in(attempt.sequence.steps[position]))
        for number, one in enumerate(made):
            steps = one.function.body.steps
            is_free = one.function.output in (ANY, NONE)
            if is_free and steps and isinstance(steps[-1].operation, Raise):
                quiet = [*made[:number], with_body(one, Sequence(steps[:-1])), *made[number + 1 :]]
                step = remade(attempt.sequence.steps[position], quiet)
                attempt(_heeding_all(_with_step(attempt.sequence, position, step)))


_FROM_OUTSIDE: tuple[Pass, ...] = (
    *(hoist, use_plain_functions, use_plain_objects, drop_methods),
    raise_nothing,
)


def do_nothing(attempt: Attempt, context: Context) -> None:
    """Let a body do nothing but give the simplest result."""
    steps = attempt.sequence.steps
    given = tuple(step for step in steps if isinstance(step.operation, Parameter))
    if attempt(Sequence(given)):
        return
    for literal in sorted(context.literals(attempt.result), key=literal_key)[:_FEW_LITERALS]:
        if attempt(Sequence((*given, Step(literal, ()), Step(Return(), (1,))))):
            return


def raise_plainly(attempt: Attempt, context: Context) -> None:
    """Raise ValueError, where it does not matter what is raised."""
    last = len(attempt.sequence) - 1
    if last >= 0 and isinstance(attempt.sequence.steps[last].operation, Raise):
        attempt(attempt.sequence.replace(last, PLAIN_RAISE, ()))


# ---- candidates -----------------------------------------------------------------------------------------------


def _with_step(sequence: Sequence, position: int, step: Step) -> Sequence:
    return sequence.replace(position, step.operation, [position - back for back in step.arguments])


def _heeding_all(sequence: Sequence) -> Sequence:
    """Return the sequence with no call that goes on whatever it raises."""
    return Sequence.trusted(
        tuple(
            Step(heeding(o) if isinstance(o, Call) and ignores(o) else o, arguments)
            for o, arguments in sequence.steps
        )
    )


def _ends(body: Sequence) -> bool:
    return bool(body.steps) and isinstance(body.steps[-1].operation, Return | Raise)


def _form(operation: Operation, given: tuple[TypeForm, ...]) -> TypeForm:
    """Return what is known of the value of a step of a body, whose parameters and captures have these forms."""
    match operation:
        case Parameter(index):
            return given[index]
        case Call(output=form) | Display(output=form) | Literal(type=form) | Callback(form=form):
            return form
    return ANY


def _hoisted(sequence: Sequence, position: int, number: int) -> Iterator[Sequence]:
    """Yield the sequence with a call of a body made before the last step, after it, and after what uses the function."""
    step = sequence.steps[position]
    made = list(made_in(step))
    one = made[number]
    own = range(len(one.function.names))
    for place, call in enumerate(one.function.body.steps):
        part = one.function.body.slice_for(place)
        if not isinstance(call.operation, Call) or one.function.body.users(place):
            continue
        if any(isinstance(o, Parameter) and o.index in own for o, _ in part.steps):
            continue
        made[number] = with_body(one, dropping(one.function.body, [place]) or Sequence())
        rest = _with_step(sequence, position, remade(step, made))
        users = [user + 1 for user in sequence.users(position)[:1]]
        end = len(rest) - _ends(rest)
        for at in dict.fromkeys((end - 1, end, *users)):
            if position < at <= end:
                yield _inserted(rest, at, part, _given(one, position))


def _given(made: Made, position: int) -> dict[int, int]:
    """Return where the values were made that a function captures, by the number of the parameter."""
    count = len(made.function.names)
    return {count + n: position - back for n, back in enumerate(made.captured)}


def _inserted(sequence: Sequence, at: int, part: Sequence, given: dict[int, int]) -> Sequence:
    """Return the sequence with steps of a body before the step `at`."""
    steps = list(sequence.steps[:at])
    moved: list[int] = []
    for old, (operation, _) in enumerate(part.steps):
        if isinstance(operation, Parameter):
            moved.append(given[operation.index])
            continue
        moved.append(len(steps))
        steps.append(Step(operation, tuple(moved[-1] - moved[s] for s in part.sources(old))))
    grown = len(steps) - at
    for old in range(at, len(sequence)):
        sources = [s + grown * (s >= at) for s in sequence.sources(old)]
        here = len(steps)
        steps.append(Step(sequence.steps[old].operation, tuple(here - s for s in sources)))
    return Sequence(tuple(steps))


def _is_of_ours(operation: Operation) -> TypeGuard[Call]:
    return isinstance(operation, Call) and operation.how == "derived"


def _not_derived(attempt: Attempt, context: Context, position: int) -> Iterator[Sequence | None]:
    """Yield the sequence with objects of another class in the place of those of a subclass of ours."""
    sequence = plain = attempt.sequence
    cls = sequence.sources(position)[0]
    for user in sequence.users(cls):  # all at once: a class that has an object left must stay
        call = sequence.steps[user].operation
        if _is_of_ours(call):
            fewer = replace(call, inputs=call.inputs[1:], how="new")
            plain = plain.replace(user, fewer, sequence.sources(user)[1:])
    yield plain if plain.users(cls) else dropping(plain, [cls])
    if position < len(attempt.values):
        for maker, made in context.makers(attempt.values[position])[:_FEW_MAKERS]:
            if not any(isinstance(step.operation, Derive) for step in maker.steps):
                yield tidy(sequence.splice(position, maker, made), sequence, position, len(maker))
