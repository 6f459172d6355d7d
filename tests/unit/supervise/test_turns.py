"""Which module of a package is searched next."""

from __future__ import annotations

from refute.supervise.turns import Turn, Turns


def taken(turns: Turns, left: float = 0.0) -> Turn:
    turn = turns.next(left)
    assert turn is not None
    return turn


def test_every_module_has_a_first_turn_and_all_of_them_take_half_of_the_sequences():
    turns = Turns(4, 1, 800, in_sequences=True)

    first = [taken(turns) for _ in range(4)]

    assert [(one.module, one.number, one.length) for one in first] == [
        (0, 0, 100),
        (1, 0, 100),
        (2, 0, 100),
        (3, 0, 100),
    ]


def test_with_fewer_sequences_than_modules_the_first_modules_have_one_each():
    turns = Turns(4, 1, 3, in_sequences=True)

    assert [taken(turns).module for _ in range(3)] == [0, 1, 2]
    assert turns.next(0) is None


def test_the_module_that_earned_most_for_its_cost_has_the_next_turn_and_a_longer_one():
    turns = Turns(3, 1, 3000, in_sequences=True)
    for earned in (1, 5, 3):
        one = taken(turns)
        turns.ended(one, earned, one.length)

    again = taken(turns)

    assert (again.module, again.number, again.length) == (1, 1, 1000)


def test_who_earns_nothing_any_more_makes_way_and_of_those_who_do_not_the_cheapest_goes_first():
    turns = Turns(4, 1, 8000, in_sequences=True)
    for _ in range(4):
        one = taken(turns)
        turns.ended(one, 0, one.length * (4 - one.module))

    again = taken(turns)
    turns.ended(again, 0, 9000)

    assert again.module == 3
    assert taken(turns).module == 2


def test_first_turns_become_shorter_where_imports_take_long_but_everyone_has_one():
    turns = Turns(10, 2, 60.0, in_sequences=False)

    assert taken(turns, left=60.0).length == 5.0  # the longest
    assert taken(turns, left=33.0).length == 3.0 * 2 / 9
    assert taken(turns, left=5.0).length == 0.1
    assert turns.next(0.2) is None


def test_a_module_that_is_being_searched_or_given_up_has_no_turn():
    turns = Turns(2, 2, 1000, in_sequences=True)
    first, second = taken(turns), taken(turns)

    assert turns.next(0) is None

    turns.ended(first, 9, 1)
    turns.give_up(first, 1)
    turns.ended(second, 0, second.length)

    again = taken(turns)
    assert again.module == 1
    assert turns.next(0) is None
    turns.ended(again, 1, again.length)
    assert taken(turns).length == 1000 - 1 - second.length - again.length  # the other's part


def test_there_is_no_turn_when_all_are_given_up():
    turns = Turns(1, 1, 100, in_sequences=True)
    one = taken(turns)
    turns.ended(one, 0, 0)
    turns.give_up(one, 0)

    assert turns.next(0) is None
