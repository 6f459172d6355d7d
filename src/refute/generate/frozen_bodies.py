"""Functions and classes of a growing sequence as data, once it is known what they do: `with_steps`, `with_function`, `pruned`."""

from __future__ import annotations

from refute.model.bodies import Made, made_in, remade, with_body
from refute.model.sequence import Callback, Literal, Sequence, Step


def given_by(body: Sequence) -> str:
    """Return what a plain body gives, as source; "" where it gives nothing and has to."""
    if not body.steps:
        return "None"
    first = body.steps[0].operation
    return first.source if isinstance(first, Literal) else ""


def with_steps(operation: Callback, steps: list[Step]) -> tuple[Callback, tuple[int, ...]]:
    """Return a function with these steps as its body, and which of its captures that uses."""
    everything = Made("", operation, tuple(range(len(operation.captures))))
    made = with_body(everything, Sequence.trusted(tuple(steps)))
    return made.function, made.captured


def with_function(step: Step, method: str, function: Callback, captures: tuple[int, ...]) -> Step:
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


def pruned(step: Step, gone: set[str], idle: set[str]) -> Step:
    """Return a class without some methods; what was never called captures nothing."""
    return remade(
        step,
        [
            with_body(one, one.function.body) if one.name in idle else one
            for one in made_in(step)
            if one.name not in gone
        ],
    )
