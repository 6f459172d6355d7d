"""A metaclass that collects the fields of classes."""

from __future__ import annotations

from typing import Any


class Field:
    """A field of text with a greatest length."""

    def __init__(self, longest: int = 20) -> None:
        if longest < 1:
            raise ValueError("a field has room for at least one character")
        self.longest = longest


class _RecordMeta(type):
    """Collects fields, inherited ones first."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordMeta:
        fields: dict[str, Field] = {}
        for base in reversed(bases):
            fields.update(getattr(base, "fields", {}))
        fields.update({key: value for key, value in body.items() if isinstance(value, Field)})
        kept = {key: value for key, value in body.items() if key not in fields}
        return super().__new__(mcs, name, bases, {**kept, "fields": fields})


class Record(metaclass=_RecordMeta):
    """Texts by the name of their field."""

    fields: dict[str, Field]

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def put(self, field: str, value: str) -> None:
        if field not in self.fields:
            raise AttributeError(f"{type(self).__name__} has no field {field!r}")
        if len(value) > self.fields[field].longest:
            raise ValueError(f"{field!r} has room for {self.fields[field].longest} characters")
        self._values[field] = value

    def read(self, field: str) -> str | None:
        return self._values.get(field)


class Person(Record):
    """A name and a town."""

    name = Field()
    town = Field(longest=10)
