"""A cache that forgets what was used longest ago."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

LARGEST = 1000


class LruCache:
    """At most `capacity` texts by key."""

    def __init__(self, capacity: int = 3) -> None:
        if not 1 <= capacity <= LARGEST:
            raise ValueError(f"the capacity is not between 1 and {LARGEST}")
        self._capacity = capacity
        self._entries: OrderedDict[str, str] = OrderedDict()

    def get(self, key: str) -> str | None:
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key]

    def put(self, key: str, value: str) -> None:
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._capacity:
            self._entries.popitem(last=False)

    def get_or_make(self, key: str, make: Callable[[str], str]) -> str:
        """Return the text under the key, made by the function if there is none."""
        value = self.get(key)
        if value is None:
            value = make(key)
            self.put(key, value)
        return value

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._entries

    def rep_ok(self) -> bool:
        """There are not more entries than fit."""
        return len(self._entries) <= self._capacity
