"""Work is given a function that ends its transaction; nothing keeps it from calling that twice."""

from collections.abc import Callable


class Transactions:
    def __init__(self) -> None:
        self._open = 0

    def run(self, work: Callable[[Callable[[], None]], None]) -> None:
        self._open += 1

        def done() -> None:
            self._open -= 1  # the fault: whoever calls it again ends what was not begun

        work(done)

    def invariant(self) -> bool:
        return self._open >= 0
