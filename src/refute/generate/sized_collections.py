"""Texts and collections of a given length, as source: `sized_sources`, for the types in `SIZED`."""

from __future__ import annotations

from refute.generate.displays import ELEMENTS
from refute.model.typeform import ANY, INT, NONE, TypeForm, members

# A type → the class of what is passed for it.
SIZED = {**ELEMENTS, "str": "str", "bytes": "bytes"}
# What makes distinct values of a type from distinct numbers.
_OF_NUMBERS = {
    "str": "str",
    "float": "float",
    "complex": "complex",
    "bytes": "b'%d'.__mod__",
    "decimal:Decimal": "decimal.Decimal",
    "fractions:Fraction": "fractions.Fraction",
}


def sized_sources(form: TypeForm, size: int, elements: list[str]) -> list[str]:
    """Return sources of so many elements; `elements` are some that can be in it, of a dict its values.

    >>> sized_sources(TypeForm("list", (INT,)), 17, ["0", "1"])
    ['list(range(17))']
    """
    kind = SIZED[form.name]
    if kind in ("str", "bytes"):
        return [f"{'b' if kind == 'bytes' else ''}'a' * {size}"]
    inside = form.args[0] if form.args else ANY
    if kind == "tuple" and form.args and form.args[-1].name != "...":
        return []
    distinct = _distinct(inside, size)
    if kind == "dict":
        value = "0" if form.args[1:] in ((), (INT,), (ANY,)) else next(iter(elements), None)
        return [_dict(distinct, value)] if distinct and value else []
    if distinct:
        return [f"{kind}({distinct})"]
    if kind not in ("list", "tuple") or not elements:
        return []
    return [f"[{elements[0]}] * {size}" if kind == "list" else f"({elements[0]},) * {size}"]


def _dict(keys: str, value: str) -> str:
    """Return a dict of equal values; of those that can be changed each is an object of its own."""
    if value.startswith(("[", "{")) or value.endswith(")"):
        return f"{{key: {value} for key in {keys}}}"
    return f"dict.fromkeys({keys}, {value})"


def _distinct(form: TypeForm, size: int) -> str | None:
    """Return an iterable of so many different elements, None where the type of them has no simple one."""
    found = (_distinct_of(one, size) for one in members(form) if one != NONE)
    return next(filter(None, found), None)


def _distinct_of(form: TypeForm, size: int) -> str | None:
    if form in (ANY, INT):
        return f"range({size})"
    if form.name in _OF_NUMBERS:
        return f"map({_OF_NUMBERS[form.name]}, range({size}))"
    if form.name != "tuple" or not form.args:
        return None
    parts = [_distinct(one, size) for one in form.args if one.name != "..."]
    return f"zip({', '.join(map(str, parts))})" if all(parts) else None
