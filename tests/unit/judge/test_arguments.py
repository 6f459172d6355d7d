"""Whether what was passed fits what was asked for."""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import replace
from typing import Protocol, TypedDict

import pytest

from refute.judge.arguments import Arguments, is_subclass
from refute.look.kinds import Kinds
from refute.model.evidence import Fit
from refute.model.sequence import Call, Callback, Derive, Literal, Sequence
from refute.model.subject import Guess, Input, Routine, Subject
from refute.model.typeform import (
    ANY,
    BOOL,
    CALLABLE,
    FLOAT,
    INT,
    NONE,
    STR,
    TypeForm,
    literal,
    restricted,
    union,
)


class Base: ...


class Derived(Base): ...


class Color(enum.Enum):
    RED = 1


CLASSES = {"shop:Base": Base, "shop:Derived": Derived, "shop:Color": Color}
INTS, TEXTS = TypeForm("list", (INT,)), TypeForm("list", (STR,))


def arguments(*routines: Routine) -> Arguments:
    return Arguments(Subject(("shop",), routines, CLASSES), Kinds({}))


class Live:
    def __init__(self, kinds: Kinds, *values: object) -> None:
        self.values = list(values)
        self.value_kinds = [kinds.of(value) for value in values]


def fits(value: object, want: TypeForm) -> bool:
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    return asked.is_what_is_asked_for(value, kinds.of(value), want)


def test_subclasses_are_known_by_name():
    subject, kinds = Subject(("shop",), (), CLASSES), Kinds({})

    def known(name: str, other: str) -> bool:
        return is_subclass(subject, kinds, name, other)

    assert known("shop:Derived", "shop:Base")
    assert not known("shop:Base", "shop:Derived")
    assert known("bool", "int")
    assert known("list", "collections.abc:Iterable")
    assert not known("nosuch:X", "int") and not known("int", "nosuch:X")


@pytest.mark.parametrize(
    ("value", "want", "is_met"),
    [
        (3, INT, True),
        ("3", INT, False),
        (True, INT, False),  # a number is meant
        (True, BOOL, True),
        ([1, 2], INTS, True),
        ([1] * 50 + ["2"], INTS, False),  # every item is looked at
        (4, restricted(INT, "{0} > 3", "{0} < 5"), True),
        (4, restricted(INT, "{0} > 3", "{0} < 4"), False),
        ([4], TypeForm("list", (restricted(INT, "{0} > 3"),)), True),
        ("ab", TEXTS, False),  # a text is no collection of texts
        (iter([1]), TypeForm("collections.abc:Iterable", (INT,)), False),  # cannot be seen
    ],
)
def test_a_value_is_what_somebody_who_writes_the_annotation_means(value, want, is_met):
    assert fits(value, want) is is_met


@pytest.mark.parametrize(
    ("form", "is_closed"),
    [
        (INT, True),
        (ANY, False),
        (TypeForm("list"), False),
        (INTS, True),
        (restricted(INTS, "len({0}) > 1"), True),
        (restricted(TypeForm("list"), "len({0}) > 1"), False),
    ],
)
def test_a_bare_collection_says_nothing_about_its_items(form, is_closed):
    assert arguments().is_closed(form) is is_closed


class Ordered(Protocol):
    def __lt__(self, other: object) -> bool: ...


def test_a_protocol_with_an_operator_does_not_say_what_goes_together():
    asked = Arguments(Subject(("shop",), (), {"shop:Ordered": Ordered}), Kinds({}))

    assert not asked.is_closed(TypeForm("list", (TypeForm("shop:Ordered"),)))


def test_an_enumeration_names_all_its_values_and_a_number_does_not():
    call = Call("shop:f", (TypeForm("shop:Color"), INT), ANY)

    assert arguments().is_named(call, 0)
    assert not arguments().is_named(call, 1)


