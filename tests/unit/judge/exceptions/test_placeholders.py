"""A None in an object counts as a placeholder where nothing that users call replaces it."""

from __future__ import annotations

import sys

from refute.judge.exceptions.placeholders import is_placeholder_read


class Slotted:
    __slots__ = ("name",)

    def __init__(self) -> None:
        self.name = None

    def shown(self) -> str:
        return self.name.upper()


class Sheet:
    def __init__(self) -> None:
        self.name = self.title = None
        self.kind: str | None = None

    @property
    def loud(self) -> str:
        return self.title

    @loud.setter
    def loud(self, title: str) -> None:
        self.title = title

    def shown(self) -> str:
        return self.name.upper()

    def titled(self) -> str:
        return self.title.upper()

    def sized(self) -> int:
        return len(self.kind)

    def other(self) -> int:
        return len(None)

    def both(self) -> str:
        return self.shown() + self.titled() + self.both()


def is_placeholder(call) -> bool:
    try:
        call()
    except Exception as raised:
        entry = raised.__traceback__.tb_next
        return is_placeholder_read(raised, [entry])
    raise AssertionError("nothing was raised")


def test_what_init_sets_to_none_and_nothing_else_sets_is_a_placeholder():
    assert is_placeholder(Sheet().shown)
    assert is_placeholder(Sheet().sized)
    assert is_placeholder(Slotted().shown)


def test_what_a_property_sets_is_none():
    assert not is_placeholder(Sheet().titled)


def test_a_none_that_comes_from_elsewhere_is_none():
    assert not is_placeholder(Sheet().other)


def test_nothing_is_said_where_the_source_cannot_be_read():
    scope: dict[str, object] = {}
    exec("def f():\n    return len(None)", scope)

    assert not is_placeholder(scope["f"])
    assert not is_placeholder(lambda: sys.nothing)
    assert not is_placeholder(lambda: [][0])
