"""Every preset evaluates, is of its form, and comes in the same order in every run."""

from __future__ import annotations

import builtins
import enum
import importlib
import types
import typing
import warnings

import pytest

from refute.generate import presets as module
from refute.generate.presets import Presets
from refute.model.literals import maker
from refute.model.sequence import Literal
from refute.model.subject import Input, Subject, class_name
from refute.model.typeform import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    TypeForm,
    literal,
    restricted,
    union,
)

EMPTY = Subject((), (), {})
NAMES = [*module.COMMON, *module.STANDS_FOR, *module.OF_ELEMENTS, *module.OF_PAIRS]
ABSENT = {
    "None": type(None),
    "ellipsis": type(...),
    "function": types.FunctionType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "module": types.ModuleType,
}


class Color(enum.Enum):
    RED = 1
    GREEN = 2


def form(name: str, *args: TypeForm) -> TypeForm:
    return TypeForm(name, args)


def sources(found: list[Literal]) -> list[str]:
    return [one.source for one in found]


def value(one: Literal) -> object:
    return maker(one.source)()


def class_of(name: str) -> type | None:
    place, _, qualname = name.rpartition(":")
    holder = importlib.import_module(place) if place else builtins
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ABSENT.get(name) or getattr(holder, qualname, None)


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_is_of_its_form(name: str) -> None:
    cls = class_of(name)
    if cls is None:
        pytest.skip("not in this version of Python")
    presets = Presets(EMPTY)
    found = presets.for_form(TypeForm(name)) + presets.rare_for(TypeForm(name))

    assert presets.for_form(TypeForm(name))
    assert len(set(found)) == len(found)
    for one in found:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert isinstance(value(one), cls), one


def test_numbers_are_exactly_of_their_type_and_simple_first() -> None:
    presets = Presets(EMPTY)
    for name in ("int", "float", "bool", "str", "bytes", "complex"):
        every = presets.for_form(TypeForm(name)) + presets.rare_for(TypeForm(name))
        assert {type(value(one)).__name__ for one in every} == {name}

    assert sources(presets.for_form(INT))[:5] == ["0", "1", "-1", "2", "3"]
    assert "float('nan')" not in sources(presets.for_form(TypeForm("float")))
    assert "float('nan')" in sources(presets.rare_for(TypeForm("float")))


def test_unions_offer_their_members_in_turn() -> None:
    found = Presets(EMPTY).for_form(union(INT, NONE, STR))

    assert sources(found)[:4] == ["0", "None", "''", "1"]


def test_literals_offer_their_values() -> None:
    found = Presets(EMPTY).for_form(literal("'a'", "1"))

    assert found == [Literal("'a'", STR), Literal("1", INT)]


def test_anything_has_families_and_no_list_of_its_own() -> None:
    presets = Presets(EMPTY)

    assert presets.for_form(ANY) == []
    kinds = [{type(value(one)).__name__ for one in family} for family in presets.families()]
    assert {"int"} in kinds and {"str"} in kinds and {"NoneType", "bool"} in kinds
    assert all(len(kind) == 1 for kind in kinds[:-1])


def test_collections_with_known_elements_start_empty() -> None:
    presets = Presets(EMPTY)

    assert sources(presets.for_form(form("list", INT))) == ["[]"]
    assert sources(presets.for_form(form("dict", STR, INT))) == ["{}"]
    assert sources(presets.for_form(form("tuple", INT, TypeForm("...")))) == ["()"]
    assert presets.for_form(form("tuple", INT, STR)) == []


def test_iterators_hold_elements_of_their_form() -> None:
    found = Presets(EMPTY).for_form(form("collections.abc:Iterator", STR))

    items = [item for one in found for item in value(one)]  # type: ignore[attr-defined]
    assert items and all(type(item) is str for item in items)


def test_mappings_hold_pairs_of_their_forms() -> None:
    found = Presets(EMPTY).for_form(form("collections.abc:Mapping", STR, INT))

    pairs = [pair for one in found for pair in value(one).items()]  # type: ignore[attr-defined]
    assert pairs and all(type(k) is str and type(v) is int for k, v in pairs)


