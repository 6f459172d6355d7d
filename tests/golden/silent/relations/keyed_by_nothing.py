"""Parameters of an address; turned round they are no parameters any more, and cannot be written."""

from __future__ import annotations


class Params:
    """Values by name; what has a name and no value has None."""

    def __init__(self, values: dict[str | None, str | None] | None = None) -> None:
        self.values = dict(values or {})

    @classmethod
    def from_text(cls, text: str) -> Params:
        params = cls()
        for part in text.split("&") if text else []:
            name, equals, value = part.partition("=")
            params.values[name] = value if equals else None
        return params

    def to_text(self) -> str:
        pairs = self.values.items()
        return "&".join(f"{name}" if value is None else f"{name}={value}" for name, value in pairs)

    def inverted(self) -> Params:
        """Return the names by value, for looking up."""
        return Params({value: name for name, value in self.values.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Params) and self.values == other.values
