"""What an option may be: how its value is read, typed on the command line, and written again: `Kind`.

A value comes from the command line, from `[tool.refute]`, or by keyword from Python; `Kind.read` takes all three, and
raises ValueError with what is wrong about it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from refute.model.errors import UsageError
from refute.model.quantities import parse_duration, parse_size

_EFFECTS = frozenset({"files", "network", "processes", "threads"})
_LEAST_MEMORY = 64 << 20

Table = tuple[tuple[str, tuple[str, ...]], ...]


def _as_text(value: Any) -> list[str]:
    return [str(value)]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of value."""

    read: Callable[[Any], Any]
    # What argparse is told about it.
    typed: Mapping[str, Any] = field(default_factory=dict)
    # The words for a value, each of which follows the flag; "" is the flag alone.
    write: Callable[[Any], list[str]] = _as_text


def _duration(value: Any) -> float:
    return parse_duration(str(value))


def _memory(value: Any) -> int:
    size = parse_size(str(value))
    if size < _LEAST_MEMORY:
        raise ValueError(f"{value} is too little: a worker alone needs 64M")
    return size


def _positive(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is not a whole number above 0")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a whole number from 0")
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _probability(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r} is not a number between 0 and 1")
    return float(value)


def _switch(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, str | list):
        raise ValueError(f"{value!r} is neither a text nor a list of texts")
    words = (value,) if isinstance(value, str) else tuple(value)
    for word in words:
        if not isinstance(word, str):
            raise ValueError(f"{word!r} is not a text")
    return words


def _words_like(form: str, what: str) -> Callable[[Any], tuple[str, ...]]:
    """Return what reads words that all have a form; others would be taken and mean nothing."""

    def read(value: Any) -> tuple[str, ...]:
        words = _words(value)
        for word in words:
            if re.fullmatch(form, word) is None:
                raise ValueError(f"{word!r} is not {what}")
        return words

    return read


def _effects(value: Any) -> frozenset[str]:
    named = {word.strip() for text in _words(value) for word in text.split(",") if word.strip()}
    unknown = sorted(named - _EFFECTS)
    if unknown:
        raise ValueError(f"no such effect: {unknown[0]}; there are {', '.join(sorted(_EFFECTS))}")
    return frozenset(named)


def _bounds(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValueError("not a table of texts by class")
    return tuple(sorted(value.items()))


def expressions(given: Any, what: str = "expressions") -> Table:
    """Return a table of expressions by name, checked as far as that goes without running anything."""
    if not isinstance(given, dict):
        raise ValueError(f"not a table of {what} by name")
    found = []
    for name, some in given.items():
        texts = [some] if isinstance(some, str) else some
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise ValueError(f"{name}: not a list of {what}, as text")
        if not texts:
            raise ValueError(f"{name}: the list is empty")
        for text in texts:
            _check_expression(name, text)
        found.append((name, tuple(texts)))
    return tuple(found)


def class_names(given: Any) -> Table:
    """Return a table of names of classes by the name of a class."""
    return expressions(given, "class names")


def _check_expression(name: str, text: str) -> None:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        raise UsageError(
            f"the preset {text!r} for {name} is no Python expression.", "bad-preset"
        ) from None


def one_of(*names: str) -> Kind:
    """Return the kind of an option that is one of these words."""

    def read(value: Any) -> str:
        if value not in names:
            raise ValueError(f"{value!r} is none of {', '.join(names)}")
        return str(value)

    return Kind(read, {"choices": names})


_INT = {"type": int}
_SEVERAL = {"action": "append"}

SWITCH = Kind(_switch, {"action": "store_true", "default": None}, lambda value: [""])
NUMBER = Kind(_number, _INT)
POSITIVE = Kind(_positive, _INT)
COUNT = Kind(_count, _INT)
PROBABILITY = Kind(_probability, {"type": float})
DURATION = Kind(_duration, write=lambda seconds: [f"{seconds:g}s"])
MEMORY = Kind(_memory, write=lambda size: [f"{size >> 20}M"])
WORDS = Kind(_words, _SEVERAL, list)
METHODS = Kind(_words_like(r"[^\W\d]\w*", "the name of a method"), _SEVERAL, list)
VARIABLES = Kind(
    _words_like(
        r"[^=\0]+",
        "the name of an environment variable (its value is the one that it has where refute is started)",
    ),
    _SEVERAL,
    list,
)
# As `model.ignore` takes them.
KNOWN_FINDINGS = Kind(
    _words_like(
        "[0-9a-f]{6}|[^:]+:.+",
        "the id of a finding or of the form rule:operation, as in raises:shop:*",
    )
)
EFFECTS = Kind(_effects, _SEVERAL, lambda effects: [",".join(sorted(effects))])
EXPRESSIONS = Kind(expressions)
CLASS_NAMES = Kind(class_names)
BOUNDS = Kind(_bounds)
