"""What speaks against the code whatever was passed in: `own_faults`, facts about the statements that raised."""

from __future__ import annotations

import ast
import dis
import inspect
import sys
import types
from collections.abc import Callable, Collection
from typing import Any

from refute.judge.exceptions.except_clauses import is_missed_by_handler
from refute.judge.exceptions.expression import (
    attribute_behind,
    computed_names,
    depends_on,
    expression_at,
)
from refute.judge.exceptions.missing_attribute import SYSTEMS
from refute.judge.exceptions.operands import ends, exists_once, values_in
from refute.judge.exceptions.raise_statements import (
    admits_fault,
    asserted_at,
    asserts_not_none,
    asserts_own,
    is_asked_before,
    is_in_raise,
    is_mere,
    is_of_self,
    is_raised_before,
    may_admit_fault,
    spread_names,
)
from refute.look.private_names import is_public
from refute.look.tracebacks import text_of

_MISSING = object()


def own_faults(
    exception: BaseException,
    mine: list[types.TracebackType],
    ours: Collection[int],
    documented: frozenset[str],
    is_subject: Callable[[str], bool],
) -> dict[str, Any]:
    """Return the facts by their names in `Evidence`; `mine` are the subject's frames, at least one."""
    last = mine[-1]
    code = last.tb_frame.f_code
    return {
        "own_import": isinstance(exception, ImportError) and _is_own_import(exception, last),
        "asserts_own": asserts_own(code, last.tb_lineno),
        "asserts_passed": _asserts_passed(exception, mine, ours),
        "asserts_not_none": asserts_not_none(code, last.tb_lineno),
        "admits_fault": may_admit_fault(code) and admits_fault(text_of(exception)),
        "slips_through": is_raised_before(code, last.tb_lasti, last.tb_lineno, documented),
        "present_but_missing": _is_present_but_missing(exception, last, ours),
        "refuses_own_value": _refuses_own_value(mine, ours, is_subject),
        "missed_by_handler": is_missed_by_handler(exception, last),
        "tuple_formatted": _formats_tuple(last),
        "in_raise": any(is_in_raise(one.tb_frame.f_code, one.tb_lasti) for one in ends(mine)),
    }


def parameters_of(frame: types.FrameType) -> list[object]:
    """Return what all parameters of a function stand for now, what `*args` and `**kwargs` hold one by one."""
    code, here = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    found = [here.get(name, _MISSING) for name in names]
    for name in spread_names(code):
        several = here.get(name)
        found += several.values() if isinstance(several, dict) else several or ()
    return found


def _refuses_own_value(
    mine: list[types.TracebackType], ours: Collection[int], is_subject: Callable[[str], bool]
) -> bool:
    """Return whether another public operation was given what its caller has computed, of nothing plain that it was given.

    Not what an object asks of itself: that is part of the operation.
    """
    places = [n for n, entry in enumerate(ends(mine)) if n and is_public(_name(entry))]
    if not places:
        return False
    caller, called = ends(mine)[places[-1] - 1], ends(mine)[places[-1]].tb_frame
    here, code = caller.tb_frame.f_locals, caller.tb_frame.f_code
    taken = parameters_of(called)
    if code.co_name.startswith("<"):
        return False  # of a comprehension nobody can tell what it goes through
    if code is called.f_code or not taken or ("self" in here and here["self"] is taken[0]):
        return False
    if any(id(one) in ours and not exists_once(one) for one in taken):
        return False
    if any(isinstance(one, types.GeneratorType) for one in taken):
        return False  # what it yields may be anybody's
    match expression_at(code, caller.tb_lasti):
        case ast.Call(args=args, keywords=keywords):
            given = [*args, *(one.value for one in keywords)]
        case _:
            return False
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    names = {*named, *spread_names(code), *code.co_freevars}
    plain = frozenset(n for n in names if not is_subject(type(here.get(n)).__module__))
    is_made = any(not isinstance(one, ast.Constant) for one in given)
    return is_made and not depends_on(code, caller.tb_lasti, plain)


