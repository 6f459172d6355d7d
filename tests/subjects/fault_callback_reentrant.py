"""An emitter that breaks when a subscriber subscribes another one.

Shortest sequence:
    e = Emitter(); e.subscribe("a", lambda: e.subscribe("b", None)); e.publish()    RuntimeError
"""

from __future__ import annotations

from collections.abc import Callable


class Emitter:
    """Calls its subscribers by name."""

    def __init__(self) -> None:
        self._subscribers: dict[str, Callable[[], object] | None] = {}

    def subscribe(self, name: str, callback: Callable[[], object] | None) -> None:
        """Set, or with None silence, the callback of that name."""
        self._subscribers[name] = callback

    def publish(self) -> int:
        """Call every subscriber and return how many there are."""
        for callback in self._subscribers.values():  # the fault: should walk over a copy
            if callback is not None:
                callback()
        return len(self._subscribers)
