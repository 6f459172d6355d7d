"""Exceptions that docstrings name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.discover.docstrings import documented_raises, raises_of_constructor
from refute.model.subject import Routine, Subject

Found = Callable[..., Subject]


def by_name(subject: Subject) -> dict[str, Routine]:
    return {routine.target.partition(":")[2]: routine for routine in subject.routines}


def test_documentation_names_exceptions(found: Found) -> None:
    subject = found(
        '''
        class Box:
            """A box.

            Raises:
                ValueError: too small.
            """
            def __init__(self, size): ":raises TypeError: no number"
            def open(self): "Raises KeyError without a key."
        '''
    )

    assert by_name(subject)["Box"].raises == {"ValueError", "TypeError"}
    assert by_name(subject)["Box.open"].raises == {"KeyError"}


class Silent: ...


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("Do.\n\nRaises:\n    KeyError: not there.\n    shop.OutOfStock: none left.\n", "KeyError OutOfStock"),
        ("Do.\n\nRaises:\n    struct.error: does not fit.\n", "error"),
        ("Do.\n\n:raises socket.timeout: too late\n:raises nothing: never\n", "timeout"),
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
        ("Do.\n\n    >>> f(0)\n    Traceback (most recent call last):\n    ...\n    shop.Broke: no money\n\n    >>> f(1)\n", "Broke"),
        (">>> f(\n... 0)\nTraceback (most recent call last):\n  File \"x\", line 1, in f\nKeyError\n", "KeyError"),
        (">>> f(0)\nTraceback (most recent call last):\n\nKeyError is another matter\n", ""),
        ("Shows a Traceback (most recent call last):\nKeyError\n", ""),
    ],
)  # fmt: skip
def test_documented_exceptions(docstring: str | None, expected: str) -> None:
    assert documented_raises(docstring) == frozenset(expected.split())


class Shown:
    """Examples of a class.

    >>> Shown(0)
    Traceback (most recent call last):
    ...
    AssertionError: too few
    >>> made = package.Shown(
    ...     1)
    Traceback (most recent call last):
    ...
    TypeError: too many
    >>> Shown(2).pop()
    Traceback (most recent call last):
    ...
    IndexError: nothing left
    >>> Shown(2
    Traceback (most recent call last):
    ...
    SyntaxError: '(' was never closed

    Raises:
        KeyError: if so.
    """


def test_of_the_examples_of_a_class_those_document_its_constructor_that_call_it() -> None:
    assert raises_of_constructor(Shown) == {"AssertionError", "TypeError", "KeyError"}
    assert raises_of_constructor(Silent, "Raises ValueError if not.") == {"ValueError"}


def test_an_exception_without_a_name_is_documented_as_any() -> None:
    assert documented_raises("Will raise an\n    exception if nothing is there.") == {"Exception"}
    assert documented_raises("Does not raise an exception.") == frozenset()
    assert documented_raises("Raises an error.") == {"Exception"}
