"""Who is to blame for an exception: its type, the call stack, and on whose values it arose.

JCrasher (Csallner and Smaragdakis 2004), section 4; Randoop's legality properties (thesis, figure 7-3).  We depart
where Python has no declared exceptions: documentation, class protocols and what was seen to pass stand in.
The table in docs/blame.md is this file in prose.
"""

from __future__ import annotations

from collections import Counter

from refute.model.evidence import Evidence
from refute.model.verdict import Blame, Severity, Violation

# Exceptions that a protocol makes part of plain behaviour, by the method's name.
_PROTOCOL: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("__getitem__", "__delitem__", "__setitem__"),
        frozenset({"KeyError", "IndexError", "TypeError", "ValueError"}),
    ),
    **dict.fromkeys(
        ("pop", "popitem", "remove", "index"), frozenset({"LookupError", "ValueError"})
    ),
    "format": frozenset({"LookupError", "ValueError"}),
    "peek": frozenset({"LookupError", "StopIteration"}),
    **dict.fromkeys(("popleft", "get", "first", "last"), frozenset({"LookupError"})),
    **dict.fromkeys(("__next__", "__anext__"), frozenset({"StopIteration", "StopAsyncIteration"})),
    **dict.fromkeys(("__getattr__", "__getattribute__"), frozenset({"AttributeError"})),
    **dict.fromkeys(
        [
            "__truediv__",
            "__floordiv__",
            "__mod__",
            "__divmod__",
            "__rtruediv__",
            "__rfloordiv__",
            "__rmod__",
            "__pow__",
            "__rpow__",
        ],
        frozenset({"TypeError", "ArithmeticError"}),
    ),
    **dict.fromkeys(("__int__", "__float__", "__index__", "__complex__"), frozenset({"Exception"})),
}
# Arithmetic, ordering, hashing: a TypeError means "not with this".
_TYPE_ERROR_OK = frozenset(
    f"__{prefix}{name}__"
    for prefix in ("", "r", "i")
    for name in [
        "add",
        "sub",
        "mul",
        "matmul",
        "truediv",
        "floordiv",
        "mod",
        "divmod",
        "pow",
        "lshift",
        "rshift",
        "and",
        "or",
        "xor",
    ]
) | frozenset({"__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__contains__", "__call__"})

_ALWAYS_CODE = ("NameError", "UnboundLocalError")
# Raised by the interpreter or a builtin: the machine's own, as JCrasher has it.
_MACHINE = (
    "IndexError",
    "KeyError",
    "ZeroDivisionError",
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
    if "RecursionError" in evidence.bases and evidence.frames:
        # Where exactly the stack ran out depends on how deep it was before.
        functions = Counter(frame.function for frame in evidence.frames)
        return ("raises", evidence.exception, functions.most_common(1)[0][0])
    # The exception and where it arose, not the operation on top: one fault in a helper is one finding.
    places = [f"{frame.function}:{frame.line}" for frame in evidence.frames[-1:]]
    return ("raises", evidence.exception, *(places or [evidence.target]))


_Weighed = tuple[Blame, Severity, str, str, str]


def _test(reason: str) -> _Weighed:
    return Blame.TEST, Severity.ROBUSTNESS, "raises", reason, ""


def _code(severity: Severity, evidence: Evidence, reason: str, remedy: str) -> _Weighed:
    rule = "raises" if severity is Severity.ERROR else "guess-raises"
    return Blame.CODE, severity, rule, reason, remedy


def _weigh(evidence: Evidence) -> _Weighed:
    name = evidence.target.rpartition(".")[2]
    if evidence.documented:
        return _test("the exception is documented")
    if "NotImplementedError" in evidence.bases:
        return _test("the operation says that it is not implemented")
    if "SystemError" in evidence.bases:
        return _code(
            Severity.ERROR, evidence, "the interpreter itself reports an internal error", ""
        )
    if not evidence.bases.isdisjoint(_PROTOCOL.get(name, ())):
        return _test(f"{name} may raise it by protocol")
    if name in ("__eq__", "__ne__") and not evidence.bases.isdisjoint(_ABOUT_THE_TYPE):
        return _test("comparing with something foreign is what a law is about")
    if name in _TYPE_ERROR_OK and "TypeError" in evidence.bases:
        return _test(f"{name} may refuse operands")
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
                evidence,
                "an assert in the code fails though every argument fits its annotation",
                "raise ValueError if the arguments are to blame",
            )
        return _test("an assert refuses the arguments")
    if evidence.raiser == "public" and not evidence.bases.isdisjoint(("ValueError", "TypeError")):
        return _code(
            Severity.ROBUSTNESS,
            evidence,
            "another public operation, called on the way, refuses what it was given",
            "check the argument, or document the exception with Raises:",
        )
    return _test("raised on purpose")


