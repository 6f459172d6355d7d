"""Lists in the making, and predicates that ask for what cannot be followed."""

from __future__ import annotations

import pytest

from refute.generate.bounded.lists import LazyCells, check_types, names_our_class, plain
from refute.model.bounds import Array, Bounds, Values
from refute.model.errors import UsageError


class Shelf: ...


BOUNDS = Bounds(
    "Shelf", {"Shelf": 1}, {"Shelf.items": Array((0, 1), Values((0, 1)))}, {"Shelf": Shelf}
)


def asks_type(shelf) -> bool:
    return type(shelf.items) is list


def asks_through_another(shelf) -> bool:
    return asks_type(shelf)


def asks_isinstance(shelf) -> bool:
    return isinstance(shelf.items, list) and int is int


@pytest.mark.parametrize("predicate", [asks_type, asks_through_another])
def test_a_predicate_that_asks_for_the_very_type_is_refused(predicate):
    with pytest.raises(UsageError, match=r"asks whether type\(shelf.items\) is list"):
        check_types(predicate, BOUNDS)


def test_asking_by_isinstance_or_for_other_types_is_fine():
    check_types(asks_isinstance, BOUNDS)
    check_types(len, BOUNDS)  # nothing to read


def test_what_is_no_list_in_the_making_stays_as_it_is():
    items = [1]

    assert plain(items) is items


def test_only_an_error_about_our_own_class_says_nothing_about_the_object():
    assert names_our_class(TypeError(f"must be list, not {LazyCells.__name__}"))
    assert not names_our_class(TypeError("must be list, not tuple"))
    assert not names_our_class(ValueError(LazyCells.__name__))
