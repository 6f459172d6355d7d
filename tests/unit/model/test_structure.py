"""What "small" means for structures."""

from __future__ import annotations

from refute.model.structure import Description, Ref, references, size_of


def test_fewer_objects_are_smaller_then_fewer_and_smaller_values():
    empty = Description(("Tree",), ((0, "root", None),))
    one = Description(("Tree", "Node"), ((0, "root", Ref(1)), (1, "key", 0)))
    large = Description(("Tree", "Node"), ((0, "root", Ref(1)), (1, "key", 7)))

    assert size_of(empty) < size_of(one) < size_of(large)


def test_collections_weigh_what_they_hold():
    sizes = [
        size_of(Description(("Box",), ((0, "items", items),)))
        for items in ([], [0], [1, 2], {1: 2}, {"a"})
    ]

    assert [weight for _, weight in sizes] == [0, 1, 5, 4, 2]


def test_objects_are_found_wherever_a_value_names_them():
    value = [Ref(1), (2, Ref(3)), {Ref(4): "a", "b": Ref(5)}, frozenset({Ref(6)})]

    assert list(references(value)) == [1, 3, 4, 5, 6]
