"""What is being told is put on what was being told before."""

from collections.abc import Callable


class Bus:
    def __init__(self) -> None:
        self._handlers: list[Callable[[int], None]] = []
        self._current: list[int] = []

    def on(self, handler: Callable[[int], None]) -> None:
        self._handlers.append(handler)

    def emit(self, event: int) -> None:
        self._current.append(event)
        for handler in list(self._handlers):
            handler(event)
        self._current.pop()
