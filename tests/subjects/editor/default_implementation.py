"""Dependence on a default implementation (Klein, Flatt and Findler, figure 8): a keymap is allowed to be missing, and must not."""

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
        self.keymap().bind("(", "balance")  # the fault: only the default is never None
