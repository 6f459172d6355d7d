"""The first-order bug mended: a named style can be made of any."""

from __future__ import annotations


class _Style:
    def __init__(self, size: int = 12) -> None:
        self._size = size
        self._parts: tuple[_Style, ...] = ()

    def size(self) -> int:
        return self._size + sum(part.size() for part in self._parts)


class StyleList:
    def __init__(self) -> None:
        self._basic = _Style()
        self._named: dict[str, _Style] = {}

    def basic_style(self) -> _Style:
        return self._basic

    def join_style(self, base: _Style, shift: _Style) -> _Style:
        """Return a style that is based on one, and changed by the other."""
        joined = _Style(0)
        joined._parts = base, shift
        return joined

    def new_named_style(self, name: str, like: _Style) -> _Style:
        """Return the style of this name: a copy of the other, unless there is one already."""
        if name not in self._named:
            style = self._named[name] = _Style(like._size)
            if like._parts:
                base, shift = like._parts
                style._parts = base, shift
        return self._named[name]
