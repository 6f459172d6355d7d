"""What the code says about itself: predicates by name (`invariant_name`), exceptions its documentation names.

T2 (Prasetya et al. 2007, section 3.1) reads specifications that are methods with agreed names, Korat `repOk`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType

from refute.discover.contracts import APPMODEL, FIELDS, TEMPORAL, required_of, spec_of, strange_spec
from refute.look.function_source import tree_of
from refute.model.sequence import PROBE

# Parameterless methods that say whether an object is as it should be: they return False or raise.
INVARIANT_NAMES = (
    *("classinv", "invariant", "rep_ok", "repOk", "check_rep", "checkRep", "_check"),
    *("_invariant", "_rep_ok", "_check_rep"),
)

_LATER = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

# What is also a name for something else says nothing by having parameters.
_AMBIGUOUS = frozenset({"invariant", "_check", "_invariant"})


def is_spec(cls: type, name: str, invariants: Iterable[str] = INVARIANT_NAMES) -> bool:
    """Return whether what a class has by this name is part of its specification, not an operation."""
    if name in (APPMODEL, TEMPORAL, FIELDS):
        return True
    if name in invariants:
        return _takes_only_self(inspect.getattr_static(cls, name, None))
    return is_spec_beside(cls, name)


def is_spec_beside(owner: type | ModuleType, name: str) -> bool:
    """Return whether a method or function is there to specify another one, and not to be called itself."""
    of = name.removesuffix("_spec")
    if of == name:
        return False
    return spec_of(owner, of) is not None or bool(strange_spec(owner, of))


def invariant_name(cls: type, invariants: Iterable[str] = INVARIANT_NAMES) -> str | None:
    """Return the name of the class's predicate, the first of the agreed names that takes only `self`."""
    for name in invariants:
        method = inspect.getattr_static(cls, name, None)
        if inspect.isfunction(method) and _takes_only_self(method) and not _answers_later(method):
            return name
    return None


def _answers_later(method: object) -> bool:
    """Return whether what is called gives no answer at once: a coroutine or a generator is no yes or no."""
    return bool(getattr(getattr(method, "__code__", None), "co_flags", 0) & _LATER)


def misshapen(cls: type, invariants: Iterable[str] = INVARIANT_NAMES) -> Iterator[tuple[str, str]]:
    """Yield the specifications of a class that cannot be called, with what is wrong."""
    shapes = dict.fromkeys((name for name in invariants if name not in _AMBIGUOUS), "(self)")
    shapes.update({TEMPORAL: "(self)", APPMODEL: "(self) or (self, last)"})
    for name in (*invariants, TEMPORAL, APPMODEL):
        member = inspect.getattr_static(cls, name, None)
        wrong = _no_method(member, name)
        if wrong:
            yield name, f"is {wrong}, and is not used. Make it a plain method.  [spec-parameters]"
    for name, shape in shapes.items():
        method = inspect.getattr_static(cls, name, None)
        if not inspect.isfunction(method) or _answers_later(method):
            continue
        required = required_of(method)
        if not 1 <= len(required) <= (2 if name == APPMODEL else 1):
            wrong = f"takes ({', '.join(required)}), and is not used. It should take {shape}."
            yield name, f"{wrong}  [spec-parameters]"
    for name in dir(cls):
        if not name.endswith("_spec") or PROBE.fullmatch(name):
            continue
        wrong = strange_spec(cls, name.removesuffix("_spec"))
        if wrong:
            yield name, f"{wrong}  [spec-calls]"


def _no_method(member: object, name: str) -> str:
    """Return what a specification is that is no plain method; "" where it is one, or may be something else."""
    if _answers_later(member):
        return "async" if inspect.iscoroutinefunction(member) else "a generator"
    if name in _AMBIGUOUS:
        return ""
    kinds = {staticmethod: "a static method", classmethod: "a class method", property: "a property"}
    return next((said for kind, said in kinds.items() if isinstance(member, kind)), "")


def answers(function: object, asked: frozenset[object] = frozenset()) -> bool:
    """Return whether a predicate plainly answers yes or no, so that None from it is a no.

    One that asserts, or hands the question on to somebody unknown, may say no by raising and yes by nothing at all.
    `asked` are those that have handed it on already.
    """
    tree = tree_of(function)
    if tree is None or isinstance(tree.body[-1], ast.Expr):
        return False
    asked |= {function}

    def is_answer(node: ast.expr) -> bool:
        if not isinstance(node, ast.Call):
            return _is_answer(node, is_answer)
        other = _called(function, node)
        if other is None:
            return _is_answer(node, is_answer)
        return other in asked or answers(other, asked)

    said: list[ast.expr] = []
    todo: list[ast.AST] = [*tree.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Assert):
            return False
        if isinstance(node, ast.Return) and node.value is not None:
            said.append(node.value)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return all(map(is_answer, said)) and any(
        not isinstance(one, ast.Constant) or one.value for one in said
    )


def _called(function: object, call: ast.Call) -> object | None:
    """Return the function that a method hands its question on to: one of its module, or a method of its own class."""
    names = getattr(function, "__globals__", {})
    match call.func:
        case ast.Name(id=name):
            other = names.get(name)
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            owner, *inner = getattr(function, "__qualname__", "").split(".")[:-1] or [""]
            place = names.get(owner)
            for part in inner:
                place = getattr(place, part, None)
            other = inspect.getattr_static(place, name, None) if isinstance(place, type) else None
        case _:
            return None
    return other if inspect.isfunction(other) else None


def _is_answer(node: ast.expr, is_answer: Callable[[ast.expr], bool]) -> bool:
    match node:
        case ast.Constant() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp():
            return is_answer(node.values[-1])
        case ast.IfExp():
            return is_answer(node.body) and is_answer(node.orelse)
        case ast.Call(func=ast.Name(id="all" | "any" | "bool" | "isinstance")):
            return True
    return False


def _takes_only_self(method: object) -> bool:
    try:
        parameters = list(inspect.signature(method).parameters.values())  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return False
    required = [
        one
        for one in parameters
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    return len(required) == 1 and not any(
        one.kind is one.KEYWORD_ONLY and one.default is one.empty for one in parameters
    )
