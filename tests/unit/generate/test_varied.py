"""Values like one that was accepted, drawn at random."""

from __future__ import annotations

import ast
import re
from random import Random

import pytest

from refute.execute.machine import Machine
from refute.generate.varied import Varied
from refute.look.kinds import Kinds
from refute.model.typeform import INT, NONE, STR, TypeForm


def made(varied: Varied, value: object) -> object:
    machine = Machine(Kinds({}))
    for step in varied.like(value) or ():
        machine.perform(step)
    return machine.values[-1]


@pytest.mark.parametrize(
    "value",
    [True, 5, "a", b"a", None, [1], ("a", 1), {1}, frozenset("a"), {"a": [1]}, [], {}, [[["a"]]]],
)
def test_a_value_of_the_same_type_with_the_same_in_it(value):
    varied = Varied(Random(0))
    for _ in range(50):
        other = made(varied, value)

        assert type(other) is type(value)
        if isinstance(value, list | tuple | dict):
            kinds = {type(part) for part in value}
            assert {type(part) for part in other} <= kinds
        if value in ([], {}):
            assert other == value


def test_what_belongs_in_an_empty_collection_is_said_by_its_annotation():
    varied, machine = Varied(Random(0)), Machine(Kinds({}))
    texts, table = TypeForm("list", (STR,)), TypeForm("dict", (STR, INT))
    found: dict[int, list[object]] = {0: [], 1: [], 2: [], 3: []}
    asked = [([], texts), ({}, table), ([], table), ([], TypeForm("list", (texts,)))]
    for number, (value, form) in enumerate(asked * 9):
        for step in varied.like(value, form):
            machine.perform(step)
        found[number % 4].append(machine.values[-1])

    assert {type(text) for made in found[0] for text in made} == {str}
    assert {(type(k), type(v)) for made in found[1] for k, v in made.items()} == {(str, int)}
    assert found[2] == found[3] == [[]] * 9  # it says too little


def test_values_differ_and_come_again():
    varied = Varied(Random(0))
    texts = [made(varied, "a") for _ in range(2000)]

    assert 200 < len(set(texts)) <= 400  # as many ordinary ones as others


def test_half_of_all_values_are_ordinary_throughout():
    varied = Varied(Random(0))
    lists = [[str(text) for text in made(varied, ["a"] * 5)] for _ in range(400)]
    ordinary = [all(re.fullmatch("[a-z]+", text) for text in one) for one in lists if len(one) > 3]

    assert 0.4 < sum(ordinary) / len(ordinary) < 0.6


def test_what_may_be_none_is_mostly_something_else():
    varied, machine = Varied(Random(0)), Machine(Kinds({}))
    asked = [
        TypeForm("union", (TypeForm("dict", (STR, INT)), NONE)),
        TypeForm("union", (NONE, INT)),
        TypeForm("union", (TypeForm("shop:Shop"), NONE)),
        NONE,
    ]
    found: list[set[type]] = [set() for _ in asked]
    for number, form in enumerate(asked * 20):
        for step in varied.like(None, form) or ():
            machine.perform(step)
        found[number % 4].add(type(machine.values[-1]))

    assert found == [{dict, type(None)}, {int, type(None)}, {type(None)}, {type(None)}]


@pytest.mark.parametrize("value", [1.5, object(), [object()], [1.5], [[[["a"]]]], {"a": object()}])
def test_others_are_not_made(value):
    varied = Varied(Random(0))

    assert any(varied.like(value) is None for _ in range(20))


def test_texts_of_the_source_are_among_the_pieces():
    varied = Varied(Random(0), ["$$", "longer than that"])
    texts = [str(made(varied, "a")) for _ in range(500)]

    assert any("$$" in text for text in texts)
    assert not any("longer" in text for text in texts)


def test_numbers_up_to_one():
    numbers = [Varied(Random(seed)).up_to(3)[0].operation.source for seed in range(50)]

    assert {ast.literal_eval(number) for number in numbers} == {0, 1, 2, 3}


def test_the_same_draws_give_the_same_values():
    one, other = Varied(Random(1)), Varied(Random(1))

    assert [one.like(["a"]) for _ in range(20)] == [other.like(["a"]) for _ in range(20)]
