"""A search in parts."""

from __future__ import annotations

import pytest

from refute.generate.bounded.tasks import Task, left_after

# (object, field, number of the value, how many there are)
PATH = [("Tree", "root", 0, 2), ("Tree", "size", 1, 3)]


def test_a_task_tells_its_choices_with_and_without_the_fields():
    task = Task(tuple(PATH))

    assert task.indices == (0, 1)
    assert task.prefix == (("Tree", "root", 0), ("Tree", "size", 1))


def test_what_is_left_comes_in_order_the_last_choice_first():
    assert [task.indices for task in left_after(PATH, 0)] == [(0, 2), (1,)]


def test_choices_that_are_fixed_leave_nothing():
    assert [task.indices for task in left_after(PATH, 1)] == [(0, 2)]
    assert left_after(PATH, 2) == []
    assert left_after([], 0) == []


def test_the_share_of_a_part_is_that_of_its_values():
    assert [task.share for task in left_after(PATH, 0)] == pytest.approx([1 / 6, 1 / 2])
