"""A structure becomes the steps that build it: parts first, rings closed at the end."""

from __future__ import annotations

import dataclasses

import pytest

from refute.generate.bounded.build_steps import NotWritable, steps_for
from refute.model.sequence import Allocate, SetField
from refute.model.structure import Description, Ref
from refute.render.source import render


class Node:
    pass


class Tree:
    pass


@dataclasses.dataclass(frozen=True)
class Fixed:
    key: int


def lines(description: Description, *classes: type) -> list[str]:
    named = {cls.__name__: cls for cls in classes}
    sequence, root = steps_for(description, named)
    assert isinstance(sequence.steps[root].operation, Allocate)
    return render(sequence).lines


def test_parts_are_built_before_the_whole():
    tree = Description(("Tree", "Node"), ((0, "root", Ref(1)), (0, "size", 1), (1, "key", 0)))

    assert lines(tree, Tree, Node) == [
        "node = object.__new__(Node)",
        "node.key = 0",
        "tree = object.__new__(Tree)",
        "tree.root = node",
        "tree.size = 1",
    ]


def test_a_ring_is_closed_when_both_ends_are_there():
    ring = Description(("Node", "Node"), ((0, "next", Ref(1)), (1, "next", Ref(0))))

    assert lines(ring, Node) == [
        "node = object.__new__(Node)",
        "node_2 = object.__new__(Node)",
        "node_2.next = node",
        "node.next = node_2",
    ]


def test_an_object_may_hold_itself():
    assert lines(Description(("Node",), ((0, "next", Ref(0)),)), Node) == [
        "node = object.__new__(Node)",
        "node.next = node",
    ]


def test_collections_hold_values_and_parts():
    held = Description(
        ("Node", "Node"),
        ((0, "items", [Ref(1), 0]), (0, "names", (1, ["a"])), (1, "items", [])),
    )

    assert lines(held, Node) == [
        "node = object.__new__(Node)",
        "node.items = []",
        "node_2 = object.__new__(Node)",
        "node_2.items = [node, 0]",
        'node_2.names = (1, ["a"])',
    ]


def test_the_members_of_a_set_are_written_in_order():
    held = Description(("Node",), ((0, "names", {"b", "a"}), (0, "by_name", {1: 2})))

    assert lines(held, Node) == [
        "node = object.__new__(Node)",
        'node.names = {"a", "b"}',
        "node.by_name = {1: 2}",
    ]


def test_a_class_that_guards_its_fields_is_passed_by():
    sequence, _ = steps_for(Description(("Fixed",), ((0, "key", 1),)), {"Fixed": Fixed})

    assert sequence.steps[-1].operation == SetField("key", direct=True)


def test_what_cannot_be_written_is_refused():
    class Local:
        pass

    with pytest.raises(NotWritable, match="inside a function"):
        steps_for(Description(("Local",), ()), {"Local": Local})
    with pytest.raises(NotWritable, match="cannot be written"):
        steps_for(Description(("Node",), ((0, "key", object()),)), {"Node": Node})
