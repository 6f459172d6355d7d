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
    # "self" (an attribute that the subject's own object lacks), "module" (one that a module lacks), "unset" (one that
    # other calls set),
    # "left" (one that the class leaves to subclasses or users to set), "unknown".
    operand: str
    # The missing key or index is an argument of ours, unchanged.
    asked: bool
    # Every argument on the way here was annotated, and fitted.
    contract: bool
    # The operation has returned with arguments of these kinds before.
    learned: bool
    # "yes", "" for no, "base": only a base class is documented, which the code also raises by itself.
    documented: str
    # The test passed None, or something that holds None, anywhere on the way.
    none_passed: bool = False
    # The failing expression works on values that the code computed, and on nothing of ours as it is.
    derived: bool = False
    # A TypeError or AttributeError is about something that the code made: nothing passed in is or holds such a thing.
    made: bool = False
    # The code searched, found nothing, and the failing expression works on the None that says so.
    found_nothing: bool = False
    # The contract rests on a parameter annotated as `object`: it promises to take anything.
    anything: bool = False
    # The operation is none that the package offers: neither its `__init__` nor an `__all__` names it.
    internal: bool = False
    # The test passed a number beyond what any machine holds; a text with a lone surrogate or a NUL; something
    # that holds itself.
    extreme: bool = False
    odd_text: bool = False
    cyclic: bool = False
    # The test passed infinity or NaN, of which the code does not seem to think.
    endless: bool = False
    # A text was to be converted, as by `int`, and the test passed some text.
    converts: bool = False
    # The operation takes any number of arguments and got none.
    nothing_passed: bool = False
    # A dictionary that the test passed in lacks a key, or a match a group.
    incomplete: bool = False
    # What fails depends on what machine it runs on.
    asks_machine: bool = False
    # The code has asked about all that the failing call is given, and returns where it finds something wrong.
    guarded: bool = False
    # The operation takes nothing but its object.
    argless: bool = False
    # The failing call, or one that it builds on, was given an argument.
    passes: bool = True
    # The other operand of a comparison is no object of the receiver's class.
    foreign: bool = False
    # The failing look-up is in something that the code has just made, or has just taken something from: it is not about
    # what the object held.
    slips: bool = False
