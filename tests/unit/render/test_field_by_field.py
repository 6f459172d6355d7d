"""Objects with many fields are built by one call each."""

from __future__ import annotations

from cart_sequences import (
    integer,
    lines,
    sequence,
)

from refute.model.sequence import (
    Allocate,
    Call,
    Literal,
    SetField,
)
from refute.model.typeform import INT, NONE, TypeForm
from refute.render.source import render


def test_many_fields_are_set_by_a_helper():
    node, nothing = TypeForm("tree:Node"), Literal("None", NONE)
    steps = sequence(
        nothing,
        integer(1),
        Allocate("tree:Node"),
        (SetField("left"), (2, 0)),
        (SetField("right"), (2, 0)),
        (SetField("key"), (2, 1)),
        Allocate("tree:Node"),
        (SetField("left"), (6, 2)),
        (SetField("right"), (6, 0)),
        (SetField("key"), (6, 1)),
        (SetField("parent"), (2, 6)),
        (Call("tree:Node.size", (node,), INT, how="method"), (6,)),
    )
    rendered = render(steps)

    assert rendered.lines == [
        "node = _build(Node, left=None, right=None, key=1)",
        "node_2 = _build(Node, left=node, right=None, key=1)",
        "node.parent = node_2",
        "node_2.size()",
    ]
    assert [helper.partition("(")[0] for helper in rendered.helpers] == ["def _build"]


def test_a_part_that_is_used_once_is_built_where_it_is_used():
    node, nothing = TypeForm("tree:Node"), Literal("None", NONE)
    steps = sequence(
        nothing,
        Allocate("tree:Node"),
        (SetField("a"), (1, 0)),
        (SetField("b"), (1, 0)),
        (SetField("c"), (1, 0)),
        Allocate("tree:Node"),
        (SetField("a"), (5, 1)),
        (SetField("b"), (5, 0)),
        (SetField("c"), (5, 0)),
        (SetField("c"), (5, 0)),
        (Call("tree:Node.size", (node,), INT, how="method"), (5,)),
    )

    assert lines(steps) == [
        "node = _build(Node, a=_build(Node, a=None, b=None, c=None), b=None, c=None)",
        "node.c = None",
        "node.size()",
    ]
