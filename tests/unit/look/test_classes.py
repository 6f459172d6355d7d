"""An operation is found in its file, whatever it is made of."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from inspect import findsource
from typing import Any

import pytest

from refute.look.classes import place_of, written_at


class Shop:
    def __init__(self) -> None: ...
    def plain(self) -> None: ...
    @staticmethod
    def fixed() -> None: ...
    @classmethod
    def made(cls) -> None: ...
    @property
    def size(self) -> None: ...
    @functools.cached_property
    def total(self) -> None: ...
    @functools.cache  # noqa: B019
    def kept(self) -> None: ...


def walk() -> None: ...


FIRST = Shop.__init__.__code__.co_firstlineno


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Shop", FIRST),
        ("Shop.plain", FIRST + 1),
        ("Shop.fixed", FIRST + 2),
        ("Shop.made", FIRST + 4),
        ("Shop.size", FIRST + 6),
        ("Shop.total", FIRST + 8),
        ("Shop.kept", FIRST + 10),
        ("Shop.gone=", FIRST),
        ("walk", walk.__code__.co_firstlineno),
    ],
)
def test_an_operation_is_found_in_its_file(name: str, line: int) -> None:
    assert place_of(f"{__name__}:{name}", Shop) == (__file__, line)


def test_what_is_nowhere_has_no_place() -> None:
    assert place_of("x:nothing", int) == (None, None)


@dataclass(order=True)
class Cart:
    total: int = 0

    def add(self) -> None: ...


class BigCart(Cart):
    pass


@pytest.mark.parametrize(
    ("function", "cls", "written"),
    [
        (Cart.add, Cart, Cart.add.__code__.co_firstlineno),
        (Cart.__init__, Cart, findsource(Cart)[1] + 1),
        (Cart.__lt__, Cart, findsource(Cart)[1] + 1),
        (BigCart.__init__, BigCart, findsource(Cart)[1] + 1),
    ],
)
def test_generated_code_is_where_its_class_is(function, cls, written):
    assert written_at(function, cls) == (__file__, written)


def test_what_was_never_written_in_a_file_is_nowhere():
    made: dict[str, Any] = {"__name__": "made_up"}
    exec("class Thing:\n    def __init__(self): ...", made)

    assert written_at(made["Thing"].__init__, made["Thing"]) == (None, None)
    assert written_at(len, int) == (None, None)
