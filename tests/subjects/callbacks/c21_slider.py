"""A slider that tells its listeners the level in percent."""
from typing import Protocol

import icontract


class Listener(Protocol):
    @icontract.require(lambda percent: 0 <= percent <= 100)
    def level(self, percent: int) -> None: ...


class Slider:
    def __init__(self, steps: int = 10) -> None:
        self.steps = max(1, steps)
        self.at = 0
        self._listeners: list[Listener] = []

    def listen(self, one: Listener) -> None:
        self._listeners.append(one)

    def up(self) -> None:
        self.at += 1  # wrong: no limit
        for one in self._listeners:
            one.level(self.at * 100 // self.steps)
