"""Modules as they are written: `ParsedModule`, `parsed`."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple

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
