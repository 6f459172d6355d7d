"""Sequences of calls of a cart and a polynomial, shared by the tests of this folder."""

from __future__ import annotations

from refute.model.sequence import (
    Call,
    Literal,
    Sequence,
)
from refute.model.typeform import ANY, INT, NONE, TypeForm
from refute.render.source import render

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
