"""The objects as the compiled predicate reads them: whoever else reads a field is noticed."""

from __future__ import annotations

import pytest

from refute.generate.bounded.compiled.compiled_heap import (
    FIELD,
    UNSET,
    Escaped,
    FastHeap,
    Paused,
    fast_class,
    is_single,
    weight_inside,
)
from refute.model.bounds import AnyOf, Array, Bounds, Objects, Values


class Node: ...


def heap(**fields) -> FastHeap:
    domains = {f"Node.{name}": domain for name, domain in fields.items()}
    return FastHeap(Bounds("Node", {"Node": 2}, domains, {"Node": Node}))


def test_a_field_with_one_value_has_it_and_the_others_have_none_yet():
    one = heap(fixed=Values((7,)), free=Values((0, 1)))

    assert getattr(one.root, f"{FIELD}fixed") == 7
    assert getattr(one.root, f"{FIELD}free") is UNSET
    assert one.unread[0] == 1  # only the free one is still to be read


def test_reading_or_writing_a_field_by_its_own_name_is_an_escape():
    root = heap(free=Values((0, 1))).root

    with pytest.raises(Escaped, match=r"Node\.free"):
        _ = root.free
    with pytest.raises(Escaped, match=r"write to Node\.free"):
        root.free = 1


def test_a_list_cannot_be_looked_into_by_others():
    one = heap(items=Array((0, 1), Values((0, 1))))
    cells = getattr(one.root, f"{FIELD}items")

    for look in (len, list, bool, lambda items: items[0], lambda items: items == []):
        with pytest.raises(Escaped):
            look(cells)


def test_an_interruption_is_noticed_only_where_it_is_allowed():
    one = heap(free=Values((0, 1)))
    choices = one.choices[id(one.root)]["free"]
    one.is_interrupted = True
    assert [value for value, _ in one.options(choices, 0)] == [0, 1]

    with one.interruptible():
        one.is_interrupted = True
        with one.undisturbed():
            one.options(choices, 0)
        with pytest.raises(Paused):
            one.options(choices, 0)


def test_an_object_that_comes_into_use_brings_its_fields_along():
    one = heap(next=AnyOf((Values((None,)), Objects("Node"))))
    choices = one.choices[id(one.root)]["next"]
    unread = [one.unread[state] for _, state in one.options(choices, 0)]

    assert unread == [0, 0, 1]  # nothing, itself, another node


def test_one_value_is_no_choice():
    assert is_single(AnyOf((Values((0,)),)))
    assert not is_single(AnyOf((Values((0,)), Values((1,)))))
    assert not is_single(Objects("Node"))


def test_a_list_of_fixed_length_brings_its_items_and_another_its_length():
    assert weight_inside(Array((3,), Values((0, 1)))) == 3
    assert weight_inside(Array((0, 1), Values((0, 1)))) == 1
    assert weight_inside(Values((0, 1))) == 0


def test_a_class_that_refuses_assignments_can_still_be_filled():
    class Frozen:
        def __setattr__(self, name, value):
            raise TypeError

    one = object.__new__(fast_class(Frozen, ["key"]))
    setattr(one, f"{FIELD}key", 3)

    assert getattr(one, f"{FIELD}key") == 3
