"""A class stands where a Protocol is asked for if its methods can be called in the same way."""

from __future__ import annotations

import io
from typing import Any, Protocol, TypeVar

import pytest

from refute.look.structural import has_operator, satisfies

T = TypeVar("T", contravariant=True)


class Document:
    pass


class Plugin(Protocol):
    def __call__(self, document: Document) -> None: ...


class Elsewhere(Protocol):
    def __call__(self, document: Unresolved) -> None: ...  # noqa: F821  # as under TYPE_CHECKING


class Weighing(Protocol):
    def weigh(self, number: int) -> float: ...


class Generic(Protocol[T]):
    def __call__(self, document: T) -> None: ...


class Named(Protocol):
    name: str


class OfDocument:
    def __call__(self, document: Document) -> None: ...


class OfAnything:
    def __call__(self, document, *more, loud: bool = False): ...


class OfText:
    name = "a"

    def __call__(self, text: str) -> None: ...


class OfTwo:
    def __call__(self, one: Any, other: Any) -> None: ...


class OfNone:
    def __call__(self) -> None: ...


class Scales:
    def weigh(self, number: float) -> float: ...


class Sending(Protocol):
    def put(self, text: str, *, flush: bool) -> None: ...


class Flushes:
    def put(self, text: str, *, flush: bool = False) -> None: ...


class FlushesNot:
    def put(self, text: str) -> None: ...


class TakesAll:
    def put(self, text: str, **more: object) -> None: ...


class Needs:
    def put(self, text: str, *, flush: bool, mode: str) -> None: ...


class Strange:
    def put(self) -> None: ...

    put.__signature__ = "nonsense"  # type: ignore[attr-defined]


class Given:
    @property
    def put(self) -> int: ...


class Static:
    @staticmethod
    def put(*, flush: bool) -> None: ...


class OfClass:
    @classmethod
    def put(cls, text: str, *, flush: bool) -> None: ...


class Letters:
    def weigh(self, number: str) -> float: ...


@pytest.mark.parametrize(
    ("have", "want", "fits"),
    [
        (OfDocument, Plugin, True),
        (OfAnything, Plugin, True),
        (OfText, Plugin, False),
        (OfText, Elsewhere, False),
        (OfText, Generic, True),
        (OfTwo, Plugin, False),
        (OfNone, Plugin, False),
        (Document, Plugin, False),
        (Scales, Weighing, True),
        (Letters, Weighing, False),
        (Flushes, Sending, True),
        (FlushesNot, Sending, False),
        (TakesAll, Sending, True),
        (Needs, Sending, False),
        (Strange, Sending, True),
        (Given, Sending, False),
        (Static, Sending, False),
        (OfClass, Sending, True),
        (OfText, Named, True),
        (OfTwo, Named, False),
    ],
)
def test_methods_must_take_what_the_protocol_passes(have, want, fits):
    assert satisfies(have, want) is fits


def test_what_every_object_has_to_say_that_it_has_no_order_does_not_count():
    class Ordered(Protocol):
        def __lt__(self, other: Any) -> bool: ...

    assert satisfies(int, Ordered)
    assert not satisfies(io.StringIO, Ordered)
    assert has_operator(Ordered)
    assert not has_operator(Plugin)
