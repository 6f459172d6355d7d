"""Kept sequences: one entry for one state, the shorter takes the longer's place, memory stays flat."""

from __future__ import annotations

from random import Random

from refute.generate import seen as seen_module
from refute.generate.pool import _MOST_IN_ALL, _MOST_KEYS, _MOST_PER_KIND, Entry, Pool
from refute.generate.seen import Seen, SeenSequences
from refute.model.sequence import Literal, Step
from refute.model.typeform import INT


def entry(state: int) -> Entry:
    return Entry((), 0, state)


def pool() -> Pool:
    return Pool(Random(0).random)


def test_a_value_is_new_once_and_again_when_made_by_fewer_calls():
    one = pool()

    assert one.is_new(5, 3)
    one.add(0, 5, entry(5), 3)
    assert not one.is_new(5, 3) and not one.is_new(5, 4)
    assert one.is_new(5, 2)
    one.add(0, 5, entry(50), 2)
    assert one.entries(0) == [entry(50)]


def test_entries_are_picked_by_the_kind_they_supply():
    one = pool()
    one.add(0, 1, entry(1), 1)
    one.add(7, 2, entry(2), 1)

    assert one.pick([7]) == entry(2)
    assert one.pick([0, 7]) in (entry(1), entry(2))
    assert one.pick([3]) is None and one.pick([]) is None
    assert one.kinds() == [0, 7]
    assert one.entries(3) == []


def test_every_entry_is_picked_in_the_end():
    one = pool()
    for state in range(10):
        one.add(0, state, entry(state), 1)

    assert {one.pick([0]) for _ in range(500)} == {entry(state) for state in range(10)}


def test_above_the_bound_a_new_entry_takes_the_place_of_another():
    one = pool()
    for state in range(_MOST_PER_KIND + 50):
        one.add(0, state, entry(state), 1)

    assert len(one) == len(one.entries(0)) == _MOST_PER_KIND
    assert entry(_MOST_PER_KIND + 49) in one.entries(0)


def test_what_was_seen_is_remembered_until_another_takes_its_place():
    seen = Seen(4)

    assert seen.add(1) and not seen.add(1)
    assert seen.add(5)
    assert seen.add(1)


def test_above_the_bound_for_all_there_is_still_something_of_each_kind():
    one = pool()
    for state in range(3 * _MOST_IN_ALL):
        one.add(state % 50, state, entry(state), 1)
    full = len(one)
    for kind in range(50, 60):
        one.add(kind, -kind, entry(kind), 1)
        one.add(kind, -kind - 100, entry(-kind), 1)

    assert full == _MOST_IN_ALL
    assert len(one) == full + 10
    assert [one.entries(kind) for kind in (50, 59)] == [[entry(-50)], [entry(-59)]]


def test_so_many_values_are_remembered_as_offered():
    one = pool()
    for key in range(3 * _MOST_KEYS):
        one.add(0, key, entry(key), 1)

    assert len(one._calls) <= _MOST_KEYS
    assert not one.is_new(3 * _MOST_KEYS - 1, 1)
    assert one.is_new(0, 1)


def test_a_sequence_is_seen_again_whatever_its_operations_are_called():
    seen = SeenSequences()
    zero, one = Literal("0", INT), Literal("1", INT)

    assert seen.add([Step(zero, ()), Step(one, ())])
    assert not seen.add([Step(zero, ()), Step(one, ())])
    assert seen.add([Step(one, ()), Step(zero, ())])


def test_operations_that_are_gone_are_not_taken_for_others():
    seen = SeenSequences()

    # Each is gone when the next is made, most often at the same address.
    assert all(seen.add([Step(Literal(str(number), INT), ())]) for number in range(1000))


def test_so_many_operations_have_a_number(monkeypatch):
    monkeypatch.setattr(seen_module, "_MOST_NUMBERED", 100)
    seen = SeenSequences()
    kept = Literal("0", INT)

    assert seen.add([Step(kept, ())])
    assert all(seen.add([Step(Literal(str(number), INT), ())]) for number in range(1000))
    assert len(seen._numbers) == len(seen._numbered) <= 101
    assert seen.add([Step(kept, ())])  # forgotten
    assert not seen.add([Step(kept, ())])
