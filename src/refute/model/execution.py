"""What happened, as data: `Outcome` of each step, `Execution` of a sequence.  No live values."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Any, TypeAlias

from refute.model.sequence import Sequence
from refute.model.typeform import TypeForm
from refute.model.verdict import Violation


class Interruption(BaseException):
    """What is raised from outside inside the code under test, to end it: never its answer, whoever catches all else."""


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


Outcome: TypeAlias = Returned | Raised | Stopped


@dataclass(frozen=True, slots=True)
class Execution:
    """A sequence together with what happened: an outcome for each step that was tried."""

    sequence: Sequence
    outcomes: tuple[Outcome, ...]
    observed: tuple[Violation, ...] = ()


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
