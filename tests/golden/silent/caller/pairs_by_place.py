"""Pairs taken apart by number: one that is too short is the caller's."""

from __future__ import annotations

from collections.abc import Sequence


class Replacements:
    """Texts, each with what is to stand in its place."""

    def __init__(self, pairs: Sequence[Sequence[str]] = ()) -> None:
        self._all = {}
        for pair in pairs:
            self._all[pair[0]] = pair[1]

    def applied(self, text: str) -> str:
        for old, new in self._all.items():
            text = text.replace(old, new) if old else text
        return text
