"""Bounds say how many objects there are and which values each field may take."""

from __future__ import annotations

import enum

import pytest

from refute.model.bounds import (
    AnyOf,
    Array,
    Bounds,
    DictOf,
    Objects,
    SetOf,
    Tuple,
    Values,
    domain_size,
    domain_text,
    parts_of,
    power,
    values_text,
)


class Colour(enum.Enum):
    RED = 1


BITS, NODES = Values((0, 1)), Objects("Node")


@pytest.mark.parametrize(
    ("domain", "size", "shown"),
    [
        (BITS, 2, "{0, 1}"),
        (NODES, 3, "Node[3]"),
        (Array((0, 1, 2), BITS), 1 + 2 + 4, "list of length {0..2} with items {0, 1}"),
        (Tuple((BITS, NODES)), 6, "({0, 1}, Node[3])"),
        (SetOf(NODES, (0, 1, 2)), 1 + 3 + 3, "set of at most 2 of Node[3]"),
        (DictOf(BITS, NODES, (0, 1)), 1 + 2 * 3, "dict of at most 1 from {0, 1} to Node[3]"),
        (SetOf(BITS, (2, 0)), 2, "set of {2, 0} of {0, 1}"),
        (Values((Colour.RED, None)), 2, "{Colour.RED, None}"),
        (AnyOf((Values((None,)), NODES)), 4, "{None} + Node[3]"),
    ],
)
def test_a_domain_has_a_size_and_a_text(domain, size, shown):
    assert domain_size(domain, {"Node": 3}) == size
    assert domain_text(domain, {"Node": 3}) == shown


def test_the_parts_of_a_domain_are_found_however_deep():
    deep = AnyOf((Array((1,), SetOf(NODES, (0, 1))), DictOf(BITS, Tuple((BITS,)), (0, 1))))

    assert NODES in list(parts_of(deep))
    assert sum(part == BITS for part in parts_of(deep)) == 2


def test_bounds_are_shown_with_the_number_of_candidates():
    bounds = Bounds(
        "Tree",
        {"Tree": 1, "Node": 2},
        {
            "Tree.root": AnyOf((Values((None,)), NODES)),
            "Node.left": AnyOf((Values((None,)), NODES)),
            "Node0.left": Values((None,)),
        },
        {},
    )

    assert bounds.fields_of("Node") == [("left", AnyOf((Values((None,)), NODES)))]
    assert bounds.state_space() == 3 * 1 * 3
    assert str(bounds).splitlines() == [
        "bounds of Tree: 9 candidates at most",
        "  Tree = 1",
        "    Tree.root in {None} + Node[2]",
        "  Node = 2",
        "    Node.left in {None} + Node[2]",
    ]


def test_large_counts_are_powers_of_two():
    assert (power(9999), power(2**14)) == ("9999", "2^14")


def test_values_are_shown_shortly():
    assert values_text(()) == ""
    assert values_text((1, 2)) == "1, 2"
    assert values_text((3, 4, 5)) == "3..5"
    assert values_text((True, 2, 3)) == "True, 2, 3"
    assert values_text(tuple("abcdefghij")) == "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', …"


def test_each_value_of_a_domain_counts_once_by_type_and_value():
    thing, nan = object(), float("nan")
    given = (1, 1, True, 1.0, -0.0, 0.0, "a", "a", None, None, nan, nan, thing, thing)

    assert Values(given).items == (1, True, 1.0, -0.0, 0.0, "a", None, nan, thing)
    assert list(map(type, Values(given).items))[:3] == [int, bool, float]
    assert len(Values((object(), object())).items) == 2
    assert Values(([1], [True], [1], {1}, {1}, {1: 2}, {1: 2}, {1: 3})).items == (
        [1],
        [True],
        {1},
        {1: 2},
        {1: 3},
    )
    assert Array((2, 1, 2), Values((0,))).lengths == (2, 1)
