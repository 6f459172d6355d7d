"""Structures as plain code that builds an input and calls the method."""

from __future__ import annotations

import pytest

from refute.model.structure import Description, Ref
from refute.render.input_code import code_of, names_for, snake, text_of

RING = Description(
    ("", "Tree", "Node", "Node"),
    (
        (0, "self", Ref(1)),
        (0, "n", 7),
        (1, "root", Ref(2)),
        (2, "next", Ref(3)),
        (3, "next", Ref(2)),
    ),
)


def test_a_ring_is_allocated_first_and_linked_then() -> None:
    assert code_of(RING, ["self", "n"], "Tree.remove", keywords=["n"]) == [
        "tree = object.__new__(Tree)",
        "node0 = object.__new__(Node)",
        "node1 = object.__new__(Node)",
        "tree.root = node0",
        "node0.next = node1",
        "node1.next = node0",
        "tree.remove(n=7)",
    ]


def test_what_is_called_of_the_class_has_no_receiver() -> None:
    given = Description(("",), ((0, "n", 7),))

    assert code_of(given, ["n"], "Tree.of", of_class=True) == ["Tree.of(7)"]
    assert code_of(given, ["n"], "build") == ["build(7)"]


def test_objects_are_numbered_where_there_are_several_of_a_class() -> None:
    assert names_for(RING)[1:] == ["tree", "node0", "node1"]


def test_no_variable_is_called_like_a_keyword() -> None:
    assert snake("Class") == "class_"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([Ref(1), None], "[tree, None]"),
        ((1,), "(1,)"),
        (set(), "set()"),
        ({2, 1}, "{1, 2}"),
        (frozenset({1}), "frozenset({1})"),
        ({"a": Ref(1)}, "{'a': tree}"),
    ],
)
def test_values_are_written_as_source_with_the_names_of_objects(value: object, text: str) -> None:
    assert text_of(value, ["", "tree"]) == text
