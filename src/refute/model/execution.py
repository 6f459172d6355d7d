"""What happened, as data: `Outcome` of each step, `Execution` of a sequence.  No live values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

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
