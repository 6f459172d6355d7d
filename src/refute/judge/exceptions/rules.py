"""Who is to blame for an exception: `RULES`, in order; the first that applies decides.

JCrasher (Csallner and Smaragdakis 2004), section 4; Randoop's legality properties (thesis, figure 7-3).  We depart
where Python has no declared exceptions: documentation, class protocols and what was seen to pass stand in.
The table in docs/blame.md is made from this one; each rule has its examples in tests/unit/judge/exceptions/cases.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from refute.judge.exceptions.conditions import (
    converts_piece,
    fails_assert,
    fails_while_refusing,
    is_accident,
    is_callers_doing,
    is_closed,
    is_cycle,
    is_extreme,
    is_infinite,
    is_length,
    is_malformed_format,
    is_missing_name,
    is_odd_text,
    is_of_interpreter,
    is_one_of,
    is_outside_of_loop,
    is_passed_on,
    is_plausible,
    is_refused_by_mistake,
    is_unbound,
    is_value_error,
    may_be_about_argument,
    may_be_wrong_type,
    may_be_wrong_value,
    refuses_argument,
    refuses_by_itself,
    slips_past_handler,
    stumbles_in_comparing,
)
from refute.judge.exceptions.protocols import (
    asks_for_an_item,
    belongs_to_protocol,
    may_be_asked_about_anything,
    stumbles_over_other_class,
)
from refute.model.evidence import Evidence, Fit, Origin
from refute.model.verdict import Blame, Severity

Applies = Callable[[Evidence], bool]

# By these names a rule is known whose facts show before the others are gathered.
OUT_OF_MEMORY, OWN_STEP, OWN_RAISE = "out-of-memory", "own-step", "own-raise"
REFUSED_EFFECT, LEAVES_PROCESS = "refused-effect", "leaves-process"
ATTRIBUTE_WRITTEN, LEFT_UNENTERED = "attribute-written", "left-unentered"
CHANGED_MEANWHILE = "changed-meanwhile"
# It is so whatever was passed, by whomever.
WHATEVER_WAS_PASSED = frozenset(
    ["missing-own-attribute", "missing-module-attribute", "missing-name"]
)
CALLBACK_REQUIRES = "callback-requires"
NEVER_ACCEPTED_AT_ALL = "unannotated-never-accepted"

# Told as robustness, and yet it is raised on purpose.
REFUSED_BY_ANOTHER = frozenset(["other-operation-refuses"])

ERROR, LIKELY = Severity.ERROR, Severity.LIKELY
ROBUSTNESS, DOUBTFUL = Severity.ROBUSTNESS, Severity.DOUBTFUL


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to tell who is to blame.

    `slug` is its name in reports and never changes; `reason` says why this party is blamed, `remedy` what would change that,
    both with {exception}, {method}, and {fitting} for what speaks for the arguments.
    """

    slug: str
    applies: Applies
    blame: Blame
    severity: Severity
    reason: str
    remedy: str = ""
    is_guess: bool = False  # no contract says so


def _refusal(slug: str, applies: Applies, reason: str) -> Rule:
    """Return a rule that blames the test: the call is refused, and nothing is reported."""
    return Rule(slug, applies, Blame.TEST, ROBUSTNESS, reason)


def _doubtful(slug: str, applies: Applies, reason: str) -> Rule:
    """Return a rule that holds the test for more likely to blame: the sequence goes on, and the failure is told."""
    return Rule(slug, applies, Blame.TEST, DOUBTFUL, reason)


def _finding(slug: str, applies: Applies, severity: Severity, reason: str, remedy: str) -> Rule:
    """Return a rule that blames the code."""
    return Rule(slug, applies, Blame.CODE, severity, reason, remedy, severity is not ERROR)


