"""An iterator cannot go back: those who hold it are given one that is where it was."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from refute.execute.clean_slate.iterators import (
    IteratorPlace,
    Opaque,
    PartialPlace,
    iterator_place,
    shared_parts,
)
from refute.execute.clean_slate.places import ListPlace


@pytest.mark.parametrize(
    ("iterator", "first"),
    [
        (iter([1, 2, 3]), 1),
        (itertools.count(3, 2), 3),
        (itertools.cycle("ab"), "a"),
        (zip([1, 2], "ab", strict=True), (1, "a")),
        (map(str, range(3)), "0"),
        ((n for n in (5, 6)), 5),
    ],
)
def test_the_holder_is_given_an_iterator_that_has_not_moved(iterator: Any, first: object) -> None:
    place, held = iterator_place(iterator), [iterator]
    assert isinstance(place, IteratorPlace)
    place.holders.append(ListPlace(held))
    assert not place.changed()
    next(iterator)
    assert place.changed()

    assert place.put_back() and not place.changed()
    assert held[0] is not iterator and next(held[0]) == first


def test_an_iterator_that_nobody_can_be_given_anew_is_not_put_back() -> None:
    place = iterator_place(iter([1, 2]))

    assert place is not None and not place.put_back()


def test_a_generator_that_has_begun_shows_that_it_moved_and_no_more() -> None:
    generator: Iterator[int] = (n for n in range(9))
    next(generator)
    place = iterator_place(generator)
    assert isinstance(place, Opaque) and not place.changed()
    next(generator)

    assert place.changed() and not place.put_back()
    assert not place.changed()  # told once


def test_what_is_no_iterator_of_the_interpreter_has_no_such_place() -> None:
    class Own:
        def __next__(self) -> int:
            return 1

    assert iterator_place([1]) is None
    assert iterator_place(Own()) is None


def test_what_moves_beneath_an_iterator_is_found() -> None:
    class Own:
        def __iter__(self) -> Own:
            return self

        def __next__(self) -> int:
            return 1

    own = Own()

    assert shared_parts(zip(map(abs, own), [1])) == [abs, own]  # noqa: B905
    assert shared_parts(itertools.count()) == []


def test_a_partial_holds_the_new_iterator() -> None:
    old, new = iter([1]), iter([2])
    partial = functools.partial(next, old)
    place = PartialPlace(partial)

    assert not place.changed()
    assert place.substitute({id(old): new}) and place.put_back()
    assert partial() == 2 and not place.changed()
