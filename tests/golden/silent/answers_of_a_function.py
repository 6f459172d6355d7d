"""Functions that others pass in, whose answers are looked at with care."""

from __future__ import annotations

from collections.abc import Callable


def groups(numbers: list[int], related: Callable[[int, int], bool]) -> list[list[int]]:
    """Return the numbers grouped with the first one they are related to, each with itself at least."""
    found: list[list[int]] = []
    for number in numbers:
        members = [other for other in numbers if related(number, other)] or [number]
        if members[0] == number:
            found.append(members)
    return found


def share(numbers: list[int], weight: Callable[[int], int]) -> float:
    """Return the weight of the first among all, 0 where nothing has a weight."""
    weights = [weight(number) for number in numbers]
    total = sum(weights)
    return weights[0] / total if total else 0.0
