"""Which operations seem to bring values into their usual form, or to undo themselves."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("name", ["normalize", "slugify", "dedupe", "normalize_tags", "cleaned"])
def test_who_brings_something_into_its_usual_form(module, name):
    assert module(f"def {name}(x): return x\n").relations("idempotent") == [(name,)]


@pytest.mark.parametrize(
    "text",
    [
        "def strip_quotes(x): return x",
        "def denormalize(x): return x",
        "def normalize(x, y): return x",
        'def normalize(x):\n    """Take the last ending off."""',
    ],
)
def test_who_takes_off_one_thing_at_a_time_does_not(module, text):
    assert module(text + "\n").relations("idempotent") == []


def test_what_never_changed_anything_tells_nothing(module):
    relation = module("def normalize(x): return x\n").relation("idempotent")

    assert relation.seen(["a", "a", "a"], (0, 1, 2)) is None
    assert relation.seen([" a", "a", "a"], (0, 1, 2)) is True
    assert relation.seen([" a", "b", "c"], (0, 1, 2)) is False


def test_what_returns_something_else_brings_nothing_into_its_usual_form(module):
    relation = module("def normalize(x): return x\n").relation("idempotent")

    assert relation.seen([" a", None, None], (0, 1, 2)) is None
    assert relation.seen([" a", ["a"], []], (0, 1, 2)) is None


def test_a_table_that_is_made_of_something_else_is_not_meant(module):
    relation = module("def normalize(x): return x\n").relation("idempotent")

    assert relation.seen([["a"], {"a": 1}, {"a": 2}], (0, 1, 2)) is None
    assert relation.seen([{"A": 1}, {"a": 1}, {"a": 2}], (0, 1, 2)) is False


def test_what_undoes_itself(module):
    text = '''
    class Mask:
        def __invert__(self): return self
        def inverse(self): return self
        def reverse(self): return self
        def transposed(self):
            """Return it, rounded."""
            return self
    '''

    assert sorted(module(text).relations("involution")) == [("Mask.__invert__",), ("Mask.inverse",)]
