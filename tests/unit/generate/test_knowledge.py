"""What is learned about calling a routine, and about one of its inputs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.generate.knowledge import (
    _MOST_ACCEPTED,
    _MOST_MADE,
    _MOST_OF_A_TYPE,
    _MOST_TYPES,
    Knowledge,
    KnownRoutine,
    Slot,
    is_large,
)
from refute.generate.presets import Presets
from refute.generate.tuning import MOST_BLOATS
from refute.model.sequence import Call, Literal
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, OTHER, STR, TypeForm

STACK = TypeForm("shop:Stack")


PUSH = Routine(
    "shop:Stack.push",
    "method",
    (Input("self", STACK, annotated=True), Input("n", INT, annotated=True)),
    NONE,
)


def presets() -> Presets:
    return Presets(Subject(("shop",), (), {}))


@pytest.mark.parametrize(
    ("good", "bad", "draw", "welcome"),
    [
        (0, 0, 0.5, True),
        (0, 2, 0.5, True),
        (0, 3, 0.5, False),
        (0, 3, 0.01, True),
        (5, 9, 0.5, True),
    ],
)
def test_types_that_always_raise_are_tried_less(good, bad, draw, welcome):
    slot = Slot(Input("x", ANY), presets())
    slot.good, slot.bad = {1: good}, {1: bad}

    assert slot.welcomes(1, draw) is welcome


def test_a_default_says_what_is_meant_to_be_passed():
    slot = Slot(Input("size", ANY, required=False, default="10"), presets())

    assert slot.default == "int"
    assert {step.operation.type for step in slot.presets} == {INT}


def test_what_cannot_be_passed_by_keyword_needs_what_is_before_it():
    inputs = (Input("a", INT, required=False), Input("b", INT, required=False, nameless=True))
    known = KnownRoutine(Routine("shop:f", "function", inputs, NONE), presets(), True)

    assert known.without_gaps([0, 1]) == [0, 1]
    assert known.without_gaps([1]) == []
    assert known.without_gaps([]) == []


def test_a_way_makes_each_call_once():
    known = KnownRoutine(PUSH, presets(), True)

    assert known.call((0, 1)) is known.call((0, 1))
    assert known.call((0, 1)) == PUSH.call((0, 1))


def test_what_was_accepted_must_be_like_the_default():
    inputs = (Input("a", ANY), Input("size", ANY, required=False, default="10"))
    known = KnownRoutine(Routine("shop:f", "function", inputs, NONE), presets(), True)
    forms = [INT, STR]
    known.accepted = {(0, 0), (0, 1), (1,)}

    assert known.has_accepted(known.call((0, 1)), (0, 0), forms)
    assert not known.has_accepted(known.call((0, 1)), (0, 1), forms)
    assert not known.has_accepted(known.call((0, 1)), (1, 1), forms)
    assert known.has_accepted(known.call((0,)), (1,), forms)


def test_of_a_million_ways_to_call_few_are_kept():
    inputs = tuple(Input(f"x{n}", INT, required=False) for n in range(20))
    known = KnownRoutine(Routine("shop:f", "function", inputs, NONE), presets(), True)
    for number in range(2000):
        chosen = tuple(n for n in range(20) if number >> n & 1)
        assert known.call(chosen) == known.routine.call(chosen)

    assert len(known._made) <= _MOST_MADE


def test_so_much_is_learned_of_what_is_accepted_and_nothing_of_what_cannot_be_told_apart():
    known = KnownRoutine(Routine("shop:f", "function", (Input("a", ANY),), NONE), presets(), True)
    forms = [OTHER, *[INT] * (2 * _MOST_ACCEPTED)]
    for kind in range(len(forms)):
        known.accept((kind,))

    assert len(known.accepted) == _MOST_ACCEPTED
    assert known.has_accepted(known.call((0,)), (1,), forms)
    assert not known.has_accepted(known.call((0,)), (0,), forms)
    assert not known.has_accepted(known.call((0,)), (len(forms) - 1,), forms)


def test_few_literals_of_few_types_are_known_to_be_taken():
    slot = Slot(Input("x", ANY), presets())
    for form in ("int", "str", "float", "tuple", "list", "dict", "bytes", "bool", "set"):
        for number in range(10):
            slot.take(Literal(f"{form}({number})", TypeForm(form)))

    assert [len(alike) for alike in slot.taken.values()] == [_MOST_OF_A_TYPE] * _MOST_TYPES


def test_a_literal_is_known_by_the_input_that_it_was_passed_for():
    one, other = Literal("1", INT), Literal("'a'", STR)
    inputs = (Input("x", ANY), Input("key", ANY, way="keyword"), Input("more", ANY, way="rest"))
    known = KnownRoutine(Routine("shop:f", "function", inputs[:2], ANY), presets(), True)
    many = KnownRoutine(Routine("shop:g", "function", inputs[2:], ANY), presets(), True)
    known.note_literals(known.call((0, 1)), [one, other])
    many.note_literals(many.call((0, 0)), [one, other])
    many.note_literals(many.call((0,)), [many.call(())])

    assert [[*slot.taken] for slot in known.slots] == [["int"], ["str"]]
    assert [*many.slots[0].taken] == ["int", "str"]


def test_nothing_is_known_of_what_a_call_passes_beyond_the_parameters():
    known = KnownRoutine(MAKE, presets(), True)

    assert known.slot_of(Call("shop:make", (INT,), ANY), 0) is None


def knowledge(subject: Subject, forms: list[TypeForm], **more) -> Knowledge:
    same = lambda name, other: name == other  # noqa: E731
    return Knowledge(subject, presets(), forms, same, lambda: 0.0, **more)


MAKE = Routine("shop:make", "function", (), ANY)


def test_methods_wait_until_there_is_an_object():
    push = replace(PUSH, owner="shop:Stack")
    forms: list[TypeForm] = [INT]
    known = knowledge(
        Subject(("shop",), (MAKE, push), {}, reached=frozenset(["shop:Stack"])), forms
    )
    known.look_at_new_kinds()
    before = [one.routine for one in known.everything], known.methods_of(0)
    forms.append(STACK)
    known.look_at_new_kinds()

    assert before == ([MAKE], [])
    assert [one.routine for one in known.routines] == [MAKE, push]
    assert [one.routine for one in known.methods_of(1)] == [push]
    assert known.of_target("shop:Stack.push") in known.uncalled


@pytest.mark.parametrize(
    ("how", "cls", "then"),
    [("function", map, "items"), ("function", list, ""), ("new", map, "")],
)
def test_the_items_of_an_iterator_that_was_made_are_taken_from_then_on(how, cls, then):
    known = knowledge(Subject(("shop",), (), {}), [ANY], class_of=lambda kind: cls)
    routine = KnownRoutine(Routine("shop:each", how, (), ANY), presets(), True)

    known.notice(routine, 0)
    if routine.may_be_lazy:
        routine.take_items()

    assert (routine.call(()).then, routine.iterates) == (then, bool(then))


def test_a_class_that_a_function_makes_is_learned_from_its_objects():
    local = TypeForm("shop:make.<locals>.Stack")
    size = Routine(f"{local.name}.size", "method", (Input("self", local),), INT, owner=local.name)
    subject = Subject(("shop",), (MAKE,), {}, local_routines=lambda cls: [size])
    known = knowledge(subject, [local], class_of=lambda kind: object)
    known.look_at_new_kinds()

    assert [one.routine for one in known.methods_of(0)] == [size]
    assert known.of_target(size.target).under_test


def test_where_large_numbers_make_something_huge_no_more_are_offered():
    slot = Slot(
        Input("n", INT), Presets(Subject(("shop",), (), {}, constants={"int": ("5000", "99")}))
    )
    before = [step.operation for step in (*slot.presets, *slot.rare)]
    for _ in range(MOST_BLOATS + 1):
        slot.note_large()

    after = [step.operation for step in (*slot.presets, *slot.rare)]
    assert {one for one in before if one not in after} == set(filter(is_large, before))
    assert Literal("5000", INT) in before
    assert Literal("99", INT) in after


@pytest.mark.parametrize(
    ("name", "form", "is_foreign"),
    [("__lt__", STACK, True), ("__eq__", ANY, False), ("__add__", STACK, False)],
)
def test_what_is_compared_may_be_of_another_type_than_annotated(name, form, is_foreign):
    inputs = (Input("self", STACK, annotated=True), Input("other", form, annotated=True))
    known = KnownRoutine(
        Routine(f"shop:Stack.{name}", "operator", inputs, NONE), presets(), under_test=True
    )

    assert [bool(slot.foreign) for slot in known.slots] == [False, is_foreign]


@pytest.mark.parametrize(("draw", "chosen"), [(0.1, "shop:late"), (0.5, "shop:make")])
def test_what_no_all_lists_is_chosen_less_often(draw, chosen):
    late = replace(MAKE, target="shop:late")
    known = knowledge(Subject(("shop",), (late, MAKE), {}, unlisted=frozenset(["shop:late"])), [])

    assert [one.routine.target for one in known.choosable(lambda: draw)] == [chosen]
    assert [one.routine.target for one in known.uncalled] == ["shop:late", "shop:make"]


@pytest.mark.parametrize(
    ("how", "then", "name", "held"),
    [("function", "items", "each", "function"), ("operator", "", "Stack.__iter__", "method")],
)
def test_an_iterator_can_be_held(how, then, name, held):
    known = KnownRoutine(Routine(f"shop:{name}", how, (), ANY, then), presets(), True)

    assert known.iterates
    assert known.held(()) is known.held(())
    assert (known.held(()).how, known.held(()).then) == (held, "")
