"""Whether a handler shows that the code expects values to be refused, and misses one way of it."""

from __future__ import annotations

import json
import types

import pytest

from refute.judge.exceptions.except_clauses import is_missed_by_handler


class ParseError(Exception):
    pass


class LexerError(ParseError):
    pass


def refuse(error: Exception) -> None:
    raise error


def narrower(error: Exception) -> None:
    try:
        text = str(error)
        refuse(error)
    except (LexerError, TypeError):
        print(text)


def of_a_module(error: Exception) -> None:
    try:
        refuse(error)
    except json.JSONDecodeError:
        return


def of_an_object(error: Exception, errors: types.SimpleNamespace) -> None:
    try:
        refuse(error)
    except errors.wrong:
        return


def several_statements(error: Exception) -> None:
    try:
        str(error)
        refuse(error)
    except OSError:
        return


def only_cleans_up(error: Exception) -> None:
    try:
        refuse(error)
    except OSError:
        raise


def for_types(error: Exception) -> None:
    try:
        refuse(error)
    except (TypeError, KeyError):
        return


def within_another(error: Exception) -> None:
    try:
        try:
            refuse(error)
        except OSError:
            return
    except KeyError:
        return


def beside(error: Exception) -> None:
    try:
        str(error)
    except OSError:
        return
    refuse(error)


def computed(error: Exception) -> None:
    try:
        refuse(error)
    except [OSError][0]:
        return


@pytest.mark.parametrize(
    ("function", "error", "expected"),
    [
        (narrower, ParseError(), True),
        (narrower, ValueError(), False),  # it has two statements, and expects no such thing
        (of_a_module, OverflowError(), True),
        (of_a_module, ValueError(), True),
        (of_a_module, KeyError(), False),  # it is not about a value
        (several_statements, ValueError(), False),
        (only_cleans_up, ValueError(), False),
        (for_types, ValueError(), False),
        (within_another, ValueError(), True),
        (beside, ValueError(), False),
        (computed, ValueError(), False),
    ],
)
def test_what_a_handler_misses(function, error, expected):
    assert missed(function, error) is expected


def test_what_an_object_says_is_not_asked():
    assert missed(of_an_object, ValueError(), types.SimpleNamespace(wrong=OSError)) is False


def test_what_has_no_source_has_no_handlers():
    space = {"error": ValueError()}

    assert (
        missed(
            lambda _: exec("try:\n    raise error\nexcept OSError:\n    pass", space), None, last=-1
        )
        is False
    )


def missed(function, *given, last: int = 1) -> bool:
    """Return whether the frame of a function, the second but for ours, misses what it raises."""
    try:
        function(*given)
    except Exception as raised:
        entries = []
        entry = raised.__traceback__
        while entry is not None:
            entries.append(entry)
            entry = entry.tb_next
        return is_missed_by_handler(raised, entries[last])
    raise AssertionError("nothing was raised")
