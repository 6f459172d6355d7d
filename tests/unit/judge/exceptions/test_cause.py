"""Causes are told apart by the expression that fails and by what is complained of, without values and types."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

from refute.judge.exceptions.cause import complaint_of, failing_expression


def raised(source: str, path: Path | None = None) -> tuple[BaseException, types.TracebackType]:
    """Return what a function `f` of this source raises, and where."""
    file = "<nowhere>"
    if path is not None:
        file = str(path / "subject.py")
        Path(file).write_text(source, encoding="utf-8")
    scope: dict[str, object] = {}
    exec(compile(source, file, "exec"), scope)
    try:
        scope["f"]()  # type: ignore[operator]
    except Exception as exception:
        entry = exception.__traceback__
        while entry is not None and entry.tb_next is not None:
            entry = entry.tb_next
        assert entry is not None
        return exception, entry
    raise AssertionError("nothing was raised")


def test_the_failing_expression_is_source(tmp_path):
    _, entry = raised("def f():\n    a = 1 + 0\n    return a + [][ 0 ]\n", tmp_path)

    assert failing_expression(entry) == "[][0]"


def test_without_source_the_line_within_the_function_stands_for_it():
    _, entry = raised("def f():\n    return [][0]\n")

    assert failing_expression(entry) == "+1"


@pytest.mark.parametrize(
    ("exception", "complaint"),
    [
        (IndexError("list index out of range"), ""),
        (KeyError("a"), ""),
        (UnicodeEncodeError("ascii", "\xe4", 0, 1, "ordinal not in range(128)"), ""),
        (
            ValueError("invalid literal for int() with base 10: 'a'"),
            "invalid literal for with base",
        ),
        (ValueError("day is out of range for month"), "day is out of for month"),
        (TypeError("'NoneType' object is not iterable"), "None is not iterable"),
        (TypeError("'int' object is not iterable"), "is not iterable"),
    ],
)
def test_the_complaint_has_no_values_and_no_types(exception, complaint):
    assert complaint_of(exception, None) == complaint


def test_a_library_complains_by_its_function():
    exception, entry = raised("def f():\n    raise ValueError('12 is not 13')\n")

    assert complaint_of(exception, entry) == "f"