def _asserts_passed(
    exception: BaseException, mine: list[types.TracebackType], ours: Collection[int]
) -> bool:
    """Return whether an `assert` is a precondition: about what was passed in as it is, or, with a message, about the object.

    So is one that its object has something by now, which other calls give to it, and one about what a function of ours has
    given.  A helper may be given what its caller has computed: then it is about that.
    """
    last = mine[-1]
    is_assert = isinstance(exception, AssertionError)
    for node in asserted_at(last.tb_frame.f_code, last.tb_lineno) if is_assert else ():
        if _calls_one_of_ours(node.test, last.tb_frame):
            return True
        passed, results = _read_by(node.test, last, ours, last.tb_frame is mine[0].tb_frame)
        says_what_is_missing = node.msg is not None and (not results or is_mere(node.test))
        if says_what_is_missing or is_of_self(node.test) or (passed and not results):
            return True
    return False


def _calls_one_of_ours(test: ast.expr, frame: types.FrameType) -> bool:
    """Return whether a condition calls a function of ours, which comes from no module; to look runs nothing."""
    called = [node.func for node in ast.walk(test) if isinstance(node, ast.Call)]
    found = [_looked_up(one, frame) for one in called]
    return any(isinstance(one, types.FunctionType) and one.__module__ is None for one in found)


def _looked_up(callee: ast.expr, frame: types.FrameType) -> object:
    match callee:
        case ast.Name(name):
            return frame.f_locals.get(name)
        case ast.Attribute(ast.Name(name), attribute) if name in frame.f_locals:
            return inspect.getattr_static(frame.f_locals[name], attribute, None)
    return None


def _read_by(
    test: ast.expr, entry: types.TracebackType, ours: Collection[int], is_operation: bool
) -> tuple[set[str], set[str]]:
    """Return the local names in a condition that stand for what was passed in, and those that stand for a result."""
    code, here = entry.tb_frame.f_code, entry.tb_frame.f_locals
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    read = {one.id for one in ast.walk(test) if isinstance(one, ast.Name)} & set(here)
    read -= {"self", "cls"}
    passed = {name for name in read if (is_operation and name in named) or id(here[name]) in ours}
    # What the object holds it may have been given, but is not asked about now.
    passed -= {*computed_names(code), *(name for name in read if attribute_behind(code, name)[0])}
    return passed, read - passed


def _name(entry: types.TracebackType) -> str:
    return entry.tb_frame.f_code.co_qualname


def _formats_tuple(entry: types.TracebackType) -> bool:
    """Return whether `%` was given a tuple, of which it takes the items, where any value was to be shown."""
    match expression_at(entry.tb_frame.f_code, entry.tb_lasti):
        case ast.BinOp(op=ast.Mod(), right=ast.Name(name)):
            return isinstance(entry.tb_frame.f_locals.get(name), tuple)
        case _:
            return False


def _is_own_import(exception: ImportError, entry: types.TracebackType) -> bool:
    """Return whether an import statement names what its own package, or a module of Python's, does not have.

    What is not installed here, or not on this system, others may have.
    """
    code, name = entry.tb_frame.f_code, exception.name or ""
    if not dis.opname[code.co_code[entry.tb_lasti]].startswith("IMPORT_"):
        return False
    top = name.partition(".")[0]
    own = str(entry.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
    if top == own or isinstance(exception, ModuleNotFoundError):
        return top == own
    return top in sys.stdlib_module_names and top not in SYSTEMS


def _is_present_but_missing(
    exception: BaseException, entry: types.TracebackType, ours: Collection[int]
) -> bool:
    """Return whether something of the code's own says of a key both that it is there and that it is not.

    Of what was passed in only that it is no such container as is meant: of a list, `in` asks for items.
    """
    code = entry.tb_frame.f_code
    if not isinstance(exception, LookupError) or not is_asked_before(code, entry.tb_lasti):
        return False
    expression = expression_at(code, entry.tb_lasti)
    assert isinstance(expression, ast.Subscript)
    return not any(id(one) in ours for one in values_in(expression.value, entry.tb_frame))
