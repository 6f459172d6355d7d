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
    GetField,
    Literal,
    Operation,
    Parameter,
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
    if arity == 1:
        choices.append(st.builds(GetField, names))
    if arity == 2:
        choices.append(st.builds(SetField, names))
    if depth:
        bodies = sequences(max_size=3, depth=depth - 1)
        forms = st.tuples(*[type_forms] * arity)
        callbacks = st.builds(Callback, st.integers(0, 2), forms, bodies)
        methods = st.lists(st.tuples(names, callbacks), max_size=2).map(tuple)
        choices += [callbacks, st.builds(Derive, st.sampled_from(TARGETS), methods)]
    return st.one_of(choices)


@cache
def plain_operations(arity: int) -> st.SearchStrategy[Operation]:
    """Return calls, displays and literals that take so many arguments."""
    return st.one_of(calls(arity), displays(arity), *([literals] * 2 if arity == 0 else []))


@cache
def arguments(here: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Return arguments for a step that has so many before it."""
    return st.lists(st.integers(1, here), max_size=3).map(tuple) if here else st.just(())


@st.composite
def sequences(
    draw: st.DrawFn, min_size: int = 0, max_size: int = 8, depth: int = 1, plain: bool = False
) -> Sequence:
    """Return well-formed sequences; plain ones are of literals, calls and displays only."""
    steps: list[Step] = []
    for here in range(draw(st.integers(min_size, max_size))):
        backs = draw(arguments(here))
        made = plain_operations(len(backs)) if plain else operations(len(backs), depth)
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
