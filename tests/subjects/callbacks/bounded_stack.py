"""Klein, Flatt and Findler, figure 1: the contract as it should be, and a stack that keeps it."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Observer(ABC):
    @abstractmethod
    def after_push(self, stack: BoundedStack, item: object) -> None: ...

    def after_push_spec(self, stack: BoundedStack, item: object) -> None:
        assert not stack.empty(), "PRE"
        self.after_push(stack, item)
        assert not stack.empty(), "POST"


class BoundedStack:
    def __init__(self) -> None:
        self._bound = 10_000
        self._buffer: list[object] = [None] * self._bound
        self._top = -1
        self._observers: list[Observer] = []

    def push(self, item: object) -> None:
        self._top += 1
        self._buffer[self._top] = item
        for observer in list(self._observers):
            observer.after_push(self, item)

    def push_spec(self, item: object) -> None:
        assert self.capacity() >= 1, "PRE"
        self.push(item)
        assert not self.empty(), "POST"

    def pop(self) -> object:
        self._top -= 1
        return self._buffer[self._top + 1]

    def pop_spec(self) -> object:
        assert not self.empty(), "PRE"
        return self.pop()

    def push_n(self, n: int, item: object) -> None:
        for _ in range(n):
            self.push(item)

    def push_n_spec(self, n: int, item: object) -> None:
        assert self.capacity() >= n, "PRE"
        self.push_n(n, item)

    def add_observer(self, observer: Observer) -> None:
        self._observers.append(observer)

    def capacity(self) -> int:
        return self._bound - self._top - 1

    def empty(self) -> bool:
        return self._top == -1
