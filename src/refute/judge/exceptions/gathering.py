"""From a live exception to `Evidence`: which frames, raised on purpose or not, and on whose values.

JCrasher tells the machine's exceptions from those thrown on purpose; in Python the opcode at the raising
instruction says which (RAISE_VARARGS is `raise` or `assert`, anything else the interpreter or a builtin).
"""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from refute.judge.exceptions.cause import complaint_of, failing_expression
from refute.judge.exceptions.circumstances import (
    asks_abstract_class,
    is_documented_on_the_way,
    is_raised_by_builtin_passed,
    is_unlike_form,
    mixes_text_and_bytes,
)
from refute.judge.exceptions.expression import depends_on, expression_at
from refute.judge.exceptions.operands import (
    ends,
    is_computed,
    looks_for_own,
    operands,
    values_in,
    works_on_piece,
)
from refute.judge.exceptions.own_faults import own_faults, parameters_of
from refute.judge.exceptions.own_values import (
    BINDING,
    calls_stub,
    goes_on_with_none,
    is_about_own_object,
    is_lookup_in_own,
)
from refute.judge.exceptions.passed_in import PassedIn, holds_cycle
from refute.judge.exceptions.placeholders import is_placeholder_read
from refute.judge.exceptions.raise_statements import (
    is_assert,
    is_checked_before,
    is_let_through,
    raises_itself,
    spread_names,
)
from refute.look.private_names import is_public
from refute.look.tracebacks import INSIDE, raised_on_purpose, text_of, traceback_frames
from refute.model.evidence import Evidence, Fit, Origin
from refute.model.execution import Frame
from refute.model.sequence import RECEIVERS, Call

_MISSING = object()
_INFINITY = frozenset({"isnan", "isinf", "isfinite", "inf", "nan"})
_UNCONVERTED = re.compile(r"invalid literal for int\(\)|could not convert string to float")
_CONVERTERS = frozenset(
    {"int", "float", "complex", "Decimal", "fromisoformat", "strptime", "fromhex", "decode"}
)


