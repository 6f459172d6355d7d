"""What the results of functions are used as says what they should be."""

from __future__ import annotations

import ast

import pytest

from refute.discover.used_results import UsedResults
from refute.look.module_source import ParsedModule


def used(*bodies: str) -> UsedResults:
    text = "async def f(self, x):\n" + "".join(f"    {body}\n" for body in bodies)
    return UsedResults([ParsedModule("m", text, ast.parse(text))])


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ("make()", "None"),
        ("for one in make(): pass", "Iterable[any]"),
        ("return [one for one in make()]", "Iterable[any]"),
        ("return sorted(make())", "Iterable[any]"),
        ("async for one in make(): pass", "AsyncIterable[any]"),
        ("return [one async for one in make()]", "AsyncIterable[any]"),
        ("with make() as y: pass", "AbstractContextManager[any]"),
        ("async with make() as y, make(): pass", "AbstractAsyncContextManager[any]"),
        ("if make(): pass", "bool"),
        ("return not make()", "bool"),
        ("return x and make()", "bool"),
        ("return make() + 1", "int"),
        ("return 'a' + make()", "str"),
        ("return make() == True", "bool"),
        ("return range(make())", "int"),
        ("return x.make() < 1", "int"),
        ("return self._make() < 1", "int"),
        ("await make()", "Awaitable[None]"),
        ("return await make()", "Awaitable[any]"),
        ("return 1 + await make()", "Awaitable[int]"),
        ("return make()", "any"),
        ("return 2 * x", "any"),
    ],
)
def test_a_result_is_what_it_is_used_as(body: str, form: str) -> None:
    assert str(used(body).of("make")) == form


def test_where_two_uses_differ_nothing_is_known() -> None:
    assert str(used("make() + 1", "with make(): pass").of("make")) == "any"
    assert str(used("make()", "x = make()").of("make")) == "any"
    assert str(used("make()", "x = make() + 1").of("_make")) == "int"


def test_what_has_no_name_says_nothing() -> None:
    assert str(used("x[0]()").of("x")) == "any"
