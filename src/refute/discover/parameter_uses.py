"""What functions do with their parameters, read from the source: `Use`, `uses_in` a module.

_Names are followed roughly: what is assigned from an expression that has a parameter in it stands for the parameter, and so does
an attribute that a constructor assigns from one.  A use only suggests what to pass.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_Function = ast.FunctionDef | ast.AsyncFunctionDef
# Methods of texts that look for a text.
_LOOKING = frozenset(
    [
        "startswith",
        "endswith",
        "find",
        "rfind",
        "index",
        "rindex",
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "removeprefix",
        "removesuffix",
        "count",
        "replace",
        "strip",
        "lstrip",
        "rstrip",
    ]
)
_MATCHING = frozenset(
    ["match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split"]
)
# Functions that go through what they are given.
_GOING_THROUGH = frozenset(
    [
        "list",
        "tuple",
        "set",
        "frozenset",
        "sorted",
        "sum",
        "min",
        "max",
        "any",
        "all",
        "enumerate",
        "iter",
        "map",
        "filter",
        "zip",
        "reversed",
        "chain",
        "deque",
        "Counter",
    ]
)
# Names of what an expression stands for: variables, and attributes of the receiver as "self.name".
_Names = dict[str, str]


class Use(NamedTuple):
    """`what` is done with a parameter, and the expression that says with what.

    "compared", "length" (compared with it), "text" (looked for in it), "matched" (by a pattern), "key" (looked up in it), "index" (it is looked up there),
    "item" (a key, and what is compared with what is found there), "items" (gone through; no expression), "passed" (to
    another function: a tuple of that and of the number of the argument, or its name).
    """

    parameter: str
    what: str
    value: ast.expr | None = None


def uses_in(tree: ast.Module) -> Iterator[tuple[str, list[Use]]]:
    """Yield the functions of a module by name, `Class.method`, each with what is done with its parameters."""
    for node in tree.body:
        if isinstance(node, _Function):
            yield node.name, _uses(node, _parameters(node))
        elif isinstance(node, ast.ClassDef):
            yield from _of_class(node)


def _of_class(tree: ast.ClassDef) -> Iterator[tuple[str, list[Use]]]:
    methods = [one for one in tree.body if isinstance(one, _Function)]
    makers = [one for one in methods if one.name in ("__init__", "__new__")]
    kept = _kept(makers[0]) if makers else _fields(tree)
    for method in methods:
        yield f"{tree.name}.{method.name}", _uses(method, _parameters(method))
    # What methods do with what the constructor has kept.
    used = [use for method in methods for use in _uses(method, dict(kept))]
    if used:
        yield f"{tree.name}.__init__", used


def _parameters(function: _Function) -> _Names:
    given = function.args
    return {one.arg: one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def _kept(maker: _Function) -> _Names:
    """Return the attributes that a constructor assigns from a parameter."""
    names = _parameters(maker)
    kept: _Names = {}
    for node in ast.walk(maker):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            of = _stands_for(node.value, names)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if of is not None and isinstance(target, ast.Attribute):
                    kept[f"self.{target.attr}"] = of
    return kept


def _fields(tree: ast.ClassDef) -> _Names:
    """Return the annotated attributes of a class without a constructor of its own: those of a dataclass are parameters."""
    fields = [one.target for one in tree.body if isinstance(one, ast.AnnAssign)]
    return {f"self.{one.id}": one.id for one in fields if isinstance(one, ast.Name)}


def _uses(function: _Function, names: _Names) -> list[Use]:
    names = {name: of for name, of in names.items() if name not in ("self", "cls")}
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    for node in sorted(
        (n for n in nodes if isinstance(n, ast.stmt | ast.comprehension)), key=_line
    ):
        _follow(node, names)
    return [use for node in nodes for use in _uses_at(node, names)]


def _line(node: ast.stmt | ast.comprehension) -> int:
    return node.target.lineno if isinstance(node, ast.comprehension) else node.lineno


def _follow(node: ast.AST, names: _Names) -> None:
    """Add the variables that a statement assigns from a parameter."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pairs = [(target, value) for target in targets]
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            pairs = [(target, value)]
        case _:
            return
    for target, value in pairs:
        of = _stands_for(value, names)
        for one in ast.walk(target) if of is not None else ():
            if isinstance(one, ast.Name):
                names.setdefault(one.id, of or "")


