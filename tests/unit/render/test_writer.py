"""Each operation is written as the Python that a person would have written."""

from __future__ import annotations

import pytest
from cart_sequences import (
    CART,
    LIST,
    integer,
    lines,
    new_cart,
    new_rat,
    operator,
    put,
    sequence,
    total,
)

from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    GetField,
    Literal,
    Parameter,
    Sequence,
    SetField,
    ignoring,
)
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm, union
from refute.render.source import render


@pytest.mark.parametrize(
    ("name", "count", "text"),
    [
        ("__add__", 2, "cart + -1"),
        ("__radd__", 2, "-1 + cart"),
        ("__pow__", 2, "cart**-1"),
        ("__rpow__", 2, "(-1) ** cart"),
        ("__getitem__", 2, "cart[-1]"),
        ("__setitem__", 3, "cart[-1] = -1"),
        ("__delitem__", 2, "del cart[-1]"),
        ("__contains__", 2, "-1 in cart"),
        ("__call__", 3, "cart(-1, -1)"),
        ("__call__", 1, "cart()"),
        ("__neg__", 1, "-cart"),
        ("__len__", 1, "len(cart)"),
        ("__iter__", 1, "list(itertools.islice(cart, 64))"),
        ("__iadd__", 2, "operator.iadd(cart, -1)"),
        ("__pow__", 3, "cart.__pow__(-1, -1)"),
        ("__matmul__", 2, "cart @ -1"),
    ],
)
def test_operators_are_written_as_the_syntax_that_calls_them(name: str, count: int, text: str):
    steps = sequence(new_cart, integer(-1), (operator(name), (0, 1, 1)[:count]))

    assert lines(steps, 0) == ["cart = Cart()", text]


def test_operands_are_put_in_parentheses_only_where_needed():
    product = operator("__mul__")
    literal = Literal("1 + 2", INT)
    called = Literal("lambda x: x", ANY)

    assert lines(sequence(new_cart, literal, (product, (0, 1)))) == ["Cart() * (1 + 2)"]
    assert lines(sequence(called, integer(1), (operator("__call__"), (0, 1)))) == [
        "(lambda x: x)(1)"
    ]


def test_what_cannot_be_an_expression_has_the_value_none():
    steps = sequence(new_cart, integer(1), (operator("__setitem__"), (0, 1, 1)), (put, (0, 2)))

    assert lines(steps) == ["cart = Cart()", "cart[1] = 1", "cart.put(None)"]


def test_properties_methods_and_results():
    steps = sequence(
        new_cart,
        (total, (0,)),
        (put, (0, 1)),
        (Call("shop.cart:Cart.get_owner", (CART,), STR, how="method"), (0,)),
        (Call("shop.cart:Cart.merge", (CART, ANY), union(CART, NONE), how="method"), (0, 3)),
        (Call("shop.cart:Cart.pop", (CART, ANY), INT, how="method"), (4, 1)),
        (put, (4, 5)),
    )

    assert lines(steps) == [
        "cart = Cart()",
        "total = cart.total",
        "cart.put(total)",
        "owner = cart.get_owner()",
        "cart_2 = cart.merge(owner)",
        "result = cart_2.pop(total)",
        "cart_2.put(result)",
    ]


def test_coroutines_and_iterators():
    steps = sequence(
        (Call("m:fetch", (), INT, then="await"), ()),
        (Call("m:primes", (), ANY, then="items"), ()),
        (Call("m:ticks", (), ANY, then="async-items"), ()),
    )
    rendered = render(steps)

    assert rendered.imports == [
        "import asyncio",
        "import itertools",
        "",
        "from m import fetch, primes, ticks",
    ]
    assert rendered.lines == [
        "asyncio.run(fetch())",
        "list(itertools.islice(primes(), 64))",
        "_items(ticks())",
    ]
    assert len(rendered.helpers) == 1


def test_what_is_awaited_may_raise_and_be_passed_over():
    fetch = Call("m:fetch", (), INT, then="await")

    assert render(sequence((ignoring(fetch), ()))).lines == [
        "with contextlib.suppress(Exception):",
        "    asyncio.run(fetch())",
    ]


def test_structures_are_allocated_and_linked():
    node = TypeForm("tree:Node")
    steps = sequence(
        Allocate("tree:Node"),
        Allocate("tree:Node"),
        (SetField("left"), (0, 1)),
        (SetField("left"), (1, 0)),
        (GetField("left"), (0,)),
        (Call("tree:Node.size", (node,), INT, how="method"), (4,)),
    )

    assert lines(steps) == [
        "node = object.__new__(Node)",
        "node_2 = object.__new__(Node)",
        "node.left = node_2",
        "node_2.left = node",
        "left = node.left",
        "left.size()",
    ]


def test_a_class_that_guards_its_fields_is_passed_by():
    steps = sequence(Allocate("tree:Node"), integer(1), (SetField("key", direct=True), (0, 1)))

    assert lines(steps) == [
        "node = object.__new__(Node)",
        'object.__setattr__(node, "key", 1)',
    ]


def test_fields_and_items_are_set_to_nested_values():
    steps = sequence(
        new_cart,
        integer(1),
        (new_rat, (1, 1)),
        (SetField("price"), (0, 2)),
        (new_rat, (1, 1)),
        (operator("__setitem__"), (0, 1, 4)),
        (new_rat, (1, 1)),
        (operator("__delitem__"), (0, 6)),
    )

    assert lines(steps) == [
        "cart = Cart()",
        "cart.price = Rat(1, 1)",
        "cart[1] = Rat(1, 1)",
        "del cart[Rat(1, 1)]",
    ]


def test_a_callback_of_one_expression_is_a_lambda():
    body = sequence(Parameter(0), Parameter(1), (operator("__add__"), (0, 1)))
    use = Call("m:use", (ANY,), ANY)

    assert lines(sequence(Callback(2, (), body), (use, (0,)))) == ["use(lambda x, y: x + y)"]
    assert lines(sequence(Callback(0, (), Sequence()), (use, (0,)))) == ["use(lambda: None)"]


def test_a_callback_sees_the_one_object_it_captured():
    body = sequence(Parameter(0), Parameter(1), (put, (1, 0)))
    use = Call("m:use", (ANY,), ANY)

    assert lines(
        sequence(Literal("[]", LIST), (Callback(1, (LIST,), body), (0,)), (use, (1,)))
    ) == [
        "items = []",
        "use(lambda x: items.put(x))",
    ]


def test_a_callback_of_several_statements_is_a_function():
    body = sequence(Parameter(0), (put, (0, 0)), (total, (0,)))
    use = Call("m:use", (ANY, ANY), ANY)

    assert lines(sequence(new_cart, Callback(1, (), body), (use, (1, 0))), 0) == [
        "cart = Cart()",
        "",
        "def callback(x):",
        "    x.put(x)",
        "    return x.total",
        "",
        "use(callback, cart)",
    ]


def test_a_derived_class():
    body = sequence(Parameter(1))
    steps = sequence(
        Derive("shop.cart:Cart", (("put", Callback(2, (), body)),)),
        (Call("m:use", (ANY,), ANY), (0,)),
    )

    assert lines(steps) == [
        "class DerivedCart(Cart):",
        "    def put(x, y):",
        "        return y",
        "",
        "use(DerivedCart)",
    ]
