"""Who is to blame for an exception: its type, the call stack, and on whose values it arose.

JCrasher (Csallner and Smaragdakis 2004), section 4; Randoop's legality properties (thesis, figure 7-3).  We depart
where Python has no declared exceptions: documentation, class protocols and what was seen to pass stand in.
The table in docs/blame.md is this file in prose.
"""

from __future__ import annotations

import re
from collections import Counter

from refute.judge.exceptions.protocols import asks_for_an_item, excuse
from refute.look.private_names import is_public
from refute.model.evidence import Evidence
from refute.model.execution import Frame
from refute.model.verdict import Blame, Severity, Violation

ASKED = "the caller asked for a key or index that is not there"
# Whatever is passed in: this is no matter of types that were accepted or not.
FOUND_NOTHING = "a guess: the code searched, found nothing, and went on with None"
_ALWAYS_CODE = ("NameError", "UnboundLocalError")
# What lacks an attribute, by `Evidence.operand`: why the code is wrong, and what to do.
_MISNAMED = {
    "self": ("its own object lacks the attribute", "mend the name, or set it in __init__"),
    "module": ("the module lacks the attribute", "mend the name, or define it in that module"),
}
# Raised by the interpreter or a builtin: the machine's own, as JCrasher has it.
_MACHINE = (
    "IndexError",
    "KeyError",
    "ZeroDivisionError",
    "ArithmeticError",  # decimal's
    "AttributeError",
    "TypeError",
    "RecursionError",
    "OverflowError",
    "UnicodeError",
    "ValueError",
    "RuntimeError",
    "StopIteration",
    "AssertionError",
    "error",  # struct.error
    "SystemError",
)
# On a value that the test handed in these only say that the value was bad.
_ABOUT_THE_VALUE = ("ValueError", "UnicodeError", "OverflowError", "error")
_ABOUT_THE_TYPE = ("TypeError", "AttributeError")
# What a TypeError says that is not about the type: `ord("ab")`, `"a".rjust(3, "ab")`.
_ABOUT_LENGTH = ("expected a character", "exactly one character", "of length")
# What `sorted` says of nothing but None: the code has put the same nothing everywhere, for what the caller left out.
_NO_ORDER = "not supported between instances of 'NoneType' and 'NoneType'"
# What a format says that can never be right: where it sometimes is, it is made of what was passed in.
_MALFORMED = re.compile(
    r"Invalid format specifier|Format specifier missing precision|Too many decimal digits in format"
    r"|Precision not allowed in integer format"
)
# What files and streams say, and begin with, once they are closed.
_CLOSED = re.compile(
    r"I/O operation on closed |\w+ (?:of|to) closed file|mmap closed"
    r"|(?:underlying buffer|raw stream) has been detached|operation forbidden on released"
)


def judge_exception(evidence: Evidence, step: int) -> Violation:
    """Return the violation an exception stands for, with blame and severity."""
    blame, severity, rule, reason, remedy = _weigh(evidence)
    last = evidence.frames[-1] if evidence.frames else None
    return Violation(
        rule=rule,
        step=step,
        blame=blame,
        message=f"{evidence.exception}: {evidence.message}"
        if evidence.message
        else evidence.exception,
        operation=evidence.target,
        signature=_signature(evidence),
        severity=severity,
        exception=evidence.exception,
        file=last.file if last else None,
        line=last.line if last else None,
        reason=reason,
        remedy=remedy,
    )


def _signature(evidence: Evidence) -> tuple[str, ...]:
    """Return what makes two exceptions one finding: the class, where it arose, and the functions that own the place.

    JCrasher groups by "where they were thrown from and what other methods are on the stack", and lets a public method
    own the others below it.  So do we: what a public operation called by others does is one finding, and two public
    operations that stumble in the same helper are two, since what they hand to it differs.
    """
    frames = evidence.frames
    if not frames:
        return ("raises", evidence.exception, evidence.target)
    if "RecursionError" in evidence.bases:
        # Where exactly the stack ran out depends on how deep it was before.
        functions = Counter(map(_function, frames))
        again = [name for name, count in functions.items() if count > 1]
        return ("raises", evidence.exception, min(again or functions))
    public = [at for at, frame in enumerate(frames) if is_public(frame.function)]
    owned = frames[public[-1] if public else 0 :]
    *through, last = _without_loops([_function(frame) for frame in owned])
    return ("raises", evidence.exception, *through, f"{last}+{_line_within(frames)}")


