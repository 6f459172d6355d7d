"""Who runs bodies, and who judges what happens there: `Runner`, `Demand`, `CheckArguments`, `JudgePromise`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from refute.model.execution import Outcome
from refute.model.sequence import Callback, Step
from refute.model.verdict import Violation


class Runner(Protocol):
    """What performs the steps of bodies: the machine of the sequence around them."""

    @property
    def values(self) -> list[object]:
        """What the steps so far made."""

    @property
    def steps(self) -> list[Step]:
        """The steps so far."""

    @property
    def is_large(self) -> bool:
        """Whether a container has grown beyond what is worth calling."""

    @property
    def depth(self) -> int:
        """How many bodies are running."""

    def inside(self) -> AbstractContextManager[None]:
        """Begin a body, on a list of values of its own."""

    def take(self, step: Step, value: object) -> None:
        """Begin the body with a value that it was given."""

    def perform(self, step: Step) -> Outcome:
        """Perform a step; RETURNED, or what it did instead."""


# Which arguments of a function break a condition, and the condition, with {0}, {1}… for them.
Demand = tuple[tuple[int, ...], str]


# Given a function, its arguments, and of a method the class that has the one that it overrides.
CheckArguments = Callable[[Callback, tuple[Any, ...], type | None], Demand | None]

JudgePromise = Callable[[AssertionError, type, Callback], tuple[Violation, Demand | None] | None]
