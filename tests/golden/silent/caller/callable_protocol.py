"""A document that plugins add to: each is something that can be called with it."""

from __future__ import annotations

from typing import Protocol


class Plugin(Protocol):
    """What adds to a document."""

    def __call__(self, document: Document) -> None: ...


class Document:
    """Lines; a call of it renders a text below them."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        self._lines.append(line)

    def use(self, plugin: Plugin) -> None:
        plugin(self)

    def __call__(self, text: str) -> str:
        return "\n".join([*self._lines, text.strip()])


class Header:
    """Adds a title."""

    def __init__(self, title: str) -> None:
        self._title = title

    def __call__(self, document: Document) -> None:
        document.add(self._title.upper())
