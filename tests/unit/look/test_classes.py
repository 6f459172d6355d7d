"""An operation is found in its file, whatever it is made of."""

from __future__ import annotations

import functools

import pytest

from refute.look.classes import place_of


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
