"""A singleton: every call of the class returns the same object."""

from __future__ import annotations

import threading
from typing import ClassVar


class Settings:
    """The settings of the program, shared by all."""

    _instance: ClassVar[Settings | None] = None
    _lock: ClassVar[threading.Lock] = threading.Lock()
    _values: dict[str, str]

    def __new__(cls) -> Settings:
        with cls._lock:
            if cls._instance is None:
                instance = super().__new__(cls)
                instance._values = {}
                cls._instance = instance
            return cls._instance

    def __copy__(self) -> Settings:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Settings:
        return self

    def __reduce__(self) -> tuple[type[Settings], tuple[()]]:
        return type(self), ()

    def set(self, name: str, value: str) -> None:
        self._values[name] = value

    def get(self, name: str, default: str = "") -> str:
        return self._values.get(name, default)

    def clear(self) -> None:
        self._values.clear()
