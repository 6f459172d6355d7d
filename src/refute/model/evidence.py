"""What is known about an exception when it is judged: `Evidence`, facts without the live objects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from refute.model.execution import Frame


class Origin(Enum):
    """Where the values come from that the failing expression worked on."""

    PASSED_IN = "passed in"  # at least one of them is something that the test made
    OWN = "own"  # all of them are the code's own
    UNKNOWN = "unknown"


class Fit(Enum):
    """Whether the arguments on the way are what annotations ask for."""

    FITS = "fits"  # everything is annotated, and meant
    UNKNOWN = "unknown"  # something is not annotated, or cannot be seen, or is hardly meant
    CONTRADICTS = "contradicts"  # an annotation rules something out that was passed


@dataclass(frozen=True, slots=True)
class Evidence:
    """The facts of one exception, without the live objects."""

    target: str
    how: str
    exception: str  # the class's bare name
    bases: frozenset[str]  # bare names of the class and its bases
    message: str  # as the interpreter, a builtin or the code worded it
    frames: tuple[Frame, ...]  # the subject's frames, from the operation to the raiser
    # A raise or assert statement, in the innermost frame that is the subject's.
    on_purpose: bool
    # Who raised: "binding" (the call itself did not fit the signature, or there is no Python frame),
    # "operation" (also its private helpers and superclass constructors), "public" (another public routine of
    # the subject), "library" (a raise statement in code that is not the subject's).
    raiser: str
    origin: Origin
    fit: Fit  # of every argument on the way here
    # The operation has returned with arguments of these kinds before.
    accepted_before: bool
    # "yes", "" for no, "base": only a base class is documented, which the code also raises by itself.
    documented: str
    # The class of a method on the way, or another operation on the way, documents the exception.
    documented_on_the_way: bool = False

    own_exception: bool = False  # the class of the exception is one of the package under test
    # Which expression failed, as source, and what the interpreter, a builtin or a library complained of.
    expression: str = ""
    complaint: str = ""

    # ---- what the test did --------------------------------------------------------------------------------

    # Not all that the call was given is annotated, and it has never returned with arguments of these kinds.
    types_unknown: bool = False
    attribute_written: bool = False  # an attribute of what the call works on was assigned to
    misuses_callback: bool = (
        False  # it called a function that the test made with another number of arguments
    )
    # What it was given is what the operation has returned that it undoes, by name: `loads` what `dumps` wrote.
    made_by_inverse: bool = False
    own_raise: bool = False  # a function that the test passed in raised it
    left_unentered: bool = False  # `__exit__` was called of what was not entered last
    changed_meanwhile: bool = False  # an iterator was gone on with after another call on its source

    # A law that forbids raising asked the object: "method" where it is about this method, "class" about the whole class.
    asked_by_law: str = ""
    operand_of_law: bool = False  # what the method was given is the law's own doing

    # ---- what was passed in, anywhere on the way ----------------------------------------------------------

    # The failing call, or one that it builds on, was given an argument.
    something_passed: bool = True
    none_passed: bool = False  # None, or something that holds None
    # A call left out what nothing is annotated for and is None then.
    none_left_out: bool = False
    extreme_passed: bool = False  # a number beyond what machines hold, a date at the calendar's end
    # Something on the way is or holds a date at the calendar's end, or is a number that leads there from any date.
    far_date: bool = False
    odd_text_passed: bool = False  # a text with a lone surrogate or a NUL
    infinity_passed: bool = False  # infinity or NaN, of which the code does not seem to think
    cycle_passed: bool = False  # something that holds itself
    empty_varargs: bool = False  # any number of arguments is taken, and none was passed
    # The missing key or index is what the caller chose: an argument, a piece of one, or given to the constructor.
    asked_for: bool = False
    # The caller said by what name the missing attribute is read.
    names_attribute: bool = False
    template_passed: bool = False  # the format that fails is a text that was passed in
    # A dictionary that was passed in lacks a key, or a match a group.
    passed_lacks_key: bool = False
    # The other operand of a comparison is no object of the receiver's class, nor of the class that is annotated.
    compares_other_class: bool = False

    # ---- what the failing expression is about -------------------------------------------------------------

    # Whose attribute does not exist: "self" (the code's own object, and nothing sets it), "module", "unset" (the code's own
    # object, and other calls set it), "declared" (left to subclasses or users to set); "" where it is about no such thing.
    missing_attribute: str = ""
    set_by: str = ""  # of what is unset: the class of the object, and the methods that set it
    asserted: bool = False  # raised by an `assert` statement
    asserts_own: bool = False  # by one without a message, about nothing that was passed in
    asserts_passed: bool = (
        False  # by one about something that was passed in, or that tells its caller what is wrong
    )
    asserts_not_none: bool = False  # by one that says no more than that something is not None
    admits_fault: bool = (
        False  # the message, written where it was raised, says that the code itself is wrong
    )
    # An import statement names what its own package, or a module of Python's, does not have.
    own_import: bool = False
    # Another operation refuses what its caller has computed, of nothing plain that was passed in.
    refuses_own_value: bool = False
    tuple_formatted: bool = False  # by `%`, which takes its items
    in_raise: bool = False  # the code was about to raise another exception
    # A name was looked up by a library or in a text that was evaluated, as when annotations are resolved.
    evaluated: bool = False
    # It is about a None that stands in an object until others complete it.
    placeholder_read: bool = False
    # It works on values that the code computed, and on nothing that was passed in as it is.
    computed: bool = False
    piece_passed: bool = False  # it works on a piece of a text that was passed in, such as a line
    # A TypeError or AttributeError is about something that the code made: nothing passed in is or holds such a thing.
    about_own_object: bool = False
    # The code searched, found nothing, and the failing expression works on the None that says so.
    goes_on_with_none: bool = False
    # A look-up of what the code has just found to be there, in something of its own.
    present_but_missing: bool = False
    # A look-up in something that the code has just made, or has just taken something from.
    lookup_in_own: bool = False
    # A text is to be converted, as by `int`, and some text was passed in.
    converts_text: bool = False
    # The code has asked about all that the failing call is given, and returns where it finds something wrong.
    checked_before: bool = False
    # It has asked so, and raises an exception that is documented where it finds something wrong.
    slips_through: bool = False
    # The code is prepared for what the failing call refuses, by a handler, which does not catch this one.
    missed_by_handler: bool = False
    # What does nothing but say that it is not implemented was given more than it takes.
    calls_stub: bool = False
    # An abstract class was to be instantiated, which a class method was called on.
    abstract_receiver: bool = False
    mixes_text_and_bytes: bool = False  # text and bytes were both passed in, and do not go together
    spread: bool = False  # the failing call was given `*args` or `**kwargs` as they came
    unlike_form: bool = False  # a text that was passed in has not as many parts as are asked for
    # It depends on what kind of machine this is.
    depends_on_platform: bool = False

    # ---- the operation ------------------------------------------------------------------------------------

    takes_nothing: bool = False  # nothing but its object
    takes_anything: bool = False  # that all fits rests on a parameter annotated as `object`
    internal: bool = False  # neither the package's `__init__` nor an `__all__` names it

    @property
    def fits(self) -> bool:
        """Whether every argument on the way here was annotated, and fitted."""
        return self.fit is Fit.FITS
