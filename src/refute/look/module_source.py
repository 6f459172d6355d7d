"""Modules as they are written: `ParsedModule`, `parsed`, `assigned_names`; those of a package that belong together: `with_imported`."""

from __future__ import annotations

import ast
import sys
import tokenize
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType
from typing import NamedTuple

from refute.look.homes import home_of

# Of a big package only so much is read: parsing takes 1 ms per 10 kB.
_MOST_SOURCE = 1_000_000


class ParsedModule(NamedTuple):
    """A module with its source, as text and as a tree."""

    name: str
    text: str
    tree: ast.Module


def parsed(modules: Iterable[ModuleType]) -> list[ParsedModule]:
    """Return the modules whose source can be read, as many as there is time for."""
    found = []
    left = _MOST_SOURCE
    for module in modules:
        text = _source(module)
        left -= len(text)
        if left < 0:
            break
        try:
            found.append(ParsedModule(module.__name__, text, ast.parse(text)))
        except (SyntaxError, ValueError, RecursionError):
            continue
    return found


def assigned_names(tree: ast.Module) -> set[str]:
    """Return the names that the statements of a module give values."""
    return {name for node in tree.body for name in _assigned(node)}


def _assigned(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module gives values."""
    match node:
        case ast.Assign(targets):
            yield from (one.id for one in targets if isinstance(one, ast.Name))
        case ast.AnnAssign(ast.Name(name)):
            yield name
        case ast.If(body=body, orelse=other) | ast.Try(body=body, orelse=other):
            yield from (name for one in (*body, *other) for name in _assigned(one))


def with_imported(modules: Iterable[ModuleType]) -> list[ModuleType]:
    """Return modules, then those of the same packages that something in them comes from, and that something in these does."""
    found = dict.fromkeys(modules)
    for _ in range(2):
        found |= dict.fromkeys([one for module in found for one in _imported_by(module)])
    return list(found)


def _imported_by(module: ModuleType) -> Iterator[ModuleType]:
    top = module.__name__.partition(".")[0]
    for value in list(vars(module).values()):
        cls = type(value)  # not by isinstance, which a proxy answers with code
        name: object = ""
        if cls is ModuleType and not value.__name__.startswith(f"{module.__name__}."):
            name = value.__name__  # not a part of a package, which it has whether it uses it or not
        elif cls is FunctionType or issubclass(cls, type):
            try:
                name = home_of(value)
            except Exception:  # a metaclass may answer with code of its own
                continue
        home = sys.modules.get(name) if isinstance(name, str) else None
        if home is not None and home.__name__.partition(".")[0] == top:
            yield home


def _source(module: ModuleType) -> str:
    # Not by inspect.getsource: it asks the module for attributes, which a module may answer with code.
    file = vars(module).get("__file__")
    if not isinstance(file, str) or not file.endswith(".py"):
        return ""
    try:
        with tokenize.open(file) as source:
            return source.read()
    except (OSError, SyntaxError, ValueError):
        return ""
