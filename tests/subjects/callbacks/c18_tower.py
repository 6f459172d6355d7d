"""A function that gives a function is called, and what it gives is called with a function: only the innermost matters."""

from collections.abc import Callable


class Tower:
    def __init__(self) -> None:
        self._calls = 0

    def lift(self, make: Callable[[], Callable[[Callable[[], None]], None]]) -> None:
        def up() -> None:
            self._calls += 1

        make()(up)

    def invariant(self) -> bool:
        return self._calls < 1  # the fault: nothing keeps anybody from calling `up`
