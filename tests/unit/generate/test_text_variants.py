"""Texts like one that was accepted."""

from __future__ import annotations

import pytest

from refute.generate.text_variants import variants


@pytest.mark.parametrize("text", ["", "a", "abc", "12", "..", "a." * 40])
def test_what_has_no_structure_or_is_long_has_no_variants(text: str) -> None:
    assert variants(text) == []


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("1.0", "1."),  # left out
        ("1.0", "1..0"),  # doubled
        ("1.0", "01.0"),  # the same number
        ("1.0", ".10"),  # swapped
        ("1.0", "1.0.0"),  # its end once more
        ("a=1", "A=1"),
    ],
)
def test_a_text_is_changed_in_one_piece(text: str, other: str) -> None:
    assert other in variants(text)


def test_no_variant_is_the_text_itself_and_they_are_few() -> None:
    text = "2024-01-31T12:30:00Z"

    assert text not in variants(text)
    assert 10 <= len(variants(text)) <= 24