def _line_within(frames: tuple[Frame, ...]) -> int:
    """Return the failing line counted from where its function begins: what stands above it may change."""
    function = _function(frames[-1])
    own = [frame.first for frame in frames if _function(frame) == function]
    return frames[-1].line - min(
        own
    )  # a comprehension, where it is a function, begins later than the one it stands in


# From Python 3.12 on they have no frame.
_COMPREHENSION = re.compile(r"\.<locals>\.<(?:list|set|dict)comp>")


def _function(frame: Frame) -> str:
    return f"{frame.module}:{_COMPREHENSION.sub('', frame.function)}"


def _without_loops(functions: list[str]) -> list[str]:
    """Return the way without its detours: how often functions call each other in turn depends on the values.

    >>> _without_loops(["show", "walk", "leaf", "walk", "walk", "branch"])
    ['show', 'walk', 'branch']
    """
    way: list[str] = []
    for function in functions:
        if function in way:
            del way[way.index(function) :]
        way.append(function)
    return way


_Weighed = tuple[Blame, Severity, str, str, str]


def _test(reason: str) -> _Weighed:
    return Blame.TEST, Severity.ROBUSTNESS, "raises", reason, ""


def _code(severity: Severity, reason: str, remedy: str) -> _Weighed:
    rule = "raises" if severity is Severity.ERROR else "guess-raises"
    return Blame.CODE, severity, rule, reason, remedy


def _robustness(reason: str, remedy: str) -> _Weighed:
    return _code(Severity.ROBUSTNESS, reason, remedy)


def _weigh(evidence: Evidence) -> _Weighed:
    weighed = _whatever_is_offered(evidence)
    blame, severity, _, reason, _ = weighed
    reported = blame is Blame.CODE and severity is not Severity.ROBUSTNESS
    if reported and evidence.internal and not _is_misnamed(evidence):
        return _robustness(
            f"{reason}; but its package does not offer this operation",
            "name it in __all__ or in the package's __init__ if others may call it",
        )
    return weighed


def _is_misnamed(evidence: Evidence) -> bool:
    """Return whether a name, or an attribute of the code's own object or of a module, does not exist."""
    return not evidence.bases.isdisjoint(_ALWAYS_CODE) or evidence.operand in _MISNAMED


def _whatever_is_offered(evidence: Evidence) -> _Weighed:
    if evidence.documented == "yes":
        return _test("the exception is documented")
    if "NotImplementedError" in evidence.bases:
        return _test("the operation says that it is not implemented")
    if "SystemError" in evidence.bases:
        return _code(
            Severity.ERROR,
            "the interpreter itself reports an internal error",
            "nothing: whatever the arguments, Python code must not get there",
        )
    by_accident = not evidence.on_purpose and evidence.raiser in ("operation", "public")
    if by_accident and _is_misnamed(evidence):
        return _misnamed(evidence)
    excused = excuse(evidence)
    if excused:
        return _test(excused)
    if evidence.on_purpose:
        return _on_purpose(evidence)
    if evidence.raiser == "binding":
        return _test("the call does not fit the signature, or a builtin refuses its arguments")
    if evidence.raiser == "foreign":
        return _foreign(evidence)
    return _by_the_machine(evidence)


def _on_purpose(evidence: Evidence) -> _Weighed:
    if "AssertionError" in evidence.bases:
        if evidence.contract:
            return _code(
                Severity.LIKELY,
                f"an assert in the code fails though {_fitting(evidence)}",
                "raise ValueError if the arguments are to blame, or document it with Raises:",
            )
        if evidence.argless and evidence.learned:
            return _code(
                Severity.LIKELY,
                "a guess: an assert in the code fails in an operation that takes no arguments",
                "document it with Raises: AssertionError, or raise another exception",
            )
        return _test("an assert refuses the arguments")
    if evidence.raiser == "public":
        return _robustness(
            "another public operation, called on the way, refuses what it was given",
            "check the argument, or document the exception with Raises:",
        )
    return _test("raised on purpose")


