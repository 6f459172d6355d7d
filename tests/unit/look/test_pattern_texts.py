"""Texts that match a pattern, and that nearly do."""

from __future__ import annotations

import re

import pytest

from refute.look.pattern_texts import matching, nearly_matching

PATTERNS = [
    r"a|bc?",
    r"(\d+)-(?P<name>[a-z]+)",
    r"(\w+)=\1",
    r"[^\s,]+:(?:\d{3}|x)",
    r"(?=a)[a-z]+$",
    r"\D\S\W\s.[^\d\D-]?",
    r"(a)?(?(1)b|c)",
    r"a*?b++(?>c)",
    r"^\Ax\bz?\Z",
    r"[^\W_]+",
]


@pytest.mark.parametrize("pattern", PATTERNS[:-2] + PATTERNS[-1:])
def test_every_text_matches_the_whole_pattern(pattern: str) -> None:
    texts = matching(pattern)

    assert texts
    assert all(re.fullmatch(pattern, text) for text in texts)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_text_that_nearly_matches_does(pattern: str) -> None:
    assert not any(re.fullmatch(pattern, text) for text in nearly_matching(pattern))


def test_flags_say_how_a_pattern_is_read() -> None:
    verbose = """
        v?            # a prefix
        [0-9]+ (?: \\. [0-9]+ )*
    """

    assert all(" " not in text for text in matching(verbose, re.VERBOSE))
    assert any("." in text for text in matching(verbose, re.VERBOSE))


def test_every_alternative_is_taken() -> None:
    texts = matching("(?:alpha|beta|rc)[0-9]*")

    assert {"".join(filter(str.isalpha, text)) for text in texts} == {"alpha", "beta", "rc"}


@pytest.mark.parametrize("pattern", ["(", "a{1,2", "x\\b y"])
def test_a_pattern_that_matches_nothing_or_cannot_be_read_gives_what_matches(pattern: str) -> None:
    assert all(re.fullmatch(pattern, text) for text in matching(pattern))


def test_what_cannot_be_read_gives_nothing() -> None:
    assert matching("(") == nearly_matching("(") == ()
