"""A sequence changed so that a test in it may go the other way: `modified`.

The thesis (6.2) changes constants by fixed operations.  Here what influences a test is found by correspondence: a value of
the sequence that equals an operand, or that the operand is a simple function of, is set so that the operand becomes what is
wanted.  Whether it has influenced the test is seen when the sequence runs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from refute.generate.compared_values import PLAIN, Comparison, Operand, asks_for_type, goals
from refute.generate.knowledge import Knowledge
from refute.model.literals import source_of
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, TypeForm, members

# Longer values are not made to reach a length.
_LONGEST = 1200
# So often a call is repeated where its number may matter.
_REPEATS = (1, 4, 12, 40)
# What parts of a text stand between.
_SEPARATORS = (" ", ",", ".", "/", ":", "-")
_MOST_PARTS = 20
# So many objects of a kind are tried in the place of another.
_OTHERS = 6


# What functions refuse that take nearly everything: conversions, look-ups, iteration.
_ODD: tuple[object, ...] = (
    None,
    "a",
    "",
    -1,
    10**6,
    0,
    1.5,
    "1",
    b"a",
    [],
    {},
    [1, 2],
    {"a": 1},
    float("nan"),
)


class Modification(NamedTuple):
    """A changed sequence, and by which means."""

    means: str
    sequence: Sequence


class Modifier:
    """Changes sequences; what values there are besides literals is known from the search."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def modified(
        self, sequence: Sequence, reading: Comparison, wanted: bool
    ) -> Iterator[Modification]:
        """Yield the sequence with values set so that a test of its last step may come out as wanted."""
        literals = dict(_literals(sequence))
        tried: set[tuple[int, str]] = set()
        for operand, goal in goals(reading, wanted):
            if isinstance(goal, type):
                yield from self._objects(sequence, operand, goal)
                continue
            for means, position, value in _influences(literals, operand, goal):
                changed = self._with(sequence, position, value, asks_for_type(reading))
                if changed is not None and (position, repr(value)) not in tried:
                    tried.add((position, repr(value)))
                    yield Modification(means, changed)
            yield from self._defaults(sequence, operand, goal)

    def _with(
        self, sequence: Sequence, position: int, value: object, of_any_type: bool = False
    ) -> Sequence | None:
        """Return the sequence with another plain value at a position; None where it is not what is asked for there."""
        source = source_of(value)
        if source is None:
            return None
        literal = Literal(source, _form(value))
        for user in () if of_any_type else sequence.users(position):
            call = sequence.steps[user].operation
            if not isinstance(call, Call):
                continue
            for asked, source_at in zip(call.inputs, sequence.sources(user), strict=False):
                if source_at == position and not self._may_be(literal.type, asked):
                    return None
        return sequence.replace(position, literal, ())

    def _may_be(self, form: TypeForm, asked: TypeForm) -> bool:
        return asked == ANY or any(
            one.name == form.name or self._knowledge.fits(form, one) for one in members(asked)
        )

    def _defaults(
        self, sequence: Sequence, operand: Operand, goal: object
    ) -> Iterator[Modification]:
        """Yield calls that are given what they left out, where its default is the operand."""
        for position, step in enumerate(sequence.steps):
            known = self._knowledge.routine_behind(step.operation)
            call = step.operation
            if known is None or not isinstance(call, Call):
                continue
            count = len(call.inputs) - len(call.keywords)
            chosen = [
                index
                for index, slot in enumerate(known.slots)
                if index < count or slot.input.name in call.keywords
            ]
            for index in known.optional:
                default = known.slots[index].input.default
                if index in chosen or len(chosen) != len(call.inputs):
                    continue
                # What cannot be written down may be any object.
                present = source_of(operand.value) if operand.is_plain else None
                if default == present and (source := source_of(goal)):
                    more = tuple(sorted([*chosen, index]))
                    if list(more) != known.without_gaps(list(more)):
                        continue
                    literal = Literal(source, _form(goal))
                    yield Modification(
                        "default",
                        _with_argument(
                            sequence, position, known.call(more), more.index(index), literal
                        ),
                    )

    def _objects(self, sequence: Sequence, operand: Operand, cls: type) -> Iterator[Modification]:
        """Yield the sequence with an object of a class in the place of the operand, or of any argument of its kind."""
        knowledge, pool = self._knowledge, self._knowledge.pool
        name = (
            cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}:{cls.__qualname__}"
        )
        form = TypeForm(name)
        places = [operand.made_at] if operand.made_at is not None else [
            at for at, value in _literals(sequence) if value == operand.value
        ]  # fmt: skip
        kinds = [kind for kind in pool.kinds() if knowledge.fits(knowledge.forms[kind], form)]
        for place in places:
            for kind in kinds:
                for entry in pool.entries(kind)[:3]:
                    maker = Sequence.trusted(entry.steps)
                    yield Modification("object", sequence.splice(place, maker, entry.position))
            for literal in knowledge.presets.for_form(form)[:3]:
                yield Modification("object", sequence.replace(place, literal, ()))

    # ---- what changes the state ---------------------------------------------------------------------------

    def lives(self, sequence: Sequence) -> Iterator[Modification]:
        """Yield the sequence with calls repeated or left out, and with other objects in the place of its own."""
        for times in _REPEATS:
            for position, step in enumerate(sequence.steps[:-1]):
                call = step.operation
                if isinstance(call, Call) and call.how != "new" and step.arguments:
                    again = [(position + 1, _moved(step))] * times
                    yield Modification("repeat", sequence.interspersed(again))
        for position in range(len(sequence) - 1):
            shorter = sequence.without(position)
            if shorter is not None:
                yield Modification("leave out", shorter)

    def states(
        self, sequence: Sequence, kind_at: Callable[[int], int | None]
    ) -> Iterator[Modification]:
        """Yield the sequence with objects of the pool in the place of those that its last step works on."""
        for place in sequence.sources(len(sequence) - 1):
            kind = kind_at(place)
            if kind is None or isinstance(sequence.steps[place].operation, Literal):
                continue
            entries = sorted(self._knowledge.pool.entries(kind), key=lambda one: -one.calls)
            for entry in entries[:_OTHERS]:
                maker = Sequence.trusted(entry.steps)
                yield Modification("state", sequence.splice(place, maker, entry.position))

    def everywhere(self, sequence: Sequence, reading: Comparison) -> Iterator[Modification]:
        """Yield the sequence with each operand in the place of each value."""
        values = [one.value for one in reading.operands if one.is_plain]
        for value in values:
            for position, present in _literals(sequence):
                changed = self._with(sequence, position, value)
                if changed is not None and repr(present) != repr(value):
                    yield Modification("everywhere", changed)

    def odd(self, sequence: Sequence) -> Iterator[Modification]:
        """Yield the sequence with values that callees may refuse."""
        for position, present in reversed([*_literals(sequence)]):
            for value in _ODD:
                changed = self._with(sequence, position, value)
                if changed is not None and repr(present) != repr(value):
                    yield Modification("odd", changed)

    def stepped(self, sequence: Sequence, position: int, value: int) -> Sequence | None:
        """Return the sequence with a number, or the length of a value, set to this."""
        present = dict(_literals(sequence)).get(position)
        if isinstance(present, int) and not isinstance(present, bool):
            return self._with(sequence, position, value)
        resized = _resized(present, value)
        return None if resized is None else self._with(sequence, position, resized)

    def numbers(self, sequence: Sequence) -> list[tuple[int, int]]:
        """Return the numbers of a sequence, then the lengths of its values, each with its position."""
        found = [*_literals(sequence)]
        numbers = [(at, value) for at, value in found if type(value) is int]
        sizes = [
            (at, len(value)) for at, value in found if isinstance(value, str | bytes | list | tuple)
        ]
        return [*numbers, *sizes]


