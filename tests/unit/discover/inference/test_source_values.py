"""Expressions are traced to places and types."""

from __future__ import annotations

import ast

import pytest

from refute.discover.inference.source_values import Scope, SourceValues
from tests.unit.discover.inference.conftest import index_of

INDEX = index_of(
    shop="""
    import enum
    LIMIT = 3
    class Color(enum.Enum):
        RED = 1
    class Cart:
        def __init__(self, owner):
            self.owner = owner
        @property
        def size(self): ...
        def add(self, item): ...
    def price(item, cart): ...
    """
)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("item", ["shop:Cart.add#item"]),
        ("item[0]", ["shop:Cart.add#item[]"]),
        ("item[1:]", ["shop:Cart.add#item"]),
        ("self.owner", ["shop:Cart.owner"]),
        ("self.size", ["shop:Cart.size()"]),
        ("LIMIT", ["shop#LIMIT"]),
        ("price(item, self)", ["shop:price()"]),
        ("Cart(item)", ["Cart"]),
        ("Color.RED", ["Color"]),
        ("price", ["Callable"]),
        ("Cart", ["type"]),
        ("1", ["int"]),
        ("None", []),
        ("f'{item}'", ["str"]),
        ("'%d' % item", ["str"]),
        ("1 + 1.5", ["float"]),
        ("a.strip()", ["str"]),
        ("len(item)", ["int"]),
        ("item or []", ["shop:Cart.add#item", "list"]),
        ("0 if item else ''", ["int", "str"]),
        ("not item", ["bool"]),
        ("unknown(item)", []),
    ],
)
def test_where_a_value_comes_from(text: str, sources: list[str]) -> None:
    scope = Scope("shop", INDEX.functions["shop:Cart.add"], frozenset({"self", "item"}))
    found = SourceValues(INDEX).sources(ast.parse(text, mode="eval").body, scope)

    assert list(map(str, found)) == sources


@pytest.mark.parametrize(
    ("text", "function", "skipped"),
    [
        ("self.add(1)", "shop:Cart.add", 0),
        ("price(1, 2)", "shop:price", 0),
        ("Cart('me')", "shop:Cart.__init__", 0),
        ("Cart.add(cart, 1)", "shop:Cart.add", 1),
        ("unknown(1)", None, 0),
    ],
)
def test_what_a_call_runs(text: str, function: str | None, skipped: int) -> None:
    scope = Scope("shop", INDEX.functions["shop:Cart.add"], frozenset({"self", "item"}))
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    found, places, _ = SourceValues(INDEX).callee(call, scope)

    assert (found.key if found else None, places) == (function, skipped)
