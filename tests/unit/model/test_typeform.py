"""Type expressions as data, and which value may be passed where."""

from __future__ import annotations

import pytest

from refute.model.typeform import (
    ANY,
    BOOL,
    CALLABLE,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    TypeForm,
    fits,
    from_json,
    literal,
    members,
    restricted,
    to_json,
    union,
)

SUPERCLASSES = {
    "bool": {"int"},
    "shop:Special": {"shop:Cart"},
    "shop:Point": {"tuple"},
    "dict": {"collections.abc:Iterable"},
    "tuple": {"collections.abc:Iterable"},
    "str": {"collections.abc:Iterable"},
}


def is_subclass(name: str, other: str) -> bool:
    return other in SUPERCLASSES.get(name, ())


def of(name: str, *args: TypeForm) -> TypeForm:
    return TypeForm(name, args)


ITERABLE = "collections.abc:Iterable"
REST = TypeForm("...")


@pytest.mark.parametrize(
    ("have", "want"),
    [
        (INT, ANY),
        (INT, FLOAT),
        (BOOL, FLOAT),
        (FLOAT, TypeForm("complex")),
        (BOOL, INT),
        (of("shop:Special"), of("shop:Cart")),
        (NONE, union(INT, NONE)),
        (of("list", INT), of("list", FLOAT)),
        (of("list", NEVER), of("list", STR)),
        (of("list", union(INT, STR)), of("list", union(STR, INT, NONE))),
        (of("list"), of("list", STR)),
        (of("list", STR), of("list")),
        (of("tuple", BOOL, STR), of("tuple", INT, STR)),
        (of("tuple", INT, BOOL), of("tuple", INT, REST)),
        (of("tuple", INT, INT), of(ITERABLE, INT)),
        (of("dict", STR, INT), of(ITERABLE, STR)),
        (STR, of(ITERABLE, STR)),
        (literal("0"), literal("0")),
    ],
)
def test_it_fits(have, want):
    assert fits(have, want, is_subclass)


@pytest.mark.parametrize(
    ("have", "want"),
    [
        (FLOAT, INT),
        (ANY, INT),
        (INT, BOOL),
        (of("shop:Cart"), of("shop:Special")),
        (STR, union(INT, NONE)),
        (INT, literal("0")),
        (INT, NEVER),
        (of("list", STR), of("list", INT)),
        (of("list", union(INT, STR)), of("list", INT)),
        (of("tuple", INT), of("tuple", INT, INT)),
        (of("shop:Point"), of("tuple", INT, INT)),
        (of("tuple", INT, STR), of("tuple", INT, REST)),
        (of("tuple", INT, STR), of(ITERABLE, INT)),
        (STR, of(ITERABLE, INT)),
    ],
)
def test_it_does_not_fit(have, want):
    assert not fits(have, want, is_subclass)


def test_a_union_is_flat_and_one_member_is_itself():
    assert union(INT) == INT
    assert union(INT, union(STR, INT)) == of("union", INT, STR)
    assert union(INT, ANY) == ANY
    assert members(union(INT, STR)) == (INT, STR)
    assert members(INT) == (INT,)


def test_forms_are_shown_as_people_write_them():
    assert str(of("dict", STR, of("shop.cart:Cart"))) == "dict[str, Cart]"
    assert str(union(INT, NONE)) == "int | None"


@pytest.mark.parametrize("form", [INT, of("list", INT), union(INT, of("tuple", STR, REST))])
def test_forms_are_written_as_json(form):
    assert from_json(to_json(form)) == form


@pytest.mark.parametrize("data", [None, 1, [], [1], {}, ["list", 1]])
def test_what_is_no_form_is_refused(data):
    with pytest.raises(ValueError, match="not a type"):
        from_json(data)


@pytest.mark.parametrize(
    ("want", "is_fit"),
    [(of("tuple"), True), (of("tuple", INT, of("...")), True), (of("tuple", INT), False)],
)
def test_the_empty_tuple_is_passed_where_any_number_of_items_may_be(want, is_fit):
    assert fits(of("tuple"), want, is_subclass) is is_fit


@pytest.mark.parametrize(
    ("have", "want"),
    [
        ((FLOAT, STR), (INT, STR)),  # it takes more than it will be given
        ((STR, INT), (STR, FLOAT)),  # each that it gives will do
        ((of("shop:Cart"), NONE), (of("shop:Special"), NONE)),
        ((INT, STR), (INT, NONE)),  # nobody asks what it gives
        ((ANY, ANY), (INT, STR)),
        ((INT, STR), (ANY, ANY)),
        ((REST, INT), (STR, STR, INT)),
        ((INT, INT), (REST, STR)),
        ((), (INT, STR)),
        ((INT, STR), ()),
        ((INT,), (INT,)),
    ],
)
@pytest.mark.parametrize("name", [CALLABLE, "function"])
def test_a_function_fits_that_takes_what_it_is_given_and_gives_what_is_asked_for(name, have, want):
    assert fits(of(name, *have), of(CALLABLE, *want), is_subclass)


@pytest.mark.parametrize(
    ("have", "want"),
    [
        ((INT, STR), (FLOAT, STR)),
        ((STR, FLOAT), (STR, INT)),
        ((of("shop:Special"), NONE), (of("shop:Cart"), NONE)),
        ((INT, INT, STR), (INT, STR)),
        ((STR,), (INT, STR)),
        ((INT, NONE), (INT, STR)),
    ],
)
def test_a_function_of_other_parameters_or_another_result_does_not_fit(have, want):
    assert not fits(of(CALLABLE, *have), of(CALLABLE, *want), is_subclass)


def test_a_restricted_type_is_shown_with_its_conditions():
    assert str(restricted(INT, "{0} > 0", "{0} < 9")) == "int where x > 0 and x < 9"
