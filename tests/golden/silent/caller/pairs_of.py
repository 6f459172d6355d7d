"""Pairs to be unpacked: one of another length is the caller's."""

from __future__ import annotations

from collections.abc import Iterable


def replaced(text: str, rules: Iterable[Iterable[str]]) -> str:
    """Return the text with every first of a pair replaced by the second."""
    pairs = tuple((old, new) for old, new in rules)
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def swapped(rules: Iterable[Iterable[str]]) -> list[str]:
    found = []
    for old, new in rules:
        found += [new, old]
    return found
