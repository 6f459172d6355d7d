"""A registry of functions by name, filled by a decorator."""

from __future__ import annotations

from collections.abc import Callable

Converter = Callable[[str], str]


class UnknownConverter(KeyError):
    """No converter is registered under the name."""


class Registry:
    """Converters by name."""

    def __init__(self) -> None:
        self._converters: dict[str, Converter] = {}

    def register(self, name: str) -> Callable[[Converter], Converter]:
        """Return a decorator that registers a function once.

        Raises:
            ValueError: the name is taken or empty.
        """
        if not name or name in self._converters:
            raise ValueError(f"the name {name!r} is empty or taken")

        def decorate(converter: Converter) -> Converter:
            self._converters[name] = converter
            return converter

        return decorate

    def names(self) -> list[str]:
        return sorted(self._converters)

    def convert(self, name: str, text: str) -> str:
        """Apply the converter registered under the name."""
        if name not in self._converters:
            raise UnknownConverter(name)
        return self._converters[name](text)


DEFAULT = Registry()


@DEFAULT.register("upper")
def to_upper(text: str) -> str:
    return text.upper()


@DEFAULT.register("reverse")
def to_reverse(text: str) -> str:
    return text[::-1]
