"""State that the standard library keeps to itself is put back through its own methods."""

from __future__ import annotations

import abc
import decimal
import functools
import io
import queue
import random
import threading
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from refute.execute.clean_slate.iterators import Opaque
from refute.execute.clean_slate.library_places import AbcPlace, CachePlace, place_for


@pytest.mark.parametrize(
    ("thing", "change", "look"),
    [
        (random.Random(3), lambda one: one.gauss(), lambda one: one.getstate()),
        (decimal.Context(), lambda one: setattr(one, "prec", 3), repr),
        (io.StringIO("ab"), lambda one: one.write("xyz"), lambda one: (one.getvalue(), one.tell())),
        (bytearray(b"ab"), lambda one: one.clear(), bytes),
        (array("i", [1, 2]), lambda one: one.append(7), list),
        (threading.Lock(), lambda one: one.acquire(), lambda one: one.locked()),
        (
            threading.RLock(),
            lambda one: (one.acquire(), one.acquire()),
            lambda one: one._is_owned(),
        ),
    ],
)
def test_it_is_as_before(thing: Any, change: Callable[[Any], Any], look: Any) -> None:
    place, before = place_for(thing), look(thing)
    assert place is not None
    change(thing)

    assert place.changed() and place.put_back()
    assert look(thing) == before


def test_a_lock_that_was_held_is_taken_again() -> None:
    lock = threading.Lock()
    lock.acquire()
    place = place_for(lock)
    lock.release()

    assert place is not None and place.changed() and place.put_back()
    assert lock.locked()


def test_what_is_closed_or_has_no_way_back_is_said_not_to_be_put_back() -> None:
    buffer, waiting = io.BytesIO(), queue.SimpleQueue()  # type: ignore[var-annotated]
    places = [place_for(buffer), place_for(waiting)]
    buffer.close()
    waiting.put(1)

    assert isinstance(places[1], Opaque)
    assert [place and (place.changed(), place.put_back()) for place in places] == [
        (True, False)
    ] * 2


@pytest.mark.parametrize("thing", [b"ab", memoryview(b"ab"), 3, random.SystemRandom(), object()])
def test_what_has_no_state_has_no_place(thing: object) -> None:
    assert place_for(thing) is None


def test_a_cache_is_emptied() -> None:
    @functools.cache
    def twice(n: int) -> int:
        return 2 * n

    place = CachePlace(twice)
    twice(1)

    assert place.changed() and place.put_back()
    assert twice.cache_info().currsize == 0


def test_what_was_registered_with_an_abstract_class_is_forgotten() -> None:
    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self) -> int: ...

    class Early: ...

    class Late: ...

    Shape.register(Early)
    place = AbcPlace([Shape])
    Shape.register(Late)

    assert place.changed() and place.put_back() and not place.changed()
    assert issubclass(Early, Shape) and not issubclass(Late, Shape)
