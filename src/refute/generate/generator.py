"""What a generator is, and what it sees of the sequence that it makes while it runs: `Generator`, `Live`, `Judge`.

A sequence is performed while it is made, so that an argument can be chosen by what earlier calls really returned;
generators work on kinds, never on values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from refute.model.execution import Execution, Outcome
from refute.model.growing import Grower
from refute.model.sequence import Step
from refute.model.verdict import Verdict, Violation


class Live(Protocol):
    """What a generator sees of the running sequence: kinds, never values."""

    value_kinds: list[int]
    depth: int  # of the body that is running, 0 outside
    is_large: bool  # a container has grown beyond what is worth calling
    is_hurried: bool  # a call that does not return is stopped soon
    # Steps that were left out, each with how many were before it.
    taken_back: list[tuple[int, Step]]

    def let_grow(self, grower: Grower) -> None:
        """Ask for the bodies of functions that have none yet, until the next sequence begins."""

    def amend(self, position: int, step: Step) -> None:
        """Write down what a step of the sequence has become, while a body of a function that it made runs."""

    def state(self, position: int) -> int:
        """Return a number for the state that a value is in."""

    def is_made(self, position: int) -> bool:
        """Return whether a step has made its value, which no step before it has."""

    def start(self) -> None:
        """Begin a new sequence."""

    def perform(self, step: Step) -> Outcome:
        """Perform a step; RETURNED, or what it did instead."""

    def perform_all(self, steps: tuple[Step, ...]) -> tuple[int, Outcome]:
        """Perform steps until one does not return: how many did, and the outcome of the last."""

    def take_back(self, step: Step) -> None:
        """Forget the step that raised."""

    def go_past(self, step: Step) -> None:
        """Put this step, which ignores the exception, in the place of the step that raised."""


# What it means that the last of these steps did not return: the violation that ends the sequence, or None where the step
# was our fault and the sequence goes on without it.  Where a call that raised has left an object broken, the last of the
# steps is replaced by one that ignores the exception, so that the sequence ends with what did it.
Judge = Callable[[list[Step], Outcome], Violation | None]


class Generator(Protocol):
    """Makes one sequence after the other, on live values."""

    name: str  # in reports: found_by
    # Its sequences are for what holds after every step: nothing is sampled in them.
    every_step: bool
    # Learns from what it sees: what it made may be kept, and a call that was our fault is taken back.
    directed: bool
    done: bool  # there is nothing (more) to make

    def grow(self, live: Live, judge: Judge) -> Execution:
        """Make and perform one sequence; return what happened."""

    def learn(self, execution: Execution, verdict: Verdict) -> None:
        """Take note of what became of the sequence made last."""
