"""Functions that are passed in, called as they should be; correct."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def to_text(value: str | Callable[[], str]) -> str:
    return value() if callable(value) else value


def to_number(value: float | Callable[[], float]) -> float:
    return float(value()) if callable(value) else float(value)


class Signal:
    def __init__(self) -> None:
        self._handlers: list[Callable[..., object]] = []

    def connect(self, handler: Callable[..., object]) -> None:
        self._handlers.append(handler)

    def clear(self) -> None:
        self._handlers.clear()

    def send(self, *args: object) -> int:
        """Call every handler that is connected now; what one raises is its own affair."""
        handlers = list(self._handlers)
        for handler in handlers:
            handler(*args)
        return len(handlers)


class Shelf:
    """Things in the order of a key that is asked for before anything changes."""

    def __init__(self, key: Callable[[int], int]) -> None:
        self._key = key
        self._items: dict[int, int] = {}

    @contextmanager
    def unlocked(self) -> Iterator["Shelf"]:
        yield self

    def add(self, item: int) -> None:
        self._items[item] = self._key(item)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._items, key=lambda item: (self._items[item], item)))
