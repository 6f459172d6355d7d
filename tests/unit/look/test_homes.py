"""Where code is written, whatever `__module__` says."""

from __future__ import annotations

import functools
from collections import namedtuple

import pytest

from refute.look.homes import home_of


class Plain:
    @property
    def name(self) -> str:
        return ""


class Static:
    @staticmethod
    def make() -> None: ...


class Empty:
    pass


def plain() -> None: ...


@functools.wraps(plain)
def wrapper() -> None: ...


@pytest.mark.parametrize("value", [Plain, Static, plain, wrapper])
def test_a_package_that_renames_what_it_publishes_moves_no_code(value, monkeypatch):
    for name in ("__module__",):
        monkeypatch.setattr(value, name, __name__.partition(".")[0] + ".inside")

    assert home_of(value) == __name__


@pytest.mark.parametrize("value", [Plain, plain])
def test_a_name_of_another_package_is_believed(value, monkeypatch):
    monkeypatch.setattr(value, "__module__", "elsewhere")

    assert home_of(value) == "elsewhere"


def test_what_a_library_makes_for_a_caller_is_the_callers():
    assert home_of(namedtuple("Point", "x y")) == __name__


class Dispatcher:
    def __init__(self, function: object) -> None:
        functools.update_wrapper(self, function)


def test_a_function_is_at_home_where_it_is_written_whatever_it_is_wrapped_in():
    function = functools.wraps(Dispatcher(plain))(lambda: None)

    assert [home_of(one) for one in (Dispatcher(plain), function)] == [__name__] * 2


def test_a_class_without_functions_is_where_it_says(monkeypatch):
    monkeypatch.setattr(Empty, "__module__", "tests.other")

    assert home_of(Empty) == "tests.other"


def test_what_answers_no_question_is_nowhere():
    class Odd:
        def __getattribute__(self, name: str) -> None:
            raise RuntimeError(name)

    assert home_of(Odd()) == ""
    assert home_of(len) == "builtins"
