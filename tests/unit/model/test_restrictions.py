"""Conditions on a value, as source."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from refute.model.restrictions import holds


class Number(int):
    def __gt__(self, other: Any) -> bool:
        raise AssertionError("code under test is not asked")


@pytest.mark.parametrize(
    ("condition", "value", "answer"),
    [
        ("{0} > 3", 4, True),
        ("{0} > 3", 3, False),
        ("{0} > 3", "a", False),
        ("re.search('^a', {0})", "ab", True),
        ("re.search('^a', {0})", "b", False),
        ("len({0}) >= 1", [], False),
        ("{0} < datetime.date(2024, 1, 31)", datetime.date(2024, 1, 1), True),
        ("{0} > 3", Number(1), True),
    ],
)
def test_a_condition_is_asked_of_plain_values_only(
    condition: str, value: object, answer: bool
) -> None:
    assert holds(condition, value) is answer
