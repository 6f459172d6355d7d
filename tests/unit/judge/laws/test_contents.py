"""What the walk sees in a value."""

from __future__ import annotations

import re
import threading
import weakref
from array import array
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Any

import pytest

from refute.judge.laws.contents import Contents, contents_of

NAN = float("nan")


class Field:
    def __init__(self, value: Any) -> None:
        self.value = value

    def method(self) -> None: ...


class Color(Enum):
    RED = 1


class Irreflexive:
    def __eq__(self, other: object) -> bool:
        return False


class Stumbling:
    def __eq__(self, other: object) -> bool:
        raise KeyError


class OddFloat(float):
    def __float__(self) -> float:
        raise KeyError


class OddDecimal(Decimal):
    def is_nan(self) -> bool:
        raise KeyError


@pytest.mark.parametrize(
    "value",
    [
        *(NAN, [NAN], {1: NAN}, {NAN: 1}, Field(NAN), Field([{"a": (NAN,)}]), partial(print, NAN)),
        *(complex(0, NAN), Decimal("nan"), Decimal("sNaN"), array("d", [1, NAN])),
        *([Irreflexive()], [Stumbling()], type("Celsius", (float,), {})(NAN)),
    ],
)
def test_nan_is_found_wherever_it_is(value: Any) -> None:
    assert contents_of(value).nan


@pytest.mark.parametrize(
    "value",
    [
        *(1.0, 1j, Decimal(1), array("d", [1]), array("i", [1]), [1, "a", None], Field(2.0)),
        *(OddFloat(1), OddDecimal(1), Irreflexive(), range(3), Color.RED, b"", [Field(1)]),
    ],
)
def test_no_nan(value: Any) -> None:
    assert not contents_of(value).nan


def test_a_number_that_cannot_be_asked_counts_as_nan() -> None:
    class Odd(array):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            raise KeyError

    assert contents_of(Odd("d", [1])).nan


@pytest.mark.parametrize(
    "value", [object(), Field(1), threading.Lock(), Field(1).method, [].append, iter([])]
)
def test_what_equals_only_itself(value: Any) -> None:
    assert contents_of([value]).identity


@pytest.mark.parametrize(
    "value",
    [1, "a", None, ..., [1], len, print, Field, test_no_nan, re.compile("a"), Color.RED, re],
)
def test_what_is_copied_as_itself_or_compares_by_value(value: Any) -> None:
    assert not contents_of([value]).identity


def test_the_value_itself_is_no_part_of_its_contents() -> None:
    assert contents_of(Field(1)) == Contents(size=contents_of(Field(1)).size, depth=1)


def test_iterators_and_weak_references() -> None:
    assert contents_of([iter([])]).iterator
    assert contents_of([(n for n in [])]).iterator
    assert contents_of([weakref.ref(Field)]).weak
    assert contents_of(Field(weakref.proxy(Field))).weak
    assert not contents_of([1]).iterator
    assert not contents_of([1]).weak


def test_cycles_are_not_the_same_as_sharing() -> None:
    loop: list[Any] = []
    loop.append((loop,))
    shared = [1]

    assert contents_of(loop).cyclic
    assert not contents_of([shared, [shared], shared]).cyclic


def test_the_walk_is_bounded_and_says_so() -> None:
    assert not contents_of(list(range(1000, 5000))).whole
    assert contents_of(list(range(1000, 5000)), most=10).size == 10
    assert contents_of([1]).whole


def test_recursion_is_excused_by_cycles_depth_and_size() -> None:
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]

    assert contents_of(deep).excuses_recursion
    assert contents_of(deep).depth == 100
    assert Contents(cyclic=True).excuses_recursion
    assert Contents(whole=False).excuses_recursion
    assert not Contents().excuses_recursion
