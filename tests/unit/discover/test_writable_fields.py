"""Which attributes an outsider may write."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import pytest

from refute.discover.annotations import Annotations
from refute.discover.writable_fields import (
    attributes_in,
    is_meant_to_be_set,
    misnamed,
    stored_as_given,
    writable_fields,
)
from refute.model.subject import Subject


class Open:
    limit: int = 3
    label: str | None
    KIND: ClassVar[str] = "open"
    parts: list[int]

    def __init__(self, name: str, other) -> None:
        self.name = name
        self.other = other
        self.count = 0
        self.ready: bool = False
        self._hidden: int = 0
        self.aux_seen = 0
        self.nothing = None
        name.size = 3  # type: ignore[attr-defined]

    @property
    def whole(self) -> int:
        return 1


class Named(Open):
    fields_spec = ("count", "anything")


class Closed(Open):
    fields_spec = ()


@dataclass(frozen=True)
class Frozen:
    x: int = 0


class Pair(NamedTuple):
    x: int


class Kind(enum.Enum):
    A = 1


class Proxy:
    x: int = 0

    def __getattr__(self, name: str) -> int:
        return 0


def found(cls: type, promises: bool = True) -> dict[str, str]:
    known = Annotations()
    forms = writable_fields(cls, lambda one: known.form(one, cls, cls.__init__), promises)
    return {name: str(form) for name, form in forms.items()}


def test_what_is_public_and_plain_may_be_written() -> None:
    assert found(Open) == {
        "limit": "int",
        "label": "str | None",
        "name": "str",
        "count": "int",
        "ready": "bool",
    }


def test_a_class_that_promises_nothing_is_left_alone() -> None:
    assert found(Open, promises=False) == {}


def test_a_class_may_say_which() -> None:
    assert found(Named, promises=False) == {"count": "int", "anything": "any"}
    assert found(Closed) == {}


def test_what_is_not_to_be_written_to_is_not() -> None:
    assert [found(cls) for cls in (Frozen, Pair, Kind, Proxy)] == [{}] * 4


def test_writing_and_reading_are_operations(found: Callable[..., Subject]) -> None:
    subject = found("class A:\n    x: int = 0\n    def invariant(self): return True\n")
    made = {one.target: one.how for one in subject.routines}

    assert made == {"shop:A": "new", "shop:A.x": "field", "shop:A.x=": "set"}


class Storing:
    def __init__(self, low: int, high: int, *, name: str, size: int) -> None:
        self.low = low
        self.high = high + 1
        self.name = name
        self.size = size
        if high:
            self.size = 0
        self.low.x = 3  # type: ignore[attr-defined]
        self.rest, self.more = size, 0


class Changing:
    def __init__(self, low: int) -> None:
        low = abs(low)
        self.low = low


@dataclass
class Record:
    low: int
    high: int = field(default=0, init=False)


def test_what_is_stored_as_given() -> None:
    assert stored_as_given(Storing) == {"low", "name"}
    assert stored_as_given(Changing) == frozenset()
    assert stored_as_given(Record) == {"low"}
    assert stored_as_given(int) == frozenset()


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("self.low <= self.high", {"low", "high"}),
        ("_.low > 0", {"low"}),
        ("len(self.low.parts) > limit", {"low"}),
        ("all(p for p in self.low)", {"low"}),
        ("self.is_good()", None),
        ("is_good(self)", None),
        ("limit > 3", None),
        ("it must be good", None),
    ],
)
def test_which_attributes_a_condition_is_about(condition: str, names: set[str] | None) -> None:
    assert attributes_in(condition) == names


class Slip(Open):
    fields_spec = "count"


class Wrong(Open):
    fields_spec = (1, 2)


class Right(Open):
    fields_spec = ("count", "limit", "whole", "ready")


class Lazy(Open):
    fields_spec = ("anything",)

    def __getattr__(self, name: str) -> int:
        return 1


@pytest.mark.parametrize(
    ("cls", "said"),
    [
        (Open, ""),
        (Right, ""),
        (Lazy, ""),
        (Slip, 'is a text. Write a tuple: ("count",).'),
        (Wrong, "is not a tuple of names. Write the names of attributes, or () for none."),
        (Named, "names anything, which no method writes. Is it misspelt?"),
    ],
)
def test_what_names_the_attributes_wrongly_is_told(cls: type, said: str) -> None:
    assert misnamed(cls) == said


class WithSetter:
    level: int = 0
    _cap = 1

    @property
    def cap(self) -> int:
        return self._cap

    @cap.setter
    def cap(self, cap: int) -> None:
        self._cap = cap

    @property
    def size(self) -> int:
        return 1


class WithFields:
    fields_spec = ("level",)
    level: int = 0


@dataclass
class Data:
    level: int = 0


@pytest.mark.parametrize(
    ("cls", "name", "is_meant"),
    [
        (WithSetter, "level", False),
        (WithSetter, "cap", True),
        (WithSetter, "size", False),
        (WithFields, "level", True),
        (WithFields, "other", False),
        (Data, "level", True),
        (Data, "other", False),
    ],
)
def test_a_class_says_which_attributes_others_may_set(cls, name, is_meant):
    assert is_meant_to_be_set(cls, name) is is_meant
