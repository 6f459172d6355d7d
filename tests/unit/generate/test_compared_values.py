"""Values that make a test go the other way."""

from __future__ import annotations

import pytest

from refute.generate.compared_values import Comparison, Operand, asks_for_type, distance, goals


def reading(asks: str, *values: object, operators: tuple[str, ...] = ()) -> Comparison:
    operands = tuple(Operand(type(value), value, True) for value in values)
    return Comparison(0, asks, operators, operands)


def first_goals(one: Comparison, wanted: bool) -> list[tuple[object, object]]:
    return [(operand.value, goal) for operand, goal in goals(one, wanted)]


@pytest.mark.parametrize(
    ("operator", "wanted", "expected"),
    [("Eq", True, 40), ("Lt", True, 39), ("Gt", True, 41), ("Lt", False, 40), ("NotEq", True, 41)],
)
def test_a_compared_number_becomes_the_other_or_the_next(operator, wanted, expected):
    found = first_goals(reading("compare", 3, 40, operators=(operator,)), wanted)

    assert found[0] == (3, expected)


def test_every_pair_of_a_chain_is_attacked():
    found = first_goals(reading("compare", 7300, 1, 7310, operators=("Lt", "Lt")), True)

    assert (1, 7301) in found
    assert (1, 7309) in found


def test_what_is_to_be_in_a_collection_becomes_one_of_its_elements():
    found = first_goals(reading("compare", "x", {"get": 1, "put": 2}, operators=("In",)), True)

    assert found[:2] == [("x", "get"), ("x", "put")]


@pytest.mark.parametrize(
    ("item", "where", "expected"),
    [(1, [], [1]), ([1], [], [[1]]), (1, set(), {1}), (1, {}, {1: 0})],
)
def test_a_collection_becomes_one_that_holds_what_is_looked_for(item, where, expected):
    found = first_goals(reading("compare", item, where, operators=("In",)), True)

    assert (where, expected) in found


def test_what_has_no_hash_is_put_into_no_set():
    for where in (set(), {}):
        assert first_goals(reading("compare", [1], where, operators=("In",)), True) == []


def test_a_prefix_is_put_before_a_text_or_taken_away():
    assert first_goals(reading(".startswith", "ab", "cfg:"), True)[0] == ("ab", "cfg:ab")
    assert ("cfg:ab", "ab") in first_goals(reading(".startswith", "cfg:ab", "cfg:"), False)
    assert first_goals(reading(".endswith", "ab", (".py",)), True)[0] == ("ab", "ab.py")


def test_isinstance_is_given_such_a_value_and_the_class_itself_as_a_goal():
    found = first_goals(reading("isinstance", 1, (str, set)), True)

    assert (1, "a") in found
    assert (1, set) in found
    assert all(
        not isinstance(goal, str) for _, goal in first_goals(reading("isinstance", "", str), False)
    )


def test_or_needs_its_second_operand_where_the_first_is_false():
    assert first_goals(reading("not truth", 5), True)[0] == (5, 0)


def test_callables_are_replaced_by_what_is_none_and_the_other_way_round():
    assert first_goals(reading("callable", len), False)[0][1] == 1
    assert isinstance(first_goals(reading("callable", 1), True)[0][1], type)


def test_texts_are_tried_for_questions_about_their_characters():
    assert ("a", "1") in first_goals(reading(".isdigit", "a"), True)


def test_a_distance_is_that_of_the_numbers_farthest_apart():
    assert distance(reading("compare", 1, 5, 100, operators=("Lt", "Lt"))) == -95
    assert distance(reading("compare", "a", "b", operators=("Lt",))) is None
    assert distance(reading("truth", 1)) is None


def test_who_asks_for_a_type_expects_several():
    assert asks_for_type(reading("isinstance", 1, int))
    assert asks_for_type(reading("compare", None, None, operators=("Is",)))
    assert not asks_for_type(reading("compare", 1, 2, operators=("Eq",)))
