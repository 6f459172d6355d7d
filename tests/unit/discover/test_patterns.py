"""Patterns pick names as pytest's -k does."""

from __future__ import annotations

import pytest

from refute.discover.patterns import select
from refute.model.errors import UsageError
from refute.model.subject import Routine
from refute.model.typeform import ANY

ROUTINES = [
    Routine(f"shop.cart:{name}", "function", (), ANY) for name in ("Cart", "Cart.add", "buy")
]


@pytest.mark.parametrize(
    ("keep", "exclude", "expected"),
    [
        ([], [], "Cart Cart.add buy"),
        (["cart."], [], "Cart.add"),
        (["Cart*"], [], "Cart Cart.add"),
        (["ADD"], [], "Cart.add"),
        (["add,buy"], [], "Cart.add buy"),
        (["add", "buy"], [], "Cart.add buy"),
        (["not add"], [], "Cart buy"),
        (["cart and not (add or buy)"], [], "Cart"),
        (["c*.add"], [], "Cart.add"),
        ([], ["add"], "Cart buy"),
        (["cart"], ["not buy"], "buy"),
        (["nothing"], [], ""),
    ],
)
def test_patterns(keep: list[str], exclude: list[str], expected: str) -> None:
    chosen = select(ROUTINES, keep, exclude)

    assert [one.target.partition(":")[2] for one in chosen] == expected.split()


@pytest.mark.parametrize("pattern", ["and", "a and", "not", "(a", "a)", "a b", "()", "a or or b"])
def test_patterns_that_cannot_be_read(pattern: str) -> None:
    with pytest.raises(UsageError) as caught:
        select(ROUTINES, [pattern])

    assert caught.value.slug == "bad-pattern" and pattern in caught.value.message
