"""A function made by `contextmanager`: what is changed inside the block is not there when it is left."""

from contextlib import contextmanager


class Settings:
    def __init__(self) -> None:
        self._values: dict[str, int] = {}

    def set(self, name: str, value: int) -> None:
        self._values[name] = value

    def reset(self) -> None:
        self._values.clear()

    @contextmanager
    def overridden(self, name: str, value: int):
        self._values[name] = value
        yield self
        del self._values[name]
