"""Statements of a predicate as blocks and jumps."""

from __future__ import annotations

import ast

import pytest

from refute.generate.bounded.compiled.blocks import Branch, Give, NotResumable, Plain, Read
from refute.generate.bounded.compiled.statements import is_parallel, lower, names_loaded
from refute.model.bounds import Bounds, Values


class Node: ...


BOUNDS = Bounds(
    "Node", {"Node": 1}, {"Node.a": Values((0, 1)), "Node.b": Values((0, 1))}, {"Node": Node}
)


def compares(x) -> bool:
    return x.a == x.b


def chooses(x) -> bool:
    if x.a:
        return True
    return x.b == 0


def raises(x) -> bool:
    raise ValueError(x)


def swaps(x) -> bool:
    a, b = x.a, x.b
    a, b = b, a
    return a < b


def writes(x) -> bool:
    x.a = 1
    return True


def tries(x) -> bool:
    try:
        return x.a == 1
    except ValueError:
        return False


def test_every_read_of_a_field_stands_alone_before_it_is_used():
    (block,) = lower(BOUNDS, compares).main.blocks

    assert [(one.owner, one.name) for one in block.code] == [("x_1", "a"), ("x_1", "b")]
    assert isinstance(block.end, Give)


def test_the_ways_of_an_if_read_only_what_they_need():
    first, *others = lower(BOUNDS, chooses).main.blocks

    assert [one.name for one in first.code if isinstance(one, Read)] == ["a"]
    assert isinstance(first.end, Branch)
    assert "b" in [one.name for block in others for one in block.code if isinstance(one, Read)]


def test_what_raises_gives_nothing():
    first = lower(BOUNDS, raises).main.blocks[0]

    assert first.end == Give(None)


def test_values_that_a_target_before_them_would_change_are_saved_first():
    (block,) = lower(BOUNDS, swaps).main.blocks
    lines = [
        ast.unparse(ast.fix_missing_locations(one.node))
        for one in block.code
        if isinstance(one, Plain)
    ]
    scope = {one.target: one.name for one in block.code if isinstance(one, Read)}
    exec("\n".join(lines), scope)

    assert eval(ast.unparse(block.end.value), scope) is False  # "b" < "a", after the swap


@pytest.mark.parametrize("predicate", [writes, tries])
def test_statements_that_cannot_be_resumed_are_refused(predicate):
    with pytest.raises(NotResumable):
        lower(BOUNDS, predicate)


def test_parallel_assignments_have_as_many_values_as_targets():
    assert is_parallel(ast.parse("a, b = x, y").body[0])
    assert not is_parallel(ast.parse("a, b = x").body[0])


def test_names_that_are_only_assigned_are_not_loaded():
    assert names_loaded(ast.parse("a = b + c[d]")) == {"b", "c", "d"}
