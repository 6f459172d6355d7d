"""Iterators that know how much is left, and collections that are used up by walking over them."""

from __future__ import annotations

from collections.abc import Iterator


class Countdown:
    """Numbers down to one; the length is what is still to come."""

    def __init__(self, start: int) -> None:
        self._left = max(0, min(start, 50))

    def __iter__(self) -> Countdown:
        return self

    def __next__(self) -> int:
        if self._left == 0:
            raise StopIteration
        self._left -= 1
        return self._left + 1

    def __len__(self) -> int:
        return self._left


class Backlog:
    """Tasks; walking over them takes them out, one by one."""

    def __init__(self, tasks: list[str] | None = None) -> None:
        self._tasks = list(tasks or [])

    def add(self, task: str) -> None:
        self._tasks.append(task)

    def __len__(self) -> int:
        return len(self._tasks)

    def __iter__(self) -> Iterator[str]:
        while self._tasks:
            yield self._tasks.pop(0)


class Peekable:
    """An iterator that can be asked whether there is more."""

    def __init__(self, items: list[int]) -> None:
        self._items = list(items)
        self._next = 0

    def __iter__(self) -> Peekable:
        return self

    def __next__(self) -> int:
        if self._next >= len(self._items):
            raise StopIteration
        self._next += 1
        return self._items[self._next - 1]

    def __bool__(self) -> bool:
        return self._next < len(self._items)

    def __len__(self) -> int:
        return len(self._items)
