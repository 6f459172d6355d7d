"""What is known about an exception when it is judged: `Evidence`.  Gathered by `execute`, weighed by `judge`."""

from __future__ import annotations

from dataclasses import dataclass

from refute.model.execution import Frame


@dataclass(frozen=True, slots=True)
class Evidence:
    """The facts of one exception, without the live objects."""

    target: str
    how: str
    exception: str  # the class's bare name
    bases: frozenset[str]  # bare names of the class and its bases
    message: str
    frames: tuple[Frame, ...]  # the subject's frames, from the operation to the raiser
    # A raise or assert statement, in the innermost frame that is the subject's.
    on_purpose: bool
    # Who raised: "binding" (the call itself did not fit the signature, or there is no Python frame),
    # "operation" (also its private helpers and superclass constructors), "public" (another public routine of
    # the subject), "foreign" (a raise statement in code that is not the subject's).
    raiser: str
    # What the failing expression worked on: "ours" (something the test made), "own" (only things the code made),
    # "self" (an attribute that the subject's own object or module lacks), "unknown".
    operand: str
    # The missing key or index is an argument of ours, unchanged.
    asked: bool
    # Every argument on the way here was annotated, and fitted.
    contract: bool
    # The operation has returned with arguments of these kinds before.
    learned: bool
    documented: bool
    # The test passed None, or something that holds None, anywhere on the way.
    none_passed: bool = False
    # The failing expression works on values that the code computed, and on nothing of ours as it is.
    derived: bool = False
