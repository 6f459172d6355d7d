"""The law that a `repr` written as a constructor call makes the object it is the repr of."""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
from typing import Any

from refute.judge.laws.contents import contents_of
from refute.judge.laws.law import ObjectLaw
from refute.look.classes import authored, has_value_equality
from refute.look.objects import attributes_of
from refute.model.roles import Breach

_LONGEST = 2000

# What a repr of plain values is made of.  A bare name is not: `nan`, or text without its quotes.
_NODES = (
    *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.keyword, ast.Load),
    *(ast.UnaryOp, ast.USub, ast.BinOp, ast.Add, ast.Sub),
)


class EvalRepr(ObjectLaw):
    """If `repr(x)` reads like a call of the constructor on plain values, the call makes an equal
    object; and a text between quotes is escaped.

    Only where the new object has another repr, or all arguments are shown but one: otherwise the class shows but
    a part of itself, which it is free to do.  It is no Python at all where a text with quotes in it was put between quotes.
    """

    name = "eval-repr"
    dear = True
    method = "__repr__"
    convention = "a repr that reads like a call is taken to make an equal object"
    remedy = "show every argument with !r, or write <…> around what is no call"
    test_name = "is_made_anew_by_its_repr"
    silent_when = (
        "The new object has the same `repr`, and not all arguments but one are shown: the class "
        "shows only a part of itself; an abridged `repr` (`...`); the call raises."
    )
    example = 'def __repr__(self): return f"Box({self.value + 1})"'

    def applies(self, cls: type) -> bool:
        return has_value_equality(cls) and authored(cls, "__repr__")

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            text = repr(x)
            if len(text) > _LONGEST or not text.startswith(_openings(type(x))):
                return None
            wrong = _quoted_by_hand(x, text)
            if wrong is not None:
                return _no_python(x, wrong)
            namespace = _namespace(type(x))
            names = _constructors(text, type(x), namespace)
            if not names:
                return None
            y = eval(text, namespace)
            if type(y) is not type(x) or (y == x) is not False or (x == x) is not True:
                return None
            if contents_of(x).nan or (repr(y) == text and not _leaves_one_out(text, type(x))):
                return None
        except Exception:
            return None
        message = (
            f"{type(x).__name__}: repr reads like a constructor call, which makes another object"
        )
        return Breach(message, f"assert eval(repr({{0}}), {_written(names, type(x))}) == {{0}}")


def _leaves_one_out(text: str, cls: type) -> bool:
    """Return whether the call that is shown gives every argument that the class takes but one: that one was forgotten.

    Who leaves out several, takes any number, or has the method made from a list of fields has chosen what to show.
    """
    if not _is_written_by_hand(cls):
        return False
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    signature = inspect.signature(cls)
    given = signature.bind(*call.args, **{one.arg: one for one in call.keywords if one.arg})
    missing = [one for name, one in signature.parameters.items() if name not in given.arguments]
    return len(missing) == 1 and missing[0].default is not inspect.Parameter.empty


def _is_written_by_hand(cls: type) -> bool:
    """Return whether the source of `__repr__` stands in a file: what dataclasses and the like make has none."""
    code = getattr(inspect.unwrap(cls.__repr__), "__code__", None)
    return code is not None and not code.co_filename.startswith("<")


def _no_python(x: object, wrong: SyntaxError) -> Breach:
    name = type(x).__name__
    message = f"{name}: repr reads like a constructor call, but a text in it is not escaped"
    return Breach(message, f"assert eval(repr({{0}}), dict({name}=type({{0}}))) == {{0}}", wrong)


def _quoted_by_hand(x: object, text: str) -> SyntaxError | None:
    """Return what Python says about a repr in which a field stands between quotes just as it is."""
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as wrong:
        fields = (attributes_of(x) or {}).values()
        plain = any(
            isinstance(one, str) and f"{quote}{one}{quote}" in text
            for one in fields
            for quote in ("'", '"')
            if isinstance(one, str) and (quote in one or "\\" in one or "\n" in one)
        )
        return wrong if plain else None
    return None


def _openings(cls: type) -> tuple[str, str]:
    return f"{cls.__name__}(", f"{cls.__qualname__}("


def _constructors(text: str, cls: type, namespace: dict[str, Any]) -> set[str]:
    """Return the names of the classes called in the text; nothing if it is not a call of `cls` on plain values."""
    call = ast.parse(text, mode="eval").body
    if not isinstance(call, ast.Call) or _resolved(call.func, namespace) is not cls:
        return set()
    names: set[str] = set()
    return names if _collect(call, namespace, names) else set()


def _collect(node: ast.AST, namespace: dict[str, Any], names: set[str]) -> bool:
    if isinstance(node, ast.Constant):
        return not _is_abridged(node.value)
    if isinstance(node, ast.Call):
        if not isinstance(_resolved(node.func, namespace), type):
            return False
        names.add(ast.unparse(node.func))
        parts: list[ast.AST] = [*node.args, *node.keywords]
    elif isinstance(node, _NODES):
        parts = list(ast.iter_child_nodes(node))
    else:
        return False
    return all(_collect(part, namespace, names) for part in parts)


def _is_abridged(value: object) -> bool:
    # `Bag([1, 2, ...])`, and what reprlib makes of long texts.
    return value is ... or (isinstance(value, str | bytes) and "..." in str(value))


def _resolved(function: ast.expr, namespace: dict[str, Any]) -> object:
    if isinstance(function, ast.Attribute):
        return getattr(_resolved(function.value, namespace), function.attr, None)
    return namespace.get(function.id) if isinstance(function, ast.Name) else None


def _namespace(cls: type) -> dict[str, Any]:
    module = sys.modules.get(cls.__module__)
    return {**vars(builtins), **(vars(module) if module else {})}


def _written(names: set[str], cls: type) -> str:
    if all(name == cls.__name__ or hasattr(builtins, name) for name in names):
        return f"dict({cls.__name__}=type({{0}}))"
    return f'vars(__import__("{cls.__module__}", fromlist=["*"]))'


LAWS: tuple[ObjectLaw, ...] = (EvalRepr(),)