def _literals(sequence: Sequence) -> Iterator[tuple[int, Any]]:
    """Yield the plain values of a sequence with their positions."""
    for position, (operation, _) in enumerate(sequence.steps):
        if isinstance(operation, Literal):
            try:
                yield position, ast.literal_eval(operation.source)
            except (ValueError, SyntaxError, TypeError):
                continue


def _influences(
    literals: dict[int, Any], operand: Operand, goal: Any
) -> Iterator[tuple[str, int, object]]:
    """Yield how an operand may come of a value of the sequence: by which means, where, and what to put there."""
    value: Any = operand.value
    if operand.made_at is not None:
        yield "equal", operand.made_at, goal
    if not operand.is_plain:
        return
    for at, present in literals.items():
        if type(present) is type(value) and present == value and at != operand.made_at:
            yield "equal", at, goal
    for at, present in literals.items():
        for means, inverse in _inverses(present, value, goal):
            yield means, at, inverse


def _inverses(present: Any, value: Any, goal: Any) -> Iterator[tuple[str, object]]:
    """Yield what a value of the sequence has to be for an operand that seems to be made of it to reach the goal."""
    is_number = type(value) is int and type(goal) is int
    is_length = is_number and hasattr(present, "__len__") and len(present) == value
    if is_length and (resized := _resized(present, goal)) is not None:
        yield "length", resized
    if is_number and isinstance(present, str):
        yield from (("parts", one) for one in _with_parts(present, value, goal))
    if is_number and type(present) is int and 0 < abs(present - value) <= 2:
        yield "offset", goal - (value - present)
    if is_number and type(present) is int and present == -value and value:
        yield "negated", -goal
    if isinstance(value, str) and isinstance(goal, str):
        yield from _text_inverses(present, value, goal)
    if isinstance(present, str) and type(value) in (int, float) and _reads(present, value):
        yield "text", str(goal)
    if isinstance(present, list | tuple) and any(_same(one, value) for one in present):
        yield "element", type(present)([goal if _same(one, value) else one for one in present])
    if isinstance(present, dict):
        if any(_same(one, value) for one in present) and isinstance(goal, PLAIN):
            yield "key", {(goal if _same(key, value) else key): one for key, one in present.items()}
        if any(_same(one, value) for one in present.values()):
            yield (
                "value",
                {key: (goal if _same(one, value) else one) for key, one in present.items()},
            )


