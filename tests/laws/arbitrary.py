"""Arbitrary type forms, operations, sequences, violations and findings, as Hypothesis strategies."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from refute.model.finding import Finding
from refute.model.sequence import (
    RECEIVERS,
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Operation,
    Parameter,
    Raise,
    Return,
    Sequence,
    SetField,
    Step,
)
from refute.model.typeform import ANY, NEVER, NONE, TypeForm, literal, union
from refute.model.verdict import Blame, Severity, Violation

NAMES = ["None", "bool", "int", "float", "str", "bytes", "shop:Cart", "shop:Cart.Item", "any"]
TARGETS = ["shop:Cart", "shop:Cart.add", "shop:total", "shop.till:Till.take"]
SOURCES = ["0", "1", "-1", "10", "''", "'é\\n'", "None", "True", "float('nan')", "[]", "b''"]

words = st.text(max_size=8)
names = st.sampled_from(["x", "size", "_items", "größe"])
type_forms = st.recursive(
    st.sampled_from([ANY, NEVER, NONE, *map(TypeForm, NAMES), literal("0", "'a'")]),
    lambda forms: st.one_of(
        st.builds(lambda form: TypeForm("list", (form,)), forms),
        st.builds(lambda form: TypeForm("tuple", (form, TypeForm("..."))), forms),
        st.builds(lambda *parts: TypeForm("tuple", parts), forms, forms),
        st.builds(lambda *parts: TypeForm("dict", parts), forms, forms),
        st.builds(union, forms, forms),
    ),
    max_leaves=5,
)
literals = st.builds(Literal, st.sampled_from(SOURCES), type_forms)


@cache
def calls(arity: int) -> st.SearchStrategy[Call]:
    """Return calls with so many arguments, the last of them by keyword."""

    def called(how: str) -> st.SearchStrategy[Call]:
        free = arity - (how in RECEIVERS)
        return st.builds(
            Call,
            st.sampled_from(TARGETS),
            st.tuples(*[type_forms] * arity),
            type_forms,
            st.lists(names, max_size=free, unique=True).map(tuple),
            st.just(how),
            st.sampled_from(["", "await", "items", "async-items"]),
        )

    ways = ["function", "new", *(["method", "get", "operator"] if arity else [])]
    return st.sampled_from(ways).flatmap(called)


@cache
def displays(arity: int) -> st.SearchStrategy[Display]:
    """Return displays with so many elements; a dict has an even number."""
    kinds = ["list", "tuple", "set", "frozenset", *(["dict"] if arity % 2 == 0 else [])]
    inputs = st.tuples(*[type_forms] * arity)
    return st.builds(
        lambda kind, forms: Display(kind, forms, TypeForm(kind)), st.sampled_from(kinds), inputs
    )


@cache
def operations(arity: int, depth: int = 1) -> st.SearchStrategy[Operation]:
    """Return operations that take so many arguments."""
    choices: list[st.SearchStrategy[Operation]] = [calls(arity), displays(arity)]
    if arity == 0:
        choices += [literals, st.builds(Allocate, st.sampled_from(TARGETS))]
        choices.append(st.builds(Parameter, st.integers(0, 3)))
    if arity == 2:
        choices.append(st.builds(SetField, names))
    if depth:
        choices += [callbacks(arity, depth), subclasses(arity, depth)]
    return st.one_of(choices)


@st.composite
def callbacks(draw: st.DrawFn, captures: int, depth: int = 1) -> Callback:
    """Return functions that capture so many values, with well-formed bodies."""
    own = draw(st.lists(names, max_size=2, unique=True))
    forms = st.tuples(*[type_forms] * (len(own) + captures))
    given = draw(forms)
    body = draw(bodies(len(given), depth))
    then = draw(st.sampled_from(["", "", "await", "items", "with"]))
    inputs, captured = given[: len(own)], given[len(own) :]
    return Callback(draw(names), tuple(own), inputs, draw(type_forms), captured, body, then)


@st.composite
def subclasses(draw: st.DrawFn, captures: int, depth: int = 1) -> Derive:
    """Return classes whose methods together capture so many values."""
    first = draw(st.integers(0, captures))
    shares = [first, captures - first] if captures or draw(st.booleans()) else []
    methods = [(draw(names), draw(callbacks(share, depth))) for share in shares]
    return Derive(draw(st.sampled_from(TARGETS)), tuple(methods))


@st.composite
def bodies(draw: st.DrawFn, given: int, depth: int) -> Sequence:
    """Return the bodies of functions that have so many parameters and captures."""
    steps: list[Step] = []
    for here in range(draw(st.integers(0, 4))):
        backs = draw(arguments(here))
        is_parameter = not backs and given and draw(st.booleans())
        made = plain_operations(len(backs), depth - 1)
        one = Parameter(draw(st.integers(0, given - 1))) if is_parameter else draw(made)
        steps.append(Step(one, backs))
    match draw(st.sampled_from(["", "return", "raise"])):
        case "return" if steps:
            steps.append(Step(Return(), (draw(st.integers(1, len(steps))),)))
        case "raise":
            steps.append(Step(Raise(draw(st.sampled_from(["ValueError()", "KeyError('a')"]))), ()))
    return Sequence(tuple(steps))


@cache
def plain_operations(arity: int, depth: int = 0) -> st.SearchStrategy[Operation]:
    """Return calls, displays and literals that take so many arguments; functions and classes, where they may be made."""
    made = [callbacks(arity, depth), subclasses(arity, depth)] if depth > 0 else []
    return st.one_of(calls(arity), displays(arity), *([literals] * 2 if arity == 0 else []), *made)


@cache
def arguments(here: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Return arguments for a step that has so many before it."""
    return st.lists(st.integers(1, here), max_size=3).map(tuple) if here else st.just(())


