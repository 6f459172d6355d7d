"""The objects within bounds, and what their fields may hold in which state."""

from __future__ import annotations

import pytest

from refute.generate.bounded.heap import Cells, Heap, check_listable, convert, make, one_label
from refute.model.bounds import AnyOf, Array, Bounds, Objects, SetOf, Values
from refute.model.errors import UsageError
from refute.model.structure import Description, Ref


class Node: ...


LINK = AnyOf((Values((None,)), Objects("Node")))


def bounds(**fields) -> Bounds:
    return Bounds("Node", {"Node": 3}, {f"Node.{n}": d for n, d in fields.items()}, {"Node": Node})


def heap(**fields) -> Heap:
    return Heap(bounds(**fields), lambda name, owner: object.__new__(owner))


def test_a_field_may_name_every_object_used_so_far_and_the_first_unused_one():
    one = heap(next=LINK)
    first, second, third = one.pools["Node"]
    choices = one.choices[id(first)]["next"]
    start = choices[0]

    assert [value for value, _ in start] == [None, first, second]
    assert [value for value, _ in choices[start[-1][1]]] == [None, first, second, third]


def test_items_of_a_list_share_their_choices_unless_they_hold_lists():
    one = heap(key=Values((0,)))
    flat = Cells(one, Array((0, 1, 2), Values((0, 1))), "items")
    deep = Cells(one, Array((0, 1, 2), Array((0, 1), Values((0,)))), "items")

    assert flat.choices_at(0) is flat.choices_at(1)
    assert deep.choices_at(0) is not deep.choices_at(1)


def test_a_description_is_built_and_rings_are_closed():
    made = make(
        Description(("Node",), ((0, "next", Ref(0)), (0, "all", [Ref(0), 1]))), {"Node": Node}
    )

    assert made.next is made
    assert made.all == [made, 1]


def test_what_stands_inside_is_converted_and_the_rest_left_alone():
    assert convert({1: 2}, str) == {"1": "2"}
    assert convert((1, 2), str) == ("1", "2")
    assert convert(3, str) == 3


def test_a_domain_with_more_values_than_can_be_listed_is_refused():
    few, many = SetOf(Values((0, 1)), (0, 1, 2)), SetOf(Values(range(60)), tuple(range(61)))
    check_listable(bounds(some=few))

    with pytest.raises(UsageError, match=r"Node\.some has 1152921504606846976 possible values"):
        check_listable(bounds(some=many))


def test_a_single_object_needs_no_number():
    assert (one_label("Tree", 0, 1), one_label("Node", 0, 3)) == ("Tree", "Node0")
