"""The same calls with other values, or a few more or fewer of them: what experiments run.

Nothing here runs: each function returns other sequences, or tells what a sequence is made of.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from refute.model.bodies import Made, made_in, remade, with_body
from refute.model.sequence import (
    RECEIVERS,
    WRITE_FILE,
    Call,
    Callback,
    Display,
    Literal,
    Operation,
    Parameter,
    Return,
    Sequence,
    Step,
    is_lively,
)
from refute.model.typeform import ANY, INT, NONE, TypeForm

# Numbers from here on are beyond what many machines hold: what lies beside them is no neighbour.
_EXTREME = 2**31
COLLECTIONS = frozenset(["str", "bytes", "list", "tuple", "dict", "set", "frozenset", "bytearray"])


def with_fewer_calls(sequence: Sequence, doubtful: list[int]) -> Iterator[Sequence]:
    """Yield the sequence without one call on the way that was given nothing doubtful: with all of it, in another state."""
    used = {source for position in range(len(sequence)) for source in sequence.sources(position)}
    for position in range(len(sequence) - 1):
        step = sequence.steps[position]
        given = {p for s in sequence.sources(position) for p in literals_in(sequence, s)}
        if isinstance(step.operation, Call) and position not in used and given.isdisjoint(doubtful):
            fewer = sequence.without(position)
            if fewer is not None:
                yield fewer


def with_more_calls(sequence: Sequence) -> Iterator[Sequence]:
    """Yield the sequence with one call of a method on the way made twice."""
    for again in range(len(sequence) - 1):
        if not has_receiver(sequence.steps[again].operation):
            continue
        made = Sequence()
        moved: dict[int, int] = {}
        for position, step in enumerate(sequence.steps):
            sources = [moved[one] for one in sequence.sources(position)]
            for _ in range(2 if position == again else 1):
                made = made.extend(step.operation, sources)
            moved[position] = len(made) - 1
        yield made


def with_other_answers(
    sequence: Sequence, alternatives: Callable[[Literal], list[Literal]]
) -> Iterator[Sequence]:
    """Yield the sequence with another literal in the body of one of the functions that are written in it."""
    for position, step in enumerate(sequence.steps):
        for answering in _answering_otherwise(step.operation, alternatives):
            yield replaced(sequence, {position: answering})
        made = made_in(step)
        for number, one in enumerate(made):
            for other in _with_other_literals(one, alternatives):
                functions = [*made[:number], other, *made[number + 1 :]]
                steps = list(sequence.steps)
                steps[position] = remade(step, functions)
                yield Sequence(tuple(steps))


def _answering_otherwise(
    operation: Operation, alternatives: Callable[[Literal], list[Literal]]
) -> Iterator[Literal]:
    """Yield functions of one expression that give other literals: `lambda x: 1` for `lambda x: 0`."""
    if not isinstance(operation, Literal) or not operation.source.startswith("lambda"):
        return
    match ast.parse(operation.source, mode="eval").body:
        case ast.Lambda(args, ast.Constant(value)):
            given = Literal(repr(value), TypeForm(type(value).__name__))
            for other in alternatives(given):
                body = ast.parse(other.source, mode="eval").body
                yield Literal(ast.unparse(ast.Lambda(args, body)), operation.type)


def _with_other_literals(
    made: Made, alternatives: Callable[[Literal], list[Literal]]
) -> Iterator[Made]:
    body = made.function.body
    for place, step in enumerate(body.steps):
        for other in alternatives(step.operation) if isinstance(step.operation, Literal) else ():
            changed = replace(made.function, body=replaced(body, {place: other}))
            yield made._replace(function=changed)


def with_quiet_functions(
    sequence: Sequence, literals: Callable[[TypeForm], list[Literal]]
) -> Iterator[Sequence]:
    """Yield the sequence with functions of ours that only give a value: none, or what they are given.

    If all goes well then, it is what they did that matters, and not the types of anything that was passed.
    """
    if not any(is_lively(operation) for operation, _ in sequence.steps):
        return
    for gives_first in (False, True):

        def quiet(made: Made, gives_first: bool = gives_first) -> Made:
            return with_body(made, _only_a_result(made.function, gives_first, literals))

        yield Sequence.trusted(
            tuple(
                remade(step, map(quiet, made_in(step))) if is_lively(step.operation) else step
                for step in sequence.steps
            )
        )


def called_in_bodies(sequence: Sequence, stand_ins: Mapping[str, str]) -> frozenset[str]:
    """Return the operations that functions of ours call, be it through what stands in for them."""
    _, *bodies = sequence.nested()
    calls = [one for body in bodies for one, _ in body.steps if isinstance(one, Call)]
    return frozenset(stand_ins.get(one.target, one.target) for one in calls)


def _only_a_result(
    function: Callback, gives_first: bool, literals: Callable[[TypeForm], list[Literal]]
) -> Sequence:
    above = [step for step in function.body.steps if getattr(step.operation, "how", "") == "super"]
    if above:
        return function.body.keeping(
            function.body.influence(*map(function.body.steps.index, above))
        )
    first = int(function.names[:1] == ("self",))
    if gives_first and function.output == ANY and len(function.names) > first:
        return Sequence().extend(Parameter(first)).extend(Return(), [0])
    offers = [] if function.output in (ANY, NONE) else literals(function.output)
    return Sequence().extend(offers[0]).extend(Return(), [0]) if offers else Sequence()


def with_arguments(sequence: Sequence, where: list[tuple[int, int]], literal: Literal) -> Sequence:
    """Return the sequence with the literal in place of values, among the arguments of some steps."""
    made = Sequence()
    moved: dict[int, int] = {}
    for position, step in enumerate(sequence.steps):
        gone = {source for place, source in where if place == position}
        sources = list(sequence.sources(position))
        places = [moved[one] for one in sources]
        if gone:
            made = made.extend(literal)
            first = 1 if has_receiver(step.operation) else 0
            for number in range(first, len(sources)):
                if sources[number] in gone:
                    places[number] = len(made) - 1
        made = made.extend(step.operation, places)
        moved[position] = len(made) - 1
    return made


def made_of(sequence: Sequence, position: int) -> set[int]:
    """Return the steps that a value is made of, itself among them; those that merely changed it are not."""
    found: set[int] = set()
    rest = [position]
    while rest:
        one = rest.pop()
        if one not in found:
            found.add(one)
            rest.extend(sequence.sources(one))
    return found


def has_receiver(operation: Operation) -> bool:
    return isinstance(operation, Call) and operation.how in RECEIVERS


def with_numbers(sequence: Sequence) -> Sequence:
    """Return the sequence with 0 and 1 for False and True: equal, and what is meant where a number is asked for."""
    numbers = {"False": Literal("0", INT), "True": Literal("1", INT)}
    others = {
        position: numbers[step.operation.source]
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Literal) and step.operation.source in numbers
    }
    return replaced(sequence, others) if others else sequence


def literals_in(sequence: Sequence, position: int) -> Iterator[int]:
    """Yield the literals that a value consists of: itself, or what a list written in the test holds."""
    operation = sequence.steps[position].operation
    if isinstance(operation, Literal):
        yield position
    elif isinstance(operation, Display):
        if not sequence.sources(position):
            yield position
        for source in sequence.sources(position):
            yield from literals_in(sequence, source)


def files_in(sequence: Sequence) -> frozenset[str]:
    """Return the names of the files that a sequence writes, as literals write them: as a text and as a path."""
    paths = [
        sequence.steps[sequence.sources(place)[0]].operation
        for place, (made, _) in enumerate(sequence.steps)
        if isinstance(made, Call) and made.target == WRITE_FILE
    ]
    sources = [one.source for one in paths if isinstance(one, Literal)]
    return frozenset(sources) | {one.partition("(")[2].rstrip(")") for one in sources}


def still_differ(sequence: Sequence, variant: Sequence) -> bool:
    """Return whether literals that have nothing in common in a sequence have nothing in common in a variant of it."""
    before, after = ([_parts(one) for one, _ in some.steps] for some in (sequence, variant))
    return all(
        after[one].isdisjoint(after[other]) or not before[one].isdisjoint(before[other])
        for one, other in combinations(range(len(sequence)), 2)
    )


@lru_cache(maxsize=1024)
def _parts(operation: Operation) -> frozenset[str]:
    """Return what a literal is and holds, each as it is written: `('a', 1)`, `'a'` and `1`."""
    if not isinstance(operation, Literal):
        return frozenset()
    value = _value_of(operation)
    items = value if isinstance(value, str | list | tuple | set | dict) else ()
    return frozenset([operation.source, *map(repr, items)])


def shape_of(operation: Operation) -> str:
    if isinstance(operation, Display):
        return operation.kind
    return operation.type.name if isinstance(operation, Literal) else ""


def replaced(sequence: Sequence, others: dict[int, Literal]) -> Sequence:
    return Sequence(
        tuple(
            Step(others[position], ()) if position in others else step
            for position, step in enumerate(sequence.steps)
        )
    )


def held_types(operation: Operation) -> frozenset[type]:
    """Return the types of what a collection holds that is written as a literal; none where it holds nothing.

    >>> sorted(one.__name__ for one in held_types(Literal("(1, 'a', 2)", TypeForm("tuple"))))
    ['int', 'str']
    """
    value = _value_of(operation)
    if isinstance(value, dict):
        return frozenset(map(type, [*value, *value.values()]))
    is_held = isinstance(value, list | tuple | set | frozenset)
    return frozenset(map(type, value)) if is_held else frozenset()


def _value_of(operation: Operation) -> Any:
    """Return what a literal stands for, None where only a run can tell."""
    try:
        return ast.literal_eval(operation.source) if isinstance(operation, Literal) else None
    except (ValueError, SyntaxError):
        return None


def just_below_and_above(operation: Operation) -> tuple[list[Literal], list[Literal]]:
    """Return literals beside one: a number less and more, a text or collection shorter and longer; none where there are none.

    >>> [[one.source for one in some] for some in just_below_and_above(Literal("3", INT))]
    [['2'], ['4']]
    """
    below, above = _beside(_value_of(operation))
    return _written(below, operation), _written(above, operation)


def _beside(value: Any) -> tuple[list[Any], list[Any]]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return ([value - 1], [value + 1]) if abs(value) < _EXTREME else ([], [])
    if type(value) not in (str, bytes, list, tuple) or not value:
        return [], []
    longer: list[Any] = [value + value[-1:]]
    if isinstance(value, str):
        longer.append(value + "a")
    return [value[:-1]], longer


def _written(values: list[Any], like: Operation) -> list[Literal]:
    return [Literal(repr(one), like.type) for one in values if isinstance(like, Literal)]
