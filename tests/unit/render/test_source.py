"""Sequences become the Python that a person would have written, and the order of effects is kept."""

from __future__ import annotations

import asyncio
import sys
import types

import pytest

from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    GetField,
    Literal,
    Parameter,
    Sequence,
    SetField,
    ignoring,
)
from refute.model.typeform import ANY, INT, NONE, STR, TypeForm, union
from refute.model.verdict import Blame, Violation
from refute.render.source import fill, pasted, render, snippet, source

RAT, MONO, POLY = TypeForm("poly:Rat"), TypeForm("poly:Mono"), TypeForm("poly:Poly")
LIST = TypeForm("list", (INT,))
new_rat = Call("poly:Rat", (INT, INT), RAT, how="new")
new_mono = Call("poly:Mono", (RAT, INT), MONO, how="new")
new_poly = Call("poly:Poly", (MONO,), POLY, how="new")
add = Call("poly:Poly.add", (POLY, MONO), POLY, how="method")
CART = TypeForm("shop.cart:Cart")
new_cart = Call("shop.cart:Cart", (), CART, how="new")
put = Call("shop.cart:Cart.put", (CART, ANY), NONE, how="method")
total = Call("shop.cart:Cart.total", (CART,), INT, how="get")


def integer(number: int) -> Literal:
    return Literal(repr(number), INT)


def operator(name: str, *forms: TypeForm, output: TypeForm = ANY) -> Call:
    return Call(f"shop.cart:Cart.{name}", forms, output, how="operator")


def lines(sequence: Sequence, *keep: int) -> list[str]:
    return render(sequence, keep=keep).lines


def sequence(*steps: object) -> Sequence:
    """Return the sequence of operations, or pairs of an operation and the positions it uses."""
    made = Sequence()
    for step in steps:
        made = made.extend(*step) if isinstance(step, tuple) else made.extend(step)  # type: ignore[arg-type]
    return made


POLYNOMIAL = sequence(
    integer(2),
    integer(1),
    (new_rat, (0, 1)),
    integer(3),
    (new_mono, (2, 3)),
    (new_poly, (4,)),
    integer(-2),
    (new_rat, (6, 1)),
    (new_mono, (7, 3)),
    (add, (5, 8)),
)


def test_constructors_used_once_are_nested():
    rendered = render(POLYNOMIAL)

    assert rendered.imports == ["from poly import Mono, Poly, Rat"]
    assert rendered.lines == [
        "poly = Poly(Mono(Rat(2, 1), 3))",
        "poly.add(Mono(Rat(-2, 1), 3))",
    ]
    assert rendered.names == {5: "poly"}


def test_a_value_spoken_of_by_an_assertion_has_a_name():
    assert lines(POLYNOMIAL, 2, 9) == [
        "rat = Rat(2, 1)",
        "poly = Poly(Mono(rat, 3))",
        "poly_2 = poly.add(Mono(Rat(-2, 1), 3))",
    ]


def test_a_value_used_twice_has_a_name():
    twice = sequence(integer(1), (new_rat, (0, 0)), (new_mono, (1, 0)), (new_mono, (1, 0)))

    assert lines(twice, 2, 3) == ["rat = Rat(1, 1)", "mono = Mono(rat, 1)", "mono_2 = Mono(rat, 1)"]


def test_a_constructor_is_not_moved_past_an_effect():
    between = sequence(
        new_cart, integer(1), (new_rat, (1, 1)), (put, (0, 1)), (put, (0, 2)), (total, (0,))
    )

    assert lines(between) == [
        "cart = Cart()",
        "rat = Rat(1, 1)",
        "cart.put(1)",
        "cart.put(rat)",
        "cart.total",
    ]


def test_arguments_made_in_another_order_are_not_nested():
    swapped = sequence(
        integer(1),
        (new_rat, (0, 0)),
        integer(2),
        (new_rat, (2, 2)),
        (Call("poly:pair", (RAT, RAT), ANY), (3, 1)),
    )

    assert lines(swapped) == ["rat = Rat(1, 1)", "pair(Rat(2, 2), rat)"]


def test_nesting_ends_at_three_levels():
    nest = Call("m:N", (ANY,), TypeForm("m:N"), how="new")
    deep = sequence(integer(0), (nest, (0,)), (nest, (1,)), (nest, (2,)), (nest, (3,)))

    assert lines(deep, 4) == ["n = N(0)", "n_2 = N(N(N(n)))"]


def test_a_line_with_nested_calls_stays_short():
    long = Literal(repr("a" * 30), STR)
    name = Call("m:Name", (STR,), TypeForm("m:Name"), how="new")
    pair = Call("m:join", (ANY, ANY), ANY)

    assert lines(sequence(long, (name, (0,)), long, (name, (2,)), (pair, (1, 3)))) == [
        f'name = Name("{"a" * 30}")',
        f'join(name, Name("{"a" * 30}"))',
    ]


