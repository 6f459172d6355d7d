"""Each operation is written as the Python that a person would have written."""

from __future__ import annotations

from typing import Any

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
    Literal,
    Parameter,
    Raise,
    Return,
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
        ("__repr__", 1, "repr(cart)"),
        ("__getstate__", 1, "copy.copy(cart)"),
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
        (Call("tree:Node.left", (node,), node, how="field"), (0,)),
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


USE = Call("m:use", (ANY,), ANY)


def function(body: Sequence, *names: str, captures: int = 0, **more: Any) -> Callback:
    """Return a function of these parameters that nobody says anything about."""
    forms = (ANY,) * len(names)
    return Callback(
        more.pop("role", "visit"),
        names,
        forms,
        more.pop("output", ANY),
        (ANY,) * captures,
        body,
        **more,
    )


def test_a_callback_of_one_expression_is_a_lambda():
    added = sequence(Parameter(0), Parameter(1), (operator("__add__"), (0, 1)), (Return(), (2,)))

    assert lines(sequence(function(added, "x", "y"), (USE, (0,)))) == ["use(lambda x, y: x + y)"]
    assert lines(sequence(function(Sequence()), (USE, (0,)))) == ["use(lambda: None)"]


def test_a_callback_sees_the_one_object_it_captured():
    body = sequence(Parameter(0), Parameter(1), (put, (1, 0)))
    made = function(body, "x", captures=1, output=NONE)

    assert lines(sequence(Literal("[]", LIST), (made, (0,)), (USE, (1,)))) == [
        "items = []",
        "use(lambda x: items.put(x))",
    ]


def test_what_a_call_gives_is_not_given_on_to_somebody_who_may_look_at_it():
    made = function(sequence(Parameter(0), (put, (0, 0))), "x")

    assert lines(sequence(made, (USE, (0,)))) == [
        "def visit(x):",
        "    x.put(x)",
        "",
        "use(visit)",
    ]


def test_a_callback_of_several_statements_is_a_function_named_by_its_role():
    body = sequence(Parameter(0), (put, (0, 0)), (total, (0,)), (Return(), (2,)))
    use = Call("m:use", (ANY, ANY), ANY)

    assert lines(sequence(new_cart, function(body, "x", role="on_push"), (use, (1, 0))), 0) == [
        "cart = Cart()",
        "",
        "def on_push(x):",
        "    x.put(x)",
        "    return x.total",
        "",
        "use(on_push, cart)",
    ]
    nameless = function(body, "x", role="class")
    assert "def callback(x):" in lines(sequence(new_cart, nameless, (use, (1, 0))), 0)


def test_a_callback_that_raises_needs_a_statement():
    bare, telling = (
        function(sequence(Raise(text)), "x") for text in ("ValueError()", "ValueError('no')")
    )

    assert lines(sequence(bare, (USE, (0,)))) == [
        "def visit(x):",
        "    raise ValueError",
        "",
        "use(visit)",
    ]
    assert '    raise ValueError("no")' in lines(sequence(telling, (USE, (0,))))


def test_a_call_that_is_passed_over_needs_a_statement():
    made = function(sequence(Parameter(0), (ignoring(put), (0, 0))), "x", output=NONE)

    assert lines(sequence(made, (USE, (0,))))[:3] == [
        "def visit(x):",
        "    with contextlib.suppress(Exception):",
        "        x.put(x)",
    ]


@pytest.mark.parametrize(
    ("then", "body", "expected"),
    [
        ("await", sequence(integer(1), (Return(), (0,))), ["async def visit():", "    return 1"]),
        ("await", Sequence(), ["async def visit():", "    pass"]),
        ("items", sequence(integer(1), (Return(), (0,))), ["def visit():", "    yield 1"]),
        ("items", Sequence(), ["def visit():", "    yield"]),
        (
            "items",
            sequence(Raise("KeyError()")),
            ["def visit():", "    raise KeyError", "    yield"],
        ),
        (
            "with",
            sequence(integer(1), (Return(), (0,))),
            ["@contextlib.contextmanager", "def visit():", "    yield 1"],
        ),
        ("async-items", Sequence(), ["async def visit():", "    yield"]),
        (
            "async-with",
            sequence(integer(1), (Return(), (0,))),
            ["@contextlib.asynccontextmanager", "async def visit():", "    yield 1"],
        ),
    ],
)
def test_functions_of_other_kinds(then, body, expected):
    assert lines(sequence(function(body, then=then), (USE, (0,)))) == [*expected, "", "use(visit)"]


def test_a_function_in_a_function():
    inner = function(sequence(Parameter(0), Parameter(1), (put, (1, 0))), "x", captures=1)
    outer = function(
        sequence(Parameter(0), (inner, (0,)), (put, (0, 1)), (put, (0, 0))), "x", role="outer"
    )

    assert lines(sequence(outer, (USE, (0,)))) == [
        "def outer(x):",
        "    def visit(x_2):",
        "        x.put(x_2)",
        "",
        "    x.put(visit)",
        "    x.put(x)",
        "",
        "use(outer)",
    ]


def test_what_a_body_uses_is_not_hidden_by_a_parameter():
    body = sequence(
        Parameter(0), Parameter(1), (new_cart, ()), (put, (1, 2)), Literal("len([])", INT)
    )
    body = body.extend(put, [0, 4])

    assert lines(
        sequence(
            new_cart,
            (function(body, "cart", "Cart", "len", captures=0), ()),
            (USE, (1,)),
            (USE, (0,)),
        )
    ) == [
        "cart = Cart()",
        "",
        "def visit(cart, Cart_2, len_2):",
        "    Cart_2.put(Cart())",
        "    cart.put(len([]))",
        "",
        "use(visit)",
        "use(cart)",
    ]


