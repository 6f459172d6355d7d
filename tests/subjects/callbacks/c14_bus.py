"""What is being told is kept in one place: a handler that tells something itself takes it away."""

from collections.abc import Callable


class Bus:
    def __init__(self) -> None:
        self._handlers: list[Callable[[int], None]] = []
        self._current: list[int] = []

    def on(self, handler: Callable[[int], None]) -> None:
        self._handlers.append(handler)

    def emit(self, event: int) -> None:
        self._current = [event]  # the fault
        for handler in list(self._handlers):
            handler(event)
        self._current.pop()
