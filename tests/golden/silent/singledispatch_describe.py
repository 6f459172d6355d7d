"""A function with an implementation for each type, and a default for all others."""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def describe(value: object) -> str:
    """Return a description of any value."""
    return f"something of type {type(value).__name__}"


@describe.register
def _(value: int) -> str:
    return "a negative number" if value < 0 else "a number"


@describe.register
def _(value: bool) -> str:
    return "yes" if value else "no"


@describe.register
def _(value: str) -> str:
    return f"a text of {len(value)} characters"


@describe.register
def _(value: list) -> str:  # type: ignore[type-arg]
    return "nothing" if not value else f"{len(value)} things"


@describe.register
def _(value: None) -> str:
    return "nothing"


def describe_all(values: list[object]) -> list[str]:
    return [describe(value) for value in values]
