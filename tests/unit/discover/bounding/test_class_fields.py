"""Which fields a class has, read from all that says so."""

from __future__ import annotations

from typing import Any

from refute.discover.bounding.class_fields import declared_fields


class Base:
    def __init__(self, a: int) -> None:
        self.a = a
        self.__hidden = 0


class Child(Base):
    def __init__(self, a: int, b: bool) -> None:
        super().__init__(a)
        self.b, self.c = b, 1


class Alone(Base):
    def __init__(self, pair: Any) -> None:
        self.x, (self.y, *self.rest) = pair


class Slots:
    __slots__ = ("__n",)


def test_fields_of_every_init_that_runs_are_found_inherited_ones_first() -> None:
    assert declared_fields(Child)[0] == {"a": int, "_Base__hidden": int, "b": bool, "c": int}


def test_an_init_that_is_not_called_assigns_nothing() -> None:
    assert list(declared_fields(Alone)[0]) == ["x", "y", "rest"]


def test_private_slots_have_their_real_names() -> None:
    assert list(declared_fields(Slots)[0]) == ["_Slots__n"]