def _foreign(evidence: Evidence) -> _Weighed:
    divides = "ArithmeticError" in evidence.bases and evidence.derived
    if evidence.contract and (evidence.operand == "own" or divides):
        return _code(
            Severity.LIKELY,
            "a library refuses a value that the code itself made",
            f"document it with Raises: {evidence.exception}, or handle it",
        )
    return _test("a library refuses what it was given")


def _by_the_machine(evidence: Evidence) -> _Weighed:
    bases = evidence.bases
    if evidence.operand == "unset":
        return _unset(evidence)
    if evidence.operand == "left":
        return _test("the class leaves it to a subclass, or to its user, to set the attribute")
    if bases.isdisjoint(_MACHINE):
        return _test("not one of the machine's exceptions")
    if "ValueError" in bases and _CLOSED.match(evidence.message):
        return _test("a file or stream says that it is closed")
    late = _noticed_late(evidence)
    if late is not None:
        reason, remedy = late
        if evidence.contract or (evidence.asked and evidence.learned):
            return _robustness(reason, remedy)
        return _test(reason)
    if _is_about_our_value(evidence):
        return _test("a builtin refuses a value that the test passed in")
    if evidence.documented == "base":
        if evidence.operand != "own":
            return _test("a base class of the exception is documented")
        return _code(
            Severity.LIKELY,
            "the interpreter raised it on a value of the code's own; "
            "what is documented the code raises elsewhere, by a raise statement",
            f"document it with Raises: {evidence.exception}",
        )
    if evidence.contract:
        return _against_contract(evidence)
    return _learned(evidence)


def _misnamed(evidence: Evidence) -> _Weighed:
    what, change = _MISNAMED.get(
        evidence.operand, ("the name does not exist", "define it before it is used")
    )
    return _code(Severity.ERROR, f"{what}, whatever the arguments", change)


def _unset(evidence: Evidence) -> _Weighed:
    """Weigh that the code's own object lacks an attribute that some method sets: who made it so, or called too early?"""
    change = "set it in __init__, or raise an exception that says what is missing"
    if evidence.contract:
        return _code(
            Severity.ERROR,
            f"its own object lacks an attribute that is set elsewhere, though {_fitting(evidence)}",
            change,
        )
    if evidence.none_passed:
        return _test("what was passed in may have kept the attribute from being set")
    return _code(
        Severity.LIKELY,
        "a guess: its own object lacks an attribute that is set elsewhere",
        change,
    )


def _noticed_late(evidence: Evidence) -> tuple[str, str] | None:
    """Return why the caller is to blame though the annotations fit, and what would be better; None if not so."""
    bases = evidence.bases
    document = f"document it with Raises: {evidence.exception}, or check the argument"
    if evidence.asked:
        return ASKED, document
    if asks_for_an_item(evidence):
        return "the caller asked for an item of something that has none", document
    if evidence.incomplete:
        return "what was passed in lacks a key or group that the code needs", document
    if evidence.odd_text and ("UnicodeError" in bases or "null" in evidence.message):
        return "the text passed in has a NUL or half a character, which few can take", document
    if evidence.extreme and not bases.isdisjoint(("OverflowError", "ValueError", "MemoryError")):
        return (
            "what was passed in is a number beyond what a machine holds, or a date at the end of the calendar",
            document,
        )
    if evidence.endless and not bases.isdisjoint(("OverflowError", "ValueError")):
        return "infinity or NaN was passed in, of which the code does not seem to think", document
    if evidence.cyclic and "RecursionError" in bases:
        return "what was passed in holds itself", document
    about_length = any(text in evidence.message for text in _ABOUT_LENGTH)
    if "TypeError" in bases and about_length and evidence.operand != "own":
        return "a builtin takes texts of another length than was passed in", document
    if evidence.nothing_passed:
        return "any number of arguments is taken, and none was passed", document
    if evidence.asks_machine:
        return "it depends on what machine this is, and may well be right on others", document
    return None


def _fitting(evidence: Evidence) -> str:
    """Return in words that the contract holds."""
    return "every argument fits its annotation" if evidence.passes else "nothing was passed in"


