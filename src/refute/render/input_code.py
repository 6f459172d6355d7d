"""Structures as plain code: `code_of` builds an input and calls the method."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Collection
from typing import Any

from refute.model.bounds import value_text
from refute.model.structure import Description, Ref


def names_for(description: Description) -> list[str]:
    """Return a variable name for each object: its class in lower case, numbered when there are several."""
    seen: dict[str, int] = {}
    total: dict[str, int] = {}
    for one in description.classes:
        total[one] = total.get(one, 0) + 1
    names = []
    for one in description.classes:
        number = seen.get(one, 0)
        seen[one] = number + 1
        base = snake(one.rpartition(".")[2])
        names.append(base if total[one] == 1 else f"{base}{number}")
    return names


def snake(name: str) -> str:
    """Return a class name as a variable name.

    >>> snake("BinaryTree"), snake("Node")
    ('binary_tree', 'node')
    """
    text = "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))
    return text + "_" if text in ("class", "def") else text


def code_of(
    description: Description,
    parameters: list[str],
    call: str,
    keywords: Collection[str] = (),
    of_class: bool = False,
) -> list[str]:
    """Return plain code that builds the input and calls the method, with some of the parameters by name.

    What is called `of_class` has no receiver among its parameters.
    """
    names = names_for(description)
    values = {name: value for number, name, value in description.assignments if number == 0}
    lines = [
        f"{names[number]} = object.__new__({owner})"
        for number, owner in enumerate(description.classes)
        if number
    ]
    for number, name, value in description.assignments:
        if number:
            lines.append(f"{names[number]}.{name} = {text_of(value, names)}")
    arguments = [
        (f"{one}=" if one in keywords else "") + text_of(values[one], names) for one in parameters
    ]
    receiver, dot, name = call.rpartition(".")
    if dot and parameters and not of_class:
        receiver, *arguments = arguments
    lines.append(f"{receiver}{dot}{name}({', '.join(arguments)})")
    return lines


def text_of(value: Any, names: list[str]) -> str:
    """Return a value of a description as source."""
    if isinstance(value, Ref):
        return names[value.number]
    if isinstance(value, list):
        return "[" + ", ".join(text_of(one, names) for one in value) + "]"
    if isinstance(value, tuple):
        return "(" + "".join(text_of(one, names) + ", " for one in value).rstrip() + ")"
    if isinstance(value, set | frozenset):
        inside = ", ".join(sorted(text_of(one, names) for one in value))
        shown = f"{{{inside}}}" if inside else ""
        is_plain = isinstance(value, set) and inside
        return shown if is_plain else f"{type(value).__name__}({shown})"
    if isinstance(value, deque) and value.maxlen is not None:
        return f"deque({text_of(list(value), names)}, {value.maxlen})"
    if isinstance(value, deque | OrderedDict):
        plain = list(value) if isinstance(value, deque) else dict(value)
        return f"{type(value).__name__}({text_of(plain, names)})"
    if isinstance(value, dict):
        pairs = (f"{text_of(k, names)}: {text_of(v, names)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    return value_text(value)
