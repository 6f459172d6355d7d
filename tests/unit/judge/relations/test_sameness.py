"""When two values are the same, and when nobody can tell."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from refute.judge.relations.sameness import same


@dataclass
class Point:
    x: object = 0
    y: object = 0


class Node:
    pass


class Query:
    def __eq__(self, other):
        return [self, other]


class Refusing:
    def __eq__(self, other):
        raise TypeError("no")


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        (1, 1.0, True),
        ([1, "a"], [1, "a"], True),
        (Point(1), Point(1), True),
        (None, None, True),
        ("1", 1, False),
        ([1], (1,), False),
        (Point(1), Point(2), False),
        (None, 0, False),
        (0, None, False),
    ],
)
def test_plain_values_and_objects_that_compare_by_value(one, other, answer):
    assert same(one, other) is answer


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.1 + 0.2, 0.3),
        ([0.1 + 0.2], [0.3]),
        (1j, 2j),
        (Point(0.1), Point(0.2)),
        (float("nan"), 1),
        (Node(), Node()),
        ([Node()], [Node()]),
        ([iter([])], []),
        (Query(), 1),
        (Refusing(), 1),
        (list(range(5000)), []),
    ],
)
def test_of_what_rounds_runs_out_or_equals_only_itself_nobody_can_tell(one, other):
    assert same(one, other) is None
