"""A mapping whose keys are compared without regard to case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping


class Headers(MutableMapping[str, str]):
    """Header fields as in e-mail; the first spelling of a name is kept."""

    def __init__(self, fields: Mapping[str, str] | None = None) -> None:
        self._fields: dict[str, tuple[str, str]] = {}
        for name, value in (fields or {}).items():
            self[name] = value

    def __getitem__(self, name: str) -> str:
        return self._fields[_folded(name)][1]

    def __setitem__(self, name: str, value: str) -> None:
        spelling = self._fields.get(_folded(name), (name, ""))[0]
        self._fields[_folded(name)] = (spelling, value)

    def __delitem__(self, name: str) -> None:
        del self._fields[_folded(name)]

    def __iter__(self) -> Iterator[str]:
        return iter([spelling for spelling, _ in self._fields.values()])

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Headers):
            return NotImplemented
        mine = {key: value for key, (_, value) in self._fields.items()}
        return mine == {key: value for key, (_, value) in other._fields.items()}

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"


def _folded(name: str) -> str:
    """Return the key for a name; whatever is no text is no key.

    As in every mapping, KeyError says that a key is missing.
    """
    if not isinstance(name, str):
        raise KeyError(name)
    return name.casefold()