def evidence_of(
    exception: BaseException,
    call: Call,
    *,
    is_subject: Any,
    passed: PassedIn,
    fit: Fit,
    accepted_before: bool,
    documented: frozenset[str] = frozenset(),
    takes_anything: bool = False,
    internal: bool = False,
    offered: Collection[str] = (),
    types_unknown: bool = False,
    documented_by: Mapping[str, frozenset[str]] = MappingProxyType({}),
    asked_by_law: str = "",
    operand_of_law: bool = False,
    made_by_inverse: bool = False,
    none_left_out: bool = False,
    inside: str = INSIDE,
) -> Evidence:
    """Return the facts about an exception that `call` raised.

    `inside` is the folder of refute's own code, `is_subject(module_name)` tells the subject's modules, `offered` are the
    operations that are not internal, `documented_by` has what operations and classes document.
    """
    entries = traceback_frames(exception, inside)
    mine = [e for e in entries if is_subject(e.tb_frame.f_globals.get("__name__", ""))]
    bases = frozenset(base.__name__ for base in type(exception).__mro__)
    on_purpose = _is_on_purpose(exception, entries, mine, bases)
    takes_nothing = len(call.inputs) <= (call.how in RECEIVERS)
    passed_on = _is_passed_on(exception, mine)
    passed_on = passed_on or _names_unknown_parameter(exception)
    misuses_callback = not passed_on and _misuses_callback(exception)
    return Evidence(
        target=call.target,
        how=call.how,
        exception=type(exception).__name__,
        bases=bases,
        message=text_of(exception),
        frames=tuple(_frame(entry) for entry in ends(mine)),
        on_purpose=on_purpose,
        placeholder_read=is_placeholder_read(exception, mine),
        own_exception=bool(mine) and _is_own_class(type(exception), mine[0]),
        expression=failing_expression(mine[-1]) if mine else "",
        complaint=""
        if on_purpose or misuses_callback or not mine
        else _complaint(exception, entries, mine),
        misuses_callback=misuses_callback,
        own_raise=mine[-1:] == entries[-1:] != []
        and is_raised_by_builtin_passed(mine[-1], passed.ours),
        raiser="binding"
        if passed_on
        else _raiser(exception, call.target, entries, mine, is_subject),
        fit=fit,
        accepted_before=accepted_before,
        documented=_documented(type(exception).__name__, bases, documented, mine),
        documented_on_the_way=is_documented_on_the_way(bases, mine, documented_by),
        something_passed=bool(passed.ours),
        none_passed=id(None) in passed.ours,
        none_left_out=none_left_out,
        extreme_passed=passed.extreme,
        far_date=passed.far_date,
        odd_text_passed=passed.odd_text,
        infinity_passed=passed.infinity and not any(map(_thinks_of_infinity, ends(mine))),
        cycle_passed=isinstance(exception, RecursionError | ValueError) and holds_cycle(passed),
        passed_lacks_key=_lacks_key(exception, mine, passed.ours, fit),
        abstract_receiver=asks_abstract_class(exception, ends(mine)),
        mixes_text_and_bytes=mixes_text_and_bytes(exception, passed.values),
        unlike_form=bool(mine) and is_unlike_form(exception, mine[-1], passed.ours),
        depends_on_platform=any(map(_asks_platform, ends(mine))),
        evaluated=isinstance(exception, NameError) and _is_evaluated(entries, mine),
        takes_nothing=takes_nothing,
        takes_anything=takes_anything,
        internal=internal and not _is_handed_on(mine, offered),
        types_unknown=types_unknown,
        asked_by_law=asked_by_law,
        operand_of_law=operand_of_law,
        made_by_inverse=made_by_inverse,
        **_of_values(exception, passed, [] if on_purpose else mine, entries, is_subject),
        **(_of_places(exception, call, passed, mine, takes_nothing) if mine else {}),
        **(own_faults(exception, mine, passed.ours, documented, is_subject) if mine else {}),
    )


def _is_own_class(cls: type, first: types.TracebackType) -> bool:
    """Return whether a class comes from the package of the first frame, be it from a module that is not tested."""
    return cls.__module__.partition(".")[0] == _package(first)


def _package(entry: types.TracebackType) -> str:
    return str(entry.tb_frame.f_globals.get("__name__", "")).partition(".")[0]


def _complaint(
    exception: BaseException, entries: list[types.TracebackType], mine: list[types.TracebackType]
) -> str:
    return complaint_of(exception, None if entries[-1] is mine[-1] else entries[-1])


def _is_on_purpose(
    exception: BaseException,
    entries: list[types.TracebackType],
    mine: list[types.TracebackType],
    bases: frozenset[str],
) -> bool:
    """Return whether the subject raised it by a statement, or lets it through by a handler."""
    if mine and entries[-1] is mine[-1] and raised_on_purpose(mine[-1], exception):
        return True
    return any(
        is_let_through(entry.tb_frame.f_code, entry.tb_lineno, bases) for entry in ends(mine)
    )


def _is_evaluated(entries: list[types.TracebackType], mine: list[types.TracebackType]) -> bool:
    """Return whether it arose in a library's code, or in a text that was evaluated: nobody has written it here."""
    return not mine or entries[-1] is not mine[-1] or _file(mine[-1]) == "<string>"


def _file(entry: types.TracebackType) -> str:
    return entry.tb_frame.f_code.co_filename


