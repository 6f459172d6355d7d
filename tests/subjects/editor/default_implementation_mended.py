"""The dependence on a default implementation mended: a keymap may be missing."""

from __future__ import annotations


class Keymap:
    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def bind(self, key: str, name: str) -> None:
        self._names[key] = name

    def name_of(self, key: str) -> str | None:
        return self._names.get(key)


class Text:
    def __init__(self) -> None:
        self._keymap = Keymap()

    def keymap(self) -> Keymap | None:
        """Return what keys are bound to, None where each stands for itself."""
        return self._keymap


class SchemeText(Text):
    def __init__(self) -> None:
        super().__init__()
        keymap = self.keymap()
        if keymap is not None:
            keymap.bind("(", "balance")
