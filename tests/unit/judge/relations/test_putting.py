"""What was put can be got."""

from __future__ import annotations

import sys

import pytest

from refute.judge.relations.relation_checking import RelationChecker
from refute.look.kinds import Kinds

BOOK = """
class Book:
    def __init__(self): self.names = {{}}
    def __setitem__(self, name, number): self.names[{0}] = number
    def __getitem__(self, name): return {1}
    def __len__(self): return {2}
"""


class Live:
    def __init__(self) -> None:
        self.values: list[object] = []
        self.value_kinds: list[int] = []


def seen(module, key, value, kept="name", got="self.names[name]", size="len(self.names)"):
    """Return whether what was put is there."""
    one = module(BOOK.format(kept, got, size))
    relation = one.relation("put-get")
    made = sys.modules[one.name].Book()
    made[key] = value
    return relation.seen([made, key, value, 0, None], (0, 1, 2, 3, 4))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, True),
        ({"kept": "name.strip()"}, False),
        ({"kept": "name.strip()", "got": "[][0]"}, False),
        ({"got": "1 // 0"}, None),  # what else goes wrong is said elsewhere
        ({"kept": "name.strip()", "size": "0"}, None),
        ({"kept": "name.strip()", "size": "1 // 0"}, None),
        ({"kept": "str(name)", "key": float("nan")}, None),
    ],
)
def test_what_was_put_is_there(module, given, expected):
    assert seen(module, **{"key": " a", "value": 1, **given}) is expected


def test_it_says_what_is_raised(module):
    one = module(BOOK.format("name.strip()", "self.names[name]", "len(self.names)"))
    relation, made = one.relation("put-get"), sys.modules[one.name].Book()

    assert one.relations("put-get") == [("Book.__getitem__", "Book.__setitem__")]
    assert relation.raised is not None
    assert isinstance(relation.raised(made, "a"), KeyError)
    made["a"] = 1
    assert relation.raised(made, "a") is None


def test_only_of_what_can_be_put_got_and_counted(module):
    text = BOOK.format("name", "self.names[name]", "len(self.names)")

    assert module(text.replace("__getitem__", "get")).relations("put-get") == []
    assert module(text.replace("__setitem__", "put")).relations("put-get") == []
    assert module(text.replace("__len__", "size")).relations("put-get") == []


def test_a_breach_tells_what_is_raised(module):
    one, live = module(BOOK.format("name.strip()", "self.names[name]", "len(self.names)")), Live()
    checker, relation = RelationChecker(one.subject, Kinds({}), live), one.relation("put-get")
    made = sys.modules[one.name].Book()
    made[" a"] = 1
    live.values = [made, " a", 1, 0, None]

    violation = checker.told(relation, (0, 1, 2, 3, 4), 4)

    assert (violation.exception, violation.assertion) == ("KeyError", "{0}[{1}]")
    assert violation.message.endswith("has put: raises KeyError: ' a'")
    assert violation.subjects == (0, 1)
