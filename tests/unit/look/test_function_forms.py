"""What functions say that they take."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from refute.look.function_forms import forms_of
from refute.model.typeform import ANY, INT, STR


def add(number, other: int) -> str: ...


def evaluated(number: Any, other: Any) -> Any: ...


evaluated.__annotations__ = {"number": list, "other": int, "return": str}


@functools.wraps(add)
def wrapper(*args): ...


def round_about(*args): ...


round_about.__wrapped__ = round_about  # type: ignore[attr-defined]


def optional(number=1): ...


@pytest.mark.parametrize(
    ("function", "forms"),
    [
        (add, (ANY, INT, STR)),
        (evaluated, (ANY, INT, STR)),
        (wrapper, (ANY, INT, STR)),
        (functools.partial(add, 1), (INT, STR)),
        (functools.partial(add, other=1), (ANY, STR)),
        (functools.partial(add, number=1), ()),
        (functools.partial(len), ()),
        (round_about, ()),
        (optional, ()),
        (lambda: None, (ANY,)),
        (lambda *, key: None, ()),
    ],
)
def test_forms_are_those_of_what_is_passed_then_of_the_result(function, forms):
    assert forms_of(function) == forms
