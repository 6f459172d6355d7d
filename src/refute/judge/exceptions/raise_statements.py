"""What the statements around a failing expression do about exceptions, read from the source: checks, handlers, `raise`."""

from __future__ import annotations

import ast
import dis
import inspect
import re
import types
from collections.abc import Iterator
from functools import lru_cache

from refute.judge.exceptions.expression import around, expression_at, rests_on

_RAISE, _ASSERTION = dis.opmap["RAISE_VARARGS"], dis.opmap["LOAD_ASSERTION_ERROR"]
# How code says that it never gets to a place unless it is wrong itself.
_OWN_FAULT = re.compile(
    r"(?:should|must|can|could|will) ?(?:never|not|n't) (?:happen|occur|be reached|get here)"
    r"|can't happen|report (?:this|it|the) (?:as a )?(?:bug|issue|error)|this is a bug|is a bug in"
    r"|\binternal (?:error|state|inconsistency)|\bunreachable\b|logic error",
    re.IGNORECASE,
)
# Who catches these does not speak of one exception: with a `raise` it only cleans up.
_TOO_WIDE = frozenset({"BaseException", "Exception", "object"})


@lru_cache(maxsize=1 << 14)
def is_let_through(code: types.CodeType, line: int, bases: frozenset[str]) -> bool:
    """Return whether a `try` around the line has a handler for this exception that raises it again: it is meant to pass.

    `bases` are the names of its class and that one's bases.
    """
    function = around(code)
    for node in ast.walk(function) if function is not None else ():
        if isinstance(node, ast.Try) and node.body[0].lineno <= line <= (
            node.body[-1].end_lineno or 0
        ):
            for handler in node.handlers:
                if not _names(handler.type).isdisjoint(bases - _TOO_WIDE) and raises_again(handler):
                    return True
    return False


