"""Values written as source: `modules_in` a source, `maker` of its value, `source_of` a value.

The convention of `Literal.source`: one Python expression over builtins and *dotted* names that begin with a
module: `datetime.date(2024, 1, 31)`, `shop.color.Color.RED`.  So what to import can be read from the text.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import math
import sys
from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from importlib.machinery import PathFinder

# Longer sources are no simple values; a default of a thousand items teaches nothing.
_LONGEST = 200


@lru_cache(maxsize=4096)
def check_source(source: str, mode: str = "eval") -> str:
    """Return a source that was read if it is Python, by default one expression; ValueError if not."""
    try:
        ast.parse(source, mode=mode)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(f"not Python: {source!r:.80}") from None
    return source


def modules_in(source: str) -> set[str]:
    """Return the names of the modules to import before the source can be evaluated.

    Nothing is imported to find out: a prefix of a dotted name is a module if it is loaded, or if a file for it
    is on the search path.
    """
    tree = ast.parse(source, mode="eval")
    local = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    local |= {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    chains = (_chain(node) for node in ast.walk(tree) if id(node) not in inner)
    return {
        _module_prefix(chain)
        for chain in chains
        if chain and chain[0] not in local and not hasattr(builtins, chain[0])
    }


def _chain(node: ast.AST) -> list[str]:
    """Return the parts of a dotted name; nothing for other expressions."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) else []


def _module_prefix(chain: list[str]) -> str:
    names = [".".join(chain[: length + 1]) for length in range(len(chain))]
    known = [name for name in names if name in sys.modules]
    found = known[-1] if known else ""
    path = list(getattr(sys.modules[found], "__path__", [])) if found else None
    for name in names[len(known) :]:
        # What a loaded package holds under the name is meant, not a file beside it.
        held = found in sys.modules and name.rpartition(".")[2] in vars(sys.modules[found])
        spec = None if held or path == [] else PathFinder.find_spec(name, path)
        if spec is None:
            break
        found = name
        path = list(spec.submodule_search_locations or [])
    return found or chain[0]


def maker(source: str) -> Callable[[], object]:
    """Return a function that evaluates the source anew at each call; imports what it names."""
    namespace: dict[str, object] = {}
    for name in modules_in(source):
        importlib.import_module(name)
        top = name.partition(".")[0]
        namespace[top] = sys.modules[top]
    made: Callable[[], object] = eval(f"lambda: ({source})", namespace)
    return made


def source_of(value: object) -> str | None:
    """Return source text that makes an equal value, or None where the value is not simply written down."""
    source = _source(value, 3)
    return source if source is not None and len(source) <= _LONGEST else None


def _source(value: object, depth: int) -> str | None:
    kind = type(value)  # all that is asked: `isinstance` runs the code of a proxy's `__class__`
    if value is None or value is ... or kind in (bool, int, str, bytes):
        return "..." if value is ... else repr(value)
    if type(value) is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if issubclass(kind, Enum) and isinstance(
        value, Enum
    ):  # a combination of flags has no name of its own
        return _dotted(kind, value.name) if value.name in type(value).__members__ else None
    if issubclass(kind, type) and isinstance(value, type):
        return _dotted(value)
    if kind in (complex, range, slice, bytearray) or kind.__module__ == "datetime":
        return _if_evaluable(repr(value), value)
    if (kind.__module__, kind.__name__) in (("decimal", "Decimal"), ("fractions", "Fraction")):
        return f"{kind.__module__}.{value!r}"
    if kind.__module__.partition(".")[0] == "pathlib":
        return f"pathlib.{kind.__name__}({str(value)!r})"
    return _collection(value, depth) if depth else None


def _collection(value: object, depth: int) -> str | None:
    if type(value) is dict:
        pairs = [
            (_source(k, depth - 1), _source(v, depth - 1)) for k, v in list(value.items())[:50]
        ]
        if any(k is None or v is None for k, v in pairs):
            return None
        return "{" + ", ".join(f"{k}: {v}" for k, v in pairs) + "}"
    if type(value) not in (list, tuple, set, frozenset):
        return None
    assert isinstance(value, list | tuple | set | frozenset)
    if len(value) > _LONGEST:
        return None
    items = [_source(item, depth - 1) for item in value]
    if None in items:
        return None
    inside = ", ".join(
        sorted(map(str, items)) if isinstance(value, set | frozenset) else map(str, items)
    )
    match value:
        case list():
            return f"[{inside}]"
        case tuple():
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        case set():
            return f"{{{inside}}}" if value else "set()"
        case _:
            return f"frozenset({{{inside}}})" if value else "frozenset()"


def _dotted(cls: type, *more: str) -> str | None:
    """Return the dotted name of a class (and something in it), or None where the name leads elsewhere."""
    parts = [*cls.__qualname__.split("."), *more]
    if "<locals>" in parts or not all(part.isidentifier() for part in parts):
        return None
    found: object = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not cls:
        return None
    return ".".join(parts if cls.__module__ == "builtins" else [cls.__module__, *parts])


def _if_evaluable(source: str, value: object) -> str | None:
    try:
        return source if maker(source)() == value else None
    except Exception:
        return None
