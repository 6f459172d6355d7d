"""A routine becomes a call in all the ways its signature allows."""

from __future__ import annotations

import collections
import decimal

import pytest

from refute.model.sequence import Call
from refute.model.subject import Input, Located, Routine, Subject, class_name
from refute.model.typeform import CALLABLE, INT, NONE, STR, TypeForm


@pytest.mark.parametrize(
    ("cls", "name"),
    [
        (int, "int"),
        (type(None), "None"),
        (decimal.Decimal, "decimal:Decimal"),
        (collections.OrderedDict, "collections:OrderedDict"),
    ],
)
def test_a_class_goes_by_its_bare_name_or_with_its_module(cls, name):
    assert class_name(cls) == name


def test_inputs_are_passed_by_position_until_one_is_left_out():
    a, b, c = (Input(name, INT) for name in "abc")
    routine = Routine("shop:f", "function", (a, b, c), NONE)

    assert routine.call((0, 1, 2)) == Call("shop:f", (INT, INT, INT), NONE)
    assert routine.call((0,)) == Call("shop:f", (INT,), NONE)
    assert routine.call((0, 2)) == Call("shop:f", (INT, INT), NONE, ("c",))
    assert routine.call((1, 2)) == Call("shop:f", (INT, INT), NONE, ("b", "c"))


def test_the_form_of_a_function_is_what_it_takes_beside_itself_and_what_it_gives():
    itself = Input("function", TypeForm(CALLABLE))
    routine = Routine("shop:make()", "call", (itself, Input("x", INT)), STR)

    assert routine.form == TypeForm(CALLABLE, (INT, STR))


def test_keyword_only_inputs_are_passed_by_keyword():
    inputs = (Input("a", INT), Input("key", STR, "keyword"))
    routine = Routine("shop:f", "function", inputs, NONE, then="await")

    assert routine.call((0, 1)) == Call("shop:f", (INT, STR), NONE, ("key",), "function", "await")


def test_the_rest_may_be_given_several_times():
    routine = Routine("shop:f", "function", (Input("a", INT), Input("rest", STR, "rest")), NONE)

    assert routine.call((0, 1, 1)) == Call("shop:f", (INT, STR, STR), NONE)


def test_what_stands_in_is_known_for_helpers_too():
    push = Routine("shop:Stack.push", "method", (), NONE, stand_in="shop:Stack.push_spec")
    pop = Routine("shop:Stack.pop", "method", (), NONE, stand_in="shop:Stack.pop_spec")
    plain = Routine("shop:Stack", "new", (), NONE)
    subject = Subject(("shop",), (push, plain), {}, helpers=(pop,))

    assert subject.stand_ins == {
        "shop:Stack.push_spec": "shop:Stack.push",
        "shop:Stack.pop_spec": "shop:Stack.pop",
    }


def test_messages_name_the_first_module_of_a_target():
    assert Located(("/shop",), ("shop.cart", "shop.pay")).module == "shop.cart"
