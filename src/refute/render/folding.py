"""Recorded tests that differ in literals only, as one test with parameters: `folded`, `named_folds`, `test_ids`.

Only literals of immutable values become parameters: a list that is made once, when pytest collects the tests, would be
changed by the first run and passed as it is to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from keyword import iskeyword
from types import MappingProxyType
from typing import NamedTuple

from refute.model.recording import RecordedTest
from refute.model.sequence import Call, Literal, Sequence, Step
from refute.render.test_names import UniqueNames, suite_names, suite_order

# A test with more parameters than these says less than several tests.
_MOST = 4
_LONGEST_ID = 40
# How a value is compared with what is written on the other side.
_COMPARED = ("==", "is", "approx")
_BY_TYPE = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "str": "text",
    "bytes": "data",
    "bool": "flag",
}


class Column(NamedTuple):
    """A parameter: what stands for it in the template, what it is called, and its source in each row."""

    place: str
    name: str
    sources: tuple[str, ...]
    is_given: bool  # to the code, not compared with what comes of it


@dataclass(frozen=True, slots=True)
class Fold:
    """Tests that are written as one; `template` has places in it, none where there is just one test."""

    tests: tuple[RecordedTest, ...]
    template: RecordedTest
    columns: tuple[Column, ...] = ()

    def ids(self) -> list[str]:
        """Return what tells the rows apart: the arguments, or where they are the same what comes of them."""
        given = [one for one in self.columns if one.is_given]
        names = UniqueNames()
        rows = zip(*(one.sources for one in given or self.columns), strict=True)
        return [names.fresh(_shortened(", ".join(row))) for row in rows]


# What the parameters of operations are called.
ParameterNames = Mapping[str, tuple[str, ...]]
_UNKNOWN: ParameterNames = MappingProxyType({})


def folded(tests: Iterable[RecordedTest], parameters: ParameterNames = _UNKNOWN) -> list[Fold]:
    """Return the tests in order, those together that differ in literals only."""
    groups: dict[object, list[RecordedTest]] = {}
    for test in sorted(tests, key=suite_order):
        groups.setdefault(_shape(test), []).append(test)
    return [fold for group in groups.values() for fold in _folds(group, parameters)]


def named_folds(
    tests: Iterable[RecordedTest], parameters: ParameterNames = _UNKNOWN
) -> list[tuple[str, Fold]]:
    """Return the tests of one file in order, each with its name."""
    names = UniqueNames()
    return [(names.fresh(*suite_names(one.template)), one) for one in folded(tests, parameters)]


def test_ids(tests: Iterable[RecordedTest]) -> dict[str, RecordedTest]:
    """Return the tests of one file by the name under which pytest runs each: `test_add[1]`."""
    found: dict[str, RecordedTest] = {}
    for name, fold in named_folds(tests):
        ids = [f"{name}[{one}]" for one in fold.ids()] if fold.columns else [name]
        found.update(zip(ids, fold.tests, strict=True))
    return found


def _shape(test: RecordedTest) -> object:
    """Return what tests have in common that differ in literals only."""
    steps = tuple(
        ("literal" if _is_open(step) else step.operation, step.arguments)
        for step in test.sequence.steps
    )
    seen = tuple(
        (o.step, o.expression, o.style, "" if o.style in _COMPARED else o.expected)
        for o in test.observations
    )
    last = test.sequence.steps[-1].operation
    # What is read from an iterator is written by how much came of it.
    alone = test if isinstance(last, Call) and last.then else None
    return steps, seen, test.raises, alone


def _is_open(step: Step) -> bool:
    return isinstance(step.operation, Literal) and step.operation.is_unchanging


def _folds(group: list[RecordedTest], parameters: ParameterNames) -> list[Fold]:
    columns = _columns(group, parameters)
    if len(group) > 1 and 0 < len(columns) <= _MOST:
        return [Fold(tuple(group), _template(group, columns), columns)]
    return [Fold((test,), test) for test in group]


def _columns(group: list[RecordedTest], parameters: ParameterNames) -> tuple[Column, ...]:
    """Return what differs between tests of one shape; what is the same in every row is one parameter.

    Not so what is given and what comes of it: that they are the same in a few rows need not mean anything.
    """
    found: dict[tuple[tuple[str, ...], bool], Column] = {}
    names = UniqueNames()
    given = [(wish, sources, True) for wish, sources in _literals(group, parameters)]
    expected = [("expected", sources, False) for sources in _expected(group)]
    for wish, sources, is_given in (*given, *expected):
        if len(set(sources)) > 1 and (sources, is_given) not in found:
            column = Column(f"_refute_{len(found)}", names.fresh(wish), sources, is_given)
            found[sources, is_given] = column
    return tuple(found.values())


def _literals(
    group: list[RecordedTest], parameters: ParameterNames
) -> Iterable[tuple[str, tuple[str, ...]]]:
    for position, step in enumerate(group[0].sequence.steps):
        if _is_open(step):
            made = [test.sequence.steps[position].operation for test in group]
            literals = [one for one in made if isinstance(one, Literal)]
            wish = _wish(group[0].sequence, position, literals, parameters)
            yield wish, tuple(one.source for one in literals)


def _expected(group: list[RecordedTest]) -> Iterable[tuple[str, ...]]:
    for index, seen in enumerate(group[0].observations):
        if seen.style in _COMPARED:
            yield tuple(test.observations[index].expected for test in group)


def _wish(
    sequence: Sequence, position: int, literals: list[Literal], parameters: ParameterNames
) -> str:
    """Return what to call a parameter of a test: as that of the operation it is passed to, or after its type."""
    for user in sequence.users(position):
        call = sequence.steps[user].operation
        if isinstance(call, Call):
            index = sequence.sources(user).index(position)
            plain = len(call.inputs) - len(call.keywords)
            names = (*parameters.get(call.target, ())[:plain],)
            names += ("",) * (plain - len(names)) + call.keywords
            name = names[index].strip("_") if index < len(names) else ""
            if name.isidentifier() and not iskeyword(name) and name not in ("self", "expected"):
                return name
    names_by_type = {_BY_TYPE.get(literal.type.name, "value") for literal in literals}
    return names_by_type.pop() if len(names_by_type) == 1 else "value"


def _template(group: list[RecordedTest], columns: tuple[Column, ...]) -> RecordedTest:
    """Return the first test with a place wherever something differs."""
    first = group[0]
    places = {(column.sources, column.is_given): column.place for column in columns}
    steps = list(first.sequence.steps)
    for position, step in enumerate(steps):
        if isinstance(step.operation, Literal) and _is_open(step):
            made = (test.sequence.steps[position].operation for test in group)
            sources = tuple(one.source for one in made if isinstance(one, Literal))
            place = places.get((sources, True))
            if place is not None:
                steps[position] = Step(Literal(place, step.operation.type), ())
    seen = []
    for index, one in enumerate(first.observations):
        sources = tuple(test.observations[index].expected for test in group)
        place = places.get((sources, False)) if one.style in _COMPARED else None
        seen.append(one if place is None else replace(one, expected=place))
    return RecordedTest(Sequence(tuple(steps)), tuple(seen), first.raises)


def _shortened(text: str) -> str:
    plain = text.encode("ascii", "backslashreplace").decode()
    return plain if len(plain) <= _LONGEST_ID else f"{plain[: _LONGEST_ID - 3]}..."
