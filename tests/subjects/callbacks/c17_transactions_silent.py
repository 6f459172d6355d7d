"""The same where a transaction ends once, however often its work says so: nothing to find."""

from collections.abc import Callable


class Transactions:
    def __init__(self) -> None:
        self._open: set[int] = set()

    def run(self, work: Callable[[Callable[[], None]], None]) -> None:
        number = len(self._open)
        self._open.add(number)

        def done() -> None:
            self._open.discard(number)

        work(done)

    def invariant(self) -> bool:
        return all(number >= 0 for number in self._open)