def _of_values(
    exception: BaseException,
    passed: PassedIn,
    mine: list[types.TracebackType],
    entries: list[types.TracebackType],
    is_subject: Any,
) -> dict[str, Any]:
    """Return the facts about the values that the failing expression works on, where it was an accident."""
    if not mine:
        return {"origin": Origin.UNKNOWN}
    found, last = operands(exception, passed, mine), mine[-1]
    if entries[-1] is not last and isinstance(exception, LookupError):
        # Another module of the package looks it up: that is asked for as well.
        own = [one for one in entries if _package(one) == _package(last)]
        asked = operands(exception, passed, own).asked_for
        found = found._replace(asked_for=found.asked_for or asked)
    return {
        **found._asdict(),
        "computed": is_computed(last, passed.ours) or looks_for_own(last, passed),
        "piece_passed": works_on_piece(last, passed),
        "about_own_object": is_about_own_object(exception, last, passed.values, is_subject),
    }


def _of_places(
    exception: BaseException,
    call: Call,
    passed: PassedIn,
    mine: list[types.TracebackType],
    takes_nothing: bool,
) -> dict[str, Any]:
    """Return the facts about the place that raised, and about the operation's own frame."""
    first, last = mine[0], mine[-1]
    code = last.tb_frame.f_code
    return {
        "asserted": is_assert(code, last.tb_lasti, last.tb_lineno),
        "goes_on_with_none": goes_on_with_none(exception, last, passed.ours),
        "converts_text": passed.any_text and (_converts_text(last) or _says_so(exception)),
        "spread": _is_spread(last),
        "calls_stub": calls_stub(exception, last),
        "checked_before": is_checked_before(code, last.tb_lasti, last.tb_lineno),
        "lookup_in_own": is_lookup_in_own(code, last.tb_lasti),
        "empty_varargs": _takes_any_number_and_got_none(first, takes_nothing),
        "compares_other_class": _compares_other_class(first.tb_frame, call),
    }


def _documented(
    name: str,
    bases: frozenset[str],
    documented: frozenset[str],
    mine: list[types.TracebackType],
) -> str:
    """Return "yes", "" for no, or "base" where only a base class is documented, which the code raises by itself.

    In the last case the documentation speaks of that, and what the interpreter raises is something else.
    """
    if name in documented:
        return "yes"
    named = bases & documented
    if not named or not mine:
        return "yes" if named else ""
    code = mine[-1].tb_frame.f_code
    return "base" if raises_itself(code) and not named.isdisjoint(code.co_names) else "yes"


def _is_passed_on(exception: BaseException, mine: list[types.TracebackType]) -> bool:
    """Return whether a call does not fit the signature because the arguments were passed on as they came.

    `*args` and `**kwargs` are the caller's; so is a function that was passed in and takes another number.
    """
    if not isinstance(exception, TypeError) or not mine:
        return False
    if not BINDING.search(text_of(exception)):
        return False
    return bool(mine[-1].tb_frame.f_code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS))


# How Python names the functions that we make, and the lambdas that we write down.
_MADE_BY_US = re.compile(r"(?:_refute_make\w*\.<locals>\.\w+|<lambda>\.<locals>\.<lambda>)\(\) ")
# Such as take any number of arguments; a lambda may be one of these.
_TAKES_ANY = re.compile(r"_refute_make_any\.|<lambda>")


def _misuses_callback(exception: BaseException) -> bool:
    """Return whether a function of ours was called with another number of arguments than it takes."""
    said = text_of(exception) if isinstance(exception, TypeError) else ""
    return _MADE_BY_US.match(said) is not None and BINDING.search(said) is not None


def _names_unknown_parameter(exception: BaseException) -> bool:
    """Return whether a function of ours that takes any arguments was called with a keyword: it may be, but ours have none."""
    said = text_of(exception) if isinstance(exception, TypeError) else ""
    takes_any = _MADE_BY_US.match(said) is not None and _TAKES_ANY.match(said) is not None
    return takes_any and "unexpected keyword argument" in said