def test_an_argument_belongs_to_the_parameter_that_it_is_passed_for():
    rest = Input("rest", INT, required=False, way="rest")
    routine = Routine("shop:f", "function", (Input("a", INT), Input("b", STR), rest), ANY)
    by_name = Call("shop:f", (INT, STR), ANY, keywords=("b",))
    many = Call("shop:f", (INT, STR, INT, INT), ANY)

    assert arguments(routine).input_of(by_name, 1).name == "b"
    assert arguments(routine).input_of(many, 3) == rest
    assert arguments().input_of(many, 0) is None


def test_of_what_was_passed_before_the_first_misfit_is_named():
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    call = Call("shop:f", (INT,), ANY)
    good = Sequence().extend(Literal("0", INT)).extend(call, [0])
    bad = Sequence().extend(Literal("''", STR)).extend(call, [0])

    assert asked.holds(good, Live(kinds, 0), 1, last=1) == "yes"
    assert asked.holds(bad, Live(kinds, ""), 1, last=1) == ""
    assert list(asked.unmet(bad, Live(kinds, ""), 1, last=1)) == [(1, 0)]


def test_what_is_left_out_may_be_none():
    number = Input("n", ANY)
    value = Input("value", ANY, required=False)
    told = replace(value, annotated=True)
    routine, other = (
        Routine(f"shop:{name}", "function", (number, one), ANY)
        for name, one in (("f", value), ("g", told))
    )
    literal = Sequence().extend(Literal("0", INT))
    out, passed, plain = (
        literal.extend(one.call(chosen), [0] * len(chosen))
        for one, chosen in ((routine, (0,)), (routine, (0, 1)), (other, (0,)))
    )

    assert [arguments(routine, other).leaves_none(one, 1) for one in (out, passed, plain)] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("guesses", "annotated", "passed", "meant"),
    [
        ([(TEXTS, 0.8), (INT, 0.4)], ANY, 0, [(1, 0, TEXTS)]),
        ([(TEXTS, 0.8), (INT, 0.6)], ANY, 0, []),  # not clearly more
        ([(TEXTS, 0.8)], ANY, 0, [(1, 0, TEXTS)]),  # nothing speaks for a number
        ([(union(TEXTS, INT), 0.8)], ANY, 0, []),
        ([], ANY, 0, []),
        ([(TEXTS, 0.8)], INT, 0, []),
    ],
)
def test_a_type_that_clearly_more_speaks_for_is_rather_meant(guesses, annotated, passed, meant):
    kinds = Kinds({})
    parameter = Input("a", annotated, guesses=tuple(Guess(*one, "name") for one in guesses))
    routine = Routine("shop:f", "function", (parameter,), ANY)
    sequence = Sequence().extend(Literal(repr(passed), INT)).extend(routine.call((0,)), [0])
    asked = Arguments(Subject(("shop",), (routine,), CLASSES), kinds)

    assert list(asked.rather_meant(sequence, Live(kinds, passed), 1, last=1)) == meant


def test_what_the_documentation_says_is_meant_whatever_else_may_be_done_with_it():
    kinds = Kinds({})
    rows = TypeForm("list", (INTS,))
    guesses = (Guess(TypeForm("list"), 0.4, "use: iterated over"), Guess(rows, 0.3, "docstring: x"))
    routine = Routine("shop:f", "function", (Input("a", ANY, guesses=guesses),), ANY)
    sequence = Sequence().extend(Literal("['a']", TEXTS)).extend(routine.call((0,)), [0])
    asked = Arguments(Subject(("shop",), (routine,), CLASSES), kinds)

    assert list(asked.rather_meant(sequence, Live(kinds, ["a"]), 1, last=1)) == [(1, 0, rows)]
    assert list(asked.rather_meant(sequence, Live(kinds, [[1]]), 1, last=1)) == []
    assert list(asked.rather_meant(sequence, Live(kinds, iter("a")), 1, last=1)) != []


