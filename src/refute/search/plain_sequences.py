"""Sequences written as a person would: numbers for truths, results as literals where they are used; `strangeness`."""

from __future__ import annotations

import re
from functools import cache

from refute.model.literals import source_of
from refute.model.sequence import RECEIVERS, Call, Literal, Sequence
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


def is_plain(literal: Literal, wanted: list[TypeForm]) -> bool:
    """Return whether a person would write this literal where these forms are asked for."""
    if _PLAIN.fullmatch(literal.source) is None:
        return False
    # Where nobody says what is meant, it is a number or a text rather than bytes.
    return not _is_unsaid(wanted) or literal.type.name in ("int", "str")


# Not 0 and not "": that 0 + 0 is 0 is shorter to say, but hardly any change would break it.
_PLAIN = re.compile(r"-?[1-9]\d?|-?\d\.\d|b?'[^\W\d]\w{0,9}'")


def strangeness(sequence: Sequence) -> int:
    """Return how many values a person would hardly pass: of two sequences that show the same, the plainer is kept."""
    strange = 0
    for position, (operation, _) in enumerate(sequence.steps):
        wanted = wanted_forms(sequence, position)
        if isinstance(operation, Literal):
            strange += bool(wanted) and _is_strange(operation, wanted)
        elif isinstance(operation, Call) and ":" in operation.output.name:
            # An object of the subject where anything goes: one class has nothing to do with the other.
            strange += 2 * (ANY in wanted[_receivers(sequence, position) :])
    return strange


def _receivers(sequence: Sequence, position: int) -> int:
    """Return how often a value is what a method is called on, not what is passed."""
    return sum(
        isinstance(call := sequence.steps[user].operation, Call)
        and call.how in RECEIVERS
        and sequence.sources(user)[0] == position
        for user in sequence.users(position)
    )


def _is_strange(literal: Literal, wanted: list[TypeForm]) -> bool:
    if literal.type.name == "bool":
        return not any(may_be_bool(form) for form in wanted) or _is_unsaid(wanted)
    if _is_unsaid(wanted) and literal.type.name in ("float", "bytes", "complex"):
        return True
    return len(literal.source) > _LONG or not literal.source.isprintable() or "\\" in literal.source


# A longer literal is not what a person would write first.
_LONG = 16


def _is_unsaid(wanted: list[TypeForm]) -> bool:
    return bool(wanted) and all(form == ANY for form in wanted)


@cache
def may_be_bool(form: TypeForm) -> bool:
    """Return whether a truth is meant where this form is asked for."""
    return any(member == ANY or member.name in ("bool", "literal") for member in members(form))
