"""What can be passed as `**options`: `keyword_parameters`.

A signature does not say it.  The body does, where it looks names up; so does whoever the options are passed on to, and the
documentation.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from refute.discover.callables import unwrapped
from refute.discover.parameters import Parameters, maker_of
from refute.look.function_source import Function, tree_of
from refute.look.homes import home_of

# So many functions hand the options on, one to the next.
_DEEPEST = 2
# So many names are taken: half of the calls pass one or two of them.
_MOST = 20
# So many of a function of Python: what it takes is not what whoever passes the options on is there for.
_MOST_OF_PYTHON = 6

_EMPTY = inspect.Parameter.empty
_LOOKING_UP = frozenset({"pop", "get", "setdefault"})
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)

# A section of a docstring that lists parameters, and an entry of it: Google's style and NumPy's; Sphinx has fields.
_SECTION = re.compile(
    r"^(?P<indent>[ \t]*)(?:(?:Keyword |Other )?(?:Args|Arguments|Parameters)|Options|Kwargs):?[ \t]*\n"
    r"(?P<body>(?:(?:(?P=indent)[ \t]+\S|(?P=indent)-{3,}|(?P=indent)\w+ ?: ).*\n?|[ \t]*\n)+)",
    re.M | re.I,
)
_ENTRY = re.compile(r"^[ \t]*\*{0,2}(\w+)[ \t]*(?:\([^)\n]*\))?[ \t]*:(?!:)", re.M)
_FIELD = re.compile(r":(?:param|parameter|arg|key|keyword|kwarg)[ \t]+(?:[^:\n]*[ \t])?(\w+):")


def keyword_parameters(
    parameters: Iterable[inspect.Parameter], function: Any, cls: type | None
) -> Parameters:
    """Return the parameters with those that `**options` stands for, as far as it can be told, each with its default."""
    parameters = list(parameters)
    if not any(one.kind is one.VAR_KEYWORD for one in parameters):
        return parameters
    taken = {one.name for one in parameters}
    further: dict[str, inspect.Parameter] = {}
    for one in _keywords(unwrapped(function), cls, _DEEPEST):
        if one.name not in taken and not one.name.startswith("_"):
            further.setdefault(one.name, one)
    return _in_order(parameters, list(further.values())[:_MOST])


def _in_order(parameters: Parameters, further: Parameters) -> Parameters:
    """Return them with the further ones before `**options`, which comes last."""
    return [*parameters[:-1], *further, parameters[-1]]


def _keywords(function: Any, cls: type | None, depth: int) -> Iterator[inspect.Parameter]:
    tree = tree_of(function) if isinstance(function, types.FunctionType) else None
    if tree is None or tree.args.kwarg is None:
        return
    options = tree.args.kwarg.arg
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and any(_is_passed(one, options) for one in node.keywords):
            yield from _passed_on(node, function, cls, depth)
    yield from _read_from(tree, options, function, cls, depth)
    text = f"{function.__doc__ or ''}\n"
    if function.__name__ == "__init__" and cls is not None:
        text += f"{cls.__doc__ or ''}\n"
    yield from map(_keyword, _documented(text))


def _read_from(
    tree: ast.AST, options: str, function: Any, cls: type | None, depth: int
) -> Iterator[inspect.Parameter]:
    """Yield what is looked up in a dictionary of options, here or in functions that it is handed to as one argument."""
    for node in ast.walk(tree):
        yield from _looked_up(node, options)
        place = _place_of(options, node) if isinstance(node, ast.Call) and depth > 0 else None
        if isinstance(node, ast.Call) and place is not None:
            callee, owner = _callee(node.func, function, cls)
            below = unwrapped(maker_of(callee) if isinstance(callee, type) else callee)
            inside = tree_of(below) if isinstance(below, types.FunctionType) else None
            taken = _taken_at(place, inside, callee) if inside is not None else None
            if inside is not None and taken is not None and _is_near(below, function):
                yield from _read_from(inside, taken, below, owner, depth - 1)
    yield from _merged(tree, function.__globals__, options)


def _place_of(name: str, call: ast.Call) -> int | str | None:
    """Return as which argument a call passes what this name stands for, by position or keyword."""
    for number, given in enumerate(call.args):
        if isinstance(given, ast.Name) and given.id == name:
            return number
    passed = (one.arg for one in call.keywords if one.arg and _names(name, one.value))
    return next(passed, None)


def _taken_at(place: int | str, tree: Function, callee: Any) -> str | None:
    """Return by what name a function takes this argument."""
    if isinstance(place, str):
        return place
    taken = [*tree.args.posonlyargs, *tree.args.args]
    if isinstance(callee, type | types.MethodType):
        taken = taken[1:]  # the object itself
    return taken[place].arg if place < len(taken) else None


def _keyword(name: str, default: object = None) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)


def _looked_up(node: ast.AST, options: str) -> Iterator[inspect.Parameter]:
    """Yield what a part of the body looks up in the options."""
    match node:
        case ast.Call(
            ast.Attribute(ast.Name(name), method), [ast.Constant(str() as key), *rest]
        ) if name == options and method in _LOOKING_UP:
            yield _keyword(key, _constant(rest))
        case ast.Subscript(ast.Name(name), ast.Constant(str() as key)) if name == options:
            yield _keyword(key)
        case ast.Compare(ast.Constant(str() as key), [ast.In() | ast.NotIn()], [ast.Name(name)]):
            if name == options:
                yield _keyword(key)


def _merged(tree: ast.AST, outside: dict[str, Any], options: str) -> Iterator[inspect.Parameter]:
    """Yield the keys of dictionaries that the options are put over, or compared with."""
    written: dict[str, ast.expr] = {}
    merged: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Dict() | ast.Call(ast.Name("dict")) as value):
                written[name] = value
            case ast.Call(ast.Attribute(other, "update"), given, keywords):
                if _names(options, *given, *(one.value for one in keywords)):
                    merged.append(other)
            case ast.BinOp(other, ast.BitOr() | ast.Sub(), right) if _names(options, other, right):
                merged += (other, right)
            case ast.AugAssign(other, ast.BitOr(), right) if _names(options, right):
                merged.append(other)
            case ast.Dict(keys, values) if None in keys and _names(options, *values):
                merged += (node, *(one for key, one in zip(keys, values, strict=True) if not key))
    for place in merged:
        for part in ast.walk(place):
            if isinstance(part, ast.Name):
                yield from _listed(written.get(part.id, part), outside)
        yield from _listed(place, outside)
    yield from _gone_through(tree, outside, options)


def _gone_through(
    tree: ast.AST, outside: dict[str, Any], options: str
) -> Iterator[inspect.Parameter]:
    """Yield what the keys of the options are compared with, where they are gone through one by one."""
    nodes = list(ast.walk(tree))
    keys = {name for node in nodes for name in _key_variables(node, options)}
    for node in nodes if keys else ():
        match node:
            case ast.Compare(ast.Name(name), [_], [other]) if name in keys:
                yield from _listed(other, outside)
            case ast.Match(ast.Name(name), cases) if name in keys:
                for one in (part for case in cases for part in ast.walk(case.pattern)):
                    if isinstance(one, ast.MatchValue):
                        yield from _listed(one.value, outside)


def _key_variables(node: ast.AST, options: str) -> Iterator[str]:
    """Yield the variable that stands for a key of the options: `for key in options`, `for key, value in options.items()`."""
    match node:
        case ast.For(target, gone_through) | ast.comprehension(target, gone_through):
            first = target.elts[0] if isinstance(target, ast.Tuple) else target
            if isinstance(first, ast.Name) and _names(options, gone_through):
                yield first.id


def _listed(value: ast.expr, outside: dict[str, Any]) -> Iterator[inspect.Parameter]:
    """Yield a name that is written here, or each of a collection of names."""
    match value:
        case ast.Constant(str() as name):
            known: list[object] = [name]
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            known = [one.value for one in parts if isinstance(one, ast.Constant)]
        case ast.Name(name) if type(outside.get(name)) in (tuple, list, set, frozenset):
            known = sorted(outside[name], key=repr)  # sets have no order of their own
        case _:
            return (yield from _keys(value, outside))
    yield from (_keyword(one) for one in known if isinstance(one, str) and one.isidentifier())


def _names(name: str, *places: ast.AST) -> bool:
    """Return whether one of these expressions is this name, a set of it, or its keys."""
    return any(
        isinstance(one, ast.Name) and one.id == name
        for place in places
        for one in (
            place,
            *getattr(place, "args", ()),
            getattr(getattr(place, "func", None), "value", None),
        )
    )


def _keys(value: ast.expr, outside: dict[str, Any]) -> Iterator[inspect.Parameter]:
    match value:
        case ast.Dict(keys, values):
            for key, one in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant) and str(key.value).isidentifier():
                    yield _keyword(str(key.value), _constant([one]))
        case ast.Call(ast.Name("dict"), _, keywords):
            yield from (_keyword(one.arg, _constant([one.value])) for one in keywords if one.arg)
        case ast.Name(name) if type(known := outside.get(name)) is dict:
            yield from (
                _keyword(key) for key in known if isinstance(key, str) and key.isidentifier()
            )


def _constant(values: list[ast.expr]) -> object:
    return values[0].value if values and isinstance(values[0], ast.Constant) else None


def _is_passed(given: ast.keyword, options: str) -> bool:
    return given.arg is None and isinstance(given.value, ast.Name) and given.value.id == options


def _passed_on(
    call: ast.Call, function: Any, cls: type | None, depth: int
) -> Iterator[inspect.Parameter]:
    """Yield what the function takes that the options are passed on to, without what it is given otherwise."""
    callee, owner = _callee(call.func, function, cls)
    is_near = callee is not None and _is_near(callee, function)
    if not is_near and not _is_of_python(callee):
        return
    try:
        parameters = list(inspect.signature(callee).parameters.values())
    except (ValueError, TypeError):
        return
    given = {one.arg for one in call.keywords}
    taken = [
        one.replace(kind=one.KEYWORD_ONLY)
        for one in parameters[len(call.args) :]
        if one.kind in _NAMED and one.name not in given and one.default is not _EMPTY
    ]
    yield from taken if is_near else taken[:_MOST_OF_PYTHON]
    if depth > 0 and is_near:
        further = maker_of(callee) if isinstance(callee, type) else callee
        yield from _keywords(unwrapped(further), owner, depth - 1)


def _callee(called: ast.expr, function: Any, cls: type | None) -> tuple[Any, type | None]:
    """Return what is called, and the class that it belongs to; methods as they are called on an object."""
    match called:
        case ast.Name("cls") if cls is not None:
            return cls, cls
        case ast.Name(name):
            found = function.__globals__.get(name)
            return found, found if isinstance(found, type) else None
        case ast.Attribute(ast.Name("self" | "cls"), name) if cls is not None:
            return _bound(cls.__mro__, name)
        case ast.Attribute(ast.Call(ast.Name("super"), []), name) if cls is not None:
            return _bound(cls.__mro__[1:], name)
        case ast.Attribute(ast.Call(ast.Name(name)), method):
            made = function.__globals__.get(name)
            return _bound(made.__mro__, method) if issubclass(type(made), type) else (None, None)
        case ast.Attribute(ast.Name(module), name):
            home = function.__globals__.get(module)
            return (vars(home).get(name) if type(home) is types.ModuleType else None), None
    return None, None


def _bound(bases: tuple[type, ...], name: str) -> tuple[Any, type | None]:
    base = next((one for one in bases if name in vars(one)), None)
    member = None if base is None else vars(base)[name]
    if isinstance(member, staticmethod | classmethod):
        return member.__get__(None, base), base
    if isinstance(member, types.FunctionType):
        return types.MethodType(member, object()), base
    return None, base


def _is_near(callee: Any, function: Any) -> bool:
    home = home_of(getattr(callee, "__func__", callee))
    return home.partition(".")[0] == home_of(function).partition(".")[0]


def _is_of_python(callee: Any) -> bool:
    """Return whether a function or method of Python itself is called, and is written in Python."""
    function = getattr(callee, "__func__", None) if type(callee) is types.MethodType else callee
    if type(function) is not types.FunctionType:
        return False
    return home_of(function).partition(".")[0] in sys.stdlib_module_names


def _documented(text: str) -> Iterator[str]:
    text = inspect.cleandoc(text) + "\n"
    for section in _SECTION.finditer(text):
        yield from _ENTRY.findall(section["body"])
    yield from _FIELD.findall(text)