def test_a_mutable_literal_used_twice_stays_one_object():
    join = Call("m:join", (LIST, LIST), ANY)
    empty = Literal("[]", LIST)

    assert lines(sequence(empty, (join, (0, 0)))) == ["items = []", "join(items, items)"]
    assert lines(sequence(empty, empty, (join, (0, 1)))) == ["join([], [])"]


def test_a_stream_used_twice_stays_one_object():
    stream = Literal("io.StringIO('a')", TypeForm("io:StringIO"))
    rendered = render(sequence(stream, (Call("m:join", (ANY, ANY), ANY), (0, 0))))

    assert rendered.imports == ["import io", "", "from m import join"]
    assert rendered.lines == ['string_io = io.StringIO("a")', "join(string_io, string_io)"]


def test_nan_used_twice_stays_one_object():
    nan = Literal("float('nan')", TypeForm("float"))

    assert lines(sequence(nan, (Call("m:pair", (ANY, ANY), ANY), (0, 0)))) == [
        'number = float("nan")',
        "pair(number, number)",
    ]


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


def test_a_set_is_made_before_its_element_changes():
    both = Display("set", (CART,), TypeForm("set"))
    use = Call("m:use", (ANY,), ANY)

    assert lines(sequence(new_cart, (both, (0,)), integer(1), (put, (0, 2)), (use, (1,)))) == [
        "cart = Cart()",
        "elements = {cart}",
        "cart.put(1)",
        "use(elements)",
    ]


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


