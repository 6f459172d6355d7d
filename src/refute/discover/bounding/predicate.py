"""Predicates in the shape that searching within bounds needs: `invariant_of` a class, `inputs_predicate` of a method.

Korat, section 4: class invariant, precondition, normal and exceptional behaviour.  What is written down is read by
`contracts`; here it becomes one function over one object.
"""

from __future__ import annotations

import ast
import inspect
import io
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from refute.discover.contract_libraries import library_invariants, wanted
from refute.discover.contracts import is_docstring, made_from_source
from refute.discover.specs import INVARIANT_NAMES, answers, invariant_name
from refute.look.function_source import private_names_written, tree_of
from refute.model.contract import says_no
from refute.model.errors import UsageError


@dataclass(frozen=True, slots=True)
class Invariant:
    """A predicate over one object.  A checker raises when the object is bad and returns nothing otherwise."""

    name: str
    function: Callable[[Any], Any]
    checker: bool = False
    loosely: Loosely | None = None  # how its answers are taken where they are not plainly yes or no

    @property
    def written(self) -> Callable[[Any], Any]:
        """Return the predicate as it is written in the class."""
        return self.loosely.predicate if self.loosely else self.function

    def asked(self, text: str) -> str | None:
        """Return the line of a test that asks the predicate of what `text` stands for; None where it has no name."""
        owner, _, name = self.name.rpartition(".")
        if not owner:
            return None
        return f"{text}.{name}()" if self.checker else f"assert {text}.{name}()"

    def holds(self, one: Any) -> bool:
        """Tell whether the object is good; raising means no."""
        result = self.function(one)
        return True if self.checker else bool(result)


class Loosely:
    """Takes the answers of a predicate that may say no by raising, as a search without bounds takes them.

    An object and not a function: the compiler of predicates leaves it alone.
    """

    def __init__(self, predicate: Callable[[Any], Any]) -> None:
        self.predicate = predicate
        self.odd = ""  # a type that is no answer

    def __call__(self, said: Any) -> bool:
        if hasattr(said, "__len__"):
            self.odd = type(said).__name__
        return not says_no(said, answers=False)


def answering(name: str, function: types.FunctionType) -> Invariant:
    """Return a predicate that is not a mere checker, with its answers taken as they are meant."""
    if answers(function):
        return Invariant(name, function)
    loosely = Loosely(function)
    known_as = name.rpartition(".")[2]  # a lambda has no name of its own
    source = f"def {known_as}(one):\n    return loosely(predicate(one))"
    names = {"__name__": "<refute>", "loosely": loosely, "predicate": function}
    return Invariant(name, made_from_source(source, known_as, names), loosely=loosely)


def invariant_of(
    owner: type, name: str | None = None, invariants: Iterable[str] = ()
) -> Invariant | None:
    """Return the invariant of a class: the method of that name, or the first by agreed names, `invariants` before others."""
    one = name or invariant_name(owner, (*invariants, *INVARIANT_NAMES))
    member = inspect.getattr_static(owner, one, None) if one else None
    if isinstance(member, types.FunctionType):
        check_arguments(owner, member)
        function, full_name = without_handlers(member) or member, f"{owner.__name__}.{one}"
        if is_checker(function):
            return Invariant(full_name, function, checker=True)
        return answering(full_name, function)
    conditions = [one.function for one in library_invariants(owner)]
    return all_of(owner, conditions) if conditions else None


def check_arguments(owner: type, function: types.FunctionType) -> None:
    """Refuse a predicate that needs more than its object."""
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


def all_of(owner: type, conditions: list[Callable[[Any], Any]]) -> Invariant:
    """Return one invariant that holds where all conditions do."""
    return Invariant(f"{owner.__name__} invariants", lambda one: all(c(one) for c in conditions))


def is_checker(function: types.FunctionType) -> bool:
    """Tell whether a function never returns a value, so that its verdict is whether it raises."""
    tree = tree_of(function)
    if tree is None:
        return False
    nodes = list(own_nodes(tree))
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        return False
    return all(node.value is None for node in nodes if isinstance(node, ast.Return))


def own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what is inside a function, but not inside functions and classes that it defines."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from own_nodes(node)


def without_handlers(function: types.FunctionType) -> types.FunctionType | None:
    """Return a checker without the `except` that only reports and raises again.

    What such a handler prints it must read, so that every field of a bad object would seem to matter.
    """
    tree = private_names_written(function)
    if tree is None or function.__closure__:
        return None
    body = [node for node in tree.body if not is_docstring(node)]
    if len(body) != 1 or not isinstance(body[0], ast.Try) or body[0].finalbody or body[0].orelse:
        return None
    if not all(only_raises(one) for one in body[0].handlers):
        return None
    bare = ast.FunctionDef(tree.name, tree.args, body[0].body, [], lineno=1)
    source = ast.unparse(ast.fix_missing_locations(bare))
    try:
        return made_from_source(source, tree.name, function.__globals__)
    except Exception:  # a default that only its class knows
        return None


def only_raises(handler: ast.ExceptHandler) -> bool:
    """Tell whether no way leads out of a handler but raising."""
    ways = (ast.Return, ast.Break, ast.Continue)
    inside = any(isinstance(node, ways) for node in own_nodes(handler))
    return isinstance(handler.body[-1], ast.Raise) and not inside


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


def checked(invariant: Invariant) -> Callable[[Any], Any]:
    """Return the predicate as a function whose result is its verdict."""
    if not invariant.checker:
        return invariant.function
    function, sink = invariant.function, io.StringIO()

    def verdict(one: Any) -> bool:
        # Checkers tend to print what is wrong before they raise, which here is the usual case.
        with redirect_stdout(sink), redirect_stderr(sink):
            try:
                function(one)
            finally:
                sink.seek(0)
                sink.truncate()
        return True

    return verdict


def kept(invariant: Invariant, one: Any) -> bool:
    """Tell whether an object satisfies an invariant; raising means no."""
    try:
        return bool(checked(invariant)(one))
    except Exception:
        return False
