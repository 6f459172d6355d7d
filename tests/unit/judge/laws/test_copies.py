"""Each law of copying and pickling: a class that breaks it, and look-alikes that do not."""

from __future__ import annotations

import copy
import itertools
import threading
from dataclasses import dataclass, field
from typing import Any

import pytest
from lawbreaking import breaks, keeps

EQUAL = ("copy-equal", "deepcopy-equal", "pickle-equal")
NAN = float("nan")


@dataclass
class Box:
    value: Any


class Thing:
    """Equal to itself only."""


class Forgets(Box):
    """Loses its value on every way."""

    def __reduce__(self) -> Any:
        return Forgets, (None,)


class Itself(Box):
    def __eq__(self, other: object) -> bool:
        return self is other


class SameId(Box):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameId) and id(self) == id(other)


class SameField(Box):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameField) and self.value is other.value


class Proxy(Box):
    """Gives out what it stands for."""

    def __copy__(self) -> Any:
        return self.value

    def __reduce__(self) -> Any:
        return Box, (self.value,)


class Uncopyable(Box):
    def __reduce__(self) -> Any:
        raise TypeError("cannot be copied")


@dataclass
class Serial:
    """Equal to nothing, itself included, once it has been compared."""

    number: Any = field(default_factory=itertools.count)

    def __eq__(self, other: object) -> bool:
        return False


@pytest.mark.parametrize("law", EQUAL)
def test_a_copy_that_differs(law: str) -> None:
    breach = breaks(law, Forgets(1))

    assert breach.message.endswith("is not equal to the original")


@pytest.mark.parametrize("law", EQUAL)
def test_silent(law: str) -> None:
    class Local(Box):
        pass

    values = [
        *(Box(1), Box([1, {2: 3}]), Itself(1), SameId(1), Proxy(1), Uncopyable(1), Thing()),
        *(Forgets(NAN), Forgets(None), Forgets(iter([])), Box(threading.Lock()), Local(1)),
        *(Serial(), Box(Thing()), Box(lambda: 1), Box(Box), 1, "", [Thing()]),
    ]

    for value in values:
        assert keeps(law, value), value


def test_what_equals_only_itself_is_shared_by_a_shallow_copy_and_lost_by_a_deep_one() -> None:
    assert keeps("deepcopy-equal", Forgets(Thing()))
    assert keeps("pickle-equal", Forgets(Thing()))

    breaks("copy-equal", Forgets(Thing()))


def test_a_field_compared_by_identity() -> None:
    assert keeps("copy-equal", SameField([]))
    assert keeps("deepcopy-equal", SameField([]))
    assert keeps("pickle-equal", SameField([]))


def test_a_value_too_large_to_look_through_is_left_alone() -> None:
    assert keeps("copy-equal", Forgets([[n] for n in range(3000)]))


class Delegates:
    """The classic: an object without fields asks itself for its fields."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Guarded(Delegates):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "inner":
            raise AttributeError(name)
        return getattr(self.inner, name)


class Lookup:
    """Raises KeyError where AttributeError is due."""

    def __init__(self) -> None:
        self.data = {"a": 1}

    def __getattr__(self, name: str) -> Any:
        return {}[name]


class Stale(Box):
    """Its __deepcopy__ was forgotten when a field was renamed, beneath a helper."""

    def __deepcopy__(self, memo: Any) -> Any:
        return self.clone()

    def clone(self) -> Any:
        return Stale(self.contents)  # type: ignore[attr-defined]


class Strict(Box):
    def __init__(self, value: int) -> None:
        if value > 3:
            raise ValueError
        super().__init__(value)

    def __copy__(self) -> Any:
        return Strict(self.value + 1)

    def __reduce__(self) -> Any:
        return Strict, ()


class Holder(Box):
    """Copies its contents with the tools of others."""

    def __copy__(self) -> Any:
        return Holder(copy.copy(self.value))

    def __deepcopy__(self, memo: Any) -> Any:
        return Holder(copy.deepcopy(self.value, memo))


class TestRaises:
    def test_getattr_without_end(self) -> None:
        breach = breaks("copy-raises", Delegates(1))

        assert isinstance(breach.exception, RecursionError)
        assert breach.message.startswith("copy.copy(Delegates) raises RecursionError")
        assert "__getattr__" in breach.remedy

    def test_the_wrong_exception(self) -> None:
        breach = breaks("copy-raises", Lookup())

        assert isinstance(breach.exception, KeyError)
        assert not breach.remedy

    def test_beneath_a_helper_of_the_class(self) -> None:
        assert breaks("copy-raises", Stale(1)).assertion == "copy.deepcopy({0})"

    def test_silent(self) -> None:
        values = [
            Guarded(1),
            Uncopyable(1),
            Strict(3),
            Holder(threading.Lock()),
            Box(1),
            Forgets(1),
        ]

        for value in values:
            assert keeps("copy-raises", value), value

    def test_a_class_that_was_moved_is_not_pickled_and_nobody_stumbles(self) -> None:
        class Local(Box):
            def __getstate__(self) -> Any:
                return self.__dict__

        assert keeps("copy-raises", Local(1))
