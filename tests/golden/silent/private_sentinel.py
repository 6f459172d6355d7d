"""A store that marks what is not there by a value of its own, which nobody outside puts into it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any


class _Absent(Enum):
    ABSENT = "absent"


class Store:
    """Keys and values; what was removed leaves its place to be used again."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._count = 0

    def put(self, key: str, value: Any) -> None:
        if self._values.get(key, _Absent.ABSENT) is _Absent.ABSENT:
            self._count += 1
        self._values[key] = value

    def get(self, key: str, default: Any = _Absent.ABSENT) -> Any:
        """Return the value of a key.

        Raises:
            KeyError: there is none, and no default.
        """
        value = self._values.get(key, default)
        if value is _Absent.ABSENT:
            raise KeyError(key)
        return value

    def remove(self, key: str) -> None:
        if self._values.get(key, _Absent.ABSENT) is not _Absent.ABSENT:
            self._count -= 1
            self._values[key] = _Absent.ABSENT

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return (key for key, value in self._values.items() if value is not _Absent.ABSENT)
