"""What is known while a predicate is lowered: which names are fields, and which functions read them."""

from __future__ import annotations

import pytest

from refute.generate.bounded.compiled.blocks import Block, NotResumable, expression
from refute.generate.bounded.compiled.lowering import LoweringContext
from refute.model.bounds import Array, Bounds, Values


class Node:
    def key_of(self) -> int:
        return self.key

    def nothing(self) -> int:
        return 0


class Tree:
    def nothing(self) -> int:
        return 1


BOUNDS = Bounds(
    "Tree",
    {"Tree": 1, "Node": 2},
    {"Tree.items": Array((0, 1), Values((0, 1))), "Node.key": Values((0, 1))},
    {"Tree": Tree, "Node": Node},
)


def reads_through_a_method(node) -> bool:
    return node.key_of() == 1


def reads_nothing(node) -> bool:
    return abs(3) == 3


def hides(node) -> bool:
    return getattr(node, "key") == 1  # noqa: B009


def even(n) -> bool:
    return n == 0 or odd(n - 1)


def odd(n) -> bool:
    return n != 0 and even(n - 1)


def test_it_is_known_which_fields_may_hold_lists():
    assert LoweringContext(BOUNDS).fields == {"items": True, "key": False}


def test_a_name_that_means_two_things_means_nothing():
    methods = LoweringContext(BOUNDS).methods

    assert methods["key_of"] is Node.key_of
    assert methods["nothing"] is None


def test_fields_are_read_through_what_is_called():
    context = LoweringContext(BOUNDS)

    assert context.reads(reads_through_a_method)
    assert not context.reads(reads_nothing)
    with pytest.raises(NotResumable, match=r"getattr\(\) hides which field is read"):
        context.reads(hides)


def test_functions_that_call_each_other_are_recursive():
    context = LoweringContext(BOUNDS)

    assert context.is_recursive(even)
    assert not context.is_recursive(reads_nothing)


def test_a_global_has_one_spelling_for_each_meaning():
    context = LoweringContext(BOUNDS)
    first, other = context.constant("LIMIT", (1,)), context.constant("LIMIT", (2, 3))

    assert first != other
    assert context.constants == {first: (1,), other: (2, 3)}


def test_a_variable_holds_a_list_of_the_structure_or_something_else_never_both():
    context = LoweringContext(BOUNDS)
    context.block = Block(0)
    context.arrays.add("x__items")
    context.note_kind("a", expression("x__items"))

    with pytest.raises(NotResumable, match="now a list of the structure, now something else"):
        context.note_kind("a", expression("[1]"))


def test_a_block_ends_once():
    context = LoweringContext(BOUNDS)
    context.block = Block(0)
    context.close("first")
    context.close("second")

    assert context.block.end == "first"
