"""Each handler is given the request and the next handler; after the last one there is none."""

from __future__ import annotations

from collections.abc import Callable

Next = Callable[[str], str]
Handler = Callable[[str, Next], str]


class App:
    def __init__(self) -> None:
        self._handlers: list[Handler] = []

    def use(self, handler: Handler) -> None:
        self._handlers.append(handler)

    def handle(self, request: str) -> str:
        return self._call(0, request) if self._handlers else request

    def _call(self, index: int, request: str) -> str:
        handler = self._handlers[index]  # the fault: the last handler has a next one, too
        return handler(request, lambda changed: self._call(index + 1, changed))