def _text_inverses(present: Any, value: str, goal: str) -> Iterator[tuple[str, object]]:
    if isinstance(present, str) and value != present:
        if value and present.endswith(value):
            yield "suffix", present[: -len(value)] + goal
        elif value and value in present:
            yield "part", present.replace(value, goal, 1)
        elif value and present.lower() != value.lower() and value.lower() in present.lower():
            start = present.lower().index(value.lower())
            yield "part", present[:start] + goal + present[start + len(value) :]
        elif present.lower() == value.lower() or present.strip() == value:
            yield "case", goal
        elif present and value.endswith(present) and goal.startswith(value[: -len(present)]):
            yield "rest", goal[len(value) - len(present) :]
        elif value == "":
            yield "empty", goal + present
            yield "empty", present + goal
    elif type(present) in (int, float) and str(present) == value:
        yield "text", goal


def _with_parts(text: str, count: int, wanted: int) -> Iterator[str]:
    """Yield a text of so many parts where it has another number of them: `len(text.split()) == 5`."""
    for separator in _SEPARATORS if 0 < wanted <= _MOST_PARTS else ():
        parts = text.split(separator)
        if len(parts) == count:
            more = [parts[-1] or "1"] * wanted
            yield separator.join([*parts, *more][:wanted] if text else more)


def _reads(text: str, value: float) -> bool:
    try:
        return float(text) == value
    except (ValueError, OverflowError):
        return False


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


_FILLERS: dict[type, object] = {str: "a", bytes: b"a", list: [0], tuple: (0,)}


def _resized(value: Any, length: int) -> object | None:
    """Return a value like another with so many elements; None where that makes no sense."""
    if not 0 <= length <= _LONGEST:
        return None
    if isinstance(value, str | bytes | list | tuple):
        filler: Any = value[-1:] or _FILLERS.get(type(value))
        whole: Any = value
        return None if filler is None else (whole + filler * length)[:length]
    if isinstance(value, dict) and type(value) is dict:
        return dict([*value.items(), *((str(n), n) for n in range(length))][:length])
    if isinstance(value, set | frozenset):
        return type(value)([*sorted(value, key=repr), *range(1000, 1000 + length)][:length])
    return None


def _with_argument(
    sequence: Sequence, position: int, call: Call, number: int, literal: Literal
) -> Sequence:
    """Return the sequence in which a call is given one argument more."""
    steps = sequence.steps
    before = Sequence.trusted(steps[:position]).extend(literal)
    sources = list(sequence.sources(position))
    sources.insert(number, position)
    changed = before.extend(call, sources)
    for old in range(position + 1, len(steps)):
        moved = [one + (one >= position) for one in sequence.sources(old)]
        changed = changed.extend(steps[old].operation, moved)
    return changed


def _moved(step: Any) -> Any:
    """Return a step as it stands one place later, with the same sources."""
    return type(step)(step.operation, tuple(back + 1 for back in step.arguments))


def _form(value: object) -> TypeForm:
    return TypeForm("None" if value is None else type(value).__name__)