def raises_again(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler says `raise`, or `raise error` of the name that it gives to the exception."""
    for node in ast.walk(handler):
        match node:
            case ast.Raise(exc=None):
                return True
            case ast.Raise(exc=ast.Name(name)) if name == handler.name:
                return True
    return False


def _names(caught: ast.expr | None) -> set[str]:
    """Return the bare names of the exceptions that a handler catches; none of one that catches all."""
    match caught:
        case ast.Name(name) | ast.Attribute(attr=name):
            return {name}
        case ast.Tuple(elts=several):
            return set().union(*map(_names, several))
        case _:
            return set()


@lru_cache(maxsize=1 << 14)
def is_checked_before(code: types.CodeType, instruction: int, line: int) -> bool:
    """Return whether the code has asked about everything that the failing call is given, and returned where it was bad.

    An `if` above the line, on all the names in the call, that ends in `return`: so an exception was not meant.
    """
    checks = _checks_before(code, instruction, line)
    return any(isinstance(one.body[-1], ast.Return) for one in checks)


@lru_cache(maxsize=1 << 14)
def is_raised_before(
    code: types.CodeType, instruction: int, line: int, names: frozenset[str]
) -> bool:
    """Return whether the code has asked so, and raises one of the named exceptions where it was bad."""
    checks = _checks_before(code, instruction, line)
    return any(_raised_by(one.body[-1]) in names for one in checks)


def _checks_before(code: types.CodeType, instruction: int, line: int) -> list[ast.If]:
    """Return each `if` above the line on all the names in the failing call.

    Not where it only asks whether something is there: `if not text`, `if text is None`.
    """
    function, expression = around(code), expression_at(code, instruction)
    if function is None or not isinstance(expression, ast.Call):
        return []
    names = {one.id for one in expression.args if isinstance(one, ast.Name)}
    found = [one for one in ast.walk(function) if isinstance(one, ast.If) and one.lineno < line]
    return [
        one
        for one in found
        if names
        and names <= {n.id for n in ast.walk(one.test) if isinstance(n, ast.Name)}
        and any(map(_asks_for_more, ast.walk(one.test)))
    ]


def _asks_for_more(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return False
        case _:
            return isinstance(node, ast.Call | ast.Compare)


def _raised_by(statement: ast.stmt) -> str:
    """Return the bare name of the exception that a statement raises; "" where it raises none by name."""
    match statement:
        case ast.Raise(exc=ast.Call(func=ast.Name(name) | ast.Attribute(attr=name))):
            return name
        case ast.Raise(exc=ast.Name(name) | ast.Attribute(attr=name)):
            return name
        case _:
            return ""


@lru_cache(maxsize=1 << 14)
def is_asked_before(code: types.CodeType, instruction: int) -> bool:
    """Return whether a look-up stands where the code has asked for the same: `x[k]` below `if k in x`."""
    function = around(code)
    match expression_at(code, instruction):
        case ast.Subscript(value, key) as looked_up:
            wanted = ast.dump(ast.Compare(key, [ast.In()], [value]))
        case _:
            return False
    for node in ast.walk(function) if function is not None else ():
        match node:
            case ast.If(test, body):
                inside: list[ast.AST] = [*body]
            case ast.IfExp(test, chosen):
                inside = [chosen]
            case ast.BoolOp(ast.And(), [test, *rest]):
                inside = [*rest]
            case _:
                continue
        if _asks(test, wanted) and any(n is looked_up for one in inside for n in ast.walk(one)):
            return True
    return False


def _asks(test: ast.expr, wanted: str) -> bool:
    """Return whether a condition holds only where what is wanted does."""
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return any(ast.dump(one) == wanted for one in parts)


@lru_cache(maxsize=1 << 14)
def is_in_raise(code: types.CodeType, instruction: int) -> bool:
    """Return whether an expression stands in a `raise` statement, or in a handler that ends in one of another exception."""
    function, expression = around(code), expression_at(code, instruction)
    for node in ast.walk(function) if function is not None and expression is not None else ():
        match node:
            case (
                ast.Raise(exc=ast.expr()) | ast.ExceptHandler(body=[*_, ast.Raise(exc=ast.expr())])
            ):
                if any(inner is expression for inner in ast.walk(node)):
                    return True
    return False


def admits_fault(message: str) -> bool:
    """Return whether a message says that the code itself is wrong where it is shown."""
    return _OWN_FAULT.search(message) is not None


@lru_cache(maxsize=4096)
def may_admit_fault(code: types.CodeType) -> bool:
    """Return whether such a message is written in the code."""
    return any(isinstance(one, str) and admits_fault(one) for one in code.co_consts)


@lru_cache(maxsize=4096)
def is_assert(code: types.CodeType, instruction: int, line: int) -> bool:
    """Return whether the `raise` instruction is that of an `assert` statement, and not of `raise AssertionError`."""
    if next(asserted_at(code, line), None) is not None:
        return True  # pytest compiles those of its modules otherwise
    asserts = False
    for step in dis.get_instructions(code):
        if step.offset == instruction:
            break
        asserts = step.opcode == _ASSERTION or (asserts and step.opcode != _RAISE)
    return asserts


@lru_cache(maxsize=4096)
def asserts_own(code: types.CodeType, line: int) -> bool:
    """Return whether a bare `assert` at a line, one without a message, rests on nothing that the function was given."""
    function = around(code) or ast.Module([], [])
    given = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    names = frozenset({*given, *spread_names(code)} - {"self", "cls"})
    return any(
        node.msg is None and not rests_on(function, node.test, names)
        for node in asserted_at(code, line)
    )


@lru_cache(maxsize=4096)
def asserts_not_none(code: types.CodeType, line: int) -> bool:
    """Return whether a bare `assert` at a line says no more than that something, not of its own object, is not None."""
    return any(
        node.msg is None and _not_none(node.test) is not None and not is_of_self(node.test)
        for node in asserted_at(code, line)
    )


def is_mere(test: ast.expr) -> bool:
    """Return whether a condition says no more than that something is there: `found`, `found is not None`."""
    return isinstance(_not_none(test) or test, ast.Name)


def is_of_self(test: ast.expr) -> bool:
    """Return whether a condition says no more than that its own object has something by now: `self.data`."""
    match _not_none(test) or test:
        case ast.Attribute(ast.Name("self")):
            return True
        case _:
            return False


def _not_none(test: ast.expr) -> ast.expr | None:
    """Return what a condition says is not None; None where it says something else."""
    match test:
        case ast.Compare(left=what, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return what
        case _:
            return None


def asserted_at(code: types.CodeType, line: int) -> Iterator[ast.Assert]:
    """Yield the `assert` statements that a line belongs to."""
    for node in ast.walk(around(code) or ast.Module([], [])):
        if isinstance(node, ast.Assert) and node.lineno <= line <= (node.end_lineno or line):
            yield node


def spread_names(code: types.CodeType) -> tuple[str, ...]:
    """Return the names of `*args` and `**kwargs`: they come after those of the other parameters."""
    named = code.co_argcount + code.co_kwonlyargcount
    flags = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[named : named + flags]


@lru_cache(maxsize=4096)
def raises_itself(code: types.CodeType) -> bool:
    """Return whether the code has a `raise` or `assert` statement of its own."""
    return any(instruction.opcode == _RAISE for instruction in dis.get_instructions(code))
