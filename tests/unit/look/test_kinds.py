"""Values are seen as kinds: classes, and of collections what they hold."""

from __future__ import annotations

import collections
import decimal

import pytest

from refute.look.kinds import _MOST_COMPOSED, _MOST_PLAIN, Kinds
from refute.model.typeform import NEVER, NONE, TypeForm, union


class Cart: ...


def form(value: object) -> str:
    kinds = Kinds({Cart: "shop:Cart"})
    return str(kinds.forms[kinds.of(value)])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "int"),
        (True, "bool"),
        (1.5, "float"),
        (None, "None"),
        ("text", "str"),
        (Cart(), "Cart"),
        (decimal.Decimal(1), "Decimal"),
        ([], "list[never]"),
        ([1, 2], "list[int]"),
        ([1, "a"], "list[int | str]"),
        ({1: "a"}, "dict[int, str]"),
        ((1, "a"), "tuple[int, str]"),
        ({1}, "set[int]"),
        ([[1], [2]], "list[list[int]]"),
        ([[[1]]], "list[list[list]]"),
        (collections.OrderedDict(), "OrderedDict"),
        (10**7, "large"),
        (-(10**7), "large"),
        ("x" * 2000, "large"),
        ([0] * 2000, "large"),
    ],
)
def test_what_a_value_is_seen_to_be(value, shown):
    assert form(value) == shown


def test_the_same_kind_is_the_same_number():
    kinds = Kinds()

    assert kinds.of([1]) == kinds.of([2, 3]) != kinds.of(["a"])
    assert kinds.of(1) == kinds.of(2)
    assert kinds.classes[kinds.of([1])] is list


def test_the_subject_names_its_classes():
    kinds = Kinds({Cart: "shop:Cart"})

    assert kinds.name(Cart) == "shop:Cart"
    assert kinds.name(int) == "int"
    kinds.of(Cart())
    assert kinds.class_named("shop:Cart") is Cart
    assert kinds.class_named("int") is int
    assert kinds.class_named("collections.abc:Iterable") is collections.abc.Iterable
    assert kinds.class_named("nosuch") is None
    assert kinds.class_named("shop:Nosuch") is None


def test_what_is_large_is_settable():
    kinds = Kinds(largest=10)

    assert kinds.of(11) == kinds.large and kinds.of(10) != kinds.large


def test_forms_are_of_the_model():
    kinds = Kinds()

    assert kinds.forms[kinds.none] == NONE
    assert kinds.forms[kinds.of([])] == TypeForm("list", (NEVER,))
    assert kinds.forms[kinds.of({1: "a", "b": 2})].args[0] == union(
        TypeForm("int"), TypeForm("str")
    )


def test_a_long_tuple_is_seen_like_a_list():
    assert form((1, 2, 3, 4, 5)) == "tuple[int]"


def nested(number: int) -> list[object]:
    """Return a list that holds another combination of classes for each number."""
    plain = [0, "", 1.5, b"", None, True, 1j, ...]
    inner = [value for bit, value in enumerate(plain) if number >> bit & 1]
    outer = [value for bit, value in enumerate(plain) if number >> 8 + bit & 1]
    return [inner, *outer]


def test_of_all_the_kinds_of_collections_so_many_are_told_apart():
    kinds = Kinds()
    known = kinds.of([1, "a"])
    numbers = {kinds.of(nested(number)) for number in range(2 * _MOST_COMPOSED)}

    assert len(kinds.forms) == len(kinds.classes) <= _MOST_COMPOSED + 20
    assert kinds.other in numbers
    assert kinds.of([1, "a"]) == known
    assert kinds.of([Cart()]) == kinds.other
    assert kinds.forms[kinds.of(Cart())].name.endswith(":Cart")


def test_classes_may_be_made_without_end():
    kinds = Kinds()
    numbers = [kinds.of(type("Made", (), {})()) for _ in range(_MOST_PLAIN + 10)]

    assert numbers[-1] == numbers[-2] == kinds.other
    assert len(kinds.forms) <= _MOST_PLAIN + 2
    assert kinds.of(7) == Kinds().of(7)


def test_what_is_not_told_apart_fits_nowhere_but_where_anything_does():
    kinds = Kinds()

    assert kinds.class_named("other") is None
    assert kinds.class_named("large") is None


def test_functions_of_a_fixed_number_of_parameters_are_told_apart_after_others_were_seen():
    kinds = Kinds()
    any_number = kinds.of(lambda *given: given)
    assert kinds.of(lambda x=0: x) == any_number
    assert kinds.forms[any_number].args == ()
    one, two = kinds.of(lambda x: x), kinds.of(lambda x, y: x)
    assert len({any_number, one, two}) == 3
    assert len(kinds.forms[one].args) == 2


def test_bound_methods_are_told_apart_by_what_they_take_beside_their_object():
    class Box:
        def put(self, item):
            return item

    kinds = Kinds()
    put, length = kinds.of(Box().put), kinds.of([].__len__)

    assert kinds.forms[put].name == "method" and len(kinds.forms[put].args) == 2
    assert put != length


def test_classes_that_a_function_makes_are_of_one_kind():
    def make() -> object:
        class Local: ...

        return Local()

    kinds = Kinds()

    assert kinds.of(make()) == kinds.of(make())
    assert len(kinds.forms) == len(kinds.classes)
