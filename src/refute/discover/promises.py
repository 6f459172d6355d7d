"""What a class and a method ask and promise, as far as searching within bounds needs it.

Korat, section 4: class invariant, precondition, normal and exceptional behaviour.  Read from methods named by
convention, from `method_spec` methods (T2, section 3.1), and from icontract and deal when the subject uses them.
Main names: `invariant_of`, `promise_of`, `Invariant`, `Promise`.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
import textwrap
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from refute.errors import UsageError

INVARIANT_NAMES = ("rep_ok", "repOk", "classinv", "invariant", "check_rep", "_check", "_invariant")
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Invariant:
    """A predicate over one object.  A checker raises when the object is bad and returns nothing otherwise."""

    name: str
    function: Callable[[Any], Any]
    checker: bool = False

    def holds(self, one: Any) -> bool:
        """Tell whether the object is good; raising means no."""
        result = self.function(one)
        return True if self.checker else bool(result)


@dataclass(slots=True)
class Promise:
    """What a method asks (`requires`) and promises; each condition names the parameters it wants."""

    requires: list[Callable[..., Any]] = field(default_factory=list)
    ensures: list[Callable[..., Any]] = field(default_factory=list)
    raises: tuple[type[BaseException], ...] = ()
    spec: Callable[..., Any] | None = None


def invariant_of(owner: type, name: str | None = None) -> Invariant | None:
    """Return the invariant of a class: the method of that name, or the first known by convention."""
    for one in (name,) if name else INVARIANT_NAMES:
        member = inspect.getattr_static(owner, one, None)
        if isinstance(member, types.FunctionType):
            check_arguments(owner, member)
            function = without_handlers(member) or member
            return Invariant(f"{owner.__name__}.{one}", function, is_checker(function))
    conditions = [one.condition for one in getattr(owner, "__invariants__", ())]
    conditions += deal_invariants(owner)
    return all_of(owner, conditions) if conditions else None


def check_arguments(owner: type, function: types.FunctionType) -> None:
    needed = [
        one.name
        for one in list(inspect.signature(function).parameters.values())[1:]
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    if needed:
        raise UsageError(
            f"{owner.__name__}.{function.__name__} needs arguments ({', '.join(needed)}); "
            "a predicate takes the object only",
            "predicate-arguments",
        )


def deal_invariants(owner: type) -> list[Callable[[Any], Any]]:
    """Return the conditions that `@deal.inv` left on a class."""
    found = getattr(owner, "_deal_invariants", ())
    items = found if isinstance(found, list | tuple) else [found]
    return [one.validator if hasattr(one, "validator") else one for one in items if callable(one)]


def all_of(owner: type, conditions: list[Callable[[Any], Any]]) -> Invariant:
    return Invariant(f"{owner.__name__} invariants", lambda one: all(c(one) for c in conditions))


def is_checker(function: types.FunctionType) -> bool:
    """Tell whether a function never returns a value, so that its verdict is whether it raises."""
    tree = tree_of(function)
    if tree is None:
        return False
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    return all(node.value is None for node in returns)


def without_handlers(function: types.FunctionType) -> types.FunctionType | None:
    """Return a checker without the `except` that only reports and raises again.

    What such a handler prints it must read, so that every field of a bad object would seem to matter.
    """
    tree = tree_of(function)
    if tree is None or function.__closure__:
        return None
    body = [node for node in tree.body if not is_docstring(node)]
    if len(body) != 1 or not isinstance(body[0], ast.Try) or body[0].finalbody or body[0].orelse:
        return None
    if not all(isinstance(one.body[-1], ast.Raise) for one in body[0].handlers):
        return None
    bare = ast.FunctionDef(tree.name, tree.args, body[0].body, [], lineno=1)
    return made_from_source(
        ast.unparse(ast.fix_missing_locations(bare)), tree.name, function.__globals__
    )


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def tree_of(function: Any) -> ast.FunctionDef | None:
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    return node if isinstance(node, ast.FunctionDef) else None


def promise_of(owner: type, method: Any) -> Promise:
    """Return what is written about a method, wherever it is written."""
    promise = Promise()
    spec = inspect.getattr_static(owner, f"{method.__name__}_spec", None)
    if isinstance(spec, types.FunctionType):
        promise.spec = spec
        asked = preconditions_in(spec)
        if asked is not None:
            promise.requires.append(asked)
    read_icontract(method, promise)
    read_deal(method, promise)
    return promise


def preconditions_in(spec: types.FunctionType) -> Callable[..., Any] | None:
    """Return the leading `assert …, "PRE"` lines of a spec method as a predicate of its own."""
    tree = tree_of(spec)
    if tree is None:
        return None
    asked: list[ast.stmt] = []
    for node in tree.body:
        if is_docstring(node):
            continue
        if not (isinstance(node, ast.Assert) and is_precondition(node)):
            break
        asked.append(node)
    if not asked:
        return None
    head = f"def asked({ast.unparse(tree.args)}):"
    lines = [head, *(f"    if not ({ast.unparse(node.test)}): return False" for node in asked)]  # type: ignore[attr-defined]
    return made_from_source("\n".join([*lines, "    return True"]), "asked", spec.__globals__)


def is_precondition(node: ast.Assert) -> bool:
    message = node.msg
    return isinstance(message, ast.Constant) and str(message.value).upper().startswith("PRE")


def made_from_source(source: str, name: str, names: dict[str, Any]) -> types.FunctionType:
    """Return a function compiled from text that `inspect.getsource` can still find."""
    file = f"<refute {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace = dict(names)
    exec(compile(source, file, "exec"), namespace)
    made: types.FunctionType = namespace[name]
    return made


def read_icontract(method: Any, promise: Promise) -> None:
    """Take the preconditions that icontract's decorators left; postconditions check themselves when called."""
    while method is not None:
        for group in getattr(method, "__preconditions__", ()):
            promise.requires.extend(one.condition for one in group)
        method = getattr(method, "__wrapped__", None)


def read_deal(method: Any, promise: Promise) -> None:
    """Take deal's preconditions and the exceptions it allows; its other contracts check themselves."""
    if "deal" not in sys.modules:
        return
    introspection = __import__("deal.introspection", fromlist=["get_contracts"])
    for one in introspection.get_contracts(method):
        if type(one).__name__ == "Pre":
            promise.requires.append(one.function)
        elif type(one).__name__ == "Raises":
            promise.raises += tuple(one.exceptions)


def wanted(condition: Callable[..., Any]) -> list[str]:
    """Return the parameter names of a condition."""
    return list(inspect.signature(condition).parameters)


def inputs_predicate(
    invariants: dict[str, Invariant], requires: list[Callable[..., Any]], parameters: list[str]
) -> types.FunctionType:
    """Return the predicate of figure 14 and 15: over one object whose fields are the parameters."""
    names: dict[str, Any] = {"__name__": "<refute>"}
    lines = ["def inputs_ok(call):"]
    for number, (parameter, invariant) in enumerate(invariants.items()):
        names[f"invariant_{number}"] = invariant.function
        ask = f"invariant_{number}(call.{parameter})"
        lines.append(f"    {ask}" if invariant.checker else f"    if not {ask}: return False")
    for number, condition in enumerate(requires):
        names[f"requires_{number}"] = condition
        arguments = ", ".join(f"call.{one}" for one in wanted(condition) if one in parameters)
        lines.append(f"    if not requires_{number}({arguments}): return False")
    return made_from_source("\n".join([*lines, "    return True"]), "inputs_ok", names)
