"""What several rules of blame ask of the facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cases import PLAIN, named  # isort: skip

from refute.judge.exceptions.conditions import (
    fails_assert,
    is_accident,
    is_callers_doing,
    is_closed,
    is_length,
    is_malformed_format,
    is_misnamed,
    is_odd_text,
    may_be_wrong_type,
    may_be_wrong_value,
    refuses_argument,
)
from refute.model.evidence import Origin


@pytest.mark.parametrize(
    ("raiser", "on_purpose", "accident"),
    [
        ("operation", False, True),
        ("public", False, True),
        ("library", False, False),
        ("operation", True, False),
    ],
)
def test_an_accident_happens_at_a_line_of_the_code_and_is_not_meant(raiser, on_purpose, accident):
    assert is_accident(replace(PLAIN, raiser=raiser, on_purpose=on_purpose)) is accident


def test_an_assert_fails_only_where_the_code_says_assert():
    assert fails_assert(named("AssertionError", on_purpose=True, asserted=True))
    assert not fails_assert(named("AssertionError", on_purpose=False))
    assert not fails_assert(named("AssertionError", on_purpose=True))


def test_an_odd_text_excuses_only_what_complains_of_it():
    assert is_odd_text(named("UnicodeEncodeError", "UnicodeError", odd_text_passed=True))
    assert is_odd_text(named("ValueError", odd_text_passed=True, message="embedded null byte"))
    assert not is_odd_text(named("ValueError", odd_text_passed=True, message="bad"))
    assert not is_odd_text(named("UnicodeEncodeError", "UnicodeError"))


def test_a_closed_file_says_so_in_its_own_words():
    closed = "I/O operation on closed file."

    assert is_closed(named("ValueError", message=closed))
    assert not is_closed(named("ValueError", message="the shop is closed"))
    assert not is_closed(named("KeyError", message=closed))


def test_a_text_of_the_wrong_length_is_the_callers_unless_the_code_made_it():
    said = "ord() expected a character, but string of length 2 found"

    assert is_length(named("TypeError", message=said, origin=Origin.PASSED_IN))
    assert not is_length(named("TypeError", message=said, origin=Origin.OWN))


def test_none_where_none_was_passed_is_the_codes_own():
    said = "unsupported operand type(s) for +: 'NoneType' and 'int'"

    assert may_be_wrong_type(named("TypeError", message=said, none_passed=True))
    assert not may_be_wrong_type(named("TypeError", message=said))


def test_an_encoding_that_is_too_narrow_is_the_codes_choice():
    encodes = named("UnicodeEncodeError", "UnicodeError", "ValueError", origin=Origin.PASSED_IN)
    decodes = named("UnicodeDecodeError", "UnicodeError", "ValueError", origin=Origin.PASSED_IN)

    assert not may_be_wrong_value(encodes)
    assert may_be_wrong_value(decodes)
    assert not refuses_argument(encodes)
    assert refuses_argument(decodes)


def test_what_was_asked_for_is_the_callers_doing_and_nothing_else_is_by_itself():
    assert is_callers_doing(named("KeyError", asked_for=True))
    assert not is_callers_doing(named("KeyError"))


def test_a_missing_name_or_attribute_of_the_codes_own_is_misnamed():
    assert is_misnamed(named("NameError"))
    assert is_misnamed(named("AttributeError", missing_attribute="self"))
    assert not is_misnamed(named("AttributeError", missing_attribute="unset"))


def test_a_format_that_can_never_be_right_is_told_from_a_value_that_is_wrong():
    assert is_malformed_format(named("ValueError", message="Invalid format specifier 'q!'"))
    assert not is_malformed_format(named("ValueError", message="Unknown format code 'd'"))
