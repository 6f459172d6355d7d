"""Predicates by name, and the exceptions that documentation names."""

from __future__ import annotations

import pytest

from refute.discover.specs import documented_raises, invariant_of, is_spec


class Holder:
    def __init__(self) -> None: ...

    def rep_ok(self) -> bool:
        return True

    def invariant(self, strict: bool) -> bool:
        return True


def test_a_predicate_takes_only_self() -> None:
    assert invariant_of(Holder) == "rep_ok"
    assert invariant_of(Holder, ("invariant",)) is None
    assert invariant_of(int) is None


class Specified:
    def _check(self) -> None: ...

    def add(self) -> None: ...

    def add_spec(self) -> None:
        self.add()
        assert self, "POST"

    def find_spec(self) -> str:
        return "no method find, no assertion: an operation like any other"


def test_what_belongs_to_the_specification() -> None:
    assert all(is_spec(Specified, name) for name in ("_check", "add_spec", "appmodel"))
    assert not any(is_spec(Specified, name) for name in ("check", "add", "find_spec"))
    assert not is_spec(Holder, "invariant")


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("Do.\n\nRaises:\n    KeyError: not there.\n    shop.OutOfStock: none left.\n", "KeyError OutOfStock"),
        ("Do.\n\n    Raises:\n        ValueError: if so\n            and so.\n\n    Returns:\n        Nothing: x\n", "ValueError"),
        ("Do.\n\nRaises\n------\nValueError\n    If so.\nIndexError, KeyError\n    Else.\n\nNotes\n-----\nNone of it.\n", "IndexError KeyError ValueError"),
        ("Do.\n\n:param x: a number\n:raises ValueError: if so\n:raise KeyError: else\n", "KeyError ValueError"),
        (":raises TypeError, ValueError: if so", "TypeError ValueError"),
        (":raises shop.errors.Broke: if so", "Broke"),
        ("Remove first occurrence of value.\n\nRaises ValueError if the value is not present.", "ValueError"),
        ("If the key is missing, KeyError is raised. Otherwise RuntimeError is not mentioned so.", "KeyError"),
        ("D.pop(k[,d]) -> v. If key is not found, d is returned, otherwise raise a KeyError.", "KeyError"),
        ("It never raises ValueError.", ""),
        ("Does not raise KeyError if missing.", ""),
        ("Return a ValueError for later.", ""),
        ("The praise of OSError.", ""),
        ("", ""),
        (None, ""),
        ("Raises:\n", ""),
        ("Return the item.\n\nRaises StopIteration at the end.", "StopIteration"),
    ],
)  # fmt: skip
def test_documented_exceptions(docstring: str | None, expected: str) -> None:
    assert documented_raises(docstring) == frozenset(expected.split())