def test_a_function_that_was_returned_is_not_passed():
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    made = Call("shop:make", (), ANY)
    called = Call("shop:make()", (TypeForm(CALLABLE), INT), ANY, how="call")
    sequence = Sequence().extend(made).extend(Literal("0", INT)).extend(called, [0, 1])

    assert asked.holds(sequence, Live(kinds, len, 0), 2, last=2) == "yes"
    assert asked.is_annotated(called)


class Named(Protocol):
    name: str


class Odd(type):
    def __subclasscheck__(cls, other: type) -> bool:
        raise LookupError


class Unsure(metaclass=Odd): ...


def test_implementations_and_protocols_have_subclasses_too():
    classes = {**CLASSES, "shop:Named": Named, "shop:Unsure": Unsure}
    subject = Subject(("shop",), (), classes, implementations={"shop:Base": ("shop:Derived",)})
    kinds = Kinds({})

    assert is_subclass(subject, kinds, "shop:Derived", "shop:Base")
    assert not is_subclass(subject, kinds, "shop:Color", "shop:Base")
    assert not is_subclass(subject, kinds, "shop:Base", "shop:Named")
    assert not is_subclass(subject, kinds, "shop:Base", "shop:Unsure")


@pytest.mark.parametrize(
    ("value", "want", "is_met"),
    [
        ([1, "a"], TypeForm("list", (ANY,)), True),
        ([["a"]] * 50 + ["ab"], TypeForm("list", (TEXTS,)), False),
        ([[1]] * 50 + [(1,)], TypeForm("list", (INTS,)), False),
        ((1, "a"), TypeForm("tuple", (INT, STR)), True),
        ((1, "a", 2), TypeForm("tuple", (INT, STR)), False),
        ([(1, "a")], TypeForm("list", (TypeForm("tuple", (INT, STR)),)), True),
        ([(1,)], TypeForm("list", (TypeForm("tuple", (INT, STR)),)), False),
        ([deque([1])], TypeForm("list", (TypeForm("collections:deque", (INT,)),)), False),
        (len, TypeForm("shop:Base"), False),
    ],
)
def test_items_of_items_are_looked_at_as_far_as_they_can_be_seen(value, want, is_met):
    assert fits(value, want) is is_met


def test_annotations_are_read_only_so_deep():
    value, want = [1], INTS
    for _ in range(10):
        value, want = [value], TypeForm("list", (want,))

    assert not fits(value, want)


def test_a_typed_dict_is_a_dictionary_with_its_keys():
    kinds = Kinds({})
    subject = Subject(("shop",), (), {}, typed_dicts={"shop:Point": (Input("x", INT),)})
    asked, want = Arguments(subject, kinds), TypeForm("shop:Point")
    points = TypeForm("list", (want,))

    assert asked.is_what_is_asked_for({"x": 1}, kinds.of({"x": 1}), want)
    assert not asked.is_what_is_asked_for({"y": 1}, kinds.of({"y": 1}), want)
    assert not asked.is_what_is_asked_for([{"x": 1}, 3], kinds.of([{"x": 1}]), points)


def test_what_the_package_does_not_offer_and_what_was_never_asked_for_is_told():
    kinds = Kinds({})
    color = Input("color", ANY)
    sentinel = Input("other", ANY, required=False, sentinel=True)
    routine = Routine("shop:f", "function", (color, sentinel), ANY)
    subject = Subject(("test_arguments",), (routine,), {"x:Color": Color}, internal={"shop:g"})
    asked = Arguments(subject, kinds)
    literal = Sequence().extend(Literal("0", INT))
    internal = literal.extend(Call("shop:g", (INT,), ANY), [0])
    one, both = (
        literal.extend(routine.call((0,)), [0]),
        literal.extend(routine.call((0, 1)), [0, 0]),
    )

    assert asked.holds(internal, Live(kinds, 0), 1, last=1) == ""
    assert list(asked.unmet(internal, Live(kinds, 0), 1, last=1)) == []
    assert asked.is_misnamed(one, Live(kinds, 0), 1, last=1)
    assert not asked.is_misnamed(one, Live(kinds, Color.RED), 1, last=1)
    assert not asked.is_misnamed(both, Live(kinds, Color.RED), 1, last=1)
    assert asked.overrides_sentinel(both, 1, last=1)
    assert not asked.overrides_sentinel(one, 1, last=1)


