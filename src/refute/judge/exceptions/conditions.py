"""What several rules of blame ask of the facts, and what the interpreter's messages say."""

from __future__ import annotations

import re

from refute.judge.exceptions.protocols import asks_for_an_item
from refute.model.evidence import Evidence, Fit, Origin

# Raised by the interpreter or a builtin: the machine's own, as JCrasher has it.
_OF_INTERPRETER = (
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
# What a TypeError says that is not about the type: `ord("ab")`, `"a".rjust(3, "ab")`, `isoformat("")`.
_ABOUT_LENGTH = re.compile(
    "expected a character|exactly one character|of length|must be a unicode character, not str"
    "|empty separator"
)
# What `datetime` says at either end of the calendar.
_OUT_OF_CALENDAR = re.compile(
    r"date value out of range|year (?:-?\d+ )?is out of range|days=-?\d+; must have magnitude"
)
# What the interpreter says of an integer that is longer than anybody writes.
_TOO_MANY_DIGITS = re.compile(r"Exceeds the limit .*for integer string conversion")
# What a mapping says where a sequence is meant; from Python 3.12 on a slice is a key that is not there.
_SLICED = re.compile(r"unhashable type: 'slice'|slice\(.*\)$")
# What `%` says where its right side is a tuple, or none.
_OF_PERCENT = re.compile(
    r"not all arguments converted during|not enough arguments for format string"
)
# What `sorted` says of nothing but None: the code has put the same nothing everywhere, for what the caller left out.
_NO_ORDER = "not supported between instances of 'NoneType' and 'NoneType'"
_ORDERS = "not supported between instances of"
# What a format says that can never be right: where it sometimes is, it is made of what was passed in.
_MALFORMED = re.compile(
    r"Invalid format specifier|Format specifier missing precision|Too many decimal digits in format"
    r"|Precision not allowed in integer format"
)
# What `json` says of what holds itself.
_CIRCULAR = "Circular reference detected"
# What asyncio says where nothing runs.
_NO_LOOP = re.compile(r"no running event loop|[Tt]here is no current event loop")
# What files and streams say, and begin with, once they are closed.
_CLOSED = re.compile(
    r"I/O operation on closed |\w+ (?:of|to) closed file|mmap closed"
    r"|(?:underlying buffer|raw stream) has been detached|operation forbidden on released"
)


def is_one_of(facts: Evidence, *names: str) -> bool:
    """Return whether the exception is of one of these classes."""
    return not facts.bases.isdisjoint(names)


def is_plausible(facts: Evidence) -> bool:
    """Return whether the arguments are such as the code may be meant for: they fit, or others of these types were accepted.

    Not where an annotation rules one of them out.
    """
    return facts.fits or (facts.accepted_before and facts.fit is not Fit.CONTRADICTS)


def is_accident(facts: Evidence) -> bool:
    """Return whether the interpreter or a builtin raised it at a line of the code under test, and not by a `raise`."""
    return not facts.on_purpose and facts.raiser in ("operation", "public")


def is_missing_name(facts: Evidence) -> bool:
    """Return whether a name that is written in the code does not exist, or not yet."""
    return is_one_of(facts, "NameError") and not is_unbound(facts) and not facts.evaluated


def is_unbound(facts: Evidence) -> bool:
    """Return whether a local variable was not set on the way that was taken, which depends on what was passed."""
    return is_one_of(facts, "UnboundLocalError")


def is_misnamed(facts: Evidence) -> bool:
    """Return whether a name, or an attribute of the code's own object or of a module, does not exist."""
    return (
        is_missing_name(facts) or is_unbound(facts) or facts.missing_attribute in ("self", "module")
    )


def may_be_about_argument(facts: Evidence) -> bool:
    """Return whether an argument may be what is complained of: nothing says that it is a None of the code's own."""
    about_none = is_one_of(facts, "TypeError") and "NoneType" in facts.message
    named = is_one_of(facts, "TypeError", "ValueError", "LookupError", "ArithmeticError")
    return named and not about_none


def stumbles_in_comparing(facts: Evidence) -> bool:
    """Return whether `==` itself stumbled: not what it compares, and not by a `raise`."""
    compares = bool(facts.frames) and facts.frames[-1].function.endswith(("__eq__", "__ne__"))
    return compares and not facts.on_purpose


def refuses_by_itself(facts: Evidence) -> bool:
    """Return whether the very method that was called raised it on purpose, and no annotation rules out what it holds.

    What is raised further down may be how a helper says that it cannot read what the object was given.
    """
    return facts.on_purpose and len(facts.frames) == 1 and facts.fit is not Fit.CONTRADICTS


def fails_assert(facts: Evidence) -> bool:
    """Return whether an `assert` statement of the code fails."""
    return facts.on_purpose and facts.asserted


def is_of_interpreter(facts: Evidence) -> bool:
    """Return whether the exception is one that the interpreter and the builtins raise."""
    return is_one_of(facts, *_OF_INTERPRETER)


def is_refused_by_mistake(facts: Evidence) -> bool:
    """Return whether a refusal is about a value, and nothing that was passed in is such as few think of.

    That something is not there, as in an empty container, is about the state of what was asked.
    """
    remarkable = facts.extreme_passed or facts.infinity_passed or facts.odd_text_passed
    about_state = is_one_of(facts, "LookupError", "StopIteration", "AssertionError")
    return is_plausible(facts) and not remarkable and not about_state


def slips_past_handler(facts: Evidence) -> bool:
    """Return whether a call refuses what it was given in another way than the one that the code catches.

    Not where that is a number such as few think of.
    """
    remarkable = facts.extreme_passed or facts.infinity_passed
    is_missed = facts.missed_by_handler and not facts.on_purpose
    return is_missed and is_plausible(facts) and not remarkable


def is_outside_of_loop(facts: Evidence) -> bool:
    """Return whether asyncio says that no event loop is running."""
    return is_one_of(facts, "RuntimeError") and _NO_LOOP.match(facts.message) is not None


def is_closed(facts: Evidence) -> bool:
    """Return whether a file or stream says that it is closed."""
    return is_one_of(facts, "ValueError") and _CLOSED.match(facts.message) is not None


# ---- what the caller did, noticed late ---------------------------------------------------------------------------


def is_odd_text(facts: Evidence) -> bool:
    """Return whether a text with a NUL or half a character was passed in, and is what is complained of."""
    complains = is_one_of(facts, "UnicodeError") or "null" in facts.message
    return facts.odd_text_passed and complains


def is_extreme(facts: Evidence) -> bool:
    """Return whether a number or date at its limit was passed in or made on the way, and is what is complained of."""
    if not is_one_of(facts, "OverflowError", "ValueError", "Overflow"):  # the last is decimal's
        return False
    leaves_calendar = facts.far_date and _OUT_OF_CALENDAR.search(facts.message) is not None
    too_long = _TOO_MANY_DIGITS.match(facts.message) is not None
    return facts.extreme_passed or leaves_calendar or too_long


def is_infinite(facts: Evidence) -> bool:
    """Return whether infinity or NaN was passed in, and is what is complained of."""
    return facts.infinity_passed and is_one_of(facts, "OverflowError", "ValueError")


def is_cycle(facts: Evidence) -> bool:
    """Return whether something that holds itself was passed in, and the code does not get to its end."""
    is_endless = is_one_of(facts, "RecursionError") or facts.message == _CIRCULAR
    return facts.cycle_passed and is_endless


def is_length(facts: Evidence) -> bool:
    """Return whether a text that was passed in has not the length that a builtin asks for."""
    is_refusal = is_one_of(facts, "TypeError", "ValueError")
    complains = is_refusal and _ABOUT_LENGTH.search(facts.message) is not None
    return complains and facts.origin is not Origin.OWN


def is_passed_on(facts: Evidence) -> bool:
    """Return whether a builtin or library refuses the `*args` or `**kwargs` that it was given as they came."""
    return facts.spread and is_one_of(facts, "TypeError", "ValueError")


def is_callers_doing(facts: Evidence) -> bool:
    """Return whether what was passed in is to blame in one of these ways, whatever the annotations say."""
    return (
        facts.asked_for
        or facts.names_attribute
        or facts.template_passed
        or facts.passed_lacks_key
        or facts.empty_varargs
        or facts.depends_on_platform
        or facts.mixes_text_and_bytes
        or facts.unlike_form
        or is_passed_on(facts)
        or asks_for_an_item(facts)
        or any(
            holds(facts) for holds in (is_odd_text, is_extreme, is_infinite, is_cycle, is_length)
        )
    )


# ---- on whose values ---------------------------------------------------------------------------------------------


def is_value_error(facts: Evidence) -> bool:
    """Return whether a builtin says that a value is not right: decimal has a class of its own for it."""
    return is_one_of(facts, "ValueError") or facts.exception == "InvalidOperation"


def refuses_argument(facts: Evidence) -> bool:
    """Return whether a builtin says ValueError to something passed in: `int(text)` is how Python checks arguments.

    So is `data.decode()`; but a text that cannot be encoded is one for which the code chose too narrow an encoding.
    """
    encodes = is_one_of(facts, "UnicodeError") and not is_one_of(facts, "UnicodeDecodeError")
    plain = not facts.computed and facts.origin is not Origin.OWN
    return is_value_error(facts) and not encodes and plain and not facts.checked_before


def converts_piece(facts: Evidence) -> bool:
    """Return whether a text that the code has cut or made cannot be converted: `int(text.split("-")[0])`.

    Bytes that are no text are the caller's, however they are cut.
    """
    pieces = facts.converts_text and facts.computed and is_value_error(facts)
    return pieces and not is_one_of(facts, "UnicodeError")


# What functools.reduce says of an emptiness, as a TypeError.
_EMPTY_REDUCED = "reduce() of empty"


def may_be_wrong_type(facts: Evidence) -> bool:
    """Return whether a type is complained of that may be that of something passed in.

    Where nothing is annotated, only a type that nothing passed in has, and None where none was passed, is the code's own:
    any other may come from a value of the test's, on ways that cannot be followed (an element of an element, a key
    function, a slice of a text).
    """
    if is_one_of(facts, "TypeError", "KeyError") and _SLICED.match(facts.message):
        return True
    if facts.message.startswith(_EMPTY_REDUCED):
        return False
    left_out = _ORDERS in facts.message and facts.none_left_out
    about_none = "NoneType" in facts.message and _NO_ORDER not in facts.message and not left_out
    is_own = facts.about_own_object or (about_none and not facts.none_passed)
    return is_one_of(facts, "TypeError", "AttributeError") and not is_own


def fails_while_refusing(facts: Evidence) -> bool:
    """Return whether the code stumbled over its own words while it was about to raise another exception.

    Not where an annotation rules out what was passed, or the type of that may be what is complained of: whoever is given
    something else than the context of an error cannot tell what the error is about.  Where everything fits, other rules
    say more.
    """
    if not is_accident(facts) or not facts.in_raise or facts.fit is not Fit.UNKNOWN:
        return False
    if _OF_PERCENT.match(facts.message) and not facts.template_passed:
        return True
    passed = is_callers_doing(facts) or refuses_argument(facts) or may_be_wrong_type(facts)
    return is_of_interpreter(facts) and not passed


def may_be_wrong_value(facts: Evidence) -> bool:
    """Return whether a value is complained of that may be, or hold, something passed in."""
    if facts.origin is Origin.PASSED_IN and is_one_of(facts, "RuntimeError"):
        return True
    about_value = is_one_of(facts, "ValueError", "UnicodeError", "OverflowError", "error")
    return about_value and not _is_own_value(facts)


def _is_own_value(facts: Evidence) -> bool:
    """Return whether the code made what is refused, chose an encoding or a format too narrow, or has checked it."""
    if facts.exception in ("UnicodeEncodeError", "error") or facts.checked_before:
        return True
    # Bytes that are no text are the caller's, however they are cut.
    decodes = facts.exception == "UnicodeDecodeError"
    return facts.computed and not facts.converts_text and not decodes


def is_malformed_format(facts: Evidence) -> bool:
    """Return whether a format is complained of that can never be right."""
    return is_one_of(facts, "ValueError") and _MALFORMED.match(facts.message) is not None
