"""Names to choose from; a table of the same module yields None among its keys, and is no collection of names."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterable, Mapping


def table(size: int) -> Mapping[str | None, int]:
    """Return formats by name; the one for all others has no name."""
    names = [None, *"abc"] if size else [*"abc"]
    return UserDict({name: size for name in names})


def chosen(names: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """Return the names that are wanted, in any letters."""
    known = {name for name in wanted}
    return [name for name in names if name.lower() in known]
