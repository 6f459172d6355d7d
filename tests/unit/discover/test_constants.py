"""Literals of the source and of doctests, most frequent first."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable

from refute.discover.constants import constants_in
from refute.look.module_source import parsed
from refute.model.subject import Subject

Found = Callable[..., Subject]


def test_literals_in_code_but_not_prose(found: Found) -> None:
    subject = found(
        '''
        """Not this."""
        __all__ = ["price"]
        LIMIT = -42
        def price(x):
            """Nor this 77."""
            if x == "gold" or x == b"g":
                return 7.5
            return f"no {x} of these" if x in ("gold", 42, True, None) else "y" * 200
        '''
    )

    assert subject.constants == {
        "bytes": ("b'g'",),
        "float": ("7.5",),
        "int": ("-42", "200", "42"),
        "str": ("'gold'", "'y'"),
    }


def test_arguments_in_doctests(found: Found) -> None:
    subject = found(
        '''
        def total(xs, start=None):
            """
            >>> total([1, 2],
            ...       start=(3, -4))
            7
            >>> total(xs)
            """
        '''
    )

    assert subject.constants == {"list": ("[1, 2]",), "tuple": ("(3, -4)",)}


def test_modules_without_source_have_none() -> None:
    assert constants_in(parsed([sys, types.ModuleType("made_up")])) == {}


def test_words_are_short_texts_of_the_source_and_what_its_patterns_match(found: Found) -> None:
    subject = found(
        """
        'No prose.'
        import re
        NAMES = ('size', ' ')
        SIGN = re.compile('(==|<=)')
        LONG = 'a text that nobody would take for a word of a grammar'
        BLANK = re.compile('( a\\n | b)')
        """
    )

    assert subject.words == ("size", "<=", "==", "a", "b")
