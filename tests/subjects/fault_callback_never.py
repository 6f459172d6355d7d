"""A grouping by a relation that relies on every number being related to itself.

Shortest sequence:  classes([0], lambda a, b: False)    IndexError
"""

from __future__ import annotations

from collections.abc import Callable


def classes(numbers: list[int], related: Callable[[int, int], bool]) -> list[list[int]]:
    """Return the numbers grouped with the first one they are related to."""
    groups: list[list[int]] = []
    for number in numbers:
        members = [other for other in numbers if related(number, other)]
        if members[0] == number:  # the fault: the callback may never say yes
            groups.append(members)
    return groups
