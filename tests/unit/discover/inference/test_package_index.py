"""Names of a package are followed to where they are defined, and nothing is imported."""

from __future__ import annotations

import ast

import pytest

from refute.discover.inference.package_index import dotted, walk
from tests.unit.discover.inference.conftest import index_of

SHOP = {
    "shop": "from .cart import Cart as Basket\nfrom . import tools\n",
    "shop__cart": """
        import datetime
        from shop.tools import price
        LIMIT = 3
        class Base:
            def add(self, item, *, count=1): ...
            append = add
        class Cart(Base):
            def __init__(self, owner): ...
            class Line:
                pass
        """,
    "shop__tools": "def price(item): ...\n",
}


@pytest.mark.parametrize(
    ("module", "name", "key"),
    [
        ("shop", "Basket", "shop.cart:Cart"),
        ("shop", "tools.price", "shop.tools:price"),
        ("shop.cart", "price", "shop.tools:price"),
        ("shop.cart", "LIMIT", "shop.cart:LIMIT"),
        ("shop.cart", "datetime.date", "datetime:date"),
        ("shop.cart", "Cart.Line", "shop.cart:Cart.Line"),
        ("shop.cart", "int", "int"),
        ("shop.cart", "nowhere", ""),
    ],
)
def test_a_name_is_followed_to_its_definition(module: str, name: str, key: str) -> None:
    assert index_of(**SHOP).resolve(module, name) == key


def test_the_function_behind_a_target_may_be_inherited_or_have_a_second_name() -> None:
    index = index_of(**SHOP)

    constructor = index.function_of("shop:Basket", is_class=True)
    added = index.function_of("shop:Basket.append", is_class=False)
    assert constructor is not None and constructor.key == "shop.cart:Cart.__init__"
    assert added is not None and added.key == "shop.cart:Base.add"
    assert [one.arg for one in added.parameters()] == ["item", "count"]
    assert added.positional() == ["item"]
    assert index.function_of("shop:missing", is_class=False) is None


def test_walk_meets_the_same_nodes_as_ast_walk() -> None:
    tree = ast.parse("def f(a, b=1):\n    return [x + b for x in a if x]\n")

    assert set(walk(tree)) == set(ast.walk(tree))


def test_only_names_and_attributes_are_dotted() -> None:
    expressions = ["a.b.c", "a", "a[0].b", "f().b"]

    assert [dotted(ast.parse(one, mode="eval").body) for one in expressions] == [
        "a.b.c",
        "a",
        "",
        "",
    ]


def test_of_a_test_of_the_version_only_what_holds_is_read() -> None:
    index = index_of(
        m="""
        import sys
        if sys.version_info >= (3, 11):
            def f(x, wide): ...
        else:
            def f(x): ...
        if sys.version_info < (3,):
            def gone(): ...
        if sys.platform == "win32":
            def g(x): ...
        """
    )

    assert {key: one.positional() for key, one in index.functions.items()} == {
        "m:f": ["x", "wide"],
        "m:g": ["x"],
    }
