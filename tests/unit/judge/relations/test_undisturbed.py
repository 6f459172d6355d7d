"""What stays as it is while something else is done."""

from __future__ import annotations

import pytest

from refute.judge.relations.undisturbed import (
    COPY,
    HASH,
    HASHED,
    QUERY,
    REFUSED,
    asks,
    kept_argument,
    leaves_arguments,
    looked_at,
    may_be_changed,
    may_move,
    may_share,
    relation_at_end,
    unchanged_argument,
)
from refute.model.sequence import Call, Literal, Sequence, ignoring
from refute.model.typeform import ANY, INT, TypeForm

BOX = TypeForm("shop:Box")
NEW = Call("shop:Box", (), BOX, how="new")
SIZE = Call("shop:Box.size", (BOX,), INT, how="method")
PUT = Call("shop:Box.put", (BOX, INT), ANY, how="method")
ADD = Call("shop:Box.add", (BOX, ANY), ANY, how="method")
ONE = Literal("1", INT)


@pytest.mark.parametrize(
    "method",
    [
        "def get(self, key): return self.d.setdefault(key, 0)",
        "def median(self):\n        '''Return the middle.'''\n        return self.d",
        "@property\n    def size(self): return 1",
        "def __len__(self): return 1",
    ],
)
def test_who_only_asks(module, method):
    box = module(f"class Box:\n    d = {{}}\n    {method}\n")
    (name,) = [one.target for one in box.subject.routines if one.how != "new"]

    assert asks(box.offer(name.rpartition(":")[2]))


@pytest.mark.parametrize(
    "method",
    [
        "def get(self): self.n = 1",
        "def get(self): return self.items.pop()",
        "def get(self, key):\n        '''Return it; it is created first.'''",
        "def pop(self):\n        '''Return the last.'''",
        "def get(self): return self._open()\n    def _open(self): self.n = 1",
        "def spin(self): return 1",
        "get = str.upper",
        "@classmethod\n    def get(cls): return 1",
    ],
)
def test_who_may_change_something(module, method):
    box = module(f"class Box:\n    {method}\n")
    names = [one.target.rpartition(":")[2] for one in box.subject.routines if one.how != "new"]

    assert not any(asks(box.offer(name)) for name in names)


def test_who_leaves_arguments_alone_and_which_may_be_changed(module):
    assert leaves_arguments(module("def merge(a, b): return a\n").offer("merge"))
    assert not leaves_arguments(module("def sort(a): return a\n").offer("sort"))
    assert may_be_changed("target") and not may_be_changed("defaults")
    assert may_move("hit_count") and not may_move("balance")
    assert may_share("a view of the list") and not may_share("the list")


def sequence(*steps) -> Sequence:
    made = Sequence()
    for operation, *sources in steps:
        made = made.extend(operation, sources)
    return made


def test_a_look_before_and_after(module):
    steps = sequence((NEW,), (ONE,), (SIZE, 0), (PUT, 0, 1), (SIZE, 0))
    relation = relation_at_end(steps, ("query", PUT.target))

    assert relation is not None and relation.family is QUERY
    assert next(relation.places(steps)) == (0, 1, 2, 3, 4)
    assert relation.compared == (2, 4)
    assert relation.message == "Box.put changes size"


def test_what_may_be_changed_is_looked_at_by_a_copy():
    steps = sequence((NEW,), (ONE,), (SIZE, 0), (COPY, 2), (PUT, 0, 1), (SIZE, 0))
    relation = relation_at_end(steps, ("query", PUT.target))

    assert relation is not None
    assert next(relation.places(steps)) == (0, 1, 2, 3, 4, 5)
    assert relation.compared == (3, 5)


def test_what_was_refused_is_a_call_that_may_raise():
    refused = sequence((NEW,), (ONE,), (SIZE, 0), (ignoring(PUT), 0, 1), (SIZE, 0))
    returned = sequence((NEW,), (ONE,), (SIZE, 0), (PUT, 0, 1), (SIZE, 0))

    assert relation_at_end(refused, ("refused", PUT.target)).family is REFUSED
    assert relation_at_end(returned, ("refused", PUT.target)) is None
    assert relation_at_end(refused, ("query", PUT.target)) is None
    assert relation_at_end(returned, ("query", "shop:other")) is None
    assert relation_at_end(sequence((NEW,)), ("query", PUT.target)) is None


def test_the_hash_over_time():
    steps = sequence((NEW,), (ONE,), (HASHED, 0), (PUT, 0, 1), (HASHED, 0))
    relation = relation_at_end(steps, ("hash-over-time", PUT.target))

    assert relation == looked_at(HASH, PUT, HASHED, copied=False)
    assert relation.message == "Box.put changes the hash"


def test_an_argument_is_compared_with_its_copy():
    steps = sequence((NEW,), (ONE,), (COPY, 1), (PUT, 0, 1))
    relation = relation_at_end(steps, ("argument", PUT.target, "1"))

    assert relation is not None and next(relation.places(steps)) == (0, 1, 2, 3)
    assert relation.compared == (2, 1) and relation == unchanged_argument(PUT, 1)
    assert relation_at_end(steps, ("argument", "shop:other", "1")) is None


def test_an_argument_that_is_kept_is_compared_after_another_call():
    steps = sequence((NEW,), (ONE,), (ONE,), (ADD, 0, 1), (COPY, 1), (PUT, 0, 2))
    relation = relation_at_end(steps, ("kept", ADD.target, "1"))

    assert relation is not None and next(relation.places(steps)) == (0, 1, 2, 3, 4, 5)
    assert relation.compared == (4, 1) and relation == kept_argument(ADD, 1, PUT)
    assert relation_at_end(steps, ("kept", "shop:other", "1")) is None


def test_other_signatures_are_not_read_off():
    assert relation_at_end(sequence((NEW,)), ("round-trip", "a", "b")) is None
