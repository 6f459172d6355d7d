"""Functions that a step makes, one by one: `made_in` a step, with another body (`with_body`), put back (`remade`).

A step that makes a function captures for it; one that makes a class captures for each of its methods in turn.  Whoever
changes a body sees `Made`, and need not know which of the two it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from refute.model.sequence import (
    Callback,
    Derive,
    Literal,
    Operation,
    Parameter,
    Sequence,
    Step,
    bodies_of,
)


class Made(NamedTuple):
    """A function that a step makes: the method that it is, or "", and the arguments of the step that are captured for it."""

    name: str
    function: Callback
    captured: tuple[int, ...]


def made_in(step: Step) -> tuple[Made, ...]:
    """Return the functions that a step makes."""
    operation = step.operation
    if isinstance(operation, Callback):
        return (Made("", operation, step.arguments),)
    if not isinstance(operation, Derive):
        return ()
    return tuple(
        Made(name, method, step.arguments[operation.captured(number)])
        for number, (name, method) in enumerate(operation.methods)
    )


def remade(step: Step, made: Iterable[Made]) -> Step:
    """Return the step that makes these functions: the one function, or the methods that its class has now."""
    made = tuple(made)
    arguments = tuple(back for one in made for back in one.captured)
    if isinstance(step.operation, Derive):
        methods = tuple((one.name, one.function) for one in made)
        return Step(Derive(step.operation.base, methods), arguments)
    return Step(made[0].function, arguments)


def with_body(made: Made, body: Sequence) -> Made:
    """Return a function with another body over the same parameters and captures; it captures only what that body uses."""
    function, captured = made.function, made.captured
    count = len(function.names)
    # What is captured twice is captured once.
    first = {count + place: count + captured.index(back) for place, back in enumerate(captured)}
    body = _with_parameters(without_idle(body), first)
    used = sorted({one for one in _parameters(body) if one >= count})
    moved = {old: count + new for new, old in enumerate(used)}
    places = [old - count for old in used]
    forms = tuple(function.captures[place] for place in places)
    changed = replace(function, captures=forms, body=_with_parameters(body, moved))
    return Made(made.name, changed, tuple(captured[place] for place in places))


def without_idle(body: Sequence) -> Sequence:
    """Return a body without the parameters and the literals that it does not use."""
    needed: set[int] = set()
    for position in reversed(range(len(body))):
        is_idle = isinstance(body.steps[position].operation, Parameter | Literal)
        if position in needed or not is_idle:
            needed.add(position)
            needed.update(body.sources(position))
    return body.keeping(needed)


def opened(function: Callback) -> Sequence:
    """Return the body of a function with all that it may use in front, as it has it when it is called."""
    steps = [Step(Parameter(n), ()) for n in range(len(function.names) + len(function.captures))]
    moved: list[int] = []
    for position, step in enumerate(function.body.steps):
        if isinstance(step.operation, Parameter):
            moved.append(step.operation.index)
            continue
        moved.append(len(steps))
        sources = [moved[source] for source in function.body.sources(position)]
        steps.append(Step(step.operation, tuple(moved[-1] - source for source in sources)))
    return Sequence.trusted(tuple(steps))


def everywhere(sequence: Sequence, change: Callable[[Operation], Operation]) -> Sequence:
    """Return the sequence with each operation changed that has no body, those in bodies too."""

    def changed(step: Step) -> Step:
        if not bodies_of(step.operation):
            return Step(change(step.operation), step.arguments)
        return remade(
            step,
            [
                one._replace(
                    function=replace(one.function, body=everywhere(one.function.body, change))
                )
                for one in made_in(step)
            ],
        )

    return Sequence.trusted(tuple(map(changed, sequence.steps)))


def _parameters(body: Sequence) -> list[int]:
    return [o.index for o, _ in body.steps if isinstance(o, Parameter)]


def _with_parameters(body: Sequence, moved: dict[int, int]) -> Sequence:
    steps = [
        Step(Parameter(moved.get(o.index, o.index)), ()) if isinstance(o, Parameter) else step
        for step in body.steps
        for o in (step.operation,)
    ]
    return Sequence.trusted(tuple(steps))
