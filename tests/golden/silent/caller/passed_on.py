"""Arguments passed on as they come: whoever is called says what is missing."""

from __future__ import annotations

from typing import Any


class MemoryStorage:
    """Keeps what it is given."""

    def __init__(self, capacity: int, name: str = "") -> None:
        self.capacity, self.name = capacity, name


class Database:
    """Makes its storage itself, of the class and with the arguments it is given."""

    storage_class = MemoryStorage

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = self.storage_class(*args, **kwargs)

    def capacity(self) -> int:
        return self.storage.capacity
