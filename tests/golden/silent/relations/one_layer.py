"""Texts of which one layer at a time is put on or taken off: doing it twice is doing it twice."""

from __future__ import annotations


def escape(text: str) -> str:
    """Return the text as it is written in HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def strip_quotes(text: str) -> str:
    """Return the text without the pair of quotes around it, if there is one."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text


def normalize_suffix(word: str) -> str:
    """Return an English word without its last ending, as the first step of stemming."""
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending):
            return word[: -len(ending)]
    return word


def strip_prefix(text: str, prefix: str = "-") -> str:
    """Return the text without one prefix."""
    return text[len(prefix) :] if prefix and text.startswith(prefix) else text


def trim(text: str, count: int = 1) -> str:
    """Return the text without so many characters at its end."""
    return text[: len(text) - count] if 0 < count <= len(text) else text
