"""Functions that make functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce

Step = Callable[[int], int]


def _add(amount: int, number: int) -> int:
    return number + amount


def adder(amount: int) -> Step:
    """Return a function that adds the amount."""
    return partial(_add, amount)


def multiplier(factor: int) -> Step:
    def multiply(number: int) -> int:
        return number * factor

    return multiply


def composed(*steps: Step) -> Step:
    """Return a function that does one step after the other; without steps it changes nothing."""
    return lambda number: reduce(lambda value, step: step(value), steps, number)


def applied(step: Step, numbers: list[int]) -> list[int]:
    return [step(number) for number in numbers]


def until(step: Step, start: int, done: Callable[[int], bool], most: int = 100) -> int:
    """Repeat a step until the predicate holds, at most a thousand times.

    Raises:
        ValueError: the greatest number of repetitions is negative or beyond a thousand.
    """
    if not 0 <= most <= 1000:
        raise ValueError("the number of repetitions is out of range")
    for _ in range(most):
        if done(start):
            break
        start = step(start)
    return start