def test_a_derived_class():
    keeps = function(sequence(Parameter(1), (Return(), (0,))), "self", "item")
    steps = sequence(Derive("shop.cart:Cart", (("put", keeps),)), (USE, (0,)))

    assert lines(steps) == [
        "class DerivedCart(Cart):",
        "    def put(self, item):",
        "        return item",
        "",
        "use(DerivedCart)",
    ]
    assert lines(sequence(Derive("shop.cart:Cart", ()), (USE, (0,))))[:2] == [
        "class DerivedCart(Cart):",
        "    pass",
    ]


def test_a_method_is_written_as_it_is_declared():
    steps = ((Parameter(1), ()), (Return(), (0,)))
    method = function(sequence(*steps), "self", "item=None", "*rest", "deep=False", "**named")
    assert lines(sequence(Derive("shop.cart:Cart", (("put", method),)), (USE, (0,))))[1:3] == [
        "    def put(self, item=None, *rest, deep=False, **named):",
        "        return item",
    ]
    only = function(sequence(*steps), "self", "*, item")
    assert "    def put(self, *, item):" in lines(
        sequence(Derive("shop.cart:Cart", (("put", only),)), (USE, (0,)))
    )


def test_a_derived_object_is_written_where_it_is_used():
    above = Call("shop.cart:Cart.put", (CART, ANY), NONE, how="super")
    first = function(sequence(Parameter(0), Parameter(1), (above, (0, 1))), "self", "item")
    second = function(sequence(Parameter(1), (total, (0,))), "self", captures=1)
    derive = Derive("shop.cart:Cart", (("put", first), ("clear", second)))
    make = Call("shop.cart:Cart", (ANY,), CART, how="derived")
    steps = sequence(new_cart, (derive, (0,)), (make, (1,)), (put, (0, 2)))

    assert lines(steps) == [
        "cart = Cart()",
        "",
        "class DerivedCart(Cart):",
        "    def put(self, item):",
        "        super().put(item)",
        "",
        "    def clear(self):",
        "        cart.total",
        "",
        "cart.put(DerivedCart())",
    ]


def test_the_parameters_of_a_method_keep_their_names_for_whoever_passes_by_name():
    adds = function(sequence(Parameter(1), Parameter(2), (put, (1, 0))), "self", "cart", captures=1)
    steps = sequence(new_cart, (Derive("shop.cart:Cart", (("put", adds),)), (0,)), (USE, (1,)))

    assert lines(steps)[:4] == [
        "cart_2 = Cart()",
        "",
        "class DerivedCart(Cart):",
        "    def put(self, cart):",
    ]
    assert "        cart_2.put(cart)" in lines(steps)


def test_it_is_known_where_the_calls_of_bodies_stand():
    inner = function(sequence(Parameter(0), (put, (0, 0))), "x", output=NONE)
    gives = function(sequence(Parameter(0), (total, (0,)), (Return(), (1,))), "self")
    derive = Derive("shop.cart:Cart", (("count", gives),))
    outer = function(sequence(Parameter(0), (inner, ()), (put, (0, 1)), (put, (0, 0))), "x")

    rendered = render(sequence(derive, outer, (Call("m:use", (ANY, ANY), ANY), (0, 1))))

    assert {path: text for path, text in rendered.inside.items() if path[-1] != 0} == {
        (0, 0, 1): ["self.total"],
        (0, 0, 2): ["return self.total"],
        (1, 0, 1, 0, 1): ["x.put(x)"],
        (1, 0, 2): ["x.put(lambda x: x.put(x))"],
        (1, 0, 3): ["x.put(x)"],
    }


def test_a_function_that_does_not_run_within_itself_says_so():
    made = function(sequence(Parameter(0), (put, (0, 0))), "x", within="None")
    assert lines(sequence(made, (USE, (0,)))) == [
        "running = []",
        "",
        "def visit(x):",
        "    if running:",
        "        return",
        "    running.append(True)",
        "    try:",
        "        x.put(x)",
        "    finally:",
        "        running.pop()",
        "",
        "use(visit)",
    ]
    numbered = function(Sequence(), "x", within="0")
    assert "        return 0" in lines(sequence(numbered, (USE, (0,))))


def test_so_does_a_method():
    method = function(sequence(Parameter(0), (put, (0, 0))), "self", within="None")
    steps = sequence(Derive("shop.cart:Cart", (("put", method),)), (USE, (0,)))

    assert lines(steps)[:5] == [
        "running = []",
        "",
        "class DerivedCart(Cart):",
        "    def put(self):",
        "        if running:",
    ]


def test_what_is_raised_by_accident_is_kept_where_the_code_catches_it():
    body = sequence(Parameter(0), (put, (0, 0)), Raise("ValueError()"))
    steps = sequence(function(body, "error"), (USE, (0,)))
    assert render(steps, noting=True).lines == [
        "raised = []",
        "",
        "def visit(error):",
        "    try:",
        "        error.put(error)",
        "    except Exception as error_2:",
        "        raised.append(error_2)",
        "        raise",
        "    raise ValueError",
        "",
        "use(visit)",
    ]
    plain = sequence(function(Sequence(), "x"), (USE, (0,)))
    assert render(plain, noting=True).lines == ["raised = []", "use(lambda x: None)"]
