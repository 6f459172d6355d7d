"""Recorded tests that differ in literals only, as one test with parameters: `folded`, `named_folds`, `test_ids`.

Only literals of immutable values become parameters: a list that is made once, when pytest collects the tests, would be
changed by the first run and passed as it is to the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class Fold:
    """Tests that are written as one; `template` has places in it, none where there is just one test."""

    tests: tuple[RecordedTest, ...]
    template: RecordedTest
    columns: tuple[Column, ...] = ()

    def ids(self) -> list[str]:
        """Return what tells the rows apart: the arguments, or where they are the same what comes of them."""
        given = [one for one in self.columns if not one.name.startswith("expected")]
        names = UniqueNames()
        rows = zip(*(one.sources for one in given or self.columns), strict=True)
        return [names.fresh(_shortened(", ".join(row))) for row in rows]


def folded(tests: Iterable[RecordedTest]) -> list[Fold]:
    """Return the tests in order, those together that differ in literals only."""
    groups: dict[object, list[RecordedTest]] = {}
    for test in sorted(tests, key=suite_order):
        groups.setdefault(_shape(test), []).append(test)
    return [fold for group in groups.values() for fold in _folds(group)]


def named_folds(tests: Iterable[RecordedTest]) -> list[tuple[str, Fold]]:
    """Return the tests of one file in order, each with its name."""
    names = UniqueNames()
    return [(names.fresh(*suite_names(fold.template)), fold) for fold in folded(tests)]


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


def _folds(group: list[RecordedTest]) -> list[Fold]:
    columns = _columns(group)
    if len(group) > 1 and 0 < len(columns) <= _MOST:
        return [Fold(tuple(group), _template(group, columns), columns)]
    return [Fold((test,), test) for test in group]


def _columns(group: list[RecordedTest]) -> tuple[Column, ...]:
    """Return what differs between tests of one shape; what is the same in every row is one parameter."""
    found: dict[tuple[str, ...], Column] = {}
    names = UniqueNames()
    for wish, sources in (*_literals(group), *_expected(group)):
        if len(set(sources)) > 1 and sources not in found:
            place = f"_refute_{len(found)}"
            found[sources] = Column(place, names.fresh(wish), sources)
    return tuple(found.values())


def _literals(group: list[RecordedTest]) -> Iterable[tuple[str, tuple[str, ...]]]:
    for position, step in enumerate(group[0].sequence.steps):
        if _is_open(step):
            made = [test.sequence.steps[position].operation for test in group]
            literals = [one for one in made if isinstance(one, Literal)]
            wish = _wish(group[0].sequence, position, literals)
            yield wish, tuple(one.source for one in literals)


def _expected(group: list[RecordedTest]) -> Iterable[tuple[str, tuple[str, ...]]]:
    for index, seen in enumerate(group[0].observations):
        if seen.style in _COMPARED:
            yield "expected", tuple(test.observations[index].expected for test in group)


def _wish(sequence: Sequence, position: int, literals: list[Literal]) -> str:
    """Return what to call a parameter: as the keyword it is passed by, or after its type."""
    for user in sequence.users(position):
        call = sequence.steps[user].operation
        if isinstance(call, Call) and call.keywords:
            by_keyword = sequence.sources(user)[-len(call.keywords) :]
            if position in by_keyword:
                name = call.keywords[by_keyword.index(position)]
                return name if name.isidentifier() and name != "expected" else "value"
    names = {_BY_TYPE.get(literal.type.name, "value") for literal in literals}
    return names.pop() if len(names) == 1 else "value"


def _template(group: list[RecordedTest], columns: tuple[Column, ...]) -> RecordedTest:
    """Return the first test with a place wherever something differs."""
    first = group[0]
    places = {column.sources: column.place for column in columns}
    steps = list(first.sequence.steps)
    for position, step in enumerate(steps):
        if isinstance(step.operation, Literal) and _is_open(step):
            made = (test.sequence.steps[position].operation for test in group)
            sources = tuple(one.source for one in made if isinstance(one, Literal))
            if sources in places:
                steps[position] = Step(Literal(places[sources], step.operation.type), ())
    seen = []
    for index, one in enumerate(first.observations):
        sources = tuple(test.observations[index].expected for test in group)
        is_open = one.style in _COMPARED and sources in places
        seen.append(replace(one, expected=places[sources]) if is_open else one)
    return RecordedTest(Sequence(tuple(steps)), tuple(seen), first.raises)


def _shortened(text: str) -> str:
    plain = text.encode("ascii", "backslashreplace").decode()
    return plain if len(plain) <= _LONGEST_ID else f"{plain[: _LONGEST_ID - 3]}..."
