"""Functions that are kept in a collection and called later: `collections_called`, `kept_in`.

`self._slots.append(slot)` keeps a parameter, `for slot in self._slots: slot(x)` calls what is kept.  Both together say that the
parameter is a function; either alone says nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_KEEPS = frozenset({"append", "appendleft", "add", "insert", "setdefault", "put", "extend"})
_WITH_PLACE = frozenset({"insert", "setdefault"})

# A collection, and the name of what is in it: "" where that is all an item is, else the part of an item.
KeptAt = tuple[str, str]


def collections_called(tree: ast.Module) -> dict[KeptAt, int]:
    """Return the collections whose items are called, or parts of them, with how many arguments."""
    found: dict[KeptAt, int] = {}
    for function in ast.walk(tree):
        if isinstance(function, _Function):
            for place, arity in _called_in(function):
                found.setdefault(place, arity)
    return found


def kept_in(function: _Function, name: str) -> set[KeptAt]:
    """Return the collections that a function keeps one of its parameters in."""
    found: set[KeptAt] = set()
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(where, method), args=args) if method in _KEEPS:
                # Where it is kept is no item.
                kept = args[1:] if method in _WITH_PLACE else args
            case ast.Assign([ast.Subscript(where)], value):
                kept = [value]
            case _:
                continue
        part = _part_named(kept, name)
        if part is not None:
            found.update((one, part) for one in _names_in(where))
    return found


def _part_named(kept: list[ast.expr], name: str) -> str | None:
    """Return "" where a name is kept as it is, the name where it is part of what is kept, None where it is neither."""
    if any(isinstance(one, ast.Name) and one.id == name for one in kept):
        return ""
    parts = [part for one in kept if isinstance(one, ast.Tuple | ast.Call) for part in _parts(one)]
    return name if any(isinstance(one, ast.Name) and one.id == name for one in parts) else None


def _parts(whole: ast.Tuple | ast.Call) -> list[ast.expr]:
    if isinstance(whole, ast.Tuple):
        return whole.elts
    return [*whole.args, *(one.value for one in whole.keywords)]


def _called_in(function: _Function) -> Iterator[tuple[KeptAt, int]]:
    sources = dict(_drawn_in(function))
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(name)) if name in sources:
                places = sources[name]
            case ast.Call(func=ast.Subscript(where)):
                places = {(one, "") for one in _names_in(where)}
            case ast.Call(func=ast.Attribute(ast.Name(name), part)) if name in sources:
                places = {(one, part) for one, whole in sources[name] if not whole}
            case _:
                continue
        if not node.keywords and not any(isinstance(one, ast.Starred) for one in node.args):
            yield from ((place, len(node.args)) for place in places)


def _drawn_in(function: _Function) -> Iterator[tuple[str, set[KeptAt]]]:
    """Yield the variables that stand for items of collections, or for parts of them."""
    for node in ast.walk(function):
        match node:
            case (
                ast.For(target, where)
                | ast.comprehension(target, where)
                | ast.Assign([target], ast.Subscript() | ast.Call() as where)
            ):
                names = _names_in(where)
            case _:
                continue
        match target:
            case ast.Name(name):
                yield name, {(one, "") for one in names}
            case ast.Tuple([_, ast.Name(name)]) if _is_of_pairs(where):
                yield name, {(one, "") for one in names}
            case ast.Tuple(elts):
                for one in elts:
                    if isinstance(one, ast.Name):
                        yield one.id, {(where_from, one.id) for where_from in names}


def _is_of_pairs(where: ast.expr) -> bool:
    """Return whether keys and values are gone through."""
    called = [node.func for node in ast.walk(where) if isinstance(node, ast.Call)]
    return any(isinstance(one, ast.Attribute) and one.attr == "items" for one in called)


def _names_in(where: ast.expr) -> set[str]:
    """Return the attributes and variables that an expression reads: one of them is the collection."""
    nodes = list(ast.walk(where))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    attributes = {
        node.attr for node in nodes if isinstance(node, ast.Attribute) and id(node) not in called
    }
    names = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in called}
    return (attributes | names) - {"self", "cls"}