def _stands_for(node: ast.AST, names: _Names) -> str | None:
    """Return the parameter that an expression has in it, the first where there are several."""
    for one in ast.walk(node):
        match one:
            case ast.Name(id=name) if name in names:
                return names[name]
            case ast.Attribute(value=ast.Name(id="self"), attr=attr) if f"self.{attr}" in names:
                return names[f"self.{attr}"]
    return None


def _uses_at(node: ast.AST, names: _Names) -> Iterator[Use]:
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            for place, operator in enumerate(node.ops):
                yield from _compared(sides[place], operator, sides[place + 1], names)
        case ast.Match(subject=subject, cases=cases) if of := _stands_for(subject, names):
            for pattern in (one for case in cases for one in ast.walk(case.pattern)):
                if isinstance(pattern, ast.MatchValue):
                    yield Use(of, "compared", pattern.value)
        case ast.Call(func=func, args=args):
            yield from _called(func, args, names)
        case ast.Subscript(value=value, slice=ast.Constant(value=str()) as key):
            if of := _stands_for(value, names):
                yield Use(of, "key", key)
        case ast.Subscript(value=value, slice=key):
            of = _stands_for(key, names)
            if of is not None and _stands_for(value, names) is None:
                yield Use(of, "index", value)
        case ast.For(iter=value) | ast.comprehension(iter=value):
            if of := _stands_for(value, names):
                yield Use(of, "items")


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr, names: _Names) -> Iterator[Use]:
    for one, other in ((left, right), (right, left)):
        of = _stands_for(one, names)
        if of is None or _stands_for(other, names) is not None:
            continue
        if isinstance(operator, ast.In | ast.NotIn) and one is right:
            yield Use(of, "key", other)
            yield Use(of, "text", other)
        else:
            yield Use(of, "length" if _is_length(one) else "compared", other)
            for key in _keys_in(one):
                yield Use(of, "item", ast.Tuple([key, other], ast.Load()))


def _keys_in(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Subscript(slice=ast.Constant(value=str()) as key):
            yield key
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant() as key, *_]):
            yield key


def _is_length(node: ast.expr) -> bool:
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "len"
        for one in ast.walk(node)
    )


def _called(func: ast.expr, args: list[ast.expr], names: _Names) -> Iterator[Use]:
    called = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    first = args[0] if args else None
    of = None if first is None else _stands_for(first, names)
    if isinstance(func, ast.Attribute) and first is not None:
        receiver = _stands_for(func.value, names)
        if receiver and called in _LOOKING:
            yield Use(receiver, "text", first)
        if receiver and called in ("get", "pop", "setdefault"):
            yield Use(receiver, "key", first)
        if of and not receiver and called in ("get", "pop", "setdefault"):
            yield Use(of, "index", func.value)
        if called in _MATCHING:
            yield from _matched(func.value, args, names)
    if of is not None and called in _GOING_THROUGH:
        yield Use(of, "items")
    for number, given in enumerate(args):
        if isinstance(given, ast.Name) and given.id in names:
            yield Use(
                names[given.id], "passed", ast.Tuple([func, ast.Constant(number)], ast.Load())
            )


def _matched(pattern: ast.expr, args: list[ast.expr], names: _Names) -> Iterator[Use]:
    """Yield the parameter that a pattern is applied to: `PATTERN.match(x)`, `re.match(pattern, x)`."""
    is_module = isinstance(pattern, ast.Name) and pattern.id in ("re", "regex")
    if is_module:
        pattern, args = args[0], args[1:]
    for given in args[:2]:  # of `sub`, the second
        if of := _stands_for(given, names):
            yield Use(of, "matched", pattern)


def parameters_in(tree: ast.Module) -> dict[str, list[str]]:
    """Return the parameters that functions, `Class.method`, take by position, without the receiver."""
    found = {one.name: one for one in tree.body if isinstance(one, _Function)}
    for cls in (one for one in tree.body if isinstance(one, ast.ClassDef)):
        found |= {f"{cls.name}.{one.name}": one for one in cls.body if isinstance(one, _Function)}
    return {
        name: [given for given in _parameters(one) if given not in ("self", "cls")]
        for name, one in found.items()
    }


def parameters_named(uses: Iterable[Use], name: str) -> list[Use]:
    """Return what is done with one parameter."""
    return [use for use in uses if use.parameter == name]
