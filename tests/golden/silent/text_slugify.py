"""Texts for addresses and file names."""

from __future__ import annotations

import re
import unicodedata


def slugify(text: str, separator: str = "-") -> str:
    """Return the letters and digits of a text in lower case, the rest replaced by separators."""
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    words = re.findall(r"[a-z0-9]+", letters.lower())
    return separator.join(words)


def shortened(text: str, length: int, ellipsis: str = "...") -> str:
    """Return the text, cut and marked if it is longer than the length.

    Raises:
        ValueError: the length has no room for the ellipsis.
    """
    if length < len(ellipsis):
        raise ValueError("there is no room for the ellipsis")
    if len(text) <= length:
        return text
    return text[: length - len(ellipsis)] + ellipsis


def initials(name: str) -> str:
    """Return the first letter of every word, as a capital."""
    return "".join(word[0].upper() for word in name.split())


def is_palindrome(text: str) -> bool:
    """Say whether the letters and digits read the same in both directions."""
    letters = [c for c in text.casefold() if c.isalnum()]
    return letters == letters[::-1]
