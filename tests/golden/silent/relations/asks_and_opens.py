"""A store that is opened when it is first asked, and a clock that goes on when it is looked at."""

from __future__ import annotations


class Store:
    def __init__(self, names: list[str] | None = None) -> None:
        self._names = list(names or [])
        self._index: dict[str, int] | None = None
        self.is_open = False

    def _open(self) -> dict[str, int]:
        self.is_open = True
        if self._index is None:
            self._index = {name: place for place, name in enumerate(self._names)}
        return self._index

    def find(self, name: str) -> int | None:
        """Return the last place of a name."""
        return self._open().get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._open()

    def __len__(self) -> int:
        return len(self._open())

    def close(self) -> None:
        self._index = None
        self.is_open = False


class Ticker:
    """A clock for tests: every look at it takes a second."""

    def __init__(self, start: int = 0) -> None:
        self._now = start

    def get_time(self) -> int:
        """Return the time, and let a second pass."""
        self._now += 1
        return self._now - 1

    @property
    def next(self) -> int:
        return self.get_time()

    def is_later(self, than: int) -> bool:
        return self._now > than