def test_keyword_arguments():
    call = Call("m:go", (INT, INT, INT), ANY, keywords=("key", "class"))

    assert lines(sequence(integer(1), integer(2), (call, (0, 0, 1)))) == [
        'go(1, key=1, **{"class": 2})'
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


def test_what_the_terminal_shows_can_be_pasted_below_the_imports():
    def ticks():
        raise KeyError

    steps = sequence((Call("m:ticks", (), ANY, then="async-items"), ()))
    violation = Violation("raises", 0, Blame.CODE, "KeyError", "m:ticks", (), exception="KeyError")
    shown = pasted(steps, violation)

    assert shown[0] == "def _items(source):" and shown[-2:] == ["", "_items(ticks())  # KeyError"]
    with pytest.raises(KeyError):
        exec("\n".join(shown), {"asyncio": asyncio, "ticks": ticks})


def test_a_name_that_a_standard_module_has_too_is_used_bare_unless_tests_use_the_module():
    calls = [Call(f"m:{name}", (), ANY) for name in ("tokenize", "copy")]
    steps = sequence(*((call, ()) for call in calls))

    assert lines(steps) == ["tokenize()", "m.copy()"]


def test_the_helper_takes_the_first_items():
    async def ticks():
        number = 0
        while True:
            yield number
            number += 1

    scope: dict[str, object] = {"asyncio": asyncio, "ticks": ticks}
    steps = sequence((Call("m:ticks", (), ANY, then="async-items"), ()))
    rendered = render(steps, keep=[0])
    exec("\n".join([*rendered.helpers, *rendered.lines]), scope)

    assert scope[rendered.names[0]] == list(range(64))


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


def test_many_fields_are_set_by_a_helper():
    node, nothing = TypeForm("tree:Node"), Literal("None", NONE)
    steps = sequence(
        nothing,
        integer(1),
        Allocate("tree:Node"),
        (SetField("left"), (2, 0)),
        (SetField("right"), (2, 0)),
        (SetField("key"), (2, 1)),
        Allocate("tree:Node"),
        (SetField("left"), (6, 2)),
        (SetField("right"), (6, 0)),
        (SetField("key"), (6, 1)),
        (SetField("parent"), (2, 6)),
        (Call("tree:Node.size", (node,), INT, how="method"), (6,)),
    )
    rendered = render(steps)

    assert rendered.lines == [
        "node = _build(Node, left=None, right=None, key=1)",
        "node_2 = _build(Node, left=node, right=None, key=1)",
        "node.parent = node_2",
        "node_2.size()",
    ]
    assert [helper.partition("(")[0] for helper in rendered.helpers] == ["def _build"]


def test_a_part_that_is_used_once_is_built_where_it_is_used():
    node, nothing = TypeForm("tree:Node"), Literal("None", NONE)
    steps = sequence(
        nothing,
        Allocate("tree:Node"),
        (SetField("a"), (1, 0)),
        (SetField("b"), (1, 0)),
        (SetField("c"), (1, 0)),
        Allocate("tree:Node"),
        (SetField("a"), (5, 1)),
        (SetField("b"), (5, 0)),
        (SetField("c"), (5, 0)),
        (SetField("c"), (5, 0)),
        (Call("tree:Node.size", (node,), INT, how="method"), (5,)),
    )

    assert lines(steps) == [
        "node = _build(Node, a=_build(Node, a=None, b=None, c=None), b=None, c=None)",
        "node.c = None",
        "node.size()",
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


def test_steps_without_effect_that_nothing_needs_are_left_out():
    unused = sequence(
        integer(1), Literal("[]", LIST), new_cart, (Display("list", (CART,), LIST), (2,))
    )

    assert lines(unused) == ["Cart()"]


def test_variables_shadow_nothing():
    deque = Call("coll:deque", (), TypeForm("coll:deque"), how="new")
    setlike = Call("coll:Set", (), TypeForm("coll:Set"), how="new")
    match = Call("coll:Match", (), TypeForm("coll:Match"), how="new")
    rendered = render(sequence(deque, deque, setlike, match), keep=range(4))

    assert rendered.lines == [
        "deque_2 = deque()",
        "deque_3 = deque()",
        "set_ = Set()",
        "match_ = Match()",
    ]


def test_two_classes_of_one_name_are_told_apart():
    one, two = (Call(f"{m}:Cart", (), TypeForm(f"{m}:Cart"), how="new") for m in ("a.x", "b.y"))
    rendered = render(sequence(one, two))

    assert rendered.imports == ["import b.y", "from a.x import Cart"]
    assert rendered.lines == ["Cart()", "b.y.Cart()"]


@pytest.mark.parametrize("name", ["list", "TestCase", "test_it", "math"])
def test_names_that_would_mislead_are_not_imported(name: str):
    rendered = render(sequence(Call(f"shop:{name}", (), ANY)))

    assert rendered.imports == ["import shop"]
    assert rendered.lines == [f"shop.{name}()"]


def test_a_module_that_has_the_name_of_its_function():
    steps = sequence(Call("slug:slug", (), ANY), Call("slug:list", (), ANY))
    rendered = render(steps)

    assert rendered.imports == ["import slug as slug_module", "from slug import slug"]
    assert rendered.lines == ["slug()", "slug_module.list()"]


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


def test_long_lines_are_broken_at_brackets():
    numbers = Literal(repr(list(range(100, 130))), LIST)
    long = lines(sequence(numbers, (Call("m:use", (LIST,), ANY), (0,))))

    assert long[:3] == ["use(", "    [", "        100,"]
    assert long[-2:] == ["    ],", ")"]
    compile("\n".join(long), "long", "exec")


def violated(steps: Sequence, **more: object) -> Violation:
    given: dict[str, object] = {"rule": "raises", "message": "", "operation": "m:f", **more}
    return Violation(step=len(steps) - 1, blame=Blame.CODE, signature=(), **given)  # type: ignore[arg-type]


def test_the_source_of_an_exception_says_it_at_the_line_that_raises():
    violation = violated(POLYNOMIAL, exception="IndexError", message="IndexError: out of range")

    assert source(POLYNOMIAL, violation) == (
        "from poly import Mono, Poly, Rat\n"
        "\n"
        "poly = Poly(Mono(Rat(2, 1), 3))\n"
        "poly.add(Mono(Rat(-2, 1), 3))  # IndexError: out of range\n"
    )


def test_the_source_of_a_broken_law_ends_with_the_assertion():
    violation = violated(
        POLYNOMIAL, rule="copy", subjects=(9,), assertion="assert copy.copy({0}) == {0}"
    )

    assert source(POLYNOMIAL, violation) == (
        "import copy\n"
        "\n"
        "from poly import Mono, Poly, Rat\n"
        "\n"
        "poly = Poly(Mono(Rat(2, 1), 3))\n"
        "poly_2 = poly.add(Mono(Rat(-2, 1), 3))\n"
        "assert copy.copy(poly_2) == poly_2\n"
    )
    assert snippet(POLYNOMIAL, violation)[-1] == "assert copy.copy(poly_2) == poly_2"


def test_a_law_that_forbids_raising_says_what_is_raised():
    violation = violated(
        POLYNOMIAL,
        rule="hash",
        subjects=(5,),
        assertion="hash({0})",
        exception="TypeError",
        message="hash() raises TypeError: no\nhash at 0x7f0000001234",
    )

    assert snippet(POLYNOMIAL, violation)[-1] == "hash(poly)  # TypeError: no hash at 0x…"


def test_braces_in_an_assertion_may_be_doubled_or_not():
    assert fill("assert {0} != {} != {1}", ["a", "b"]) == "assert a != {} != b"
    assert fill("assert {0} != {{}} != {1}", ["a", "b"]) == "assert a != {} != b"
