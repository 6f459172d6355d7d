"""Korat's Tables 3 and 5, exactly: structures and candidates of every row that runs within seconds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "subjects"))
from korat import tables
from korat.binary_tree import TreeThatForgets
from korat.heap_array import HeapThatLeansLeft
from korat.tree_map import MapThatStaysBent, MapWithRedUncle

from refute.exhaustive.method import exhaust
from refute.exhaustive.structures import bounds, structures
from refute.render.input_code import code_of

QUICK = {
    "BinaryTree": (8, 9, 10, 11),
    "HeapArray": (6, 7),
    "LinkedList": (8, 9, 10),
    "TreeMap": (7, 8),
    "HashSet": (7, 8),
}
CASES = [(name, size) for name, sizes in QUICK.items() for size in sizes]


@pytest.mark.parametrize(("name", "size"), CASES)
def test_table_3_on_the_fast_path(name: str, size: int) -> None:
    found = structures(tables.CLASSES[name], tables.space(name, size))
    found.count()
    expected = tables.ROWS[name][size]

    assert (found.tally.found, found.tally.candidates) == expected[:2]
    assert found.tally.path == "resumable"


@pytest.mark.parametrize(
    ("name", "size"),
    [("BinaryTree", 8), ("HeapArray", 6), ("LinkedList", 8), ("TreeMap", 7), ("HashSet", 7)],
)
def test_table_3_on_the_general_path(name: str, size: int) -> None:
    found = structures(tables.CLASSES[name], tables.space(name, size), path="general")
    found.count()

    assert (found.tally.found, found.tally.candidates) == tables.ROWS[name][size][:2]


@pytest.mark.parametrize("name", ["BinaryTree", "HeapArray", "TreeMap", "AVTree"])
def test_the_state_space_has_the_paper_s_exponent(name: str) -> None:
    for size, (_, _, exponent) in tables.ROWS[name].items():
        assert tables.space(name, size).state_space().bit_length() - 1 == exponent


@pytest.mark.parametrize(("size", "expected"), [(2, 2), (3, 84), (4, 5923), (5, 598358)])
def test_intentional_names_are_as_many_as_in_tables_3_and_4(size: int, expected: int) -> None:
    assert structures(tables.AVTree, tables.space("AVTree", size)).count() == expected


@pytest.mark.parametrize(
    "name", ["BinaryTree.remove", "HeapArray.extract_max", "LinkedList.reverse", "HashSet.add"]
)
def test_table_5(name: str) -> None:
    function, space, options = tables.method_trial(name)
    report = exhaust(function, space, **options)

    assert report.ok, str(report)
    assert report.tested == tables.METHODS[name][1]


def test_table_5_put_on_a_smaller_map() -> None:
    # 19912 inputs at size 8 take ten seconds; the benchmark counts them.  Up to 4: 4 keys times 57 maps.
    space = bounds(tables.TreeMap, Entry=4, size=range(5), key=range(4), value=None)
    report = exhaust(tables.TreeMap.put, space, key=range(4), value=None)

    assert report.ok
    assert report.tested == 4 * (1 + 2 * 4 + 2 * 6 + 3 * 4 + 8)


def test_a_tree_that_forgets_is_refuted_by_three_nodes() -> None:
    space = bounds(TreeThatForgets, Node=4, size=range(5))
    report = exhaust(TreeThatForgets.remove, space, owner=TreeThatForgets)

    assert report.smallest is not None
    assert report.smallest.before.classes.count("Node") == 3
    assert report.smallest.message == "breaks TreeThatForgets.rep_ok"


def test_a_heap_that_leans_left_is_refuted_by_four_elements() -> None:
    report = exhaust(
        HeapThatLeansLeft.extract_max,
        bounds(HeapThatLeansLeft, 5),
        owner=HeapThatLeansLeft,
        raises=ValueError,
    )

    assert report.smallest is not None
    assert code_of(report.smallest.before, report.method.parameters, report.name) == [
        "heap_that_leans_left = object.__new__(HeapThatLeansLeft)",
        "heap_that_leans_left.size = 4",
        "heap_that_leans_left.array = [1, 0, 1, 0]",
        "heap_that_leans_left.extract_max()",
    ]


def test_a_map_with_a_red_uncle_is_refuted_by_three_entries() -> None:
    space = bounds(MapWithRedUncle, Entry=4, size=range(5), key=range(4), value=None)
    report = exhaust(MapWithRedUncle.put, space, owner=MapWithRedUncle, key=range(4), value=None)

    assert report.smallest is not None
    assert report.smallest.before.classes.count("Entry") == 3


def test_a_method_that_never_returns_is_a_finding() -> None:
    space = bounds(MapThatStaysBent, Entry=2, size=range(3), key=range(3), value=None)
    report = exhaust(
        MapThatStaysBent.put, space, owner=MapThatStaysBent, key=range(3), value=None, limit=0.5
    )

    assert report.smallest is not None
    assert report.smallest.rule == "hangs"
    assert report.smallest.before.classes.count("Entry") == 2
