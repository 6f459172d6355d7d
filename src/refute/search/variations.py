"""Variants of sequences, for a mutant that none of them notices: `Variations`.

A mutant that survives mostly lacks a value at a boundary, or a call that shows what has changed.  So literals are
replaced by the constants of the changed function and their neighbours, and further calls are made on the objects there are.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from random import Random

from refute.look.mutations import Mutation
from refute.model.literals import source_of
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.subject import Routine
from refute.model.typeform import FLOAT, INT, STR, TypeForm
from refute.shrink.candidates import wanted_forms

# So many variants are made for the mutants of one function.
_MOST = 5000
# So many literals at a time are replaced.
_TOGETHER = (1, 1, 2, 3)
_SIMPLE = 8
_LATEST = 12


class Variations:
    """What variants are made of; `literals` gives those of a form, the simplest first."""

    def __init__(
        self,
        routines: tuple[Routine, ...],
        literals: Callable[[TypeForm], list[Literal]],
        seed: int,
    ) -> None:
        self._methods = [r for r in routines if r.how in ("method", "operator", "get")]
        self._by_target = {r.target: r for r in routines if not _has_rest(r)}
        self._literals = literals
        self._seed = seed

    def of(self, reaching: list[Sequence], mutation: Mutation) -> Iterator[Sequence]:
        """Yield variants of sequences that reach a mutant, none twice.

        Whoever tries the variants may add those that still do: the latest are varied as often as all others.
        """
        rng = Random(f"{self._seed} {mutation.function}")
        constants = [*_constants(mutation.path[-1])]
        seen = set(reaching)
        for _ in range(_MOST if reaching else 0):
            sequence = rng.choice(rng.choice((reaching, reaching[-_LATEST:])))
            make = rng.choice([self._replaced, self._replaced, self._fuller, self._extended])
            variant = make(sequence, constants, rng)
            if variant not in seen:
                seen.add(variant)
                yield variant

    def _replaced(self, sequence: Sequence, constants: list[Literal], rng: Random) -> Sequence:
        """Return the sequence with other literals in some places."""
        steps = sequence.steps
        places = [p for p, step in enumerate(steps) if isinstance(step.operation, Literal)]
        for place in rng.sample(places, min(len(places), rng.choice(_TOGETHER))):
            offered = self._offered(sequence, place, constants)
            if offered:
                sequence = sequence.replace(place, rng.choice(offered), ())
        return sequence

    def _offered(self, sequence: Sequence, place: int, constants: list[Literal]) -> list[Literal]:
        literal = sequence.steps[place].operation
        assert isinstance(literal, Literal)
        fitting = [one for one in constants if one.type == literal.type]
        simple = [
            one for form in wanted_forms(sequence, place) for one in self._literals(form)[:_SIMPLE]
        ]
        return [*fitting, *_near(literal), *simple]

    def _fuller(self, sequence: Sequence, constants: list[Literal], rng: Random) -> Sequence:
        """Return the sequence in which a call is given one more argument, or a collection one more item."""
        places = [
            p
            for p, (operation, _) in enumerate(sequence.steps)
            if isinstance(operation, Call | Display) and self._open(operation)
        ]
        if not places:
            return sequence
        place = rng.choice(places)
        operation = sequence.steps[place].operation
        if isinstance(operation, Display):
            return _longer(sequence, place, operation, rng)
        assert isinstance(operation, Call)
        routine = self._by_target[operation.target]
        given = _given_to(routine, operation)
        index = rng.choice([n for n in range(len(routine.inputs)) if n not in given])
        form = routine.inputs[index].form
        offered = [*(c for c in constants if c.type == form), *self._literals(form)[:_SIMPLE]]
        if not offered:
            return sequence
        chosen = sorted([*given, index])
        sources = list(sequence.sources(place))
        sources.insert(chosen.index(index), -1)
        return _with_call(
            sequence, place, routine.call(tuple(chosen)), sources, rng.choice(offered)
        )

    def _open(self, operation: Call | Display) -> bool:
        """Return whether something can be added to a call or a display."""
        if isinstance(operation, Display):
            return bool(operation.inputs) and operation.kind in ("list", "tuple")
        routine = self._by_target.get(operation.target)
        return routine is not None and len(routine.inputs) > len(operation.inputs)

    def _extended(self, sequence: Sequence, constants: list[Literal], rng: Random) -> Sequence:
        """Return the sequence with one more call on an object that was made in it."""
        made = [
            (position, routine)
            for position, step in enumerate(sequence.steps)
            if isinstance(step.operation, Call)
            for routine in self._methods
            if routine.owner == step.operation.output.name
        ]
        if not made:
            return sequence
        receiver, routine = rng.choice(made)
        sources = [receiver]
        given = tuple(n for n, one in enumerate(routine.inputs) if one.required)
        for number in given[1:]:
            form = routine.inputs[number].form
            sequence, source = self._given(sequence, form, constants, rng)
            if source < 0:
                return sequence
            sources.append(source)
        return sequence.extend(routine.call(given), sources)

    def _given(
        self, sequence: Sequence, form: TypeForm, constants: list[Literal], rng: Random
    ) -> tuple[Sequence, int]:
        """Return a place with a value for a parameter: mostly one that was used before, or else a literal."""
        used = [
            p
            for p, step in enumerate(sequence.steps)
            if isinstance(step.operation, Literal | Display) and form in wanted_forms(sequence, p)
        ]
        if used and rng.random() < 0.7:
            return sequence, rng.choice(used)
        offered = [*(c for c in constants if c.type == form), *self._literals(form)[:_SIMPLE]]
        if not offered:
            return sequence, -1
        return sequence.extend(rng.choice(offered)), len(sequence)


def _has_rest(routine: Routine) -> bool:
    return any(one.way.startswith("rest") for one in routine.inputs)


def _given_to(routine: Routine, call: Call) -> list[int]:
    """Return which inputs of a routine a call gives: by position, then by keyword."""
    plain = len(call.inputs) - len(call.keywords)
    names = [one.name for one in routine.inputs]
    return [*range(plain), *(names.index(keyword) for keyword in call.keywords)]


def _longer(sequence: Sequence, place: int, display: Display, rng: Random) -> Sequence:
    """Return the sequence with one of the items of a list or tuple once more."""
    sources = sequence.sources(place)
    again = rng.randrange(len(sources))
    at = rng.randrange(len(sources) + 1)
    inputs = (*display.inputs[:at], display.inputs[again], *display.inputs[at:])
    longer = Display(display.kind, inputs, display.output)
    return sequence.replace(place, longer, (*sources[:at], sources[again], *sources[at:]))


def _with_call(
    sequence: Sequence, place: int, call: Call, sources: list[int], literal: Literal
) -> Sequence:
    """Return the sequence with another call at a place; -1 among its sources is the literal, written before it."""
    made = Sequence(sequence.steps[:place]).extend(literal)
    made = made.extend(call, [place if source < 0 else source for source in sources])
    for old in range(place + 1, len(sequence)):
        moved = [source + (source >= place) for source in sequence.sources(old)]
        made = made.extend(sequence.steps[old].operation, moved)
    return made


def _constants(function: ast.AST) -> Iterator[Literal]:
    """Yield the numbers and texts in a function, and their neighbours."""
    found: dict[str, Literal] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Constant):
            for literal in _around(node.value):
                found[literal.source] = literal
    yield from found.values()


def _around(value: object) -> list[Literal]:
    match value:
        case bool():
            return []
        case int():
            return [Literal(repr(n), INT) for n in (value - 1, value, value + 1, -value)]
        case float():
            return [Literal(repr(n), FLOAT) for n in (value, value / 2, value * 2, -value)]
        case str() if len(value) <= 20:
            return [Literal(repr(t), STR) for t in (value, f"a{value}b", f"{value}{value}")]
    return []


def _near(literal: Literal) -> list[Literal]:
    """Return literals like one, a little smaller and larger."""
    try:
        value = ast.literal_eval(literal.source)
    except (ValueError, SyntaxError):
        return []
    others: list[object] = []
    match value:
        case bool():
            others = [not value]
        case int() | float():
            others = [value + 1, value - 1, value * 10, -value, value * 2 + 1]
        case str() | bytes() if value:
            others = [value * 2, value[:-1], value[::-1], value[:1], *_texts(value)]
        case list() | tuple():
            others = [value * 2, value[:-1], value[::-1]]
    sources = [source_of(other) for other in others]
    return [Literal(source, literal.type) for source in sources if source and len(source) < 80]


def _texts(value: str | bytes) -> list[str]:
    """Return a text in company: of several words, in other letters, with signs and digits."""
    if isinstance(value, bytes):
        return []
    words = (
        f"{value} two three",
        f"One {value}-2",
        f"{value}, 1.5 & x_y",
        f"{value}'\u00e9 {value}",
    )
    return [*words, value.upper(), f" {value} "]