def _foreign(evidence: Evidence) -> _Weighed:
    if evidence.contract and evidence.operand == "own":
        return _code(
            Severity.LIKELY,
            evidence,
            "a library refuses a value that the code itself made",
            "document it with Raises:, or handle it",
        )
    return _test("a library refuses what it was given")


def _by_the_machine(evidence: Evidence) -> _Weighed:
    bases = evidence.bases
    if not bases.isdisjoint(_ALWAYS_CODE) or evidence.operand == "self":
        what = (
            "the name does not exist" if evidence.operand != "self" else "its own object lacks it"
        )
        return _code(Severity.ERROR, evidence, f"{what}, whatever the arguments", "")
    if bases.isdisjoint(_MACHINE):
        return _test("not one of the machine's exceptions")
    if evidence.asked:
        if not (evidence.contract or evidence.learned):
            return _test("the caller asked for a key or index that is not there")
        return _code(
            Severity.ROBUSTNESS,
            evidence,
            "the caller asked for a key or index that is not there",
            "document it with Raises:, or check the argument",
        )
    if _is_about_our_value(evidence):
        return _test("a builtin refuses a value that the test passed in")
    if evidence.contract:
        return _code(
            Severity.ERROR,
            evidence,
            "the interpreter raised it; every argument fits its annotation, and nothing documents it",
            "document it with Raises:, narrow the annotation, or check the argument",
        )
    return _learned(evidence)


def _learned(evidence: Evidence) -> _Weighed:
    bases = evidence.bases
    if not evidence.learned:
        return _test("arguments of these types were never seen to be accepted")
    if not bases.isdisjoint(_ABOUT_THE_TYPE) and not _is_about_its_own_none(evidence):
        return _test("it may be about a value that the test passed in")
    if not bases.isdisjoint(_ABOUT_THE_VALUE) and not evidence.derived:
        return _test("it may be about a value that the test passed in")
    if evidence.operand != "own" and "RuntimeError" in bases and "RecursionError" not in bases:
        return _test("it may be about a value that the test passed in")
    if evidence.operand == "ours" and "RecursionError" in bases:
        return _test("it may be about a value that the test passed in")
    return _code(
        Severity.LIKELY,
        evidence,
        "a guess: the interpreter raised it, and other arguments of the same types were accepted",
        "document it with Raises:, annotate the parameters, or check the argument",
    )


def _is_about_our_value(evidence: Evidence) -> bool:
    """Return whether a builtin says ValueError to something of ours: `int(text)` is how Python checks arguments."""
    is_value_error = "ValueError" in evidence.bases and "UnicodeError" not in evidence.bases
    return is_value_error and not evidence.derived and evidence.operand != "own"


def _is_about_its_own_none(evidence: Evidence) -> bool:
    """Return whether the code stumbled over a None of its own making.

    Of all wrong types this is the one that tells: where nothing is annotated, any other may come from a value of
    ours, on ways that cannot be followed (an element of an element, a key function, a slice of a text).
    """
    return evidence.operand == "own" and "NoneType" in evidence.message and not evidence.none_passed