@pytest.mark.parametrize(
    ("args", "arguments", "result"),
    [
        ((INT, INT), (3,), int),
        ((BOOL,), (), bool),
        ((INT, STR, STR), (1, "a"), str),
        ((TypeForm("..."), BOOL), (1, 2, 3), bool),
        ((ANY, NONE), (1,), type(None)),
    ],
    ids=str,
)
def test_callables_take_and_return_what_they_say(
    args: tuple[TypeForm, ...], arguments: tuple[object, ...], result: type
) -> None:
    found = Presets(EMPTY).for_form(form("collections.abc:Callable", *args))

    assert found
    for one in found:
        assert type(value(one)(*arguments)) is result  # type: ignore[operator]


def test_members_of_enumerations_and_classes_are_values() -> None:
    subject = Subject((), (), {class_name(Color): Color})
    color = TypeForm(class_name(Color))
    presets = Presets(subject)

    assert [value(one) for one in presets.for_form(color)] == [Color.RED, Color.GREEN]
    assert [value(one) for one in presets.for_form(form("type", color))] == [Color]
    assert [value(one) for one in presets.families()[-1]] == [Color.RED, Color.GREEN]
    assert presets.like(f"{__name__}.Color.GREEN")[1].source == f"{__name__}.Color.RED"


class Named(typing.Protocol):
    name: str


class Person(Named):
    name = ""


def test_a_protocol_that_does_not_say_who_satisfies_it_offers_what_names_it() -> None:
    subject = Subject((), (), {class_name(one): one for one in (Named, Person, Color)})
    wanted = form("type", TypeForm(class_name(Named)))

    assert Person in [value(one) for one in Presets(subject).for_form(wanted)]
    assert Color not in [value(one) for one in Presets(subject).for_form(wanted)]


def test_exceptions_and_their_classes() -> None:
    presets = Presets(EMPTY)

    assert isinstance(value(presets.for_form(TypeForm("ValueError"))[0]), ValueError)
    classes = [value(one) for one in presets.for_form(form("type", TypeForm("Exception")))]
    assert classes[0] is Exception and ValueError in classes


def test_typed_dicts_are_displays_with_their_keys() -> None:
    class Movie(typing.TypedDict): ...

    keys = (Input("name", STR, "keyword"), Input("year", INT, "keyword", required=False))
    subject = Subject((), (), {"shop:Movie": Movie}, typed_dicts={"shop:Movie": keys})
    found = Presets(subject).for_form(TypeForm("shop:Movie"))

    assert sources(found)[:2] == ["{'name': ''}", "{'name': 'a', 'year': 1}"]


def test_typed_dicts_that_hold_themselves_end() -> None:
    node = TypeForm("shop:Node")
    keys = (Input("next", union(node, NONE), "keyword"),)
    subject = Subject((), (), {}, typed_dicts={"shop:Node": keys})

    assert sources(Presets(subject).for_form(node)) == ["{'next': None}"]


def test_constants_of_the_subject_come_after_the_first_few() -> None:
    subject = Subject((), (), {}, constants={"int": ("4711", "0")})
    found = sources(Presets(subject).for_form(INT))

    assert found[:7] == ["0", "1", "-1", "2", "3", "4711", "5"]
    assert len(set(found)) == len(found)


def test_what_the_user_and_plugins_offer_comes_first() -> None:
    class Plugin:
        def presets(self, form: TypeForm) -> list[Literal]:
            return [Literal("99", INT)] if form == INT else []

    presets = Presets(EMPTY, {"int": ["42"], "shop:Clock": ["shop.Clock(0)"]}, [Plugin()])

    assert sources(presets.for_form(INT))[:3] == ["42", "99", "0"]
    assert sources(presets.for_form(TypeForm("shop:Clock"))) == ["shop.Clock(0)"]


