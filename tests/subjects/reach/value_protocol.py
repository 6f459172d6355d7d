"""Something that can be read, which a standard class is."""

from typing import Protocol


class Readable(Protocol):
    def read(self) -> str: ...


def first_word(source: Readable) -> str:
    """Return the first word."""
    return source.read().split()[0]  # wrong: there may be none
