"""What is remembered of a run that passed: `Observation`, `RecordedRaise`, `RecordedTest`; `Candidate` for a suite.

Text only: a recording is made in one process, compared with that of another and written as a test by a third.
"""

from __future__ import annotations

from dataclasses import dataclass

from refute.model.sequence import Sequence

# How the name of a feature begins that says which change of the code a sequence notices.
NOTICES = "notices"

# Stands where a secret would be shown.
HIDDEN = "<hidden>"


@dataclass(frozen=True, slots=True)
class Expected:
    """What a value was, as source, and how to compare with it.

    `style` is "==", "is", "approx" (a float that is no round number), "isnan" or "isinstance".
    """

    source: str
    style: str = "=="


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen of the value made at `step`, after the last step: `expression` has {0} for its name."""

    step: int
    expression: str
    expected: str
    style: str = "=="


# What is looked at, whatever is seen: the step that made it, and the expression.
Sight = tuple[int, str]


@dataclass(frozen=True, slots=True)
class RecordedRaise:
    """The last step raises `exception`, a bare name for builtins, else `module:qualname`.

    `match` is a part of its message, literally, or None where the message is not stable.
    """

    step: int
    exception: str
    match: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedTest:
    """A sequence with what is to be asserted: at least one observation, or an exception."""

    sequence: Sequence
    observations: tuple[Observation, ...] = ()
    raises: RecordedRaise | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sequence that may enter a suite; `features` name what it shows: operations, outcomes, branches, mutants.

    `telling` is what to look at in the end so that the mutants are noticed.
    """

    sequence: Sequence
    features: frozenset[str]
    telling: tuple[Sight, ...] = ()


def is_branch(feature: str) -> bool:
    """Return whether the name of a feature is that of a branch: from one line to another."""
    return "→" in feature and not feature.startswith(f"{NOTICES} ")
