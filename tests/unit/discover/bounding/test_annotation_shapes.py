"""What annotations of fields say about bounds."""

from __future__ import annotations

import enum
from collections import abc
from typing import Any

import pytest

from refute.discover.bounding.annotation_shapes import (
    check_lists,
    classes_in,
    is_subject_class,
    shape_of,
    subclasses_of,
    wanted_for,
)
from refute.model.bounds import Values
from refute.model.errors import UsageError


class Shape: ...


class Circle(Shape): ...


class Watched(Shape):
    __refute_watched__ = True


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    ("annotation", "shape"),
    [
        (list[int], list),
        (tuple[int, ...], list),
        (abc.MutableSequence[int], list),
        (frozenset, set),
        (abc.Mapping[str, int], dict),
        (list[int] | None, list),
        (tuple[int, str], None),  # each place has its own values
        (int, None),
    ],
)
def test_what_is_bounded_by_a_length_is_known_by_its_annotation(
    annotation: Any, shape: type | None
) -> None:
    assert shape_of(annotation) is shape


def test_a_mapping_is_asked_for_by_its_length_keys_and_values() -> None:
    python, typed = wanted_for("table", dict)

    assert python == "table=refute.mapping(3, [...], [...])"
    assert typed == "table.length=0..3 table.keys=… table.values=…"


def test_numbers_are_refused_as_values_of_a_list_but_not_of_one_that_may_be_none() -> None:
    with pytest.raises(UsageError, match=r"Shelf\.items is a list, and 0 is none"):
        check_lists("Shelf.items", list, Values((0,)))

    check_lists("Shelf.items", list[int] | None, Values((0,)))
    check_lists("Shelf.items", list, Values(([0],)))


def test_only_classes_of_the_user_are_built_field_by_field() -> None:
    assert is_subject_class(Shape)
    assert not any(map(is_subject_class, (int, object, Colour, "Shape")))


def test_subclasses_that_a_search_made_are_not_the_users() -> None:
    assert subclasses_of(Shape) == [Circle]
    assert subclasses_of(int) == []


def test_classes_are_found_at_any_depth_of_an_annotation() -> None:
    assert list(classes_in(dict[str, list[Shape] | None])) == [str, Shape, type(None)]
