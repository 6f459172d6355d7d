"""Which values get a variable; the order of effects is kept."""

from __future__ import annotations

from cart_sequences import (
    CART,
    LIST,
    POLYNOMIAL,
    RAT,
    integer,
    lines,
    new_cart,
    new_mono,
    new_rat,
    put,
    sequence,
    total,
)

from refute.model.sequence import (
    Call,
    Display,
    Literal,
)
from refute.model.typeform import ANY, STR, TypeForm
from refute.render.source import render


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


def test_a_set_is_made_before_its_element_changes():
    both = Display("set", (CART,), TypeForm("set"))
    use = Call("m:use", (ANY,), ANY)

    assert lines(sequence(new_cart, (both, (0,)), integer(1), (put, (0, 2)), (use, (1,)))) == [
        "cart = Cart()",
        "elements = {cart}",
        "cart.put(1)",
        "use(elements)",
    ]


def test_steps_without_effect_that_nothing_needs_are_left_out():
    unused = sequence(
        integer(1), Literal("[]", LIST), new_cart, (Display("list", (CART,), LIST), (2,))
    )

    assert lines(unused) == ["Cart()"]
