"""Exceptions that belong to what the name of a method promises."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cases import named  # isort: skip

from refute.judge.exceptions.protocols import (
    asks_for_an_item,
    belongs_to_protocol,
    may_be_asked_about_anything,
    method_of,
)
from refute.model.evidence import Origin


def raised(target: str, how: str, *bases: str, **facts):
    return replace(named(*bases), target=target, how=how, **facts)


@pytest.mark.parametrize(
    ("target", "how", "exception", "belongs"),
    [
        ("shop:Cart.__getitem__", "method", "KeyError", True),
        ("shop:Cart.pop", "method", "IndexError", True),
        ("shop:Cart.add", "method", "KeyError", False),
        ("shop:pop", "function", "IndexError", False),  # its name promises nothing
        ("shop:Vector.__truediv__", "operator", "ArithmeticError", True),
        ("shop:Vector.__add__", "operator", "ArithmeticError", False),
        ("shop:Cart.__next__", "method", "StopIteration", True),
    ],
)
def test_a_method_may_raise_what_its_name_promises(target, how, exception, belongs):
    assert belongs_to_protocol(raised(target, how, exception)) is belongs


def test_a_look_up_in_something_of_the_codes_own_is_none_of_it():
    pop = raised("shop:Cart.pop", "method", "IndexError", lookup_in_own=True)

    assert not belongs_to_protocol(pop)


def test_where_a_base_class_is_documented_the_name_promises_no_more():
    pop = raised("shop:Cart.pop", "method", "IndexError", documented="base")

    assert not belongs_to_protocol(pop)


def test_a_comparison_stumbles_over_another_class_only():
    eq = raised("shop:Cart.__eq__", "operator", "AttributeError", compares_other_class=True)

    assert may_be_asked_about_anything(eq)
    assert not may_be_asked_about_anything(replace(eq, compares_other_class=False))
    assert not may_be_asked_about_anything(replace(eq, bases=frozenset({"KeyError"})))


@pytest.mark.parametrize(
    ("exception", "facts", "asks"),
    [
        ("IndexError", {}, True),
        ("StopIteration", {}, True),
        ("KeyError", {}, False),
        ("IndexError", {"origin": Origin.OWN}, False),
        ("IndexError", {"lookup_in_own": True}, False),
    ],
)
def test_who_asks_for_the_last_item_of_nothing_is_to_blame(exception, facts, asks):
    assert asks_for_an_item(raised("shop:last", "function", exception, **facts)) is asks


def test_a_method_or_another_function_does_not_ask_for_an_item():
    assert not asks_for_an_item(raised("shop:Cart.last", "method", "IndexError"))
    assert not asks_for_an_item(raised("shop:total", "function", "IndexError"))


def test_a_function_is_no_method():
    assert method_of(raised("shop:Cart.pop", "method", "KeyError")) == "pop"
    assert method_of(raised("shop:pop", "function", "KeyError")) == ""
