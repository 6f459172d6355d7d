"""Operations of a stack and contexts for shrinking, shared by the tests of this folder."""

from __future__ import annotations

from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm
from refute.shrink.passes import (
    PASSES,
)
from refute.shrink.shrinker import Context, Value, shrink

STACK = TypeForm("shop:Stack")
NEW = Call("shop:Stack", (), STACK, how="new")
PUSH = Call("shop:Stack.push", (STACK, INT), NONE, how="method")
POP = Call("shop:Stack.pop", (STACK,), INT, how="method")
MAKE = Call("shop:make", (INT, INT), INT, ("size",))
ZERO, SEVEN = Literal("0", INT), Literal("7", INT)
TEXT = Literal("''", STR)
NO_CONTEXT = Context(
    lambda have, want: have == want, lambda value: [], lambda value: None, lambda form: []
)
SIMPLE = Context(
    NO_CONTEXT.fits,
    NO_CONTEXT.makers,
    NO_CONTEXT.simplest,
    lambda form: [ZERO, Literal("1", INT)] if form == INT else [TEXT],
)


def targets(sequence: Sequence) -> list[str]:
    return [s.operation.target for s in sequence.steps if isinstance(s.operation, Call)]


def values(sequence: Sequence) -> list[Value]:
    return [
        Value(getattr(s.operation, "output", None) or getattr(s.operation, "type", ANY), place)
        for place, s in enumerate(sequence.steps)
    ]


def trial(fails):
    return lambda sequence: values(sequence) if fails(sequence) else None


def shrunk(sequence: Sequence, fails, context: Context = NO_CONTEXT, passes=PASSES) -> Sequence:
    return shrink(sequence, trial(fails), context, passes)[0]
