"""What a generator is, and what it sees of the sequence that it makes while it runs: `Generator`, `Live`.

A sequence is performed while it is made, so that an argument can be chosen by what earlier calls really returned;
generators work on kinds, never on values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from refute.model.sequence import Sequence, Step


class Live(Protocol):
    """What a generator sees of the running sequence: kinds, never values."""

    value_kinds: list[int]
    is_large: bool  # a container has grown beyond what is worth calling
    is_hurried: bool  # a call that does not return is stopped soon

    def start(self) -> None:
        """Begin a new sequence."""

    def perform(self, step: Step) -> bool:
        """Perform a step; False when it raised."""

    def perform_all(self, steps: tuple[Step, ...]) -> int:
        """Perform steps until one raises; return how many did not."""

    def take_back(self) -> None:
        """Forget the step that raised."""

    def go_past(self, step: Step) -> None:
        """Put this step, which ignores the exception, in the place of the step that raised."""


# Was the exception that the last of these steps raised our fault?  Then the sequence goes on without it.
Forgive = Callable[[list[Step]], bool]


class Ended(Exception):
    """The running sequence raised and cannot be extended."""


class Refused(Exception):
    """The call was our fault and was taken back."""


class Generator(Protocol):
    """Makes one sequence after the other, on live values."""

    name: str  # in reports: found_by
    every_step: (
        bool  # its sequences are for what holds after every step: nothing is sampled in them
    )
    directed: bool  # learns from what it sees: what it made may be kept, and a call that was our fault is taken back
    steps: list[Step]  # of the sequence made last
    family: int  # which plain values that sequence used where the code gives no type
    is_new: bool  # the sequence made last was never made before
    done: bool  # there is nothing (more) to make

    def grow(self, live: Live, forgive: Forgive) -> bool:
        """Make and perform one sequence; False when its last step raised and was not forgiven."""

    def sequence(self) -> Sequence:
        """Return the sequence made last."""