@st.composite
def sequences(
    draw: st.DrawFn, min_size: int = 0, max_size: int = 8, depth: int = 1, plain: bool = False
) -> Sequence:
    """Return well-formed sequences; plain ones are of literals, calls, displays, and functions that do only such."""
    steps: list[Step] = []
    for here in range(draw(st.integers(min_size, max_size))):
        backs = draw(arguments(here))
        made = plain_operations(len(backs), depth) if plain else operations(len(backs), depth)
        steps.append(Step(draw(made), backs))
    return Sequence(tuple(steps))


@cache
def violations_of(steps: int) -> st.SearchStrategy[Violation]:
    """Return violations by sequences of so many steps."""
    subjects = st.lists(st.integers(0, steps - 1), max_size=3).map(tuple)

    def violated(about: tuple[int, ...]) -> st.SearchStrategy[Violation]:
        assertions = ["assert box.ok()", *(["assert {0} == {0}"] if about else [])]
        return st.builds(
            Violation,
            rule=st.sampled_from(["raises", "eq-reflexive", "invariant", "dies"]),
            step=st.integers(0, steps - 1),
            blame=st.sampled_from(Blame),
            message=words,
            operation=st.sampled_from(TARGETS),
            signature=st.lists(words, max_size=3).map(tuple),
            severity=st.sampled_from(Severity),
            exception=st.none() | st.just("KeyError"),
            file=st.none() | st.sampled_from(["shop.py", "größe/ein laden.py"]),
            line=st.none() | st.integers(1, 99),
            reason=words,
            remedy=words,
            because=words,
            caps=st.lists(words, max_size=2).map(tuple),
            is_guess=st.booleans(),
            subjects=st.just(about),
            assertion=st.none() | st.sampled_from(assertions),
        )

    return subjects.flatmap(violated)


violations = violations_of(9)


@st.composite
def _findings(draw: st.DrawFn) -> Finding:
    sequence = draw(sequences(min_size=1))
    return Finding(
        violation=draw(violations_of(len(sequence))),
        sequence=sequence,
        first_seen=draw(sequences()),
        seed=draw(st.integers(0, 2**40)),
        found_by=draw(st.sampled_from(["feedback", "walk-blind"])),
        seen=draw(st.integers(1, 10**6)),
        stable=draw(st.booleans()),
        seconds_to_find=draw(st.floats(0, 1e6)),
        number=draw(st.integers(0, 10**6)),
    )


findings = _findings()
