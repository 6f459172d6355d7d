"""Bounds as people write them, on the command line and in `[tool.refute.bounds]`: `parse_bounds`, `bounds_line`."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from refute.model.bounds import (
    AnyOf,
    Array,
    Bounds,
    DictOf,
    Domain,
    Objects,
    SetOf,
    Values,
    domain_text,
    value_text,
)
from refute.model.errors import UsageError

# What stands together, whatever is inside: a string, a list, a tuple, a set or dict.
_PIECE = r"'[^']*'|\"[^\"]*\"|\([^)]*\)|\[[^\]]*\]|\{[^}]*\}"


class Bare(str):
    """A word without quotes: a string, unless it names a class within bounds or a member of an enumeration."""

    __slots__ = ()


def parse_bounds(text: str) -> dict[str, Any]:
    """Return bounds written on one line; a number alone is the size of everything.

    >>> parse_bounds("Node=3 size=0..3 name='a','b' 4")
    {'Node': 3, 'size': range(0, 4), 'name': ['a', 'b'], '': 4}
    """
    given: dict[str, Any] = {}
    for word in re.findall(rf"(?:{_PIECE}|[^\s'\"\[({{])+", text):
        name, equals, value = word.partition("=")
        if not equals and not name.isdigit():
            raise UsageError(f"--bounds: {word} is neither a number nor name=values", "bad-bounds")
        if equals and "…" in value:
            raise UsageError(f"--bounds: write values in place of … in {word}", "bad-bounds")
        given[name if equals else ""] = parse_value(value, name) if equals else int(name)
    return given


def parse_value(text: str, name: str) -> Any:
    """Return what is given for one name: a value, or several separated by commas."""
    parts = re.findall(rf"(?:{_PIECE}|[^,'\"\[({{])+", text)
    values = [parse_one(part, name) for part in parts]
    if len(values) == 1:
        return values[0]
    return [one for value in values for one in (value if isinstance(value, range) else [value])]


def parse_one(text: str, name: str) -> Any:
    """Return `0..3` as a range and the rest as Python literals; a bare word is a string, or a name of something."""
    numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text)
    if numbers:
        return range(int(numbers[1]), int(numbers[2]) + 1)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        if re.search(r"[()\[\]{}]", text):
            raise UsageError(
                f"--bounds: {name}={text} is Python; here values stand with commas (0,2,5..7,None), and lists, sets and "
                f"dicts are bounded by {name}.length=0..3 {name}.items=…, or {name}.keys=… {name}.values=…",
                "bad-bounds",
            ) from None
        return Bare(text)


# -- the other way round ----------------------------------------------------------------------------


def bounds_line(space: Bounds, parameters: Mapping[str, Domain] | None = None) -> str:
    """Return all that bounds say, on one line, as it would be typed; parameters stand under the name they are given.

    What follows from the number of objects is left out: a field that may hold None or any object of a class.
    """
    plain = Counter(key.rpartition(".")[2] for key in space.fields if key.count(".") == 1)
    taken = {name.rpartition(".")[2] for name in parameters or {}}
    words = [
        f"{name}={count}"
        for name, count in space.objects.items()
        if name != space.root or count > 1
    ]
    for key, domain in space.fields.items():
        name = key.rpartition(".")[2]
        clashes = plain[name] > 1 or name in space.objects or name in taken
        words += _words(key if clashes else name, domain, space)
    for name, domain in (parameters or {}).items():
        words += _words(name, domain, space, always=True)
    return " ".join(words)


def _words(name: str, domain: Domain, space: Bounds, *, always: bool = False) -> Iterator[str]:
    """Yield `name=values`; for lists, sets and dicts one word each for length and contents."""
    parts = domain.parts if isinstance(domain, AnyOf) else (domain,)
    if always or domain == Values((None,)) or not all(_follows(part) for part in parts):
        shape = parts[-1]
        alone = all(part == Values((None,)) for part in parts[:-1])
        match shape:
            case Array(lengths, item) | SetOf(item, lengths) if alone and _flat(item):
                yield f"{name}.length={_values(lengths)}"
                yield f"{name}.items={_flat(item)}"
            case DictOf(key, value, lengths) if alone and _flat(key) and _flat(value):
                yield f"{name}.length={_values(lengths)}"
                yield f"{name}.keys={_flat(key)}"
                yield f"{name}.values={_flat(value)}"
            case _:
                yield f"{name}={_flat(domain) or domain_text(domain, space.objects)}"


def _follows(domain: Domain) -> bool:
    return isinstance(domain, Objects) or domain == Values((None,))


def _flat(domain: Domain) -> str:
    """Return a domain without lists as values with commas; nothing for others."""
    match domain:
        case Values(items):
            return _values(items)
        case Objects(name):
            return name
        case AnyOf(parts):
            texts = [_flat(part) for part in parts]
            return ",".join(texts) if all(texts) else ""
    return ""


def _values(items: tuple[Any, ...]) -> str:
    """Return values with commas, runs of integers as `0..7`.

    >>> _values((None, 0, 1, 2, 5)), _values((3,)), _values(("a", True))
    ('None,0..2,5', '3', "'a',True")
    """
    words: list[str] = []
    run: list[int] = []

    def close() -> None:
        words.extend([f"{run[0]}..{run[-1]}"] if len(run) > 2 else map(str, run))
        run.clear()

    for item in items:
        if type(item) is int and (not run or item == run[-1] + 1):
            run.append(item)
            continue
        close()
        if type(item) is int:
            run.append(item)
        else:
            words.append(value_text(item))
    close()
    return ",".join(words)
