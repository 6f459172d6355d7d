"""The syntax trees of the user's functions, and what their names mean."""

from __future__ import annotations

import json

import pytest

from refute.generate.bounded.compiled.blocks import NotResumable
from refute.generate.bounded.compiled.predicate_source import (
    Source,
    function_in,
    is_standard,
    mangled,
)

LIMIT = 3


def predicate(x, y) -> bool:
    found = x
    return found < LIMIT and abs(y) > 0


class Shelf:
    def __init__(self) -> None:
        self.__books = 1

    def check(self) -> bool:
        return self.__books > 0

    @property
    def size(self) -> int:
        return 1

    @classmethod
    def empty(cls) -> Shelf:
        return cls()


def test_parameters_and_what_is_assigned_are_local():
    source = Source(predicate)

    assert source.parameters == ["x", "y"]
    assert source.locals == {"x", "y", "found"}


def test_free_names_mean_what_the_module_or_python_says():
    source = Source(predicate)

    assert source.meaning("LIMIT") == 3
    assert source.meaning("abs") is abs
    with pytest.raises(NotResumable, match="nosuch is not defined"):
        source.meaning("nosuch")


def starred(*x) -> bool:
    return not x


def yielding(x):
    yield x


@pytest.mark.parametrize(
    ("function", "why"),
    [(starred, r"takes \* arguments"), (yielding, "is a generator"), (lambda x: x, "no source")],
)
def test_what_cannot_be_resumed_is_refused(function, why):
    with pytest.raises(NotResumable, match=why):
        Source(function)


def test_the_function_of_a_method_or_property_is_found():
    assert function_in(Shelf.size).__name__ == "size"
    assert function_in(Shelf.empty).__name__ == "empty"
    with pytest.raises(NotResumable, match="not a Python function"):
        function_in(len)


def test_private_names_are_those_that_python_uses():
    assert mangled("__books", Source(Shelf.check)) == "_Shelf__books"
    assert mangled("__books", Source(predicate)) == "__books"


def test_the_standard_library_knows_nothing_of_our_fields():
    assert is_standard(json.dumps)
    assert not is_standard(predicate)
