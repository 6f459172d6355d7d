"""Types are read as they are written in annotations and in prose."""

from __future__ import annotations

import ast

import pytest

from refute.discover.inference.type_texts import TypeTexts
from tests.unit.discover.inference.conftest import index_of

INDEX = index_of(
    shop="""
    import datetime, typing, re
    from typing import Optional
    class Cart: ...
    """
)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("int", "int"),
        ("Optional[int]", "int | None"),
        ("str | None", "str | None"),
        ("typing.List[str]", "list[str]"),
        ("dict[str, int]", "dict[str, int]"),
        ("tuple[int, ...]", "tuple[int, ...]"),
        ("'Cart'", "Cart"),
        ("datetime.date", "date"),
        ("typing.Sequence[Cart]", "Sequence"),
        ("typing.Callable[[int], str]", "Callable"),
        ("typing.Any", "any"),
        ("typing.Literal['a', 'b']", "literal['a', 'b']"),
        ("unknown", "any"),
        ("f()", "any"),
    ],
)
def test_annotations(text: str, form: str) -> None:
    node = ast.parse(text, mode="eval").body

    assert str(TypeTexts(INDEX).annotation(node, "shop")) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("int", "int"),
        ("int, optional", "int"),
        ("string", "str"),
        ("str or None", "str | None"),
        ("list of str", "list[str]"),
        ("list of strings", "list[str]"),
        ("tuple of int", "tuple[int, ...]"),
        ("dict of str to int", "dict[str, int]"),
        (":class:`~shop.Cart`", "Cart"),
        ("`Cart` instance", "Cart"),
        ("datetime.date", "date"),
        ("{'a', 'b'}, default 'a'", "literal['a', 'b']"),
        ("integer (default: 3)", "int"),
        ("whatever fits the purpose at hand", "any"),
    ],
)
def test_prose(text: str, form: str) -> None:
    assert str(TypeTexts(INDEX).prose(text, "shop")) == form
