"""A registry that subclasses enter by being defined."""

from __future__ import annotations

from typing import ClassVar


class Codec:
    """Turns texts into others and back."""

    codecs: ClassVar[dict[str, type[Codec]]] = {}
    name: ClassVar[str] = "plain"

    def __init_subclass__(cls, /, name: str) -> None:
        super().__init_subclass__()
        if name in Codec.codecs:
            raise TypeError(f"there is already a codec {name!r}")
        cls.name = name
        Codec.codecs[name] = cls

    def encode(self, text: str) -> str:
        return text

    def decode(self, text: str) -> str:
        return text


class Reversed(Codec, name="reversed"):
    """Writes from right to left."""

    def encode(self, text: str) -> str:
        return text[::-1]

    decode = encode


class Swapped(Codec, name="swapped"):
    """Swaps the case of ASCII letters."""

    def encode(self, text: str) -> str:
        return "".join(c.swapcase() if c.isascii() else c for c in text)

    decode = encode


def codec_named(name: str) -> Codec:
    """Return a codec.

    Raises:
        LookupError: there is none of that name.
    """
    if name not in Codec.codecs:
        raise LookupError(f"there is no codec {name!r}")
    return Codec.codecs[name]()
