"""What statements do about exceptions, read from the source."""

from __future__ import annotations

import types

import pytest

from refute.judge.exceptions.raise_statements import (
    is_assert,
    is_checked_before,
    is_let_through,
    is_raised_before,
    raises_itself,
)


def failing(function, *arguments) -> tuple[types.CodeType, int, int]:
    """Return the code, instruction and line at which a function raises."""
    try:
        function(*arguments)
    except Exception as error:
        place = error.__traceback__.tb_next
        while place.tb_next is not None:
            place = place.tb_next
        return place.tb_frame.f_code, place.tb_lasti, place.tb_lineno
    raise AssertionError("nothing was raised")


def code_without_source(text: str) -> types.CodeType:
    scope: dict = {}
    exec(compile(text, "<no file>", "exec"), scope)
    return scope["f"].__code__


NOWHERE = code_without_source("def f(x):\n    return x.y")


def looks_up(table, key):
    return table[key]["a"]


def passes(table):
    try:
        return table["x"]
    except KeyError as error:
        raise error


def cleans(table):
    try:
        return table["x"]
    except Exception:
        raise


def swallows(table):
    try:
        return table["x"] + 1
    except KeyError:
        return None


def checks(text):
    if text < "0":
        return None
    return int(text)


def is_there(text):
    if text is None or not text:
        return None
    return int(text)


def raises(text):
    if not text.isdigit():
        raise KeyError(text)
    if text == "0":
        raise KeyError
    if text == "1":
        raise kinds().error
    return int(text)


def asserts(number):
    assert number, "none"


def kinds():
    return types.SimpleNamespace(error=OSError)


def test_an_exception_passes_where_a_handler_for_it_raises_it_again():
    code, _, line = failing(passes, {})
    wide, _, at = failing(cleans, {})
    bases = frozenset({"KeyError", "LookupError", "Exception"})
    first = passes.__code__.co_firstlineno + 2

    assert is_let_through(code, first, bases)
    assert not is_let_through(code, first, frozenset({"ValueError"}))
    assert not is_let_through(wide, at, bases)
    assert not is_let_through(swallows.__code__, swallows.__code__.co_firstlineno + 2, bases)
    assert not is_let_through(code, line + 10, bases)


def test_a_call_whose_arguments_were_all_asked_about_was_checked_before():
    code, instruction, line = failing(checks, "x")

    assert is_checked_before(code, instruction, line)
    assert not is_checked_before(*failing(is_there, "x"))
    assert not is_checked_before(*failing(looks_up, {}, "k"))


def test_a_check_may_raise_what_is_documented():
    code, instruction, line = failing(raises, "\u00b2")

    assert is_raised_before(code, instruction, line, frozenset({"KeyError"}))
    assert is_raised_before(code, instruction, line, frozenset({"error"}))
    assert not is_raised_before(code, instruction, line, frozenset({"ValueError"}))


def test_a_function_with_a_raise_statement_raises_itself():
    assert raises_itself(passes.__code__)
    assert not raises_itself(looks_up.__code__)


def test_without_source_nothing_is_known_of_statements():
    assert not is_let_through(NOWHERE, 1, frozenset({"KeyError"}))
    assert not is_checked_before(NOWHERE, 0, 1)


@pytest.mark.parametrize(
    ("text", "asserted"),
    [
        ("def f(x):\n    assert x, 'x'", True),
        ("def f(x):\n    raise AssertionError(x)", False),
        ("def f(x):\n    if x:\n        assert x\n    raise AssertionError", False),
    ],
)
def test_an_assert_is_told_from_a_raise(text, asserted):
    scope: dict = {}
    exec(compile(text, "<no file>", "exec"), scope)
    code, instruction, line = failing(scope["f"], 0)

    assert is_assert(code, instruction, line) is asserted


def test_an_assert_that_pytest_compiles_is_one_by_its_source():
    assert is_assert(*failing(asserts, 0))
