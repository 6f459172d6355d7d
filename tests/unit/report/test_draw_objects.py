"""Pictures: boxes do not overlap, sharing and None are visible."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "subjects"))
from korat import tables

from refute.exhaustive.structures import structures
from refute.model.structure import Description, Ref
from refute.report.draw_objects import BOX_HEIGHT, Cell, dot, linking_fields, svg, text

SHARED = Description(
    ("Pair", "Node"),
    ((0, "first", Ref(1)), (0, "second", Ref(1)), (1, "next", Ref(1)), (1, "value", 7)),
)


@pytest.mark.parametrize("name", ["BinaryTree", "LinkedList", "SearchTree", "HeapArray", "TreeMap"])
def test_boxes_stand_apart_and_inside_their_cell(name: str) -> None:
    every = list(structures(tables.CLASSES[name], tables.space(name, 4)).descriptions())
    linking = linking_fields(every)
    for one in every:
        cell = Cell(one, linking)
        boxes = [
            (x - cell.widths[number] / 2, x + cell.widths[number] / 2, y)
            for number, (x, y) in cell.places.items()
        ]
        assert len(boxes) == len(one.classes)
        assert all(left >= 0 and right <= cell.width + 1 for left, right, _ in boxes)
        assert all(y + BOX_HEIGHT <= cell.height for *_, y in boxes)
        for index, (left, right, y) in enumerate(boxes):
            for other_left, other_right, other_y in boxes[:index]:
                assert y != other_y or right <= other_left or other_right <= left


def test_a_shared_object_is_drawn_once() -> None:
    assert (
        text(SHARED)
        == "Pair\n  first: Node value=7\n    next: Node (above)\n  second: Node (above)"
    )
    assert svg([SHARED]).count("<rect x=") == 2
    assert svg([SHARED]).count("marker-end") == 3
    assert dot([SHARED]).count("->") == 3


def test_missing_objects_are_dots() -> None:
    (tree,) = structures(tables.BinaryTree, tables.space("BinaryTree", 1)).descriptions()
    linked = linking_fields(
        structures(tables.BinaryTree, tables.space("BinaryTree", 3)).descriptions()
    )

    assert text(tree, linked).count("None") == 2
    assert (
        svg(
            [tree, *structures(tables.BinaryTree, tables.space("BinaryTree", 3)).descriptions()]
        ).count("<circle")
        == 2 + 5 * 4
    )
