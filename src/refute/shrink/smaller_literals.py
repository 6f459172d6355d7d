"""Literals that are smaller than one: texts and collections with less in them, smaller numbers: `smaller_literals`.

What is offered for a type may be larger than need be, or not do: then a literal is made smaller itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from refute.model.literals import maker, source_of
from refute.model.sequence import Literal

# Sources with no other names than these are evaluated: they give the same each time, and change nothing.
_PLAIN = frozenset({"list", "tuple", "set", "frozenset", "dict", "range", "map", "str", "float"})
_COLLECTIONS = (list, tuple, set, frozenset, dict)
# So many parts of what is written as a call are written out.
_FIRST_FEW = (0, 1, 2, 4, 8, 16, 32)
# What has more parts is not written out without one of them: that is too long.
_MOST_PARTS = 200


def smaller_literals(literal: Literal) -> Iterator[Literal]:
    """Yield texts and collections with less in them, without their first or second half first, and numbers that are smaller.

    Of what is written as a call the first few parts are written out.

    >>> from refute.model.typeform import INT, STR, TypeForm
    >>> [one.source for one in smaller_literals(Literal("'abc'", STR))]
    ["'bc'", "'a'", "'ac'", "'ab'"]
    >>> [one.source for one in smaller_literals(Literal("list(range(3))", TypeForm("list", (INT,))))]
    ['[]', '[0]', '[0, 1]', '[0, 1, 2]']
    """
    value = _value_of(literal.source)
    if isinstance(value, _COLLECTIONS) and literal.type.name != type(value).__name__:
        return  # of a TypedDict, whose keys are given
    found = _smaller(value)
    if _has_shape(literal):
        found = _with_smaller_parts(value)
    elif source_of(value) != literal.source:
        found = _first_few(value)
    for source in dict.fromkeys(map(source_of, found)):
        if source not in (None, literal.source):
            yield Literal(source, literal.type)


def _has_shape(literal: Literal) -> bool:
    """Return whether each element of a tuple has a type of its own."""
    args = literal.type.args
    return literal.type.name == "tuple" and bool(args) and args[-1].name != "..."


def _value_of(source: str) -> Any:
    """Return the value of a source, None where it is written with other names than those of plain values."""
    nodes = ast.walk(ast.parse(source, mode="eval"))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return maker(source)() if names <= _PLAIN else None


def _smaller(value: Any) -> Iterator[Any]:
    """Yield values of the same type that are smaller; of other types than those of plain numbers, texts and collections none."""
    if type(value) is int:
        yield from (value // 2, value - 1) if value > 0 else (-value,)
    elif type(value) in (str, bytes, *_COLLECTIONS):
        yield from _with_less(value)
        yield from _with_smaller_parts(value)


def _with_less(value: Any) -> Iterator[Any]:
    parts = _parts(value)
    half = len(parts) // 2
    cuts = [(0, half), (half, len(parts))]
    cuts += [(n, n + 1) for n in range(len(parts)) if len(parts) <= _MOST_PARTS]
    return (_of_parts(type(value), parts[:start] + parts[end:]) for start, end in cuts)


def _first_few(value: Any) -> Iterator[Any]:
    if type(value) in (str, bytes, *_COLLECTIONS):
        parts = _parts(value)
        sizes = {min(size, len(parts)) for size in _FIRST_FEW}
        yield from (_of_parts(type(value), parts[:size]) for size in sorted(sizes))


def _with_smaller_parts(value: Any) -> Iterator[Any]:
    """Yield a collection with one element smaller each, or one value of a dict."""
    if type(value) not in _COLLECTIONS:
        return
    parts = _parts(value)
    for number, part in enumerate(parts):
        is_pair = type(value) is dict
        for smaller in _smaller(part[1] if is_pair else part):
            other = (part[0], smaller) if is_pair else smaller
            yield _of_parts(type(value), [*parts[:number], other, *parts[number + 1 :]])


def _parts(value: Any) -> list[Any]:
    """Return the letters, elements or pairs of a value, in the same order each time."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    return list(value.items() if isinstance(value, dict) else value)


def _of_parts(kind: type, parts: list[Any]) -> Any:
    return "".join(parts) if kind is str else kind(parts)
