"""The fields of a class with their types: an annotation may name what only its author knows."""

from __future__ import annotations

import typing


class Record:
    """Its annotations name what is known only to type checkers."""

    left: Elsewhere  # type: ignore[name-defined]  # noqa: F821

    def __init__(self) -> None:
        self.left = 1


def fields(cls) -> list[str]:
    """Return the names of the fields of a class whose annotations can be resolved."""
    return list(typing.get_type_hints(cls))
