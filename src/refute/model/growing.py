"""A body that is made while the subject calls it: `Grower` makes one, `Grown` is what became of it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from refute.model.execution import RETURNED, Outcome
from refute.model.sequence import Callback, Raise, Step
from refute.model.verdict import Violation


class Grown(NamedTuple):
    """A function with the body that it was given while it was called for the first time.

    `captures` are those of what it captured that the body uses.  It returns the value at `result` of the body that runs,
    raises, or has failed: then `outcome` is what the last step did instead of returning, and `violation` what that means.
    """

    operation: Callback
    captures: tuple[int, ...]
    result: int | None = None
    raises: Raise | None = None
    outcome: Outcome = RETURNED
    violation: Violation | None = None
    failed: Step | None = None  # the step that did not return


class Grower(Protocol):
    """Makes the bodies of functions that have none yet."""

    def is_open(self, operation: Callback) -> bool:
        """Return whether the body of a function is still to be made."""

    def latest(self, operation: Callback) -> Grown | None:
        """Return what a function has become since it was made, with what it captures; None where it is as it was."""

    def demanding(
        self, operation: Callback, indices: tuple[int, ...], source: str
    ) -> Callback | None:
        """Return a function that first asks for a condition on arguments; None where it is not of this sequence."""

    def counting(self, operation: Callback) -> bool:
        """Let a function take any number of arguments, and ask for as many as it took; whether it is of this sequence."""

    def reentered(self, operation: Callback) -> str:
        """Return what a function gives, as source, that is called while its body is made; "" where that cannot be said."""

    def body_of(self, operation: Callback) -> Grown:
        """Make the body: the first values are the arguments, then what is captured."""
