"""A collection of the package's own, passed where texts are asked for: what it holds is not what the caller may pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Mark:
    """One mark."""

    def __init__(self, text: str) -> None:
        self.text = text


class Marks:
    """Several marks, written with commas."""

    def __init__(self, text: str = "") -> None:
        self._marks = [Mark(one) for one in text.split(",") if one]

    def __iter__(self) -> Iterator[Mark]:
        return iter(list(self._marks))

    def __len__(self) -> int:
        return len(self._marks)


def lowered(names: Iterable[str] | None = None) -> list[str]:
    """Return the names in small letters."""
    return [name.lower() for name in names or ()]