def _compares_other_class(operation: types.FrameType, call: Call) -> bool:
    """Return whether the operator's second operand is neither of the class of its first nor of the class annotated."""
    match _positional(operation):
        case [first, other, *_] if call.how == "operator":
            annotated = call.inputs[-1].name == type(other).__name__
            return not isinstance(other, type(first)) and not annotated
        case _:
            return False


def _positional(frame: types.FrameType) -> list[object]:
    """Return what the positional parameters of a function stand for now."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount]
    return [frame.f_locals.get(name, _MISSING) for name in names]


def _is_handed_on(mine: list[types.TracebackType], offered: Collection[str]) -> bool:
    """Return whether what was passed was handed on as it is to an operation that is offered: that one fails alike."""
    above: set[int] = set()  # with the defaults of functions on the way
    for place, entry in enumerate(ends(mine)):
        frame, taken = _frame(entry), set(map(id, parameters_of(entry.tb_frame)))
        if place and f"{frame.module}:{frame.function}" in offered:
            return taken <= above and taken.issuperset(map(id, parameters_of(mine[0].tb_frame)))
        above |= taken
    return False


def _receiver(frame: types.FrameType) -> object:
    """Return the object whose method a function is: its first parameter, whatever its name; None where there is none."""
    first = next(iter(_positional(frame)), None)
    cls: Any = first if issubclass(type(first), type) else type(first)
    return first if any(frame.f_code.co_name in vars(base) for base in cls.__mro__) else None


def _takes_any_number_and_got_none(entry: types.TracebackType, takes_nothing: bool) -> bool:
    code = entry.tb_frame.f_code
    if not code.co_flags & inspect.CO_VARARGS or takes_nothing:
        return bool(code.co_flags & inspect.CO_VARARGS)
    name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
    return entry.tb_frame.f_locals.get(name) == ()


def _says_so(exception: BaseException) -> bool:
    """Return whether a builtin says that a text cannot be converted, by whatever name it was called."""
    return isinstance(exception, ValueError) and bool(_UNCONVERTED.match(text_of(exception)))


def _is_spread(entry: types.TracebackType) -> bool:
    """Return whether the failing call was given the `*args` or `**kwargs` of its function as they came."""
    code = entry.tb_frame.f_code
    expression = expression_at(code, entry.tb_lasti)
    # What is lazy, as `zip` is, fails where it is listed.
    calls = [
        one
        for one in ast.walk(expression or ast.Tuple([], ast.Load()))
        if isinstance(one, ast.Call)
    ]
    is_call = isinstance(expression, ast.Call)
    return is_call and any(_has_spread(one.args, one.keywords, code) for one in calls)


def _has_spread(args: list[ast.expr], keywords: list[ast.keyword], code: types.CodeType) -> bool:
    given = [one.value for one in args if isinstance(one, ast.Starred)]
    given += [one.value for one in keywords if one.arg is None]
    return any(isinstance(one, ast.Name) and one.id in spread_names(code) for one in given)


def _converts_text(entry: types.TracebackType) -> bool:
    """Return whether a text was to be converted: ValueError is Python's way to say that it cannot be."""
    expression = expression_at(entry.tb_frame.f_code, entry.tb_lasti)
    match expression:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in _CONVERTERS:
            return True
        case ast.expr():  # list(map(int, words))
            named = [node.id for node in ast.walk(expression) if isinstance(node, ast.Name)]
            return "map" in named and not _CONVERTERS.isdisjoint(named)
        case _:
            return False


def _lacks_key(
    exception: BaseException, mine: list[types.TracebackType], ours: Collection[int], fit: Fit
) -> bool:
    """Return whether a dictionary that was passed in lacks a key that the code looks up, a record an item, or a match a group."""
    is_missing = isinstance(exception, LookupError) or text_of(exception) == "no such group"
    if not is_missing or not mine or any(type(key) is slice for key in exception.args):
        return False
    entry = mine[-1]
    expression = expression_at(entry.tb_frame.f_code, entry.tb_lasti)
    if _is_filled_by_caller(expression, entry.tb_frame.f_code):
        return True
    is_index = isinstance(exception, IndexError) and text_of(exception) != "no such group"
    # A list that fits its annotation may have any length.
    if is_index and (fit is Fit.FITS or not _is_third(expression)):
        return False
    match expression:
        case ast.Subscript(value=container):
            pass
        case ast.Call(func=ast.Attribute(value=container)):
            pass
        case _:
            return False
    if not isinstance(container, ast.Name | ast.Attribute):
        return False
    return any(id(value) in ours for value in values_in(container, entry.tb_frame))


