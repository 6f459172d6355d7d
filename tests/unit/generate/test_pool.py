"""Kept sequences: one entry for one state, the shorter takes the longer's place, memory stays flat."""

from __future__ import annotations

from random import Random

from refute.generate.pool import _MOST_PER_KIND, Entry, Pool
from refute.generate.seen import Seen


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
