"""Expressions as trees: displays, keywords, literals of the subject."""

from __future__ import annotations

import sys
import types

import pytest
from cart_sequences import (
    CART,
    LIST,
    integer,
    lines,
    new_cart,
    put,
    sequence,
)

from refute.model.sequence import (
    Call,
    Display,
    Literal,
)
from refute.model.typeform import ANY, INT, STR, TypeForm
from refute.render.source import render


def test_displays_are_written_in_place_and_their_elements_too():
    display = Display("list", (INT, CART), TypeForm("list"))
    pairs = Display("dict", (STR, LIST), TypeForm("dict"))
    steps = sequence(
        new_cart, integer(1), (display, (1, 0)), Literal("'a'", STR), (pairs, (3, 2)), (put, (0, 4))
    )

    assert lines(steps) == ["cart = Cart()", 'cart.put({"a": [1, cart]})']


@pytest.mark.parametrize(
    ("kind", "none", "two"),
    [
        ("list", "[]", "[1, 2]"),
        ("tuple", "()", "(1, 2)"),
        ("set", "set()", "{1, 2}"),
        ("frozenset", "frozenset()", "frozenset({1, 2})"),
        ("dict", "{}", "{1: 2}"),
    ],
)
def test_displays(kind: str, none: str, two: str):
    use = Call("m:use", (ANY,), ANY)
    empty = Display(kind, (), ANY)
    full = Display(kind, (INT, INT), ANY)

    assert lines(sequence(empty, (use, (0,)))) == [f"use({none})"]
    assert lines(sequence(integer(1), integer(2), (full, (0, 1)), (use, (2,)))) == [f"use({two})"]


def test_keyword_arguments():
    call = Call("m:go", (INT, INT, INT), ANY, keywords=("key", "class"))

    assert lines(sequence(integer(1), integer(2), (call, (0, 0, 1)))) == [
        'go(1, key=1, **{"class": 2})'
    ]


def test_literals_of_the_subject_are_imported_by_name(monkeypatch: pytest.MonkeyPatch):
    for name in ("shop", "shop.color"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    red = Literal("shop.color.Color.RED", TypeForm("shop.color:Color"))
    price = Literal("decimal.Decimal('1.5')", TypeForm("decimal:Decimal"))
    rendered = render(sequence(red, price, (Call("m:paint", (ANY, ANY, ANY), ANY), (0, 1, 0))))

    assert rendered.imports == [
        "import decimal",
        "",
        "from m import paint",
        "from shop.color import Color",
    ]
    assert rendered.lines == ['paint(Color.RED, decimal.Decimal("1.5"), Color.RED)']
