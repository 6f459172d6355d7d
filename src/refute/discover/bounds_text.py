"""Bounds as people write them, on the command line and in `[tool.refute.bounds]`: `parse_bounds`."""

from __future__ import annotations

import ast
import re
from typing import Any

from refute.errors import UsageError


def parse_bounds(text: str) -> dict[str, Any]:
    """Return bounds written on one line; a number alone is the size of everything.

    >>> parse_bounds("Node=3 size=0..3 name='a','b' 4")
    {'Node': 3, 'size': range(0, 4), 'name': ['a', 'b'], '': 4}
    """
    given: dict[str, Any] = {}
    for word in re.findall(r"(?:[^\s'\"]|'[^']*'|\"[^\"]*\")+", text):
        name, equals, value = word.partition("=")
        if not equals and not name.isdigit():
            raise UsageError(f"--bounds: {word} is neither a number nor name=values", "bad-bounds")
        given[name if equals else ""] = parse_value(value) if equals else int(name)
    return given


def parse_value(text: str) -> Any:
    parts = re.findall(r"(?:[^,'\"]|'[^']*'|\"[^\"]*\")+", text)
    values = [parse_one(part) for part in parts]
    if len(values) == 1:
        return values[0]
    return [one for value in values for one in (value if isinstance(value, range) else [value])]


def parse_one(text: str) -> Any:
    """Return `0..3` as a range and the rest as Python literals; a bare word is a string."""
    numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text)
    if numbers:
        return range(int(numbers[1]), int(numbers[2]) + 1)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