def _is_third(expression: ast.expr | None) -> bool:
    """Return whether an item is read by a number that is neither of the first nor of the last: of a record, not of a list."""
    match expression:
        case ast.Subscript(slice=ast.Constant(value=int(number))):
            return number > 0
        case _:
            return False


def _is_filled_by_caller(expression: ast.expr | None, code: types.CodeType) -> bool:
    """Return whether a format is filled with the `*args` or `**kwargs` of the function as they came."""
    match expression:
        case ast.Call(func=ast.Attribute(attr="format"), args=args, keywords=keywords):
            return _has_spread(args, keywords, code)
        case _:
            return False


def _thinks_of_infinity(entry: types.TracebackType) -> bool:
    """Return whether the code asks whether a number is finite: then infinity is one that may be passed."""
    return not _INFINITY.isdisjoint(entry.tb_frame.f_code.co_names)


def _asks_platform(entry: types.TracebackType) -> bool:
    """Return whether what fails depends on what kind of machine this is: elsewhere the code may well be right."""
    frame = entry.tb_frame
    code = frame.f_code
    found = {name: frame.f_globals.get(name) for name in code.co_names}
    names = frozenset(name for name, one in found.items() if _is_of_platform(one))
    return bool(names) and depends_on(code, entry.tb_lasti, names)


def _is_of_platform(value: object) -> bool:
    if isinstance(value, types.ModuleType):
        return value.__name__ == "platform"
    return isinstance(value, types.FunctionType) and value.__module__ == "platform"


def _frame(entry: types.TracebackType) -> Frame:
    code = entry.tb_frame.f_code
    module = str(entry.tb_frame.f_globals.get("__name__", ""))
    first = code.co_firstlineno
    return Frame(code.co_filename, entry.tb_lineno, code.co_qualname, module, first)


def _raiser(
    exception: BaseException,
    target: str,
    entries: list[types.TracebackType],
    mine: list[types.TracebackType],
    is_subject: Any,
) -> str:
    if not mine:
        return "binding"
    if entries[-1] is not mine[-1] and raised_on_purpose(entries[-1], exception):
        return "library"
    if _is_of_a_library(type(exception), is_subject):
        return "library"
    # The first of the subject's frames is the operation, or what a decorator has put around it; a public one further down
    # owns what is below it.
    name = target.partition(":")[2]
    inner = [one for one in ends(mine) if one.tb_frame.f_code.co_qualname == name][:1]
    receiver = _receiver((inner or mine)[0].tb_frame)
    for entry in ends(mine[1:]):
        if entry in inner:
            continue
        # A setter or a check that an object calls on itself is part of the operation, and `raise error` names it twice.
        if entry.tb_frame is not mine[0].tb_frame and is_public(entry.tb_frame.f_code.co_qualname):
            own = receiver is not None and _receiver(entry.tb_frame) is receiver
            if not own:
                return "public"
    return "operation"


def _is_of_a_library(cls: type, is_subject: Any) -> bool:
    """Return whether a library has an exception of its own for this, whatever raised it: JSONDecodeError.

    `struct.error` is how the machine says that a number does not fit, and `decimal.DivisionByZero` what it says of zero.
    """
    module = cls.__module__
    if module in ("builtins", "struct") or issubclass(cls, ZeroDivisionError):
        return False
    return not is_subject(module)