def _despite_annotations(slug: str, applies: Applies, reason: str, remedy: str) -> Rule:
    """Return a rule for what the interpreter raises though the annotations allow what was passed.

    Likely, and no error: in strangers' code most of it is only by the letter of the annotations (`benchmarks.judgement`).
    """
    return Rule(slug, lambda e: e.fits and applies(e), Blame.CODE, LIKELY, reason, remedy)


def _noticed_late(slug: str, applies: Applies, reason: str) -> Rule:
    """Return a rule for what the caller did though the annotations allow it, and the interpreter notices."""
    remedy = "document it with Raises: {exception}, or check the argument"
    return _finding(slug, lambda e: e.fits and applies(e), ROBUSTNESS, reason, remedy)


RULES: tuple[Rule, ...] = (
    # ---- known at once, whatever the code did -------------------------------------------------------------
    Rule(
        OUT_OF_MEMORY,
        lambda e: is_one_of(e, "MemoryError"),
        Blame.NOBODY,
        ROBUSTNESS,
        "there was not enough memory",
    ),
    _refusal(OWN_STEP, lambda e: not e.how, "the test raised it, before the code was called"),
    _refusal(
        OWN_RAISE,
        lambda e: e.own_raise,
        "a function that the test passed in raised it, and the code let it through",
    ),
    _refusal(
        REFUSED_EFFECT,
        lambda e: is_one_of(e, "RefusedEffect"),
        "the sandbox refused what was tried",
    ),
    _refusal(
        LEAVES_PROCESS,
        lambda e: is_one_of(e, "SystemExit", "KeyboardInterrupt", "GeneratorExit"),
        "it is how code leaves the process, and no failure",
    ),
    _refusal(
        ATTRIBUTE_WRITTEN,
        lambda e: e.attribute_written,
        "the test has written to an attribute of what the call works on, and nothing says what it may hold",
    ),
    _refusal(
        LEFT_UNENTERED,
        lambda e: e.left_unentered,
        "the test has left what was not entered last, as no with statement does",
    ),
    _refusal(
        CHANGED_MEANWHILE,
        lambda e: e.changed_meanwhile,
        "the test has changed what an iterator goes through, and it has lost its place",
    ),
    # ---- whatever else is known ---------------------------------------------------------------------------
    _refusal("documented", lambda e: e.documented == "yes", "the exception is documented"),
    _finding(
        "documented-on-the-way",
        lambda e: e.documented_on_the_way and not (e.on_purpose and e.raiser == "operation"),
        ROBUSTNESS,
        "the class, or an operation that was called on the way, documents the exception",
        "document it here with Raises: {exception}, or handle it",
    ),
    _refusal(
        "not-implemented",
        lambda e: is_one_of(e, "NotImplementedError") or e.calls_stub,
        "the operation says that it is not implemented",
    ),
    _finding(
        "missing-own-attribute",
        lambda e: is_accident(e) and e.missing_attribute == "self",
        ERROR,
        "its own object lacks the attribute, whatever the arguments",
        "mend the name, or set it in __init__",
    ),
    _finding(
        "missing-module-attribute",
        lambda e: is_accident(e) and e.missing_attribute == "module",
        ERROR,
        "the module lacks the attribute, whatever the arguments",
        "mend the name, or define it in that module",
    ),
    _finding(
        "missing-name",
        lambda e: is_accident(e) and is_missing_name(e),
        ERROR,
        "the name does not exist, whatever the arguments",
        "define it before it is used",
    ),
    _finding(
        "unbound-name",
        lambda e: is_accident(e) and is_unbound(e) and e.fits,
        ERROR,
        "a variable is used that was not set on this way, though {fitting}",
        "set it on every way that leads there",
    ),
    _finding(
        "unbound-name-guess",
        lambda e: is_accident(e) and is_unbound(e) and is_plausible(e),
        LIKELY,
        "a variable is used that was not set on this way, and other arguments of the same types were accepted",
        "set it on every way that leads there",
    ),
    _doubtful(
        "unbound-name-never-accepted",
        lambda e: is_accident(e) and is_unbound(e),
        "a variable is used that was not set on this way, and such arguments were never seen to be accepted",
    ),
    _finding(
        "missing-import",
        lambda e: e.own_import and not e.on_purpose,
        LIKELY,
        "an import statement names what is not there, whatever the arguments",
        "mend the name, or define it in that module",
    ),
    _finding(
        CALLBACK_REQUIRES,
        lambda e: e.misuses_callback and e.fits,
        ERROR,
        "it calls the function that it was given with other arguments than its declaration asks for",
        "pass what it asks for, or mend the declaration",
    ),
    # ---- what a name promises -----------------------------------------------------------------------------
    _refusal(
        "compares-anything", may_be_asked_about_anything, "{method} may be asked about anything"
    ),
    _refusal("protocol", belongs_to_protocol, "{method} may raise it by protocol"),
    _finding(
        "foreign-operand",
        lambda e: is_accident(e) and not e.missing_attribute and stumbles_over_other_class(e),
        ROBUSTNESS,
        "{method} was given something of another class, and reads an attribute of it in place of saying so",
        "return NotImplemented, or False, where it is of another class",
    ),
    # ---- raised by a statement ----------------------------------------------------------------------------
    _finding(
        "admits-fault",
        lambda e: e.on_purpose and e.admits_fault and is_plausible(e),
        LIKELY,
        "the code says itself that this never happens unless it is wrong",
        "mend it, or raise ValueError if the arguments are to blame",
    ),
    _finding(
        "assert-rules-out-none",
        lambda e: fails_assert(e) and e.fits and e.asserts_not_none and e.none_passed,
        ERROR,
        "an assert rules out a None that was passed in, as an annotation allows",
        "handle None, or do not let the annotation allow it",
    ),
    _finding(
        "assert-meets-none",
        lambda e: fails_assert(e) and e.fits and e.asserts_not_none,
        LIKELY,
        "an assert rules out a None that is there though {fitting}",
        "handle None, or see that it is not there",
    ),
    _finding(
        "assert-about-argument",
        lambda e: fails_assert(e) and e.fits and e.asserts_passed,
        ROBUSTNESS,
        "an assert says what may be passed in, or called, more narrowly than the annotations do",
        "raise ValueError, which -O does not remove, or document it with Raises: AssertionError",
    ),
    _finding(
        "assert-despite-fit",
        lambda e: fails_assert(e) and e.fits,
        LIKELY,
        "an assert in the code fails that is not about what was passed in as it is, though {fitting}",
        "raise ValueError if the arguments are to blame, or document it with Raises:",
    ),
    _finding(
        "assert-without-arguments",
        lambda e: (
            fails_assert(e) and e.takes_nothing and e.accepted_before and not e.asserts_passed
        ),
        LIKELY,
        "an assert in the code fails in an operation that takes no arguments",
        "document it with Raises: AssertionError, or raise another exception",
    ),
    _finding(
        "assert-own-value",
        lambda e: fails_assert(e) and e.asserts_own and is_plausible(e),
        LIKELY,
        "an assert in the code fails that is about nothing that was passed in",
        "mend it, or raise ValueError if the arguments are to blame",
    ),
    _doubtful("assert-refuses", fails_assert, "an assert refuses the arguments"),
    _finding(
        "own-value-refused",
        lambda e: e.on_purpose and e.refuses_own_value and is_refused_by_mistake(e),
        LIKELY,
        "the code itself computed what another operation of its own refuses",
        "pass what that operation takes, or document the exception with Raises:",
    ),
    _refusal(
        "raised-on-purpose", lambda e: e.on_purpose and e.raiser != "public", "raised on purpose"
    ),
    _refusal(
        "call-does-not-fit",
        lambda e: e.raiser == "binding",
        "the call does not fit the signature, or a builtin refuses its arguments",
    ),
    _finding(
        "tuple-while-refusing",
        lambda e: e.tuple_formatted and fails_while_refusing(e),
        ROBUSTNESS,
        "the code was about to raise another exception, and formats a tuple that was passed in with %",
        "write % (value,) or an f-string",
    ),
    _finding(
        "fails-while-refusing",
        fails_while_refusing,
        LIKELY,
        "the code was about to raise another exception, and failed at what it was to say",
        "mend the message",
    ),
    _refusal(
        "contradicts-annotation",
        lambda e: e.fit is Fit.CONTRADICTS,
        "an annotation rules out something that was passed",
    ),
    _finding(
        "refuses-inverse",
        lambda e: e.made_by_inverse and is_accident(e) and is_of_interpreter(e),
        LIKELY,
        "it stumbles over what its counterpart has returned, which by its name it undoes",
        "let the one read what the other writes",
    ),
    _doubtful(
        NEVER_ACCEPTED_AT_ALL,
        lambda e: e.types_unknown and may_be_about_argument(e),
        "something is not annotated, and such arguments were never seen to be accepted",
    ),
    _finding(
        "missed-by-handler",
        slips_past_handler,
        LIKELY,
        "the code catches what the failing call raises for other values that it refuses, but not this",
        "catch this as well",
    ),
    _refusal(
        "own-exception",
        lambda e: e.own_exception and (e.on_purpose or e.raiser == "library"),
        "its package has an exception of its own for this",
    ),
    _finding(
        "other-operation-refuses",
        lambda e: e.on_purpose,
        ROBUSTNESS,
        "another public operation, called on the way, refuses what it was given",
        "check the argument, or document the exception with Raises:",
    ),
    _finding(
        "library-refuses-own-value",
        lambda e: (
            e.raiser == "library"
            and e.fits
            and not is_extreme(e)
            and not e.piece_passed
            and (e.origin is Origin.OWN or (e.computed and is_one_of(e, "ArithmeticError")))
        ),
        LIKELY,
        "a library refuses a value that the code itself made",
        "document it with Raises: {exception}, or handle it",
    ),
    _doubtful(
        "library-refuses",
        lambda e: e.raiser == "library",
        "a library refuses what it was given",
    ),
    # ---- raised by the interpreter or a builtin -----------------------------------------------------------
    _finding(
        "unset-attribute",
        lambda e: e.missing_attribute == "unset" and e.fits,
        LIKELY,
        "its own object lacks an attribute that is set elsewhere, though {fitting}",
        "set it in __init__, or raise an exception that says what is missing",
    ),
    _doubtful(
        "unset-after-none",
        lambda e: e.missing_attribute == "unset" and e.none_passed,
        "what was passed in may have kept the attribute from being set",
    ),
    _finding(
        "unset-attribute-guess",
        lambda e: e.missing_attribute == "unset",
        LIKELY,
        "its own object lacks an attribute that is set elsewhere",
        "set it in __init__, or raise an exception that says what is missing",
    ),
    _doubtful(
        "declared-attribute",
        lambda e: e.missing_attribute == "declared",
        "the class leaves it to a subclass, or to its user, to set the attribute",
    ),
    _doubtful(
        "completed-elsewhere",
        lambda e: e.placeholder_read,
        "an attribute is None until others set it, and no method of the class does",
    ),
    _doubtful(
        "abstract-class",
        lambda e: e.abstract_receiver,
        "the class is abstract, and leaves it to its subclasses",
    ),
    _doubtful(
        "no-event-loop",
        is_outside_of_loop,
        "it is meant to be called while an event loop is running",
    ),
    _doubtful(
        "not-of-interpreter",
        lambda e: not is_of_interpreter(e),
        "not one of the machine's exceptions",
    ),
    _doubtful("closed-file", is_closed, "a file or stream says that it is closed"),
    _finding(
        "present-but-missing",
        lambda e: e.present_but_missing and is_plausible(e),
        LIKELY,
        "the code has asked whether it is there, found it, and then not",
        "let `in` and the look-up speak of the same: of a list, `in` asks for items",
    ),
    # ---- what the caller did, noticed late ----------------------------------------------------------------
    _finding(
        "asked-for",
        lambda e: e.asked_for and (e.fits or e.accepted_before),
        ROBUSTNESS,
        "the caller asked for a key or index that is not there",
        "document it with Raises: {exception}, or check the argument",
    ),
    _noticed_late(
        "no-such-item", asks_for_an_item, "the caller asked for an item of something that has none"
    ),
    _noticed_late(
        "no-such-attribute",
        lambda e: e.names_attribute,
        "the caller named an attribute that is not there",
    ),
    _noticed_late(
        "template-of-caller",
        lambda e: e.template_passed,
        "the format is what was passed in, and asks for something else than it is given",
    ),
    _noticed_late(
        "incomplete-argument",
        lambda e: e.passed_lacks_key,
        "what was passed in lacks a key or group that the code needs",
    ),
    _noticed_late(
        "odd-text",
        is_odd_text,
        "the text passed in has a NUL or half a character, which few can take",
    ),
    _noticed_late(
        "extreme-value",
        is_extreme,
        "what was passed in is a number beyond what a machine holds, or a date at the end of the calendar",
    ),
    _noticed_late(
        "infinity",
        is_infinite,
        "infinity or NaN was passed in, of which the code does not seem to think",
    ),
    _noticed_late(
        "mixes-text-and-bytes",
        lambda e: e.mixes_text_and_bytes,
        "text was passed in together with bytes, which do not mix",
    ),
    _finding(
        "holds-itself",
        lambda e: is_cycle(e) and (e.fits or e.accepted_before),
        ROBUSTNESS,
        "what was passed in holds itself",
        "document it with Raises: {exception}, or check the argument",
    ),
    _noticed_late(
        "text-length", is_length, "a builtin takes texts of another length than was passed in"
    ),
    _noticed_late(
        "unlike-form",
        lambda e: e.unlike_form,
        "the text that was passed in has not as many parts as are asked for",
    ),
    _noticed_late(
        "passed-on",
        is_passed_on,
        "what was passed in is passed on as it came, and is refused there",
    ),
    _noticed_late(
        "no-arguments",
        lambda e: e.empty_varargs,
        "any number of arguments is taken, and none was passed",
    ),
    _noticed_late(
        "platform",
        lambda e: e.depends_on_platform,
        "it depends on what machine this is, and may well be right on others",
    ),
    _doubtful(
        "callers-doing",
        is_callers_doing,
        "what was passed in is to blame, and nothing says that it was meant",
    ),
    _finding(
        "documented-missed",
        lambda e: e.slips_through and is_value_error(e) and (e.fits or e.accepted_before),
        LIKELY,
        "a builtin refuses what has passed a check of the code's own, for which another exception is documented",
        "check for this too, or document it with Raises: {exception}",
    ),
    _doubtful(
        "builtin-refuses-argument",
        refuses_argument,
        "a builtin refuses a value that the test passed in",
    ),
    # ---- what the documentation and the annotations say ---------------------------------------------------
    _finding(
        "base-documented-own-value",
        lambda e: e.documented == "base" and e.origin is Origin.OWN,
        LIKELY,
        "the interpreter raised it on a value of the code's own; "
        "what is documented the code raises elsewhere, by a raise statement",
        "document it with Raises: {exception}",
    ),
    _refusal(
        "base-documented",
        lambda e: e.documented == "base",
        "a base class of the exception is documented",
    ),
    _finding(
        "piece-of-text",
        lambda e: e.fits and e.converts_text and is_value_error(e),
        LIKELY,
        "a piece of the text cannot be converted though {fitting}",
        "document it with Raises: ValueError if not every text is welcome",
    ),
    _finding(
        "checked-before",
        lambda e: e.fits and e.checked_before and is_one_of(e, "ValueError"),
        LIKELY,
        "a builtin refuses arguments that the code has checked, and returns where it finds them bad",
        "check for this too, or document it with Raises: ValueError",
    ),
    _finding(
        "takes-anything",
        lambda e: e.fits and e.takes_anything,
        LIKELY,
        "the interpreter raised it; the parameter is annotated as object, which any value is",
        "annotate what the parameter must be able to do, as with a Protocol",
    ),
    _despite_annotations(
        "own-object",
        lambda e: e.about_own_object,
        "the interpreter raised it about something that the code made; {fitting}",
        "convert it, or mend what is done with it, or document it with Raises: {exception}",
    ),
    _despite_annotations(
        "despite-fit",
        lambda e: e.something_passed,
        "the interpreter raised it; every argument fits its annotation, and nothing documents it",
        "document it with Raises: {exception}, narrow the annotation, or check the argument",
    ),
    _despite_annotations(
        "nothing-passed",
        lambda e: True,
        "the interpreter raised it; nothing was passed in, and nothing documents it",
        "document it with Raises: {exception}, or handle it",
    ),
    # ---- without annotations ------------------------------------------------------------------------------
    _finding(
        "goes-on-with-none",
        lambda e: e.goes_on_with_none,
        LIKELY,
        "the code searched, found nothing, and went on with None",
        "handle None, or document it with Raises: {exception}",
    ),
    _doubtful(
        "never-accepted",
        lambda e: not e.accepted_before,
        "arguments of these types were never seen to be accepted",
    ),
    _doubtful(
        "infinity-guess",
        lambda e: e.infinity_passed,
        "infinity or NaN was passed where nothing says that it may be",
    ),
    _doubtful(
        "perhaps-wrong-type", may_be_wrong_type, "it may be about the type of what was passed in"
    ),
    _finding(
        "piece-of-text-guess",
        lambda e: is_plausible(e) and converts_piece(e),
        ROBUSTNESS,
        "a piece of the text cannot be converted, and other texts were accepted",
        "document it with Raises: ValueError if not every text is welcome",
    ),
    _doubtful(
        "perhaps-wrong-value", may_be_wrong_value, "it may be about a value that was passed in"
    ),
    _doubtful(
        "malformed-format", is_malformed_format, "a format was made of a value that was passed in"
    ),
    _finding(
        "own-object-guess",
        lambda e: e.about_own_object,
        LIKELY,
        "the interpreter raised it about something that the code made; "
        "other arguments of the same types were accepted",
        "convert it, or mend what is done with it, or document it with Raises: {exception}",
    ),
    _finding(
        "others-accepted",
        lambda e: True,
        LIKELY,
        "the interpreter raised it, and other arguments of the same types were accepted",
        "document it with Raises: {exception}, annotate the parameters, or check the argument",
    ),
)

# In place of a refusal, where a law asked the object: the first that applies decides.
LAW_RULES: tuple[Rule, ...] = (
    Rule(
        "law-operand",
        lambda e: e.operand_of_law and stumbles_in_comparing(e) and not e.internal,
        Blame.CODE,
        LIKELY,
        "the interpreter raised it, on an operand of a class that == does not expect",
    ),
    Rule(
        "law-refused",
        lambda e: e.asked_by_law == "method" and e.on_purpose and e.fits and not e.internal,
        Blame.CODE,
        LIKELY,
        "it is raised on purpose, but whoever shows, compares or asks an object does not expect it",
    ),
    Rule(
        "law-refused-guess",
        lambda e: e.asked_by_law == "method" and refuses_by_itself(e) and not e.internal,
        Blame.CODE,
        LIKELY,
        "the method raises it itself, on purpose, for some of the objects that the class lets be made; "
        "but whoever shows, compares or asks an object does not expect it",
        is_guess=True,
    ),
)

RULE = {rule.slug: rule for rule in (*RULES, *LAW_RULES)}
