"""An emitter whose callbacks may subscribe and unsubscribe while they are called."""

from __future__ import annotations

from collections.abc import Callable

Callback = Callable[[str], object]


class Emitter:
    """Callbacks by event."""

    def __init__(self) -> None:
        self._callbacks: dict[str, list[Callback]] = {}

    def on(self, event: str, callback: Callback) -> None:
        self._callbacks.setdefault(event, []).append(callback)

    def off(self, event: str, callback: Callback) -> bool:
        """Remove one subscription; return False if there is none."""
        callbacks = self._callbacks.get(event, [])
        if callback not in callbacks:
            return False
        callbacks.remove(callback)
        if not callbacks:
            del self._callbacks[event]
        return True

    def emit(self, event: str, message: str = "") -> int:
        """Call everybody subscribed at this moment and return how many that were."""
        callbacks = tuple(self._callbacks.get(event, ()))
        for callback in callbacks:
            callback(message)
        return len(callbacks)

    def events(self) -> list[str]:
        return sorted(self._callbacks)
