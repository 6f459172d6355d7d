"""Rows divided for training and for testing; one row is in neither.

Wrong result:  split([1, 2], 0.5)  is  ([1], [])
"""

from __future__ import annotations


def split(rows: list[int], share: float = 0.8) -> tuple[list[int], list[int]]:
    """Divide the rows in two: the share for training, and the rest.

    Raises:
        ValueError: the share is not between 0 and 1.
    """
    if not 0 <= share <= 1:
        raise ValueError("the share is between 0 and 1")
    cut = round(len(rows) * share)
    return rows[:cut], rows[cut + 1 :]  # the fault


def folds(rows: list[int], number: int) -> list[list[int]]:
    """Deal the rows out to so many lists."""
    if not 1 <= number <= 100:
        raise ValueError("between 1 and 100 folds")
    return [rows[start::number] for start in range(number)]
