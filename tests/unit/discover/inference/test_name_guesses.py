"""Names of parameters suggest types."""

from __future__ import annotations

import pytest

from refute.discover.inference.name_guesses import ClassNames, by_name


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("is_open", "bool"),
        ("n_items", "int"),
        ("callback", "Callable"),
        ("filename", "str"),
        ("file_names", "list[str]"),
        ("timeout", "float"),
        ("user_name", "str"),
        ("widgets", "list"),
    ],
)
def test_the_first_suggestion(name: str, form: str) -> None:
    assert str(by_name(name)[0][0]) == form


def test_a_name_may_suggest_nothing() -> None:
    assert by_name("frob") == ()


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("node", ["Node"]),
        ("left_node", ["Node"]),
        ("tree", ["IntervalTree"]),
        ("interval_tree", ["IntervalTree"]),
        ("nodes", ["list[Node]"]),
        ("leaf", []),
    ],
)
def test_classes_are_named_by_parameters(name: str, forms: list[str]) -> None:
    classes = ClassNames([("Node", "shop:Node"), ("IntervalTree", "shop:IntervalTree")])

    assert [str(form) for form, _ in classes.named(name)] == forms
