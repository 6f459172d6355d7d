"""Parameters without annotation get guesses, the likely first, and nothing else is changed by them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from refute.model.subject import Input, Subject
from refute.model.typeform import ANY

Found = Callable[..., Subject]


def given(subject: Subject, target: str, name: str) -> Input:
    routine = next(one for one in subject.routines if one.target == target)
    return next(one for one in routine.inputs if one.name == name)


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("def f(x=1): ...", "int"),
        ("def f(x):\n    ':param datetime.date x: when'\nimport datetime", "date"),
        ("def f(x):\n    return x.items()", "dict"),
        ("def f(x):\n    for one in x:\n        one.splitlines()", "list[str]"),
        ("def f(x):\n    if x:\n        return 1", "bool"),
        ("class Tree: ...\ndef g(tree): ...\ndef f(x):\n    g(x)", "Tree"),
    ],
)
def test_the_first_guess(found: Found, source: str, form: str) -> None:
    guesses = given(found(source), "shop:f", "x").guesses

    assert str(guesses[0].form) == form


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("def f(*words): ...", "str"),
        ("def f(*x):\n    return [one.splitlines() for one in x]", "str"),
        ('def f(*x):\n    """Do.\n\n    Args:\n        *x (int): which\n    """', "int"),
        ("def f(*x): ...\ndef g():\n    f(b'a', b'b')", "bytes"),
        ("class Tree: ...\ndef f(*trees): ...", "Tree"),
    ],
)
def test_each_of_any_number_of_arguments_is_guessed_at_not_all_together(
    found: Found, source: str, form: str
) -> None:
    name = source.partition("f(*")[2].partition(")")[0]

    assert str(given(found(source), "shop:f", name).guesses[0].form) == form


def test_a_guess_is_no_annotation(found: Found) -> None:
    one = given(found("def f(x=1): ..."), "shop:f", "x")

    assert (one.form, one.annotated) == (ANY, False)


def test_what_is_annotated_needs_no_guess(found: Found) -> None:
    assert given(found("def f(count: str, x): ..."), "shop:f", "count").guesses == ()


def test_guesses_together_are_never_sure(found: Found) -> None:
    guesses = given(
        found("def f(name='a'):\n    return name.strip() + 'a'"), "shop:f", "name"
    ).guesses

    assert 0.5 < sum(one.confidence for one in guesses) <= 0.95


def test_what_the_type_checker_alone_imports_is_guessed(
    found: Found, write: Callable[[str, str], Path]
) -> None:
    write("stock.py", "class Stock: ...")
    subject = found(
        "import typing\nif typing.TYPE_CHECKING:\n    from stock import Stock\ndef f(x: 'Stock'): ..."
    )

    assert str(given(subject, "shop:f", "x").guesses[0].form) == "Stock"


def test_makers_of_guessed_classes_are_found_in_modules_that_nobody_imports(
    found: Found, write: Callable[[str, str], Path]
) -> None:
    write("stall/__init__.py", "")
    write("stall/tree.py", "class Tree: ...")
    write("stall/cart.py", "def f(tree): ...")
    subject = found("", target="stall.cart")

    assert [one.target for one in subject.helpers] == ["stall.tree:Tree"]


def test_functions_that_return_a_guessed_class_make_arguments_too(
    found: Found, write: Callable[[str, str], Path]
) -> None:
    write("stall/__init__.py", "")
    write("stall/tree.py", "class Tree:\n    def __init__(self, text): ...")
    write("stall/parse.py", "from stall.tree import Tree\ndef grow(text):\n    return Tree(text)")
    write("stall/cart.py", "def f(tree): ...")
    subject = found("", target="stall.cart")

    assert {one.target: str(one.output) for one in subject.helpers} == {
        "stall.tree:Tree": "Tree",
        "stall.parse:grow": "Tree",
    }
    assert [str(one.form) for one in subject.helpers[0].inputs[0].guesses] == ["str"]


def test_an_operand_is_another_of_the_class(found: Found) -> None:
    subject = found("class Set:\n    def union(self, other): ...\n    def __or__(self, x): ...")

    assert str(given(subject, "shop:Set.union", "other").guesses[0].form) == "Set"
    assert str(given(subject, "shop:Set.__or__", "x").guesses[0].form) == "Set"
