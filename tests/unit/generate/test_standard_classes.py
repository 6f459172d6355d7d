"""Standard classes that can stand for a Protocol."""

from __future__ import annotations

from typing import Any, Protocol

from refute.generate.presets import Presets
from refute.generate.standard_classes import satisfying
from refute.model.subject import Subject
from refute.model.typeform import TypeForm


class HasLength(Protocol):
    def __len__(self) -> int: ...


class Readable(Protocol):
    def read(self, size: int = -1) -> str: ...


class Binary(Protocol):
    def read(self, size: int = -1) -> bytes: ...


class Comparable(Protocol):
    def __lt__(self, other: Any) -> bool: ...


class Paid(Protocol):
    def pay(self) -> None: ...


def test_classes_are_found_by_what_they_have() -> None:
    assert satisfying(HasLength)[:3] == ("str", "list", "dict")
    assert satisfying(Readable) == ("io:StringIO",)
    assert satisfying(Binary) == ("io:BytesIO",)
    assert satisfying(Comparable) == ("int",)
    assert satisfying(Paid) == ()


def test_presets_of_a_protocol_are_those_of_the_classes() -> None:
    presets = Presets(Subject(("shop",), (), {"shop:Readable": Readable}))

    assert "io.StringIO('a')" in [one.source for one in presets.for_form(TypeForm("shop:Readable"))]
