"""Which of the bounds on one line are those of a method's parameters."""

from __future__ import annotations

from typing import Any

import pytest

from refute.discover.bounding.bounds_text import parse_bounds
from refute.discover.bounding.parameter_bounds import (
    parameters_of,
    split_bounds,
    without_parameters,
)
from refute.model.errors import UsageError


class Node:
    left: Node | None
    n: int


class Tree:
    root: Node | None
    names: list[str] | None

    def remove(self, n: int, names: list[str]) -> None: ...


def split(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return split_bounds(Tree, "remove", ["n", "names"], parse_bounds(text))


def test_a_parameter_has_the_name_of_its_method_before_it() -> None:
    of_class, of_parameters = split("Node=2 Node.n=1 remove.n=0..3 remove.names.length=1 2")

    assert of_class == {"Node": 2, "Node.n": 1, "": 2}
    assert of_parameters == {"n": range(4), "names.length": 1, "": 2}


@pytest.mark.parametrize(
    ("text", "home"), [("n=1", "Node.n"), ("names.items='a'", "Tree.names.items")]
)
def test_a_name_that_may_be_both_is_refused(text: str, home: str) -> None:
    with pytest.raises(UsageError, match=rf"write {home}=… for the field, remove\.n") as refused:
        split(text)

    assert refused.value.slug == "ambiguous-bound"
    assert split_bounds(Tree, "drop", ["k"], parse_bounds("k=1 n=2")) == ({"n": 2}, {"k": 1})


def test_bounds_beside_a_class_serve_all_its_methods() -> None:
    given = parse_bounds("Node=2 remove.n=1 remove.bogus=1 Node.n=1 names.length=2")

    assert list(without_parameters(Tree, given)) == [
        "Node",
        "remove.bogus",
        "Node.n",
        "names.length",
    ]
    assert without_parameters(Tree, given, but="remove") == given
    assert parameters_of(type("X", (), {"__signature__": 3})) == []
