"""A cache that keeps nothing alive, and an owner that is told of its parts by weak references."""

from __future__ import annotations

import weakref


class Picture:
    """A picture by name."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def name(self) -> str:
        return self._name


class Gallery:
    """One picture per name as long as somebody holds it."""

    def __init__(self) -> None:
        self._pictures: weakref.WeakValueDictionary[str, Picture] = weakref.WeakValueDictionary()

    def load(self, name: str) -> Picture:
        picture = self._pictures.get(name)
        if picture is None:
            picture = Picture(name)
            self._pictures[name] = picture
        return picture

    def is_loaded(self, name: str) -> bool:
        return self._pictures.get(name) is not None


class Child:
    """Knows its parent as long as the parent lives."""

    def __init__(self, parent: Gallery | None = None) -> None:
        self._parent = weakref.ref(parent) if parent is not None else None

    def parent(self) -> Gallery | None:
        return self._parent() if self._parent is not None else None
