"""Exceptions that are documented by showing them: examples that doctest runs."""

from __future__ import annotations


class Separators:
    """Characters that part the words of a text.

    >>> Separators("a")
    Traceback (most recent call last):
    ...
    AssertionError: no separators

    >>> Separators("")
    Traceback (most recent call last):
    ...
    AssertionError: no separators
    """

    def __init__(self, characters: str = " ") -> None:
        assert characters and set(characters) <= set(" ,;"), "no separators"
        self.characters = characters

    def split(self, text: str) -> list[str]:
        for character in self.characters:
            text = text.replace(character, " ")
        return text.split()


def longest(words: list[str]) -> str:
    """Return the longest of the words.

    >>> longest(["a", "bcd"])
    'bcd'
    >>> longest([])
    Traceback (most recent call last):
        ...
    ValueError: max() iterable argument is empty
    """
    return max(words, key=len)
