"""What is remembered has a size."""

from __future__ import annotations

from refute.model.forgetful import Forgetful


def filled(most: int, items: int) -> Forgetful[int, int]:
    one: Forgetful[int, int] = Forgetful(most)
    for number in range(items):
        one[number] = -number
    return one


def test_it_is_a_dict_as_long_as_there_is_room():
    one = filled(100, 100)

    assert one == {number: -number for number in range(100)}
    assert one.get(100) is None


def test_it_never_holds_more_and_always_the_newest():
    for most in (1, 2, 3, 10, 1000):
        one = filled(most, 5 * most + 1)

        assert most // 2 <= len(one) <= most
        assert list(one) == list(range(5 * most + 1))[-len(one) :]


def test_what_is_there_can_be_changed_without_forgetting_anything():
    one = filled(10, 10)
    one[3] = 7

    assert len(one) == 10
    assert one[3] == 7
