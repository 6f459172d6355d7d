"""Texts and collections of a given length, as source: `sized_sources`, for the types in `SIZED`."""

from __future__ import annotations

from refute.generate.displays import ELEMENTS
from refute.model.typeform import ANY, INT, STR, TypeForm

# A type → the class of what is passed for it.
SIZED = {**ELEMENTS, "str": "str", "bytes": "bytes"}
_LONGEST_WRITTEN = 6


def sized_sources(form: TypeForm, size: int, elements: list[str]) -> list[str]:
    """Return sources of so many elements; `elements` are some that can be in it.

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
        value = "0" if form.args[1:] in ((), (INT,), (ANY,)) else None
        return [f"dict.fromkeys({distinct}, {value})"] if distinct and value else []
    if distinct:
        return [f"{kind}({distinct})"]
    if kind not in ("list", "tuple") or not elements:
        return []
    return [f"[{elements[0]}] * {size}" if kind == "list" else f"({elements[0]},) * {size}"]


def _distinct(form: TypeForm, size: int) -> str | None:
    """Return an iterable of so many different elements, None where the type of them has no simple one."""
    if form in (ANY, INT):
        return f"range({size})"
    return f"map(str, range({size}))" if form == STR else None
