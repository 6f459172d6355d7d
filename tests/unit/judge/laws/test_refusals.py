"""Whether an exception that a law met counts."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

import pytest

from refute.judge.laws.refusals import (
    described,
    forbidden,
    is_accident_while_copying,
    is_raised_on_purpose,
    is_refused,
)


def caught(function, *arguments) -> Exception:
    try:
        function(*arguments)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def refusing() -> None:
    raise TypeError("not with this")


class Careless:
    def __copy__(self) -> Careless:
        return self.nothing


class Refusing:
    def __copy__(self) -> Refusing:
        raise TypeError("one of a kind")


@pytest.mark.parametrize("error", [NotImplementedError(), MemoryError()])
def test_what_says_nothing_about_the_class_is_no_breach(error):
    assert forbidden(object(), "repr({0})", "repr", error) is None


def test_a_value_that_holds_itself_or_a_signalling_nan_excuses_what_it_causes():
    ring: list[object] = []
    ring.append(ring)

    assert forbidden(ring, "", "repr", RecursionError()) is None
    assert forbidden([], "", "repr", RecursionError()) is not None
    assert forbidden(Decimal("sNaN"), "", "hash", InvalidOperation()) is None


def test_a_breach_says_what_raised_what():
    breach = forbidden(object(), "repr({0})", "repr()", ValueError("bad"))

    assert breach is not None
    assert breach.message == "repr() raises ValueError: bad"


def test_an_exception_without_words_or_with_broken_ones_is_named():
    class Broken(Exception):
        def __str__(self) -> str:
            raise LookupError

    assert described(KeyError()) == "KeyError"
    assert described(Broken()) == "Broken"


def test_only_a_type_error_that_somebody_raises_is_a_refusal():
    assert is_refused(caught(refusing))
    assert not is_refused(caught(len, 3))
    assert not is_refused(caught(lambda: [][0]))


def test_a_raise_may_be_asked_for_in_some_functions_only():
    error = caught(refusing)

    assert is_raised_on_purpose(error, ("refusing",))
    assert not is_raised_on_purpose(error, ("other",))


def test_code_for_copying_that_stumbles_is_an_accident_and_a_refusal_is_none():
    assert is_accident_while_copying(Careless, caught(Careless().__copy__))
    assert not is_accident_while_copying(Refusing, caught(Refusing().__copy__))
    assert not is_accident_while_copying(Careless, caught(lambda: Careless().nothing))
    assert not is_accident_while_copying(int, caught(Careless().__copy__))