@pytest.mark.parametrize(
    ("default", "second"),
    [
        ("True", "False"),
        ("'utf-8'", "''"),
        ("-1", "0"),
        ("(1, 2)", "()"),
        ("float('inf')", "0.0"),
        ("datetime.timedelta(0)", "datetime.timedelta(days=1)"),
    ],
)
def test_a_default_shows_what_is_welcome(default: str, second: str) -> None:
    assert sources(Presets(EMPTY).like(default))[:2] == [default, second]


def test_a_default_of_unknown_type_is_offered_alone() -> None:
    assert sources(Presets(EMPTY).like("shop.DEFAULT")) == ["shop.DEFAULT"]


def test_unknown_forms_have_no_presets() -> None:
    assert Presets(EMPTY).for_form(TypeForm("shop:Cart")) == []


def test_what_the_source_suggests_comes_after_the_simplest() -> None:
    given = Input("x", INT, offers=(Literal("41", INT), Literal("1", INT)), sizes=(9,))

    assert sources(Presets(EMPTY).for_input(given))[:5] == ["0", "1", "-1", "41", "2"]


def test_of_what_the_source_suggests_only_the_first_is_passed_often() -> None:
    given = Input("x", ANY, offers=tuple(Literal(str(n), INT) for n in range(1000, 1200)))
    usual, rare = (
        sources(found(given)) for found in (Presets(EMPTY).for_input, Presets(EMPTY).rare_for_input)
    )

    assert ("1029" in usual, "1029" in rare) == (True, False)
    assert ("1030" in usual, "1030" in rare) == (False, True)
    assert Presets(Subject((), (), {}, given={"int": ("5",)})).rare_for_input(given) == []


def test_what_the_user_gives_is_passed_in_place_of_what_the_source_suggests() -> None:
    subject = Subject((), (), {}, given={"int": ("5",)})
    given = Input("x", union(INT, NONE), offers=(Literal("41", INT),))

    assert sources(Presets(subject).for_input(given)) == ["5", "None"]
    assert sources(Presets(subject).for_input(Input("x", INT, offers=given.offers))) == ["5"]


def test_collections_of_lengths_that_the_source_compares_with() -> None:
    presets = Presets(EMPTY)
    given = Input("x", TypeForm("list", (INT,)), sizes=(9, 2001))

    assert "list(range(9))" in sources(presets.for_input(given))
    assert sources(presets.rare_for_input(given))[0] == "list(range(2001))"
    assert sources(presets.for_input(Input("x", ANY, sizes=(9,)))) == ["list(range(9))", "'a' * 9"]


def test_what_keeps_the_conditions_of_a_form_is_offered_its_edges_first() -> None:
    form = restricted(INT, "{0} >= 7", "{0} < 100")

    assert sources(Presets(EMPTY).for_form(form)) == ["7", "8", "99", "10", "64"]


def test_collections_that_a_condition_on_their_length_allows() -> None:
    form = restricted(TypeForm("list", (INT,)), "len({0}) >= 2", "len({0}) < 4")

    assert sources(Presets(EMPTY).for_form(form)) == ["list(range(2))", "list(range(3))"]


def test_a_huge_number_in_the_source_is_passed_now_and_then_only() -> None:
    constants = {"int": ("40", "1200000000")}
    made = Presets(Subject((), (), {}, constants=constants))

    assert "40" in sources(made.for_form(INT))
    assert "1200000000" not in sources(made.for_form(INT))
    assert "1200000000" in sources(made.rare_for(INT))


@pytest.mark.parametrize(
    ("form", "source"),
    [
        (TypeForm("list", (TypeForm("list", (FLOAT,)),)), "[[], [0.0], [0.0, 1.0, -1.0]]"),
        (TypeForm("tuple", (INT, STR)), "(1, 'a',)"),
        (TypeForm("dict", (STR, INT)), "{'': 0, 'a': 1, 'b': -1}"),
        (INT, "0"),
    ],
)
def test_collections_can_be_written_with_what_is_in_them(form, source):
    assert source in sources(Presets(EMPTY).written(form))
