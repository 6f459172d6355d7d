"""Texts that come as bytes: what is no text is refused by `decode`, as `int` refuses what is no number."""

from __future__ import annotations

from collections.abc import Iterator


class Document:
    """Lines of a text, whatever it comes as."""

    def __init__(self, data: str | bytes, encoding: str | None = None) -> None:
        self._text = self._converted(data, encoding)

    @staticmethod
    def _converted(data: str | bytes, encoding: str | None, errors: str = "strict") -> str:
        if isinstance(data, bytes):
            data = data.decode("utf-8" if encoding is None else "latin-1", errors)
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._text.splitlines())


def words(data: bytes) -> list[str]:
    return str(data, "ascii").split()
