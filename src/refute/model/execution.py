"""What happened: the `Outcome` of one step, the `Execution` of a sequence; and as data that lasts, `RecordedOutcome`."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from refute.model.sequence import Sequence, Step
from refute.model.typeform import TypeForm
from refute.model.verdict import Violation


class Interruption(BaseException):
    """What is raised from outside inside the code under test, to end it: never its answer, whoever catches all else."""


class OutOfFuel(Interruption):
    """Functions that we made were called too often within one step: they call what calls them, and nobody is to blame."""


class RefusedEffect(PermissionError):
    """The code under test tried something that was not allowed.

    A PermissionError, because then the code behaves as on a locked-down machine: what it does about a refusal by the
    operating system, it does about ours.  An exception outside OSError would make every `except OSError` clause look
    broken.  EACCES, as Landlock answers, so that both walls look the same from inside.
    """

    effect: str
    action: str

    def __init__(self, effect: str, action: str, may_be_allowed: bool = True) -> None:
        advice = f" (allow it with --allow {effect})" if may_be_allowed else ""
        super().__init__(errno.EACCES, f"refute refused to {action}{advice}")
        self.effect = effect
        self.action = action
        self._may_be_allowed = may_be_allowed

    def __str__(self) -> str:
        return str(self.strerror)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.effect, self.action, self._may_be_allowed)


def let_interruptions_through(raised: BaseException) -> None:
    """Raise an interruption again; whatever else was raised is an answer."""
    if isinstance(raised, Interruption):
        raise raised


@dataclass(frozen=True, slots=True)
class Returned:
    """The step made a value; `summary` is its repr, cut, and never more than text."""

    type: TypeForm
    summary: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of the subject on the way to where an exception was raised."""

    file: str
    line: int
    function: str
    module: str = ""
    first: int = 0  # the line where the function begins


@dataclass(frozen=True, slots=True)
class Raised:
    """The step raised an exception."""

    type: str
    message: str
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """The step was ended by a limit, or took the worker with it."""

    reason: str


RecordedOutcome: TypeAlias = Returned | Raised | Stopped


class Outcome:
    """What one step did, as long as its sequence runs: it returned, it raised, or it broke what somebody promised.

    A promise is broken where `violation` is given; then the call may have returned all the same.
    """

    # Not a dataclass: every third call of a search makes one, and a frozen dataclass takes three times as long to make.
    __slots__ = ("exception", "violation")

    def __init__(
        self, exception: BaseException | None = None, violation: Violation | None = None
    ) -> None:
        self.exception = exception
        self.violation = violation

    def __bool__(self) -> bool:
        raise TypeError("an outcome is neither true nor false; ask whether it `is RETURNED`")


# What nearly every step does: one object for all, so that asking costs no more than `is`.
RETURNED = Outcome()


class SuppliedValue(NamedTuple):
    """A value of an execution that later sequences may begin with: where it is, of which kind, in which state.

    Two values with the same key are as good as one; `calls` is how many calls it takes to make it.
    """

    position: int
    kind: int
    key: int
    state: int
    calls: int


@dataclass(slots=True)
class Execution:
    """A sequence together with what happened when it ran.

    `violation` is what ended it, None where every step returned; `outcome` is that of the step that did not return.
    `outcomes` tells of every step, where somebody asks for it: writing values down costs more than the calls.
    """

    sequence: Sequence
    outcomes: tuple[RecordedOutcome, ...] = ()
    violation: Violation | None = None
    outcome: Outcome = RETURNED
    made_by: str = ""  # the generator's name
    family: int = 0  # which plain values were used where the code gives no type
    is_new: bool = True  # this sequence was never made before
    # Calls that raised by our fault and were left out, each with the number of steps before it.
    taken_back: tuple[tuple[int, Step], ...] = ()
    # Where the object is that was built field by field and that no call has led to.
    built: int | None = None
    supplied: list[SuppliedValue] = field(default_factory=list)
    # Branches that were taken for the first time, by number.
    new_branches: list[int] = field(default_factory=list)