@pytest.mark.parametrize(
    ("value", "want", "fit"),
    [
        ("3", INT, Fit.CONTRADICTS),
        ({None: 1}, TypeForm("collections.abc:Iterable", (STR,)), Fit.CONTRADICTS),
        (None, union(INT, STR), Fit.CONTRADICTS),
        ("b", literal("'a'"), Fit.CONTRADICTS),
        ("b", union(literal("'a'"), INT), Fit.CONTRADICTS),
        (3, restricted(INT, "{0} > 3"), Fit.CONTRADICTS),
        ("b", restricted(INT, "{0} > 3"), Fit.CONTRADICTS),
        ([0], TypeForm("list", (restricted(INT, "{0} > 0"),)), Fit.CONTRADICTS),
        (True, INT, Fit.UNKNOWN),  # a type checker takes it
        ("ab", TypeForm("collections.abc:Iterable", (STR,)), Fit.UNKNOWN),
        (iter([1]), TypeForm("collections.abc:Iterable", (INT,)), Fit.UNKNOWN),
        ("3", ANY, Fit.UNKNOWN),
        ("3", TypeForm("nosuch:X"), Fit.UNKNOWN),
        (["a" * 2000] * 2000, INT, Fit.UNKNOWN),  # of no kind that tells its class
        (len, TypeForm("collections.abc:Callable", (INT, TypeForm("..."))), Fit.UNKNOWN),
    ],
)
def test_what_an_annotation_rules_out_is_told_from_what_nobody_can_say(value, want, fit):
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    sequence = Sequence().extend(Literal("…", ANY)).extend(Call("shop:f", (want,), ANY), [0])

    assert asked.misfit(sequence, Live(kinds, value), 1, last=1) is fit


def taking(*forms: TypeForm) -> TypeForm:
    return TypeForm(CALLABLE, forms)


@pytest.mark.parametrize(
    ("want", "answer"),
    [
        (taking(INT, STR), "yes"),
        (taking(BOOL, NONE), "yes"),
        (taking(STR, STR), ""),  # it takes a number
        (taking(INT, INT), ""),  # it gives a text
        (taking(STR), ""),
        (union(INT, taking(INT, STR)), "yes"),
        (taking(TypeForm("..."), STR), ""),  # who knows what it will be given
    ],
)
def test_a_function_that_we_made_fits_where_it_takes_and_gives_what_is_asked_for(want, answer):
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    made = Callback("key", ("x",), (INT,), STR)
    sequence = Sequence().extend(made).extend(Call("shop:f", (want,), ANY), [0])

    assert asked.holds(sequence, Live(kinds, len), 1, last=1) == answer


@pytest.mark.parametrize(
    ("output", "want", "fit"),
    [(ANY, taking(INT, NONE), "yes"), (ANY, taking(INT, STR), ""), (STR, taking(INT, STR), "yes")],
)
def test_a_function_of_which_nothing_says_what_it_gives_fits_where_no_result_is_asked_for(
    output, want, fit
):
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    made = Callback("f", ("x",), (INT,), output)
    sequence = Sequence().extend(made).extend(Call("shop:f", (want,), ANY), [0])

    assert asked.holds(sequence, Live(kinds, len), 1, last=1) == fit


