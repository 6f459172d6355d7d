"""Parameters of an address; turned round they are no parameters any more, and cannot be written."""

from __future__ import annotations

from urllib.parse import quote, unquote


class Params:
    """Values by name; what has a name and no value has None.  An empty name is none."""

    def __init__(self, values: dict[str | None, str | None] | None = None) -> None:
        self.values = {name: value for name, value in (values or {}).items() if name != ""}

    @classmethod
    def from_text(cls, text: str) -> Params:
        pairs = [part.partition("=") for part in text.split("&")]
        return cls({_read(name): _read(value) if equals else None for name, equals, value in pairs})

    def to_text(self) -> str:
        pairs = [(_written(str(name)), value) for name, value in self.values.items()]
        return "&".join(n if value is None else f"{n}={_written(value)}" for n, value in pairs)

    def inverted(self) -> Params:
        """Return the names by value, for looking up."""
        return Params({value: name for name, value in self.values.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Params) and self.values == other.values


def _written(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def _read(text: str) -> str:
    return unquote(text, errors="surrogatepass")
