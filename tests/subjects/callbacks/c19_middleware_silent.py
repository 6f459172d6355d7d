"""The same where the request itself comes back after the last handler: nothing to find."""

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
        return self._call(0, request)

    def _call(self, index: int, request: str) -> str:
        if index == len(self._handlers):
            return request
        return self._handlers[index](request, lambda changed: self._call(index + 1, changed))
