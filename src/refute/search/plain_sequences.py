"""Sequences written as a person would: numbers for truths, results as literals where they are used."""

from __future__ import annotations

from functools import cache

from refute.model.literals import source_of
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, INT, TypeForm, members
from refute.shrink.candidates import wanted_forms


def numbers_for_truths(sequence: Sequence) -> Sequence:
    """Return the sequence with 0 and 1 for False and True where a number is asked for: equal, and what is meant."""
    for position, (operation, _) in enumerate(sequence.steps):
        if isinstance(operation, Literal) and operation.source in _NUMBERS:
            wanted = wanted_forms(sequence, position)
            if wanted and not any(may_be_bool(form) for form in wanted):
                sequence = sequence.replace(position, _NUMBERS[operation.source], ())
    return sequence


_NUMBERS = {"False": Literal("0", INT), "True": Literal("1", INT)}


def with_results_written(
    sequence: Sequence, values: list[object], forms: list[TypeForm]
) -> Sequence:
    made = Sequence()
    at: dict[int, int] = {}
    for position, (operation, _) in enumerate(sequence.steps):
        here = len(made)
        made = made.extend(operation, [at[source] for source in sequence.sources(position)])
        at[position] = here
        if isinstance(operation, Call) and position < len(values) and sequence.users(position):
            value = values[position]
            source = source_of(value) if type(value) in _WRITTEN else None
            if source is not None and len(source) < 30:
                made = made.extend(Literal(source, forms[position]))
                at[position] = here + 1
    return made


_WRITTEN = frozenset([int, float, str, bytes, bool, type(None)])


@cache
def may_be_bool(form: TypeForm) -> bool:
    """Return whether a truth is meant where this form is asked for."""
    return any(member == ANY or member.name in ("bool", "literal") for member in members(form))