def _against_contract(evidence: Evidence) -> _Weighed:
    if evidence.converts and _is_value_error(evidence):
        return _code(
            Severity.LIKELY,
            f"a piece of the text cannot be converted though {_fitting(evidence)}",
            "document it with Raises: ValueError if not every text is welcome",
        )
    if evidence.guarded and "ValueError" in evidence.bases:
        return _code(
            Severity.LIKELY,
            "a builtin refuses arguments that the code has checked, and returns where it finds them bad",
            "check for this too, or document it with Raises: ValueError",
        )
    if evidence.anything:
        return _code(
            Severity.LIKELY,
            "the interpreter raised it; the parameter is annotated as object, which any value is",
            "annotate what the parameter must be able to do, as with a Protocol",
        )
    if evidence.made:
        return _code(
            Severity.ERROR,
            f"the interpreter raised it about something that the code made; {_fitting(evidence)}",
            _mend(evidence),
        )
    narrow = "narrow the annotation, or check the argument" if evidence.passes else "handle it"
    return _code(
        Severity.ERROR,
        f"the interpreter raised it; {_fitting(evidence)}, and nothing documents it",
        f"document it with Raises: {evidence.exception}, {'or ' if not evidence.passes else ''}{narrow}",
    )


def _learned(evidence: Evidence) -> _Weighed:
    bases = evidence.bases
    if evidence.found_nothing:
        return _code(
            Severity.LIKELY,
            FOUND_NOTHING,
            f"handle None, or document it with Raises: {evidence.exception}",
        )
    if not evidence.learned:
        return _test("arguments of these types were never seen to be accepted")
    if evidence.endless:
        return _test("infinity or NaN was passed where nothing says that it may be")
    if not bases.isdisjoint(_ABOUT_THE_TYPE) and not _is_about_its_own_object(evidence):
        return _test("it may be about a value that the test passed in")
    if not bases.isdisjoint(_ABOUT_THE_VALUE) and not _is_about_its_own_value(evidence):
        return _test("it may be about a value that the test passed in")
    if "ValueError" in bases and _MALFORMED.match(evidence.message):
        return _test("a format was made of a value that the test passed in")
    if evidence.operand == "ours" and "RuntimeError" in bases:
        return _test("it may be about a value that the test passed in")
    if evidence.made:
        return _code(
            Severity.LIKELY,
            "a guess: the interpreter raised it about something that the code made; "
            "other arguments of the same types were accepted",
            _mend(evidence),
        )
    return _code(
        Severity.LIKELY,
        "a guess: the interpreter raised it, and other arguments of the same types were accepted",
        f"document it with Raises: {evidence.exception}, annotate the parameters, or check the argument",
    )


def _mend(evidence: Evidence) -> str:
    """Return what to do about an object of the code's own that cannot do what is asked of it."""
    return f"convert it, or mend what is done with it, or document it with Raises: {evidence.exception}"


def _is_value_error(evidence: Evidence) -> bool:
    """Return whether a builtin says that a value is not right: decimal has a class of its own for it."""
    return "ValueError" in evidence.bases or evidence.exception == "InvalidOperation"


def _is_about_our_value(evidence: Evidence) -> bool:
    """Return whether a builtin says ValueError to something of ours: `int(text)` is how Python checks arguments.

    So is `data.decode()`; but a text that cannot be encoded is one for which the code chose too narrow an encoding.
    """
    encodes = "UnicodeError" in evidence.bases and "UnicodeDecodeError" not in evidence.bases
    plain = not evidence.derived and evidence.operand != "own"
    return _is_value_error(evidence) and not encodes and plain and not evidence.guarded


def _is_about_its_own_value(evidence: Evidence) -> bool:
    """Return whether the code made what is refused, chose an encoding or a format too narrow, or has checked it."""
    if evidence.exception in ("UnicodeEncodeError", "error") or evidence.guarded:
        return True
    # Bytes that are no text are the caller's, however they are cut.
    decodes = evidence.exception == "UnicodeDecodeError"
    return evidence.derived and not evidence.converts and not decodes


def _is_about_its_own_object(evidence: Evidence) -> bool:
    """Return whether the code stumbled over a None or another object of its own making.

    Its own is what is of a type that nothing passed in has: where nothing is annotated, any other may come from a
    value of ours, on ways that cannot be followed (an element of an element, a key function, a slice of a text).
    """
    if evidence.made:
        return True
    about_none = "NoneType" in evidence.message and _NO_ORDER not in evidence.message
    return about_none and not evidence.none_passed
