"""What is subscribed, and by what, says something of its type."""

from __future__ import annotations

import ast

import pytest

from refute.discover.inference.library_uses import key_forms


@pytest.mark.parametrize(
    ("subscription", "stored", "form"),
    [
        ("x['a']", False, "dict"),
        ("x[f'{a}']", True, "dict"),
        ("x[0]", True, "list"),
        ("x[-1]", False, "list"),
        ("x[1:]", False, "str"),
        ("x[key]", True, "dict"),
    ],
)
def test_the_likeliest_type_by_its_key(subscription: str, stored: bool, form: str) -> None:
    node = ast.parse(subscription, mode="eval").body
    assert isinstance(node, ast.Subscript)

    assert str(key_forms(node.slice, stored)[0][0]) == form
