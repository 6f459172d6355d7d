"""Conditions say what they are, however many stand on one line."""

from __future__ import annotations

import ast
import linecache
from typing import Any

import pytest

from refute.look.function_source import lambda_of, written


def positive(x: int) -> bool:
    return x > 0


def made(source: str) -> list[Any]:
    """Return the functions that a line of source makes."""
    name = f"<{source}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    return list(eval(compile(source, name, "eval")))


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("[lambda d: d.locked, lambda d: not d.locked]", ["d.locked", "not d.locked"]),
        ("[lambda x: x, lambda x: x]", ["x", "x"]),
        ("[lambda x: x > 1, lambda x: x > 2]", ["x > 1", "x > 2"]),
        ("[lambda x: (x\n > 5\n), lambda y: y, lambda x: x]", ["x > 5", "y", "x"]),
        ("[lambda é: 'ü' + é, lambda é: é]", ["'ü' + é", "é"]),
        ("[lambda: 1, lambda: None, lambda: True, lambda: 1]", ["1", "None", "True", "1"]),
        ("[lambda: lambda: 0, (lambda: lambda: 7)()]", ["lambda: 0", "7"]),
        ("[lambda *a, **k: (a, k), lambda q, /, *, r: q]", ["(a, k)", "q"]),
        ("[f for k in (1,) for f in (lambda: k, lambda: -k)]", ["k", "-k"]),
    ],
)
def test_a_condition_is_shown_as_it_is_written(source: str, texts: list[str]) -> None:
    assert [written(one) for one in made(source)] == texts


def test_without_columns_only_what_is_the_only_one_is_known() -> None:
    one, other = made("[lambda x: x > 1, lambda x: x > 2]")
    (alone,) = made("[lambda x: x > 3]")
    bare = [f.__code__.replace(co_linetable=b"") for f in (one, other, alone)]
    for function, code in zip((one, other, alone), bare, strict=True):
        function.__code__ = code

    assert [written(f) for f in (one, alone)] == ["", "x > 3"]


def test_a_function_with_a_name_is_called_by_it() -> None:
    assert written(positive) == "positive"
    assert lambda_of(positive) is None


def test_what_has_no_source_has_no_text() -> None:
    assert written(eval("lambda x: x")) == ""
    assert written(object()) == ""


def test_what_has_changed_since_has_no_text() -> None:
    (one,) = made("[lambda x: x]")
    name = one.__code__.co_filename
    linecache.cache[name] = (1, None, ["[lambda"], name)

    assert written(one) == ""


def test_the_tree_is_at_hand() -> None:
    tree = lambda_of(lambda x: x > 3)

    assert tree is not None and isinstance(tree.body, ast.Compare)