@pytest.mark.parametrize(
    ("then", "output", "answer"),
    [
        ("items", TypeForm("collections.abc:Iterator", (STR,)), "yes"),
        ("items", TypeForm("collections.abc:Iterator", (INT,)), ""),
        ("await", TypeForm("collections.abc:Awaitable", (STR,)), "yes"),
        ("with", TypeForm("collections.abc:Iterator", (STR,)), ""),
        ("with", STR, ""),
    ],
)
def test_what_a_function_gives_wrapped_is_what_is_asked_for_so(then, output, answer):
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    made = Callback("key", ("x",), (INT,), STR, then=then)
    want = taking(INT, output)
    sequence = Sequence().extend(made).extend(Call("shop:f", (want,), ANY), [0])

    assert asked.holds(sequence, Live(kinds, len), 1, last=1) == answer


def test_a_class_that_we_made_is_what_its_objects_are_made_of():
    kinds = Kinds({})
    call = Call("shop:Base", (TypeForm("type", (TypeForm("shop:Base"),)),), ANY, how="derived")
    sequence = Sequence().extend(Derive("shop:Base", ())).extend(call, [0])

    assert arguments().holds(sequence, Live(kinds, Derived), 1, last=1) == "yes"


@pytest.mark.parametrize(
    ("want", "fit"),
    [
        (taking(INT, STR), Fit.CONTRADICTS),
        (taking(ANY, ANY), Fit.UNKNOWN),  # perhaps it is called only where it can be
        (taking(), Fit.UNKNOWN),
        (union(taking(ANY), INT), Fit.UNKNOWN),
    ],
)
def test_that_a_parameter_is_called_rules_out_nothing(want, fit):
    kinds = Kinds({})
    asked = Arguments(Subject(("shop",), (), CLASSES), kinds)
    sequence = Sequence().extend(Literal("''", STR)).extend(Call("shop:f", (want,), ANY), [0])

    assert asked.misfit(sequence, Live(kinds, ""), 1, last=1) is fit


class Point(TypedDict):
    x: int


class Hidden: ...


CALLED = Subject(
    ("shop",),
    (),
    {
        **CLASSES,
        "shop:Named": Named,
        "shop:Point": Point,
        "shop:f.<locals>.Hidden": Hidden,
    },
    typed_dicts={"shop:Point": (Input("x", INT),)},
)


@pytest.mark.parametrize(
    ("wanted", "given", "broken"),
    [
        ((INT,), ("a",), ((0,), "isinstance({0}, int)")),
        ((INT, STR), (1, None), ((1,), "isinstance({0}, str)")),
        ((FLOAT,), ("a",), ((0,), "isinstance({0}, (int, float))")),
        ((NONE,), (1,), ((0,), "{0} is None")),
        ((union(INT, NONE),), ("a",), ((0,), "isinstance({0}, int) or {0} is None")),
        ((INTS,), ("a",), ((0,), "isinstance({0}, list)")),
        ((union(INTS, NONE),), ("a",), ((0,), "isinstance({0}, list) or {0} is None")),
        ((TypeForm("shop:Base"),), (1,), ((0,), "isinstance({0}, shop.Base)")),
    ],
)
def test_a_function_asks_for_the_class_that_it_was_not_given(wanted, given, broken):
    asked = Arguments(CALLED, Kinds({}))

    assert asked.first_ruled_out(wanted, given) == broken


@pytest.mark.parametrize(
    ("want", "given"),
    [
        (INT, 1),
        (INT, True),
        (FLOAT, 1),
        (ANY, "a"),
        (INTS, ["a"]),  # what is inside does not count
        (union(literal("1"), STR), 2),
        (taking(INT, STR), 1),
        (TypeForm("shop:f.<locals>.Hidden"), 1),  # nobody can name it
        (TypeForm("shop:Named"), 1),  # of these Python cannot say who is one
        (TypeForm("shop:Point"), 1),
    ],
)
def test_a_function_asks_for_nothing_where_it_was_given_that_or_nobody_could_tell(want, given):
    asked = Arguments(CALLED, Kinds({}))

    assert asked.first_ruled_out((want,), (given,)) is None
